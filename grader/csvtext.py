"""CSV as text: bytes to text whatever wrote them, the sign between cells, and cells that no spreadsheet would run."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence

# What spreadsheets take for the start of a formula, or drop in front of one; full width forms count in some.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_UNSEEN = "' \u00a0\u200b\ufeff\u2028\x0b"  # what may stand in front of it
_MAX_CELLS = 50_000
_PARTING = re.compile(r'[",;\t\r\n|]|^\s|\s$')
_PLAIN = re.compile(r"[\w.](?:[\w. ]*[\w.])?|")  # needs neither quotes nor a guard
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def guarded(cell: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would compute it."""
    bare = cell.lstrip(_UNSEEN)
    return f"'{cell}" if bare.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before `guarded`."""
    bare = cell.lstrip(_UNSEEN)
    return cell[1:] if cell[:1] == "'" and bare.startswith(_FORMULA) else cell


def text_of(rows: Iterable[Sequence[str]]) -> str:
    """The rows as the text of a CSV file."""
    written = _Cells()
    return "".join(",".join(map(written.__getitem__, row)) + "\n" for row in rows)


def line_of(row: Sequence[str]) -> str:
    """A row of a CSV file, without the end of its line."""
    return ",".join(map(cell_text, row))


def cell_text(cell: str) -> str:
    """A cell as it is written: guarded, and in quotes where some program would part it."""
    return cell if _PLAIN.fullmatch(cell) else _quoted(guarded(cell))


class _Cells(dict[str, str]):
    """Cells as they are written; most of a long table stand in it many times."""

    def __missing__(self, cell: str) -> str:
        found = cell_text(cell)
        if len(self) >= _MAX_CELLS:
            self.clear()
        self[cell] = found
        return found


def _quoted(cell: str) -> str:
    """A cell in quotes where some program would part it: at semicolons and tabs too, which other countries part by."""
    return '"' + cell.replace('"', '""') + '"' if _PARTING.search(cell) else cell


def decoded(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding: UTF-8, UTF-16 or, line by line, Windows-1252."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, "replace"), "UTF-8" if name == "utf-8-sig" else "UTF-16"
    head = data[:2000]
    if head[1::2].count(0) > len(head) // 4:
        return data.decode("utf-16-le", "replace"), "UTF-16"
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return _mixed(data)


def _mixed(data: bytes) -> tuple[str, str]:
    """Lines of UTF-8 among which some are of Windows-1252, or all of it where no line has a sign of UTF-8."""
    found: list[str] = []
    strange: list[int] = []
    proper = False
    for n, line in enumerate(data.split(b"\n"), 1):
        try:
            found.append(line.decode("utf-8"))
            proper = proper or not line.isascii()
        except UnicodeDecodeError:
            found.append(line.decode("cp1252", "replace"))
            strange.append(n)
    where = ", ".join(map(str, strange[:5])) + (", …" if len(strange) > 5 else "")
    return "\n".join(found), f"UTF-8, Windows-1252 ({where})" if proper else "Windows-1252"


def delimiter_of(text: str) -> str:
    """The sign that parts the cells of the first line: a comma, semicolon, tab or bar, whichever it has most of."""
    line = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(",;\t|", key=line.count) if any(sign in line for sign in ";\t|") else ","
