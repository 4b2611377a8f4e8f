"""What a second reader of a class found: headings, dates, times, decisions, figures that depend on no shape."""

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader import mark
from grader.bank.load import load
from grader.bank.naming import by_name
from grader.batch.read import damage_of, submissions
from grader.batch.sources import folder_source
from grader.batch.statistics import figures
from grader.cli.main import quiz

HEAD = "student,problem,part,answer"
BANK = load(Path(__file__).parents[2])


@pytest.fixture(autouse=True)
def _place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words, typed=""):
    made = CliRunner().invoke(quiz, [*words], standalone_mode=False, input=typed)
    if made.exception is not None:
        raise made.exception
    return " ".join(made.output.split())


def put(name, *lines):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(path):
    return list(csv.reader(io.StringIO(Path(path).read_text(encoding="utf-8"))))


def grades(folder):
    return {row[0]: row[1] for row in table(f"{folder}/grades.csv")[1:]}


FRONTS = (
    "", "Q ", "Q", "Question ", "Problem ", "Problem no. ", "Ex ", "Ex. ", "No. ", "Sawaal ", "- ", "* ", "> ", "# ",
    "1. ", "2) ", "Ans ",
)  # fmt: skip


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize(("line", "row"), [("2.1: 0.2", ("2.1", "", "0.2")), ("2.2 (b): ran", ("2.2", "b", "ran"))])
def test_whatever_stands_in_front_of_a_problem_it_begins_an_answer(front, line, row):
    text = f"T1: F c\n{front}{line}\n"
    found = submissions(folder_source({"s1.txt": text.encode()}, by_name(BANK)))
    assert [r[2:5] for r in found.rows] == [("T1", "", "F c"), row]


@pytest.mark.parametrize(
    ("line", "answer"), [("**2.1:** 0.2", "0.2"), ("**2.1**: 2**3 - 7.8", "2**3 - 7.8"), ("- **Q2.1:** 0.2", "0.2")]
)
def test_bold_headings(line, answer):
    found = submissions(folder_source({"s1.txt": f"T1: F c\n{line}\n".encode()}, by_name(BANK)))
    assert [r[2:5] for r in found.rows] == [("T1", "", "F c"), ("2.1", "", answer)]


def test_a_line_that_speaks_of_another_problem_is_refused_and_named():
    found = submissions(folder_source({"s1.txt": b"T1: F c\nMy answer to 2.1: 0.2\n"}, by_name(BANK)))
    assert [r[2:5] for r in found.rows] == [("T1", "", "F c")]
    assert [r[4].code for r in found.refused] == ["batch.file-line"]
    own = "W1 (a): the same space as in 2.1: both\n- they share it\n1. first"
    found = submissions(folder_source({"s1.txt": own.encode()}, by_name(BANK)))
    assert len(found.rows) == 1
    assert not found.refused


@pytest.mark.parametrize(
    "text",
    ["01-02-2026", "1/2/2026", "1/2/26", "01/02/26", "01-02-26", "3-4-26", "5/12/26", "2026/1/2", "2026-01-02",
     "01.02.2026", "2-Jan", "#ERROR!", "###"],
)  # fmt: skip
def test_a_date_of_any_country_is_damage(text):
    assert damage_of(text)
    assert damage_of(f" {text} ")


@pytest.mark.parametrize(
    "text", ["1/2", "0.30", "12-10-2", "1/2/3", "20-5-10", "7.8.9", "-0.24", "a-b", "1-a 2-b", "007"]
)
def test_what_is_no_date_stays_an_answer(text):
    assert damage_of(text) is None


def test_the_order_of_day_and_month_is_said_where_nothing_tells_it():
    put("c.csv", f"{HEAD},at", "a,2.1,z0,0.2,12/3/2026 14:05:11", "b,2.1,z0,0.2,5/5/2026 10:00")
    said = run("grade", "c.csv", "-o", "out", "--due", "2026-12-02", "--late-penalty", "10%", "--lang", "en")
    assert "read with the day in front (12/3/2026 14:05:11 is 2026-03-12)" in said
    put("d.csv", f"{HEAD},at", "a,2.1,z0,0.2,13/3/2026 14:05:11", "b,2.1,z0,0.2,5/6/2026 10:00")
    assert "in front" not in run("grade", "d.csv", "-o", "out2", "--lang", "en")
    put("e.csv", f"{HEAD},at", "a,2.1,z0,0.2,5/5/2026")
    assert "in front" not in run("grade", "e.csv", "-o", "out3", "--lang", "en")


