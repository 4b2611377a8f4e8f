"""The commonest answers, a plain decimal and a list of them, read without the parser; anything else is left to it."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.maths.table import Table
from grader.model import Node

_DECIMAL = re.compile(r"\s*([-−]?)(\d{1,200})?(\.\d{1,200})?(?:[eE]([-+−]?\d{1,3}))?(%?)\s*")
_LIST = re.compile(r"\s*\[([-−.\deE+\s,%;\[\]]+)\]\s*")
_BETWEEN_ROWS = re.compile(r"\]\s*,\s*\[")
_TENS = [10**k for k in range(1200)]


def quick_number(text: str) -> Node | None:
    """The tree of a plain decimal, perhaps with a minus, a power of ten or a per cent sign; None for anything else."""
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return None
    sign, whole, part, power, per_cent = found.groups()
    if power is not None:
        return _scaled(found)
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


def _scaled(found: re.Match[str]) -> Node | None:
    """`1.5e-3`."""
    sign, whole, part, power, per_cent = found.groups()
    if not (whole or part) or "−" in power or per_cent:
        return None
    digits = (whole or "") + (part or ".")[1:]
    exponent = int(power) - (len(part) - 1 if part else 0)
    value: int | Fraction = int(digits) * _TENS[exponent] if exponent >= 0 else Fraction(int(digits), _TENS[-exponent])
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    node: Node = ("num", value, found[0].strip().lstrip("-−"))
    return ("neg", node) if sign else node


def quick_list(text: str) -> tuple[Node, Table] | None:
    """`[1, -2.5, 30%]`, `[[1, 2], [3, 4]]` or `[1, 2; 3, 4]` as a tree and its entries; None for anything else."""
    found = _LIST.fullmatch(text)
    if found is None:
        return None
    inner = found[1].strip()
    if inner[:1] == "[" and inner[-1:] == "]":
        rows = _BETWEEN_ROWS.split(inner[1:-1])
    else:
        rows = inner.split(";")
    cells: list[Node] = []
    for row in rows:
        for piece in row.split(","):
            cell = quick_number(piece)
            if cell is None:
                return None
            cells.append(cell)
    if len(rows) == 1:
        return (("list", tuple(cells)), Table(len(cells), 1, cells, flat=True)) if inner[:1] != "[" else None
    cols = len(cells) // len(rows)
    if cols < 2 or any(row.count(",") != cols - 1 for row in rows) or not _plain_rows(inner, rows):
        return None
    nodes = tuple(("list", tuple(cells[at : at + cols])) for at in range(0, len(cells), cols))
    return ("list", nodes), Table(len(rows), cols, cells)


def _plain_rows(inner: str, rows: list[str]) -> bool:
    """Whether rows stand in brackets of their own, or are too few to be decimals with commas: `[1,5; 2,5; 3,5]`."""
    return inner[:1] == "[" or len(rows) < 3


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
