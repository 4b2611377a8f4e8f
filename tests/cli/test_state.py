"""What is remembered between runs survives other runs, other learners and a damaged file."""

import json

from grader.cli.state import State


def test_two_runs_at_once_lose_nothing(tmp_path):
    path = tmp_path / "state.json"
    asha, ravi, same = State("asha", path), State("ravi", path), State("asha", path)
    asha.keep("bank level5 0", ("a", "x"), ("1", "2", ""))
    asha.save()
    ravi.set_result("b", 1.0)
    ravi.save()
    same.keep("bank level1 0", ("a", "x"), ("1", "2", "shown"))
    same.save()
    asha.set_result("c", 0.5)
    asha.save()
    again = State("asha", path)
    assert again.run("bank level5 0") == {("a", "x"): ("1", "2", "")}
    assert again.run("bank level1 0") == {("a", "x"): ("1", "2", "shown")}
    assert again.result("c") == 0.5
    assert State("ravi", path).result("b") == 1.0


def test_of_two_runs_of_one_set_the_first_answer_stays_first(tmp_path):
    path = tmp_path / "state.json"
    one, two = State("me", path), State("me", path)
    one.keep("bank 2.2 0", ("a", "x"), ("right", "right", "answered"))
    one.save()
    two.keep("bank 2.2 0", ("a", "x"), ("wrong", "wrong", ""))
    two.save()
    assert State("me", path).run("bank 2.2 0") == {("a", "x"): ("right", "wrong", "answered")}


def test_a_run_that_ended_is_gone_even_if_it_was_kept_before(tmp_path):
    path = tmp_path / "state.json"
    state = State("me", path)
    state.keep("bank level5 0", ("a", "x"), ("1", "2", "answered"))
    state.save()
    state.keep("bank level5 0", ("a", "y"), ("1", "2", "answered"))
    state.end("bank level5 0")
    state.save()
    assert State("me", path).run("bank level5 0") == {}


def test_the_language_is_each_learners_own(tmp_path):
    path = tmp_path / "state.json"
    state = State("asha", path)
    state.lang = "hinglish"
    state.save()
    assert State("asha", path).lang == "hinglish"
    assert State("me", path).lang == ""


def test_a_damaged_file_is_kept_beside(tmp_path):
    path = tmp_path / "state.json"
    path.write_text('{"learners": {"me": {"results": {"a": 1.0,}}}}')
    state = State("me", path)
    assert state.damaged
    state.set_result("b", 1.0)
    state.save()
    assert json.loads(path.read_text())["learners"]["me"]["results"] == {"b": 1.0}
    assert '"a": 1.0,' in (tmp_path / "state.json.bak").read_text()
