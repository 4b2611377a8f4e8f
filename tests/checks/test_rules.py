"""Each rule finds its own fault, at its place, and is silent on the bank it was spoilt from."""

import re
from pathlib import Path

import pytest

from grader.bank.load import load
from grader.bank.variants import Variants
from grader.checks.counts import counts
from grader.checks.frozen import fingerprint
from grader.checks.polarity import polarity
from grader.checks.rules import RULES, WARNINGS
from grader.checks.run import check
from grader.text.tell import plain
from grader.text.writers.plain import Plain

# rule, what is replaced, by what, where the fault must stand (a word of its line)
SPOILT = [
    ("language", "hinglish: '$a = <<a>>$ ka logit", "hinglish: '$a = <<a + 1>>$ ka logit", "prompt"),
    ("language", "$b = <<b>>$ nahi hai", "$b = <<b>>$ hai", "prompt"),
    ("language", "ka logit", "ka score", "prompt"),
    ("language", "Divide $a$ by 7.", "Divide $a$ by 8.", "ask"),
    ("language", "Multiply $a$ by $b$.", "Multiply $b$ by $b$.", "ask"),
    ("prose", "say: {en: So, hinglish: Toh}", "say: {en: So it is 36., hinglish: Toh 36 hai.}", "worked"),
    (
        "text",
        "say: {en: So, hinglish: Toh}",
        "say: {en: 'So $WIDE$.', hinglish: 'Toh $WIDE$.'}".replace("WIDE", " + ".join(["a"] * 70)),
        "worked",
    ),
    # Cells of a table are no one number.
    (
        "prose",
        "say: {en: So, hinglish: Toh}",
        'say: {en: "TABLE", hinglish: "TABLE"}'.replace("TABLE", r"| a | b |\n|---|---|\n| -7.125 | 193.708 |\n"),
        "worked",
    ),
    ("mistake", "value: 'a + b'", "value: 'b*a'", "is: sum-taken"),
    ("tolerance", "value: 'a + b'", "value: 'a*b + 1/10'", "is: sum-taken"),
    ("rounding", "tolerance: {abs: '0.2'}", "tolerance: {abs: '0.0001'}", "2*s"),
    ("option", "text: {en: 'The sum', hinglish: 'Sum'}", "text: {en: 'The sum', hinglish: 'Product'}", "id: b"),
    ("option", "is: sum-taken, text", "text", "id: a"),
    ("worked", "equals: 'a*b'", "equals: 'a*b + 0*a + 1'", "a*b"),
    ("printed", "'<<a>> \\cdot <<b>>'", "'<<a>> + <<b>>'", "math"),
    ("example", "text: '<<a*b>>'", "text: '<<a*b + 1>>'", "right"),
    ("draw", "from: '11', to: '19'", "from: '19', to: '11'", "  b: {default"),
    ("text", "Double it.", "Double <<t>>.", "ask"),
    ("key", "value: '2*s'", "value: '2/(s-s)'", "2/(s-s)"),
    ("published", "examples:", "published: {'0': '000000000000'}\nexamples:", "published"),
    ("tolerance", "value: 'a*b', tolerance: {abs", "value: 'a*b - a*b', tolerance: {rel", "a*b - a*b"),
    ("reviewed", "examples:", "reviewed: 0000 0000\nexamples:", "reviewed"),
]


def test_the_bank_itself_is_silent(item, bank_of):
    report = check(bank_of(item), range(6))
    assert [(i.where, i.rule, plain(i.say, "en")) for i in report.issues] == []


@pytest.mark.parametrize(("rule", "before", "after", "line"), SPOILT)
def test_each_rule_finds_its_fault(item, bank_of, rule, before, after, line):
    assert before in item
    spoilt = item.replace(before, after, 1)
    issues = check(bank_of(spoilt), range(6)).issues
    found = [i for i in issues if i.rule == rule]
    assert found, [(i.where, i.rule, plain(i.say, "en")) for i in issues]
    lines = spoilt.splitlines()
    places = [lines[int(i.where.rsplit(":", 2)[1]) - 1] for i in found]
    assert any(line in place for place in places), places


