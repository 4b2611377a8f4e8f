"""Numbers written out in a text: each must be one that the item computes, or it goes stale with the next draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grader.bank.variants import Variant
from grader.checks.docs import docs_of, words
from grader.errors import BankFault
from grader.maths import author
from grader.maths.table import Table
from grader.model import Part, Say, say

# Not part of a name (h0), a reference to a problem (2.2), or a word (E4).
_NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:,\d+)*(?:\.\d+)?(?![\w])(?!\.\d)")
_SMALL = 10  # smaller whole numbers count things: two tables, three decimals
_ROUND = frozenset(map(Fraction, (45, 60, 90, 100, 180, 360)))
_DIGITS = 4


def prose(variant: Variant, tally: object) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A number in words that is no value of the variant."""
    known: dict[str, set[Fraction]] = {}
    numbers = {item.number for item in variant.variants.bank.items}
    for path, doc, part in docs_of(variant.item):
        for found in _NUMBER.findall(words(doc.tokens("en"))):
            if found in numbers:
                continue
            value = Fraction(found.replace(",", "").replace("−", "-"))
            if (value.denominator == 1 and abs(value) <= _SMALL) or abs(value) in _ROUND:
                continue
            slot = part.id if part else ""
            if slot not in known:
                known[slot] = set(_values(variant, part))
            places = len(found.partition(".")[2])
            if not any(abs(value - one) <= Fraction(1, 2 * 10**places) for one in known[slot]):
                yield path, say("check.prose", number=found)


def _values(variant: Variant, part: Part | None) -> Iterator[Fraction]:
    """What the item computes: its values, keys, steps of worked solutions, and percents of them."""
    parts = (part,) if part else variant.item.parts
    yield from _numbers(list(variant.values.values()))
    for one in parts:
        values = variant.values_for(one)
        texts = [str(one.answer.get(name)) for name in ("value", "from") if isinstance(one.answer.get(name), str)]
        texts += [text for text, _ in one.worked if text]
        texts += [str(m.spec["value"]) for m in one.mistakes if isinstance(m.spec.get("value"), str)]
        for text in texts:
            try:
                yield from _numbers([author.bind(text, values)])
            except BankFault:
                continue  # formulas in symbols have no number to compare


def _numbers(trees: list[Any]) -> Iterator[Fraction]:
    for tree in trees:
        try:
            value = author.compute(tree)
        except BankFault:
            continue
        for cell in value.cells if isinstance(value, Table) else [value]:
            if isinstance(cell, Fraction):
                yield from (cell, -cell, 100 * cell)
            elif not isinstance(cell, str | tuple) and cell.is_finite():
                near = Fraction(str(cell.mid().str(20, radius=False)))
                yield from (near, -near, 100 * near)
