"""The three public names: what they take, and that remembered verdicts belong to one answer mapping alone."""

import pickle

import pytest

import grader
from grader import answers
from grader.bank.draws import DrawFault
from grader.bank.variants import FollowFault
from grader.errors import BankFault, CannotRead, UserError
from grader.model import say

NUMBER = {"kind": "number", "value": "0.4233", "places": 2}


def test_feedback_is_in_words_only_where_a_language_is_asked_for():
    typed = {"kind": "vector", "value": "[1, 2]"}, "[1, 3]"
    assert grader.check(*typed).feedback == ""
    assert "second" in grader.check(*typed, lang="en").feedback
    told = grader.check(*typed, lang="hinglish")
    assert told.outcome == "partly"
    assert told.feedback != grader.check(*typed, lang="en").feedback


def test_a_text_met_before_keeps_its_verdict():
    first = grader.check(NUMBER, "0.42")
    assert grader.check(dict(NUMBER), "0.42") is first


@pytest.mark.parametrize(
    ("changed", "given"),
    [({**NUMBER, "places": 3}, None), ({**NUMBER, "value": "0.4333"}, None), ({**NUMBER, "value": "a"}, {"a": "0.5"})],
)
def test_another_mapping_is_another_key(changed, given):
    assert grader.check(NUMBER, "0.42").outcome == "right"
    assert grader.check(changed, "0.42", given).outcome == "wrong"


def test_values_given_are_part_of_the_key():
    answer = {"kind": "number", "value": "a"}
    assert grader.check(answer, "2", {"a": "2"}).outcome == "right"
    assert grader.check(answer, "2", {"a": "3"}).outcome == "wrong"


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(answers, "_MAX_KEYS", 4)
    monkeypatch.setattr(answers, "_MAX_TEXTS", 4)
    for n in range(12):
        answer = {"kind": "integer", "value": str(n)}
        for typed in range(12):
            assert grader.check(answer, str(typed)).outcome == ("right" if typed == n else "wrong")
    assert len(answers._KEYS) <= 4
    assert all(len(seen) <= 4 for _, _, seen in answers._KEYS.values())


def test_a_faulty_mapping_is_never_remembered():
    for _ in range(2):
        with pytest.raises(BankFault):
            grader.check({"kind": "number", "value": "1/0"}, "1")


@pytest.mark.parametrize("changed", [{"figures": "3"}, {"places": "2"}, {"places": 2.5}, {"places": True}])
def test_places_and_figures_are_whole_numbers(changed):
    with pytest.raises(BankFault) as found:
        grader.check({"kind": "number", "value": "1", **changed}, "1")
    assert found.value.why.code == "bank.places"


FAULTS = [
    BankFault(say("read.blank")),
    DrawFault("first", say("read.blank"), 2),
    FollowFault("first", "p", say("read.blank")),
    UserError("publish.none", exit_code=1),
    CannotRead(say("read.blank"), 3),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_fault_can_be_sent_to_another_process(fault):
    found = pickle.loads(pickle.dumps(fault))
    assert type(found) is type(fault)
    assert vars(found) == vars(fault)
    assert str(found) == str(fault)
