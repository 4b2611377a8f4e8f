"""Writes CSV files whole or not at all, with no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.errors import UserError
from grader.files import write_files

# What spreadsheets take for the start of a formula, or drop in front of one; full width forms count in some.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def guarded(cell: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would compute it."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def text_of(rows: Iterable[Sequence[str]]) -> str:
    """The rows as the text of a CSV file."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue()


def write_all(folder: Path, tables: Mapping[str, Iterable[Sequence[str]]]) -> None:
    """Write tables by file name; raises UserError where the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_files(folder, {name: text_of(rows).encode("utf-8") for name, rows in tables.items()})
    except OSError as fault:
        raise UserError("batch.write", name=str(folder)) from fault
