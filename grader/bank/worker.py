"""The bank of a process that works for another: loaded once, by the folder that it was told."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grader.bank.load import load
from grader.bank.variants import Variants


@lru_cache(maxsize=1)
def variants_of(root: str, cache: str = "") -> Variants:
    """The variants of the bank in a folder; raises UserError where there is none."""
    return Variants(load(Path(root), Path(cache) if cache else None))