def test_rows_without_a_time_are_counted_where_others_can_be_late():
    put("c.csv", f"{HEAD},at", "a,2.1,z0,0.2,2026-12-09T10:00", "b,2.1,z0,0.2,")
    said = run("grade", "c.csv", "-o", "out", "--due", "2026-12-01", "--late-penalty", "10%", "--lang", "en")
    assert "1 row has no time" in said
    assert grades("out") == {"a": "0.2", "b": "1"}


def test_a_decision_on_a_text_is_late_where_the_answer_is_and_one_on_a_student_s_answer_is_not():
    put("c.csv", f"{HEAD},at", "a,W1,a,same space,2026-11-30T10:00", "b,W1,a,same space,2026-12-03T10:00")
    run("grade", "c.csv", "-o", "out", "--due", "2026-12-01", "--late-penalty", "10%", "--lang", "en")
    run("mark-held", "out", typed="1 2\n")
    run("regrade", "out", "--apply")
    assert grades("out") == {"a": "1", "b": "0.8"}
    run("override", "out", "W1", "a", "--student", "b", "--score", "1")
    run("regrade", "out", "--apply")
    assert grades("out") == {"a": "1", "b": "1"}


def test_an_id_without_its_zeros_is_named_beside_the_roster():
    put("r.csv", "id,name", "007,A", "008,B")
    put("c.csv", HEAD, "7,2.1,z0,0.2", "008,2.1,z0,0.2")
    said = run("grade", "c.csv", "-o", "out", "--roster", "r.csv", "--lang", "en")
    assert "2 names need a look" in said
    told = {row[1]: row[5] for row in table("out/problems.csv")[1:]}
    assert "7 differs only in" in told["007"]
    assert "not on the roster" in told["7"]


def test_texts_that_read_the_same_are_named_beside_a_decision():
    put("c.csv", HEAD, "a,2.2,b,the", "b,2.2,b,c", "c,2.2,b,C)", "d,2.2,b,dog")
    run("grade", "c.csv", "-o", "out")
    said = run("override", "out", "2.2", "b", "--answer", "the", "--score", "1", "--lang", "en")
    assert "These read the same and were not decided: `C)`, `c`." in said
    run("override", "out", "2.2", "b", "--answer", "c", "--score", "1")
    said = run("override", "out", "2.2", "b", "--answer", "C)", "--score", "1", "--lang", "en")
    assert "read the same" not in said


def test_unread_answers_can_be_decided_in_groups():
    put("c.csv", HEAD, *(f"s{n},2.1,z0,0.2 or so I think" for n in range(3)))
    run("grade", "c.csv", "-o", "out")
    assert "Nothing is held" in run("mark-held", "out", "--lang", "en")
    run("mark-held", "out", "--unread", typed="1\n")
    run("regrade", "out", "--apply")
    assert set(grades("out").values()) == {"1"}


def test_columns_that_tell_no_problem_are_named_beside_a_mapping():
    put("f.csv", "Roll No,Question 2.3,Q2.1,2.2 (a),Hobby", "1,x,y,z,chess")
    said = run("grade", "f.csv", "--suggest-map", "--lang", "en")
    assert "Q2.1: '2.1'" in said
    assert "tell no problem: Hobby." in said


def test_a_link_in_a_folder_is_not_followed():
    put("secret.txt", "2.1: 0.2")
    put("f/s1.txt", "2.1: 0.2")
    Path("f/s2.txt").symlink_to(Path("secret.txt").resolve())
    run("grade", "f", "-o", "out", "--lang", "en")
    assert grades("out")["s1"] == "1"
    assert any("is a link" in row[5] for row in table("out/problems.csv"))


