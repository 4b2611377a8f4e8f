"""Forms of an expression: whether a right value is also written as it was asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grader.maths import polys
from grader.maths.essence import spelling
from grader.maths.tidy import in_order, is_tidy, root_left, whole
from grader.maths.tree import leaves, transform, walk
from grader.model import Node


def has_form(name: str, answer: Node, key: Node) -> bool:
    """Whether `answer`, already known to have the right value, is in the form `name`."""
    return FORMS[name](answer, key)


def _no_decimals(answer: Node, key: Node) -> bool:
    return not any(n[0] == "num" and ("." in n[2] or "e" in n[2].lower()) for n in walk(answer))


def _is_sum(node: Node) -> bool:
    return node[0] == "sum" or (node[0] == "neg" and _is_sum(node[1]))


def _expanded(answer: Node, key: Node) -> bool:
    """No bracketed sum is multiplied or raised to a whole power."""
    for node in walk(answer):
        if node[0] == "prod" and any(_is_sum(f) for f, op in zip(node[1], node[2], strict=True) if op != "/"):
            return False
        if node[0] == "pow" and _is_sum(node[1]) and node[2][0] == "num":
            return False
        if node[0] == "sum" and any(_is_sum(t) for t in node[1]):
            return False
        if node[0] == "neg" and _is_sum(node[1]):
            return False
    return True


def _factors(node: Node) -> list[Node]:
    """The factors of a written product, powers and signs taken apart."""
    if node[0] == "neg":
        return _factors(node[1])
    if node[0] == "prod":
        return [f for factor in node[1] for f in _factors(factor)]
    if node[0] == "frac":
        return _factors(node[1]) + _factors(node[2])
    if node[0] == "pow" and node[2][0] == "num" and isinstance(node[2][1], int) and node[2][1] > 0:
        return _factors(node[1])
    return [node]


def _content(poly: Any) -> Fraction:
    """The largest number that divides every coefficient."""
    coefficients = [Fraction(int(c.p), int(c.q)) for c in poly.coeffs()]
    top = math.gcd(*(c.numerator for c in coefficients))
    return Fraction(top, math.lcm(*(c.denominator for c in coefficients)))


def _taken_out(poly: Any) -> bool:
    """Whether no number factor is left in a sum: whole coefficients without one, or 1 in front, as in x + 1/2."""
    return _content(poly) == 1 or bool(poly.leading_coefficient() == 1)


def _factored(answer: Node, key: Node) -> bool:
    """Every written factor is irreducible over the rationals, its number factor taken out."""
    answer = _with_names(answer)
    ring = polys.ring_of(answer)
    try:
        for factor in _factors(answer):
            poly = ring.polynomial(factor)
            if poly.is_constant():
                continue
            pieces = poly.factor()[1]
            if len(pieces) != 1 or pieces[0][1] != 1 or (_is_sum(factor) and not _taken_out(poly)):
                return False
    except polys.NotPolynomial:
        return False
    return True


def _with_names(tree: Node) -> Node:
    """`tree` with a name for each function and each power that is no polynomial: e^x (x + 1) has two factors."""
    seen: dict[Node, Node] = {}

    def named(node: Node) -> Node:
        power = node[0] == "pow" and (node[2][0] != "num" or not isinstance(node[2][1], int))
        if node[0] == "call" or (power and node[2][0] != "neg"):
            same = ("call", "exp", (node[2],)) if node[0] == "pow" and node[1][:2] == ("const", "e") else node
            return seen.setdefault(same, ("sym", f" {len(seen)}"))
        return node

    return transform(tree, named)


def _bar(node: Node) -> tuple[Node, Node] | None:
    """Top and bottom of the one fraction that `node` is, sign aside."""
    while node[0] == "neg":
        node = node[1]
    if node[0] == "frac":
        return node[1], node[2]
    if node[0] == "prod" and node[2].count("/") == 1 and node[2].endswith("/"):
        top = node[1][0] if len(node[1]) == 2 else ("prod", node[1][:-1], node[2][:-1])
        return top, node[1][-1]
    return None


def _divides(node: Node) -> bool:
    return any(
        n[0] == "frac"
        or (n[0] == "pow" and n[2][0] == "neg")
        or (n[0] == "prod" and "/" in n[2])
        or (n[0] == "num" and "/" in n[2])
        for n in walk(node)
    )


def _single_fraction(answer: Node, key: Node) -> bool:
    parts = _bar(answer)
    return parts is not None and not _divides(parts[0]) and not _divides(parts[1])


def _lowest_terms(answer: Node, key: Node) -> bool:
    """A fraction with nothing left to cancel, or no fraction at all; a decimal and a per cent are none."""
    if not _no_decimals(answer, key) or any(n[0] == "pct" for n in walk(answer)):
        return False
    parts = _bar(answer)
    if parts is None:
        return not _divides(answer)
    if _divides(parts[0]) or _divides(parts[1]):
        return False
    ring = polys.ring_of(answer)
    try:
        top, bottom = ring.polynomial(parts[0]), ring.polynomial(parts[1])
    except polys.NotPolynomial:
        return False
    contents = [_content(p) for p in (top, bottom) if p]
    integral = all(c.denominator == 1 for c in contents)
    common = math.gcd(*(c.numerator for c in contents))
    return bool(integral and common == 1 and top.gcd(bottom).is_constant())


def _simplified(answer: Node, key: Node) -> bool:
    """No longer than the author's own simplest form, and nothing left that any schoolbook would still do."""
    return _length(answer) <= _length(key) and (is_tidy(answer, key) or _as_written(answer, key))


def _length(node: Node) -> int:
    """The leaves as a person counts them: 1/2 and e^x are one, a root of 8 is as long as 2 roots of 2."""
    return leaves(transform(node, _counted)) + sum(root_left(n) for n in walk(node))


def _counted(node: Node) -> Node:
    if node[0] == "pow" and node[1][:2] == ("const", "e"):
        return ("call", "exp", (node[2],))
    if node[0] == "frac" and all(whole(n) for n in node[1:]):
        return ("num", Fraction(node[1][1], node[2][1] or 1), "")
    if node[0] == "prod" and node[2][:2] == "*/" and all(whole(n) for n in node[1][:2]):
        first: Node = ("num", Fraction(node[1][0][1], node[1][1][1] or 1), "")
        return ("prod", (first, *node[1][2:]), "*" + node[2][2:]) if len(node[1]) > 2 else first
    return node


def _as_written(answer: Node, key: Node) -> bool:
    """The key's own terms and factors, in any order."""
    return in_order(spelling(answer)) == in_order(spelling(key))


FORMS: dict[str, Callable[[Node, Node], bool]] = {
    "as_written": _as_written,
    "expanded": _expanded,
    "factored": _factored,
    "lowest_terms": _lowest_terms,
    "no_decimals": _no_decimals,
    "simplified": _simplified,
    "single_fraction": _single_fraction,
}