def test_every_rule_has_its_section_and_no_section_is_left_over():
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (\w+)$", page, re.MULTILINE))
    assert sections == {name for name, _ in RULES} | {
        "format",
        "draw",
        "given",
        "published",
        "claim",
        "spread",
        "statement",
    }
    for name in (*(name for name in WARNINGS if "." not in name), "spread"):
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        assert "Warning." in section


def test_a_minus_in_one_language_is_another_number(item, bank_of):
    for english, other, faulty in (
        ("is 7", "-7", True),
        ("is -7", "−7", False),
        ("is 1/2", "2/1", True),
        ("in 3-5", "3-5", False),
    ):
        spoilt = item.replace("Double it.", f"'Double it, which {english}.'").replace(
            "Double kijiye.", f"'Double kijiye, jo {other} hai.'"
        )
        found = {i.rule for i in check(bank_of_again(bank_of, spoilt), [0]).issues}
        assert ("language" in found) == faulty, english


def bank_of_again(bank_of, text):
    """The fixture's bank made anew."""
    import shutil

    root = bank_of.__closure__[0].cell_contents
    shutil.rmtree(root / "problems", ignore_errors=True)
    return bank_of(text)


def test_what_was_published_keeps_what_it_offers(item, bank_of):
    bank = bank_of(item)
    kept = fingerprint(Variants(bank).of(bank.items[0], 0))
    frozen = item.replace("examples:", f"published: {{'0': '{kept}'}}\nexamples:")
    assert not check(bank_of_again(bank_of, frozen), [0]).issues
    unused = frozen.replace("params:", "params:\n  unused: {default: '7'}")
    assert not check(bank_of_again(bank_of, unused), [0]).issues  # nothing that anybody sees is another
    swapped = frozen.replace("{en: 'The sum', hinglish: 'Sum'}", "{en: 'The total', hinglish: 'Sum'}")
    assert [i.rule for i in check(bank_of_again(bank_of, swapped), [0]).issues] == ["published"]


def test_what_was_published_keeps_its_figures(item, bank_of):
    item = item.replace("prompt: {", "figures: [{draw: bars, of: '[a, b]', labels: tokens, alt: x}]\nprompt: {", 1)
    bank = bank_of(item)
    kept = fingerprint(Variants(bank).of(bank.items[0], 0))
    frozen = item.replace("examples:", f"published: {{'0': '{kept}'}}\nexamples:")
    assert not check(bank_of_again(bank_of, frozen), [0]).issues
    taller = frozen.replace("of: '[a, b]'", "of: '[3*a, b]'")
    assert [i.rule for i in check(bank_of_again(bank_of, taller), [0]).issues] == ["published"]


def test_entries_of_a_match_that_read_alike(item, bank_of):
    start, end = item.index("      kind: choice"), item.index("  - id: half")
    match = "      kind: match\n      left: {1: L, 2: M}\n      right: {a: m/s, b: '{two}'}\n      value: 1-a 2-b\n"
    for two, faulty in (("m/s", True), ("km/h", False)):
        text = item[:start] + match.replace("{two}", two) + item[end:]
        found = [i.path for i in check(bank_of_again(bank_of, text), [0]).issues if i.rule == "option"]
        assert bool(found) == faulty


TWINS = """\
id: twins
kind: true_false
level: 1
title: {en: Twins, hinglish: Twins}
params: {a: {default: '1', draw: {integer: true, from: '1', to: '3'}}}
statement:
  "true": {en: 'It is at least <<a>>.', hinglish: 'Kam se kam <<a>>.'}
  "false": {en: 'It is at least <<4 - a>>.', hinglish: 'Kam se kam <<4 - a>>.'}
parts:
  - id: verdict
    ask: {en: 'True or false?', hinglish: 'Sahi ya galat?'}
    answer: {kind: true_false, value: polarity}
"""


def test_a_statement_that_is_true_here_and_false_there(bank_of):
    found = [i for i in check(bank_of(TWINS), range(4)).issues if i.rule == "statement"]
    assert [i.say.code for i in found] == ["check.statement-both"]
    sound = TWINS.replace("<<4 - a>>", "<<a + 3>>")
    assert not [i for i in check(bank_of_again(bank_of, sound), range(4)).issues if i.rule == "statement"]


def test_two_largest_entries_have_no_place(item, bank_of):
    asked = item.replace("value: 'a*b', tolerance: {abs: '0.5'}", "value: 'argmax([a, 5, a])'")
    found = [i for i in check(bank_of(asked), range(1, 9)).issues if i.rule == "tie"]
    assert [(i.path, i.say.code) for i in found][:1] == [("parts[0].answer.value", "check.at-seed")]


