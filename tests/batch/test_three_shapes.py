"""A simulated class with planted misconceptions, typos and damage: three shapes, a report, second thoughts."""

import csv
import io
import json
import random
import shutil
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.naming import by_name
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.batch import decisions
from grader.batch.again import read_marks, read_table, regraded
from grader.batch.decisions import Decision, add
from grader.batch.decisions import load as load_decisions
from grader.batch.engines import engine_of
from grader.batch.exports import export
from grader.batch.gradebook import Rules, grade, graded, write
from grader.batch.held import groups
from grader.batch.marks import marks_of as rows_of
from grader.batch.pages import feedback, report_page, report_tables
from grader.batch.policy import policy_of
from grader.batch.read import read, submissions
from grader.batch.report import report
from grader.batch.sources import folder_source, source_of
from grader.batch.wide import long, read_map, suggest
from grader.cli.grade import command
from grader.cli.override import command as override
from grader.cli.regrade import command as regrade
from grader.csvtext import text_of
from grader.errors import UserError
from grader.publish.responses import csv_form, rows, xlsx_form
from grader.publish.sheet import Copy
from grader.publish.sheet_id import seed_of

ROOT = Path(__file__).parents[2]
BANK = load(shipped("problems"))
ITEMS = select(BANK, ["2.1", "2.2", "2.3", "T1"])
PLANTED = {"2.2 winner": "farthest-wins", "T1 verdict": "lookup-multiplies"}


def simulated(count=300):
    """Rows of a class: ability decides who is right; every fifth has a planted misconception, some a typo or damage."""
    rng = random.Random(5)
    variants = Variants(BANK)
    out = []
    for n in range(count):
        student, ability = f"s{n:03d}", rng.random()
        for item in ITEMS:
            variant = variants.of(item, 0)
            for part in item.parts:
                kind, key = variant.key(part)
                right = kind.show(key)
                place = f"{item.number} {part.id}"
                answer = right if rng.random() < 0.3 + 0.65 * ability else "?"
                if place in PLANTED and n % 5 == 0:
                    name = PLANTED[place]
                    mistake = next((m for m in part.mistakes if m.name == name), None)
                    answer = kind.show(variant.key(part, mistake.spec)[1]) if mistake else "F a"
                elif n % 37 == 0 and part.id == "z0":
                    answer = "2-Jan"
                elif n % 41 == 0:
                    answer = f" {answer} "
                out.append((student, item.number, part.id, answer))
    return out


CLASS = simulated()
HEAD = ("student", "problem", "part", "answer")


def as_long():
    return text_of([HEAD, *CLASS]).encode()


def wide_table():
    places = list(dict.fromkeys((problem, part) for _, problem, part, _ in CLASS))
    names = [f"Q {problem} {part}" for problem, part in places]
    cells = {(s, p, q): a for s, p, q, a in CLASS}
    students = list(dict.fromkeys(s for s, *_ in CLASS))
    table = [("Roll No", *names), *((s, *(cells[(s, p, q)] for p, q in places)) for s in students)]
    return table, {name: f"{p} {q}" for name, (p, q) in zip(names, places, strict=True)}


def from_wide():
    table, columns = wide_table()
    mapping = read_map(yaml.safe_dump({"student": "Roll No", "columns": columns}))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows(table)
    return submissions(long(source_of(out.getvalue().encode("utf-16")), mapping))


def from_zip():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for student in dict.fromkeys(s for s, *_ in CLASS):
            own = [("problem", "part", "answer"), *(row[1:] for row in CLASS if row[0] == student)]
            archive.writestr(f"submissions/{student}.csv", text_of(own))
    return submissions(source_of(out.getvalue()))


def marks_of(submitted, **rules):
    outcome = graded(BANK, submitted, Rules(items=ITEMS, **rules))
    assert outcome.rows == outcome.graded + outcome.refused + outcome.held == len(CLASS)
    return outcome


