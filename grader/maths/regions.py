"""Sets of real numbers made of intervals and points: joined, cut, taken apart and compared on one line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, cmp_to_key
from typing import Any

from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, balls
from grader.maths.branching import saturates
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.shapes import NUMBER
from grader.maths.table import Table
from grader.maths.tree import num
from grader.maths.write import plain
from grader.model import AGREED, EXACT, PROVED, Node, say

_BITS = (320, 2048)
_SURE = (EXACT, PROVED, AGREED)  # from the surest on


@dataclass(frozen=True)
class End:
    """A finite end: its tree, and its value where that is rational."""

    tree: Node
    value: Fraction | None
    balls: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)

    def near(self, bits: int) -> Any:
        """The value, or a ball round it; kept."""
        if self.value is not None:
            return self.value
        if bits not in self.balls:
            self.balls[bits] = balls.ball(self.tree, {}, bits)
        return self.balls[bits]

    @cached_property
    def key(self) -> Key:
        """What another end is compared with; made once."""
        return Key(self.tree, {}, NUMBER)


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`; None is unbounded; a flag says whether the end belongs to it."""

    low: End | None
    high: End | None
    low_in: bool
    high_in: bool


Region = tuple[Interval, ...]
ALL: Region = (Interval(None, None, False, False),)


def end(tree: Node) -> End:
    """A closed tree as an end; raises CannotRead for a list and where there is no real value."""
    try:
        value = author.compute(tree)
    except BankFault as fault:
        raise CannotRead(fault.why, None) from fault
    if isinstance(value, Table | str):
        raise CannotRead(say("shape.list"), None)
    if not isinstance(value, Fraction) and not value.is_finite():
        raise CannotRead(say("read.not-real"), None)
    return End(tree, value if isinstance(value, Fraction) else None)


def point(at: End) -> Region:
    """One number alone."""
    return (Interval(at, at, True, True),)


def negative(at: End) -> End:
    """The end on the other side of 0."""
    return End(("neg", at.tree), None) if at.value is None else End(num(-at.value), -at.value)


def unscaled(at: End, factor: Fraction, offset: Node) -> End:
    """The x of `factor * x + offset = at`."""
    if factor == 1 and offset == num(0):
        return at
    shifted: Node = ("sum", (at.tree, offset), "+-") if offset != num(0) else at.tree
    moved = end(shifted if factor == 1 else ("frac", shifted, num(factor)))
    return moved if moved.value is None else End(num(moved.value), moved.value)


