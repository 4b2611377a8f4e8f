"""What is left of a formula when nothing is added and nothing multiplied: two such lines are one step."""

from __future__ import annotations

from grader.maths.tree import names, transform
from grader.model import Node


def essence(tree: Node) -> Node:
    """`tree` without zeros added, ones multiplied, kinds of product signs, and fractions as quotients."""
    return transform(tree, _plainer)


def unpadded(tree: Node) -> Node:
    """`tree` without what cancels as it stands: 5 - 5 added, 0x added, 2 above and below a bar, a bar over 1."""
    return transform(spelling(tree), _cancelled)


def _cancelled(node: Node) -> Node:
    if node[0] not in ("sum", "prod"):
        return node
    pairs = [(part, sign) for part, sign in zip(node[1], node[2], strict=True) if not _idle(node[0], part)]
    other = {"+": "-", "-": "+", "*": "/", "/": "*"}
    kept: list[tuple[Node, str]] = []
    for part, sign in pairs:
        if (part, other[sign]) in kept:
            kept.remove((part, other[sign]))
        else:
            kept.append((part, sign))
    if not kept:
        return ("num", int(node[0] == "prod"), "")
    if len(kept) == 1 and kept[0][1] in "+*":
        return kept[0][0]
    return (node[0], tuple(part for part, _ in kept), "".join(sign for _, sign in kept))


def _idle(head: str, part: Node) -> bool:
    """Whether a part of a sum or a product does nothing: 0, or a product with a 0; 1."""
    if head == "prod":
        return part[:2] == ("num", 1)
    factors = part[1] if part[0] == "prod" else (part,)
    return any(factor[:2] == ("num", 0) for factor in factors)


def spelling(tree: Node) -> Node:
    """`tree` whatever its product signs and bars look like."""
    return transform(tree, _respelt)


def is_inverse(node: Node) -> bool:
    """Whether a power is a fraction: x^(-2), but neither 2^(-x) nor e^(-2)."""
    return node[0] == "pow" and node[2][0] == "neg" and not names(node[2]) and node[1][:2] != ("const", "e")


def sides(node: Node) -> tuple[list[Node], list[Node]]:
    """The factors above the bar of a formula, and those below it, products opened and signs aside; 1/x for x^(-1)."""
    plain = _bare(spelling(node))
    factors, ops = (plain[1], plain[2]) if plain[0] == "prod" else ((plain,), "*")
    out: tuple[list[Node], list[Node]] = [], []
    for factor, op in zip(map(_bare, factors), ops, strict=True):
        below = op == "/"
        if is_inverse(factor) and factor[2][1][:2] == ("num", 1):
            for side, found in zip((not below, below), sides(factor[1]), strict=True):
                out[side].extend(found)
        elif is_inverse(factor):
            out[not below].append(("pow", factor[1], factor[2][1]))
        else:
            out[below].append(factor)
    return out


def _bare(node: Node) -> Node:
    while node[0] == "neg":
        node = node[1]
    return node


def _respelt(node: Node) -> Node:
    if node[0] == "num":
        return ("num", node[1], "")
    if node[0] == "frac":
        return _flat((node[1], node[2]), "*/")
    if node[0] == "pow" and node[1][:2] == ("const", "e"):
        return ("call", "exp", (node[2],))
    if node[:2] == ("call", "transpose"):
        return ("T", *node[2])
    return _flat(node[1], node[2]) if node[0] == "prod" else _terms(node) if node[0] == "sum" else node


def _flat(factors: tuple[Node, ...], ops: str) -> Node:
    """A product with the products among its factors opened, (1/2)x as 1/2x, and its one minus sign in front."""
    minus = sum(factor[0] == "neg" for factor in factors) == 1
    pairs: list[tuple[Node, str]] = []
    for written, op in zip(factors, ops.replace(" ", "*"), strict=True):
        factor = written[1] if minus and written[0] == "neg" else written
        if factor[0] == "prod" and (op == "*" or "/" not in factor[2]):
            pairs += [(f, op if o == "*" else "/") for f, o in zip(factor[1], factor[2], strict=True)]
        else:
            pairs.append((factor, op))
    product = ("prod", tuple(f for f, _ in pairs), "".join(o for _, o in pairs))
    return ("neg", product) if minus else product


def _terms(node: Node) -> Node:
    """A sum with the sums that are added opened, and each term's minus sign in front of it."""
    pairs: list[tuple[Node, str]] = []
    for term, sign in zip(node[1], node[2], strict=True):
        if term[0] == "neg":
            pairs.append((term[1], "-" if sign == "+" else "+"))
        elif term[0] == "sum" and sign == "+":
            pairs.extend(zip(term[1], term[2], strict=True))
        else:
            pairs.append((term, sign))
    return ("sum", tuple(t for t, _ in pairs), "".join(s for _, s in pairs))


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
