"""The decision: are two formulas equal on the declared domain, and how is that known?"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from grader.errors import CannotRead
from grader.maths import balls, exact, polys
from grader.maths.branching import (
    crowded,
    gaps,
    hides_a_sign,
    saturates,
    see_branches,
    sweep,
    unvisited,
    waves,
    whole_places,
    with_real_roots,
)
from grader.maths.corners import MOST, corners, one_sided, side, turns
from grader.maths.effort import spend
from grader.maths.evaluate import evaluate
from grader.maths.facts import Facts, bits_for, facts_of
from grader.maths.lines import turning_places
from grader.maths.opaque import same_apart
from grader.maths.points import Point, draw
from grader.maths.shapes import NUMBER, Shape, same, shape_of
from grader.maths.table import Table
from grader.maths.tree import decimal_text
from grader.maths.types import SymbolType
from grader.maths.vast import overflows
from grader.model import AGREED, EXACT, PROVED, REFUTED, UNDECIDED, Node, say

EQUAL, DIFFERENT, OPEN = "equal", "different", "open"
_ENOUGH = 3
_MANY = 24  # complex points of a formula with branches, of which each may lie on the right one by luck
_MAX_POINTS = 40
_STEEP = 8
_NEAR = 8  # radians of a wave that a sweep covers at least
_SHARE = 5  # an answer may be without a value at fewer than one in so many points, as one that cancels is


class Decision(NamedTuple):
    """`outcome` equal, different or open; `witness` a point and the two values there; `cells` which entries agree."""

    outcome: str
    how: str
    witness: tuple[tuple[str, str], ...] = ()
    cells: tuple[bool, ...] = ()
    shapes: tuple[Shape, Shape] | None = None


class Sample:
    """A point with its values as balls and the reference's value there; slots, because this is the hot path."""

    __slots__ = ("_shown", "env", "finite", "point", "spread", "value")

    def __init__(self, key: Key, point: Point, wide: bool) -> None:
        """Evaluate the reference at the present precision."""
        self.point = point
        self.env = {name: balls.lift_value(value, wide) for name, value in point.items()}
        self.value = _value(key.tree, self.env, key.fields[wide])
        self.finite = _finite(self.value)
        self.spread: float | None = None
        self._shown: tuple[tuple[str, str], ...] | None = None

    def shown(self) -> tuple[tuple[str, str], ...]:
        """The point as people read it; made once, many answers are refuted here."""
        if self._shown is None:
            self._shown = tuple((n, _short(v)) for n, v in self.point.items() if not isinstance(v, Table))
        return self._shown


# index, sign of each real name, scale
Place = tuple[int, Mapping[str, int], Fraction | None]
_FAR = Fraction(100)


def _beyond(largest: Fraction) -> Fraction:
    """A place at least twice as far as the largest number of two formulas; of few, so that pools are shared."""
    return _FAR * (1 << (max(1, ceil(2 * largest / _FAR)) - 1).bit_length())


class Key:
    """One side of many decisions: the reference, its declared symbols, its shape and its values at the pool points."""

    def __init__(
        self, tree: Node, symbols: Mapping[str, SymbolType], shape: Shape | None = None, learner: bool = False
    ) -> None:
        """Prepare a reference; `symbols` are the learner's, every name of `tree` among them.

        With `learner` the tree was typed by one too, so that bars round a vector are its length.
        """
        self.tree, self.learner = tree, learner
        self.fields: tuple[Any, Any] = (
            (balls.LEARNER_REALS, balls.LEARNER_COMPLEXES) if learner else (balls.REALS, balls.COMPLEXES)
        )
        self.symbols = dict(symbols)
        self.salt = hashlib.blake2b(repr(tree).encode(), digest_size=32).digest()
        self.shape = shape or shape_of(tree, self.symbols)
        self.facts = facts_of(tree, self.symbols)
        self.pools: dict[tuple[Any, ...], list[Sample]] = {}
        self._forms: dict[frozenset[str], polys.Form] = {}

    def pool(self, used: frozenset[str], branching: bool, wide: bool, bits: int, far: Fraction) -> list[Sample]:
        """The samples that every answer with these names is compared at; their values are kept."""
        slot = (used, branching, wide, bits, far)
        found = self.pools.get(slot)
        if found is None:
            found = [
                s for p in self._places(used, branching, far) if (s := self.sample(used, wide, self.salt, p)).finite
            ]
            self.pools[slot] = found
        return found

    def whole(self, symbols: Mapping[str, SymbolType], wide: bool, bits: int, far: int) -> list[Sample]:
        """The samples at small whole numbers; kept like the pools."""
        slot = (frozenset(symbols), wide, bits, far)
        if slot not in self.pools:
            found = (Sample(self, point, wide) for point in whole_places(symbols, self.salt, far))
            self.pools[slot] = [sample for sample in found if sample.finite]
        return self.pools[slot]

    def form(self, used: frozenset[str]) -> polys.Form:
        """The reference as a quotient of polynomials in the names given; kept."""
        found = self._forms.get(used)
        if found is None:
            found = self._forms[used] = polys.Form(self.tree, used)
        return found

    def sample(self, used: frozenset[str], wide: bool, salt: bytes, place: Place) -> Sample:
        """One sample at the present precision."""
        symbols = {n: t for n, t in self.symbols.items() if n in used}
        return Sample(self, draw(symbols, salt, *place), wide)

    def _places(self, used: frozenset[str], branching: bool, far: Fraction) -> Iterator[Place]:
        """All sign patterns of up to four reals where something branches, else two points."""
        if not used:
            yield 0, {}, None
            return
        types = self.symbols
        reals = [n for n in sorted(used) if types[n].words == frozenset({"real"}) and not types[n].table]
        if not branching:
            yield 0, dict.fromkeys(reals, 1), None
            yield 1, {n: -1 if i % 2 == 0 else 1 for i, n in enumerate(reals)}, None
            yield 2, {}, None
            return
        for index in range(3):
            for pattern in itertools.product((1, -1), repeat=min(len(reals), 4)):
                yield index, dict(zip(reals, pattern, strict=False)), None
                if index >= 2 and len(reals) > 2:
                    break
        for sign in (1, -1):
            yield 3, dict.fromkeys(reals, sign), far


