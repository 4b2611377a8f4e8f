"""The decision: are two formulas equal on the declared domain, and how is that known?"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from grader.errors import CannotRead
from grader.maths import balls, exact, polys
from grader.maths.branching import branches, see_branches, unvisited
from grader.maths.evaluate import evaluate
from grader.maths.points import Point, draw
from grader.maths.shapes import Shape, same, shape_of
from grader.maths.table import Table
from grader.maths.tree import decimal_text, names, walk
from grader.maths.types import SymbolType
from grader.model import AGREED, EXACT, PROVED, REFUTED, UNDECIDED, Node, say

EQUAL, DIFFERENT, OPEN = "equal", "different", "open"
_ENOUGH = 3
_MAX_POINTS = 24


class Decision(NamedTuple):
    """`outcome` equal, different or open; `witness` a point and the two values there; `cells` which entries agree."""

    outcome: str
    how: str
    witness: tuple[tuple[str, str], ...] = ()
    cells: tuple[bool, ...] = ()
    shapes: tuple[Shape, Shape] | None = None


class Key:
    """One side of many decisions: the reference, its declared symbols, its shape and its values at the pool points."""

    def __init__(self, tree: Node, symbols: Mapping[str, SymbolType], shape: Shape | None = None) -> None:
        """Prepare a reference; `symbols` are the learner's, every name of `tree` among them."""
        self.tree = tree
        self.symbols = dict(symbols)
        self.salt = hashlib.blake2b(repr(tree).encode(), digest_size=32).digest()
        self.shape = shape or shape_of(tree, self.symbols)
        self.branching = branches(tree)
        self.complex = uses_complex(tree, self.symbols)
        self.free = bool(names(tree))
        self.values: dict[tuple[Any, ...], Any] = {}


