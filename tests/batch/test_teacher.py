"""What a teacher does with a class, by commands: whose answers they are, second thoughts, pages for students."""

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.main import quiz
from grader.csvtext import decoded
from grader.errors import UserError

HEAD = "student,problem,part,answer"


@pytest.fixture(autouse=True)
def _place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words, code=0):
    made = CliRunner().invoke(quiz, [*words], standalone_mode=False)
    if made.exception is not None:
        raise made.exception
    assert made.return_value in (None, code) or made.exit_code == code, made.output
    return " ".join(made.output.split())


def put(name, *lines):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return name


def table(path):
    return list(csv.reader(io.StringIO(Path(path).read_text(encoding="utf-8"))))


def grades(folder):
    return {row[0]: row[1] for row in table(f"{folder}/grades.csv")[1:]}


def test_moodles_folder_is_the_student_whatever_the_file_is_called():
    for name, file, answer in (
        ("Asha Rao", "answers", "0.7"),
        ("Om Das", "answers", "0.2"),
        ("Sita M", "Asha Rao", "0.2"),
    ):
        put(f"m/{name}_1{len(name)}_assignsubmission_file_/{file}.txt", f"2.1: {answer}")
    run("grade", "m", "-o", "out")
    assert grades("out") == {"Asha Rao": "0", "Om Das": "1", "Sita M": "1"}


def test_a_form_comes_back_for_ids_that_a_spreadsheet_would_compute():
    put("r.csv", "name,id", "A,+91-98765-43210", "B,@ravi")
    run("worksheet", "2.1", "--roster", "r.csv", "--seed", "3", "--responses", "f.csv")
    Path("g.csv").write_text(
        Path("f.csv").read_text(encoding="utf-8-sig").replace(",2.1,,", ",2.1,,0"), encoding="utf-8"
    )
    said = run("grade", "g.csv", "-o", "out", "--roster", "r.csv")
    assert "2 rows in = 2 graded + 0 refused" in said
    assert {row[0].lstrip("'") for row in table("out/grades.csv")[1:]} == {"+91-98765-43210", "@ravi"}


def test_a_name_with_a_comma_stays_whole_in_a_refused_line():
    put("c.csv", HEAD, "Rao,2.1,,0.2", '"Rao, Asha",2.1,,"0.2')
    run("grade", "c.csv", "-o", "out")
    assert grades("out") == {"Rao": "1", "Rao, Asha": "0"}
    put("f/Asha Rao.txt", "2.1: 0.2")
    put("f/Rao, Asha.txt", "Namaste sir", "2.1: 0.2")
    run("grade", "f", "-o", "out2")
    assert grades("out2") == {"Asha Rao": "1", "Rao, Asha": "1"}


def test_feedback_says_what_became_of_a_damaged_answer_and_is_for_everyone():
    put("c.csv", HEAD, "s1,2.3,,2-Jan", 's1,2.2,a,"[1,2,3,4]"', "s2,2.3,,2-Jan")
    run("grade", "c.csv", "-o", "out", "--set", "2.2", "--set", "2.3")
    run("feedback", "out", "-o", "back")
    pages = {path.stem: path.read_text(encoding="utf-8") for path in Path("back").iterdir()}
    assert sorted(pages) == ["s1", "s2"]
    assert "not marked, because of this" in pages["s2"]
    assert "… / 1" in pages["s2"]


def test_feedback_shows_the_lines_behind_letters_and_what_waits():
    put("c.csv", HEAD, "s1,5.1,a,a c e", "s1,W1,a,same space", f"s2,W1,a,{'[' * 3000}")
    run("grade", "c.csv", "-o", "out")
    run("feedback", "out", "-o", "back")
    run("feedback", "out", "-o", "paper", "--format", "pdf")
    page = Path("back/s1.html").read_text(encoding="utf-8")
    assert "In an untied model" in page
    assert "1 answer waits for a person" in page
    assert sorted(path.name for path in Path("paper").iterdir()) == ["s1.pdf", "s2.pdf"]


def test_own_words_are_one_group_in_all_variants():
    put("c.csv", f"{HEAD},seed", *(f"s{n},W1,a,same words,{n}" for n in (1, 2, 3)))
    run("grade", "c.csv", "-o", "out")
    made = CliRunner().invoke(quiz, ["mark-held", "out"], input="1\n")
    assert "1 of 1" in made.output
    run("regrade", "out", "--apply")
    assert {row[1] for row in table("out/grades.csv")[1:]} == {"0.5"}
    run("report", "out")
    (items,) = table("out/items.csv")[1:]
    assert items[5:10] == ["0", "3", "0", "0", "0"]  # partly, and nothing held


