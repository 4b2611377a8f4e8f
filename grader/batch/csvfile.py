"""Writes CSV files whole or not at all, with no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.errors import UserError

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
    """Write files by name: all are complete and on the disk before the first gets its name."""
    beside: dict[str, str] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            handle, beside[name] = tempfile.mkstemp(dir=folder, prefix=f".{name}.", suffix=".new")
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text_of(rows))
                file.flush()
                os.fsync(file.fileno())
        for name in tables:
            os.replace(beside[name], folder / name)
            del beside[name]
        _sync(folder)
    except OSError as fault:
        raise UserError("batch.write", name=str(folder)) from fault
    finally:
        for left in beside.values():
            Path(left).unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the new names themselves last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
