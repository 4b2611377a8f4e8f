"""The commonest answers, a plain decimal and a row of them, read without the parser; anything else is left to it."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.model import Node

_DECIMAL = re.compile(r"\s*([-−]?)(\d{1,200})?(\.\d{1,200})?(%?)\s*")
_ROW = re.compile(r"\s*\[\s*([-−.\d\s,%]+)\]\s*")
_TENS = [10**k for k in range(201)]


def quick_number(text: str) -> Node | None:
    """The tree of a plain decimal, perhaps with a minus or a per cent sign; None for anything else."""
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return None
    sign, whole, part, per_cent = found.groups()
    if part:
        digits = (whole or "") + part[1:]
        value: int | Fraction = Fraction(int(digits), _TENS[len(part) - 1])
        if value.denominator == 1:
            value = value.numerator
        node: Node = ("num", value, (whole or "") + part)
    elif whole:
        node = ("num", int(whole), whole)
    else:
        return None
    if per_cent:
        node = ("pct", node)
    return ("neg", node) if sign else node


def quick_row(text: str) -> tuple[Node, ...] | None:
    """The entries of `[1, -2.5, 30%]`; None for anything else."""
    found = _ROW.fullmatch(text)
    if found is None:
        return None
    cells = []
    for piece in found[1].split(","):
        cell = quick_number(piece)
        if cell is None:
            return None
        cells.append(cell)
    return tuple(cells)


def quick_value(node: Node) -> tuple[int, int] | None:
    """Numerator and denominator of what `quick_number` reads, not reduced; None for any other tree."""
    sign = 1
    if node[0] == "neg":
        sign, node = -1, node[1]
    hundred = 1
    if node[0] == "pct":
        hundred, node = 100, node[1]
    if node[0] != "num":
        return None
    value = node[1]
    return sign * value.numerator, value.denominator * hundred