def test_texts_that_differ_by_a_denial_are_two_groups():
    words = "the two rows {} compared with the context by a dot product, entry for entry, and then added up"
    put("c.csv", HEAD, f's1,W1,a,"{words.format("are")}"', f's2,W1,a,"{words.format("are not")}"')
    run("grade", "c.csv", "-o", "out")
    made = CliRunner().invoke(quiz, ["mark-held", "out"], input="q\n")
    assert "1 of 2" in made.output


def test_a_word_for_everyone_shows_in_the_report_and_on_the_page():
    put("c.csv", HEAD, "s1,2.2,b,c")
    run("grade", "c.csv", "-o", "out")
    run("override", "out", "2.2", "b", "--answer", "c", "--score", "1")
    run("regrade", "out", "--apply")
    run("report", "out")
    assert table("out/items.csv")[1][5:8] == ["1", "0", "0"]
    assert len(table("out/misconceptions.csv")) == 1
    run("feedback", "out", "-o", "back")
    assert "smallest" not in Path("back/s1.html").read_text(encoding="utf-8")


def test_a_letter_that_is_another_option_in_other_variants_is_not_decided_for_everyone():
    put("c.csv", f"{HEAD},seed", *(f"s{n},E1,b,a,{n}" for n in range(1, 9)))
    run("grade", "c.csv", "-o", "out")
    with pytest.raises(Exception, match=r"batch\.override-options"):
        run("override", "out", "E1", "b", "--answer", "a", "--score", "1")


def test_a_row_that_stands_twice_is_no_further_attempt():
    put("c.csv", HEAD, "s1,2.1,,0.2", "s1,2.1,,0.2", "s2,2.1,,0.7", "s2,2.1,,0.2")
    run("grade", "c.csv", "-o", "out", "--attempt-penalty", "10%")
    assert grades("out") == {"s1": "1", "s2": "0.9"}
    run("feedback", "out", "-o", "back")
    assert "10 %" in Path("back/s2.html").read_text(encoding="utf-8")


def test_signs_that_no_workbook_may_hold():
    put("c.csv", HEAD, "s1,2.1,,0.2\uffff")
    run("grade", "c.csv", "-o", "out", "--export", "xlsx")
    assert Path("out/gradebook.xlsx").is_file()


def test_times_and_deadlines():
    put("c.csv", f"{HEAD},at", 's1,2.1,,0.2,"Tuesday, 1 December 2026, 10:00 AM"', "s2,2.1,,0.2,2026-11-30 09:00 UTC")
    said = run("grade", "c.csv", "-o", "out", "--due", "30/11/2026 18:00", "--late-penalty", "50%")
    assert "2 graded" in said
    assert grades("out") == {"s1": "0.5", "s2": "1"}
    put("n.csv", HEAD, "s1,2.1,,0.2")
    assert "nobody counts as late" in run("grade", "n.csv", "-o", "o2", "--due", "2026-11-30", "--late-penalty", "50%")


def test_one_strange_line_does_not_change_the_others():
    data = "s1,−0.5\n".encode() + "José,1\n".encode("cp1252") + "s2,−1\n".encode()
    text, name = decoded(data)
    assert text == "s1,−0.5\nJosé,1\ns2,−1\n"
    assert name == "UTF-8, Windows-1252 (2)"
    assert decoded("José\n".encode("cp1252")) == ("José\n", "Windows-1252")


def test_cells_beyond_the_head_of_a_workbook_are_not_dropped():
    from openpyxl import Workbook

    book = Workbook()
    for row in (HEAD.split(","), ["s1", "2.1", "", "0.2"], ["s2", "2.2", "a", "[-0.24", "-0.14", "0.51]"]):
        book.active.append(row)
    book.save("w.xlsx")
    assert "1 graded + 1 refused" in run("grade", "w.xlsx", "-o", "out")


def test_a_zero_byte_in_json_lines():
    put("j.jsonl", '{"student": "s1", "problem": "2.1", "part": "", "answer": "0.2\\u0000"}')
    assert "0 graded + 1 refused" in run("grade", "j.jsonl", "-o", "out")


def test_rows_without_a_sheet_id_have_the_variant_that_is_said():
    put("r.csv", "name,id", "Asha,r1", "Om,r2")
    put("c.csv", HEAD, "r1,2.1,,0.4", "r2,2.1,,1")
    with pytest.raises(Exception, match=r"batch\.variants"):
        run("grade", "c.csv", "-o", "out", "--roster", "r.csv", "--seed", "4711")
    run("grade", "c.csv", "-o", "out", "--roster", "r.csv", "--seed", "4711", "--variants", "personal")
    assert grades("out") == {"r1": "1", "r2": "1"}
    assert "neither a sheet id nor a seed" in run("grade", "c.csv", "-o", "out2", "--roster", "r.csv")