def test_three_shapes_give_the_same_marks_and_the_damage_is_named():
    first = marks_of(read(as_long()))
    for other in (marks_of(from_wide()), marks_of(from_zip())):
        assert other.grades == first.grades
        columns = [0, 1, 2, 4, 5, 9]
        assert sorted([r[c] for c in columns] for r in other.marks) == sorted(
            [r[c] for c in columns] for r in first.marks
        )
    damaged = [row for row in first.problems if "made a date" in row[5]]
    assert len(damaged) == sum(answer == "2-Jan" for *_, answer in CLASS) > 3


def test_the_planted_misconceptions_come_out_on_top(tmp_path):
    write(marks_of(read(as_long())), tmp_path)
    made = report(BANK, read_marks(tmp_path), read_table(tmp_path / "grades.csv"))
    assert {m.name for m in made.misconceptions[:2]} == set(PLANTED.values())
    top = made.misconceptions[0]
    assert top.low <= top.share <= top.high
    assert top.students >= 60
    assert made.alpha is not None
    assert 0 < made.alpha[0] < 1
    able = {i.item: i for i in made.items}
    assert able["softmax-probs.probs"].point_biserial > 0.2


def test_engines_give_the_same_bytes():
    submitted = read(as_long())
    here = graded(BANK, submitted, Rules(items=ITEMS))
    with engine_of("processes", BANK, 2) as engine:
        there = graded(BANK, submitted, Rules(items=ITEMS), engine)
    assert there == here


def test_a_bank_fix_changes_exactly_the_students_it_should(tmp_path):
    source = (shipped("problems") / "problems/embeddings-and-tied-weights/level2/one-coordinate.yaml").read_text(
        "utf-8"
    )
    root = tmp_path / "bank"
    folder = root / "problems/embeddings-and-tied-weights"
    (folder / "level2").mkdir(parents=True)
    shipped_topic = shipped("problems") / "problems"
    (root / "problems/bank.yaml").write_bytes((shipped_topic / "bank.yaml").read_bytes())
    (folder / "topic.yaml").write_bytes((shipped_topic / "embeddings-and-tied-weights/topic.yaml").read_bytes())
    file = folder / "level2/one.yaml"
    wrong = source.replace("value: 'dot(h, E[0])', names", "value: 'dot(h, E[0]) + 1', names")
    assert wrong != source
    file.write_text(wrong, encoding="utf-8")
    marks = tmp_path / "marks"
    answers = "student,problem,part,answer\ns01,2.1,z0,0.2\ns02,2.1,z0,9\ns03,2.1,z0,=bad\n"
    before = load(root)
    write(graded(before, read(answers.encode()), Rules()), marks)
    assert regraded(before, marks, Rules())[1] == []
    file.write_text(source, encoding="utf-8")
    fixed = load(root)
    outcome, changes = regraded(fixed, marks, Rules())
    assert [(c.student, c.before, c.after, c.why.code) for c in changes] == [("s01", "0", "1", "batch.why-key")]
    write(outcome, marks, force=True)
    before = fixed
    assert regraded(before, marks, Rules())[1] == []  # twice gives nothing new
    decisions.add(marks, decisions.Decision("t", "me", "s02", "one-coordinate", "z0", "", "", "1/2", "a good idea"))
    outcome, changes = regraded(before, marks, Rules())
    assert [(c.student, c.before, c.after) for c in changes] == [("s02", "0", "0.5")]
    write(outcome, marks, force=True)
    assert regraded(before, marks, Rules())[1] == []
    assert {row.student: row.comment for row in read_marks(marks)}["s02"] == "a good idea"
    assert {row.student: row.answer for row in read_marks(marks)}["s03"] == "=bad"


