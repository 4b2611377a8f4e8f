"""Formulas for which no paper has room: they are set so small that nobody reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from grader.bank.variants import Variant
from grader.checks.docs import docs_of, tokens_inside
from grader.errors import BankFault
from grader.model import Math, Say, say
from grader.text.writers.html import width

MOST, MOST_IN_COLUMN = 130, 60  # characters of a formula on a line, and in one of two columns


def paper(variant: Variant, tally: object) -> Iterator[tuple[tuple[object, ...], Say]]:
    """Warnings: formulas that are much wider than a line, or in a match than a column."""
    for path, doc, part in docs_of(variant.item):
        with suppress(BankFault):
            limit = MOST_IN_COLUMN if {"left", "right"} & set(path) else MOST
            widest = max((width(m.tree) for m in tokens_inside(variant.doc(doc, part).tokens("en"), Math)), default=0)
            if widest > limit:
                yield path, say("check.wide", width=widest, limit=limit)