def uses_complex(tree: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether i or a complex symbol occurs."""
    return any(
        (n[0] == "const" and n[1] == "i") or (n[0] == "sym" and n[1] in symbols and "complex" in symbols[n[1]].words)
        for n in walk(tree)
    )


def decide(key: Key, answer: Node) -> Decision:
    """Compare a learner's tree with the reference.

    Raises CannotRead where its shapes clash, where it has no value at all, or where a number grows too large.
    """
    shape = shape_of(answer, key.symbols)
    if shape.flat and not key.shape.table:
        raise CannotRead(say("shape.list"), None)
    if not same(shape, key.shape):
        return Decision(DIFFERENT, REFUTED, shapes=(shape, key.shape))
    if answer == key.tree:
        return Decision(EQUAL, PROVED)
    used = names(answer)
    if not used and not key.free:
        decision = _closed_exact(key, answer)
        if decision:
            return decision
    return _Comparison(key, answer, used).run()


def _closed_exact(key: Key, answer: Node) -> Decision | None:
    try:
        left, right = exact.value(key.tree), exact.value(answer, learner=True)
    except exact.NotRational:
        return None
    cells = tuple(a == b for a, b in zip(_cells(left), _cells(right), strict=True))
    return Decision(EQUAL if all(cells) else DIFFERENT, EXACT, cells=cells)


def _cells(value: Any) -> list[Any]:
    return value.cells if isinstance(value, Table) else [value]


class _Comparison:
    """One answer against one key: refute at pool points, prove by normal form, agree at fresh points."""

    def __init__(self, key: Key, answer: Node, used: frozenset[str]) -> None:
        self.key, self.answer = key, answer
        self.used = used | names(key.tree)
        self.branching = key.branching or branches(answer)
        self.complex = key.complex or uses_complex(answer, key.symbols)
        self.bits = _bits(key.tree, answer)
        self.agreed = self.undefined = 0
        self.cells: list[bool] | None = None
        self.branches_seen: dict[Node, set[Any]] = {}
        self.wrong: Decision | None = None

    def run(self) -> Decision:
        pool = list(itertools.islice(self._pool(), _MAX_POINTS))
        for where in pool:
            self._at(where, self.key.salt, keep=True)
            if self.wrong and not self.key.shape.table:
                return self.wrong
        if self.wrong:
            return self.wrong._replace(cells=tuple(self.cells or ()))
        if not self.key.shape.table and polys.equal(self.key.tree, self.answer):
            return Decision(EQUAL, PROVED)
        fresh = hashlib.blake2b(repr(self.answer).encode(), key=self.key.salt, digest_size=32).digest()
        enough = _ENOUGH if self.used else 1
        for index in range(_MAX_POINTS):
            if index >= 2 and self.agreed >= enough:
                break
            self._at((index + 3, {}, None), fresh, keep=False)
            if self.wrong:
                return self.wrong._replace(cells=tuple(self.cells or ()))
        if self.agreed >= enough and unvisited(self.answer, self.key.tree, self.branches_seen):
            return Decision(OPEN, UNDECIDED)
        if self.agreed >= enough:
            return Decision(EQUAL, AGREED, witness=(("points", str(self.agreed)),))
        if self.undefined and not self.agreed:
            raise CannotRead(say("read.undefined"), None)
        return Decision(OPEN, UNDECIDED)

    def _pool(self) -> Iterator[tuple[int, Mapping[str, int], Fraction | None]]:
        """Pool points: all sign patterns of up to four reals where something branches, else two points."""
        if not self.used:
            yield 0, {}, None
            return
        reals = [
            n
            for n in sorted(self.used)
            if self.key.symbols[n].words == frozenset({"real"}) and not self.key.symbols[n].table
        ]
        if not self.branching:
            yield 0, dict.fromkeys(reals, 1), None
            yield 1, {n: -1 if i % 2 == 0 else 1 for i, n in enumerate(reals)}, None
            return
        largest = _largest_literal(self.key.tree, self.answer)
        for index in range(3):
            for pattern in itertools.product((1, -1), repeat=min(len(reals), 4)):
                yield index, dict(zip(reals, pattern, strict=False)), None
                if index >= 2 and len(reals) > 2:
                    break
        for sign in (1, -1):
            yield 3, dict.fromkeys(reals, sign), max(largest * 2, Fraction(100))

    def _at(self, where: tuple[int, Mapping[str, int], Fraction | None], salt: bytes, keep: bool) -> None:
        index, signs, scale = where
        symbols = {n: self.key.symbols[n] for n in self.key.symbols if n in self.used}
        slot = (index, tuple(sorted(signs.items())), scale, self.bits, self.complex, frozenset(symbols))
        for bits in (self.bits, min(self.bits * 4, balls.MAX_BITS)):
            point: Point | None = None
            with balls.precision(bits):
                kept = self.key.values.get((*slot, bits)) if keep else None
                if kept is None:
                    point = draw(symbols, salt, index, signs, scale)
                    kept = (point, self._value(self.key.tree, point, False))
                    if keep:
                        self.key.values[(*slot, bits)] = kept
                point, reference = kept
                if not _finite(reference):
                    return
                state = self._compare(point, reference)
            if state != "unclear":
                break
        if state == "agree" and point is not None:
            state = self._sure(point)
        if state == "agree":
            self.agreed += 1
        elif state == "undefined":
            self.undefined += 1

    def _sure(self, point: Point) -> str:
        """Agreement counts once no term of a sum was too small to be seen at the precision used."""
        wide = self.complex
        env = {name: balls.lift_value(value, wide) for name, value in point.items()}
        needed = max(balls.spread(tree, env, wide) for tree in (self.key.tree, self.answer)) + 64
        see_branches(self.answer, env, wide, self.branches_seen)
        if needed <= self.bits:
            return "agree"
        if needed > balls.MAX_BITS:
            return "unclear"
        with balls.precision(int(needed) + 64):
            return self._compare(point, self._value(self.key.tree, point, False))

    def _value(self, tree: Node, point: Point, learner: bool, complex_: bool | None = None) -> Any:
        wide = self.complex if complex_ is None else complex_
        field = (
            (balls.LEARNER_COMPLEXES if wide else balls.LEARNER_REALS)
            if learner
            else (balls.COMPLEXES if wide else balls.REALS)
        )
        env = {name: balls.lift_value(value, wide) for name, value in point.items()}
        try:
            return evaluate(tree, env, field)
        except ZeroDivisionError:
            return balls.NAN

    def _compare(self, point: Point, reference: Any) -> str:
        value = self._value(self.answer, point, True)
        if not _finite(value) and not self.complex:
            wide = self._value(self.answer, point, True, complex_=True)
            if not _finite(wide):
                return "undefined"
            value = wide
        lefts, rights = _cells(reference), _cells(value)
        if len(lefts) != len(rights):
            return "undefined"
        states = [balls.close(a, b) for a, b in zip(lefts, rights, strict=True)]
        if self.cells is None or len(self.cells) != len(states):  # sizes differ from draw to draw
            self.cells = [True] * len(states)
        self.cells = [old and state != "differ" for old, state in zip(self.cells, states, strict=True)]
        if "differ" in states:
            place = states.index("differ")
            self.wrong = Decision(DIFFERENT, REFUTED, witness=_witness(point, rights[place], lefts[place]))
            return "differ"
        return "unclear" if "unclear" in states else "agree"


def _finite(value: Any) -> bool:
    return all(c.is_finite() for c in _cells(value))


def _witness(point: Point, answer: Any, key: Any) -> tuple[tuple[str, str], ...]:
    """The point and the answer's value there; the key's value is kept apart so that no message gives it away."""
    shown = [(n, _short(v)) for n, v in point.items() if not isinstance(v, Table)]
    typed, wanted = balls.approx(answer), balls.approx(key)
    if typed == wanted:
        return (*shown, ("gap", balls.approx(answer - key, 3)))
    return (*shown, ("answer", typed), ("key", wanted))


def _short(value: Any) -> str:
    if isinstance(value, tuple):
        return f"{_short(value[0])} + {_short(value[1])}i"
    return decimal_text(value) if len(decimal_text(value)) <= 12 else f"{float(value):.6g}"


def _bits(*trees: Node) -> int:
    """max(192, 64 + the spread of magnitudes), capped: enough that no tiny term hides behind a large one."""
    spread = 0.0
    for tree in trees:
        for node in walk(tree):
            if node[0] == "num" and node[1]:
                value = Fraction(node[1])
                spread += abs(value.numerator.bit_length() - value.denominator.bit_length())
            elif node[0] == "pow":
                power = node[2][1] if node[2][0] == "neg" else node[2]
                spread += 5 * min(abs(float(power[1])), 4000) if power[0] == "num" else 16
            elif node[0] == "call" and node[1] == "exp":
                spread += 24
            elif node[0] == "fact":
                spread += 256
    return max(balls.MIN_BITS, min(64 + math.ceil(spread / 64) * 64 + 64, balls.MAX_BITS))


def _largest_literal(*trees: Node) -> Fraction:
    """The largest size that a closed part of the trees has, or the inverse of the smallest: where branches may lie."""
    sizes = [Fraction(1)]
    for tree in trees:
        for node in walk(tree):
            if node[0] in ("num", "pow") and not names(node):
                try:
                    value = exact.rational(node)
                except CannotRead:
                    continue
                if value and abs(value) < 10**30 and abs(value) > Fraction(1, 10**30):
                    sizes.append(max(abs(value), 1 / abs(value)))
    return max(sizes)