def test_also_right_for_everyone_and_a_torn_last_line(tmp_path):
    answers = text_of([HEAD, *((f"s{n}", "2.2", "winner", "run !") for n in range(3)), ("s9", "2.2", "winner", "dog")])
    write(graded(BANK, read(answers.encode()), Rules()), tmp_path)
    decisions.add(tmp_path, decisions.Decision("t", "me", "", "tied-logits", "winner", "", " run  ! ", "1"))
    with (tmp_path / decisions.NAME).open("a") as file:
        file.write('{"at": "t2", "by"')  # a power cut
    _, changes = regraded(BANK, tmp_path, Rules())
    assert sorted(c.student for c in changes) == ["s0", "s1", "s2"]
    decisions.add(tmp_path, decisions.Decision("t", "me", "s9", "tied-logits", "winner", "", "", "1"))
    assert sorted(c.student for c in regraded(BANK, tmp_path, Rules())[1]) == ["s0", "s1", "s2", "s9"]


def test_held_answers_are_grouped_and_marked_by_one_decision(tmp_path):
    own = "Rows and contexts lie in one space and are compared by a dot product"
    answers = text_of(
        [
            HEAD,
            ("s1", "W1", "own-words", own),
            ("s2", "W1", "own-words", own.lower() + "."),
            ("s3", "W1", "own-words", "No idea"),
        ]
    )
    outcome = graded(BANK, read(answers.encode()), Rules())
    assert outcome.held == 3
    write(outcome, tmp_path)
    found = groups(BANK, tmp_path)
    assert [group.count for group in found] == [2, 1]
    ran = CliRunner().invoke(
        __import__("grader.cli.mark_held", fromlist=["command"]).command, [str(tmp_path)], input="1\nq\n"
    )
    assert ran.exit_code == 0, ran.output
    assert "s1" not in ran.output  # names are hidden
    assert [group.count for group in groups(BANK, tmp_path)] == [1]
    again, changes = regraded(BANK, tmp_path, Rules())
    assert again.held == 1
    assert len(changes) == 2


POLICIES = [
    (("last", "", "0", "0"), "0"),
    (("best", "", "0", "0"), "1"),
    (("first", "", "0", "0"), "0"),
    (("best", "", "0", "25%"), "0.75"),
    (("best", "2026-11-30T12:00", "10%", "0"), "0.8"),
]


@pytest.mark.parametrize(("options", "total"), POLICIES)
def test_policies_of_attempts(options, total):
    attempts = [("cat", "1", "2026-11-30T11:00"), ("ran", "2", "2026-12-01 13:00"), ("dog", "3", "2026-11-30T11:30")]
    table = [(*HEAD, "attempt", "at"), *(("s", "2.2", "winner", *attempt) for attempt in attempts)]
    outcome = graded(BANK, read(text_of(table).encode()), Rules(policy=policy_of(*options)))
    assert outcome.grades[1][outcome.grades[0].index("total")] == total


def test_forms_come_back_with_each_students_own_variant():
    copies = [Copy(seed_of(3, s), s, s.upper()) for s in ("s01", "s02")]
    table = [list(row) for row in rows(BANK, ITEMS, copies)]
    variants = Variants(BANK)
    for row in table:
        item = BANK.find(row[3])
        part = item.parts["abc".index(row[4]) if row[4] else 0]
        kind, key = variants.of(item, seed_of(3, row[0])).key(part)
        row[5] = kind.show(key)
    for form in (csv_form(table), xlsx_form(table)):
        outcome = graded(BANK, read(form), Rules(items=ITEMS))
        assert outcome.notes == ()
        assert outcome.graded == len(table)
        assert {row[-1] for row in outcome.grades[1:]} == {"100"}
    stolen = [[*table[0][:2], table[-1][2], *table[0][3:]]]
    assert "another student" in graded(BANK, read(csv_form(stolen)), Rules()).problems[1][5]
    slip = [[*table[0][:2], table[0][2][:-1] + "#", *table[0][3:]]]
    assert "wrong or missing sign" in graded(BANK, read(csv_form(slip)), Rules()).problems[1][5]


