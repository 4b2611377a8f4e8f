"""From a file of answers to the gradebook: every row accounted for, follow-through across problems."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

import grader.batch.mark as marking
from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.naming import parts_of
from grader.bank.variants import Variants
from grader.batch.gradebook import grade, write
from grader.batch.marks import MARK_COLUMNS
from grader.batch.tables import PROBLEM_COLUMNS, decimal
from grader.csvtext import text_of
from grader.errors import UserError
from grader.model import HELD, RIGHT, ZERO, Mark, Verdict, say

BANK = load(shipped("problems"))
HOSTILE = Path(__file__).parents[1] / "hostile" / "answers.jsonl"
COLUMNS = ("student", "problem", "part", "answer")


def table(*rows, columns=COLUMNS):
    out = io.StringIO(newline="")
    csv.writer(out).writerows([columns, *rows])
    return out.getvalue().encode()


def dicts(rows):
    head, *body = rows
    return [dict(zip(head, row, strict=True)) for row in body]


def marks(*rows, columns=COLUMNS, **more):
    outcome = grade(BANK, table(*rows, columns=columns), **more)
    assert outcome.rows == len(rows) == outcome.graded + outcome.refused + outcome.held
    return [(m["outcome"], m["score"], m["mistake"]) for m in dicts(outcome.marks)]


KEY, SIGNS = "[-0.24, -0.14, -0.49, 0.51]", "[0.24, 0.28, -0.37, 0.21]"
PROBS, OWN_PROBS = "[0.20, 0.22, 0.16, 0.42]", "[0.28, 0.29, 0.15, 0.27]"
OF_SIGNS = [("a", "2.2", "logits", SIGNS), ("a", "2.3", "probs", OWN_PROBS)]
UNTIED, TIED = [("a", "4.1", "untied", "77194752")], [("a", "4.1", "tied", "38647633")]
RIGHT_1, WRONG_0 = ("right", "1", ""), ("wrong", "0", "")
SIGN_DROPPED = ("wrong", "0", "sign-dropped")

# rows in; outcome, score and mistake of each row out
TABLE = [
    ([("a", "2.2", "logits", KEY)], [RIGHT_1]),
    ([("a", "tied-logits", "logits", KEY)], [RIGHT_1]),
    ([("a", "2.2", "logits", "E*h")], [("unread", "0", "")]),
    ([("a", "2.2", "logits", "")], [("unread", "0", "")]),
    ([("a", "4.3", "loss", "0.868")], [("partly", "0.5", "")]),
    ([("a", "4.3", "loss", "-0.860")], [("wrong", "0", "minus-forgotten")]),
    (OF_SIGNS, [SIGN_DROPPED, RIGHT_1]),
    (OF_SIGNS[::-1], [RIGHT_1, SIGN_DROPPED]),
    ([("a", "2.3", "probs", OWN_PROBS)], [WRONG_0]),
    ([OF_SIGNS[0], ("b", "2.3", "probs", OWN_PROBS)], [SIGN_DROPPED, WRONG_0]),
    ([("a", "2.3", "probs", "[0.24, 0.26, 0.25, 0.25]"), ("a", "4.3", "loss", "1.386")], [WRONG_0, RIGHT_1]),
    ([("a", "2.2", "logits", "[0.82, 0.74, -0.17, -0.29]"), ("a", "2.2", "winner", "cat")], [WRONG_0, RIGHT_1]),
    # The last answer is followed, or a wrong one before it: to mend an answer costs nothing elsewhere.
    ([*OF_SIGNS, ("a", "2.2", "logits", KEY)], [SIGN_DROPPED, RIGHT_1, RIGHT_1]),
    ([OF_SIGNS[0], ("a", "2.2", "logits", KEY), OF_SIGNS[1]], [SIGN_DROPPED, RIGHT_1, RIGHT_1]),
    ([OF_SIGNS[0], ("a", "2.2", "logits", "[1, 2, 3, 4]"), OF_SIGNS[1]], [SIGN_DROPPED, WRONG_0, RIGHT_1]),
    (
        [("a", "2.2", "logits", "[1, 2, 3, 4]"), *OF_SIGNS, ("a", "2.2", "logits", KEY)],
        [WRONG_0, SIGN_DROPPED, RIGHT_1, RIGHT_1],
    ),
    ([*OF_SIGNS, ("a", "2.2", "logits", "?")], [SIGN_DROPPED, RIGHT_1, ("unread", "0", "")]),
    ([*OF_SIGNS, ("a", "2.2", "logits", KEY), ("a", "2.3", "probs", PROBS)], [SIGN_DROPPED, RIGHT_1, RIGHT_1, RIGHT_1]),
    # Both counts wrong at first, then either mended: the difference of the own two keeps its credit.
    *(
        (
            [
                ("a", "4.1", "untied", "38597376"),
                ("a", "4.1", "tied", "100"),
                ("a", "4.1", "saving", "38597276"),
                *rows,
            ],
            [("wrong", "0", "one-table-counted"), WRONG_0, RIGHT_1, *([RIGHT_1] * len(rows))],
        )
        for rows in (UNTIED, TIED, UNTIED + TIED, TIED + UNTIED)
    ),
    # A wrong answer may be right by one's own values and by the key at once: the key stands.
    ([OF_SIGNS[0], ("a", "2.3", "probs", PROBS)], [SIGN_DROPPED, RIGHT_1]),
    ([("a", "5.2", "row", "[0*a + 1*c, 0*b + 1*d]\n[c, d]")], [RIGHT_1]),
]


@pytest.mark.parametrize(("rows", "found"), TABLE)
def test_marks(rows, found):
    assert marks(*rows) == found


def test_each_distinct_answer_is_marked_once_and_settled_only_where_it_follows(monkeypatch):
    calls = []
    real = marking.mark
    monkeypatch.setattr(marking, "mark", lambda v, p, raw, e: calls.append((p.id, bool(e))) or real(v, p, raw, e))
    rows = [(s, "2.2", "logits", SIGNS) for s in "abc"] + [(s, "2.3", "probs", "[1, 0, 0, 0]") for s in "ab"]
    grade(BANK, table(*rows, ("d", "2.3", "probs", "[1, 0, 0, 0]"), ("d", "2.2", "winner", "cat")))
    assert sorted(calls) == [("logits", False), ("probs", False), ("probs", True), ("winner", False)]


def test_any_chunks_give_the_same_marks():
    rows = [(n, "s", "tied-logits", "logits", 0, answer, 0) for n, answer in enumerate([KEY, SIGNS, KEY, "x"])]
    whole = marking.mark_chunk(Variants(BANK), rows)
    parts = {}
    for row in rows:
        parts |= marking.mark_chunk(Variants(BANK), [row])
    assert parts == whole


@pytest.mark.parametrize(
    ("problem", "part", "says"),
    [
        ("2.9", "logits", "There is no problem 2.9. Nearest are: "),
        ("C1", "card", "C1 is a card: it has a back to turn to"),
        ("tied-logit", "logits", "tied-logits"),
        ("=cmd|' /C calc'!A0", "logits", "There is no problem =cmd"),
        ("2.2", "logit", "Problem 2.2 has no part logit. Its parts are: logits, winner; or use the letter"),
        ("2.2", "", "Problem 2.2 has several parts; the column part must name one of: logits, winner."),
        ("", "", "There is no problem"),
    ],
)
def test_an_unknown_place_is_refused(problem, part, says):
    outcome = grade(BANK, table(("a", problem, part, "1"), ("b", "2.2", "winner", "ran")))
    assert (outcome.rows, outcome.graded, outcome.refused, outcome.held) == (2, 1, 1, 0)
    (row,) = dicts(outcome.problems)
    assert (row["line"], row["student"], row["what"]) == ("2", "a", "refused")
    assert says in row["reason"]


def test_grades():
    rows = [
        ("b", "2.2", "logits", SIGNS),
        ("b", "2.2", "winner", "ran"),
        ("b", "2.2", "logits", KEY),
        ("b", "4.3", "loss", "0.868"),
        ("a", "2.2", "winner", "cat"),
        ("c", "9.9", "winner", "cat"),
    ]
    outcome = grade(BANK, table(*rows))
    assert outcome.grades == (
        ("student", "2.2", "4.3", "total", "out of", "percent"),
        ("a", "0", "0", "0", "3", "0"),
        ("b", "2", "0.5", "2.5", "3", "83.33"),
        ("c", "0", "0", "0", "3", "0"),
    )
    set_items = grade(BANK, table(*rows), items=[BANK.find("4.3"), BANK.find("2.3")])
    assert set_items.grades[2] == ("b", "0.5", "0", "0.5", "2", "25")


def test_attempts_and_seeds():
    columns = (*COLUMNS, "attempt", "seed", "note")
    rows = [
        ("a", "2.2", "logits", KEY, "2", "", "x"),
        ("a", "2.2", "logits", SIGNS, "1", "", "y"),
        ("b", "2.2", "logits", KEY, "", "3", ""),
        ("b", "2.2", "logits", KEY, "", "three", ""),
    ]
    outcome = grade(BANK, table(*rows, columns=columns))
    assert [(m["student"], m["outcome"]) for m in dicts(outcome.marks)][:2] == [("a", "right"), ("a", "wrong")]
    assert dicts(outcome.marks)[2]["outcome"] != "right"
    assert dicts(outcome.grades)[0]["total"] == "1"
    assert outcome.ignored == ("note",)
    assert [(row["line"], row["what"]) for row in dicts(outcome.problems)] == [("3", "replaced"), ("5", "refused")]


def test_held_rows_are_for_a_person(monkeypatch):
    def hold(variant, part, raw, earlier):
        return Mark(variant.item.id, part.id, 0, raw, Verdict(HELD, ZERO, "undecided", says=(say("batch.no-student"),)))

    monkeypatch.setattr(marking, "mark", hold)
    outcome = grade(BANK, table(("a", "2.2", "logits", KEY)))
    assert (outcome.graded, outcome.refused, outcome.held) == (0, 0, 1)
    assert outcome.problems[1][:5] == ("2", "a", "2.2", "logits", "held")
    assert outcome.marks[1][4:7] == ("held", "0", "undecided")
    assert outcome.grades[1] == ("a", "0", "0", "2", "0")


def test_hostile_answers_run_nothing_and_stop_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = []
    for line in HOSTILE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts.append(row["input"] if "input" in row else "".join(piece * count for piece, count in row["gen"]))
    texts = [text.encode("utf-8", "backslashreplace").decode() for text in texts]
    places = [
        ("1.3", "correction"),
        ("4.3", "loss"),
        ("2.3", "probs"),
        ("5.2", "row"),
        ("2.2", "winner"),
        ("1.3", "verdict"),
    ]
    rows = [(f"=s{n}", *place, text) for n, text in enumerate(texts) for place in places]
    outcome = grade(BANK, table(*rows))
    assert outcome.rows == len(rows)
    assert all(m["outcome"] != RIGHT for m in dicts(outcome.marks) if m["problem"] != "1.3" or len(m["answer"]) > 20)
    write(outcome, tmp_path / "out")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["out"]
    for file in (tmp_path / "out").iterdir():
        for row in csv.reader(io.StringIO(file.read_text(encoding="utf-8"), newline="")):
            for cell in row:
                if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
                    float(cell)


@pytest.mark.parametrize("lang", ["en", "hinglish"])
def test_the_same_file_twice_gives_the_same_bytes(tmp_path, lang):
    source = tmp_path / "in.csv"
    source.write_bytes(table(*OF_SIGNS, ("b", "4.3", "loss", "0.868"), ("", "x", "y", "z"), ("c", "7", "y", "z")))
    texts = []
    for folder in ("one", "two"):
        write(grade(BANK, source, lang=lang), tmp_path / folder)
        texts.append({f.name: f.read_bytes() for f in (tmp_path / folder).iterdir()})
    assert texts[0] == texts[1]
    assert sorted(texts[0]) == ["grades.csv", "marks.csv", "problems.csv"]
    assert texts[0]["marks.csv"].startswith(",".join(MARK_COLUMNS).encode() + b"\n")
    assert texts[0]["problems.csv"].startswith(",".join(PROBLEM_COLUMNS).encode() + b"\n")


def test_messages_speak_the_language():
    rows = [("a", "2.2", "logits", SIGNS)]
    words = {lang: dicts(grade(BANK, table(*rows), lang=lang).marks)[0]["message"] for lang in ("en", "hinglish")}
    assert "minus signs" in words["en"]
    assert "gayab" in words["hinglish"]


def test_a_file_that_cannot_be_opened(tmp_path):
    with pytest.raises(UserError) as refused:
        grade(BANK, tmp_path / "none.csv")
    assert refused.value.why.code == "batch.open"


def test_an_empty_class():
    outcome = grade(BANK, table())
    assert (outcome.rows, len(outcome.grades), len(outcome.marks), len(outcome.problems)) == (0, 1, 1, 1)
    assert text_of(outcome.grades) == "student,total,out of,percent\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1, "1"), ("1/2", "0.5"), ("1/4", "0.25"), ("1/3", "0.3333"), ("2/3", "0.6667"), ("1/20000", "0.0001"),
     ("1/100000", "0"), (100, "100"), ("1999999/200000", "10")],
)  # fmt: skip
def test_decimal(value, text):
    assert decimal(Fraction(value)) == text


LATER = [
    # rows of one part; the total, and what problems.csv says of the rows
    ([("logits", KEY), ("logits", "E*h")], "1", [("3", "replaced"), ("3", "unread")]),
    ([("logits", "E*h"), ("logits", KEY)], "1", [("2", "replaced"), ("2", "unread")]),
    ([("logits", KEY), ("logits", "E*h"), ("logits", SIGNS)], "0",
     [("2", "replaced"), ("3", "replaced"), ("3", "unread")]),
    ([("logits", KEY), ("logits", " ")], "1", [("3", "replaced")]),
    ([("logits", "E*h"), ("logits", "")], "0", [("2", "unread"), ("3", "replaced")]),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "total", "problems"), LATER)
def test_an_answer_that_cannot_be_read_takes_no_mark_away(rows, total, problems):
    outcome = grade(BANK, table(*(("a", "2.2", *row) for row in rows)))
    assert dicts(outcome.grades)[0]["total"] == total
    assert [(row["line"], row["what"]) for row in dicts(outcome.problems)] == problems


# 1.1 has the parts V, d, shape, row: `d` is the id of (b) and the letter of the last.
# One person's names, and the parts they mean.
NAMES_OF_PARTS = [
    ("a A (a) V v b (b) c shape (d) row e", "V V V V V d d shape shape row row -"),
    ("d", "d"),
    ("D", "d"),
    ("a b c d", "V d shape row"),
    ("a d", "V row"),
    ("(a) d", "V row"),
    ("a b shape d", "V d shape row"),
    ("a b (c) d", "V d shape row"),
    ("a b zz d", "V d - row"),
    ("V d shape row", "V d shape row"),
    ("V d", "V d"),
    ("a d row", "V d row"),
    ("V b d", "V d row"),
    ("b d", "d row"),
]  # fmt: skip


@pytest.mark.parametrize(("names", "parts"), NAMES_OF_PARTS)
def test_what_the_names_of_parts_mean(names, parts):
    found = parts_of(BANK.find("1.1"), names.split())
    assert [found[name].id if found[name] else "-" for name in names.split()] == parts.split()


def test_nobody_changes_how_anothers_parts_are_read():
    letters = [("1.1", "a", "4"), ("1.1", "b", "3"), ("1.1", "c", "4x3"), ("1.1", "d", "b")]
    for stray in ("shape", "(c)", "c)", "V", "zz"):
        rows = [(f"s{n:02}", *row) for n in range(6) for row in letters]
        rows[-2] = ("s05", "1.1", stray, "4x3")
        grades = dicts(grade(BANK, table(*rows)).grades)
        assert {row["total"] for row in grades[:-1]} == {"4"}, stray
    # Who wrote nothing else is read as most others write.
    rows = [("s00", *row) for row in letters] + [("s01", *letters[3])]
    assert [row["total"] for row in dicts(grade(BANK, table(*rows)).grades)] == ["4", "1"]
    assert dicts(grade(BANK, table(("amy", "1.1", "d", "3"))).grades)[0]["total"] == "1"


def test_equal_entries_of_a_learners_own_list_win_alike():
    rows = table(("amy", "3.2", "logits", "[0.42, 0.42, -0.09, -0.05]"), ("amy", "3.2", "winner", "dog"))
    marks = dicts(grade(BANK, rows).marks)
    assert [row["outcome"] for row in marks] == ["wrong", "right"]


# two spellings, the names of the gradebook, the lines with a note
NAMES = [
    ("José", "Jose\u0301", ["José"], []),
    ("Amy Rao", "Amy\u00a0 Rao", ["Amy Rao"], []),
    ("Amy Rao", " Amy\tRao\u2003", ["Amy Rao"], []),
    ("Amy", "amy", ["Amy", "amy"], ["3"]),
    ("José", "JOSE\u0301", ["JOSÉ", "José"], ["3"]),
    ("Amy", "Ami", ["Ami", "Amy"], []),
]


@pytest.mark.parametrize(("one", "other", "names", "noted"), NAMES)
def test_names(one, other, names, noted):
    rows = [(one, "2.2", "logits", KEY), (other, "2.2", "winner", "ran"), (other, "2.3", "probs", PROBS)]
    outcome = grade(BANK, table(*rows))
    assert [row[0] for row in outcome.grades[1:]] == names
    assert [row["line"] for row in dicts(outcome.problems) if row["what"] == "name"] == noted
    assert (outcome.rows, outcome.graded) == (3, 3)


def test_a_name_in_a_refused_row_is_the_same_student():
    outcome = grade(BANK, table(("José", "2.2", "winner", "ran"), ("Jose\u0301", "2.2"), ("Jose\u0301", "9", "x", "1")))
    assert [row[0] for row in outcome.grades[1:]] == ["José"]


def test_students_without_a_row_are_named_where_there_is_a_roster():
    data = b"student,problem,part,answer\ns01,4.3,loss,0.860\ns09,4.3,loss,0.860\n"
    outcome = grade(BANK, data, roster=("s01", "s02"))
    assert [row[0] for row in outcome.grades[1:]] == ["s01", "s02", "s09"]
    assert [row[1:5] + row[5:6] for row in outcome.problems[1:] if row[4] in ("absent", "name")] == [
        ("s02", "", "", "absent", outcome.problems[1][5]),
        ("s09", "", "", "name", outcome.problems[2][5]),
    ]


def test_an_oversight_of_the_grader_costs_one_row(monkeypatch):
    import grader.batch.mark as module

    real = module.mark

    def failing(variant, part, raw, earlier):
        if raw == "boom":
            raise TypeError("an oversight")
        return real(variant, part, raw, earlier)

    monkeypatch.setattr(module, "mark", failing)
    outcome = grade(BANK, b"student,problem,part,answer\ns01,4.3,loss,boom\ns02,4.3,loss,0.860\n")
    assert (outcome.graded, outcome.refused) == (1, 1)
    assert "TypeError" in outcome.problems[1][5]
