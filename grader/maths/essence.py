"""What is left of a formula when nothing is added and nothing multiplied: two such lines are one step."""

from __future__ import annotations

from grader.maths.tree import transform
from grader.model import Node


def essence(tree: Node) -> Node:
    """`tree` without zeros added, ones multiplied, kinds of product signs, and fractions as quotients."""
    return transform(tree, _plainer)


def spelling(tree: Node) -> Node:
    """`tree` whatever its product signs and bars look like."""
    return transform(tree, _respelt)


def _respelt(node: Node) -> Node:
    if node[0] == "num":
        return ("num", node[1], "")
    if node[0] == "frac":
        return ("prod", (node[1], node[2]), "*/")
    if node[0] == "pow" and node[1][:2] == ("const", "e"):
        return ("call", "exp", (node[2],))
    return _flat(node) if node[0] == "prod" else node


def _flat(node: Node) -> Node:
    """A product with the products among its factors opened: (1/2)x is 1/2x."""
    pairs: list[tuple[Node, str]] = []
    for factor, op in zip(node[1], node[2].replace(" ", "*"), strict=True):
        if factor[0] == "prod" and op == "*":
            pairs.extend(zip(factor[1], factor[2], strict=True))
        else:
            pairs.append((factor, op))
    return ("prod", tuple(f for f, _ in pairs), "".join(o for _, o in pairs))


def _plainer(node: Node) -> Node:
    head = node[0]
    if head == "num":
        return ("num", node[1], "")
    if head == "frac":
        return ("prod", (node[1], node[2]), "*/")
    if head == "sum":
        kept = [(t, s) for t, s in zip(node[1], node[2], strict=True) if t[:2] != ("num", 0)]
        if len(kept) == 1 and kept[0][1] == "+":
            return kept[0][0]  # type: ignore[no-any-return]
        return ("sum", tuple(t for t, _ in kept), "".join(s for _, s in kept)) if kept else ("num", 0, "")
    if head == "prod":
        pairs = list(zip(node[1], node[2].replace(" ", "*"), strict=True))
        kept = [
            (f, o)
            for i, (f, o) in enumerate(pairs)
            if f[:2] != ("num", 1) or (i == 0 and pairs[1:2] and pairs[1][1] == "/")
        ]
        if len(kept) == 1 and kept[0][1] == "*":
            return kept[0][0]  # type: ignore[no-any-return]
        return ("prod", tuple(f for f, _ in kept), "*" + "".join(o for _, o in kept[1:])) if kept else ("num", 1, "")
    return node
