"""How near a number must be: places, figures, tolerance, or the exact value, on exact decimals."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.answers.base import Spec, fraction
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, balls, exact
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.quick import quick_value
from grader.maths.shapes import NUMBER, shape_of
from grader.maths.table import Table
from grader.model import EXACT, UNDECIDED, Node, say

OPTIONS: Mapping[str, str] = {"places": "int", "figures": "int", "tolerance": "tolerance"}
MAX_PLACES = 50
_PRECISIONS = (balls.MIN_BITS, 1024, 4096)


@dataclass(frozen=True, slots=True)
class Rule:
    """At most one of places, figures and tolerance; none means the exact value."""

    places: int | None = None
    figures: int | None = None
    absolute: Fraction | None = None
    relative: Fraction | None = None

    @property
    def is_exact(self) -> bool:
        """Whether only the exact value is right."""
        return self.places is None and self.figures is None and self.absolute is None and self.relative is None


def rule_of(spec: Spec) -> Rule:
    """The rule of an `answer:` mapping; raises BankFault for a negative or unreadable one."""
    tolerance = spec.get("tolerance") or {}
    unknown = set(tolerance) - {"abs", "rel"}
    if unknown:
        raise BankFault(say("bank.tolerance", name=", ".join(sorted(unknown))))
    absolute = fraction(tolerance["abs"], "tolerance.abs") if "abs" in tolerance else None
    relative = fraction(tolerance["rel"], "tolerance.rel") if "rel" in tolerance else None
    if any(t is not None and t < 0 for t in (absolute, relative)):
        raise BankFault(say("bank.tolerance-negative"))
    for name in ("places", "figures"):
        count = spec.get(name)
        if count is not None and not (type(count) is int and 0 <= count <= MAX_PLACES):
            raise BankFault(say("bank.places", name=name, value=count, limit=MAX_PLACES))
    return Rule(spec.get("places"), spec.get("figures"), absolute, relative)


@dataclass(frozen=True, slots=True)
class NumberKey:
    """One number with its rule: the tree, its exact value or None, and the place that `figures` means."""

    tree: Node
    rule: Rule
    exact: Fraction | None
    places: int | None  # None where nothing is rounded: also for a 0, which has no figures
    key: Key
    # What is near enough, ends included, where that is a rational interval: numerators and denominators of its ends.
    ends: tuple[int, int, int, int] | None = None
    near: Any = field(default=None, compare=False)  # the value at the first precision, where it is no rational


def number_key(tree: Node, rule: Rule) -> NumberKey:
    """Prepare a closed tree; raises BankFault where it has no value."""
    try:
        _one_number(tree)
        value = exact.rational(tree)
        places = rule.places
        if rule.figures is not None and value != 0:
            places = rule.figures - 1 - _magnitude(tree, value)
        near = None
        if value is None:
            with contextlib.suppress(Undecided):
                near = balls.ball(tree, {}, _PRECISIONS[0])
        return NumberKey(tree, rule, value, places, Key(tree, {}, NUMBER), _interval(tree, rule, value, places), near)
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    except Undecided as fault:
        raise BankFault(say("maths.undecided")) from fault


def _one_number(tree: Node) -> None:
    """Refuse a reference that is a table or has no finite value."""
    if tree[0] == "num":
        return
    value = author.compute(tree)
    if isinstance(value, Table | str | tuple):
        raise BankFault(say("bank.not-a-number"))
    if not isinstance(value, Fraction) and not value.is_finite():
        raise BankFault(say("maths.no-value"))


def _interval(tree: Node, rule: Rule, value: Fraction | None, places: int | None) -> tuple[int, int, int, int] | None:
    """The answers near enough to the key, as far as that is known in rationals."""
    if places is not None:
        units = _roundings(value, places) if value is not None else frozenset({balls.rounded_at(tree, places)})
        scale = Fraction(10) ** places
        low, high = (min(units) - Fraction(1, 2)) / scale, (max(units) + Fraction(1, 2)) / scale
    elif value is None:
        return None
    else:
        relative = rule.relative or Fraction(0)
        room = max(rule.absolute or Fraction(0), relative * abs(value))
        low, high = value - room, value + room
    return low.numerator, low.denominator, high.numerator, high.denominator


def _magnitude(tree: Node, value: Fraction | None) -> int:
    """The power of ten of the first figure."""
    if value is None:
        size: Any = balls.ball(tree, {})
        return balls.decimal_exponent(abs(size))
    value = abs(value)
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    return exponent if Fraction(10) ** exponent <= value else exponent - 1


def accepts(key: NumberKey, answer: Node) -> tuple[bool | None, str]:
    """Whether a closed answer is near enough, and how that is known; None for undecided.

    Raises CannotRead for an answer without a value, and for a table.
    """
    ends = key.ends
    plain = quick_value(answer)
    if plain is None:
        if shape_of(answer, {}).table:
            raise CannotRead(say("shape.list"), None)
        value = exact.rational(answer, learner=True)
        plain = (value.numerator, value.denominator) if value is not None else None
    else:
        value = None
    if plain is not None and ends is not None:
        top, bottom = plain
        return ends[0] * bottom <= top * ends[1] and top * ends[3] <= ends[2] * bottom, EXACT
    if plain is not None:
        value = Fraction(*plain)
    if key.rule.is_exact or (key.rule.figures is not None and key.places is None):
        return _same(key, answer, value)
    for bits in _PRECISIONS:
        left: Any = value if value is not None else balls.ball(answer, {}, bits, learner=True)
        right: Any = key.exact
        if right is None:
            known = bits == _PRECISIONS[0] and key.near is not None
            right = key.near if known else balls.ball(key.tree, {}, bits)
        if value is None and not left.is_finite():
            raise CannotRead(say("read.not-real"), None)
        try:
            with balls.precision(bits):
                verdict = _near(key, left, right)
            return verdict, EXACT  # the balls prove on which side of the edge both numbers lie
        except Undecided:
            continue
    return None, UNDECIDED


def _same(key: NumberKey, answer: Node, value: Fraction | None) -> tuple[bool | None, str]:
    if value is not None and key.exact is not None:
        return value == key.exact, EXACT
    decision = decide(key.key, answer)
    if decision.outcome == OPEN:
        return None, UNDECIDED
    return decision.outcome == EQUAL, decision.how


def _near(key: NumberKey, answer: Any, reference: Any) -> bool:
    rule = key.rule
    if key.places is not None:
        return bool(_roundings(answer, key.places) & _roundings(reference, key.places))
    gap = abs(balls.minus(answer, reference))
    if rule.absolute is not None and balls.at_most(gap, rule.absolute):
        return True
    if rule.relative is None:
        return False
    return balls.at_most(gap, balls.times(abs(reference), rule.relative))


def _roundings(value: Any, places: int) -> frozenset[int]:
    """The whole numbers of units in the last place that `value` rounds to; a half-way value has two."""
    if not isinstance(value, Fraction):
        return frozenset({balls.rounded_units(value, places)})
    scaled = value * Fraction(10) ** places
    low = scaled.__floor__()
    rest = scaled - low
    if rest == Fraction(1, 2):
        return frozenset({low, low + 1})
    return frozenset({low if rest < Fraction(1, 2) else low + 1})
