"""Sample points: where two formulas are compared, drawn from a hash so that every process draws the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.maths.table import Table
from grader.maths.types import IDENTITY, SymbolType

# Magnitudes by turns, so that neither tiny nor large arguments alone decide: [low, 4 * low) for each low.
SCALES = (Fraction(1, 2), Fraction(2), Fraction(1, 16), Fraction(8), Fraction(1, 4))
_PRIME = 1_048_583
Point = dict[str, Any]


def _bits(salt: bytes, name: str, index: int) -> int:
    digest = hashlib.blake2b(f"{name}\0{index}".encode(), key=salt[:64], digest_size=8).digest()
    return int.from_bytes(digest, "big")


def draw(
    symbols: Mapping[str, SymbolType], salt: bytes, index: int, signs: Mapping[str, int], scale: Fraction | None = None
) -> Point:
    """One point: name -> Fraction, (Fraction, Fraction) for a complex symbol, or a Table of Fractions.

    `signs` fixes the sign of a real symbol; sizes of tables are distinct whole numbers from 3 up, bound as numbers too.
    """
    sizes = _sizes(symbols, index)
    low = scale if scale is not None else SCALES[index % len(SCALES)]
    point: Point = {}
    for name, kind in symbols.items():
        if kind.table:
            point[name] = _table(name, kind, sizes, salt, index)
        elif name in sizes:
            point[name] = Fraction(sizes[name])
        else:
            point[name] = _scalar(name, kind, salt, index, signs, low)
    return point


def _scalar(name: str, kind: SymbolType, salt: bytes, index: int, signs: Mapping[str, int], low: Fraction) -> Any:
    bits = _bits(salt, name, index)
    words = kind.words
    sign = signs.get(name, 1 if bits & 1 else -1)
    if "natural" in words or "positive" in words:
        sign = 1
    if "integer" in words or "natural" in words:
        return Fraction(sign * (1 + (bits >> 1) % (6 + 5 * (index % 4)) + (2 if low > 100 else 0)))
    # The first points are short numbers, so that a learner can check a refutation by hand; later ones are long, and
    # over a prime, so that no wave has its zeros there.
    steps = 64 if index < 3 else _PRIME
    part = steps + 3 * ((bits >> 1) % steps)
    size = Fraction(low.numerator * part, low.denominator * steps)
    if "complex" in words:
        other = low * (1 + Fraction(3 * ((bits >> 24) & 0xFFFFF), 1 << 20))
        return (sign * size, other if bits & 2 else -other)
    return size if sign > 0 else -size


def _sizes(symbols: Mapping[str, SymbolType], index: int) -> dict[str, int]:
    """Distinct sizes for the names that stand as sizes, rotated from draw to draw."""
    wanted = sorted({s for t in symbols.values() if t.table for s in (t.rows, t.cols) if isinstance(s, str)})
    count = len(wanted)
    return {name: 3 + (place + index) % count + (index % 2) for place, name in enumerate(wanted)}


def _table(name: str, kind: SymbolType, sizes: Mapping[str, int], salt: bytes, index: int) -> Table:
    rows = sizes[kind.rows] if isinstance(kind.rows, str) else kind.rows
    cols = sizes[kind.cols] if isinstance(kind.cols, str) else kind.cols

    if IDENTITY in kind.words:
        return Table(rows, cols, [Fraction(int(r == c)) for r in range(rows) for c in range(cols)])

    def cell(r: int, c: int) -> Fraction:
        bits = _bits(salt, f"{name}[{r},{c}]", index)
        size = Fraction(1 + (bits >> 1) % 4096, 512)
        return size if bits & 1 or "positive" in kind.words else -size

    cells = [[cell(r, c) for c in range(cols)] for r in range(rows)]
    if "diagonal" in kind.words:
        cells = [[v if r == c else Fraction(0) for c, v in enumerate(row)] for r, row in enumerate(cells)]
    if "symmetric" in kind.words:
        cells = [[cells[min(r, c)][max(r, c)] for c in range(cols)] for r in range(rows)]
    return Table(rows, cols, [v for row in cells for v in row])