def test_variants_that_are_one_question_again(item, bank_of):
    spoilt = item.replace("from: '2', to: '9'", "from: '3', to: '4'").replace(
        "from: '11', to: '19'", "from: '12', to: '12'"
    )
    issues = check(bank_of(spoilt), range(20)).issues
    assert [(i.rule, i.say.code, i.warning) for i in issues if "params" in i.path] == [
        ("spread", "check.distinct", True)
    ]


def test_a_key_that_always_stands_in_one_place(item, bank_of):
    start, end = item.index("      kind: choice"), item.index("  - id: half")
    spoilt = item[:start] + "      kind: true_false\n      value: 'false'\n" + item[end:]
    found = [i for i in check(bank_of(spoilt), range(20)).issues if i.rule == "spread"]
    assert [(i.say.code, i.warning, i.path) for i in found] == [("check.position", True, "parts[1].answer")]


POLARITY = [
    ("A sign stays.", "Sign rehta hai.", None),
    ("A sign never stays.", "Sign rehta hai.", "check.polarity"),
    ("A minus doesn't stay.", "Minus rehta hai.", "check.polarity"),
    ("It isn’t odd.", "Yeh odd hai.", "check.polarity"),
    ("It isn’t odd.", "Yeh odd nahi hai.", None),
    ("Keep the sign.", "Sign mat rakhiye.", "check.polarity"),
    ("Softmax does not only keep the order.", "Softmax sirf order rakhta hai.", "check.polarity"),
    ("Not one, and not two.", "Ek nahi, par do.", "check.polarity-count"),
    ("Not one, and not two.", "Na ek, na do.", None),
    ("It never changes.", "Yeh kabhi nahi badalta.", None),
    ("No one knows it.", "Yeh koi nahi jaanta.", None),
    ("Without a bias.", "Bina bias ke.", None),
    ("Unchanged.", "Bina badle.", None),
    ("It keeps the order.", "Yeh order nahi badalta.", None),
    ("It changes the order.", "Yeh order nahi badalta.", "check.polarity"),
    ("Some token comes.", "Koi na koi token aata hai.", None),
    ("Nothing but a table.", "Bas ek table.", None),
    ("A transpose is inverse.", "Transpose inverse nahi hota.", "check.polarity"),
    ("The inverse of a transpose exists.", "Transpose ka inverse nahi hota.", "check.polarity"),
    ("Rows need be independent.", "Rows ka independent hona zaroori nahi.", "check.polarity"),
    ("It is impossible to divide.", "Divide ho sakta hai.", "check.polarity"),
    ("It is impossible to divide.", "Divide ho hi nahi sakta.", None),
    ("The vector is nonzero.", "Vector zero nahi hai.", None),
    ("The vector is nonzero.", "Vector zero hai.", "check.polarity"),
    ("Unless it is zero, divide.", "Zero na ho toh divide kijiye.", None),
    ("It lacks a bias.", "Ismein bias nahi hai.", None),
    ("Both differ.", "Dono barabar nahi hain.", None),
    ("Both differ.", "Dono barabar hain.", "check.polarity-contrary"),
    ("It keeps the order.", "Order badalta hai.", "check.polarity-contrary"),
    ("It holds, does it not?", "Yeh sach hai na?", None),
    ("Leave the root out.", "Root mat lijiye.", None),
    ("Leave the root out.", "Root lijiye.", "check.polarity"),
    ("It passes unchanged.", "Woh waise hi aage jaata hai.", None),
    ("That is incorrect.", "Yeh galat hai.", None),
    ("It is irrational.", "Yeh rational nahi hai.", None),
    ("It misses a term.", "Ek term nahi hai.", None),
    ("It has a term.", "Ek term nahi hai.", "check.polarity"),
    ("Hardly anything is lost.", "Lagbhag kuch nahi khota.", None),
    ("Do not add.", "Jodna galat hai.", None),
    ("Unless it stops, subtract.", "Agar woh ruke nahi toh ghataiye.", None),
    ("If it stops, subtract.", "Agar woh ruke nahi toh ghataiye.", "check.polarity"),
]


