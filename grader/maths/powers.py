"""Powers of one base as powers of a name, so that e^(2x) + 2e^x + 1 is seen to be a square."""

from __future__ import annotations

import math
from fractions import Fraction

from grader.maths import polys
from grader.maths.atoms import Names, whole, with_names
from grader.maths.tree import children, num, rebuild, walk
from grader.model import Node

# A base, and a product of names above it, such as e and x: the name that stands for e^x.
_Step = tuple[Node, tuple[tuple[str, int], ...]]
_E: Node = ("const", "e")


def with_powers(tree: Node) -> Node:
    """A tree as `spelling` gives it, where each e^(2x) is the square of a name for e^x, and x that of its root."""
    seen: Names = {}
    steps: dict[_Step, list[Fraction]] = {}
    for node in walk(tree):
        for step, times in _steps(node, seen).items():
            steps.setdefault(step, []).append(times)
    units = {step: _unit(times) for step, times in steps.items()}
    return _renamed(tree, units, seen)


def _unit(times: list[Fraction]) -> Fraction:
    """The power that a name stands for: a whole part of all, negative where they all are."""
    part = Fraction(1, math.lcm(*(t.denominator for t in times)))
    return -part if max(times) < 0 else part


def _renamed(node: Node, units: dict[_Step, Fraction], seen: Names) -> Node:
    steps = _steps(node, seen)
    if not steps or (node[0] == "sym" and units[next(iter(steps))] == 1):
        return rebuild(node, tuple(_renamed(part, units, seen) for part in children(node)))
    factors = []
    for step, times in steps.items():
        base: Node = ("sym", f" {list(units).index(step)} ")
        if not step[1] and step[0][0] != "sym":  # of a number alone
            base, power = step[0], num(int(times) if times.denominator == 1 else times)
        else:
            power = num(int(times / units[step]))
        factors.append(("pow", base, power))
    return ("prod", tuple(factors), "*" * len(factors))


def _steps(node: Node, seen: Names) -> dict[_Step, Fraction]:
    """The steps of a power, each with its factor in the exponent; none for what is no power of that kind."""
    if node[0] == "sym":
        return {(node, ()): Fraction(1)}
    found = _power(node)
    if found is None:
        return {}
    base, exponent = found
    times = 1
    if whole(base):
        base, times = _least_base(base)
    named = with_names(exponent, seen)
    try:
        poly = polys.ring_of(named).polynomial(named)
    except polys.NotPolynomial:
        return {}
    ring = list(polys.ring_of(named).gens)
    return {
        (base, tuple((name, int(d)) for name, d in zip(ring, monomial, strict=True) if d)): Fraction(int(c.p), int(c.q))
        * times
        for monomial, c in zip(poly.monoms(), poly.coeffs(), strict=True)
    }


def _power(node: Node) -> tuple[Node, Node] | None:
    """Base and exponent of what is no polynomial of its base."""
    if node[:2] == ("call", "exp"):
        return _E, node[2][0]
    if node[:2] == ("call", "sqrt") and node[2][0][0] == "sym":
        return node[2][0], num(Fraction(1, 2))
    if node[0] == "pow" and not whole(node[2][1] if node[2][0] == "neg" else node[2]):
        return node[1], node[2]
    return None


def _least_base(base: Node) -> tuple[Node, int]:
    """4 as 2 and 2, for 4^x is the square of 2^x."""
    value = base[1]
    for power in range(min(value.bit_length(), 64), 1, -1):
        root = round(value ** (1 / power)) if value.bit_length() < 1000 else 0
        if root > 1 and root**power == value:
            return ("num", root, ""), power
    return base, 1
