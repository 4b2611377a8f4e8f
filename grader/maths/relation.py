"""Are two equations one relation? Their differences of sides may differ by a factor that never vanishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from grader.errors import CannotRead
from grader.maths import polys
from grader.maths.atoms import Names, with_names
from grader.maths.branching import with_real_roots
from grader.maths.equal import EQUAL, Key
from grader.maths.facts import facts_of
from grader.maths.graphs import is_graph, squared
from grader.maths.lines import LINES, compare
from grader.maths.tree import names
from grader.maths.types import REAL, SymbolType
from grader.maths.upto import up_to_scale
from grader.model import AGREED, PROVED, REFUTED, UNDECIDED, Node, say

_NEAR, _FAR = Fraction(20), Fraction(10**12)
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
    if any(symbols[n].table for n in names(left) | names(right)):
        return _of_tables(left, right, symbols)
    if _same_apart_from_a_number(left, right):
        return Decision(SAME, PROVED)
    found = _compared(key, answer, left, right, symbols)
    if found.outcome == DIFFERENT and _same_with_real_roots(key, answer, symbols):
        return Decision(OPEN, UNDECIDED)  # which root of a negative number is meant is a convention
    return found


def _same_apart_from_a_number(left: Node, right: Node) -> bool:
    """Whether the two are one formula times a number, with functions and roots as names: the key's own text is."""
    seen: Names = {}
    left, right = with_names(left, seen), with_names(right, seen)
    ring = polys.ring_of(left, right)
    try:
        (a, b), (c, d) = ring.quotient(left), ring.quotient(right)
    except polys.NotPolynomial:
        return False
    if not a or not c:
        return False
    first, second = a * d, c * b
    return bool(first * second.leading_coefficient() == second * first.leading_coefficient())


