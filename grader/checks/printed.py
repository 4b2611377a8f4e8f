"""Whether the formulas that a worked solution prints say what its `equals:` proves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grader.answers.base import types_of
from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead
from grader.maths import author, balls
from grader.maths.equal import DIFFERENT, Key, decide
from grader.maths.table import Table
from grader.maths.tree import names
from grader.model import Doc, Math, Node, Para, Part, Say, Token, say
from grader.text.writers.latex_source import latex as source


def printed(variant: Variant, part: Part, words: Doc, equals: str) -> Iterator[Say]:
    """A fault for each side of a printed chain of equations that can be read and differs from `equals`."""
    for token in _formulas(variant.doc(words, part).tokens("en")):
        for side in sides(token.tree):
            problem = _compared(variant, part, side, equals)
            if problem:
                yield problem


def _formulas(tokens: tuple[Token, ...]) -> Iterator[Math]:
    for token in tokens:
        if isinstance(token, Math) and token.display:
            yield token
        elif isinstance(token, Para):
            yield from _formulas(token.items)


def sides(tree: Node) -> Iterator[str]:
    """The sides of a chain of equations as LaTeX; a formula with commas between equations is several statements."""
    items = tree[1] if tree[0] == "row" else (tree,)
    if any(n[0] == "op" and n[1] in (";", "≈", "→", "⇒") for n in items):
        return
    statements: list[list[Node]] = [[]]
    for item in items:
        if item[0] == "space" and statements[-1] and statements[-1][-1][:2] == ("op", ","):
            statements[-1].pop()
            statements.append([])
        else:
            statements[-1].append(item)
    if len(statements) > 1:
        return  # several statements side by side say more than one `equals:` proves
    side: list[Node] = []
    for item in (*statements[0], ("op", "=", "rel")):
        if item[:2] == ("op", "="):
            if side:
                yield source(("row", tuple(side)))
            side = []
        else:
            side.append(item)


def _rounding(side: str) -> Fraction:
    """How far a printed side may lie from the exact value: by the coarsest of its own decimals, else not at all."""
    places = [len(decimals) for decimals in _DECIMALS.findall(side)]
    return Fraction(5, 10 ** min(places)) if places else Fraction(1, 10**9)


_DECIMALS = re.compile(r"\d\.(\d+)")
_GROUPS = re.compile(r"(?<=\d)\{,\}(?=\d{2,3})")


def _compared(variant: Variant, part: Part, side: str, equals: str) -> Say | None:
    symbols = types_of(part.answer)
    values = variant.values_for(part)
    try:
        left = author.bind(_GROUPS.sub("", side), values, symbols)
        right = author.bind(equals, values, symbols)
        if names(left) or names(right):
            wrong = decide(Key(right, symbols), left).outcome == DIFFERENT
        else:
            wrong = not _near(author.compute(left), author.compute(right), _rounding(side))
    except (BankFault, CannotRead) as fault:
        slots = dict(fault.why.slots)
        # Two vectors side by side may be a dot product, and 0 a vector of zeros.
        if fault.why.code == "shape.multiply" and slots["left"] != slots["right"]:
            return say("check.printed-shape", side=side, why=fault.why)
        return None  # a side in names that have no value here is prose to a machine
    return say("check.printed", side=side, equals=equals) if wrong else None


def _near(left: Any, right: Any, loose: Fraction) -> bool:
    if isinstance(left, Table) and isinstance(right, Table):
        pairs = zip(left.cells, right.cells, strict=False)
        return len(left.cells) == len(right.cells) and all(_near(a, b, loose) for a, b in pairs)
    if isinstance(left, Table | str | tuple) or isinstance(right, Table | str | tuple):
        return True
    with balls.precision(320):
        return balls.within(left, right, loose)