def test_a_map_is_proposed():
    table, columns = wide_table()
    made = suggest(source_of(text_of(table).encode()), BANK)
    assert made["student"] == "Roll No"
    assert set(made["columns"]) == set(columns)
    forms = "Timestamp,Email address,2.2 (a),2.2 (b),Score\n1/12/2026,x,1,2,3\n"
    made = suggest(source_of(forms.encode()), BANK)
    assert made == {"student": "Email address", "at": "Timestamp", "columns": {"2.2 (a)": "2.2 a", "2.2 (b)": "2.2 b"}}


def test_hostile_archives_are_named_and_the_rest_is_marked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../evil.txt", "2.2 b: ran")
        archive.writestr("s01.txt", "2.2 (b): ran\n5.2 row: [0*a + 1*c, 0*b + 1*d]\n= [c, d]\n")
        archive.writestr("s02.txt", b"\x00" * (6 << 20))
    outcome = graded(BANK, submissions(source_of(out.getvalue())), Rules())
    assert {row[0] for row in outcome.marks[1:]} == {"s01"}
    assert outcome.refused == 2
    with pytest.raises(UserError):
        read(b"PAR1 nothing")


def test_json_lines_and_a_folder():
    text = "\n".join(json.dumps(dict(zip(HEAD, row, strict=True))) for row in CLASS[:20]) + "\n{broken\n"
    found = read(text.encode(), "a.jsonl")
    assert [row[1:5] for row in found.rows] == [row for row in CLASS[:20] if row[3] != "2-Jan"]
    assert found.refused[-1][4].code == "batch.json"
    one = submissions(folder_source({"s07.txt": b"2.2 b: ran\n", "s08.txt": "2.2 (b) = ran\n".encode("utf-16")}))
    assert [row[1:5] for row in one.rows] == [("s07", "2.2", "b", "ran"), ("s08", "2.2", "b", "ran")]


def test_the_command_does_it_all(tmp_path):
    (tmp_path / "a.csv").write_bytes(as_long())
    words = [str(tmp_path / "a.csv"), "-o", str(tmp_path / "m"), "--export", "moodle", "--export", "canvas",
             "--export", "gradescope", "--export", "xlsx"]  # fmt: skip
    ran = CliRunner().invoke(command, words)
    assert ran.exit_code == 0, ran.output
    names = {path.name for path in (tmp_path / "m").iterdir()}
    own = {"grades.csv", "marks.csv", "problems.csv", "summary.html", "options.json"}
    assert names == own | {"moodle.csv", "canvas.csv", "gradescope", "gradebook.xlsx"}
    results = json.loads((tmp_path / "m/gradescope/s001/results.json").read_text())
    assert {test["name"] for test in results["tests"]} == {
        "2.1 z0",
        "2.2 logits",
        "2.2 winner",
        "2.3 probs",
        "T1 verdict",
    }


def test_a_comment_leaves_the_score_and_the_latest_word_stands(tmp_path):
    answers = text_of([HEAD, ("s1", "2.1", "z0", "9"), ("s2", "2.1", "z0", "9"), ("s3", "2.1", "z0", "1 1/2")])
    write(graded(BANK, read(answers.encode()), Rules()), tmp_path)

    def decide(student, answer, score, comment="", seed=""):
        decisions.add(
            tmp_path, decisions.Decision("t", "me", student, "one-coordinate", "z0", seed, answer, score, comment)
        )
        outcome, _ = regraded(BANK, tmp_path, Rules())
        write(outcome, tmp_path, force=True)
        return {row.student: (row.credit, row.comment) for row in read_marks(tmp_path)}

    assert decide("", "9", "1/2", seed="0") == {"s1": ("0.5", ""), "s2": ("0.5", ""), "s3": ("0", "")}
    assert decide("", "9", "1") == {"s1": ("1", ""), "s2": ("1", ""), "s3": ("0", "")}
    assert decide("s1", "", "", "see me") == {"s1": ("1", "see me"), "s2": ("1", ""), "s3": ("0", "")}
    assert decide("s2", "", "0") == {"s1": ("1", "see me"), "s2": ("0", ""), "s3": ("0", "")}
    assert decide("", "11/2", "1")["s3"] == ("0", "")


