"""What one text may cost: counted in nodes evaluated, so that it is the same on every machine."""

from __future__ import annotations

import threading

from grader.errors import Undecided
from grader.maths.tree import walk
from grader.model import Node

LIMIT = 30_000  # nodes: some 60 milliseconds
CALL = 4  # nodes that a function is worth


class _Spent(threading.local):
    nodes = 0
    limited = False


_SPENT = _Spent()


def weight(tree: Node) -> int:
    """What one evaluation of a tree costs."""
    return sum(CALL if node[0] == "call" else 1 for node in walk(tree))


def start() -> None:
    """Begin with a text; whatever is evaluated until the next one counts for it."""
    _SPENT.nodes, _SPENT.limited = 0, True


def free() -> None:
    """No limit for what follows: an author's own work."""
    _SPENT.limited = False


def spend(nodes: int) -> None:
    """Count an evaluation; raises Undecided where the text has used up what it may, so that it is held."""
    _SPENT.nodes += nodes
    if _SPENT.limited and _SPENT.nodes > LIMIT:
        raise Undecided
