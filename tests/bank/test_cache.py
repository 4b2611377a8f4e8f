"""The compiled bank equals the bank, is rebuilt when a file changes, and never harms when damaged."""

import os
import subprocess
import sys

import pytest

from grader.bank.load import load


def test_the_same_bank_comes_back(root, tmp_path):
    folder = tmp_path / "cache"
    built = load(root, folder)
    (file,) = folder.iterdir()
    before = file.stat().st_mtime_ns
    assert load(root, folder) == built == load(root)
    assert file.stat().st_mtime_ns == before


def test_issues_come_back_too(root, tmp_path):
    (root / "problems/topic/level1/bad.yaml").write_text("id: bad\nkind: problm\nminutes: x\n")
    built = load(root, tmp_path / "cache")
    again = load(root, tmp_path / "cache")
    assert built.issues
    assert [(i, i.say) for i in again.issues] == [(i, i.say) for i in built.issues]


def test_a_changed_file_is_seen(root, tmp_path):
    load(root, tmp_path / "cache")
    path = root / "problems/topic/level1/first.yaml"
    path.write_text(path.read_text().replace('"1.1"', '"1.7"'))
    assert load(root, tmp_path / "cache").items[0].number == "1.7"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": 1}', b"\xff", b"[" * 5000, "half"])
def test_a_damaged_cache_is_ignored(root, tmp_path, damage):
    built = load(root, tmp_path / "cache")
    (file,) = (tmp_path / "cache").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage == "half" else damage)
    assert load(root, tmp_path / "cache") == built
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written(root, tmp_path):
    (tmp_path / "file").write_text("")
    assert load(root, tmp_path / "file" / "cache") == load(root)


def test_opening_from_the_cache_is_light(root, tmp_path):
    load(root, tmp_path / "cache")
    code = (
        "import sys, pathlib; from grader.bank.load import load;"
        f"load({str(root)!r}, pathlib.Path({str(tmp_path / 'cache')!r}));"
        "print([m for m in ('yaml', 'pydantic', 'markdown_it', 'flint', 'sympy') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert out.stdout == "[]\n"