def test_no_answer_that_was_marked_is_ever_lost(tmp_path):
    answers = text_of([HEAD, ("s1", "2.1", "z0", "0.2"), ("s1", "4.3", "loss", "0.86")])
    write(graded(BANK, read(answers.encode()), Rules()), tmp_path)
    with pytest.raises(UserError) as refused:
        regraded(BANK, tmp_path, Rules(items=ITEMS))
    assert refused.value.why.code == "batch.would-lose"


def test_ragged_rows_of_wide_files_are_refused():
    mapping = read_map("student: name\ncolumns: {'2.1': '2.1', b: 2.2 b}\n")
    found = submissions(long(source_of(b"name,2.1,b,Score\ns1,0.2,[1, 2],ran\ns2,0.2,ran,3\ns3,0.2\n"), mapping))
    assert [row[1] for row in found.rows] == ["s2", "s2"]
    assert [why.code for *_, why in found.refused] == ["batch.ragged-long", "batch.ragged"]
    assert [note.code for note in found.notes] == ["batch.ignored"]


def test_newer_answers_count_by_their_time():
    table = [
        (*HEAD, "at"),
        ("s", "2.1", "z0", "0.2", "2026/11/30 12:00:00 PM GMT+5:30"),
        ("s", "2.1", "z0", "9", "2026/11/30 9:00:00 AM GMT+5:30"),
    ]
    outcome = graded(BANK, read(text_of(table).encode()), Rules())
    assert outcome.grades[1][2] == "1"


def test_folders_by_moodle_and_empty_files():
    files = {
        "Asha Rao_12_assignsubmission_file_/a.txt": b"2.2 b: ran",
        "Bilal_13_assignsubmission_file_/a.txt": b"2.2 b: dog",
        "empty.txt": b"",
        "s9.csv": b"problem,part,answer,seed\n2.1,,[1, 2],3\n2.1,,4,3\n",
    }
    found = submissions(folder_source(files))
    assert [(row[1], row[4], row[5]) for row in found.rows] == [
        ("Asha Rao", "ran", None),
        ("Bilal", "dog", None),
        ("s9", "4", 3),
    ]
    assert [why.code for *_, why in found.refused] == ["batch.file-empty", "batch.ragged-long"]


def test_names_that_differ_in_accents_or_zeros_are_noted():
    rows = [("José", "2.3", "", "1"), ("jose", "2.3", "", "1"), ("s01", "2.3", "", "1"), ("s1", "2.3", "", "1")]
    text = "student,problem,part,answer\n" + "".join(",".join(row) + "\n" for row in (*rows, ("s10", "2.3", "", "1")))
    outcome = grade(BANK, text.encode())
    assert [row[1] for row in outcome.problems[1:] if row[4] == "name"] == ["jose", "s1"]


def test_what_excel_writes_in_front_says_by_what_columns_are_parted():
    found = read(b"sep=;\r\nstudent;problem;part;answer\r\ns01;2.3;;0,5|x\r\n")
    assert found.rows == ((3, "s01", "2.3", "", "0,5|x", None, 0, ""),)


def test_other_sheets_of_a_workbook_are_named():
    import io

    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["student", "problem", "part", "answer"])
    book.active.append(["s01", "2.3", "", "1"])
    book.create_sheet("Late").append(["s02"])
    book.create_sheet("Empty")
    data = io.BytesIO()
    book.save(data)
    found = read(data.getvalue())
    assert [(note.code, dict(note.slots)["names"]) for note in found.notes] == [("batch.sheets", "Late")]
    assert len(found.rows) == 1


