"""Exact rationals: the value of a tree where no irrational function is needed."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from grader.errors import CannotRead, Undecided
from grader.maths.evaluate import evaluate
from grader.maths.limits import MAX_BITS
from grader.maths.table import Table
from grader.model import Node, say


class NotRational(Exception):
    """The value is not known to be rational; balls must decide."""


class Undefined(CannotRead):
    """Division by zero and the like: there is no value at all."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(say("read.undefined"), None)


def round_half(value: Fraction, places: int) -> Fraction:
    """Rounded to `places` decimals, halves away from zero as schools do."""
    scale = Fraction(10) ** places
    size = abs(value) * scale
    whole = (size + Fraction(1, 2)).__floor__()
    return Fraction(whole if value >= 0 else -whole) / scale


def cut(value: Fraction, places: int) -> Fraction:
    """Cut off after `places` decimals."""
    scale = Fraction(10) ** places
    whole = (abs(value) * scale).__floor__()
    return Fraction(whole if value >= 0 else -whole) / scale


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise NotRational
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top != value.numerator or bottom * bottom != value.denominator:
        raise NotRational
    return Fraction(top, bottom)


def _factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or value < 0:
        raise NotRational
    if value > 170:
        raise CannotRead(say("read.factorial", limit=170), None)
    return Fraction(math.factorial(int(value)))


def _binomial(top: Fraction, below: Fraction) -> Fraction:
    """How many choices: n (n - 1) .. (n - k + 1) / k!, so that n may be any number where k is a whole one."""
    if below.denominator != 1:
        raise NotRational
    count = int(below)
    if top.denominator == 1 and 0 <= top - below < below:
        count = int(top) - count
    if count < 0:
        return Fraction(0)
    if count * (math.log2(max(abs(top.numerator), top.denominator) + count) + 1) > MAX_BITS:
        raise CannotRead(say("read.too-large"), None)
    result = Fraction(1)
    for step in range(count):
        result = result * (top - step) / (step + 1)
    return result


def _only(point: int, value: int) -> Any:
    """A function that is rational at one point alone."""

    def step(x: Fraction) -> Fraction:
        if x != point:
            raise NotRational
        return Fraction(value)

    return step


def _log10(x: Fraction) -> Fraction:
    for k in range(0, 31):
        if x == 10**k:
            return Fraction(k)
        if x * 10**k == 1:
            return Fraction(-k)
    raise NotRational


_CALLS: dict[str, Any] = {
    "abs": abs, "sign": lambda x: Fraction((x > 0) - (x < 0)), "floor": lambda x: Fraction(math.floor(x)),
    "ceil": lambda x: Fraction(math.ceil(x)), "min": min, "max": max, "round": lambda x, p: round_half(x, int(p)),
    "cut": lambda x, p: cut(x, int(p)), "sqrt": _root, "factorial": _factorial, "binom": _binomial,
    "exp": _only(0, 1), "ln": _only(1, 0),
    "log10": _log10, "sin": _only(0, 0), "cos": _only(0, 1), "tan": _only(0, 0), "asin": _only(0, 0),
    "atan": _only(0, 0), "acos": _only(1, 0), "sinh": _only(0, 0), "cosh": _only(0, 1), "tanh": _only(0, 0),
    "degrees": _only(0, 0),
}  # fmt: skip


class Rationals:
    """The field of Fractions."""

    elementwise = True

    def number(self, value: int | Fraction) -> Fraction:
        """A literal."""
        return Fraction(value)

    def constant(self, name: str) -> Fraction:
        """No constant is rational."""
        raise NotRational

    def divide(self, top: Fraction, bottom: Fraction) -> Fraction:
        """A quotient; division by zero is Undefined."""
        if not bottom:
            raise Undefined
        return top / bottom

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        """A power, estimated before it is computed."""
        if exponent.denominator != 1:
            if exponent == Fraction(1, 2):
                return _root(base)
            raise NotRational
        if base == 0 and exponent < 0:
            raise Undefined
        size = max(abs(base.numerator), base.denominator)
        if size > 1 and math.log2(size) * abs(exponent.numerator) > MAX_BITS:
            raise CannotRead(say("read.too-large"), None)
        if size <= 1 and abs(exponent) > 1 << 40:
            exponent = exponent % 2 + 2
        return Fraction(base ** int(exponent))

    def call(self, name: str, args: list[Fraction]) -> Fraction:
        """A function where its value is rational."""
        step = _CALLS.get(name)
        if step is None:
            raise NotRational
        result: Fraction = step(*args)
        return result

    def size(self, value: Fraction) -> float:
        """Only whether it is 0: exact pivots need no more."""
        return float(value != 0)

    def index(self, value: Fraction) -> int:
        """A whole number."""
        if value.denominator != 1:
            raise CannotRead(say("shape.whole"), None)
        return int(value)

    def compare(self, left: Fraction, right: Fraction) -> int:
        """-1, 0 or 1."""
        return (left > right) - (left < right)


FIELD = Rationals()


class _Lengths(Rationals):
    """A learner's bars: around a vector they mean its length."""

    elementwise = False


LEARNER_FIELD = _Lengths()


def value(node: Node, env: dict[str, Any] | None = None, learner: bool = False) -> Fraction | Table:
    """The exact value; raises NotRational, Undefined, or CannotRead where shapes clash or a number grows too large."""
    return evaluate(node, env or {}, LEARNER_FIELD if learner else FIELD)


def rational(node: Node, learner: bool = False) -> Fraction | None:
    """The exact number of a closed tree, or None where it is not known to be one."""
    try:
        result = value(node, learner=learner)
    except NotRational:
        return None
    return result if isinstance(result, Fraction) else None


__all__ = ["FIELD", "NotRational", "Rationals", "Undecided", "Undefined", "cut", "rational", "round_half", "value"]