def decide(key: Key, answer: Node) -> Decision:
    """Compare a learner's tree with the reference.

    Raises CannotRead where its shapes clash, where it has no value at all, or where a number grows too large.
    """
    facts = facts_of(answer, key.symbols)
    other = other_shape(key, answer, facts.tabled)
    if other:
        return other
    if answer == key.tree:
        return Decision(EQUAL, PROVED)
    if not facts.used and not key.facts.used:
        decision = _closed_exact(key, answer)
        if decision:
            return decision
    decision = _Comparison(key, answer, facts).run()
    if decision.outcome == DIFFERENT and facts.branching and not facts.wide:
        real = with_real_roots(answer)
        if real != answer and _Comparison(key, real, facts_of(real, key.symbols)).run().outcome != DIFFERENT:
            return Decision(OPEN, UNDECIDED)
    return decision


def other_shape(key: Key, answer: Node, tabled: bool = True) -> Decision | None:
    """The decision where an answer has another shape than the key; raises CannotRead for a list instead of a number."""
    shape = shape_of(answer, key.symbols) if tabled else NUMBER
    if shape.flat and not key.shape.table:
        raise CannotRead(say("shape.list"), None)
    return None if same(shape, key.shape) else Decision(DIFFERENT, REFUTED, shapes=(shape, key.shape))


def _closed_exact(key: Key, answer: Node) -> Decision | None:
    try:
        left, right = exact.value(key.tree, learner=key.learner), exact.value(answer, learner=True)
    except exact.NotRational:
        return None
    cells = tuple(a == b for a, b in zip(_cells(left), _cells(right), strict=True))
    return Decision(EQUAL if all(cells) else DIFFERENT, EXACT, cells=cells)


def _cells(value: Any) -> list[Any]:
    return value.cells if isinstance(value, Table) else [value]


