"""The list of a bank equals the bank, from the cache too, and a changed file is seen at once."""

import os

import pytest

from grader.bank.files import find, stamp
from grader.bank.index import index, index_of
from grader.bank.load import load
from grader.bank.sets import select


def _aged(root):
    """Every file as if it had been changed a while ago."""
    for place in find(root):
        os.utime(root / place.name, (1_700_000_000, 1_700_000_000))


def test_it_lists_what_the_bank_holds(root, tmp_path):
    _aged(root)
    bank = load(root)
    assert index(root) == index(root, tmp_path / "cache") == index(root, tmp_path / "cache") == index_of(bank)
    assert [e.id for e in select(index(root), ["traps", "1.1"])] == [i.id for i in select(bank, ["traps", "1.1"])]
    assert index(root).items[0].answers == ("vector", "choice")


def test_an_unchanged_bank_is_not_opened(root, tmp_path, monkeypatch):
    _aged(root)
    made = index(root, tmp_path / "cache")
    monkeypatch.setattr("grader.bank.index.load", None)
    assert index(root, tmp_path / "cache") == made


@pytest.mark.parametrize("later", [0, 1])
def test_a_change_is_seen_even_within_one_tick_of_the_clock(root, tmp_path, later):
    path = root / "problems/topic/level1/first.yaml"
    index(root, tmp_path / "cache")
    before = path.stat()
    path.write_text(path.read_text().replace('"1.1"', '"1.7"'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + later))
    assert index(root, tmp_path / "cache").items[0].number == "1.7"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": 3}', b"\xff", b"[" * 5000])
def test_a_damaged_list_is_ignored(root, tmp_path, damage):
    _aged(root)
    made = index(root, tmp_path / "cache")
    (file,) = (tmp_path / "cache").glob("*.index")
    file.write_bytes(damage)
    assert index(root, tmp_path / "cache") == made


def test_the_stamp_names_what_is_read(root):
    assert sorted(str(name) for name, _, _ in stamp(root)) == sorted(place.name for place in find(root))


def test_a_folder_that_leads_out_of_the_bank_is_not_read(root, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "questions"
    (root / "questions").rename(out)
    (root / "questions").symlink_to(out)
    assert [(i.say.code, i.where.split(":")[0]) for i in load(root).issues] == [
        ("bank.outside", "questions/topic/traps.yaml")
    ]
