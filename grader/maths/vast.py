"""Why a formula has no value at a point: something in it is too large for any ball, or it is undefined."""

from __future__ import annotations

from typing import Any

from grader.errors import CannotRead, Undecided
from grader.maths import balls
from grader.maths.evaluate import Environment, evaluate
from grader.maths.table import Table
from grader.maths.tree import names, transform
from grader.model import Node

_GROWING = frozenset({"exp", "sinh", "cosh"})


def overflows(tree: Node, env: Environment, wide: bool) -> bool:
    """Whether a power, a factorial or the like of finite numbers is too large for any ball at a point."""
    field = balls.LEARNER_COMPLEXES if wide else balls.LEARNER_REALS
    known: dict[str, Any] = dict(env)
    found: list[Node] = []

    def valued(node: Node) -> Node:
        """A name for the value of a node, whose parts have theirs: each is worked out once."""
        if node[0] == "sym":
            return node
        name = f" {len(known)}"
        try:
            known[name] = evaluate(node, known, field)
        except (Undecided, ZeroDivisionError, CannotRead):
            known[name] = balls.NAN
        if _grows(node) and not _finite(known[name]) and all(_finite(known[n]) for n in names(node)):
            found.extend([node] if _vast(known[_grower(node)[1]]) else [])
        return ("sym", name)

    with balls.precision(balls.MIN_BITS):
        transform(tree, valued)
    return bool(found)


def _finite(value: Any) -> bool:
    return all(c.is_finite() for c in (value.cells if isinstance(value, Table) else [value]))


def _grows(node: Node) -> bool:
    return node[0] in ("pow", "fact") or (node[0] == "call" and node[1] in _GROWING)


def _grower(node: Node) -> Node:
    """The exponent, or the argument, of a growing node."""
    part: Node = node[2] if node[0] == "pow" else node[1] if node[0] == "fact" else node[2][0]
    return part


def _vast(value: Any) -> bool:
    return not isinstance(value, Table) and bool(abs(value) > 1000)
