"""`quiz new` never harms what an author has: it appends to sound lists alone, in their own line ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def quiz(tmp_path):
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}

    def run(*args):
        command = [sys.executable, "-m", "grader", *map(str, args), "--bank", tmp_path / "mine"]
        done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=90)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def section(tmp_path):
    file = tmp_path / "mine/questions/my-topic/true-false.yaml"
    file.parent.mkdir(parents=True)
    return file


@pytest.mark.parametrize(
    "text", ["x: [\n", "x: 1\n", "[]\n", "[{id: a}]\n", "- id: a\n---\n- id: b\n", "\ufeff- id: a\n"]
)
def test_a_file_that_is_no_sound_list_is_left_as_it_was(quiz, section, text):
    section.write_text(text, encoding="utf-8")
    done = quiz("new", "question", "q-one")
    assert (done.returncode, section.read_text(encoding="utf-8")) == (1, text)
    assert "Nothing was written" in done.stderr


@pytest.mark.parametrize("start", ["", "\n\n", "# mine\n", "- {id: a, kind: card, prompt: x, back: y}"])
def test_an_entry_is_put_behind_what_stands_there(quiz, section, start):
    section.write_text(start, encoding="utf-8")
    assert quiz("new", "question", "q-one").returncode == 0
    text = section.read_text(encoding="utf-8")
    assert text.startswith(start.strip() + "\n- id: q-one" if start.strip() else "- id: q-one")
    assert quiz("check").returncode == 0, quiz("check").stdout


def test_line_ends_are_kept(quiz, section):
    quiz("new", "question", "q-one")
    section.write_bytes(section.read_bytes().replace(b"\n", b"\r\n"))
    quiz("new", "question", "q-two")
    text = section.read_bytes()
    assert (text.count(b"\r\n"), b"q-two" in text) == (text.count(b"\n"), True)


@pytest.mark.parametrize("name", ["true-false", "level3", "my-topic", "traps"])
def test_the_name_of_a_set_is_no_id(quiz, name):
    done = quiz("new", "problem", name)
    assert done.returncode != 0
    assert "already names a set" in done.stderr


@pytest.mark.parametrize(
    "entry", ["- {id: q-one, kind: card}\n", "- kind: card\n  id: 'q-one'\n", "- id: q-one\n  x: [\n"]
)
def test_an_id_that_is_taken_is_refused_however_it_is_written(quiz, section, entry):
    section.with_name("cards.yaml").write_text(entry, encoding="utf-8")
    done = quiz("new", "question", "q-one")
    assert (done.returncode, section.exists()) == (1, False)
    assert "cards.yaml:" in done.stderr


def test_an_item_with_a_fault_is_checked_by_its_name(quiz, tmp_path):
    quiz("new", "problem", "p-one")
    file = tmp_path / "mine/problems/my-topic/level1/p-one.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("kind: problem", "kind: problm", 1), encoding="utf-8")
    done = quiz("check", "p-one")
    assert "p-one.yaml:2:7: format:" in done.stdout
    assert done.returncode == 1
    assert not done.stderr


def test_what_was_written_is_no_fault_any_more(quiz, tmp_path):
    quiz("new", "problem", "p-one")
    file = tmp_path / "mine/problems/my-topic/level1/p-two.yaml"
    answer = "{kind: expression, derive: 'diff(x^3, x)', symbols: {x: real}}"
    file.write_text(f"id: p-two\nkind: why\nparts: [{{id: p, ask: {{en: x, hinglish: x}}, answer: {answer}}}]\n")
    assert "faults: 1." in quiz("check").stdout
    done = quiz("check", "--write")
    assert (done.returncode, "faults: 0." in done.stdout) == (0, True)
    assert "p-two.yaml:3:" in done.stderr