@pytest.mark.parametrize(("en", "hinglish", "code"), POLARITY)
def test_languages_deny_alike(en, hinglish, code):
    found = polarity({"en": en, "hinglish": hinglish})
    assert (found.code if found else None) == code


FIGURES = [
    "{draw: bars, of: '[a, b]', labels: tokens, mark: '1', alt: x}",
    "{draw: bars, of: ['a', 'b + 1'], labels: [u, w], alt: x}",
    "{draw: bars, of: 'softmax(E*[1, 0])', alt: x}",
    "{draw: lookup-table, of: '[[a, b]]', labels: [u], mark: 0, alt: x}",
    "{draw: lookup-table, of: E, labels: tokens, mark: 'a - a', alt: x}",
    "{draw: arrows, of: E, context: '[a, b]', label: h, alt: x}",
]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_takes_formulas(item, bank_of, figure):
    report = check(bank_of(item.replace("prompt: {", f"figures: [{figure}]\nprompt: {{", 1)), range(3))
    assert [plain(i.say, "en") for i in report.issues] == []


OTHERS = [
    "quantity, value: '2.5*a kohm'}\n    worked: [{math: '<<2.5*a>>', equals: '2.5*a'}]",
    "set, value: '{a, b}'}\n    worked: [{math: '<<a>>', equals: 'a'}]",
    "interval, value: '(a, 20]', symbols: {x: real}}\n    worked: [{math: '<<a>>', equals: 'a'}]",
    "interval, value: '[a, a + b] U {a + 100}', symbols: {x: real}}",
    "interval, value: 'x > a/7', symbols: {x: real}}",
    "shape, value: '5 x 2'}",
    "steps, from: '(x + 1)^2 - x^2', value: '2*x + 1', symbols: {x: real}}",
    "steps, from: '(x + 1)^2 - x^2', value: '2*x + 1', least: 3, symbols: {x: real}}",
]


@pytest.mark.parametrize("answer", OTHERS)
def test_no_false_alarm(item, bank_of, answer):
    start, end = item.index("    answer: {kind: number, value: 'a*b'"), item.index("  - id: q")
    issues = check(bank_of(item[:start] + f"    answer: {{kind: {answer}\n" + item[end:]), range(4)).issues
    assert [(i.rule, plain(i.say, "en")) for i in issues if i.rule not in ("example", "complete")] == []


FOLLOWED = [
    # what is spoilt in the first item, and all that is found
    ("places: 1", "places: -1", ["bank.places"]),
    ("kind: problem", "kind: problm", ["bank.word"]),
    ("from: '2', to: '9'", "from: '9', to: '2'", ["bank.draw-reversed"]),
]


@pytest.mark.parametrize(("before", "after", "codes"), FOLLOWED)
def test_a_fault_is_said_where_it_is_and_not_at_those_that_follow(item, bank_of, before, after, codes):
    other = item.replace("id: first", "id: other").replace('"1.1"', '"1.2"').replace("{s: half}", "{s: first.half}")
    bank = bank_of(item.replace(before, after), other)
    found = [i for i in check(bank, range(3)).issues if not i.warning]
    assert [i.say.code if i.say.code != "check.at-seed" else dict(i.say.slots)["why"].code for i in found] == codes
    assert {i.where.split(":")[0].rpartition("/")[2] for i in found} == {"first.yaml"}
    alone = check(bank, range(3), items=[bank.find("other")]).issues
    assert "bank.follows-faulty" in {i.say.code for i in alone} or codes in (["bank.word"], ["bank.draw-reversed"])