def test_attempts_in_a_file_of_one_student():
    put("f/s04.csv", "problem,part,answer,attempt,at", "2.1,,0.2,2,2026-11-30T10:00", "2.1,,0.5,1,2026-11-29T10:00")
    run("grade", "f", "-o", "out")
    assert grades("out") == {"s04": "1"}


def test_the_next_part_in_a_file_of_one_student():
    put("f/s01.txt", "Q2.2 (a): [-0.24, -0.14, -0.49, 0.51]", "(b): ran", "Q 2.1: 0.2")
    put("f/s02.txt", "2.2 (a): [-0.24, -0.14, -0.49, 0.51]", "b) ran")
    said = run("grade", "f", "-o", "out")
    assert "5 graded + 0 refused" in said
    assert {row[0]: row[-3] for row in table("out/grades.csv")[1:]} == {"s01": "3", "s02": "2"}


def test_names_of_the_list_get_their_ids():
    put("r.csv", "name,id", "Asha Rao,r1", "Om Das,r2")
    put("m/Asha Rao_12_assignsubmission_file_/a.txt", "2.1: 0.2")
    put("m/Om Das_13_assignsubmission_file_/a.txt", "2.1: 0.7")
    assert "2 students went by a name" in run("grade", "m", "-o", "out", "--roster", "r.csv")
    assert grades("out") == {"r1": "1", "r2": "0"}


def test_dates_that_only_fit_with_the_month_first():
    put("c.csv", f"{HEAD},at", "s1,2.1,,0.2,03/09/2026 10:00", "s2,2.1,,0.2,03/13/2026 10:00")
    said = run("grade", "c.csv", "-o", "out", "--due", "2026-03-10T18:00", "--late-penalty", "10%")
    assert "month in front" in said
    assert grades("out") == {"s1": "1", "s2": "0.7"}


def test_dates_that_contradict_each_other_are_told():
    put(
        "c.csv",
        f"{HEAD},at",
        "s1,2.1,,0.2,13/11/2026 10:00",
        "s2,2.1,,0.2,11/13/2026 10:00",
        "s3,2.1,,0.2,12/2/2026 18:30",
    )
    said = run("grade", "c.csv", "-o", "out", "--due", "2026-12-01T18:00", "--late-penalty", "10%")
    assert "contradict" in said


