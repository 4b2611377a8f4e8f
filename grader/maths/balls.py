"""Ball arithmetic: values with a proved error bound. The only room that touches flint's global precision."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import flint

from grader.errors import CannotRead, Undecided
from grader.maths.evaluate import Environment, evaluate
from grader.maths.limits import MAX_FACTORIAL
from grader.maths.table import Table
from grader.model import Node, say

MIN_BITS, MAX_BITS = 192, 8192
_LOCK = threading.RLock()
Ball = Any


class precision:
    """Work at `bits` bits; the precision is global to the process, so one thread at a time.

    A class and not a generator, because this is the hot path.
    """

    __slots__ = ("bits", "kept")

    def __init__(self, bits: int) -> None:
        """Remember what is wanted."""
        self.bits = bits

    def __enter__(self) -> None:
        """Take the lock and set the precision."""
        _LOCK.acquire()
        self.kept = flint.ctx.prec
        flint.ctx.prec = self.bits

    def __exit__(self, *_: object) -> None:
        """Set the precision back, whatever happened."""
        flint.ctx.prec = self.kept
        _LOCK.release()


def lift(value: int | Fraction) -> Ball:
    """A rational as a ball."""
    if isinstance(value, int):
        return flint.arb(value)
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


_PLAIN = {
    "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec", "csc": "csc", "asin": "asin", "acos": "acos",
    "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "exp": "exp", "ln": "log", "sqrt": "sqrt",
}  # fmt: skip
NAN = flint.arb("nan")
_VAST = flint.arb(2) ** MAX_BITS


def whole_of(value: Ball) -> Any:
    """The one whole number in a ball, or None; a vast one is never written out, it could fill the memory."""
    return value.unique_fmpz() if abs(value) < _VAST else None


class Reals:
    """Real balls; what is not real is NaN."""

    elementwise = True

    def number(self, value: int | Fraction) -> Ball:
        """A literal."""
        return lift(value)

    def constant(self, name: str) -> Ball:
        """`pi` and `e`; `i` is not real."""
        return flint.arb.pi() if name == "pi" else flint.arb(1).exp() if name == "e" else NAN

    def divide(self, top: Ball, bottom: Ball) -> Ball:
        """A quotient."""
        return top / bottom

    def power(self, base: Ball, exponent: Ball) -> Ball:
        """A power; whole exponents by multiplication, others by exp and log."""
        whole = whole_of(exponent) if exponent.is_exact() else None
        return base**exponent if whole is None else base**whole

    def call(self, name: str, args: list[Ball]) -> Ball:
        """A function of balls."""
        first = args[0]
        plain = _PLAIN.get(name)
        if plain:
            return getattr(first, plain)()
        return _REAL_CALLS[name](*args)

    def size(self, value: Ball) -> float:
        """About the absolute value; -1 for what has none."""
        middle = abs(value).mid()
        return float(middle) if middle.is_finite() else -1.0

    def index(self, value: Ball) -> int:
        """A ball that holds exactly one whole number."""
        whole = whole_of(value)
        if whole is None or not value.is_exact():
            raise CannotRead(say("shape.whole"), None)
        return int(whole)

    def compare(self, left: Ball, right: Ball) -> int:
        """-1 or 1, or 0 for equal exact balls; raises Undecided where the balls overlap."""
        if left < right:
            return -1
        if left > right:
            return 1
        if left.is_exact() and right.is_exact() and left == right:
            return 0
        raise Undecided


def _rounded(value: Ball, places: Ball) -> Ball:
    scale = flint.arb(10) ** REALS.index(places)
    whole = whole_of((abs(value) * scale + flint.arb(0.5)).floor())
    if whole is None:
        raise Undecided
    return flint.arb(whole) / scale * value.sgn()


def _cut(value: Ball, places: Ball) -> Ball:
    scale = flint.arb(10) ** REALS.index(places)
    whole = whole_of((abs(value) * scale).floor())
    if whole is None:
        raise Undecided
    return flint.arb(whole) / scale * value.sgn()


def _factorial(value: Ball) -> Ball:
    return (value + 1).gamma()


def _binomial(top: Ball, below: Ball) -> Ball:
    """By factors where the lower number is a small whole one, so that any upper one has a value; else by gamma."""
    whole = whole_of(below) if below.is_exact() else None
    if whole is None or whole > MAX_FACTORIAL:
        return (top + 1).gamma() * (below + 1).rgamma() * (top - below + 1).rgamma()
    result = flint.arb(int(whole >= 0))
    for step in range(int(whole)):
        result = result * (top - step) / (step + 1)
    return result


def _cube_root(value: Ball) -> Ball:
    return value.root(3) if value >= 0 else -((-value).root(3)) if value < 0 else NAN


_REAL_CALLS: dict[str, Any] = {
    "abs": abs, "sign": lambda x: x.sgn(), "floor": lambda x: x.floor(), "ceil": lambda x: x.ceil(),
    "min": lambda a, b: a.min(b), "max": lambda a, b: a.max(b), "round": _rounded, "cut": _cut,
    "factorial": _factorial, "binom": _binomial, "cbrt": _cube_root,
    "log10": lambda x: x.log() / flint.arb.const_log10(),
    "log2": lambda x: x.log() / flint.arb.const_log2(),
    "degrees": lambda x: x * 180 / flint.arb.pi(),
}  # fmt: skip


class Complexes:
    """Complex balls on the principal branches."""

    elementwise = True

    def number(self, value: int | Fraction) -> Ball:
        """A literal."""
        return flint.acb(lift(value))

    def constant(self, name: str) -> Ball:
        """`pi`, `e` or `i`."""
        if name == "i":
            return flint.acb(0, 1)
        return flint.acb(flint.arb.pi() if name == "pi" else flint.arb(1).exp())

    def divide(self, top: Ball, bottom: Ball) -> Ball:
        """A quotient."""
        return top / bottom

    def power(self, base: Ball, exponent: Ball) -> Ball:
        """A power on the principal branch."""
        whole = whole_of(exponent.real) if exponent.imag.is_zero() and exponent.real.is_exact() else None
        return base**exponent if whole is None else base**whole

    def call(self, name: str, args: list[Ball]) -> Ball:
        """A function of complex balls; those of real numbers alone work where all arguments are real."""
        first = args[0]
        plain = _PLAIN.get(name)
        if plain:
            return getattr(first, plain)()
        if name == "abs":
            return flint.acb(abs(first))
        if all(a.imag.is_zero() for a in args):
            return flint.acb(_REAL_CALLS[name](*[a.real for a in args]))
        if name in ("log10", "log2"):
            return first.log() / (flint.arb.const_log10() if name == "log10" else flint.arb.const_log2())
        return flint.acb(NAN)

    def size(self, value: Ball) -> float:
        """About the absolute value; -1 for what has none."""
        return REALS.size(abs(value))

    def index(self, value: Ball) -> int:
        """A whole number."""
        return REALS.index(value.real)

    def compare(self, left: Ball, right: Ball) -> int:
        """Real parts only."""
        return REALS.compare(left.real, right.real)


class _Lengths(Reals):
    elementwise = False


class _ComplexLengths(Complexes):
    elementwise = False


REALS, COMPLEXES = Reals(), Complexes()
LEARNER_REALS, LEARNER_COMPLEXES = _Lengths(), _ComplexLengths()


def ball(node: Node, env: Environment, bits: int = MIN_BITS, learner: bool = False) -> Ball | Table:
    """The value of `node` as real balls at `bits` bits; entries of `env` are balls or Tables of balls."""
    with precision(bits):
        return evaluate(node, env, LEARNER_REALS if learner else REALS)


def approx(value: Ball, digits: int = 6) -> str:
    """A short decimal of a ball or a Fraction, for people."""
    if isinstance(value, Fraction):
        value = lift(value)
    if isinstance(value, flint.acb):
        return str(value.str(digits, radius=False)).replace("j", "i")
    return str(value.str(digits, radius=False))


def rounded_units(value: Ball, places: int) -> int:
    """`value` in units of 10**-places, rounded; raises Undecided where the ball straddles a half."""
    with precision(max(flint.ctx.prec, 512)):
        whole = whole_of((value * lift(Fraction(10) ** places) + flint.arb(0.5)).floor())
    if whole is None:
        raise Undecided
    return int(whole)


def decimal_exponent(size: Ball) -> int:
    """The power of ten of the first figure of a positive ball."""
    whole = whole_of((size.log() / flint.arb.const_log10()).floor())
    if whole is None:
        raise Undecided
    return int(whole)


def _ball_of(value: Any) -> Ball:
    return lift(value) if isinstance(value, int | Fraction) else value


def around(middle: Fraction, radius: Fraction) -> Ball:
    """All that is so near to a rational, as a ball."""
    return lift(middle) + flint.arb(0, 1) * lift(radius)


def meet(left: Any, right: Any) -> bool:
    """Whether two finite values may be the same."""
    left, right = _ball_of(left), _ball_of(right)
    return bool(left.is_finite() and right.is_finite() and left.overlaps(right))


def minus(left: Any, right: Any) -> Any:
    """A difference of Fractions or balls."""
    return (
        left - right if isinstance(left, Fraction) and isinstance(right, Fraction) else _ball_of(left) - _ball_of(right)
    )


def times(left: Any, right: Fraction) -> Any:
    """A product of a Fraction or ball with a Fraction."""
    return left * right if isinstance(left, Fraction) else left * lift(right)


def at_most(left: Any, right: Any) -> bool:
    """Left <= right; raises Undecided where balls overlap."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left <= right
    left, right = _ball_of(left), _ball_of(right)
    if left <= right:
        return True
    if left > right:
        return False
    raise Undecided