LEAKS = [
    ("number, value: b", "It is <<b>>.", True),  # the prompt shows b as well, as it may
    # answer of the first part, what its question says, whether that tells the answer
    ("number, value: 'a*b'", "It is <<a*b>>.", True),
    ("number, value: 'a*b'", "It is 0<<a*b>>.", False),
    ("number, value: 'a*b'", "It is <<a*b + 1>>.", False),
    ("number, value: '-a*b'", "It is <<-a*b>>.", True),
    ("number, value: '-a*b'", "It is 7 - <<a*b>>.", False),
    ("number, value: 'a/7', tolerance: {abs: '0.01'}", "It is about <<a/7:2>>.", True),
    ("number, value: 'a/7', tolerance: {abs: '0.01'}", "It is about <<a/7 + 1:2>>.", False),
    ("vector, value: '[a*b, 100*a, 100*b]'", "It is <<[a*b, 100*a, 100*b]>>.", True),
    ("vector, value: '[a*b, 100*a, 100*b]'", "It is $<<[a*b, 100*a, 100*b]>>$.", True),
    ("vector, value: '[a*b, 100*a, 100*b]'", "It is <<[a*b, 100*a, 100*b + 1]>>.", False),
    ("vector, value: '[a/7, b/7]', places: 2", "It is <<[a/7, b/7]:2>>.", True),
    ("matrix, value: '[[a*b, 100*a], [1, 100*b]]'", "It is $<<[[a*b, 100*a], [1, 100*b]]>>$.", True),
    ("set, value: '{a*b, 100*a}'", "They are <<a*b>> and <<100*a>>.", False),
    ("expression, value: 'x^2 + b*x', symbols: {x: real}", "It is $x^2 + <<b>> x$.", True),
    ("expression, value: 'x^2 + 12*x', symbols: {x: real}", "It is $x^2 + 12 \\cdot x$.", True),
    ("expression, value: 'x^2 + 12*x', symbols: {x: real}", "Here $y = x(x + 12)$.", True),
    ("expression, value: 'x^2 + 12*x', symbols: {x: real}", "Here $y = x(x + 13)$.", False),
    ("expression, value: 'x^2 + 12*x', form: expanded, symbols: {x: real}", "Expand $x(x + 12)$.", False),
    (
        "choice, value: b, options: {a: {en: The rows of E, hinglish: E}, b: {en: The columns of E, hinglish: C}}",
        "Think of the columns of E.",
        True,
    ),
    (
        "choice, value: b, options: {a: {en: The rows of E, hinglish: E}, b: {en: The columns of E, hinglish: C}}",
        "The rows of E, or the columns of E?",
        False,
    ),
    ("text, accept: [the transpose, transpose]", "Is it a Transpose?", True),
    ("text, accept: [the transpose, transpose]", "Is it transposed?", False),
    ("number, value: 'a/7', tolerance: {abs: '0.01'}", "Work out $<<a>>/7$.", False),  # that is the task
    ("order, value: a b, lines: {a: One, b: Two}", "The order is a, b.", False),  # two letters say little
    ("order, value: a b c, lines: {a: One, b: Two, c: Three}", "The order is a b c.", True),
    ("match, left: {1: L, 2: M}, right: {a: X, b: Y}, value: '1-b 2-a'", "It is 1-b 2-a.", True),
    (
        "choice, value: b, options: {a: {en: Level, hinglish: L}, b: {en: Uphill, hinglish: U}}",
        "The answer is Uphill.",
        True,
    ),
    ("choice, value: b, options: {a: {en: Level, hinglish: L}, b: {en: Uphill, hinglish: U}}", "Is it uphill?", False),
]


@pytest.mark.parametrize(("answer", "told", "leaks"), LEAKS)
def test_a_question_that_tells_its_answer(item, bank_of, answer, told, leaks):
    start, end = item.index("    ask: {en: Multiply"), item.index("  - id: q")
    spoilt = (
        item.replace("'12'", "'112'")
        .replace("'11'", "'111'")
        .replace("'19'", "'119'")
        .replace(item[start:end], f"    ask: {{en: '{told}', hinglish: '{told}'}}\n    answer: {{kind: {answer}}}\n")
    )
    found = [i for i in check(bank_of(spoilt), [0]).issues if i.rule == "leak"]
    assert [(i.say.code, i.path) for i in found] == ([("check.leak", "parts[0].ask")] if leaks else [])


def test_a_hint_does_not_write_the_calculation_out(item, bank_of):
    hinted = item.replace(
        "places: 1}", "places: 1}\n    hints: [{en: 'It is $<<a>>/7$.', hinglish: 'Yeh $<<a>>/7$ hai.'}]"
    )
    assert [(i.rule, i.path) for i in check(bank_of(hinted), [0]).issues] == [("leak", "parts[2].hints[0]")]
    other = hinted.replace("$<<a>>/7$", "$<<a>> + 7$")
    assert not check(bank_of_again(bank_of, other), [0]).issues