def test_decisions_are_listed_and_taken_back(tmp_path):
    for n, score in enumerate(("1", "0.5"), 1):
        add(tmp_path, Decision("2026-01-01T10:00", "t", "s01", "tied-logits", "winner", "", "", score, f"c{n}"))
    assert load_decisions(tmp_path).on("s01", "tied-logits", "winner", 0, "x").score == "0.5"
    add(tmp_path, Decision("2026-01-02T10:00", "t", "", "", "", "", "", "", undoes=2))
    assert load_decisions(tmp_path).on("s01", "tied-logits", "winner", 0, "x").score == "1"
    assert len((tmp_path / "decisions.jsonl").read_text().splitlines()) == 3
    made = CliRunner().invoke(override, [str(tmp_path), "--list"])
    assert [line[:2] for line in made.output.splitlines()] == ["1."]
    again = CliRunner().invoke(override, [str(tmp_path), "--take-back", "2"])
    assert again.exit_code != 0


def test_a_report_by_language_and_with_disputes(tmp_path):
    text = "student,problem,part,answer\n" + "".join(f"s{n:02},2.2,winner,{'d' if n % 2 else 'a'}\n" for n in range(12))
    outcome = grade(BANK, text.encode())
    langs = {f"s{n:02}": "en" if n % 2 else "hinglish" for n in range(12)}
    made = report(BANK, rows_of(outcome.marks), outcome.grades, langs, [("tied-logits.winner", "me", "d", "wrong", "")])
    assert [row[1:] for row in made.languages[1:]] == [("en", "6", "1.00"), ("hinglish", "6", "0.00")]
    tables = report_tables(made)
    assert tables["disputes.csv"].decode().splitlines()[1] == "tied-logits.winner,me,d,wrong,"
    plain_one = report(BANK, rows_of(outcome.marks), outcome.grades)
    assert not {"disputes.csv", "languages.csv"} & set(report_tables(plain_one))
    assert b"Marks that learners doubt" in report_page(made, "en")
    assert b"Marks that learners doubt" not in report_page(plain_one, "en")


def test_a_workbook_that_would_fill_the_memory_is_refused():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (201 << 20))
    with pytest.raises(UserError) as caught:
        read(data.getvalue())
    assert caught.value.why.code == "batch.workbook-large"


def test_decisions_hold_whatever_stands_in_them(tmp_path):
    kept = Decision("2026-01-01T10:00", "t", "s01", "p", "a", "", "one\u2028two", "1", "line\u0085end")
    add(tmp_path, kept)
    add(tmp_path, kept)
    assert load_decisions(tmp_path).on("s01", "p", "a", 0, "one two").score == "1"
    assert load_decisions(tmp_path).on("s01", "p", "a", 0, "another text") is None  # nobody has read that


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_quote_that_joins_rows_costs_its_own_row(sign):
    rows = [("student", "problem", "part", "answer"), ("s1", "2.2", "b", '"d'), ("s2", "2.2", "b", "d")]
    rows += [("s3", "2.2", "b", 'd"'), ("s4", "2.2", "b", "d")]
    found = read("\n".join(sign.join(row) for row in rows).encode())
    assert [row[1] for row in found.rows][-1] == "s4"
    assert {row[1] for row in (*found.rows, *found.refused)} == {"s1", "s2", "s3", "s4"}


def test_two_columns_of_one_name_are_refused_and_a_short_row_keeps_its_name():
    wide = source_of(b"Roll,2.2 (b),2.2 (b)\na,d,x\n")
    with pytest.raises(UserError) as caught:
        long(wide, read_map('student: Roll\ncolumns: {"2.2 (b)": 2.2 b}'))
    assert caught.value.why.code == "batch.column-twice"
    short = source_of(b"Roll,2.2 (a),2.2 (b)\nr3,x\n")
    found = submissions(long(short, read_map('student: Roll\ncolumns: {"2.2 (b)": 2.2 b}')))
    assert [row[1] for row in found.refused] == ["r3"]


