"""Functions, roots and irrational numbers as names, so that a formula of any kind is one of polynomials."""

from __future__ import annotations

from grader.maths.essence import spelling
from grader.maths.tree import names, transform
from grader.model import Node

_NUMBER = "~"  # begins the name of a number, and sorts behind every symbol
_NAMED = frozenset({"call", "T", "index", "list"})  # n! is none: it hides the factors of (n - 1)!
_LARGEST = 1000  # whose square is looked for under a root


def whole(node: Node) -> bool:
    """A whole number as typed."""
    return node[0] == "num" and isinstance(node[1], int)


Names = dict[Node, str]


def with_names(tree: Node, seen: Names | None = None) -> Node:
    """`tree` with a name for each function, each power that is no polynomial, and each number that is not rational.

    Trees that share `seen` share their names.
    """
    seen = {} if seen is None else seen

    def named(node: Node) -> Node:
        if node[0] == "const":
            return ("sym", _NUMBER + node[1])
        closed = not any(not is_number(name) for name in names(node))
        if node[0] not in _NAMED and not (node[0] == "fact" and closed) and (node[0] != "pow" or _is_whole(node[2])):
            return node
        taken, rest = _square_out(node)
        mark = _NUMBER if closed else " "
        name: Node = ("sym", seen.setdefault(rest, f"{mark}{len(seen)}"))
        return ("prod", (("num", taken, ""), name), "**") if taken > 1 else name

    return transform(spelling(tree), named)


def is_number(name: str) -> bool:
    """Whether a name of `with_names` stands for a number."""
    return name.startswith(_NUMBER)


def _is_whole(exponent: Node) -> bool:
    return whole(exponent[1] if exponent[0] == "neg" else exponent)


def _square_out(node: Node) -> tuple[int, Node]:
    """The square root of 12 as 2 and the root of 3; anything else as 1 and itself."""
    if node[:2] != ("call", "sqrt") or not whole(node[2][0]):
        return 1, node
    under, taken = node[2][0][1], 1
    for k in range(2, min(_LARGEST, int(under**0.5) + 1 if under < 1 << 900 else _LARGEST) + 1):
        while under % k**2 == 0:
            under, taken = under // k**2, taken * k
    return taken, ("call", "sqrt", (("num", under, ""),))