CLAIM = "  - {{id: c, source: s, says: {{en: 'It is {0}.', hinglish: 'Yeh {0} hai.'}}, value: '44', is: '2'}}\n"
TOPICS = [
    # what is added to the topic, the rule and the code of the fault
    ("givens: {E:", "givens: {ln: '5', E:", "given", "bank.name-taken"),
    ("givens: {E:", "givens: {k: '2', c: '3*k', E:", "given", "bank.given-uses"),
    ("levels:", f"claims:\n{CLAIM.format(55)}levels:", "claim", "check.claim-value"),
    ("levels:", f"claims:\n{CLAIM.format(44) * 2}levels:", "claim", "bank.id-twice"),
    (
        "levels:",
        "claims: [{id: c, source: s, says: {en: A, hinglish: A}, cases: {t: []}, holds: '1 = 1'}]\nlevels:",
        "format",
        "bank.short",
    ),
]


@pytest.mark.parametrize(("before", "after", "rule", "code"), TOPICS)
def test_a_topic_says_nothing_twice_or_untrue(item, bank_of, tmp_path, before, after, rule, code):
    bank_of(item)
    file = tmp_path / "problems" / "topic" / "topic.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    found = [(i.rule, i.say.code) for i in check(load(tmp_path), [0]).issues if not i.warning]
    assert (rule, code) in found or (rule == "format" and [r for r, _ in found] == ["format"]), found


LANGUAGES = [
    ("Multiply $a$ and $b$ then add it.", "check.language"),
    ("$a$ aur $b$ ka गुणा.", "check.script"),
    ("$a$ aur $b$ ko multiply kijiye.", None),
]


@pytest.mark.parametrize(("words", "code"), LANGUAGES)
def test_a_text_is_in_its_own_language(item, bank_of, words, code):
    spoilt = item.replace("$a$ aur $b$ ko multiply kijiye.", words)
    found = [i.say.code for i in check(bank_of(spoilt), [0]).issues]
    assert {c for c in found if c in ("check.language", "check.script")} == ({code} if code else set())


@pytest.mark.parametrize(("words", "caught"), [("Your answer has as many rows.", True), ("Weight tying", False)])
def test_a_sentence_copied_from_the_other_language(item, bank_of, words, caught):
    spoilt = item.replace("Multiply $a$ by $b$.", words).replace("$a$ aur $b$ ko multiply kijiye.", words)
    found = {i.say.code for i in check(bank_of(spoilt), [0]).issues}
    assert ("check.language" in found) == caught


COUNTS = [
    ("Three products.", "Do products.", True),
    ("Three products, one for each.", "Teen products, har ek ke liye.", False),
    ("Both rows.", "Do rows.", False),
    ("All rows.", "Teeno rows.", False),
    ("One row of four numbers.", "3 numbers ki ek row.", True),
    ("4 numbers", "Chaar numbers", False),
]


@pytest.mark.parametrize(("en", "hinglish", "differ"), COUNTS)
def test_both_languages_count_alike_in_words(en, hinglish, differ):
    assert bool(counts({"en": en, "hinglish": hinglish})) == differ


PRINTED = [
    # what a step prints for E*transpose(E), with E two by two, or for a number; the code of the fault
    ("<<a>> \\cdot <<b>> + 0.0001", "a*b", "check.printed"),
    ("<<a>> \\cdot <<b>> \\cdot 0.5 \\cdot 2", "a*b", None),
    ("0.5 \\cdot <<a>>", "a/2", None),
    ("0.6 \\cdot <<a>>", "a/2", "check.printed"),
    ("0.5 \\cdot <<a>> + 0.4", "a/2", "check.printed"),
    ("-\\ln 0.42332 = 0.860", "-ln(0.42332)", None),
    ("-\\ln 0.42332 = 0.864", "-ln(0.42332)", "check.printed"),
    ("<<a/7:2>> \\cdot 7", "a", None),
    ("\\frac{6}{4} = 2.5 \\approx 2.5", "3/2", "check.printed"),
    ("\\frac{6}{4} \\approx 1.5", "3/2", None),
    ("a/7 \\approx <<a/7:1>>", "a/7", None),
    ("\\ln 2 \\approx 0.7", "ln(2)", None),
    ("\\ln 2 \\approx 0.6", "ln(2)", "check.printed"),
    ("2 + 3 \\leq 6", "5", None),
    ("[<<a>>, 0]", "a", "check.printed"),
    ("<<a>>", "[a, 0]", "check.printed"),
    ("<<a/7:2>> \\cdot 8", "a", "check.printed"),
    ("<<a>> \\cdot <<b>> + 1/1000", "a*b", "check.printed"),
    ("<<a/7:2>>", "a/7", None),
    ("<<a>>/7 + 0", "a/7", None),
    ("<<a>>/7 + 1/1000", "a/7", "check.printed"),
    ("2/3 = 0.666\\ldots", "2/3", None),
    ("2/3 = 0.667\\ldots", "2/3", "check.printed"),
    ("3/2 = 0.666\\ldots", "3/2", "check.printed"),
    ("\\begin{aligned} y &= <<a>> \\cdot <<b>> \\\\ &= <<a*b>> \\end{aligned}", "a*b", None),
    ("\\begin{aligned} y &= <<a>> + <<b>> \\\\ &= <<a*b>> \\end{aligned}", "a*b", "check.printed"),
    ("\\begin{aligned} y &= 1 \\\\ z &= <<a*b>> \\end{aligned}", "a*b", None),
]


