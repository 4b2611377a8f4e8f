"""Loads a bank: from its compiled form if no file has changed, else from its files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from grader.bank import cache, files
from grader.errors import UserError
from grader.model import Bank

_UNREAD = (files.STRAY, files.OUTSIDE, files.LOST)


def load(path: str | os.PathLike[str], cache_folder: Path | None = None) -> Bank:
    """The bank in a folder, with every fault of its files in `issues`; items with a fault are left out."""
    root = Path(path)
    if not root.is_dir():
        raise UserError("bank.no-folder", name=str(path))
    contents = {
        place: None if place.role in _UNREAD else files.contents(root / place.name) for place in files.find(root)
    }
    if not contents:
        raise UserError("bank.no-bank", name=str(path))
    digests = {place.name: cache.digest(raw) for place, raw in contents.items()}
    stored = cache.place(cache_folder, root.resolve()) if cache_folder else None
    bank = cache.read(stored, digests) if stored else None
    if bank is not None:
        return replace(bank, root=str(root))
    # YAML, pydantic and Markdown are worth their start-up time only for a bank that changed.
    from grader.bank.compile import compile_bank

    bank = compile_bank(str(root), contents)
    if stored:
        cache.write(stored, digests, bank)
    return bank
