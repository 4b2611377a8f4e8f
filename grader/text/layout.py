"""Small helpers on layout nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.model import Node
from grader.text import tables as t

EMPTY: Node = ("row", ())

_FORMAT = re.compile(r"(.*):\s*(,|[A-Za-z0-9._-]+)\s*", re.DOTALL)


def split_hole(body: str) -> tuple[str, str]:
    """The expression and the format inside `<<...>>`."""
    found = _FORMAT.fullmatch(body)
    return (found[1].strip(), found[2]) if found else (body.strip(), "")


def join(items: Iterable[Node]) -> Node:
    """One node for a sequence: an only item stands for itself."""
    kept = tuple(items)
    return kept[0] if len(kept) == 1 else ("row", kept)


def kind_of(node: Node | None) -> str:
    """The role a node plays for its right neighbour: a sign's kind, or ord for an operand."""
    while node is not None and node[0] in ("scripts", "font", "accent"):
        node = node[2] if node[0] in ("font", "accent") else node[1]
    if node is None:
        return t.OPEN
    if node[0] == "fn":
        return t.BIG
    return str(node[2]) if node[0] == "op" else t.ORD


def classify(items: list[Node], start: str) -> list[Node]:
    """A plus or minus without an operand on its left is a sign and not an operation."""
    before = start
    bars = ""
    for i, item in enumerate(items):
        if item[0] == "space":
            continue
        if item[0] == "op" and item[2] == t.BIN and before in (t.BIN, t.REL, t.OPEN, t.PUNCT, t.BIG):
            items[i] = ("op", item[1], t.ORD)
            before = t.OPEN
            continue
        before = kind_of(item)
        if item[0] == "op" and item[1] in "|‖":
            # Every other bar opens.
            bars += item[1]
            before = t.OPEN if bars.count(item[1]) % 2 else t.CLOSE
    return items
