"""Words that choose items, and the places where a bank is looked for."""

import pytest

from grader.bank.load import load
from grader.bank.locate import locate, shipped
from grader.bank.sets import groups, select
from grader.errors import UserError

SETS = [
    ("all", "first a-trap a-card"),
    ("first", "first"),
    ("1.1", "first"),
    ("level1", "first"),
    ("traps", "a-trap a-card"),  # here also the name of a section
    ("topic", "first a-trap a-card"),
    ("a-card 1.1 first", "a-card first"),  # in the order typed
]


@pytest.mark.parametrize(("words", "ids"), SETS)
def test_select(root, words, ids):
    assert [i.id for i in select(load(root), words.split())] == ids.split()


@pytest.mark.parametrize(("word", "code", "slot"), [("levels", "bank.set-near", "level1"), ("zzz", "bank.set", "all")])
def test_unknown_set(root, word, code, slot):
    with pytest.raises(UserError) as caught:
        select(load(root), ["all", word])
    assert caught.value.why.code == code
    assert slot in str(caught.value.why.slots)


def test_groups(root):
    assert groups(load(root)) == ("all", "topic", "level1", "traps")


def test_locate(root, tmp_path_factory):
    empty = tmp_path_factory.mktemp("empty")
    assert locate(str(root), "nowhere", empty) == root
    assert locate(None, str(root), empty) == root
    assert locate(None, None, root) == root
    assert locate(None, "", empty) == shipped("problems")
    with pytest.raises(UserError):
        locate("nowhere", str(root), root)


def test_a_known_set_without_items_is_empty_not_unknown(root):
    with pytest.raises(UserError) as caught:
        select(load(root), ["level5"])
    assert caught.value.why.code == "bank.set-empty"
    assert [i.id for i in select(load(root), ["level5", "first"])] == ["first"]
