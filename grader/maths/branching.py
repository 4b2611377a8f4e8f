"""Nodes that follow different rules on different sides of some point, and whether both sides were seen."""

from __future__ import annotations

from typing import Any

from grader.maths import balls
from grader.maths.tree import walk
from grader.model import Node

_BRANCHING = frozenset({"abs", "sqrt", "ln", "log10", "log2", "min", "max", "floor", "ceil", "sign", "cbrt", "asin",
                        "acos", "acosh", "atanh", "round", "cut", "norm"})  # fmt: skip
# Nodes that can hide a difference beyond every point that was tried.
_STEPPED = frozenset({"min", "max", "floor", "ceil", "sign", "round", "cut"})


def branches(tree: Node) -> bool:
    """Whether a node follows different rules on different sides of some point."""
    for node in walk(tree):
        if node[0] == "call" and node[1] in _BRANCHING:
            return True
        if node[0] == "pow" and not (node[2][0] == "num" or (node[2][0] == "neg" and node[2][1][0] == "num")):
            return True
        if node[0] == "pow" and (node[2] if node[2][0] == "num" else node[2][1])[1] % 1:
            return True
    return False


def see_branches(tree: Node, env: dict[str, Any], wide: bool, seen: dict[Node, set[Any]]) -> None:
    """Note which side of each stepped node a point lies on."""
    for node in walk(tree):
        if node[0] == "call" and node[1] in _STEPPED:
            seen.setdefault(node, set()).add(balls.side(node, env, wide))


def unvisited(answer: Node, key: Node, seen: dict[Node, set[Any]]) -> bool:
    """Whether a stepped node of the answer, not one of the key's, showed one side alone."""
    own = {node for node in walk(key) if node[0] == "call"}
    return any(len(sides) < 2 for node, sides in seen.items() if node not in own)
