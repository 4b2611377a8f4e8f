"""What is plainly never negative, or never below 1, whatever its names are: by the rules of signs alone."""

from __future__ import annotations

from collections.abc import Mapping

from grader.maths import exact
from grader.maths.tree import names
from grader.maths.types import SymbolType
from grader.model import Node

Symbols = Mapping[str, SymbolType]
_ALWAYS = frozenset({"exp", "cosh", "sqrt", "abs", "norm"})
_ODD = frozenset({"tanh", "atan", "sinh", "asinh", "asin", "cbrt"})  # which have the sign of what is in them


def never_below_zero(node: Node, symbols: Symbols) -> bool:
    """Whether a real tree is 0 or more wherever it has a value."""

    def inside(part: Node) -> bool:
        return never_below_zero(part, symbols)

    head = node[0]
    if head == "num":
        return bool(node[1] >= 0)
    if head == "sym":
        return bool(symbols[node[1]].words & {"positive", "natural"})
    if head == "call":
        name, args = node[1], node[2]
        if name == "ln":
            return never_below_one(args[0], symbols)
        found = list(map(inside, args))
        if name in ("max", "min"):
            return any(found) if name == "max" else all(found)
        return name in _ALWAYS or (name in _ODD and found[0])
    if head == "pow":
        whole = node[2][0] == "num" and isinstance(node[2][1], int) and node[2][1] % 2 == 0
        return whole or inside(node[1])
    if head == "sum":
        signed = list(zip(node[1], node[2], strict=True))
        taken = [part for part, sign in signed if sign == "-"]
        kept = [part for part, sign in signed if sign == "+"]
        small = [None if names(part) else exact.rational(part) for part in taken]
        little = None not in small and sum(value or 0 for value in small) <= 1
        enough = not taken or (little and any(never_below_one(part, symbols) for part in kept))
        return enough and all(map(inside, kept))
    if head in ("prod", "frac"):
        return all(map(inside, node[1] if head == "prod" else node[1:]))
    return bool(head == "const" and node[1] != "i") or (head == "fact")


def never_below_one(node: Node, symbols: Symbols) -> bool:
    """Whether a real tree is 1 or more wherever it has a value."""
    head = node[0]
    if head == "num":
        return bool(node[1] >= 1)
    if head == "const":
        return bool(node[1] in ("e", "pi"))
    if head == "call":
        if node[1] == "sqrt":
            return never_below_one(node[2][0], symbols)
        return node[1] == "cosh" or (node[1] == "exp" and never_below_zero(node[2][0], symbols))
    if head == "pow":
        return never_below_one(node[1], symbols) and never_below_zero(node[2], symbols)
    if head == "sum" and "-" not in node[2]:
        enough = any(never_below_one(part, symbols) for part in node[1])
        return enough and all(never_below_zero(part, symbols) for part in node[1])
    return head == "prod" and "/" not in node[2] and all(never_below_one(part, symbols) for part in node[1])