def test_figures_do_not_depend_on_how_nothing_is_written():
    rows = [f"s{n},{p},,{'0.2' if n % 3 else '0.3'}" for n in range(9) for p in ("2.1", "5.7") if (n, p) != (4, "5.7")]
    put("few.csv", HEAD, *(row for row in rows if not row.startswith("s8,5.7")))
    put("all.csv", HEAD, *(row for row in rows if not row.startswith("s8,5.7")), "s8,5.7,,", "s4,5.7,,", "s9,2.1,,")
    for name in ("few", "all"):
        run("grade", f"{name}.csv", "-o", name, "--set", "2.1", "--set", "5.7")
        run("report", name)
    for page in ("items.csv", "misconceptions.csv", "options.csv", "variants.csv"):
        assert table(f"few/{page}") == table(f"all/{page}")
    assert table("few/items.csv")[1][1] == "9"


def test_figures_do_not_depend_on_names():
    scores = {"i": {}, "j": {}}
    for n in range(12):
        scores["i"][f"s{n}"], scores["j"][f"s{n}"] = float(n % 2), float(n % 3 == 0)
    renamed = {item: {f"z{99 - int(s[1:])}": v for s, v in own.items()} for item, own in scores.items()}
    found, other = figures(scores, ["i", "j"]), figures(renamed, ["i", "j"])
    for a, b in zip(found, other, strict=True):
        assert a.discrimination == pytest.approx(b.discrimination)
        assert a.point_biserial == pytest.approx(b.point_biserial)


def test_what_waits_is_said_above_the_mean():
    put("c.csv", HEAD, "a,W1,a,same space", "b,W1,a,other words", "a,2.1,z0,0.2", "b,2.1,z0,0.2")
    run("grade", "c.csv", "-o", "out", "--lang", "en")
    said = run("report", "out", "--lang", "en")
    assert "2 answers wait for a person" in said
    assert "2 answers wait for a person" in Path("out/report.html").read_text(encoding="utf-8")
    (held,) = [row for row in table("out/items.csv")[1:] if row[1] == "0"]
    assert held[1:5] == ["0", "", "", ""]
    assert held[9] == "2"


