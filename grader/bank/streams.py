"""Random draws that any process repeats: one stream a parameter, from SHA-256 of its name and the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.answers.base import fraction
from grader.errors import BankFault
from grader.maths.tree import num
from grader.model import Node, say

MAX_VALUES = 1 << 48  # far below the 64 bits a draw is made of


class Stream:
    """Whole numbers below a bound, by rejection, so that none is likelier than another."""

    def __init__(self, name: str, seed: int) -> None:
        """Start the stream of `name` (scope.param) at `seed`."""
        self.name, self.block, self.pool = f"{name}:{seed}", 0, b""

    def below(self, count: int) -> int:
        """One of 0 .. count - 1."""
        limit = (1 << 64) // count * count
        while True:
            if len(self.pool) < 8:
                self.pool += hashlib.sha256(f"{self.name}:{self.block}".encode()).digest()
                self.block += 1
            word, self.pool = int.from_bytes(self.pool[:8], "big"), self.pool[8:]
            if word < limit:
                return word % count

    def order(self, count: int) -> tuple[int, ...]:
        """A permutation of 0 .. count - 1 (Fisher and Yates)."""
        out = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return tuple(out)


def draw(rule: Mapping[str, Any], stream: Stream) -> Node:
    """The tree of one drawn parameter; `rule` is its `draw:` mapping."""
    if "choice" in rule:
        from grader.maths.author import tree_of

        return tree_of(rule["choice"][stream.below(len(rule["choice"]))])
    if "index" in rule:
        return num(stream.below(int(rule["index"])))
    if "permutation" in rule:
        return ("list", tuple(num(i) for i in stream.order(int(rule["permutation"]))))
    if "vector" in rule:
        return ("list", tuple(_number(rule, stream) for _ in range(int(rule["vector"]))))
    if "matrix" in rule:
        rows, cols = rule["matrix"]
        return ("list", tuple(("list", tuple(_number(rule, stream) for _ in range(cols))) for _ in range(rows)))
    return _number(rule, stream)


def _number(rule: Mapping[str, Any], stream: Stream) -> Node:
    low, high = fraction(rule["from"], "from"), fraction(rule["to"], "to")
    step = fraction(rule.get("step", 1), "step")
    if low > high:
        raise BankFault(say("bank.draw-reversed", low=str(rule["from"]), high=str(rule["to"])))
    count = (high - low) / step if step > 0 else Fraction(-1)
    if count < 0 or count.denominator != 1 or count >= MAX_VALUES:
        raise BankFault(
            say("bank.draw-range", low=str(rule["from"]), high=str(rule["to"]), step=str(rule.get("step", 1)))
        )
    value = low + step * stream.below(int(count) + 1)
    return num(value if value.denominator != 1 else int(value))
