"""No cell that a spreadsheet would run, no file half written."""

import pytest

from grader import csvtext
from grader.batch import csvfile
from grader.errors import UserError


@pytest.mark.parametrize(
    ("cell", "safe"),
    [(c, f"'{c}") for c in ("=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-1+2", "+1;2", "--1", "-", "=",
                            "-1 ", "＝1", "-١")]
    + [(c, c) for c in ("", "1", "-1", "+1.5", "-.5", "-1e-5", "x", "1/2", "[-1]", "'x")]
    + [("'=1", "''=1"), (" =1", "' =1")],
)  # fmt: skip
def test_guarded(cell, safe):
    assert csvtext.guarded(cell) == safe


@pytest.mark.parametrize("cell", ["=1+1", "'=1", "''=1", "-x", "-1", "'x", "", "'", "x"])
def test_a_cell_comes_back(cell):
    assert csvtext.unguarded(csvtext.guarded(cell)) == cell


def test_the_text_of_a_table():
    assert csvtext.text_of([("a", 'b"c'), ("1,2", "x\ny")]) == 'a,"b""c"\n"1,2","x\ny"\n'


def test_files_are_whole_or_absent(tmp_path):
    def broken():
        yield ("b",)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        csvfile.write_all(tmp_path, {"one.csv": [("a",)], "two.csv": broken()})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_made(tmp_path):
    csvfile.write_all(tmp_path / "new" / "folder", {"one.csv": [("é",)]})
    assert (tmp_path / "new/folder/one.csv").read_bytes() == "é\n".encode()
    assert [f.name for f in (tmp_path / "new/folder").iterdir()] == ["one.csv"]


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as refused:
        csvfile.write_all(tmp_path / "file", {})
    assert refused.value.why.code == "batch.no-folder"
