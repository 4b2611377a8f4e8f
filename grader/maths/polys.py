"""Exact normal forms of polynomials and their quotients; flint's polynomials have no precision to share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import flint

from grader.errors import Undecided
from grader.maths.tree import names
from grader.model import Node

MAX_TERMS, MAX_POWER = 3000, 256
MAX_CHOSEN = 20  # of a binomial that is multiplied out
Poly = Any
Quotient = tuple[Poly, Poly]


class NotPolynomial(Exception):
    """No quotient of polynomials, or one too large to write out."""


class Ring:
    """Polynomials over the rationals in given names."""

    def __init__(self, symbols: tuple[str, ...]) -> None:
        """Make the ring; at least one name is needed inside, so a closed tree gets an unused one."""
        self.context = flint.fmpq_mpoly_ctx.get(list(symbols or ("_",)), flint.Ordering.lex)
        self.gens = dict(zip(symbols or ("_",), self.context.gens(), strict=True))
        self.one = self.context.constant(1)

    def quotient(self, node: Node) -> Quotient:
        """(numerator, denominator), not reduced; raises NotPolynomial."""
        step = _STEPS.get(node[0])
        if step is None:
            raise NotPolynomial
        top, bottom = step(self, node)
        if len(top) > MAX_TERMS or len(bottom) > MAX_TERMS or not bottom:
            raise NotPolynomial
        return top, bottom

    def polynomial(self, node: Node) -> Poly:
        """The polynomial of a tree without a division by a symbol; raises NotPolynomial."""
        top, bottom = self.quotient(node)
        if not bottom.is_constant():
            raise NotPolynomial
        return top / bottom

    def used(self, poly: Poly) -> list[str]:
        """The names that occur in a polynomial of the ring."""
        return [name for name, degree in zip(self.gens, poly.degrees(), strict=True) if degree > 0]


def ring_of(*nodes: Node) -> Ring:
    """The ring in all names of the trees."""
    return Ring(tuple(sorted(frozenset().union(*(names(n) for n in nodes)))))


def real_roots(node: Node, name: str, most: int = MAX_POWER) -> list[Any]:
    """Every real root of a quotient of polynomials in one name, as balls.

    Roots that the quotient cancels do not count. Raises NotPolynomial, and Undecided for a degree over `most`.
    """
    top, bottom = Ring((name,)).quotient(node)
    top = top / top.gcd(bottom)
    if top.is_constant():
        return []
    lead = top.total_degree()
    if lead > most:
        raise Undecided
    coefficients = [flint.fmpq(0)] * (lead + 1)
    for monomial, coefficient in zip(top.monoms(), top.coeffs(), strict=True):
        coefficients[int(monomial[0])] = coefficient
    found: list[Any] = list(flint.fmpq_poly(coefficients).numer().complex_roots())
    return [root.real for root, _ in found if root.imag.is_zero()]


def same_zeros(left: Node, right: Node) -> bool | None:
    """Whether two quotients vanish at the same complex points: the same factors; None where they are no quotients."""
    ring = ring_of(left, right)
    try:
        sides = [_bare(*ring.quotient(node)) for node in (left, right)]
    except NotPolynomial:
        return None
    return bool(sides[0] == sides[1])


def _bare(top: Poly, bottom: Poly) -> frozenset[Any]:
    """The different factors of a numerator, each with a leading coefficient of 1."""
    reduced = top / top.gcd(bottom)
    return frozenset(str(factor / factor.leading_coefficient()) for factor, _ in reduced.factor()[1])


class Form:
    """One side of many comparisons: a tree as a quotient of polynomials in given names, worked out once."""

    __slots__ = ("bottom", "ring", "top")

    def __init__(self, node: Node, used: Iterable[str]) -> None:
        """Write `node` out in a ring of the names `used`; `top` is None where it is no quotient, or too large."""
        self.ring = Ring(tuple(sorted(used)))
        self.top: Poly | None = None
        self.bottom: Poly | None = None
        with suppress(NotPolynomial):
            self.top, self.bottom = self.ring.quotient(node)

    def equals(self, other: Node) -> bool | None:
        """Whether `other`, in the same names, is the same quotient; None where that cannot be written out."""
        if self.top is None or self.bottom is None:
            return None
        try:
            top, bottom = self.ring.quotient(other)
        except NotPolynomial:
            return None
        if bottom is self.bottom:
            return bool(top == self.top)
        if len(self.top) * len(bottom) > MAX_TERMS * 20 or len(top) * len(self.bottom) > MAX_TERMS * 20:
            return None
        return bool(self.top * bottom == top * self.bottom)


def _num(ring: Ring, node: Node) -> Quotient:
    value = node[1]
    return ring.context.constant(flint.fmpq(value.numerator, value.denominator)), ring.one


def _sum(ring: Ring, node: Node) -> Quotient:
    top, bottom = None, ring.one
    for term, sign in zip(node[1], node[2], strict=True):
        a, b = ring.quotient(term)
        if top is None:
            top, bottom = a if sign == "+" else -a, b
            continue
        if b is bottom:
            top = top + a if sign == "+" else top - a
            continue
        _bounded(top, b)
        _bounded(a, bottom)
        if b == bottom:
            top = top + a if sign == "+" else top - a
        else:
            top = top * b + a * bottom if sign == "+" else top * b - a * bottom
            bottom = bottom * b
    return top, bottom


def _bounded(left: Poly, right: Poly) -> None:
    if len(left) * len(right) > MAX_TERMS * 10:
        raise NotPolynomial


def _prod(ring: Ring, node: Node) -> Quotient:
    top, bottom = ring.one, ring.one
    for factor, op in zip(node[1], node[2], strict=True):
        a, b = ring.quotient(factor)
        if op == "/":
            a, b = b, a
        if a is not ring.one:
            _bounded(top, a)
            top = top * a
        if b is not ring.one:
            _bounded(bottom, b)
            bottom = bottom * b
    return top, bottom


def _frac(ring: Ring, node: Node) -> Quotient:
    (a, b), (c, d) = ring.quotient(node[1]), ring.quotient(node[2])
    _bounded(a, d)
    _bounded(b, c)
    return a * d, b * c


def _pow(ring: Ring, node: Node) -> Quotient:
    exponent, sign = (node[2][1], -1) if node[2][0] == "neg" else (node[2], 1)
    if exponent[0] != "num" or not isinstance(exponent[1], int) or exponent[1] > MAX_POWER:
        raise NotPolynomial
    power = exponent[1]
    top, bottom = ring.quotient(node[1])
    for part in (top, bottom):
        terms = len(part)
        if terms > 1 and math.comb(power + terms - 1, terms - 1) > MAX_TERMS:
            raise NotPolynomial
    top, bottom = top**power, bottom if bottom is ring.one else bottom**power
    return (top, bottom) if sign > 0 else (bottom, top)


def _neg(ring: Ring, node: Node) -> Quotient:
    top, bottom = ring.quotient(node[1])
    return -top, bottom


def _call(ring: Ring, node: Node) -> Quotient:
    """A binomial with a small number below is a polynomial; no other function is."""
    if node[1] != "binom" or node[2][1][0] != "num" or not isinstance(node[2][1][1], int):
        raise NotPolynomial
    count = node[2][1][1]
    top, bottom = ring.quotient(node[2][0])
    if count > MAX_CHOSEN or bottom is not ring.one:
        raise NotPolynomial
    result = ring.one
    for step in range(count):
        _bounded(result, top)
        result = result * (top - step)
    return result, ring.context.constant(math.factorial(count))


_STEPS: dict[str, Callable[[Ring, Node], Quotient]] = {
    "call": _call,
    "num": _num,
    "sym": lambda ring, node: (ring.gens[node[1]], ring.one),
    "sum": _sum,
    "prod": _prod,
    "frac": _frac,
    "pow": _pow,
    "neg": _neg,
    "pct": lambda ring, node: _frac(ring, ("frac", node[1], ("num", 100, "100"))),
}