def rounded_at(node: Node, places: int) -> int:
    """A closed tree in units of 10**-places, rounded."""
    for bits in (320, 2048):
        try:
            with precision(bits):
                return rounded_units(evaluate(node, {}, REALS), places)
        except Undecided:
            continue
    raise Undecided


def near(left: Any, right: Any) -> bool:
    """Whether two Fractions or balls agree to at least 60 bits."""
    gap = _ball_of(left) - _ball_of(right)
    size = abs(_ball_of(right)).upper() + flint.arb(2) ** -64
    return bool(gap.contains(0) and gap.rad() <= size * flint.arb(2) ** -60)


def lift_value(value: Any, wide: bool) -> Any:
    """A point's value as balls: of a Fraction, a pair (a complex number) or a Table; `wide` for complex balls."""
    if isinstance(value, Table):
        return value.map(lambda c: lift_value(c, wide))
    if isinstance(value, tuple):
        return flint.acb(lift(value[0]), lift(value[1]))
    return flint.acb(lift(value)) if wide else lift(value)


def between(low: Fraction, high: Fraction) -> Ball:
    """A ball that covers an interval."""
    return lift((low + high) / 2) + flint.arb(0, lift((high - low) / 2).upper())


def fraction_of(value: Ball) -> Fraction:
    """The middle of a real ball, to 40 figures."""
    return Fraction(str(value.mid().str(40, radius=False)))