class Line:
    """The real line: works with regions and remembers in `how` how surely equal ends were known to be equal."""

    def __init__(self, how: str = EXACT) -> None:
        """Start from what is known already."""
        self.how = how

    def note(self, how: str) -> None:
        """Keep the less sure of two ways of knowing."""
        self.how = max(self.how, how, key=_SURE.index)

    def compare(self, left: End, right: End) -> int:
        """-1, 0 or 1: balls decide a strict difference, the decision on trees an equality; raises Undecided."""
        if left.value is not None and right.value is not None:
            return (left.value > right.value) - (left.value < right.value)
        if left.tree == right.tree:
            return 0
        for bits in _BITS:
            order = _strictly(left, right, bits)
            if order:
                return order
        decision = decide(left.key, right.tree)
        # A function next to its limit agrees with the limit to any number of bits.
        unsure = decision.how == AGREED and saturates(left.tree, right.tree)
        if decision.outcome != EQUAL or unsure:
            raise Undecided(OPEN)
        self.note(decision.how)
        return 0

    def _lows(self, a: Interval, b: Interval) -> int:
        if a.low is None or b.low is None:
            return (a.low is not None) - (b.low is not None)
        return self.compare(a.low, b.low) or b.low_in - a.low_in

    def is_empty(self, piece: Interval) -> bool:
        """Whether no number lies in it."""
        if piece.low is None or piece.high is None:
            return False
        order = self.compare(piece.low, piece.high)
        return order > 0 or (order == 0 and not (piece.low_in and piece.high_in))

    def union(self, pieces: Iterable[Interval]) -> Region:
        """The pieces in order, overlapping and touching ones joined, empty ones gone."""
        out: list[Interval] = []
        for piece in sorted((p for p in pieces if not self.is_empty(p)), key=cmp_to_key(self._lows)):
            if out and self._meet(out[-1], piece):
                out[-1] = self._joined(out[-1], piece)
            else:
                out.append(piece)
        return tuple(out)

    def _meet(self, a: Interval, b: Interval) -> bool:
        if a.high is None or b.low is None:
            return True
        order = self.compare(b.low, a.high)
        return order < 0 or (order == 0 and (a.high_in or b.low_in))

    def _joined(self, a: Interval, b: Interval) -> Interval:
        if a.high is None or b.high is None:
            return Interval(a.low, None, a.low_in, False)
        order = self.compare(a.high, b.high)
        high, inside = (b.high, b.high_in) if order < 0 else (a.high, a.high_in or (order == 0 and b.high_in))
        return Interval(a.low, high, a.low_in, inside)

    def intersection(self, left: Region, right: Region) -> Region:
        """What lies in both."""
        return self.union([self._cut(a, b) for a in left for b in right])

    def _cut(self, a: Interval, b: Interval) -> Interval:
        low, low_in = (a.low, a.low_in) if self._lows(a, b) >= 0 else (b.low, b.low_in)
        if a.high is None or b.high is None:
            high, high_in = (b.high, b.high_in) if a.high is None else (a.high, a.high_in)
        else:
            order = self.compare(a.high, b.high)
            high, high_in = (a.high, a.high_in and (order < 0 or b.high_in)) if order <= 0 else (b.high, b.high_in)
        return Interval(low, high, low_in, high_in)

    def difference(self, left: Region, right: Region) -> Region:
        """What lies in the first alone."""
        return self.intersection(left, _gaps(right))

    def same(self, left: Region, right: Region) -> bool:
        """Whether two regions are one; raises Undecided."""
        return len(left) == len(right) and all(self._equal(a, b) for a, b in zip(left, right, strict=True))

    def _equal(self, a: Interval, b: Interval) -> bool:
        ends = ((a.low, b.low, a.low_in, b.low_in), (a.high, b.high, a.high_in, b.high_in))
        for mine, other, mine_in, other_in in ends:
            if mine is None or other is None:
                if mine is not other:
                    return False
            elif mine_in != other_in or self.compare(mine, other):
                return False
        return True


def _gaps(region: Region) -> Region:
    """What lies outside a region, whose pieces stand in order."""
    out, low, low_in = [], None, False
    for piece in region:
        if piece.low is not None:
            out.append(Interval(low, piece.low, low_in, not piece.low_in))
        if piece.high is None:
            return tuple(out)
        low, low_in = piece.high, not piece.high_in
    return (*out, Interval(low, None, low_in, False))


def _strictly(left: End, right: End, bits: int) -> int:
    """-1 or 1 where balls tell two ends apart, else 0."""
    a, b = left.near(bits), right.near(bits)
    with balls.precision(bits):
        gap = balls.minus(a, b)
        return int(bool(gap > 0)) - int(bool(gap < 0))


def written(region: Region) -> str:
    """A region in brackets and braces, as it was read."""
    return " ∪ ".join(_written(piece) for piece in region) or "∅"


def _written(piece: Interval) -> str:
    if piece.low is not None and piece.low == piece.high:
        return "{" + plain(piece.low.tree) + "}"
    low = "-∞" if piece.low is None else plain(piece.low.tree)
    high = "∞" if piece.high is None else plain(piece.high.tree)
    return f"{'[' if piece.low_in else '('}{low}, {high}{']' if piece.high_in else ')'}"
