"""Whether an answer may follow from a learner's own rounded value: from what it was before it was rounded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, balls
from grader.maths.table import Table
from grader.maths.tree import transform
from grader.model import Node, Part

_KINDS = ("number", "vector", "matrix")
_PLACES = 2  # fewer decimals are mostly exact
_MOST = 64  # decimals of one value


def may_come_from(variant: Variant, part: Part, answer: Node | None, own: Mapping[str, Node]) -> bool:
    """Whether some values that round to the learner's `own` give the answer, as it is rounded; seen with balls.

    False where that is not known: for other kinds of keys, whole numbers, values that have no ball.
    """
    value = part.answer.get("value")
    if answer is None or part.answer.get("kind") not in _KINDS or not isinstance(value, str):
        return False
    env: dict[str, Any] = {}
    loose = {name: transform(tree, lambda node: _loosened(node, env)) for name, tree in own.items()}
    if not 0 < len(env) <= _MOST:
        return False
    try:
        key = balls.ball(author.bind(value, variant.values_for(part, loose)), env)
        typed = balls.ball(transform(answer, lambda node: _loosened(node, env)), env)
    except (BankFault, CannotRead, Undecided, TypeError, AttributeError, IndexError, ZeroDivisionError):
        return False
    left, right = (found.cells if isinstance(found, Table) else [found] for found in (key, typed))
    return len(left) == len(right) and all(balls.meet(a, b) for a, b in zip(left, right, strict=True))


def _loosened(node: Node, env: dict[str, Any]) -> Node:
    """A decimal as a name for all that rounds to it."""
    if node[0] != "num":
        return node
    places = len(node[2].partition(".")[2])
    if places < _PLACES:
        return node
    name = f"rounded {len(env)}"  # no name that anybody can type
    env[name] = balls.around(Fraction(node[1]), Fraction(1, 2 * 10**places))
    return ("sym", name)
