"""Texts with two conventional readings: which node to ask about before judging."""

from __future__ import annotations

from grader.maths.tree import walk
from grader.model import Node, Say, say


def two_readings(tree: Node) -> Say | None:
    """The question to ask about a tree that was read by a convention, or None: the reading and the other one."""
    for node in walk(tree):
        found = _slash(node) or _mixed(node) or _exponent(node)
        if found:
            return found
    return None


def _slash(node: Node) -> Say | None:
    """`1/2x`: (1/2)x by this reader's rule, 1/(2x) by another."""
    if node[0] != "prod":
        return None
    factors, ops = node[1], node[2]
    place = ops.find("/ ")
    if place < 0 or factors[place][0] == "list" or factors[place + 1][0] == "list":
        return None
    end = place + 1
    while end < len(ops) and ops[end] == " ":
        end += 1
    below: Node = ("prod", factors[place:end], "*" + ops[place + 1 : end])
    other: Node = ("prod", (*factors[:place], below, *factors[end:]), ops[: place + 1] + ops[end:])
    return say("ask.slash", read=node, other=other)


def _mixed(node: Node) -> Say | None:
    """`2 1/2`: two and a half, or 2 times a half."""
    if node[0] != "num" or " " not in node[2]:
        return None
    whole, part = node[2].split(" ")
    top, bottom = (("num", int(p), p) for p in part.split("/"))
    other: Node = ("prod", (("num", int(whole), whole), ("frac", top, bottom)), "**")
    return say("ask.mixed", read=node, other=other)


def _exponent(node: Node) -> Say | None:
    """`e^2t`: e^2 times t, or e^(2t)."""
    if node[0] != "prod":
        return None
    for place in range(len(node[1]) - 1):
        base, following = node[1][place], node[1][place + 1]
        if base[0] == "pow" and base[2][0] == "num" and node[2][place + 1] == " " and following[0] == "sym":
            power: Node = ("pow", base[1], ("prod", (base[2], following), "* "))
            rest = (*node[1][:place], power, *node[1][place + 2 :])
            other = power if len(rest) == 1 else ("prod", rest, node[2][: place + 1] + node[2][place + 2 :])
            if base[1][0] in ("const", "num"):
                return say("ask.exponent", read=node, other=other)
    return None
