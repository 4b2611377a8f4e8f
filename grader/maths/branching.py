"""Whether the points that were tried lay on both sides of every step an answer makes."""

from __future__ import annotations

from typing import Any

from grader.maths import balls
from grader.maths.facts import STEPPED
from grader.maths.tree import walk
from grader.model import Node


def see_branches(tree: Node, env: dict[str, Any], wide: bool, seen: dict[Node, set[Any]]) -> None:
    """Note which side of each stepped node a point lies on."""
    for node in walk(tree):
        if node[0] == "call" and node[1] in STEPPED:
            seen.setdefault(node, set()).add(balls.side(node, env, wide))


def unvisited(key: Node, seen: dict[Node, set[Any]]) -> bool:
    """Whether a stepped node of the answer, not one of the key's, showed one side alone."""
    own = {node for node in walk(key) if node[0] == "call"}
    return any(len(sides) < 2 for node, sides in seen.items() if node not in own)
