"""Forms of an expression: whether a right value is also written as it was asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grader.maths import exact, polys
from grader.maths.atoms import is_number, with_names
from grader.maths.essence import is_inverse, sides, spelling
from grader.maths.outline import as_number, in_order, outline
from grader.maths.powers import with_powers
from grader.maths.tidy import has_bar, is_tidy, number_left, root_left
from grader.maths.tree import ONE, children, names, walk
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
        if node[0] == "sum" and any(_is_sum(t) and s == "-" for t, s in zip(node[1], node[2], strict=True)):
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
    """Every written factor is irreducible over the rationals, its number factor taken out; what is closed is one."""
    if _cancels(answer):
        return False
    found = {f: _falls_apart(f) for f in _factors(spelling(answer)) if names(f)}
    if any(found.values()):
        return False
    doubtful = [f for f, apart in found.items() if apart is None]
    own = {outline(f) for f in _factors(spelling(key))} if doubtful else set()
    return all(outline(f) in own for f in doubtful)


def _cancels(answer: Node) -> bool:
    """Whether a factor, or a number, stands above and below a bar."""
    above, below = sides(answer)
    written = _written(answer) if below else None
    return written is not None and (number_left(above, below) or not written[0].gcd(written[1]).is_constant())


def _falls_apart(factor: Node) -> bool | None:
    """Whether a factor is a product; None where only powers of one base make it one, or it is no polynomial."""
    try:
        return not _irreducible(factor) or (None if _hides_powers(factor) else False)
    except polys.NotPolynomial:
        return None


def _irreducible(factor: Node) -> bool:
    """Whether a factor is so as a polynomial in its names, functions and numbers; irrational numbers may divide it."""
    named = with_names(factor)
    ring = polys.ring_of(named)
    poly, bottom = ring.quotient(named)
    if any(not is_number(name) for name in ring.used(bottom)):
        return False
    if bottom.is_constant():
        poly = poly / bottom
    pieces = poly.factor()[1]
    whole = not _is_sum(factor) or (_taken_out(poly) and _count(factor) == len(poly))
    return len(pieces) == 1 and pieces[0][1] == 1 and whole


def _count(factor: Node) -> int:
    """How many terms a sum is written with; like ones were not collected, or brackets left, where it has others."""
    while factor[0] == "neg":
        factor = factor[1]
    return len(factor[1]) if factor[0] == "sum" else 1


def _hides_powers(factor: Node) -> bool:
    """Whether a sum falls into factors once powers of one base are seen as such: e^(2x) - 1."""
    if not _is_sum(factor) or all(n[0] not in ("call", "pow") for n in walk(factor)):
        return False
    named = with_names(with_powers(factor))
    try:
        top, bottom = polys.ring_of(named).quotient(named)
    except polys.NotPolynomial:
        return False
    pieces = (top / top.gcd(bottom)).factor()[1]
    return len(pieces) != 1 or pieces[0][1] != 1


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


def _single_fraction(answer: Node, key: Node) -> bool:
    parts = _bar(answer)
    return parts is not None and not has_bar(parts[0]) and not has_bar(parts[1])


def _lowest_terms(answer: Node, key: Node) -> bool:
    """A fraction with nothing left to cancel, with what stands beside it, or no fraction at all; a decimal is none."""
    if not _no_decimals(answer, key) or any(n[0] == "pct" for n in walk(answer)):
        return False
    bars = _bars_outside(answer)
    if not bars:
        return not has_bar(answer)
    if any(n[0] in ("fact", "call") and not names(n) and exact.rational(n) is not None for n in walk(answer)):
        return False  # 3!/8 has more to cancel than can be seen
    above, below = sides(answer)
    if bars > 1 or any(has_bar(part) for part in above + below) or number_left(above, below):
        return False
    written = _written(answer)
    if written is None:
        return False
    top, bottom = written
    contents = [_content(p) for p in (top, bottom) if p]
    integral = all(c.denominator == 1 for c in contents)
    common = math.gcd(*(c.numerator for c in contents))
    return bool(integral and common == 1 and top.gcd(bottom).is_constant())


def _written(answer: Node) -> tuple[Any, Any] | None:
    """What stands above and below the bar, as polynomials in one ring; None where it is none."""
    named = with_names(with_powers(spelling(answer)))
    ring = polys.ring_of(named)
    try:
        top, bottom = (_polynomial(ring, side) for side in sides(named))
    except polys.NotPolynomial:
        return None
    return top, bottom


def _polynomial(ring: polys.Ring, factors: list[Node]) -> Any:
    """The product of one side of a bar, where e^x - e^(-x) counts as e^(2x) - 1."""
    top, bottom = ring.quotient(("prod", (ONE, *factors), "*" * (len(factors) + 1)))
    return top / top.gcd(bottom)


def _bars_outside(node: Node) -> int:
    """How many bars stand in a product, those inside its factors aside; a power below 0 is one too many."""
    if is_inverse(node):
        return 2
    if node[0] not in ("neg", "prod", "frac"):
        return 0
    own: int = node[2].count("/") if node[0] == "prod" else node[0] == "frac"
    return own + sum(_bars_outside(part) for part in children(node))


def _simplified(answer: Node, key: Node) -> bool:
    """No longer than the author's own simplest form, and nothing left that any schoolbook would still do."""
    if _as_written(answer, key):
        return True
    return _length(answer) <= _length(key) and is_tidy(answer, key) and not _loose_sign(answer)


def _loose_sign(answer: Node) -> bool:
    """Whether a sign undoes others: a minus in front of minuses alone, a transpose of a transpose."""
    return any(
        (n[0] == "neg" and n[1][0] == "sum" and "+" not in n[1][2]) or (n[0] == "T" and n[1][0] == "T")
        for n in walk(answer)
    )


def _length(node: Node) -> int:
    """The leaves as a person counts them: a rational factor is one, e^x too, a root of 8 is as long as 2 roots of 2."""
    if node[0] == "neg":
        return _length(node[1])
    if node[0] in ("prod", "frac") or is_inverse(node):
        above, below = sides(node)
        rest: list[int] = [_length(f) for f in above + below if f[0] != "num"]
        number = all(f[0] == "num" for f in above) or any(f[0] == "num" and f[1] != 1 for f in above + below)
        return int(number) + sum(rest)
    if node[0] == "pow" and node[1][:2] == ("const", "e"):
        return _length(node[2])
    if node[0] == "pow" and as_number(node[2]) == Fraction(1, 2):
        return _length(("call", "sqrt", (node[1],)))
    return (sum(_length(part) for part in children(node)) or 1) + root_left(node)


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
