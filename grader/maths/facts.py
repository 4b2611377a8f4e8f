"""What one walk over a tree tells the decision: names, branches, bits, and whether sizes can run away."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.errors import CannotRead
from grader.maths import balls, exact
from grader.maths.effort import CALL
from grader.maths.tree import children, names
from grader.maths.types import SymbolType
from grader.model import Node

_BRANCHING = frozenset({"abs", "sqrt", "ln", "log10", "log2", "min", "max", "floor", "ceil", "sign", "cbrt", "asin",
                        "acos", "atan", "acosh", "atanh", "round", "cut", "norm"})  # fmt: skip
# Nodes that can hide a difference beyond every point that was tried.
STEPPED = frozenset({"min", "max", "floor", "ceil", "sign", "round", "cut"})
_WILD = frozenset({"exp", "sinh", "cosh"})
# Functions made of parts of very different size: e^x + e^-x, or a limit and what is missing to it.
LIMITED = frozenset({"sinh", "cosh", "tanh", "atan"})


class Facts(NamedTuple):
    """What one tree is like.

    `branching`: rules differ from side to side; `wide`: complex numbers; `spread`: bits between literals and powers;
    `uneven`: the sums, and functions like them, whose parts may differ in size without bound; `stepped`: a floor, a
    minimum and the like occurs; `tabled`: a list or a table occurs; `largest`: at least the largest size of a closed
    part, or of the inverse of the smallest, which is where branches may lie; `hidden`: powers upon powers may make a
    term too small for any precision that is used, or a power of 0 is 1 at points that may not be met; `size`: what one
    evaluation costs, as `effort.weight` counts it.
    """

    used: frozenset[str]
    branching: bool
    wide: bool
    spread: float
    uneven: tuple[Node, ...]
    stepped: bool
    tabled: bool
    largest: int
    hidden: bool
    size: int


def facts_of(tree: Node, symbols: Mapping[str, SymbolType]) -> Facts:
    """One walk over a tree."""
    used: set[str] = set()
    branching = wide = wild = stepped = summed = tabled = limited = False
    spread = 0.0
    deep = zeroed = False
    factorials = 0
    largest = 1
    size = 0
    stack = [tree]
    while stack:
        node = stack.pop()
        size += 1
        head = node[0]
        if head == "sym":
            name = node[1]
            if name not in used:
                used.add(name)
                wide = wide or "complex" in symbols[name].words
                tabled = tabled or symbols[name].table
            continue
        if head == "num":
            value = node[1]
            spread += _size(value)
            largest = max(largest, _reach(value))
            continue
        if head == "sum" or head == "prod":
            summed = summed or head == "sum"
            stack.extend(node[1])
            continue
        if head == "const":
            wide = wide or node[1] == "i"
            continue
        if head == "pow":
            power = node[2][1] if node[2][0] == "neg" else node[2]
            deep = deep or node[1][0] not in ("sym", "num", "const")
            zeroed = zeroed or (node[1][:2] == ("num", 0) and power[0] != "num")
            if power[0] == "num":
                spread += 5 * float(min(abs(power[1]), 4000))
                wild = wild or abs(power[1]) >= _STEEP_POWER
                branching = branching or bool(power[1] % 1)
            else:
                spread += 16
                wild = True
                branching = branching or not _positive(node[1])
            if node[1][0] != "sym" and power[0] != "sym":
                largest = max(largest, _power_reach(node))
        elif head == "call":
            size += CALL - 1
            deep = deep or node[1] in _EVEN
            branching = branching or node[1] in _BRANCHING
            stepped = stepped or node[1] in STEPPED
            if node[1] in LIMITED:
                limited = True
            if node[1] == "binom":
                wild = True
                factorials += node[2][1][0] != "num"
            if node[1] in _WILD:
                wild = True
                spread += 24
        elif head == "fact":
            wild = True
            factorials += 1
        elif head == "list" or head == "T":
            tabled = True
        stack.extend(children(node))
    below = _deep_spread(tree) if deep else 0.0
    return Facts(
        frozenset(used),
        branching,
        wide,
        max(spread, below) + min(256 * factorials, 1024),
        uneven_sums(tree) if limited or (wild and summed) else (),
        stepped,
        tabled,
        largest,
        zeroed or (below > balls.MAX_BITS and below > 1.5 * spread),
        size,
    )


_EVEN = ("cos", "cosh", "sec", "sech")  # 1 less than the square of something small


def _deep_spread(node: Node) -> float:
    """Bits between literals where powers stand upon powers and cosines square what is in them."""
    head = node[0]
    if head == "num":
        return float(_size(node[1]))
    if head == "pow":
        power = node[2][1] if node[2][0] == "neg" else node[2]
        times = float(min(abs(power[1]), 4000)) if power[0] == "num" else 1.0
        return min(max(_deep_spread(node[1]), 5) * max(times, 1), 1e6)
    inside = sum(_deep_spread(part) for part in children(node))
    return 2 * inside if head == "call" and node[1] in _EVEN else inside


_STEEP_POWER = 16  # from here on a power of what is not near 1 dwarfs its neighbours, or vanishes beside them


def uneven_sums(tree: Node) -> tuple[Node, ...]:
    """The sums with a term that grows without bound, or vanishes, as in e^x + 1, and functions that are such sums."""
    found: list[Node] = []

    def wild(node: Node) -> bool:
        inside = any([wild(part) for part in children(node)])  # a list, so that every part is looked into
        if (node[0] == "sum" and inside) or (node[0] == "call" and node[1] in LIMITED):
            found.append(node)
        return inside or _grows(node)

    wild(tree)
    return tuple(found)


def _grows(node: Node) -> bool:
    head = node[0]
    if head == "pow":
        power = node[2][1] if node[2][0] == "neg" else node[2]
        return bool(power[0] != "num" or abs(power[1]) >= _STEEP_POWER)
    return head == "fact" or (head == "call" and (node[1] in _WILD or node[1] == "binom"))


def _size(value: int | Fraction) -> int:
    if isinstance(value, int):
        return value.bit_length()
    return abs(value.numerator.bit_length() - value.denominator.bit_length())


def _positive(base: Node) -> bool:
    """A base whose powers are real whatever the exponent."""
    return bool((base[0] == "const" and base[1] != "i") or (base[0] == "num" and base[1] > 0))


def bits_for(*facts: Facts) -> int:
    """max(192, 64 + the spread of magnitudes), capped: enough that no tiny term hides behind a large one."""
    spread = sum(f.spread for f in facts)
    return max(balls.MIN_BITS, min(128 + math.ceil(spread / 64) * 64, balls.MAX_BITS))


def _reach(value: int | Fraction) -> int:
    """A whole number at least as large as |value| and its inverse; 1 for what is beyond 300 digits either way."""
    low, high = sorted((abs(value.numerator), value.denominator))
    if not low or high // low >= 10**300:
        return 1
    return -(-high // low)


def _power_reach(node: Node) -> int:
    """The same of a power, where it is a closed number."""
    if names(node):
        return 1
    try:
        return _reach(exact.rational(node) or 0)
    except CannotRead:
        return 1
