"""Files written so that nobody ever finds half of one: beside, synced, renamed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files of one folder by name; all are complete and on the disk before the first gets its name.

    Raises OSError; then no file has changed its name yet, or only whole ones have.
    """
    beside: dict[str, Path] = {}
    try:
        for name, data in contents.items():
            path = folder / f".{name}.{os.getpid()}.new"
            with path.open("wb") as file:
                beside[name] = path
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        for name in contents:
            beside[name].replace(folder / name)
            del beside[name]
        _sync(folder)
    finally:
        for left in beside.values():
            left.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the new names themselves last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
