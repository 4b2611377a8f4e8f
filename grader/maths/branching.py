"""Where an answer may leave its key on a stretch that few points meet: steps, and bars and roots that hide a sign."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.maths import balls, exact
from grader.maths.facts import STEPPED
from grader.maths.points import Point, draw
from grader.maths.shapes import shape_of
from grader.maths.tree import names, transform, walk
from grader.maths.types import SymbolType
from grader.model import Node

_SIGNED = frozenset({"abs", "norm", "sqrt", "asin", "acos", "atan", "ln"})
_TURNING = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_SATURATING = frozenset({"exp", "sinh", "cosh", "tanh", "atan"})
_NEAR, _STEPS = Fraction(8), 48
_TURNS = frozenset({"abs", "sign", *STEPPED})
_MOST_TURNS, _MOST_STEPS = 3, 4
_SMALL_WHOLE, _MOST_WHOLE = 8, 100


def see_branches(tree: Node, env: dict[str, Any], wide: bool, seen: dict[Node, set[Any]]) -> None:
    """Note which side of each stepped node a point lies on."""
    for node in walk(tree):
        if node[0] == "call" and node[1] in STEPPED:
            seen.setdefault(node, set()).add(balls.side(node, env, wide))


def crowded(tree: Node) -> bool:
    """Whether so many steps stand in a formula that their sides cannot all be visited in a reasonable time."""
    return sum(1 for node in walk(tree) if node[0] == "call" and node[1] in STEPPED) > _MOST_STEPS


def unvisited(key: Node, seen: dict[Node, set[Any]], turned: bool) -> bool:
    """Whether a stepped node of the answer, not one of the key's, kept a side to itself; `turned`: but for maxima."""
    own = {node for node in walk(key) if node[0] == "call"}
    return any(
        len(sides) < _sides(node)
        for node, sides in seen.items()
        if node not in own and not (turned and node[1] in ("max", "min", "sign"))
    )


def _sides(node: Node) -> int:
    """How many sides must be seen: each argument of a minimum wins somewhere, a floor has two values."""
    return len(node[2]) if node[1] in ("min", "max") else 2


def saturates(*trees: Node) -> bool:
    """Whether a function occurs that is soon as good as its limit: tanh(200*x) beside 1."""
    return any(
        (node[0] == "call" and node[1] in _SATURATING) or (node[0] == "pow" and names(node[2]))
        for tree in trees
        for node in walk(tree)
    )


def never_negative(node: Node, symbols: Mapping[str, SymbolType], even: bool) -> bool:
    """Whether a real tree is plainly 0 or more: made of such parts by plus, times and over.

    `even` lets squares and bars count; inside a root they hide a sign themselves, unless a number is added.
    """
    head = node[0]
    if head == "num":
        return bool(node[1] >= 0)
    if head == "sym":
        return bool(symbols[node[1]].words & {"positive", "natural"})
    if head == "call":
        return node[1] in ("exp", "cosh", "sqrt") or (even and node[1] in ("abs", "norm"))
    if head == "pow":
        return (even and node[2][:2] == ("num", 2)) or never_negative(node[1], symbols, even)
    if head == "sum":
        even = even or any(part[0] == "num" and part[1] > 0 for part in node[1])
        return "-" not in node[2] and all(never_negative(part, symbols, even) for part in node[1])
    if head in ("prod", "frac"):
        return all(never_negative(part, symbols, even) for part in (node[1] if head == "prod" else node[1:]))
    return bool(head == "const" and node[1] != "i")


def _signed(tree: Node, symbols: Mapping[str, SymbolType]) -> set[Node]:
    """Bars, roots and inverse functions around something that may turn: a sum, or a wave."""
    out = set()
    for node in walk(tree):
        inner = node[2][0] if node[0] == "call" and node[1] in _SIGNED else node[1] if node[0] == "pow" else None
        root = node[0] == "call" or (node[0] == "pow" and node[2][0] != "num")
        bare = node[1] not in ("asin", "acos", "atan")
        if not inner or not root:
            continue
        waves = any(n[0] == "call" and n[1] in _TURNING for n in walk(inner))
        # A wave under a root may be a square in disguise, 1 + tan^2, whatever its sign.
        if not waves and bare and never_negative(inner, symbols, node[1] in ("abs", "norm")):
            continue
        if waves or any(n[0] == "sum" for n in walk(inner)):
            out.add(node)
    return out


