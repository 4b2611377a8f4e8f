"""How large a closed number would become, estimated before it is computed."""

from __future__ import annotations

import math

from grader.errors import CannotRead
from grader.maths.tree import children
from grader.model import Node, say

MAX_BITS = 8192
MAX_FACTORIAL = 170
MAX_TABLE_POWER = 64
MAX_TABLE_FACTORS = MAX_TABLE_POWER**2
MAX_ENTRIES = 4096  # of a table that is computed; nobody reads a larger one
MAX_PRODUCTS = 100_000  # multiplications in one product or power of tables
MAX_ROUNDED = 1000  # decimals that a value is rounded to


def check_size(node: Node) -> None:
    """Refuse a tree with a closed power over 2**8192, or a factorial over 170!, without computing it."""
    _log2(node)


def _log2(node: Node) -> float | None:
    """About log2 of |node| where it is closed and large enough to matter; None for what holds a symbol."""
    head = node[0]
    if head == "num":
        return _log2_number(node[1])
    if head == "const":
        return {"pi": 1.66, "e": 1.45}.get(node[1], 0.0)
    if head == "sym":
        return None
    logs = [_log2(child) for child in children(node)]
    if head == "pow":
        return _log2_power(logs[0], logs[1], node[2])
    if any(one is None for one in logs):
        return None
    known = [one for one in logs if one is not None]
    if head == "sum":
        return max(known) + math.log2(len(known))
    if head in ("prod", "frac") and -math.inf in known:
        return None  # a zero: nothing grows, and what divides by it is undefined, not large
    if head == "prod":
        return sum(-one if op == "/" else one for one, op in zip(known, node[2], strict=True))
    if head == "frac":
        return known[0] - known[1]
    if head == "fact":
        return _log2_factorial(known[0])
    if head == "call" and node[1] == "exp" and known[0] < 40:
        return float(2 ** known[0]) * 1.45
    if head in ("neg", "T", "list", "index", "rel") or (
        head == "call" and node[1] in ("abs", "norm", "sum", "max", "min")
    ):
        return max(known, default=0.0)
    return 0.0


def _log2_number(value: object) -> float:
    numerator, denominator = abs(value.numerator), value.denominator  # type: ignore[attr-defined]
    if numerator == 0:
        return -math.inf
    return (
        float(numerator.bit_length() - denominator.bit_length())
        if numerator > 1 << 900 or denominator > 1 << 900
        else math.log2(numerator / denominator)
    )


def _log2_power(base: float | None, exponent: float | None, power: Node) -> float | None:
    """The size of a power; a closed exponent of over 8,192 bits is refused even on a symbol."""
    if exponent is None:
        return None
    size = 2.0**exponent if exponent < 60 else math.inf
    if base is None:
        if size > MAX_BITS and size > 10_000:
            raise CannotRead(say("read.too-large"))
        return None
    if base == -math.inf:
        return base
    if abs(base) * size > MAX_BITS and abs(base) > 1e-9:
        raise CannotRead(say("read.too-large"))
    negative = power[0] == "neg"
    return -base * size if negative else base * size


def _log2_factorial(log: float) -> float:
    if log > math.log2(MAX_FACTORIAL) + 1e-9:
        raise CannotRead(say("read.factorial", limit=MAX_FACTORIAL))
    return math.lgamma(2.0**log + 1) / math.log(2) if log > -math.inf else 0.0