def test_an_export_that_is_there_is_written_anew():
    put("c.csv", HEAD, "s1,2.1,,0.2", "s2,2.1,,0.7")
    run("grade", "c.csv", "-o", "out", "--export", "moodle")
    put("c.csv", HEAD, "s1,2.1,,0.7", "s2,2.1,,0.7")
    run("grade", "c.csv", "-o", "out", "--export", "canvas")
    rows = Path("out/moodle.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == ["0", "0"]
    assert Path("out/canvas.csv").is_file()


def test_nothing_wins_where_all_of_a_students_values_are_equal():
    rows = [f'{student},2.2,(a),"[9, 9, 9, 9]"' for student in ("s1", "s2", "s3")]
    put("c.csv", HEAD, *rows, "s1,2.2,(b),b", "s2,2.2,(b),a", "s3,2.2,(b),d")
    run("grade", "c.csv", "-o", "out")
    assert grades("out") == {"s1": "0", "s2": "0", "s3": "1"}


def test_marks_inside_the_folder_of_answers_are_no_students():
    put("subs/s01.txt", "2.1: 0.2")
    for _ in range(2):
        said = run("grade", "subs", "-o", "subs/marks", "--export", "gradescope")
    assert "1 rows in = 1 graded" in said or "1 row in = 1 graded" in said
    assert grades("subs/marks") == {"s01": "1"}


def test_marks_without_their_options_are_not_marked_again():
    put("c.csv", HEAD, "s1,2.1,,0.2")
    run("grade", "c.csv", "-o", "out")
    options = Path("out/options.json").read_text(encoding="utf-8")
    Path("out/options.json").write_text(options.replace('"last"', '"Last"'), encoding="utf-8")
    with pytest.raises(UserError, match=r"batch\.attempts"):
        run("regrade", "out")
    Path("out/options.json").unlink()
    with pytest.raises(UserError, match=r"batch\.no-options"):
        run("regrade", "out")


def test_a_sheet_is_its_students_under_the_name_too():
    put("r.csv", "name,id", "Ann Lee,s01")
    run("worksheet", "2.2", "--roster", "r.csv", "--seed", "5", "--responses", "f.csv")
    sheet = next(csv.DictReader(io.StringIO(Path("f.csv").read_text(encoding="utf-8-sig"))))["sheet"]
    put("z/Ann Lee.txt", f"sheet: {sheet}", "2.2 (b): d")
    assert "1 graded + 0 refused" in run("grade", "z", "-o", "out", "--roster", "r.csv")


def test_a_decision_on_a_text_that_was_mended_is_told():
    put("k.csv", HEAD, "s01,2.2,(b),c", "s02,2.2,(b),d")
    run("grade", "k.csv", "-o", "out")
    run("override", "out", "2.2", "b", "--student", "s01", "--score", "1")
    put("k.csv", HEAD, "s01,2.2,(b),dog", "s02,2.2,(b),d")
    assert "1 decision speaks of an answer that reads otherwise" in run("grade", "k.csv", "-o", "out")


def test_a_day_alone_is_due_at_its_end():
    put("c.csv", f"{HEAD},at", "s1,2.1,,0.2,2026-12-01T18:00", "s2,2.1,,0.2,2026-12-02T00:30")
    run("grade", "c.csv", "-o", "out", "--due", "2026-12-01", "--late-penalty", "10%")
    assert grades("out") == {"s1": "1", "s2": "0.9"}


def test_two_columns_for_one_part_are_refused():
    put("m.yaml", "student: id", "columns: {A: 2.2 b, B: 2.2 (b)}")
    put("w.csv", "id,A,B", "s1,d,a")
    with pytest.raises(UserError, match=r"batch\.map-twice"):
        run("grade", "w.csv", "--map", "m.yaml", "-o", "out")


def test_a_name_twice_in_a_line_of_json():
    row = '{"student": "s1", "problem": "2.1", "part": "", "answer": "0.2"'
    put("j.jsonl", row.replace("s1", "s2") + "}", row + ', "answer": "7"}')
    assert "1 graded + 1 refused" in run("grade", "j.jsonl", "-o", "out")
    assert "answer stands twice" in Path("out/problems.csv").read_text(encoding="utf-8").replace("`", "")


def test_own_words_that_differ_in_marks_alone_are_one_group():
    from grader.batch.held import _joined

    texts = [
        "They live in one space.",
        "they live in one  space",
        "They live in “one” space",
        "They do not live in one space.",
    ]
    groups = _joined({text: [text] for text in texts}, near=True)
    assert sorted(map(len, groups)) == [1, 3]


@pytest.mark.parametrize(
    "answer", ["0.4 \U0001f600", "\u4f60\u597d", "\u0ba8\u0bbe\u0ba9\u0bcd", "1\ufe0f\u20e3", "\U0001f44d\U0001f3fd"]
)
def test_a_sign_that_no_font_has_costs_nobody_a_page(answer):
    put("c.csv", HEAD, f"s1,2.1,,{answer}")
    run("grade", "c.csv", "-o", "out")
    run("feedback", "out", "-o", "back", "--format", "pdf")
    assert Path("back/s1.pdf").is_file()


def test_two_participants_of_one_name_stay_two():
    put("m/Ram Kumar_5_assignsubmission_file_/a.txt", "2.2 (b): ran")
    put("m/Ram Kumar_6_assignsubmission_file_/a.txt", "2.2 (b): cat")
    run("grade", "m", "-o", "out")
    assert grades("out") == {"Ram Kumar (5)": "1", "Ram Kumar (6)": "0"}
    put("r.csv", "name,id", "Ram Kumar,007", "Ram Kumar,008")
    put("c.csv", HEAD, "Ram Kumar,2.1,,0.2")
    assert "Several of the class list are called Ram Kumar" in run("grade", "c.csv", "-o", "o2", "--roster", "r.csv")


def test_a_spoiled_id_is_refused_unless_it_is_on_the_list():
    put("c.csv", HEAD, "1.2E+11,2.1,,0.2", "1.2E+11,2.1,,0.7", "2-Jan,2.1,,0.2")
    assert "0 graded + 3 refused" in run("grade", "c.csv", "-o", "out")
    put("r.csv", "id", "2-Jan")
    assert "1 graded + 2 refused" in run("grade", "c.csv", "-o", "o2", "--roster", "r.csv")
    assert "Nothing changes" in run("regrade", "o2")


def test_marks_of_another_key_are_not_shown_beside_it_without_a_word():
    put("c.csv", HEAD, "s1,2.1,,0.2")
    run("grade", "c.csv", "-o", "out")
    text = Path("out/marks.csv").read_text(encoding="utf-8")
    key = text.rstrip().rsplit(",", 1)[1]
    Path("out/marks.csv").write_text(text.replace(key, "000000000000"), encoding="utf-8")
    assert "another key in this bank" in run("feedback", "out", "-o", "back")
