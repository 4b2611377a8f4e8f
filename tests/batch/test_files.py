"""Files are written all or none, and what was there comes back."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.files import same_file, write_files

NEW = {"a": b"new a", "b": b"new b", "c": b"new c"}


def _state(folder):
    return {f.name: f.read_bytes() for f in folder.iterdir() if f.is_file()}


@pytest.mark.parametrize("links", [True, False], ids=["links", "copies"])
@pytest.mark.parametrize("there", [{}, {"a": b"old a"}, {"a": b"old a", "b": b"old b", "c": b"old c"}])
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_failing_rename_gives_back_what_was_there(tmp_path, monkeypatch, links, there, failing):
    for name, data in there.items():
        (tmp_path / name).write_bytes(data)
    real, calls = Path.replace, []

    def replace(self, target):
        if self.name.endswith(".new"):
            calls.append(target)
            if len(calls) == failing + 1:
                raise PermissionError(13, "no", str(target))
        return real(self, target)

    def no_link(*paths):
        raise OSError

    monkeypatch.setattr(Path, "replace", replace)
    if not links:
        monkeypatch.setattr(os, "link", no_link)
    with pytest.raises(OSError, match="no"):
        write_files(tmp_path, NEW)
    assert _state(tmp_path) == there
    monkeypatch.setattr(Path, "replace", real)
    write_files(tmp_path, NEW)
    assert _state(tmp_path) == NEW


def test_a_folder_in_the_place_of_a_file_stops_all(tmp_path):
    (tmp_path / "c").mkdir()
    (tmp_path / "a").write_bytes(b"old a")
    with pytest.raises(IsADirectoryError) as fault:
        write_files(tmp_path, NEW)
    assert fault.value.filename == str(tmp_path / "c")
    assert _state(tmp_path) == {"a": b"old a"}


def test_links_stay_links_and_no_two_names_share_a_file(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "a").symlink_to("real/a")
    write_files(tmp_path, NEW)
    assert (tmp_path / "a").is_symlink()
    assert _state(tmp_path / "real") == {"a": b"new a"}
    (tmp_path / "b").unlink()
    (tmp_path / "b").symlink_to("c")
    with pytest.raises(FileExistsError):
        write_files(tmp_path, NEW)


def test_same_file(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    (tmp_path / "l").symlink_to("a")
    assert same_file(tmp_path / "a", tmp_path / "l")
    assert same_file(tmp_path / "none", tmp_path / "." / "none")
    assert not same_file(tmp_path / "a", tmp_path / "b")


def test_what_a_killed_process_left_is_swept_away(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, mine = tmp_path / f".marks.csv.{gone.pid}.new", tmp_path / f".marks.csv.{os.getpid()}.new"
    left.write_text("half")
    mine.write_text("a process that lives")
    write_files(tmp_path, {"grades.csv": b"x\n"})
    assert not left.exists()
    assert mine.exists()
