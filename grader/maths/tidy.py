"""What any schoolbook would still do to a formula: cancel, collect, take roots and work out closed values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from grader.errors import CannotRead
from grader.maths import exact, polys
from grader.maths.atoms import whole, with_names
from grader.maths.essence import is_inverse, sides, spelling
from grader.maths.outline import in_order
from grader.maths.tree import children, names, walk
from grader.model import Node

_LARGEST_ROOT = 1000  # whose power is looked for under a root
_ROOTS = ("sqrt", "cbrt", "abs")
_EVEN_OR_ODD = frozenset({"sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "atan", "asinh", "atanh", "cbrt", "abs"})


def is_tidy(answer: Node, key: Node) -> bool:
    """Whether nothing is left to do, or what is left stands in the key itself."""
    own = {in_order(spelling(node)) for node in walk(key)}
    loose = (node for node in walk(answer) if any(rule(node) for rule in _RULES))
    return all(in_order(spelling(node)) in own for node in loose)


def root_left(node: Node) -> bool:
    """A root with a square above or below the bar under it, or a cube root with a cube: of 8, of 3/4, of x/4."""
    numbers, degree = _root(node)
    return any(_has_power(abs(n), degree) for n in numbers)


def _power_left(node: Node) -> bool:
    """A root with a power under it that comes out, at least in part: of x^4 y, of x^3."""
    if node[0] == "call" and node[1] in ("sqrt", "cbrt"):
        under, degree = node[2][0], 2 if node[1] == "sqrt" else 3
    else:
        exponent = exact.rational(node[2]) if node[0] == "pow" and not names(node[2]) else None
        if exponent is None or not 1 < exponent.denominator < 10:
            return False
        under, degree = node[1], exponent.denominator
    powers = (f for side in sides(under) for f in side if f[0] == "pow" and not names(f[2]))
    return any((exact.rational(f[2]) or 0) >= degree for f in powers)


def _undone(node: Node) -> bool:
    """A logarithm in the exponent of e, or a power of e in a logarithm: e^(2 ln x), e^(x + ln 2), ln(e^x)."""
    if node[:2] == ("call", "ln"):
        return _e_to(node[2][0]) is not None
    exponent = _e_to(node)
    if exponent is None:
        return False
    terms = exponent[1] if exponent[0] == "sum" else (exponent,)
    return any(
        any(f[:2] == ("call", "ln") for f in factors) and all(f[:2] == ("call", "ln") or not names(f) for f in factors)
        for factors in ([f for side in sides(term) for f in side] for term in terms)
    )


def _sign_left(node: Node) -> bool:
    """A minus that comes out or goes: --x, cos(-x), sin(-x), |-x|, ||x||."""
    if node[0] == "neg":
        return bool(node[1][0] == "neg")
    if node[0] != "call" or node[1] not in _EVEN_OR_ODD:
        return False
    argument = node[2][0]
    return bool(argument[0] == "neg" or (node[1] == "abs" and argument[:2] == ("call", "abs")))


def _power_apart(node: Node) -> bool:
    """A whole power of a product with a number, of a minus, of a power or of bars: (2r)^2, (-x)^6, (x^-1)^-1, |x|^2."""
    exponent = exact.rational(node[2]) if node[0] == "pow" and not names(node[2]) else None
    if exponent is None or exponent.denominator > 1 or not names(node[1]):
        return False
    base = node[1]
    even_bars = base[:2] == ("call", "abs") and exponent % 2 == 0
    numbered = base[0] in ("prod", "frac") and any(f[0] == "num" for side in sides(base) for f in side)
    return bool(even_bars or numbered or base[0] in ("neg", "pow"))


def _e_to(node: Node) -> Node | None:
    """The exponent of a power of e, however it is written."""
    power: Node | None = node[2] if node[0] == "pow" and node[1][:2] == ("const", "e") else None
    argument: Node = node[2][0] if node[0] == "call" else node
    return argument if node[:2] == ("call", "exp") else power


def _has_power(number: int, degree: int) -> bool:
    """Whether a number has a factor that is a square, a cube and so on."""
    small = number.bit_length() < 1000
    top = min(_LARGEST_ROOT, int(number ** (1 / degree)) + 1) if small else _LARGEST_ROOT
    return any(number % k**degree == 0 for k in range(2, top + 1))


def _root(node: Node) -> tuple[list[int], int]:
    """The whole numbers that stand as factors under a root, and its degree; none for anything else."""
    if node[0] == "call" and node[1] in ("sqrt", "cbrt"):
        return _whole_factors(node[2][0]), 2 if node[1] == "sqrt" else 3
    if node[0] == "pow" and not names(node[2]):
        exponent = exact.rational(node[2])
        if exponent is not None and 1 < exponent.denominator < 10 and exponent > 0:
            return _whole_factors(node[1]), exponent.denominator
    return [], 2


def _whole_factors(node: Node) -> list[int]:
    """The numerators and denominators of the numbers above and below the bar of a product."""
    numbers = [n[1] for side in sides(node) for n in side if n[0] == "num"]
    return [part for n in numbers for part in (n.numerator, n.denominator)]


def _improper_power(node: Node) -> bool:
    """A root's power over 1 of a number: 2^(3/2) is 2 roots of 2."""
    if node[0] != "pow" or names(node):
        return False
    exponent = exact.rational(node[2])
    return exponent is not None and exponent.denominator > 1 and abs(exponent) > 1