def wide(value: Ball) -> Ball:
    """A ball, or a table of them, as complex ones."""
    return value.map(flint.acb) if isinstance(value, Table) else flint.acb(value)


def is_real(value: Ball) -> bool:
    """Whether a ball may be a real number."""
    return bool(flint.acb(value).imag.contains(0))


_VANISHED = flint.arb(2) ** -4096
_TINY, _SMALL = flint.arb(2) ** -64, flint.arb(2) ** -60


def close(key: Ball, answer: Ball) -> str:
    """agree, differ, or unclear where the balls are too wide to say."""
    gap = answer - key
    if not gap.is_finite():
        return "unclear"
    if not gap.contains(0):
        return "differ"
    radius = gap.rad() if isinstance(gap, flint.arb) else gap.real.rad() + gap.imag.rad()
    return "agree" if radius <= (abs(key).upper() + _TINY) * _SMALL else "unclear"


def _log2(value: Any) -> float | None:
    """About log2 of a finite ball that excludes 0, -inf for what has vanished, None for 0 and for what is not known."""
    size = abs(value)
    if not size.is_finite() or size.is_zero():
        return None
    if size.contains(0):
        return -math.inf if size.upper() < _VANISHED else None
    return float((size.log() / arb_log2()).mid())


def arb_log2() -> Ball:
    """Ln 2 at the present precision."""
    return flint.arb.const_log2()


def spread(sums: Iterable[Node], env: Environment, wide: bool) -> float:
    """How many bits lie between the largest and the smallest part of any of the sums, or like functions, at a point."""
    field = LEARNER_COMPLEXES if wide else LEARNER_REALS
    most = 0.0
    with precision(64):
        for node in sums:
            logs: list[float] = []
            for part in node[1] if node[0] == "sum" else node[2]:
                try:
                    value = evaluate(part, env, field)
                except (Undecided, ZeroDivisionError):
                    continue
                cells = value.cells if isinstance(value, Table) else [value]
                logs.extend(found for found in map(_log2, cells) if found is not None)
            if node[0] == "call" and logs:
                most = max(most, _limit_bits(node[1], max(logs)))
            elif len(logs) > 1:
                most = max(most, max(logs) - min(logs))
    return most


def _limit_bits(name: str, log: float) -> float:
    """The bits between a function and its limit, or between e^x and e^-x, at an argument of size 2**log."""
    if name == "atan":
        return max(log, 0.0)
    return float(2.0 ** min(log + 1.53, 40.0))  # 2|x| / ln 2


def side(node: Node, env: Environment, wide: bool) -> object:
    """Which side of a stepped node a point lies on: the winner of min and max, else the value's whole part."""
    field = LEARNER_COMPLEXES if wide else LEARNER_REALS
    with precision(128):
        try:
            args: list[Any] = [evaluate(arg, env, field) for arg in node[2]]
            if node[1] in ("min", "max") and len(args) > 1:
                return min(range(len(args)), key=lambda i: float(args[i].real.mid()) * (1 if node[1] == "min" else -1))
            value: Any = evaluate(node, env, field)
            return str(whole_of(value.real.floor()))
        except (Undecided, ValueError, AttributeError):
            return "unknown"


def within(left: Any, right: Any, share: Fraction) -> bool:
    """Whether two Fractions or balls differ by at most `share` of the larger of 1 and |right|."""
    a, b = _ball_of(left), _ball_of(right)
    room = abs(b).max(flint.arb(1)) * lift(share)
    return not bool(abs(a - b) > room)
