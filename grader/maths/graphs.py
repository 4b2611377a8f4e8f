"""Equations that hold at no lone points beside their curve: one name can be got alone, so all others are free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.maths import exact
from grader.maths.branching import never_negative
from grader.maths.tree import children, names, walk
from grader.maths.types import SymbolType
from grader.model import Node

Symbols = Mapping[str, SymbolType]
_ONE_TO_ONE = frozenset({"sqrt", "cbrt", "exp", "ln", "log2", "log10", "sinh", "tanh", "asinh", "atanh", "acosh",
                         "asin", "acos", "atan"})  # fmt: skip


def is_graph(gap: Node, symbols: Symbols) -> bool:
    """Whether some name stands once in a difference of sides, inside nothing that takes two values to one."""
    found = [node[1] for node in walk(gap) if node[0] == "sym"]
    return any(found.count(name) == 1 and _reaches(gap, name, symbols) for name in set(found))


def _reaches(node: Node, name: str, symbols: Symbols) -> bool:
    while node != ("sym", name):
        parts = children(node)
        place = next(i for i, part in enumerate(parts) if name in names(part))
        if not _one_to_one(node, place, symbols):
            return False
        node = parts[place]
    return True


def _one_to_one(node: Node, place: int, symbols: Symbols) -> bool:
    """Whether a node takes different values for different values of one of its parts."""
    head = node[0]
    if head in ("sum", "neg", "pct"):
        return True
    if head in ("prod", "frac"):
        return all(_never_zero(part, symbols) for i, part in enumerate(children(node)) if i != place)
    if head == "pow":
        return _power(node, symbols) if place == 0 else _base(node[1])
    return bool(head == "call" and node[1] in _ONE_TO_ONE)


def _power(node: Node, symbols: Symbols) -> bool:
    exponent = None if names(node[2]) else exact.rational(node[2])
    if not exponent:
        return False
    return exponent.denominator != 1 or bool(exponent % 2) or never_negative(node[1], symbols, even=True)


def _base(base: Node) -> bool:
    return bool((base[0] == "num" and base[1] > 0 and base[1] != 1) or base[:2] in (("const", "e"), ("const", "pi")))


def _never_zero(node: Node, symbols: Symbols) -> bool:
    """Whether a real tree is plainly not 0 on the whole domain."""
    head = node[0]
    if head == "neg":
        return _never_zero(node[1], symbols)
    if head in ("prod", "frac"):
        return all(_never_zero(part, symbols) for part in children(node))
    return _above_zero(node, symbols)


def _above_zero(node: Node, symbols: Symbols) -> bool:
    head = node[0]
    if head == "num":
        return bool(node[1] > 0)
    if head == "sym":
        return "positive" in symbols[node[1]].words
    if head == "call":
        return node[1] in ("exp", "cosh") or (node[1] == "sqrt" and _above_zero(node[2][0], symbols))
    if head == "pow":
        return _above_zero(node[1], symbols)
    if head in ("prod", "frac"):
        return all(_above_zero(part, symbols) for part in children(node))
    if head == "sum":
        return (
            "-" not in node[2]
            and all(never_negative(part, symbols, even=True) for part in node[1])
            and any(_above_zero(part, symbols) for part in node[1])
        )
    return bool(head == "const" and node[1] != "i")


def squared(relation: Node) -> Iterator[Node]:
    """The differences of sides without a root that is one side: what follows from `sqrt(a) = b`, a = b^2."""
    for side, other in ((relation[2], relation[3]), (relation[3], relation[2])):
        if side[:2] == ("call", "sqrt"):
            yield ("sum", (side[2][0], _square(other)), "+-")


def _square(node: Node) -> Node:
    if node[:2] == ("call", "sqrt") or node[:2] == ("call", "abs"):
        inner: Node = node[2][0]
        return inner if node[1] == "sqrt" else _square(inner)
    if node[0] == "prod":
        return ("prod", tuple(_square(factor) for factor in node[1]), node[2])
    if node[0] == "frac":
        return ("frac", _square(node[1]), _square(node[2]))
    return ("pow", node, ("num", 2, "2"))
