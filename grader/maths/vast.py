"""Why a formula has no value at a point: something in it is too large for any ball, or it is undefined."""

from __future__ import annotations

from typing import Any

from grader.errors import CannotRead, Undecided
from grader.maths import balls
from grader.maths.evaluate import Environment, evaluate
from grader.maths.table import Table
from grader.maths.tree import children, walk
from grader.model import Node

_GROWING = frozenset({"exp", "sinh", "cosh"})


def overflows(tree: Node, env: Environment, wide: bool) -> bool:
    """Whether a power, a factorial or the like of finite numbers is too large for any ball at a point."""
    field = balls.LEARNER_COMPLEXES if wide else balls.LEARNER_REALS

    def finite(node: Node) -> bool:
        try:
            value = evaluate(node, env, field)
        except (Undecided, ZeroDivisionError, CannotRead):
            return False
        return all(c.is_finite() for c in (value.cells if isinstance(value, Table) else [value]))

    with balls.precision(balls.MIN_BITS):
        return any(
            not finite(node) and all(finite(part) for part in children(node)) and _vast(node, env, field)
            for node in walk(tree)
            if node[0] in ("pow", "fact") or (node[0] == "call" and node[1] in _GROWING)
        )


def _vast(node: Node, env: Environment, field: Any) -> bool:
    """Whether the exponent, or the argument, of a growing node is large."""
    part = node[2] if node[0] == "pow" else node[1] if node[0] == "fact" else node[2][0]
    value = evaluate(part, env, field)
    return not isinstance(value, Table) and bool(abs(value) > 1000)
