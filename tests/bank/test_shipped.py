"""The shipped bank: no fault, both languages, and what every part owes its learner."""

import pytest

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.model import Doc
from grader.text.fill import holes

BANK = load(shipped("problems"))
PARTS = [(item, part) for item in BANK.items if item.kind == "problem" for part in item.parts]


def options(part):
    found = part.answer.get("reason", part.answer).get("options", ())
    return found if isinstance(found, tuple) else ()


def test_no_issue():
    assert BANK.issues == ()


@pytest.mark.parametrize(("item", "part"), PARTS, ids=[f"{i.id}.{p.id}" for i, p in PARTS])
def test_a_part_teaches(item, part):
    assert len(part.hints) >= 2
    assert part.worked
    wrong_paths = len(part.mistakes) + sum("is" in option for option in options(part))
    assert wrong_paths >= 2


@pytest.mark.parametrize("item", BANK.items, ids=lambda i: i.id)
def test_the_languages_show_the_same_values(item):
    docs = [item.title, item.prompt, item.solution, *item.docs.values()]
    for part in item.parts:
        docs += [part.ask, *part.hints, *(doc for _, doc in part.worked)]
        docs += [o[key] for o in options(part) for key in ("text", "say") if key in o]
        docs += [line if isinstance(line, Doc) else line["text"] for line in part.answer.get("lines", {}).values()]
        docs += [m.say for m in part.mistakes] + [a.say for a in part.also]
    for doc in docs:
        assert sorted(holes(doc.tokens("en"))) == sorted(holes(doc.tokens("hinglish")))