def hides_a_sign(key: Node, answer: Node, symbols: Mapping[str, SymbolType]) -> bool:
    """Whether one side has bars or a root around something that turns, and the other has not the same."""
    return _signed(key, symbols) != _signed(answer, symbols)


def gaps(key: Node, answer: Node, symbols: Mapping[str, SymbolType]) -> list[Node]:
    """What is 0 where a node that one side alone has turns from one rule to the other.

    The length of a vector turns nowhere.
    """
    here, there = ({n for n in walk(tree) if n[0] == "call" and n[1] in _TURNS} for tree in (key, answer))
    out: list[Node] = []
    for node in sorted(here ^ there, key=repr)[:_MOST_TURNS]:
        first = node[2][0]
        if node[1] in ("max", "min"):
            out += [("sum", (first, other), "+-") for other in node[2][1:2]]
        elif node[1] in ("floor", "ceil", "round", "cut"):
            out.append(("sum", (first, ("num", 1, "1")), "+-"))
        else:
            out.append(first)
    return [gap for gap in out if names(gap) and not shape_of(gap, symbols).table]


def with_real_roots(tree: Node) -> Node:
    """`tree` with odd roots of negative numbers as schoolbooks take them: the cube root of -8 is -2."""
    return transform(tree, _real_root)


def _real_root(node: Node) -> Node:
    if node[0] != "pow" or names(node[2]):
        return node
    exponent = exact.rational(node[2])
    if exponent is None or exponent.denominator % 2 == 0 or exponent.denominator == 1:
        return node
    size: Node = ("pow", ("call", "abs", (node[1],)), node[2])
    return ("prod", (("call", "sign", (node[1],)), size), "**") if exponent.numerator % 2 else size


def waves(*trees: Node) -> bool:
    """Whether a sine or the like occurs."""
    return any(n[0] == "call" and n[1] in _TURNING for tree in trees for n in walk(tree))


def sweep(symbols: Mapping[str, SymbolType], salt: bytes, far: Fraction) -> Iterator[Point]:
    """Points along each real name in turn: halves, tiny ones, dense ones near zero, even ones as far as `far`."""
    reals = [n for n, t in symbols.items() if not t.table and not t.words & {"integer", "natural", "complex"}]
    special = (*(Fraction(k, 2) for k in range(9)), 1 / (2 * far))
    for index, (name, place) in enumerate(itertools.product(reals, special)):
        positive = "positive" in symbols[name].words
        for sign in (1, -1) if place and not positive else (1,) if place or not positive else ():
            yield {**draw(symbols, salt, index + 640, {}, None), name: sign * place}
    for index in range(_STEPS * 2 if reals else 0):
        name = reals[index // 2 % len(reals)]
        place = Fraction(2 * (index // 2) + 1, _STEPS * 2) * (far if index % 2 else _NEAR) * Fraction(33, 32)
        point = draw(symbols, salt, index + 64, {}, None)
        for sign in (1,) if "positive" in symbols[name].words else (1, -1):
            yield {**point, name: sign * place}


def whole_places(symbols: Mapping[str, SymbolType], salt: bytes, far: int) -> Iterator[Point]:
    """Small whole numbers one by one for each whole name, and those up to the largest literal: 0^((n - 7)^2)."""
    if any(kind.table for kind in symbols.values()):
        return  # whole names are sizes there
    least = min(max(_SMALL_WHOLE, far + 2), _MOST_WHOLE)
    for name, kind in symbols.items():
        if kind.table or not kind.words & {"integer", "natural"}:
            continue
        signed = not kind.words & {"natural", "positive"}
        for value in range(-least if signed else int("natural" not in kind.words), least + 1):
            yield {**draw(symbols, salt, abs(value) % 7 + 700, {}, None), name: Fraction(value)}
