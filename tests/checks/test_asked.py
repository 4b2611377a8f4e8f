"""Rules between a question and its key: hard-coded draws, precision, further answers, shapes, apostrophes."""

import pytest

from grader.bank.source import read
from grader.checks.run import check


def codes(bank, seeds=3):
    return {issue.rule for issue in check(bank, range(seeds)).issues}


SPOILED = [
    ("$b = <<b>>$", "$b = 12$", "shown"),
    ("answer: {kind: number, value: 'a/7', places: 1}", "answer: {kind: number, value: 'a/7', places: 2}", "asked"),
    ("mistakes: [{is: sum-taken, value: 'a + b'}]",
     "mistakes: [{is: sum-taken, value: 'a + b'}]\n    also: [{value: 'a + b', credit: '1/2'}]", "also"),
    ("{part: half, text: '<<a/7:2>>'},", "", "complete"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "rule"), SPOILED)
def test_a_question_that_does_not_fit_its_key(bank_of, item, before, after, rule):
    item = item.replace("Divide $a$ by 7.", "Divide $a$ by 7 to one decimal place.")
    assert rule not in codes(bank_of(item))
    spoiled = item.replace(before, after)
    assert spoiled != item
    if rule == "shown":
        spoiled = spoiled.replace("$b = <<b>>$ nahi", "$b = 12$ nahi")
    assert rule in codes(_again(bank_of, spoiled))


@pytest.mark.parametrize(
    ("asked", "places"),
    [("to 2 d.p.", 2), ("to the nearest tenth", 1), ("to the nearest hundredth", 2), ("to the second decimal place", 2),
     ("with two digits after the point", 2), ("with one digit after the decimal point", 1)],
)  # fmt: skip
def test_however_places_are_asked_for(bank_of, item, asked, places):
    text = item.replace("Divide $a$ by 7.", f"Divide $a$ by 7 {asked}.").replace("places: 1", f"places: {places}")
    assert "asked" not in codes(bank_of(text), 1)
    assert "asked" in codes(_again(bank_of, text.replace(f"places: {places}", f"places: {places + 1}")), 1)
    assert "asked" in codes(_again(bank_of, item.replace("Divide $a$ by 7.", "Divide $a$ by 7 to 4 sig. figs.")), 1)


def _again(bank_of, text):
    import shutil

    root = bank_of.__closure__[0].cell_contents if bank_of.__closure__ else None
    shutil.rmtree(root / "problems")
    return bank_of(text)


def test_the_second_writing_of_a_shape_has_the_sizes_of_the_first(bank_of, item):
    shape = "answer: {kind: shape, value: 'a x b', also_as: '1*b x 1*a', symbols: {a: positive, b: positive}}"
    spoiled = item.replace("answer: {kind: number, value: 'a*b', tolerance: {abs: '0.5'}}", shape)
    assert "sizes" in codes(bank_of(spoiled))
    assert "sizes" not in codes(_again(bank_of, spoiled.replace("1*b x 1*a", "1*a x 1*b")))


APOSTROPHES = [
    (b"id: a\nsay:\n  en: 'That's the sum.'\n  hinglish: 'x'\n", "f.yaml:3"),
    (b"id: a\nsay: {en: 'That's the sum.', hinglish: 'x'}\n", "f.yaml:2"),
]


@pytest.mark.parametrize(("raw", "where"), APOSTROPHES)
def test_an_apostrophe_in_single_quotes_is_named(raw, where):
    (fault, *_) = read(raw, "f.yaml").issues
    assert fault.say.code == "bank.apostrophe"
    assert fault.where.startswith(where)


def test_digits_may_be_grouped_or_spelled_in_one_language(bank_of, item):
    english = "The logit of 100,000 rows, to 2 decimal places"
    hinglish = "1,00,000 rows ka logit, do decimal places tak"
    fine = item.replace(
        "title: {en: A product, hinglish: Ek product}", f"title: {{en: '{english}', hinglish: '{hinglish}'}}"
    )
    assert "language" not in codes(bank_of(fine))
    assert "language" in codes(_again(bank_of, fine.replace("1,00,000", "1,00,001")))
