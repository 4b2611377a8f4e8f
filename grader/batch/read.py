"""Reads submissions from CSV: every record becomes a row or a refusal with its line, and text stays text."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.errors import UserError
from grader.model import Say, say

COLUMNS = ("student", "problem", "part", "answer")
EXTRA = ("seed", "attempt")
MAX_CELL = 65_536
_MAX_DIGITS = 100
# A student, a problem's number or id, and a part: lines of an answer do not begin like that.
_ROW = re.compile(r"[^,()\[\]=]+,\s*[\w.-]+\s*,\s*[\w()-]*\s*,")

# line, student, problem, part, answer, seed (None: the file's), attempt
Row = tuple[int, str, str, str, str, int | None, int]
# line, student, problem, part, why
Refused = tuple[int, str, str, str, Say]


@dataclass(frozen=True, slots=True)
class Submissions:
    """What a file holds: rows in order, refused records, columns that nothing is read from."""

    rows: tuple[Row, ...]
    refused: tuple[Refused, ...]
    ignored: tuple[str, ...]


def read(data: bytes) -> Submissions:
    """The submissions in the bytes of a CSV file; raises UserError for a file that is none."""
    records = _records(_decoded(data))
    header = next(records, None)
    if header is None:
        raise UserError("batch.empty")
    if isinstance(header[1], Say):
        raise UserError("batch.header", missing=", ".join(COLUMNS))
    names = [name.strip().lower() for name in header[1]]
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        other = next((s for s in (";", "\t", "|") if len(header[1]) == 1 and s in header[1][0]), None)
        if other:
            raise UserError("batch.separator", found={";": "semicolons", "\t": "tabs", "|": "bars"}[other])
        raise UserError("batch.header", missing=", ".join(missing))
    known = COLUMNS + EXTRA
    twice = [name for name in known if names.count(name) > 1]
    if twice:
        raise UserError("batch.column-twice", name=twice[0])
    places = [names.index(name) if name in names else None for name in known]
    rows: list[Row] = []
    refused: list[Refused] = []
    for line, cells, typed in records:
        if isinstance(cells, Say):
            bare = [cell.strip().strip('"').strip() for cell in typed.split(",")]
            first = [bare[p] if p is not None and p < len(bare) - 1 else "" for p in places[:3]]
            refused.append((line, _name(first[0])[:80], first[1][:80], first[2][:80], cells))
        elif len(cells) != len(names):
            known_cells = [cells[p].strip() if p is not None and p < len(cells) else "" for p in places[:3]]
            known_cells[0] = _name(known_cells[0])
            code = "batch.ragged-long" if len(cells) > len(names) else "batch.ragged"
            refused.append((line, *known_cells, say(code, found=len(cells), wanted=len(names))))  # type: ignore[arg-type]
        else:
            _take(line, [cells[p] if p is not None else "" for p in places], rows, refused)
    ignored = tuple(name.strip() for name, plain in zip(header[1], names, strict=True) if plain not in known)
    return Submissions(tuple(rows), tuple(refused), ignored)


def roster(data: bytes) -> tuple[str, ...]:
    """The names of a CSV file with a column `student`, or of a list of names; raises UserError where there is none."""
    records = [cells for _, cells, _ in _records(_decoded(data)) if not isinstance(cells, Say)]
    heads = [cell.strip().casefold() for cell in records[0]] if records else []
    place = next((heads.index(name) for name in ("student", "name", "id") if name in heads), None)
    if place is None and (not records or max(map(len, records)) > 1 or any(c in records[0][0] for c in ";\t|")):
        raise UserError("batch.roster")
    rows = records if place is None else records[1:]
    names = (_name(cells[place or 0]) for cells in rows if len(cells) > (place or 0))
    return tuple(dict.fromkeys(name for name in names if name))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UserError("batch.encoding", line=data.count(b"\n", 0, fault.start) + 1) from None


def _take(line: int, cells: Sequence[str], rows: list[Row], refused: list[Refused]) -> None:
    student, problem, part = (cell.strip() for cell in cells[:3])
    student = _name(student)
    seed, attempt = (cell.strip() for cell in cells[4:])
    why = None
    if not student:
        why = say("batch.no-student")
    elif not _whole(seed):
        why = say("batch.whole", name="seed", value=seed)
    elif not _whole(attempt):
        why = say("batch.whole", name="attempt", value=attempt)
    if why:
        refused.append((line, student, problem, part, why))
    else:
        number = _number(seed) if seed else None
        rows.append((line, student, problem, part, cells[3], number, _number(attempt or "0")))


def _name(cell: str) -> str:
    """A student's name as one: accents composed, blanks of any kind one plain blank."""
    return " ".join(unicodedata.normalize("NFC", cell).split())


def _number(cell: str) -> int:
    return int(cell.removesuffix(".0"))


def _whole(cell: str) -> bool:
    whole = cell.removesuffix(".0")  # as some tools write whole numbers
    return not cell or (whole.isascii() and whole.isdigit() and len(whole) <= _MAX_DIGITS)


def _records(text: str) -> Iterator[tuple[int, Sequence[str] | Say, str]]:
    """Each record with the line it starts in: its cells, or why it has none, and that line; empty ones are left out."""
    lines = list(io.StringIO(text, newline=""))
    odd = _next_odd(lines)
    at = 0
    while at < len(lines):
        line = lines[at]
        cells: Sequence[str] | Say
        end = at + 1
        if '"' not in line:
            cells = line.rstrip("\r\n").split(",")
        else:
            if line.count('"') % 2 and _opens(line):
                end = odd[at] + 1
            if end > len(lines):
                cells = say("batch.unclosed")
            else:
                cells = _cells(lines[at:end])
                swallowed = _swallowed(lines[at:end])
                if swallowed and not isinstance(cells, Say):
                    cells = say("batch.swallowed", count=swallowed)
            if isinstance(cells, Say) and cells.code != "batch.long":
                end = at + 1  # a faulty quote costs its own line, not those behind it
        if isinstance(cells, Say) or any(cell.strip() for cell in cells):
            yield at + 1, _checked(cells), lines[at]
        at = end


def _swallowed(lines: Sequence[str]) -> int:
    """How many lines of one record look like records of their own: a quote too many has joined what it should not."""
    commas = lines[0].count(",")
    return sum(_ROW.match(line) is not None and line.count(",") >= commas for line in lines[1:]) if commas > 2 else 0


def _next_odd(lines: Sequence[str]) -> list[int]:
    """For each line the next one with an odd number of quotes, where a quoted cell left open can end."""
    out, found = [0] * len(lines), len(lines)
    for at in range(len(lines) - 1, -1, -1):
        out[at] = found
        if '"' in lines[at] and lines[at].count('"') % 2:
            found = at
    return out


def _opens(line: str) -> bool:
    """Whether some cell starts with a quote; else the quotes of the line are plain characters."""
    return line[0] == '"' or ',"' in line


def _cells(lines: Sequence[str]) -> Sequence[str] | Say:
    try:
        records = list(csv.reader(lines, strict=True))
    except csv.Error as fault:
        return say("batch.long", limit=MAX_CELL) if "field larger" in str(fault) else say("batch.quote")
    return records[0] if len(records) == 1 else say("batch.quote")


def _checked(cells: Sequence[str] | Say) -> Sequence[str] | Say:
    if isinstance(cells, Say):
        return cells
    if any(len(cell) > MAX_CELL for cell in cells):
        return say("batch.long", limit=MAX_CELL)
    if any("\x00" in cell for cell in cells):
        return say("batch.nul")
    return cells
