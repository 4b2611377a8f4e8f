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
    tables: Mapping[str, Iterable[Sequence[str]]],
    further: Mapping[str, bytes | Iterable[bytes]] | None = None,
) -> list[str]:
    """Write tables by name, all or none; returns the names of what is kept, raises UserError where one fails."""
    make_folder(folder)
    try:
        data = {name: text_of(rows).encode("utf-8") for name, rows in tables.items()}
        return write_files(folder, dict(sorted({**data, **(further or {})}.items())), spare=True)
    except OSError as fault:
        name = Path(fault.filename or folder).name
        raise UserError(
            "batch.not-written", file=name, folder=str(folder), problem=fault.strerror or str(fault)
        ) from fault


def head_of(path: Path) -> list[str] | None:
    """The first row of a CSV file that is there and not empty; a row without cells where it cannot be read as one."""
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return next(csv.reader(io.StringIO(file.readline(MAX_HEAD), newline="")), [])
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
