"""Equality up to an added constant or a number factor: differences and quotients compared over many points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.maths import balls
from grader.maths.equal import DIFFERENT, EQUAL, OPEN, Decision, Key
from grader.maths.evaluate import evaluate
from grader.maths.facts import facts_of
from grader.maths.points import draw
from grader.maths.tree import names, substitute
from grader.maths.types import REAL
from grader.model import AGREED, REFUTED, UNDECIDED, Node

_BITS = 320
MISSING = "missing"  # the right function without a constant of its own
_CONSTANTS = ("C", "c")


def up_to_constant(key: Key, answer: Node) -> Decision:
    """Equal but for an added constant; where the key shows C, the answer needs one of its own (outcome `missing`)."""
    shown = next((c for c in _CONSTANTS if c in names(key.tree)), None)
    if shown is None:
        return _steady(key, key.tree, answer, lambda a, k: a - k)
    own = next((c for c in _CONSTANTS if c in names(answer)), None)
    zero: dict[str, Node] = {c: ("num", 0, "0") for c in _CONSTANTS}
    one: dict[str, Node] = {c: ("num", 1, "1") for c in _CONSTANTS}
    base = _steady(key, substitute(key.tree, zero), substitute(answer, zero), lambda a, k: a - k)
    if base.outcome != EQUAL:
        return base
    if own is None:
        return base._replace(outcome=MISSING)
    grows = _steady(key, substitute(answer, zero), substitute(answer, one), lambda a, k: a - k, nonzero=True)
    return grows


def up_to_scale(key: Key, answer: Node) -> Decision:
    """Equal but for a number factor that is not 0."""
    return _steady(key, key.tree, answer, lambda a, k: a / k, nonzero=True)


def _steady(key: Key, left: Node, right: Node, gap: Callable[[Any, Any], Any], nonzero: bool = False) -> Decision:
    """Whether `gap(right, left)` is one finite number at every point where `left` is defined."""
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
                if nonzero and value.contains(0):
                    return Decision(DIFFERENT, REFUTED)
            elif not (value - first).contains(0):
                return Decision(DIFFERENT, REFUTED)
            if balls.spread(uneven, env, True) > _BITS - 64:
                continue  # a part too small to be seen
            seen += 1
    if seen < 4:
        return Decision(OPEN, UNDECIDED)
    if not balls.is_real(first):
        return Decision(DIFFERENT, REFUTED)
    return Decision(EQUAL, AGREED, witness=(("points", str(seen)),))