class _Comparison:
    """One answer against one key: refute at pool points, prove by normal form, agree at fresh points."""

    __slots__ = (
        "agreed",
        "answer",
        "apart",
        "bits",
        "cells",
        "facts",
        "field",
        "key",
        "largest",
        "lost",
        "met",
        "missed",
        "seen",
        "size",
        "turned",
        "undefined",
        "used",
        "wide",
        "wrong",
    )

    def __init__(self, key: Key, answer: Node, facts: Facts) -> None:
        self.key, self.answer, self.facts = key, answer, facts
        self.used = facts.used | key.facts.used
        self.wide = key.facts.wide or facts.wide
        self.field = balls.LEARNER_COMPLEXES if self.wide else balls.LEARNER_REALS
        self.bits = bits_for(key.facts, facts)
        self.largest = Fraction(max(key.facts.largest, facts.largest))
        self.agreed = self.undefined = 0
        self.cells: list[bool] | None = None
        self.seen: dict[Node, set[Any]] = {}
        self.wrong: Decision | None = None
        self.lost: Sample | None = None  # where the answer had no value
        self.met: list[Sample] = []  # where both agreed
        self.apart = False  # one formula whatever its branches are
        self.turned = self.missed = False  # the sides of branches were looked for, and some was never met
        self.size = facts.size

    def run(self) -> Decision:
        key, facts = self.key, self.facts
        branching = key.facts.branching or facts.branching
        far = _beyond(self.largest) if branching else _FAR
        with balls.precision(self.bits):
            samples = key.pool(self.used, branching, self.wide, self.bits, far)
            self._all(samples[:1])  # enough for most wrong answers
            if not self.wrong and not key.shape.table and key.form(self.used).equals(self.answer):
                return Decision(EQUAL, PROVED)
            self._all(samples[1:])
            if self.wrong:
                return self._ended()
            self._fresh(_MANY if self.wide and branching else _ENOUGH, far if branching else None)
            if self.agreed and not self.wrong:
                self.apart = branching and not self._tabled() and same_apart(key.tree, self.answer)
                if not self.apart:
                    if self.facts.stepped and crowded(self.answer):
                        return Decision(OPEN, UNDECIDED)
                    self._harder(branching)
                    if branching and not (self.wide or self.wrong):
                        self._turn()
            elif branching and not (self.wrong or self._tabled()) and same_apart(key.tree, self.answer):
                return Decision(EQUAL, PROVED)  # no point met their domain
        return self._ended()

    def _all(self, samples: list[Sample]) -> None:
        """Compare at points; a table's entries are told apart at every one of them."""
        for sample in samples:
            if self.wrong and not self.key.shape.table:
                return
            self._at(sample)

    def _fresh(self, wanted: int, far: Fraction | None) -> None:
        """Points that depend on the answer, so that none can be aimed at them; `wanted` in all must agree."""
        salt = hashlib.blake2b(repr(self.answer).encode(), key=self.key.salt, digest_size=32).digest()
        enough = wanted if self.used else 1
        for index in range(_MAX_POINTS):
            if self.wrong or (index >= 1 and self.agreed >= enough):
                return
            sample = self.key.sample(self.used, self.wide, salt, (index + 3, {}, None))
            if far and not sample.finite:  # the domain may begin beyond where points mostly lie: sqrt(x - 1000)
                sample = self.key.sample(self.used, self.wide, salt, (index + 3, {}, far))
            if sample.finite:
                self._at(sample)

    def _harder(self, branching: bool) -> None:
        """Where a difference could hide from a handful of points: steps, hidden signs, functions near their limits."""
        trees = self.key.tree, self.answer
        stepped = self.facts.stepped or self.key.facts.stepped
        if stepped or (branching and hides_a_sign(*trees, self.key.symbols)):
            self._sweep(self.largest * (_NEAR if waves(*trees) else 1))
            for gap in gaps(*trees, self.key.symbols) if not self.wrong and not self.wide else ():
                self._along(turning_places(gap, {n: self.key.symbols[n] for n in self.used}, self.key.salt))
        if any(self.key.symbols[n].words & {"integer", "natural"} for n in self.used) and not self.wrong:
            self._one_by_one()
        if self.largest >= _STEEP and not self.wrong and saturates(*trees):
            for index, sign in enumerate((1, -1, 1)):
                signs = dict.fromkeys(self.used, sign)
                sample = self.key.sample(self.used, self.wide, self.key.salt, (index + 8, signs, 1 / self.largest))
                if sample.finite and not self.wrong:
                    self._at(sample)

    def _tabled(self) -> bool:
        return self.facts.tabled or self.key.facts.tabled

    def _turn(self) -> None:
        """Every side of what branches, and of each two that branch at one place; what was never met decides nothing."""
        symbols = {n: self.key.symbols[n] for n in self.used}
        self.turned = True
        found = turns(symbols, self.key.tree, self.answer)
        if len(found) > MOST:
            self.missed = True
            return
        self._along(corners(found, symbols, self.key.salt))
        for turn in found if not self.wrong else ():
            met: set[int] = set()
            for sample in self.met:
                met.add(side(turn, sample.env))
                if {1, -1} <= met:
                    break
            else:
                self.missed = self.missed or not one_sided(turn, symbols)

    def _one_by_one(self) -> None:
        """Whole numbers from the smallest on; where a name is whole, no value between decides anything."""
        symbols = {n: t for n, t in self.key.symbols.items() if n in self.used}
        for sample in self.key.whole(symbols, self.wide, self.bits, min(int(self.largest), 100)):
            self._at(sample)
            if self.wrong:
                return

    def _along(self, points: Iterable[Point]) -> None:
        """Compare at points, until one refutes."""
        for point in points:
            sample = Sample(self.key, point, self.wide)
            if sample.finite and not self.wrong:
                self._at(sample)

    def _sweep(self, far: Fraction) -> None:
        """Points close together, where bars or a root may hide a stretch of the other sign."""
        symbols = {n: t for n, t in self.key.symbols.items() if n in self.used}
        self._along(sweep(symbols, self.key.salt, far))

    def _ended(self) -> Decision:
        if self.wrong:
            return self.wrong._replace(cells=tuple(self.cells or ()))
        enough = self.agreed >= (_ENOUGH if self.used else 1)
        if self.undefined * _SHARE > self.agreed + self.undefined and self.agreed:
            return Decision(OPEN, UNDECIDED)  # without a value on a good part of the key's domain
        if enough and self.facts.hidden and not self.key.facts.hidden:
            return Decision(OPEN, UNDECIDED)
        hiding = self.missed or (bool(self.seen) and unvisited(self.key.tree, self.seen, self.turned))
        if enough and (self.apart or not hiding):
            return Decision(EQUAL, AGREED, witness=(("points", str(self.agreed)),))
        if self.undefined and not self.agreed:
            vast = self.lost is not None and overflows(self.answer, self.lost.env, self.wide)
            raise CannotRead(say("read.overflow" if vast else "read.undefined"), None)
        return Decision(OPEN, UNDECIDED)

    def _at(self, sample: Sample) -> None:
        spend(self.size)
        state = self._compare(sample)
        if state == "unclear" and self.bits * 4 <= balls.MAX_BITS:
            state = self._again(sample, self.bits * 4)
        if state == "agree" and (self.facts.stepped or self.facts.uneven or self.key.facts.uneven):
            state = self._sure(sample)
        if state == "agree":
            self.agreed += 1
            self.met.append(sample)
        elif state == "undefined":
            self.undefined += 1
            self.lost = sample

    def _again(self, sample: Sample, bits: int) -> str:
        with balls.precision(bits):
            return self._compare(Sample(self.key, sample.point, self.wide))

    def _sure(self, sample: Sample) -> str:
        """Agreement counts once no term of a sum was too small to be seen at the precision used."""
        if self.facts.stepped:
            see_branches(self.answer, sample.env, self.wide, self.seen)
        if sample.spread is None:
            sample.spread = balls.spread(self.key.facts.uneven, sample.env, self.wide)
        needed = max(sample.spread, balls.spread(self.facts.uneven, sample.env, self.wide)) + 64
        if needed <= self.bits:
            return "agree"
        return "unclear" if needed > balls.MAX_BITS else self._again(sample, int(needed) + 64)

    def _compare(self, sample: Sample) -> str:
        value = _value(self.answer, sample.env, self.field)
        if not _finite(value) and not self.wide:
            env = {name: balls.lift_value(point, True) for name, point in sample.point.items()}
            value = _value(self.answer, env, balls.LEARNER_COMPLEXES)
            if not _finite(value):
                return "undefined"
        if not isinstance(value, Table) and not isinstance(sample.value, Table):
            state = balls.close(sample.value, value)
            if state == "differ":
                self.wrong = Decision(DIFFERENT, REFUTED, witness=_witness(sample, value, sample.value))
            return state
        return self._compare_cells(sample, value)

    def _compare_cells(self, sample: Sample, value: Any) -> str:
        lefts, rights = _cells(sample.value), _cells(value)
        if len(lefts) != len(rights):
            return "undefined"
        states = [balls.close(a, b) for a, b in zip(lefts, rights, strict=True)]
        if self.cells is None or len(self.cells) != len(states):  # sizes differ from draw to draw
            self.cells = [True] * len(states)
        self.cells = [old and state != "differ" for old, state in zip(self.cells, states, strict=True)]
        if "differ" in states:
            place = states.index("differ")
            self.wrong = Decision(DIFFERENT, REFUTED, witness=_witness(sample, rights[place], lefts[place]))
            return "differ"
        return "unclear" if "unclear" in states else "agree"


def _value(tree: Node, env: dict[str, Any], field: Any) -> Any:
    try:
        return evaluate(tree, env, field)
    except ZeroDivisionError:
        return balls.NAN


def _finite(value: Any) -> bool:
    if isinstance(value, Table):
        return all(c.is_finite() for c in value.cells)
    return bool(value.is_finite())


def _witness(sample: Sample, answer: Any, key: Any) -> tuple[tuple[str, str], ...]:
    """The point and the answer's value there; the key's value is kept apart so that no message gives it away."""
    shown = sample.shown()
    typed, wanted = balls.approx(answer), balls.approx(key)
    if typed == wanted:
        return (*shown, ("gap", balls.approx(answer - key, 3)))
    return (*shown, ("answer", typed), ("key", wanted))


def _short(value: Any) -> str:
    if isinstance(value, tuple):
        return f"{_short(value[0])} + {_short(value[1])}i"
    return decimal_text(value) if len(decimal_text(value)) <= 12 else f"{float(value):.6g}"
