"""Are two equations one relation? Their differences of sides may differ by a factor that never vanishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

from grader.errors import CannotRead
from grader.maths import balls, polys
from grader.maths.equal import EQUAL, Key
from grader.maths.evaluate import evaluate
from grader.maths.points import draw
from grader.maths.tree import names, num, substitute
from grader.maths.types import SymbolType
from grader.maths.upto import up_to_scale
from grader.model import AGREED, PROVED, REFUTED, UNDECIDED, Node, say

SAME, DIFFERENT, OPEN = "same", "different", "open"


class Decision(NamedTuple):
    """`outcome` same, different or open, and how it is known."""

    outcome: str
    how: str


def _gap(relation: Node) -> Node:
    return ("sum", (relation[2], relation[3]), "+-")


def same_relation(key: Node, answer: Node, symbols: Mapping[str, SymbolType]) -> Decision:
    """Compare two equations; raises CannotRead where the answer says nothing, as in x = x."""
    left, right = _gap(key), _gap(answer)
    ring = polys.ring_of(left, right)
    try:
        (a, b), (c, d) = ring.quotient(left), ring.quotient(right)
        if not c:
            raise CannotRead(say("equation.always"), 0)
        top, bottom = c * b, d * a
        common = top.gcd(bottom)
        factor = (top / common, bottom / common)
        if all(_never_zero(p, ring, symbols) or _never_both(p, ring, a, c) for p in factor):
            return Decision(SAME, PROVED)
    except polys.NotPolynomial:
        try:
            if up_to_scale(Key(left, symbols), right).outcome == EQUAL:
                return Decision(SAME, AGREED)
        except CannotRead:
            pass
    if _leaves(left, right, symbols) or _leaves(right, left, symbols):
        return Decision(DIFFERENT, REFUTED)
    return Decision(OPEN, UNDECIDED)


def _never_zero(poly: Any, ring: polys.Ring, symbols: Mapping[str, SymbolType]) -> bool:
    """Coefficients of one sign, names of either sign in even powers alone, and a term that does not vanish."""
    if poly.is_constant():
        return bool(poly)
    signed = [place for place, name in enumerate(ring.gens) if "positive" not in symbols[name].words]
    if len({c > 0 for c in poly.coeffs()}) > 1 or any(m[i] % 2 for m in poly.monoms() for i in signed):
        return False
    return any(all(not m[i] for i in signed) for m in poly.monoms())


def _never_both(poly: Any, ring: polys.Ring, *gaps: Any) -> bool:
    """A power of one name, where neither relation can hold if that name is 0: x, beside x*y = 1."""
    if len(poly.monoms()) != 1:
        return False
    used = [name for place, name in enumerate(ring.gens) if poly.monoms()[0][place]]
    return all((rest := gap.subs({name: 0})).is_constant() and bool(rest) for name in used for gap in gaps)


def _leaves(left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether a point where `left` is 0 has `right` far from 0."""
    for point in _on_curve(left, symbols):
        with balls.precision(320):
            env = {name: balls.lift_value(point.get(name, Fraction(7, 3)), False) for name in names(right) | set(point)}
            value: Any = evaluate(right, env, balls.REALS)
            # The points carry roots to 40 places, so only a value far from 0 refutes.
            if value.is_finite() and bool(abs(value) > balls.lift(Fraction(1, 10**15))):
                return True
    return False


def _on_curve(left: Node, symbols: Mapping[str, SymbolType]) -> Iterator[dict[str, Any]]:
    """Points where the key holds, found by solving for a name that stands in it at most squared."""
    used = sorted(names(left))
    for name in used:
        others = {n: symbols[n] for n in used if n != name}
        for index in range(5):
            point = draw(others, b"curve", index, {}, Fraction(2**index, 8))
            bound = substitute(left, {n: num(v) for n, v in point.items()})
            ring = polys.Ring((name,))
            try:
                top, _ = ring.quotient(bound)
            except polys.NotPolynomial:
                break
            yield from ({**point, name: root} for root in _roots(top))


def _roots(poly: Any) -> Iterator[Any]:
    """The real roots of a polynomial of degree 1 or 2 in one name, as Fractions where they are, else skipped."""
    coefficients = {int(m[0]): Fraction(int(c.p), int(c.q)) for m, c in zip(poly.monoms(), poly.coeffs(), strict=True)}
    degree = max(coefficients, default=0)
    a, b, c = (coefficients.get(k, Fraction(0)) for k in (2, 1, 0))
    if degree == 1:
        yield -c / b
    elif degree == 2:
        inside = b * b - 4 * a * c
        if inside > 0:
            root = _root(inside)
            yield (-b + root) / (2 * a)
            yield (-b - root) / (2 * a)


def _root(value: Fraction) -> Fraction:
    """A square root to 40 places."""
    return Fraction(isqrt(value.numerator * value.denominator * 10**80), value.denominator * 10**40)