def _worked_out(node: Node) -> bool:
    """A closed root, power, factorial or function that is a plain number: e^0, 0!, the root of 1."""
    if node[0] not in ("call", "pow", "fact") or names(node):
        return False
    try:
        if node[0] == "pow" and exact.rational(node[2]) == 0:
            return True  # of e too
        return (node[:2] == ("call", "ln") and node[2][0][:2] == ("const", "e")) or exact.rational(node) is not None
    except CannotRead:
        return False


def number_left(above: list[Node], below: list[Node]) -> bool:
    """Whether numbers above and below a bar, under roots too, have a common factor; the root of 2 over 2 is tidy."""
    tops, bottoms = ([n[1] for n in side if whole(n)] for side in (above, below))
    under, over = ([math.prod(_root(n)[0]) for n in side if n[:2] == ("call", "sqrt")] for side in (below, above))
    pairs = [*itertools.product(tops, bottoms + under), *itertools.product(over, under)]
    return any(math.gcd(a, b) > 1 for a, b in pairs)


def _not_cancelled(node: Node) -> bool:
    """Numbers above and below a bar with a common factor, a 1 or a decimal at a bar, several numbers on one side."""
    if node[0] not in ("prod", "frac"):
        return False
    tops, bottoms = sides(node)
    above, below = ([n for n in side if n[0] == "num"] for side in (tops, bottoms))
    return (
        number_left(tops, bottoms)
        or _one_too_many(spelling(node))
        or any(n[1] == 1 for n in below)
        or len(below) > 1
        or len([n for n in above if n[1] != 1]) > 1
        or _inverse_beside(tops, bottoms)
        or (bool(bottoms) and not all(whole(n) for n in above + below))
    )


def _fraction_under_factor(node: Node) -> bool:
    """A number times a bracket with a fraction in it, which would cancel: 3(x + 2/3)."""
    if node[0] != "prod" or not any(f[0] == "num" and f[1] != 1 for f in node[1]):
        return False
    sums = [f for f in node[1] if f[0] == "sum"]
    return any(has_bar(term) and not _named_bar(term) for one in sums for term in one[1])


def _named_bar(term: Node) -> bool:
    """Whether only names stand under a term's bar, which no number in front cancels."""
    return all(names(f) for f in sides(term)[1]) and bool(sides(term)[1])


def _inverse_beside(tops: list[Node], bottoms: list[Node]) -> bool:
    """A 1 over something next to what could stand above its bar: 2*1/x, 2 * 1/3 x; 1/2 x is one number."""
    others = [n for n in tops if n[1] != 1]
    if len(others) == len(tops) or not others:
        return False
    return any(n[0] == "num" for n in others) or all(names(n) for n in bottoms)


def _one_too_many(node: Node) -> bool:
    """A 1 that multiplies: 1x, but neither 1/x nor 1/2 x."""
    product = node[1] if node[0] == "neg" else node
    ops = product[2][1:] + "*"
    return any(f[:2] == ("num", 1) and ops[i] == "*" for i, f in enumerate(product[1]))


def _bar_in_bar(node: Node) -> bool:
    """A fraction above or below the bar of another."""
    if node[0] == "frac":
        return any(has_bar(part) for part in node[1:])
    if node[0] != "prod" or "/" not in node[2]:
        return False
    first = node[2].index("/")
    over = any(has_bar(part) and names(part) for part in node[1][:first])
    return over or any(has_bar(part) for part, op in zip(node[1], node[2], strict=True) if op == "/")


def has_bar(node: Node) -> bool:
    """Whether a fraction stands in a formula, exponents and arguments aside."""
    if node[0] == "frac" or (node[0] in ("prod", "num") and "/" in node[2]) or is_inverse(node):
        return True
    if node[0] == "call" and node[1] not in _ROOTS:
        return False
    return any(has_bar(part) for part in (node[1:2] if node[0] == "pow" else children(node)))


def _alike(node: Node) -> bool:
    """Terms of one kind in a sum, or one base twice in a product, above its bar or below."""
    if node[0] == "sum":
        kinds = [_without_number(term) for term in spelling(node)[1]]
        return len(kinds) > len(set(kinds))
    if node[0] in ("prod", "frac"):
        factors = [f[1] if f[0] == "pow" else f for side in sides(node) for f in side]
        bases = [in_order(base) for base in factors if base[0] != "num"]
        return len(bases) > len(set(bases))
    return False


def _common(node: Node) -> bool:
    """A bar with a common factor above and below: (x^2 - 1)/(x - 1)."""
    if node[0] not in ("prod", "frac") or not all(any(map(names, side)) for side in sides(node)):
        return False
    named = with_names(node)
    try:
        top, bottom = polys.ring_of(named).quotient(named)
    except polys.NotPolynomial:
        return False
    return not top.gcd(bottom).is_constant()


def _without_number(term: Node) -> Node:
    """What kind of term it is: 3x and x are alike, 2 and 5 too."""
    term = term[1] if term[0] == "neg" else term
    if term[0] == "num":
        return ("num", 1, "")
    if term[0] != "prod":
        return in_order(spelling(term))
    kept = [(f, op) for f, op in zip(term[1], term[2].replace(" ", "*"), strict=True) if f[0] != "num"]
    if len(kept) == 1 and kept[0][1] != "/":
        return in_order(spelling(kept[0][0]))
    return in_order(("prod", tuple(spelling(f) for f, _ in kept), "".join(op for _, op in kept)))


_RULES: tuple[Callable[[Node], bool], ...] = (
    root_left, _improper_power, _worked_out, _not_cancelled, _bar_in_bar, _alike,
    _common, _power_left, _undone, _sign_left, _power_apart, _fraction_under_factor,
)  # fmt: skip
