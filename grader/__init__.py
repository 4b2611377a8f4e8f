"""Pakka: a question bank that proves its answers. `check`, `load` and `mark` are the stable public names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Bank, Item, Mark, Verdict

__version__ = "0.1.0"
__all__ = ["check", "load", "mark"]


def check(
    answer: Mapping[str, Any], text: str, given: Mapping[str, Any] | None = None, lang: str | None = None
) -> Verdict:
    """Judge one raw text against one answer mapping, as in a bank's `answer:`.

    `given` holds names that `value:` may use: lists, numbers or their texts. With `lang` (en or hinglish) the verdict's
    `feedback` is in words. Raises BankFault for a faulty mapping.
    """
    from grader.answers import check as checked

    verdict = checked(answer, text, given)
    if lang is None or not verdict.says:
        return verdict
    from dataclasses import replace

    from grader.text.tell import plain

    return replace(verdict, feedback=" ".join(plain(say, lang) for say in verdict.says))


def load(path: str | Path) -> Bank:
    """Load a bank folder; its faults are in `Bank.issues`."""
    from grader.bank.load import load as loaded

    return loaded(path)


def mark(
    item: Item | str,
    texts: Mapping[str, str],
    seed: int = 0,
    earlier: Mapping[str, Mapping[str, str]] | None = None,
    bank: Bank | None = None,
) -> dict[str, Mark]:
    """Mark raw texts by part id; `earlier` holds texts of other items that this one follows.

    `item` is an Item of `bank`, or its id or number; without `bank` the shipped one is loaded.
    """
    from grader.marking import mark_item

    return mark_item(item, texts, seed, earlier or {}, bank)
