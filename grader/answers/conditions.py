"""Conditions on one name, `-3 <= 2x - 1 < 3`, `|x| > 2`, `x != 2`, as sets of numbers, where they are linear in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from grader.errors import CannotRead
from grader.maths import exact
from grader.maths.regions import ALL, End, Interval, Line, Region, negative, point, unscaled
from grader.maths.tree import ZERO, names, num
from grader.model import Node, say

Bound = End | str  # '+' or '-' for an infinity
TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}
_RAYS: dict[str, Callable[[End], Interval]] = {
    "<": lambda at: Interval(None, at, False, False),
    "≤": lambda at: Interval(None, at, False, True),
    ">": lambda at: Interval(at, None, False, False),
    "≥": lambda at: Interval(at, None, True, False),
}


class Unsolved(Exception):
    """A condition that must be solved first."""


def held(line: Line, middle: Node, sign: str, bound: Bound) -> Region:
    """Where `middle sign bound` holds, sign not `≠`; raises Unsolved where the middle is not linear in its one name."""
    bars = middle[0] == "call" and middle[1] in ("abs", "norm")
    factor, offset = _linear(middle[2][0] if bars else middle)
    if not factor:
        raise Unsolved
    region = _sized(line, sign, bound) if bars else _plain(sign, bound)
    return line.union([_moved(piece, factor, offset) for piece in region])


def _plain(sign: str, bound: Bound) -> Region:
    if isinstance(bound, str):
        return _beyond(sign, bound)
    if sign in _RAYS:
        return (_RAYS[sign](bound),)
    return point(bound)


def _beyond(sign: str, bound: str) -> Region:
    """Beside an infinity every number, as long as the infinity itself is left out and lies on its side."""
    if sign not in "<>":
        raise CannotRead(say("interval.infinity"), None)
    if (sign == "<") != (bound == "+"):
        raise CannotRead(say("interval.reversed"), None)
    return ALL


def _sized(line: Line, sign: str, bound: Bound) -> Region:
    """The numbers whose size is as said."""
    if isinstance(bound, str):
        return _beyond(sign, bound)
    other = negative(bound)
    if sign == "=":
        return line.union([*point(bound), *point(other)]) if line.compare(other, bound) <= 0 else ()
    both = _RAYS[sign](bound), _RAYS[TURNED[sign]](other)
    return line.union(both) if sign in ">≥" else line.intersection(both[:1], both[1:])


def _moved(piece: Interval, factor: Fraction, offset: Node) -> Interval:
    low, high = (at and unscaled(at, factor, offset) for at in (piece.low, piece.high))
    if factor > 0:
        return Interval(low, high, piece.low_in, piece.high_in)
    return Interval(high, low, piece.high_in, piece.low_in)


Linear = tuple[Fraction, Node]  # the factor of the name, and what is added


def _linear(tree: Node) -> Linear:
    if tree[0] == "sym":
        return Fraction(1), ZERO
    if not names(tree):
        return Fraction(0), tree
    part = _LINEAR.get(tree[0])
    if part is None:
        raise Unsolved
    return part(tree)


def _neg(tree: Node) -> Linear:
    return _times(_linear(tree[1]), Fraction(-1))


def _sum(tree: Node) -> Linear:
    parts = [
        _linear(t) if s == "+" else _times(_linear(t), Fraction(-1)) for t, s in zip(tree[1], tree[2], strict=True)
    ]
    return reduce(_plus, parts)


def _prod(tree: Node) -> Linear:
    named = [(f, op) for f, op in zip(tree[1], tree[2], strict=True) if names(f)]
    if len(named) != 1 or named[0][1] == "/":
        raise Unsolved
    scale = Fraction(1)
    for factor, op in zip(tree[1], tree[2], strict=True):
        if not names(factor):
            value = _rational(factor)
            scale = scale / value if op == "/" else scale * value
    return _times(_linear(named[0][0]), scale)


def _frac(tree: Node) -> Linear:
    return _times(_linear(tree[1]), 1 / _rational(tree[2]))


def _rational(tree: Node) -> Fraction:
    value = None if names(tree) else exact.rational(tree)
    if not value:
        raise Unsolved
    return value


def _times(part: Linear, by: Fraction) -> Linear:
    factor, offset = part
    if by == 1 or offset == ZERO:
        return factor * by, offset
    return factor * by, ("neg", offset) if by == -1 else ("prod", (num(by), offset), "**")


def _plus(left: Linear, right: Linear) -> Linear:
    if ZERO in (left[1], right[1]):
        return left[0] + right[0], right[1] if left[1] == ZERO else left[1]
    return left[0] + right[0], ("sum", (left[1], right[1]), "++")


_LINEAR: dict[str, Callable[[Node], Linear]] = {"neg": _neg, "sum": _sum, "prod": _prod, "frac": _frac}
