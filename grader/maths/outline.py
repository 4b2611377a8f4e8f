"""What a formula is when order, signs and notation are put aside; whoever compares outlines knows the values agree."""

from __future__ import annotations

from fractions import Fraction

from grader.maths.essence import spelling
from grader.maths.tree import transform
from grader.model import Node

_ROOTS = {Fraction(1, 2): "sqrt", Fraction(1, 3): "cbrt"}


def in_order(tree: Node) -> Node:
    """`tree` with the terms of each sum and the factors of each product sorted."""
    return transform(tree, _sorted)


def _sorted(node: Node) -> Node:
    if node[0] in ("sum", "prod"):
        pairs = sorted(zip(node[1], node[2], strict=True), key=repr)
        return (node[0], tuple(n for n, _ in pairs), "".join(s for _, s in pairs))
    return node


def outline(tree: Node) -> Node:
    """`tree` without order, signs and notation: 2 - x is x - 2, 0.5 is 1/2, x^(-1) is 1/x."""
    return transform(transform(spelling(tree), _upright), _outlined)


def _upright(node: Node) -> Node:
    """A power below 0 as a fraction, one of 1/2 as a root."""
    below = _below(node)
    if below is not None:
        return ("prod", (("num", 1, ""), _upright(below)), "*/")
    exponent = as_number(node[2]) if node[0] == "pow" else None
    return ("call", _ROOTS[exponent], (node[1],)) if exponent in _ROOTS else node


def _below(node: Node) -> Node | None:
    """What a power with a minus sign above divides by; None for any other formula."""
    if node[0] == "pow" and node[2][0] == "neg":
        return node[1] if node[2][1][:2] == ("num", 1) else ("pow", node[1], node[2][1])
    if node[:2] == ("call", "exp") and node[2][0][0] == "neg":
        return ("call", "exp", (node[2][0][1],))
    return None


def as_number(node: Node) -> Fraction | None:
    """The value of a number, or of one over another."""
    if node[0] == "num":
        return Fraction(node[1])
    if node[0] == "prod" and node[2] == "*/" and all(n[0] == "num" and n[1] for n in node[1]):
        return Fraction(node[1][0][1]) / Fraction(node[1][1][1])
    return None


def _outlined(node: Node) -> Node:
    head = node[0]
    if head == "neg":
        return node[1]  # type: ignore[no-any-return]
    if head == "pct" and node[1][0] == "num":
        return _number(Fraction(node[1][1]) / 100)
    if head == "num":
        return _number(node[1])
    if head == "sum":
        return _sorted(("sum", node[1], "+" * len(node[1])))
    if head == "prod":
        return _product(node)
    return ("call", "abs", node[2]) if node[:2] == ("call", "norm") else node


def _number(value: int | Fraction) -> Node:
    top: Node = ("num", int(value.numerator), "")
    return top if value.denominator == 1 else _product(("prod", (top, ("num", value.denominator, "")), "*/"))


def _product(node: Node) -> Node:
    """Its factors sorted, with the products among them opened, and without the 1 of a half."""
    pairs: list[tuple[Node, str]] = []
    for factor, op in zip(node[1], node[2], strict=True):
        opened = factor[0] == "prod" and (op == "*" or "/" not in factor[2])
        pairs += [(f, op if o == "*" else "/") for f, o in zip(*factor[1:], strict=True)] if opened else [(factor, op)]
    following = [op for _, op in pairs[1:]] + ["*"]
    kept = [p for p, after in zip(pairs, following, strict=True) if p[0][:2] != ("num", 1) or p[1] + after != "*/"]
    kept = kept if any(op == "*" for _, op in kept) else pairs
    return _sorted(("prod", tuple(f for f, _ in kept), "".join(op for _, op in kept)))
