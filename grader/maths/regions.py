"""Sets of real numbers made of intervals: read from brackets or inequalities, joined, cut, compared."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from grader.errors import BankFault, CannotRead
from grader.maths import author, balls
from grader.maths.table import Table
from grader.model import Node, say

End = Any  # a Fraction or a ball; None is the infinity of its side


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`; None is unbounded; a flag says whether the end belongs to it."""

    low: End
    high: End
    low_in: bool
    high_in: bool


Region = tuple[Interval, ...]


def end(tree: Node) -> End:
    """The value of a closed end; raises CannotRead for a list and where there is no real value."""
    try:
        value = author.compute(tree)
    except BankFault as fault:
        raise CannotRead(fault.why, None) from fault
    if isinstance(value, Table):
        raise CannotRead(say("shape.list"), None)
    if not isinstance(value, Fraction) and not value.is_finite():
        raise CannotRead(say("read.not-real"), None)
    return value


def compare(left: End, right: End) -> int:
    """-1, 0 or 1 for two finite ends; equal to 300 bits counts as equal."""
    with balls.precision(320):
        if balls.near(left, right):
            return 0
        if balls.at_most(left, right):
            return -1
        return 1


def _lows(a: Interval, b: Interval) -> int:
    if a.low is None or b.low is None:
        return (a.low is not None) - (b.low is not None)
    return compare(a.low, b.low) or b.low_in - a.low_in


def is_empty(piece: Interval) -> bool:
    """Whether no number lies in it."""
    if piece.low is None or piece.high is None:
        return False
    order = compare(piece.low, piece.high)
    return order > 0 or (order == 0 and not (piece.low_in and piece.high_in))


def union(pieces: list[Interval]) -> Region:
    """The pieces in order, overlapping and touching ones joined, empty ones gone."""
    out: list[Interval] = []
    for piece in sorted((p for p in pieces if not is_empty(p)), key=cmp_to_key(_lows)):
        if out and _meet(out[-1], piece):
            out[-1] = _joined(out[-1], piece)
        else:
            out.append(piece)
    return tuple(out)


def _meet(a: Interval, b: Interval) -> bool:
    if a.high is None or b.low is None:
        return True
    order = compare(b.low, a.high)
    return order < 0 or (order == 0 and (a.high_in or b.low_in))


def _joined(a: Interval, b: Interval) -> Interval:
    if a.high is None or b.high is None:
        return Interval(a.low, None, a.low_in, False)
    order = compare(a.high, b.high)
    high, inside = (b.high, b.high_in) if order < 0 else (a.high, a.high_in or (order == 0 and b.high_in))
    return Interval(a.low, high, a.low_in, inside)


def intersection(left: Region, right: Region) -> Region:
    """What lies in both."""
    return union([_cut(a, b) for a in left for b in right])


def _cut(a: Interval, b: Interval) -> Interval:
    low, low_in = (a.low, a.low_in) if _lows(a, b) >= 0 else (b.low, b.low_in)
    if a.high is None or b.high is None:
        high, high_in = (b.high, b.high_in) if a.high is None else (a.high, a.high_in)
    else:
        order = compare(a.high, b.high)
        high, high_in = (a.high, a.high_in and (order < 0 or b.high_in)) if order <= 0 else (b.high, b.high_in)
    return Interval(low, high, low_in, high_in)


def same(left: Region, right: Region) -> bool:
    """Whether two regions are one; raises Undecided."""
    return len(left) == len(right) and all(_equal(a, b) for a, b in zip(left, right, strict=True))


def _equal(a: Interval, b: Interval) -> bool:
    ends = ((a.low, b.low, a.low_in, b.low_in), (a.high, b.high, a.high_in, b.high_in))
    for mine, other, mine_in, other_in in ends:
        if (mine is None) != (other is None) or mine_in != other_in:
            return False
        if mine is not None and compare(mine, other):
            return False
    return True