@pytest.mark.parametrize("text", ["1.23456789012346e+18", "1.2E+11", "1 day, 2:00:00"])
def test_what_a_spreadsheet_lost_is_never_marked(text):
    found = read(f'student,problem,part,answer\ns1,2.3,,"{text}"\n'.encode())
    assert [row[1] for row in found.refused] == ["s1"]


def test_lists_of_json_stay_as_they_are_written():
    line = json.dumps({"student": "s4", "problem": 2.2, "part": "a", "answer": [[-0.24], [0.51]]})
    assert read(line.encode(), "x.jsonl").rows[0][4] == "[[-0.24], [0.51]]"


def test_a_text_of_several_lines_is_one_answer():
    text = "W1 (a): Both fit.\n1. Rows are read.\nx2 = 5\n0.74 = 0.3^2 + 1\n2.2 (b): d\n9.9: 3\n"
    files = {"anna.txt": text.encode(), "pic.png": b"\x89PNG\r\n\x1a\n\x00", "bea.txt": "2.3: 0,5".encode("utf-16")}
    found = submissions(folder_source(files, by_name(BANK)))
    assert [row[1:5] for row in found.rows] == [
        ("anna", "W1", "a", "Both fit.\n1. Rows are read.\nx2 = 5\n0.74 = 0.3^2 + 1"),
        ("anna", "2.2", "b", "d"),
        ("bea", "2.3", "", "0,5"),
    ]
    assert sorted(row[4].code for row in found.refused) == ["batch.file-binary", "batch.file-line"]


def test_a_page_has_the_points_of_the_gradebook():
    outcome = grade(BANK, b"student,problem,part,answer\ns1,2.2,b,d\n", items=select(BANK, ["level2"]))
    made = feedback(BANK, "s1", "", rows_of(outcome.marks), "en", select(BANK, ["level2"]))
    assert made.total == "1 / 4"
    assert [item.number for item in made.items] == ["2.1", "2.2", "2.3"]
    results = json.loads(export(BANK, outcome, ["gradescope"], "x")["gradescope/s1/results.json"])
    assert sum(test["max_score"] for test in results["tests"]) == 4


def test_a_key_that_does_not_pass_the_checks_changes_no_marks(tmp_path, monkeypatch):
    root = tmp_path / "bank"
    for name in ("problems", "questions"):
        shutil.copytree(ROOT / name, root / name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    answers = tmp_path / "k.csv"
    answers.write_text('student,problem,part,answer\ns1,2.2,a,"[-0.24, -0.14, -0.49, 0.51]"\n', encoding="utf-8")
    marks, bank = str(tmp_path / "mk"), ["--bank", str(root)]
    assert CliRunner().invoke(command, [str(answers), "-o", marks, *bank]).exit_code == 0
    file = root / "problems/embeddings-and-tied-weights/level2/tied-logits.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("value: 'E*h', names", "value: '2*E*h', names"))
    before = (tmp_path / "mk" / "marks.csv").read_bytes()
    made = CliRunner().invoke(regrade, [marks, "--apply", *bank])
    assert made.exit_code != 0
    assert (tmp_path / "mk" / "marks.csv").read_bytes() == before


def test_the_report_speaks_the_language():
    text = "student,problem,part,answer\n" + "".join(f"s{n},T1,,F {'abcd'[n % 4]}\n" for n in range(8))
    outcome = grade(BANK, text.encode())
    page = report_page(report(BANK, rows_of(outcome.marks), outcome.grades, lang="hinglish"), "hinglish").decode()
    assert "neeche ke ek tihai" in page
    assert "lower third" not in page
    assert "galat, " in page.casefold()
