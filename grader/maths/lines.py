"""Where an equation holds along lines through its domain: the roots in one name, the others drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from grader.errors import CannotRead, Undecided
from grader.maths import balls, polys
from grader.maths.effort import spend, weight
from grader.maths.evaluate import evaluate
from grader.maths.points import draw
from grader.maths.table import Table
from grader.maths.tree import names, num, substitute, walk
from grader.maths.types import SymbolType
from grader.model import Node

LINES, MOST_LINES = 3, 8  # in each name, and in all
BITS = 320
_MOST = 400  # pieces of one line that are looked at
_LEAST, _EFFORT = 100, 4000  # and of a large formula fewer: pieces times nodes
_COARSE, _FINE = 9, 24  # halvings until neighbours are joined, and until a place without a change of sign is kept
_HALVINGS = 120
_SECANTS, _CLOSE = 14, Fraction(1, 2**64)
_STEEPEST = 32  # the degree up to which many lines are looked at: the coefficients there are long
_FARTHEST = Fraction(10**15)
_ANYWHERE = Fraction(7, 3), Fraction(1, 5), Fraction(41)
_MOST_NAMES, _MOST_ROOTS = 2, 3
_SMALL = balls.lift(Fraction(1, 10**12))
Symbols = Mapping[str, SymbolType]
Env = dict[str, Any]


class Roots(NamedTuple):
    """`sure` by a change of sign or by algebra, `maybe` where 0 was not ruled out; `whole` if no piece was left out."""

    sure: list[Any]
    maybe: list[Any]
    whole: bool = True


class Compared(NamedTuple):
    """What the lines showed.

    `agreed` roots belong to both sides, `differ`: one belongs to one side alone; `unclear`: something stayed open.
    """

    agreed: int
    differ: bool
    unclear: bool
    found: bool  # whether the key holds anywhere that was looked at


def compare(key: Node, answer: Node, symbols: Symbols, far: Fraction) -> Compared:
    """Compare the zeros of two trees along lines in every name; `far` is how far roots may lie from 0."""
    agreed, unclear, found = 0, False, False
    with balls.precision(BITS):
        for name, others in _lines(key, answer, symbols):
            env = {n: balls.lift_value(v, False) for n, v in others.items()}
            sides = [(tree, _roots(tree, name, others, symbols[name], far)) for tree in (key, answer)]
            found = found or bool(sides[0][1].sure)
            for (_, roots), (other, _) in zip(sides, reversed(sides), strict=True):
                for root in roots.sure:
                    held = _is_zero(other, {**env, name: root})
                    if held is False:
                        return Compared(agreed, True, unclear, True)
                    agreed, unclear = agreed + (held is True), unclear or held is None
                unclear = (
                    unclear
                    or not roots.whole
                    or any(_is_zero(other, {**env, name: m}) is not True for m in roots.maybe)
                )
    return Compared(agreed, False, unclear, found)


def _lines(key: Node, answer: Node, symbols: Symbols) -> Iterator[tuple[str, dict[str, Any]]]:
    used = sorted(names(key) | names(answer))
    for name in (n for n in used if not symbols[n].table):
        others = {n: symbols[n] for n in used if n != name}
        for index in range(max(1, min(LINES, MOST_LINES // len(used))) if others else 1):
            yield name, draw(others, b"curve" + name.encode(), index, {}, Fraction(2**index, 4))


def _is_zero(tree: Node, env: Env) -> bool | None:
    """Whether a tree is 0 at a tiny ball; None where that cannot be said."""
    value = _value(tree, env)
    if not value.is_finite():
        value = _value(tree, {n: balls.wide(v) for n, v in env.items()}, balls.LEARNER_COMPLEXES)
        return False if value.is_finite() and not value.contains(0) else None
    if not value.contains(0):
        return False
    return True if value.rad() < _SMALL else None


def _value(tree: Node, env: Env, field: Any = balls.LEARNER_REALS) -> Any:
    spend(weight(tree))
    try:
        value = evaluate(tree, env, field)
    except (ZeroDivisionError, CannotRead, Undecided):
        return balls.NAN
    return balls.NAN if isinstance(value, Table) else value


def _roots(tree: Node, name: str, others: Mapping[str, Any], kind: SymbolType, far: Fraction) -> Roots:
    """The roots in one name that lie in its domain."""
    if name not in names(tree):
        return Roots([], [])
    bound = substitute(tree, {n: _drawn(v) for n, v in others.items()})
    try:
        found = Roots(list(polys.real_roots(bound, name, _STEEPEST if others else polys.MAX_POWER)), [])
    except Undecided:
        return Roots([], [], whole=False)
    except polys.NotPolynomial:
        found = _scanned(bound, name, Fraction(0) if kind.words & {"positive", "natural"} else -far, far)
    sure, maybe = ([r for r in roots if _belongs(r, kind)] for roots in found[:2])
    return Roots(sure, maybe, found.whole)


def turning_places(gap: Node, symbols: Symbols, salt: bytes) -> Iterator[dict[str, Any]]:
    """Points on both sides of where a tree is 0, near and far from it, along a line in each of its names."""
    used = sorted(n for n in names(gap) if not symbols[n].table)
    for name in used[:_MOST_NAMES]:
        others = draw({n: t for n, t in symbols.items() if n != name}, salt, 5, {}, None)
        kind = symbols[name]
        with balls.precision(BITS):
            bound = substitute(gap, {n: _drawn(v) for n, v in others.items()})
            somewhere = [_value(bound, {name: balls.lift(place)}) for place in _ANYWHERE]
            if all(value.is_finite() and value.contains(0) for value in somewhere):
                continue  # 0 all along, as max(x, x) has it: nothing turns there
            found = _scanned(bound, name, 1 / _FARTHEST, _FARTHEST)
            roots = [balls.fraction_of(r) for r in found.sure]
            if not kind.words & {"positive", "natural"}:
                mirror = substitute(bound, {name: ("neg", ("sym", name))})
                roots += [-balls.fraction_of(r) for r in _scanned(mirror, name, 1 / _FARTHEST, _FARTHEST).sure]
        for root in roots[:_MOST_ROOTS]:
            for place in _about(root, whole=bool(kind.words & {"integer", "natural"})):
                yield {**others, name: place}


def _drawn(value: Any) -> Node:
    """A number or a table of numbers that was drawn, as a tree."""
    if not isinstance(value, Table):
        return num(value)
    rows = (value.cells[at : at + value.cols] for at in range(0, len(value.cells), value.cols))
    return ("list", tuple(("list", tuple(num(c) for c in row)) for row in rows))


def _about(root: Fraction, whole: bool) -> Iterator[Fraction]:
    if whole:
        least = root.__floor__()
        yield from (
            Fraction(n)
            for n in {least - 1, least, least + 1, least + 2, 2 * least + 1, least // 2}
            if n >= 0 or root < 0
        )
    else:
        yield from (root * share for share in (Fraction(1, 2), Fraction(15, 16), Fraction(17, 16), Fraction(2)))


def _belongs(root: Any, kind: SymbolType) -> bool:
    """Whether a root lies in the domain of its name."""
    words = kind.words
    if words & {"integer", "natural"} and not root.contains_integer():
        return False
    if "natural" in words:
        return bool(root > 0) or root.contains(0)
    return "positive" not in words or bool(root > 0)


def _scanned(tree: Node, name: str, low: Fraction, far: Fraction) -> Roots:
    """Roots of any formula between two places: what cannot be 0 is cut away by halves."""
    left = max(_LEAST, min(_MOST, _EFFORT // sum(1 for _ in walk(tree))))
    spans, values = [(low, far)], {}

    def at(place: Fraction) -> Any:
        if place not in values:
            values[place] = _value(tree, {name: balls.lift(place)})
        return values[place]

    for depth in range(_COARSE + _FINE):
        kept: list[tuple[Fraction, Fraction]] = []
        for a, b in spans:
            middle = (a + b) / 2 + (b - a) / 97  # never at a round number, where roots like to lie
            for c, d in ((a, middle), (middle, b)):
                left -= 1
                value = _value(tree, {name: balls.between(c, d)})
                nowhere = not value.is_finite() and not any(at(p).is_finite() for p in (c, d, (c + d) / 2))
                if value.contains(0) if value.is_finite() else not nowhere:
                    kept.append((c, d))
        spans = kept
        if left < 0:
            break  # what is not told apart yet stays open, but what changes its sign is a root
        if depth >= _COARSE and all(_changes(at(a), at(b)) for a, b in _joined(spans)):
            break
    sure, maybe = [], []
    for a, b in _joined(spans):
        if _changes(at(a), at(b)):
            sure.append(_bisected(tree, name, a, b))
        elif at(a).is_finite() and at(b).is_finite():
            maybe.append(balls.between(a, b))
    return Roots([r for r in sure if r is not None], maybe if left >= 0 else [], whole=left >= 0)


def _joined(spans: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    out: list[tuple[Fraction, Fraction]] = []
    for a, b in spans:
        if out and out[-1][1] == a:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def _changes(a: Any, b: Any) -> bool:
    return bool((a < 0 and b > 0) or (a > 0 and b < 0))


def _bisected(tree: Node, name: str, low: Fraction, high: Fraction) -> Any:
    """The root between two places of other sign, as a ball; None where the formula jumps over 0, as at a pole."""
    found = _secant(tree, name, low, high)
    if found is not None:
        return found
    rising = bool(_value(tree, {name: balls.lift(low)}) < 0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        value = _value(tree, {name: balls.lift(middle)})
        if not value.is_finite():
            return None
        if value.contains(0):
            low, high = middle - (high - low) / 2**60, middle + (high - low) / 2**60
            break
        low, high = (middle, high) if bool(value < 0) == rising else (low, middle)
    found = balls.between(low, high)
    return found if _value(tree, {name: found}).is_finite() else None


def _secant(tree: Node, name: str, low: Fraction, high: Fraction) -> Any:
    """The same by a few secants, where a change of sign close about their end proves it; else None."""
    (x, fx), (y, fy) = ((place, _value(tree, {name: balls.lift(place)})) for place in (low, high))
    for _ in range(_SECANTS):
        if not (fx.is_finite() and fy.is_finite()) or not bool(fx != fy):
            return None
        place = balls.fraction_of(balls.lift(y) - fy * balls.lift(y - x) / (fy - fx))
        if not low < place < high:
            return None
        near = abs(place - y) <= _CLOSE * (1 + abs(place))
        x, fx, y, fy = y, fy, place, _value(tree, {name: balls.lift(place)})
        if near:
            break
    about = _CLOSE * (1 + abs(y))
    ends = y - about, y + about
    return balls.between(*ends) if _changes(*(_value(tree, {name: balls.lift(e)}) for e in ends)) else None
