"""Equality up to an added constant or a number factor: differences and quotients compared over many points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grader.maths import balls
from grader.maths.equal import DIFFERENT, EQUAL, OPEN, Decision, Key, other_shape
from grader.maths.evaluate import evaluate
from grader.maths.facts import STEPPED, facts_of
from grader.maths.points import draw
from grader.maths.table import Table
from grader.maths.tree import names, num, substitute, walk
from grader.maths.types import REAL
from grader.model import AGREED, REFUTED, UNDECIDED, Node

_BITS = 320
MISSING = "missing"  # the right function without a constant of its own
_CONSTANTS = ("C", "c")
_REACHES: tuple[int | Fraction, ...] = (
    -1,
    10**6 + Fraction(1, 7),
    -(10**9),
)  # where a constant of its own must have grown evenly


def up_to_constant(key: Key, answer: Node) -> Decision:
    """Equal but for an added constant; where the key shows C, the answer needs one of its own (outcome `missing`)."""
    other = other_shape(key, answer)
    if other:
        return other
    shown, own = ({c for c in _CONSTANTS if c in names(tree)} for tree in (key.tree, answer))
    if not shown and not own:
        return _steady(key, key.tree, answer, _difference)
    at = [substitute(answer, {c: num(value) for c in _CONSTANTS}) for value in (Fraction(0), Fraction(1), *_REACHES)]
    base = _steady(key, substitute(key.tree, {c: num(0) for c in _CONSTANTS}), at[0], _difference)
    if base.outcome != EQUAL or not own:
        return base._replace(outcome=MISSING) if base.outcome == EQUAL else base
    # It must reach every number: C and -2C do, C^2, e^C, sin C and C/(1 + |C|) do not, and a floor leaves gaps.
    up, *others = (("sum", (one, at[0]), "+-") for one in at[1:])
    zero: Node = ("num", 0, "0")
    grows = _steady(key, zero, up, _difference, wanted=_nonzero)
    if grows.outcome != EQUAL:
        gone = _steady(key, zero, up, _difference, wanted=lambda value: bool(value.contains(0))).outcome == EQUAL
        return base._replace(outcome=MISSING) if gone and shown else base if gone else grows
    stepped = any(node[0] == "call" and node[1] in STEPPED and own & names(node) for node in walk(answer))
    evenly = not stepped and all(
        _steady(key, ("prod", (num(reach), up), "**"), other, _quotient, wanted=_one).outcome == EQUAL
        for reach, other in zip(_REACHES, others, strict=True)
    )
    return base if evenly else Decision(OPEN, UNDECIDED)


def up_to_scale(key: Key, answer: Node) -> Decision:
    """Equal but for a number factor that is not 0; of tables every entry has the same factor."""
    other = other_shape(key, answer)
    if other:
        return other
    if key.shape.table:
        return _scaled_table(key, answer)
    return _steady(key, key.tree, answer, _quotient, wanted=_nonzero)


def _scaled_table(key: Key, answer: Node) -> Decision:
    """A direction: at every point each entry of the answer is the key's times one number, the same at all points."""
    used = names(key.tree) | names(answer)
    symbols = {n: t for n, t in key.symbols.items() if n in used}
    first: Any = None
    for index in range(4 if used else 1):
        point = draw(symbols, key.salt, index, {})
        with balls.precision(_BITS):
            env = {n: balls.lift_value(v, False) for n, v in point.items()}
            low: Any = evaluate(key.tree, env, balls.REALS)
            high: Any = evaluate(answer, env, balls.LEARNER_REALS)
            if not isinstance(low, Table) or not isinstance(high, Table) or len(low.cells) != len(high.cells):
                return Decision(OPEN, UNDECIDED)
            pairs = list(zip(high.cells, low.cells, strict=True))
            ratios = [a / k for a, k in pairs if not k.contains(0)]
            if not ratios or not all(a.is_finite() and k.is_finite() for a, k in pairs):
                return Decision(OPEN, UNDECIDED)
            first = ratios[0] if first is None else first
            if first.contains(0) or any(not (a - first * k).contains(0) for a, k in pairs):
                return Decision(DIFFERENT, REFUTED)
    return Decision(EQUAL, AGREED)


def _difference(answer: Any, key: Any) -> Any:
    return answer - key


def _quotient(answer: Any, key: Any) -> Any:
    return answer / key


def _nonzero(value: Any) -> bool:
    return not value.contains(0)


def _one(value: Any) -> bool:
    return bool(value.contains(1))


def _steady(
    key: Key,
    left: Node,
    right: Node,
    gap: Callable[[Any, Any], Any],
    wanted: Callable[[Any], bool] = lambda value: True,
) -> Decision:
    """Whether `gap(right, left)` is one finite number, and a wanted one, wherever `left` is defined."""
    first: Any = None
    seen = 0
    used = sorted(names(left) | names(right))
    symbols = {n: key.symbols.get(n, REAL) for n in used}
    facts = facts_of(left, symbols), facts_of(right, symbols)
    branching = facts[0].branching or facts[1].branching
    uneven = (*facts[0].uneven, *facts[1].uneven)
    for index in range(12):
        signs = {n: 1 if (index >> i) & 1 else -1 for i, n in enumerate(used)} if branching or index < 4 else {}
        point = draw(symbols, key.salt, index, signs)
        with balls.precision(_BITS):
            env = {n: balls.lift_value(v, True) for n, v in point.items()}
            low: Any = evaluate(left, env, balls.COMPLEXES)
            high: Any = evaluate(right, env, balls.LEARNER_COMPLEXES)
            if not low.is_finite() or not low.imag.contains(0) or not high.is_finite():
                continue
            value = gap(high, low)
            if not value.is_finite():
                continue
            if first is None:
                first = value
                if not wanted(value):
                    return Decision(DIFFERENT, REFUTED)
            elif not (value - first).contains(0):
                return Decision(DIFFERENT, REFUTED)
            if balls.spread(uneven, env, True) > _BITS - 64:
                continue  # a part too small to be seen
            seen += 1
    if seen < (4 if used else 1):
        return Decision(OPEN, UNDECIDED)
    if not balls.is_real(first):
        return Decision(DIFFERENT, REFUTED)
    return Decision(EQUAL, AGREED, witness=(("points", str(seen)),))