# What a student wrote below each other, what is read of it, and how many lines are refused.
WRITTEN = [
    ("1.2:\n-0.9\n0.1\n0.2\n\n2.1\n\n0.2", [("1.2", "", "-0.9\n0.1\n0.2"), ("2.1", "", "0.2")], 0),
    ("2.2 (b): d, because largest\nQ2.1\n0.2", [("2.2", "b", "d, because largest"), ("2.1", "", "0.2")], 0),
    ("3.4 (c): b\n(b): 0\n(a): [1, 2]", [("3.4", "c", "b"), ("3.4", "b", "0"), ("3.4", "a", "[1, 2]")], 0),
    ("1.1 (a): 4\n(d): b\n(b): 3", [("1.1", "a", "4"), ("1.1", "d", "b"), ("1.1", "b", "3")], 0),
    ("2.2 a: [1, 2]\n(b)\nran", [("2.2", "a", "[1, 2]"), ("2.2", "b", "ran")], 0),
    ("2.2 a: [1, 2]\nb: ran", [("2.2", "a", "[1, 2]"), ("2.2", "b", "ran")], 0),
    ("2.2 logits: [1, 2]\nwinner: ran", [("2.2", "logits", "[1, 2]"), ("2.2", "winner", "ran")], 0),
    ("2.2\n(a): [1, 2]\n(b): d", [("2.2", "a", "[1, 2]"), ("2.2", "b", "d")], 0),
    ("2.1: 0.2\nProblem 2.2, (a): [1, 2]", [("2.1", "", "0.2"), ("2.2", "a", "[1, 2]")], 0),
    ("2.1: 0.2\n### 2.3\n[1, 2]", [("2.1", "", "0.2"), ("2.3", "", "[1, 2]")], 0),
    ("2.1: 0.2\n__2.2 (b)__: ran", [("2.1", "", "0.2"), ("2.2", "b", "ran")], 0),
    ("2.1: 0.2\n(2.3) [1, 2]", [("2.1", "", "0.2"), ("2.3", "", "[1, 2]")], 0),
    ("2.1: 0.2\n| 2.3 | [1, 2] |", [("2.1", "", "0.2"), ("2.3", "", "[1, 2]")], 0),
    ("1.3 (a): F c\n1.3 (b)\nE_in^T", [("1.3", "a", "F c"), ("1.3", "b", "E_in^T")], 0),
    ("2.1: 0.2\n\nThank you sir", [("2.1", "", "0.2")], 1),
    ("2.1: 0.2\nRegards,\nRavi", [("2.1", "", "0.2")], 2),
    ("2.1: 0.2\n--\nRavi", [("2.1", "", "0.2")], 2),
    ("2.1: 0.2\nNote: 2.2 was hard", [("2.1", "", "0.2")], 1),
    ("4.3: L = -ln(0.42332)\n= 0.860", [("4.3", "", "L = -ln(0.42332) = 0.860")], 0),
    ("Q2.1) 0.2", [("2.1", "", "0.2")], 0),
    ("Ans 2.2(b) - ran", [("2.2", "b", "ran")], 0),
    ("2.2b) ran", [("2.2", "b", "ran")], 0),
    ("Question 4.1 part b: 3", [("4.1", "b", "3")], 0),
    ("Answer 4.1(a) -> 5", [("4.1", "a", "5")], 0),
    ("2.1\uff1a0.2", [("2.1", "", "0.2")], 0),
    ("Name: Ravi\nRoll No: 12\n2.1: 0.2", [("2.1", "", "0.2")], 0),
    ("2.2 (b):- ran\n2.1:-0.2", [("2.2", "b", "ran"), ("2.1", "", "0.2")], 0),
    ("2.2 (b):- ran\n2.1: -0.2", [("2.2", "b", "ran"), ("2.1", "", "-0.2")], 0),
    ("2.2 (a):\n2.1\n1.2\n2.3\n4.3", [("2.2", "a", "2.1\n1.2\n2.3\n4.3")], 0),
    ("2.2 (b): ran\n2.1:-0.2", [("2.2", "b", "ran"), ("2.1", "", "-0.2")], 0),
    ("2.1: 0.2\n4.3 = 0.860", [("2.1", "", "0.2"), ("4.3", "", "0.860")], 0),
    ("2.1 - 0.2", [], 1),
    ("W1 (a): one space\nfor both\n(b): c\nThank you", [("W1", "a", "one space\nfor both"), ("W1", "b", "c")], 1),
    ("5.2 (a): [0, 1]*[[a, b], [c, d]]\n= [c, d]\nThanks", [("5.2", "a", "[0, 1]*[[a, b], [c, d]]\n= [c, d]")], 1),
    ("5.1: a\nb\nc", [("5.1", "", "a\nb\nc")], 0),
    ("T1: F\nThe transpose is missing", [("T1", "", "F\nThe transpose is missing")], 0),
    ("9.9: 3\n2.1: 0.2", [("9.9", "", "3"), ("2.1", "", "0.2")], 0),
    ("2.1: 0.2\n7.9: 4\n5", [("2.1", "", "0.2")], 2),
    ("1.1: (a) 4 (b) 3", [("1.1", "a", "4"), ("1.1", "b", "3")], 0),
    ("(1.1) (a) 4\n(1.1) (b) 3", [("1.1", "a", "4"), ("1.1", "b", "3")], 0),
    ("1.3 (a): F (c) (b): E_in^T", [("1.3", "a", "F (c)"), ("1.3", "b", "E_in^T")], 0),
    ("T1: (a) F", [("T1", "", "(a) F")], 0),
    ("T1: F c\n1.3\n(a) T d", [("T1", "", "F c"), ("1.3", "a", "T d")], 0),
    ("2.3: [1, 2]\n3.4\n(a) [3, 4]", [("2.3", "", "[1, 2]"), ("3.4", "a", "[3, 4]")], 0),
    ("4.3: 0.860\n1.1\n(a) 4\n(b) 3", [("4.3", "", "0.860"), ("1.1", "a", "4"), ("1.1", "b", "3")], 0),
    ("2.1: 0.2\n(a) 5", [("2.1", "", "0.2\n(a) 5")], 0),
    ("2.1: 0.2\nT1 Fc", [("2.1", "", "0.2")], 1),
    ("T1 Fc", [], 1),
    ("2.3: P = [1, 2,\n3, 4]", [("2.3", "", "P = [1, 2, 3, 4]")], 0),
    ("2.2 (a): 1, 2,\n3, 4\n(b) d", [("2.2", "a", "1, 2, 3, 4"), ("2.2", "b", "d")], 0),
    ("5.2 (b): [1 + 1, 2]\n[2, 2]", [("5.2", "b", "[1 + 1, 2] = [2, 2]")], 0),
    ("W1 (a): same space, see\n2.2 again\n(b): c", [("W1", "a", "same space, see\n2.2 again"), ("W1", "b", "c")], 0),
    ("2.2 (a): |-0.24|\n|-0.14|\n|0.5|", [("2.2", "a", "-0.24\n-0.14\n0.5")], 0),
    ("T4: F b\n* 4.3 0.860", [("T4", "", "F b")], 1),
    ("T4: F b\n4.3, 0.860", [("T4", "", "F b")], 1),
    ('T4: F b\n"4.3","0.860"', [("T4", "", "F b")], 1),
    ("2.2 (b): d\n- 2.1 is 0.2", [("2.2", "b", "d")], 1),
    ("2.2 (b): d\n- 2.1 - 0.2", [("2.2", "b", "d"), ("2.1", "", "0.2")], 0),
    ("W1 (a): space\n* T1 - F c\n14) T4: F b", [("W1", "a", "space"), ("T1", "", "F c"), ("T4", "", "F b")], 0),
    ("W1 (a): same space\nQT1 F c\nAns T4 F b\nT1 F c", [("W1", "a", "same space")], 3),
    ("W1 (a): same space\nT 1: F c\n2.2.b: d", [("W1", "a", "same space"), ("T1", "", "F c"), ("2.2", "b", "d")], 0),
    ("W1 (a)\n2.1 shows both\n1.1 and 1.2 too", [("W1", "a", "2.1 shows both\n1.1 and 1.2 too")], 0),
    ("W1 (a) same space, dot product  (b) c", [("W1", "a", "same space, dot product"), ("W1", "b", "c")], 0),
    ("2.2 a) [1, 2]  b) d", [("2.2", "a", "[1, 2]"), ("2.2", "b", "d")], 0),
    ("1.2\n| -0.9 |\n|  0.1 |\n|  0.2 |", [("1.2", "", "-0.9\n0.1\n0.2")], 0),
    ("5.2 (a): [0, 1] = [c, d]\n- 4.3 0.860", [("5.2", "a", "[0, 1] = [c, d]")], 1),
    ("T1: F d\nCorrection T1: F c", [("T1", "", "F d"), ("T1", "", "F c")], 0),
    ("Final answer 2.1: 0.2\nSorry, 4.3: 0.860", [("2.1", "", "0.2"), ("4.3", "", "0.860")], 0),
    ("1.1\n(i) 4\n(ii) 3", [("1.1", "a", "4"), ("1.1", "b", "3")], 0),
    ("2.2 (ii): ran", [("2.2", "b", "ran")], 0),
    ("2.1 ans: 0.2\n4.3 L = 0.860", [("2.1", "", "0.2"), ("4.3", "", "L = 0.860")], 0),
    ("```\n2.1: 0.2\n```\nPage 2 of 3\n4.3: 0.860", [("2.1", "", "0.2"), ("4.3", "", "0.860")], 0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rows", "refused"), WRITTEN)
def test_what_students_write_into_files(text, rows, refused):
    found = submissions(folder_source({"s1.txt": text.encode()}, by_name(BANK)))
    assert [row[2:5] for row in found.rows] == rows
    assert len(found.refused) == refused


def test_what_moodle_keeps_of_a_page():
    page = b"<p>2.1: 0.2</p><p>2.2&nbsp;(b): ran<br>4.3: 0.860</p>"
    found = submissions(folder_source({"A_1_assignsubmission_onlinetext_/onlinetext.html": page}, by_name(BANK)))
    assert [row[1:5] for row in found.rows] == [
        ("A", "2.1", "", "0.2"), ("A", "2.2", "b", "ran"), ("A", "4.3", "", "0.860"),
    ]  # fmt: skip


def test_what_is_unread_could_show_nothing():
    put("c.csv", HEAD, "a,2.1,z0,0.207", "b,2.1,z0,blah", "c,2.1,z0,", "d,2.1,z0,0.2")
    run("grade", "c.csv", "-o", "out")
    run("report", "out")
    assert [row[1:3] for row in table("out/misconceptions.csv")[1:]] == [["1", "2"]]


def test_the_reason_is_the_decision_where_it_makes_another_attempt_count():
    put("c.csv", f"{HEAD},attempt", "a,2.1,z0,zero point two,1", "a,2.1,z0,0.3,2")
    run("grade", "c.csv", "-o", "out", "--attempts", "best")
    run("override", "out", "2.1", "--answer", "zero point two", "--score", "1")
    said = run("regrade", "out", "--apply", "--lang", "en")
    assert "reads it otherwise" not in said
    assert grades("out") == {"a": "1"}


def test_our_own_table_comes_back_as_answers_without_its_apostrophes():
    put("c.csv", HEAD, 'a,2.2,logits,"-0.24, -0.14, -0.49, 0.51"', "a,4.3,loss,-0.860")
    run("grade", "c.csv", "-o", "out")
    run("grade", "out/marks.csv", "-o", "again")
    assert grades("out") == grades("again")
    assert grades("out")["a"] == "1"


def test_names_of_columns_in_json_may_be_written_in_capitals_and_part_left_out():
    put(
        "c.jsonl",
        '{"Student": "a", "Problem": "2.1", "answer": "0.2"}',
        '{"student": "b", "problem": "2.1", "Answer": "0.3"}',
    )
    run("grade", "c.jsonl", "-o", "out")
    assert grades("out") == {"a": "1", "b": "0"}


def test_a_file_that_is_too_large_costs_itself_alone():
    import zipfile

    with zipfile.ZipFile("z.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"0" * (250 << 20))
        archive.writestr("b.txt", "2.1: 0.2")
    run("grade", "z.zip", "-o", "out")
    assert grades("out")["b"] == "1"


LOG_2 = "[0.22, 0.23, 0.18, 0.37]"  # shares to the base 2, to two places: 0.3660 of them is shown as 0.37


@pytest.mark.parametrize(
    ("shares", "loss", "outcome"),
    [
        (LOG_2, "0.994", "right"),  # from the rounded share
        (LOG_2, "1.005", "held"),  # from 0.3660, as the problem asks
        (LOG_2, "1.009", "wrong"),  # no value that rounds to 0.37 gives it
        (LOG_2, "0.980", "wrong"),
        (LOG_2, "0.860", "right"),  # by the key
        (LOG_2, "1.2", "wrong"),
        ("[0.3, 0.2, 0.1, 0.4]", "0.95", "wrong"),  # one decimal is taken as it is
        ("[0.28, 0.29, 0.15, 0.27]", "1.298", "held"),
    ],
)
def test_what_may_follow_from_a_value_before_it_was_rounded_is_not_wrong(shares, loss, outcome):
    found = mark("4.3", {"loss": loss}, earlier={"2.3": {"probs": shares}})["loss"]
    assert found.outcome == outcome


def test_a_report_is_written_again_after_a_decision():
    put("c.csv", HEAD, "a,2.2,b,the", "b,2.2,b,d", "c,2.1,z0,0.2")
    run("grade", "c.csv", "-o", "out")
    for _ in range(2):
        run("report", "out")
        run("override", "out", "2.2", "b", "--student", "a", "--score", "1")
        run("regrade", "out", "--apply")
    run("report", "out")
    assert table("out/items.csv")[0][:2] == ["part", "students"]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line", ["-" * 5000, "- " * 3000, "* # > " * 1500, "1. " * 2000, "a " * 3000, "(b) " * 1500, "Q" * 5000]
)
def test_odd_lines_take_no_time(line):
    found = submissions(folder_source({"s1.txt": f"2.1: 0.2\n{line}x\n".encode()}, by_name(BANK)))
    assert found.rows[0][2:4] == ("2.1", "")


def test_lines_are_those_of_each_student_s_file():
    put("f/s1.txt", "Namaste", "", "2.1: 0.2", "2.2 (a) [1, 2, 3, 4]  (b) ran", "Thank you")
    put("f/s2.txt", "9.9: 1", "2.1: 0.2")
    run("grade", "f", "-o", "out")
    assert [(row[1], row[0]) for row in table("out/problems.csv")[1:]] == [("s1", "1"), ("s1", "5"), ("s2", "1")]
    marks = table("out/marks.csv")
    line = marks[0].index("line")
    assert [(row[0], row[1], row[line]) for row in marks[1:]] == [
        ("s1", "2.1", "3"), ("s1", "2.2", "4"), ("s1", "2.2", "4"), ("s2", "2.1", "2"),
    ]  # fmt: skip
