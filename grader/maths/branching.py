"""Where an answer may leave its key on a stretch that few points meet: steps, and bars and roots that hide a sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.maths import balls
from grader.maths.facts import STEPPED
from grader.maths.points import Point, draw
from grader.maths.tree import walk
from grader.maths.types import SymbolType
from grader.model import Node

_SIGNED = frozenset({"abs", "norm", "sqrt", "asin", "acos", "atan", "ln"})
_TURNING = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_NEAR, _STEPS = Fraction(8), 48


def see_branches(tree: Node, env: dict[str, Any], wide: bool, seen: dict[Node, set[Any]]) -> None:
    """Note which side of each stepped node a point lies on."""
    for node in walk(tree):
        if node[0] == "call" and node[1] in STEPPED:
            seen.setdefault(node, set()).add(balls.side(node, env, wide))


def unvisited(key: Node, seen: dict[Node, set[Any]]) -> bool:
    """Whether a stepped node of the answer, not one of the key's, showed one side alone."""
    own = {node for node in walk(key) if node[0] == "call"}
    return any(len(sides) < 2 for node, sides in seen.items() if node not in own)


def _signed(tree: Node) -> set[Node]:
    """Bars, roots and inverse functions around something that may turn: a sum, or a wave."""
    out = set()
    for node in walk(tree):
        inner = node[2][0] if node[0] == "call" and node[1] in _SIGNED else node[1] if node[0] == "pow" else None
        root = node[0] == "call" or (node[0] == "pow" and node[2][0] != "num")
        if inner and root and any(n[0] == "sum" or (n[0] == "call" and n[1] in _TURNING) for n in walk(inner)):
            out.add(node)
    return out


def hides_a_sign(key: Node, answer: Node) -> bool:
    """Whether one side has bars or a root around something that turns, and the other has not the same."""
    return _signed(key) != _signed(answer)


def sweep(symbols: Mapping[str, SymbolType], salt: bytes, far: Fraction) -> Iterator[Point]:
    """Points along each real name in turn, dense near zero and evenly as far as the largest number written."""
    reals = [n for n, t in symbols.items() if not t.table and t.words & {"real", "positive"}]
    for index in range(_STEPS * 2 if reals else 0):
        name = reals[index // 2 % len(reals)]
        place = Fraction(2 * (index // 2) + 1, _STEPS * 2) * (far if index % 2 else _NEAR) * Fraction(33, 32)
        point = draw(symbols, salt, index + 64, {}, None)
        for sign in (1,) if "positive" in symbols[name].words else (1, -1):
            yield {**point, name: sign * place}
