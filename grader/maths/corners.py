"""Where bars and maxima turn, alone or two at a time: points close by on each side, found by Newton's method."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.errors import CannotRead, Undecided
from grader.maths import balls, polys
from grader.maths.effort import spend, weight
from grader.maths.evaluate import evaluate
from grader.maths.points import Point, draw
from grader.maths.shapes import shape_of
from grader.maths.signs import never_below_zero
from grader.maths.table import Table
from grader.maths.tree import names, walk
from grader.maths.types import SymbolType
from grader.model import Node

MOST = 6  # turns of both formulas; more are not told apart
_TURNING = frozenset({"abs", "sign", "max", "min"})
_STARTS, _STEPS = 3, 25
_NEAR = (2.0**-7, 2.0**-14)  # how far from a turn, in its own size
_DELTA = 2.0**-20
_ZERO: Node = ("num", 0, "0")
Symbols = Mapping[str, SymbolType]


def turns(symbols: Symbols, *trees: Node) -> list[Node]:
    """What is 0 where a node of the trees turns from one rule to the other, each once."""
    out: dict[Node, None] = {}
    for tree in trees:
        for node in walk(tree):
            if node[0] != "call" or node[1] not in _TURNING:
                continue
            pairs = itertools.combinations(node[2], 2) if node[1] in ("max", "min") else ()
            for gap in [_gap(*pair) for pair in pairs] or [node[2][0]]:
                if names(gap) and not shape_of(gap, symbols).table:
                    out[gap] = None
    return list(out)


def _gap(first: Node, second: Node) -> Node:
    if _ZERO in (first, second):
        return second if first == _ZERO else first
    return ("sum", (first, second), "+-")


def side(turn: Node, env: dict[str, Any]) -> int:
    """On which side of a turn a point lies, -1 or 1; 0 where that cannot be said."""
    try:
        value = evaluate(turn, env, balls.LEARNER_REALS)
    except (ZeroDivisionError, CannotRead, Undecided):
        return 0
    if isinstance(value, Table):
        return 0
    return 1 if bool(value > 0) else -1 if bool(value < 0) else 0


def one_sided(turn: Node, symbols: Symbols) -> bool:
    """Whether a turn is surely never passed: made of squares, or a polynomial in one name without a real root."""
    flipped: Node = ("neg", turn) if turn[0] != "neg" else turn[1]
    if never_below_zero(turn, symbols) or never_below_zero(flipped, symbols):
        return True
    used = names(turn)
    try:
        if len(used) == 1:
            kind = symbols[next(iter(used))]
            roots = polys.real_roots(turn, next(iter(used)))
            if not (any(bool(r > 0) or r.contains(0) for r in roots) if "positive" in kind.words else roots):
                return True
    except (polys.NotPolynomial, Undecided):
        return False
    return _definite(turn, symbols)


def _definite(turn: Node, symbols: Symbols) -> bool:
    """A polynomial in several names whose terms have one sign each, in even powers or names above 0."""
    ring = polys.ring_of(turn, turn)
    try:
        top, _ = ring.quotient(turn)
    except polys.NotPolynomial:
        return False
    signed = [n for n, name in enumerate(ring.gens) if not symbols[name].words & {"positive", "natural"}]
    return len({c > 0 for c in top.coeffs()}) == 1 and not any(m[i] % 2 for m in top.monoms() for i in signed)


def corners(found: Sequence[Node], symbols: Symbols, salt: bytes) -> Iterator[Point]:
    """Points on every side of each turn, and of each two where both are 0 at once."""
    moved = [n for n, t in symbols.items() if not t.table and not t.words & {"integer", "natural", "complex"}]
    for count in range(1, min(len(moved), 2) + 1):
        for chosen in itertools.combinations(found, count):
            used = [n for n in moved if any(n in names(turn) for turn in chosen)]
            if len(used) >= count:
                yield from _about(chosen, used, symbols, salt)


def _about(chosen: Sequence[Node], used: list[str], symbols: Symbols, salt: bytes) -> Iterator[Point]:
    for index in range(_STARTS):
        point = draw(symbols, salt, index + 20, {}, None)
        at = _solved(chosen, used, point, symbols)
        if at is None:
            continue
        slopes = _slopes(chosen, used, point, at)
        for signs in itertools.product((1.0, -1.0), repeat=len(chosen)):
            way = _least(slopes, list(signs)) if slopes else None
            if way is None:
                break
            longest = max(map(abs, way))
            for near in _NEAR:
                size = near * max(1.0, *map(abs, at)) / longest
                moved = [a + size * w for a, w in zip(at, way, strict=True)]
                if all(v > 0 or "positive" not in symbols[n].words for n, v in zip(used, moved, strict=True)):
                    yield {**point, **{n: Fraction(v) for n, v in zip(used, moved, strict=True)}}
        return


def _solved(chosen: Sequence[Node], used: list[str], point: Point, symbols: Symbols) -> list[float] | None:
    """A place where every chosen turn is 0, by steps of the least length; None where they lead nowhere."""
    at = [float(point[n]) for n in used]
    for _ in range(_STEPS):
        values = [_value(turn, used, point, at) for turn in chosen]
        slopes = _slopes(chosen, used, point, at)
        if slopes is None or any(v is None for v in values):
            return None
        step = _least(slopes, [-v for v in values if v is not None])
        if step is None:
            return None
        size = max(1.0, *map(abs, at))
        largest = max(map(abs, step))
        if largest > 1e12:
            return None
        at = [a + s for a, s in zip(at, step, strict=True)]
        for n, name in enumerate(used):
            if "positive" in symbols[name].words and at[n] <= 0:
                at[n] = (at[n] - step[n]) / 2
        if largest < 1e-9 * size:
            return at
    return None


def _slopes(chosen: Sequence[Node], used: list[str], point: Point, at: list[float]) -> list[list[float]] | None:
    out = []
    for turn in chosen:
        row = []
        for n, value in enumerate(at):
            delta = _DELTA * max(1.0, abs(value))
            ends = [_value(turn, used, point, [*at[:n], value + d, *at[n + 1 :]]) for d in (delta, -delta)]
            if ends[0] is None or ends[1] is None:
                return None
            row.append((ends[0] - ends[1]) / (2 * delta))
        out.append(row)
    return out


def _value(turn: Node, used: list[str], point: Point, at: list[float]) -> float | None:
    moved = point | dict(zip(used, map(Fraction, at), strict=True))
    env = {n: balls.lift_value(v, False) for n, v in moved.items()}
    spend(weight(turn))
    try:
        value = evaluate(turn, env, balls.LEARNER_REALS)
    except (ZeroDivisionError, CannotRead):
        return None
    if isinstance(value, Table) or not value.is_finite():
        return None
    return float(value.mid())


def _least(slopes: list[list[float]], wanted: list[float]) -> list[float] | None:
    """The shortest step that changes one or two values by what is wanted: J^T (J J^T)^-1 w."""
    gram = [[sum(a * b for a, b in zip(r, s, strict=True)) for s in slopes] for r in slopes]
    if len(gram) == 1:
        if not gram[0][0]:
            return None
        weights = [wanted[0] / gram[0][0]]
    else:
        (a, b), (c, d) = gram
        whole = a * d - b * c
        if abs(whole) <= 1e-12 * abs(a * d):
            return None
        weights = [(d * wanted[0] - b * wanted[1]) / whole, (a * wanted[1] - c * wanted[0]) / whole]
    return [sum(w * row[n] for w, row in zip(weights, slopes, strict=True)) for n in range(len(slopes[0]))]
