"""Writes CSV files whole or not at all, with no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.csvtext import text_of
from grader.errors import UserError
from grader.files import make_folder, write_files

# A first row of the longest set is far shorter.
MAX_HEAD = 65_536


def write_all(
    folder: Path,
    tables: Mapping[str, Iterable[bytes] | Sequence[Sequence[str]]],
    further: Mapping[str, bytes] | None = None,
) -> list[str]:
    """Write tables by name, all or none; returns the names of what is kept, raises UserError where one fails.

    A table is its rows, or pieces of its text.
    """
    make_folder(folder)
    try:
        data = {name: _bytes_of(table) for name, table in tables.items()}
        return write_files(folder, data | dict(further or {}), spare=True)
    except OSError as fault:
        name = Path(fault.filename or folder).name
        raise UserError(
            "batch.not-written", file=name, folder=str(folder), problem=fault.strerror or str(fault)
        ) from fault


def _bytes_of(table: Iterable[bytes] | Sequence[Sequence[str]]) -> bytes:
    if isinstance(table, Sequence):
        return text_of(table).encode("utf-8")
    return b"".join(table)


def head_of(path: Path) -> list[str] | None:
    """The first row of a CSV file that is there and not empty; a row without cells where it cannot be read as one."""
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return next(csv.reader(io.StringIO(file.readline(MAX_HEAD), newline="")), [])
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