def _same_with_real_roots(key: Node, answer: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether nothing refutes the answer once odd roots of negative numbers are real, as schoolbooks take them."""
    real = [with_real_roots(tree) for tree in (key, answer)]
    if real == [key, answer]:
        return False
    return _compared(real[0], real[1], _gap(real[0]), _gap(real[1]), symbols).outcome != DIFFERENT


def _compared(key: Node, answer: Node, left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> Decision:
    """The decision by factors, then by points along lines."""
    factors = _factors(left, right, symbols)
    if factors == "constant" or (factors is None and _scaled(left, right, symbols)):
        return Decision(SAME, PROVED if factors else AGREED)
    if any("complex" in kind.words for kind in symbols.values()):
        return _over_complex(left, right, proper=all("complex" in kind.words for kind in symbols.values()))
    far = 2 * max(_NEAR, *(Fraction(facts_of(side, symbols).largest) for side in (left, right)))
    for domain in _domains(symbols):
        found = compare(left, right, domain, min(far, _FAR))
        if found.differ:
            return Decision(DIFFERENT, REFUTED)
        if found.found and factors == "never zero":
            return Decision(SAME, PROVED)
        if found.found:
            enough = found.agreed >= (2 * LINES if len(names(left) | names(right)) > 1 else 2) and not found.unclear
            kept = enough and domain is symbols and not _loses_points(left, right, symbols)
            whole = kept and factors != "unlike" and _no_lone_points(left, right, answer, symbols)
            return Decision(SAME, AGREED) if whole else Decision(OPEN, UNDECIDED)
        if found.unclear:
            return Decision(OPEN, UNDECIDED)
    # In several names there may be lone points, which no line meets and complex points say nothing of.
    return _over_complex(left, right, proper=len(names(left) | names(right)) < 2)


def _no_lone_points(left: Node, right: Node, answer: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether the answer cannot hold at a point that no line meets, as (y - x)(x^2 + y^2) = 0 holds at one."""
    if len(names(left) | names(right)) == 1 or is_graph(right, symbols):
        return True
    return any(_factors(left, gap, symbols) in ("constant", "never zero") for gap in squared(answer))


def _of_tables(left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> Decision:
    """Equations of numbers made from tables, which no polynomial in their names is: r*v is not v*r."""
    if _scaled(left, right, symbols):
        return Decision(SAME, AGREED)
    found = compare(left, right, symbols, 2 * _NEAR)
    return Decision(DIFFERENT, REFUTED) if found.differ else Decision(OPEN, UNDECIDED)


def _domains(symbols: Mapping[str, SymbolType]) -> Iterator[Mapping[str, SymbolType]]:
    """The declared domain, and where the key never holds there, the reals: two empty relations are told apart there."""
    yield symbols
    yield {name: REAL for name in symbols}


def _over_complex(left: Node, right: Node, proper: bool) -> Decision:
    """Polynomials with the same factors hold at the same complex points; others differ there."""
    same = polys.same_zeros(left, right)
    if same is None or (not same and not proper):
        return Decision(OPEN, UNDECIDED)
    return Decision(SAME, PROVED) if same else Decision(DIFFERENT, REFUTED)


def _factors(left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> str | None:
    """By what the differences of sides differ: `constant`, `never zero`, `unlike` or `other`; None for no quotients.

    `unlike` are those of which neither is the other times a polynomial.
    """
    ring = polys.ring_of(left, right)
    try:
        (a, b), (c, d) = ring.quotient(left), ring.quotient(right)
    except polys.NotPolynomial:
        return None
    if not c:
        raise CannotRead(say("equation.always"), 0)
    top, bottom = c * b, d * a
    common = top.gcd(bottom)
    factor = (top / common, bottom / common)
    if all(p.is_constant() for p in factor):
        return "constant"
    if not any((p / a.gcd(c)).is_constant() for p in (a, c)):
        return "unlike"  # x^3 + 5x and x^3 + 4x are 0 together, but neither is the other times something
    real = {name: kind for name, kind in symbols.items() if "complex" not in kind.words}
    if len(real) == len(symbols) and all(_keeps(p, ring, symbols, a, c) for p in factor):
        return "never zero"
    return "other"


def _keeps(factor: Any, ring: polys.Ring, symbols: Mapping[str, SymbolType], *gaps: Any) -> bool:
    """Whether a factor adds no point and takes none: it is never 0, or no relation can hold where it is."""
    if _never_zero(factor, ring, symbols) or _never_both(factor, ring, *gaps):
        return True
    return all(_never_there(factor, ring, gap, symbols) for gap in gaps)


def _loses_points(left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether the answer divides by what may be 0 where the key holds, or is a power of the key."""
    ring = polys.ring_of(left, right)
    try:
        (a, _), (c, d) = ring.quotient(left), ring.quotient(right)
    except polys.NotPolynomial:
        return False
    common = a.gcd(c)
    if not (c / common).gcd(a).is_constant() or not (a / common).gcd(c).is_constant():
        return True
    return not (_never_zero(d, ring, symbols) or _never_both(d, ring, a) or _never_there(d, ring, a, symbols))


def _never_there(divisor: Any, ring: polys.Ring, gap: Any, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether the key cannot hold where a divisor that is linear in some name is 0."""
    for place, name in enumerate(ring.gens):
        rest = divisor.subs({name: 0})
        slope = divisor - rest
        if sum(m[place] for m in slope.monoms()) == 1 and len(slope) == 1 and sum(slope.monoms()[0]) == 1:
            at = [-rest / slope.coeffs()[0] if n == name else gen for n, gen in ring.gens.items()]
            return _never_zero(gap.compose(*at, ctx=ring.context), ring, symbols)
    return False


def _scaled(left: Node, right: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether one side is the other times a number, and both have a value at the same points."""
    try:
        return all(up_to_scale(Key(a, symbols), b).outcome == EQUAL for a, b in ((left, right), (right, left)))
    except CannotRead:
        return False


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
