"""Proof with SymPy on trees, in a process of its own that prover.py asks and kills. The only SymPy import."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.maths.prover import OPEN, PROVED, READY, REFUTED
from grader.maths.scope import AUTHOR_FUNCTIONS, CALCULUS
from grader.maths.types import IDENTITY, SymbolType, parse_type
from grader.model import Node

MEGABYTES = 256  # of which SymPy itself takes a third


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(part) for part in value)
    return Fraction(value["p"], value["q"]) if isinstance(value, dict) else value


_CALLED = re.compile(r"([A-Za-z_]\w*)\(")
_ENDLESS = re.compile(r"\b(?:z?oo|nan)\b")


class Unproved(Exception):
    """A tree that has no SymPy form here."""


def to_sympy(node: Node, types: Mapping[str, SymbolType]) -> Any:
    """The SymPy form of a tree, built by constructors from numbers and symbols; no string is ever parsed."""
    import sympy as s

    def go(n: Node) -> Any:
        head = n[0]
        if head == "num":
            value = Fraction(n[1])
            return s.Rational(value.numerator, value.denominator)
        if head == "sym":
            return _symbol(n[1], types)
        if head == "const":
            return {"pi": s.pi, "e": s.E, "i": s.I}[n[1]]
        if head == "sum":
            total = go(n[1][0]) * (1 if n[2][0] == "+" else -1)
            for term, sign in zip(n[1][1:], n[2][1:], strict=True):
                total = total + go(term) * (1 if sign == "+" else -1)
            return total
        if head == "prod":
            return product(n)
        if head in ("frac", "pow"):
            left, right = go(n[1]), go(n[2])
            return left / right if head == "frac" else left**right
        if head == "neg":
            return -go(n[1])
        if head == "fact":
            return s.factorial(go(n[1]))
        if head == "pct":
            return go(n[1]) / 100
        if head == "T":
            inner = go(n[1])
            return inner.T if hasattr(inner, "T") else inner
        if head == "list":
            rows = [go(i) for i in n[1]]
            if any(isinstance(r, s.MatrixBase) for r in rows):
                return s.ImmutableMatrix([list(r) for r in rows])
            return s.ImmutableMatrix(len(rows), 1, rows)
        if head == "index":
            return index(n)
        if head == "call" and n[1] in CALCULUS:
            return _calculus(n[1], [go(a) for a in n[2]])
        if head == "call":
            return _call(n[1], [go(a) for a in n[2]])
        raise Unproved

    def product(n: Node) -> Any:
        total = go(n[1][0])
        for factor, op in zip(n[1][1:], n[2][1:], strict=True):
            value = go(factor)
            if op == "/":
                total = total / value
            elif (
                isinstance(total, s.MatrixBase) and isinstance(value, s.MatrixBase) and total.shape[1] != value.shape[0]
            ):
                total = total.T * value
            else:
                total = total * value
            if isinstance(total, s.MatrixBase) and total.shape == (1, 1):
                total = total[0, 0]
        return total

    def index(n: Node) -> Any:
        table, place = go(n[1]), go(n[2])
        if not place.is_Integer or not isinstance(table, s.MatrixBase):
            raise Unproved
        return table[int(place)] if 1 in table.shape else table[int(place), :].T

    return go(node)


def _symbol(name: str, types: Mapping[str, SymbolType]) -> Any:
    import sympy as s

    kind = types[name]
    if IDENTITY in kind.words and isinstance(kind.rows, int):
        return s.ImmutableMatrix(s.eye(kind.rows))
    if kind.table and isinstance(kind.rows, int) and isinstance(kind.cols, int):
        # Entry by entry, so that functions and derivatives of entries have a meaning.
        def entry(row: Any, col: Any) -> Any:
            place = f"[{row}]" if kind.cols == 1 else f"[{col}]" if kind.rows == 1 else f"[{row}][{col}]"
            return s.Symbol(name + place, real=True)

        return s.ImmutableMatrix(kind.rows, kind.cols, entry)
    if kind.table:
        sizes = [
            s.Symbol(x, positive=True, integer=True) if isinstance(x, str) else s.Integer(x)
            for x in (kind.rows, kind.cols)
        ]
        return s.Identity(sizes[0]) if IDENTITY in kind.words else s.MatrixSymbol(name, *sizes)
    words = kind.words
    if "complex" in words:
        return s.Symbol(name)
    facts: dict[str, bool] = {"real": True}
    if "positive" in words:
        facts["positive"] = True
    if "integer" in words or "natural" in words:
        facts["integer"] = True
    if "natural" in words and "positive" not in words:
        facts["nonnegative"] = True
    return s.Symbol(name, **facts)


def _calculus(name: str, args: list[Any]) -> Any:
    """An operation of calculus; a derivative by a vector or matrix has its shape."""
    import sympy as s

    first, by, *more = args
    if name == "diff":
        times = int(more[0]) if more else 1
        if isinstance(by, s.MatrixBase) and times == 1:
            return by.applyfunc(lambda one: s.diff(first, one))
        return first.diff(by, times) if hasattr(first, "diff") else s.diff(first, by, times)
    if name == "integrate":
        found = s.integrate(first, (by, *more) if more else by)
    elif name == "limit":
        found = s.limit(first, by, more[0])
    else:
        roots = s.solve(first, by)
        if len(roots) != 1:
            raise Unproved
        found = roots[0]
    if found.has(s.Integral, s.Limit):
        raise Unproved
    return found


def _call(name: str, args: list[Any]) -> Any:
    import sympy as s

    first = args[0]
    if isinstance(first, s.MatrixBase):
        if name == "softmax":
            tops = first.applyfunc(s.exp)
            return tops / sum(tops)
        if name == "sum":
            return sum(first)
        if name == "norm":
            return s.sqrt(sum(c**2 for c in first))
        if name == "max":
            return s.Max(*first)
        if name == "min":
            return s.Min(*first)
        if name == "dot":
            return sum(a * b for a, b in zip(first, args[1], strict=True))
        if name == "transpose":
            return first.T
        if name in ("exp", "ln", "sqrt", "abs"):
            return first.applyfunc({"exp": s.exp, "ln": s.log, "sqrt": s.sqrt, "abs": s.Abs}[name])
        raise Unproved
    if name == "onehot":
        return s.ImmutableMatrix(int(args[1]), 1, lambda r, _: int(r == int(first)))
    if name == "transpose":
        return s.Transpose(first) if hasattr(first, "T") else first
    simple = {
        "ln": "log",
        "abs": "Abs",
        "min": "Min",
        "max": "Max",
        "ceil": "ceiling",
        "norm": "Abs",
        "binom": "binomial",
    }
    allowed = ("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
               "acosh",                "atanh", "exp", "sqrt", "cbrt", "floor", "sign")  # fmt: skip
    if name == "log10":
        return s.log(first) / s.log(10)
    if name == "log2":
        return s.log(first) / s.log(2)
    if name not in allowed and name not in simple:
        raise Unproved
    return getattr(s, simple.get(name, name))(*args)


def derive(left: Node, right: Node, symbols: Mapping[str, str], constant: bool) -> tuple[str, str]:
    """The decision on a `right` with operations of calculus, and the closed form of it."""
    import sympy as s

    types = {name: parse_type(text) for name, text in symbols.items()}
    try:
        a, b = to_sympy(left, types), to_sympy(right, types)
        if constant and right[:2] == ("call", "integrate") and len(right[2]) == 2:
            by = to_sympy(right[2][1], types)
            return decide(a.diff(by), to_sympy(right[2][0], types)), _form(b)
        return decide(a, b), _form(s.simplify(b) if not isinstance(b, s.MatrixExpr) else b)
    except (Unproved, TypeError, ValueError, AttributeError, NotImplementedError, RecursionError):
        return OPEN, ""


def _form(value: Any) -> str:
    """A closed form as an author would type it; '' for one that says nothing outside."""
    text = str(value).replace("**", "^").replace("log(", "ln(").replace("Abs(", "abs(")
    text = text.replace("ImmutableDenseMatrix(", "").replace("Matrix(", "")
    text = text.rstrip(")") if text.startswith("[[") else text
    foreign = set(_CALLED.findall(text)) - set(AUTHOR_FUNCTIONS) or _ENDLESS.search(text)
    return "" if foreign or len(text) > 2000 else text


def decide(a: Any, b: Any) -> str:
    """PROVED where SymPy brings the difference to 0, REFUTED where to another constant, else OPEN."""
    import sympy as s

    try:
        if isinstance(a, s.MatrixBase) and isinstance(b, s.MatrixBase) and a.shape != b.shape:
            b = b.T
            if a.shape != b.shape:
                return REFUTED
        gap = a - b
        if isinstance(gap, s.MatrixBase):
            cells = [_zero(c) for c in gap]
            return PROVED if all(c is True for c in cells) else REFUTED if any(c is False for c in cells) else OPEN
        if isinstance(gap, s.MatrixExpr):
            return PROVED if s.expand(gap.doit()).doit().is_ZeroMatrix else OPEN
        return {True: PROVED, False: REFUTED, None: OPEN}[_zero(gap)]
    except (Unproved, TypeError, ValueError, AttributeError, NotImplementedError, RecursionError):
        return OPEN


def _zero(value: Any) -> bool | None:
    """True or False where simplification settles it."""
    import sympy as s

    for step in (s.expand, s.simplify, lambda x: s.simplify(s.expand_log(s.powsimp(x), force=False))):
        value = step(value)
        if value == 0:
            return True
    if value.is_number and value.is_zero is False:
        return False
    return None


def _work() -> None:
    """Answer questions line by line until the input ends."""
    import resource

    import sympy  # noqa: F401 - its start is no part of a question's time

    limit = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    print(READY, flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            sides = _decoded(question["left"]), _decoded(question["right"])
            answer, form = derive(*sides, question["symbols"], question["constant"])
        except Exception:  # whatever SymPy meets in a formula, the question stays open
            answer, form = OPEN, ""
        print(answer, form, flush=True)


if __name__ == "__main__":
    _work()
