"""Records of a CSV file, each with its line: one bad record costs itself alone."""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Iterator, Sequence

from grader.model import Say, say

MAX_CELL = 65_536
_OTHER_ENDS = "\v\f\x1c\x1d\x1e"  # which end no line of a table, but the lines of Python
# A student, a problem's number or id, and a part: lines of an answer do not begin like that.
_ROW = r"[^{0}()\[\]=]+{0}\s*[\w.-]+\s*{0}\s*[\w()-]*\s*{0}"

# The line it starts in, its cells or why it has none, and that line as it stands.
Record = tuple[int, Sequence[str] | Say, str]


def records(text: str, sign: str = ",") -> Iterator[Record]:
    """Each record with the line it starts in: its cells, or why it has none, and that line; empty ones are left out."""
    lines = _lines(text)
    odd = _next_odd(lines) if '"' in text else []
    nul = "\x00" in text
    del text  # it is long
    nothing = sign + string.whitespace
    long = max(map(len, lines), default=0) > MAX_CELL
    at = 0
    while at < len(lines):
        line = lines[at]
        cells: Sequence[str] | Say
        end = at + 1
        if '"' not in line:
            shown = line.strip(nothing)
            cells = line.rstrip("\r\n").split(sign) if shown else ()
            if shown[:1].isspace() and not any(cell.strip() for cell in cells):  # blanks of other scripts
                cells = ()
        else:
            if line.count('"') % 2 and _opens(line, sign):
                end = odd[at] + 1
            if end > len(lines):
                cells = say("batch.unclosed")
            else:
                cells = _cells(lines[at:end], sign)
                swallowed = _swallowed(lines[at:end], sign) if end - at > 1 else 0
                if swallowed and not isinstance(cells, Say):
                    cells = say("batch.swallowed", count=swallowed)
            if isinstance(cells, Say):
                if cells.code != "batch.long":
                    end = at + 1  # a faulty quote costs its own line, not those behind it
            elif not any(cell.strip() for cell in cells):
                cells = ()
        if cells:
            yield at + 1, checked(cells) if long or nul or end - at > 1 else cells, line
        at = end


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends, of whatever make."""
    simple = text.isascii() and not any(sign in text for sign in _OTHER_ENDS)
    return text.splitlines(keepends=True) if simple else list(io.StringIO(text, newline=""))


def _swallowed(lines: Sequence[str], sign: str) -> int:
    """How many lines of one record look like records of their own: a quote too many has joined what it should not."""
    parts = lines[0].count(sign)
    row = re.compile(_ROW.format(re.escape(sign)))
    return sum(row.match(line) is not None and line.count(sign) >= parts for line in lines[1:]) if parts > 2 else 0


def _next_odd(lines: Sequence[str]) -> list[int]:
    """For each line the next one with an odd number of quotes, where a quoted cell left open can end."""
    out, found = [0] * len(lines), len(lines)
    for at in range(len(lines) - 1, -1, -1):
        out[at] = found
        if '"' in lines[at] and lines[at].count('"') % 2:
            found = at
    return out


def _opens(line: str, sign: str) -> bool:
    """Whether some cell starts with a quote; else the quotes of the line are plain characters."""
    return line[0] == '"' or f'{sign}"' in line


def _cells(lines: Sequence[str], sign: str) -> Sequence[str] | Say:
    try:
        records = list(csv.reader(lines, delimiter=sign, strict=True))
    except csv.Error as fault:
        return say("batch.long", limit=MAX_CELL) if "field larger" in str(fault) else say("batch.quote")
    return records[0] if len(records) == 1 else say("batch.quote")


def ragged(found: int, wanted: int) -> Say:
    """What is said of a record with too many or too few cells."""
    return say("batch.ragged-long" if found > wanted else "batch.ragged", found=found, wanted=wanted)


def checked(cells: Sequence[str] | Say) -> Sequence[str] | Say:
    """The cells, or why a record cannot be taken: a cell too long, a sign that no text has."""
    if isinstance(cells, Say):
        return cells
    if any(len(cell) > MAX_CELL for cell in cells):
        return say("batch.long", limit=MAX_CELL)
    if any("\x00" in cell for cell in cells):
        return say("batch.nul")
    return cells