@pytest.mark.parametrize(("shown", "equals", "code"), PRINTED)
def test_a_printed_side_is_exact_where_it_has_no_decimals(item, bank_of, shown, equals, code):
    spoilt = item.replace("math: '<<a>> \\cdot <<b>>', equals: 'a*b'", f"math: '{shown}', equals: '{equals}'")
    assert spoilt != item
    found = {i.say.code for i in check(bank_of(spoilt), [0]).issues if i.rule == "printed"}
    assert found == ({code} if code else set())


@pytest.mark.parametrize(("shown", "code"), [("V \\cdot d", None), ("V d + V", "check.printed"), ("W \\cdot d", None)])
def test_letters_stand_for_what_the_item_says(item, bank_of, shown, code):
    lettered = item.replace("prompt:", "letters: {V: a, d: b}\nprompt:", 1)
    spoilt = lettered.replace("math: '<<a>> \\cdot <<b>>'", f"math: '{shown}'")
    assert spoilt != lettered
    found = {i.say.code for i in check(bank_of(spoilt), [0]).issues if i.rule == "printed"}
    assert found == ({code} if code else set())


def test_a_letter_without_a_value_is_named(item, bank_of):
    faulty = item.replace("prompt:", "letters: {V: 'a + qq'}\nprompt:", 1)
    (found,) = check(bank_of(faulty), [0]).issues
    assert (found.rule, found.path) == ("printed", "letters.V")


def test_entries_of_a_choice_that_no_seed_has_met(item, bank_of):
    faulty = item.replace("draw: {integer: true, from: '2', to: '9'}", "draw: {choice: ['3', '[1, 2]', 'qq']}", 1)
    found = {i.path: i.say.code for i in check(bank_of(faulty), [0]).issues if i.rule == "draw"}
    assert found["params.a.draw.choice[1]"] == "check.choice-sort"
    assert "params.a.draw.choice[2]" in found


def test_a_draw_on_a_tie_is_drawn_again(bank_of, item):
    tied = item.replace("prompt:", "where: ['sqrt(2)^2*a > 4']\nprompt:", 1)  # undecided at a = 2
    bank = bank_of(tied)
    seen = {variant_of(bank, seed) for seed in range(60)}
    assert seen == {"3", "4", "5", "6", "7", "8", "9"}


def variant_of(bank, seed):
    return Plain().write(Variants(bank).of(bank.items[0], seed).prompt.tokens("en")).split("=")[1].split()[0]


def test_labels_of_a_fixed_table_are_as_many_as_its_rows(item, bank_of):
    figure = "figures: [{draw: lookup-table, of: E, labels: tokens, alt: {en: A table, hinglish: Ek table}}]\nprompt:"
    spoilt = item.replace("prompt:", figure, 1)
    assert not [i for i in check(bank_of(spoilt), [0]).issues if i.say.code == "figure.labels"]


def test_words_left_over_beside_a_fixed_table(item, bank_of):
    figure = "figures: [{draw: bars, of: '[1]', labels: tokens, alt: {en: Bars, hinglish: Bars}}]\nprompt:"
    few = item.replace("prompt:", figure, 1)
    assert [i for i in check(bank_of(few), [0]).issues if i.say.code == "figure.labels"]
