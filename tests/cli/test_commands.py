"""The commands as they are typed: exit codes, files, both languages, nothing lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEVEL3 = "[0.82, 0.74, -0.17, -0.29]\ncat\n0.74\nb\n"


@pytest.fixture
def quiz(tmp_path):
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}

    def run(*args, typed="", cwd=ROOT):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "grader", *map(str, args)],
            input=typed, capture_output=True, text=True, env=env, cwd=cwd, timeout=90, encoding="utf-8",
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.mark.parametrize(
    ("lang", "score"), [("en", "First tries: 4 of 4"), ("hinglish", "Pehli koshish mein sahi: 4 mein se 4")]
)
def test_the_main_job_over_a_pipe(quiz, lang, score):
    done = quiz("run", "3.2", "--lang", lang, typed=LEVEL3)
    assert done.returncode == 0
    assert score in done.stdout
    assert "\x1b" not in done.stdout


def test_the_language_is_remembered(quiz):
    quiz("run", "4.3", "--lang", "hinglish", typed="0.860\n")
    assert "Aage: quiz run" in quiz().stdout
    assert "Koi set ya item" in quiz("run", "lvel3").stderr


def test_a_run_is_resumed_and_can_be_started_over(quiz):
    quiz("run", "3.2", typed="[0.82, 0.74, -0.17, -0.29]\nquit\n")
    again = quiz("run", "3.2", typed="cat\n0.74\nb\n")
    assert "1 of 4 parts are done" in again.stderr
    assert "First tries: 4 of 4" in again.stdout
    assert "parts are done" not in quiz("run", "3.2", typed="quit\n").stderr
    quiz("run", "3.2", typed="[0.82, 0.74, -0.17, -0.29]\nquit\n")
    assert "parts are done" not in quiz("run", "3.2", "--fresh", typed="quit\n").stderr


def test_results_show_in_the_list(quiz):
    quiz("run", "4.3", typed="0.860\n")
    row = next(line for line in quiz("list", "4.3").stdout.splitlines() if line.startswith("4.3"))
    assert row.endswith("100 %")


def test_unattended(quiz, tmp_path):
    answers = tmp_path / "answers.csv"
    answers.write_text(
        'problem,part,answer\n2.2,a,"[-0.24, -0.14, -0.49, 0.51]"\n2.2,winner,ran\n'
        '5.2,row,"[0*a + 1*c, 0*b + 1*d]\n[c, d]"\n5.2,numbers,"[0.4, 0.9]"\n',
        encoding="utf-8",
    )
    done = quiz("run", "2.2", "5.2", "--answers", answers)
    assert "First tries: 4 of 4" in done.stdout
    answers.write_text("problem,part,answer\n2.2,logit,1\n", encoding="utf-8")
    done = quiz("run", "2.2", "--answers", answers)
    assert (done.returncode, done.stderr) == (
        1,
        "Line 2: problem 2.2 has no part logit. Its parts are: logits, winner.\n",
    )


USAGE = [
    (["rnu"], "Did you mean run?"),
    (["run", "lvel3"], "Did you mean level3"),
    (["run", "level3", "--sed", "3"], "Did you mean --seed?"),
    (["run"], "SET... is missing"),
    (["run", "level3", "--seed", "x"], "--seed takes a whole number"),
    (["list", "--bank", "nowhere"], "nowhere is no bank"),
    (["worksheet", "all", "-o", "x.doc"], "x.doc"),
]


@pytest.mark.parametrize(("args", "message"), USAGE, ids=[" ".join(a) for a, _ in USAGE])
def test_a_wrong_request_is_one_sentence_and_exit_2(quiz, args, message):
    done = quiz(*args)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert quiz(*args, "--lang", "hinglish").stderr != done.stderr or args[0] == "rnu"


def test_grade_accounts_for_every_row(quiz, tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("student,problem,part,answer\ns01,4.3,loss,0.860\ns02,9.9,x,1\ns03,4.3,loss,?\n", encoding="utf-8")
    done = quiz("grade", file, "-o", tmp_path / "out")
    assert done.returncode == 0
    assert "3 rows in = 2 graded + 1 refused + 0 held" in done.stdout
    first = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    assert set(first) == {*NAMES}
    quiz("grade", file, "-o", tmp_path / "out")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == first


def test_a_skeleton_passes_the_check(quiz, tmp_path):
    for what, name in (("problem", "first-one"), ("question", "first-trap"), ("question", "second-trap")):
        assert quiz("new", what, name, "--bank", tmp_path / "mine").returncode == 0
    done = quiz("check", "--bank", tmp_path / "mine")
    assert (done.returncode, "faults: 0" in done.stdout) == (0, True), done.stdout
    assert quiz("new", "problem", "first-one", "--bank", tmp_path / "mine").returncode == 1
    for what, name in (("problem", "first-trap"), ("question", "second-trap"), ("question", "level2")):
        assert quiz("new", what, name, "--bank", tmp_path / "mine", "--level", "3").returncode != 0
    assert quiz("check", "--bank", tmp_path / "mine").returncode == 0
    assert "First tries: 1 of 1" in quiz("run", "first-one", "--bank", tmp_path / "mine", typed="42\n").stdout


def test_topic_texts(quiz):
    assert "88" in quiz("show", "topic").stdout
    assert "Yaad rakhne ke liye" in quiz("show", "topic", "--lang", "hinglish").stdout


def test_a_spoilt_bank_is_named_with_its_place_and_the_rest_is_used(quiz, tmp_path):
    quiz("new", "problem", "good-one", "--bank", tmp_path)
    quiz("new", "problem", "bad-one", "--bank", tmp_path)
    bad = tmp_path / "problems" / "my-topic" / "level1" / "bad-one.yaml"
    bad.write_text(bad.read_text(encoding="utf-8").replace("minutes: 3", "minuts: 3"), encoding="utf-8")
    done = quiz("check", "--bank", tmp_path)
    assert done.returncode == 1
    assert "problems/my-topic/level1/bad-one.yaml:3:1: format: minuts" in done.stdout
    assert "Did you mean minutes?" in done.stdout
    assert "good-one" in quiz("list", "--bank", tmp_path).stdout


NAMES = ("grades.csv", "marks.csv", "problems.csv", "summary.html", "options.json")
CLASS = "student,problem,part,answer\ns01,4.3,loss,0.860\n"


def _link(folder, name):
    (folder / "class.csv").write_text(CLASS, encoding="utf-8")
    (folder / name).symlink_to("class.csv")
    return folder / "class.csv"


def _plain(folder, name):
    (folder / name).write_text(CLASS, encoding="utf-8")
    return folder / name


def _linked_folder(folder, name):
    (folder / name).write_text(CLASS, encoding="utf-8")
    (folder / "door").symlink_to(".")
    return folder / "door" / name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lay", [_plain, _link, _linked_folder])
@pytest.mark.parametrize("more", [[], ["--force"]], ids=["", "force"])
def test_the_answers_themselves_are_never_written_over(quiz, tmp_path, name, lay, more):
    work = tmp_path / "work"
    work.mkdir()
    file = lay(work, name)
    before = sorted(work.iterdir())
    done = quiz("grade", file, "-o", ".", *more, cwd=work)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{name} in . holds the answers themselves" in done.stderr
    assert sorted(work.iterdir()) == before
    assert file.read_text(encoding="utf-8") == CLASS


# a file that is there already, and whether quiz may replace it
STANDING = [
    ("grades.csv", "teacher,own\n", False),
    ("grades.csv", "student,mine\n", False),
    ("marks.csv", "student,total,out of,percent\n", False),
    ("problems.csv", "notes of my own", False),
    ("problems.csv", b"\xff\xfe\x00", False),
    ("grades.csv", "", True),
    ("grades.csv", "student,1.1,total,out of,percent\r\n", True),
    ("grades.csv", "\ufeffstudent,total,out of,percent\n", True),
    ("problems.csv", "line,student,problem,part,what,reason\n", True),
]


@pytest.mark.parametrize(("name", "text", "own"), STANDING)
def test_grade_replaces_only_its_own_files(quiz, tmp_path, name, text, own):
    out = tmp_path / "out"
    out.mkdir()
    (out / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    before = (out / name).read_bytes()
    file = _plain(tmp_path, "in.csv")
    done = quiz("grade", file, "-o", out)
    if not own:
        assert done.returncode == 2
        assert f"{name} in " in done.stderr
        assert "--force" in done.stderr
        assert [(f.name, f.read_bytes()) for f in out.iterdir()] == [(name, before)]
        done = quiz("grade", file, "-o", out, "--force")
    assert done.returncode == 0
    kept = [f"{name}.bak"] if before and before != (out / name).read_bytes() else []
    assert sorted(f.name for f in out.iterdir()) == sorted([*NAMES, *kept])
    assert all((out / old).read_bytes() == before for old in kept)
    assert len((out / "marks.csv").read_bytes().splitlines()) == 2


@pytest.mark.parametrize("suffix", ["html", "typ", "pdf"])
def test_worksheet_replaces_only_its_own_files(quiz, tmp_path, suffix):
    file = tmp_path / f"notes.{suffix}"
    file.write_text("my own notes", encoding="utf-8")
    done = quiz("worksheet", "2.1", "-o", file)
    assert done.returncode == 2
    assert f"{file.name} is there already" in done.stderr
    assert file.read_text(encoding="utf-8") == "my own notes"
    assert quiz("worksheet", "2.1", "-o", file, "--force").returncode == 0
    first = file.read_bytes()
    assert quiz("worksheet", "2.2", "-o", file).returncode == 0
    assert file.read_bytes() != first


def test_a_worksheet_never_replaces_its_own_template(quiz, tmp_path):
    (tmp_path / "head.html").write_text("<p>", encoding="utf-8")
    done = quiz("worksheet", "2.1", "--templates", tmp_path, "-o", tmp_path / "head.html", "--force")
    assert done.returncode == 2
    assert (tmp_path / "head.html").read_text(encoding="utf-8") == "<p>"


def test_grade_names_the_file_that_cannot_be_written(quiz, tmp_path):
    out = tmp_path / "out"
    (out / "problems.csv").mkdir(parents=True)
    done = quiz("grade", _plain(tmp_path, "in.csv"), "-o", out)
    assert done.returncode == 2
    assert "problems.csv cannot be written to" in done.stderr
    assert [f.name for f in out.iterdir()] == ["problems.csv"]


def test_what_stood_there_before_is_kept_beside(quiz, tmp_path):
    sheet = tmp_path / "h.typ"
    for lines in ("// MY OWN TASK\n", "// ANOTHER\n"):
        assert quiz("worksheet", "2.1", "-o", sheet).returncode == 0
        sheet.write_text(sheet.read_text("utf-8") + lines, "utf-8")
    done = quiz("worksheet", "2.1", "-o", sheet)
    assert "h.typ.bak2" in done.stderr
    assert (tmp_path / "h.typ.bak").read_text("utf-8").endswith("// MY OWN TASK\n")
    assert (tmp_path / "h.typ.bak2").read_text("utf-8").endswith("// ANOTHER\n")
    quiz("worksheet", "2.1", "-o", sheet)
    assert len(list(tmp_path.glob("h.typ*"))) == 3


def test_the_bank_is_named_where_every_row_was_refused(quiz, tmp_path):
    file = tmp_path / "in.csv"
    file.write_text("student,problem,part,answer\ns01,99.9,x,1\n", encoding="utf-8")
    done = quiz("grade", file, "-o", tmp_path / "out")
    assert "The bank that was used is" in done.stderr
    file.write_text("student,problem,part,answer\ns01,99.9,x,1\ns01,4.3,loss,0.860\n", encoding="utf-8")
    done = quiz("grade", file, "-o", tmp_path / "out")
    assert "The bank that was used is" not in done.stderr


def test_a_run_left_and_taken_up_again_is_one_sitting(quiz):
    assert "First tries: 0 of 1" in quiz("run", "T4", typed="hint\nT a\nquit\n").stdout
    assert "Nothing of this set" not in quiz("run", "T4", "--only-missed", typed="quit\n").stderr
    assert "First tries: 0 of 1" in quiz("run", "T4", typed="F b\n").stdout
    assert "0 %" in quiz("progress", "T4").stdout
