"""Generated pairs of formulas, decided here and by SymPy in another process; every disagreement is printed.

python -m benchmarks.differential [count] [seed]
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import grader
from grader.maths.read import read
from grader.maths.scope import Scope
from grader.maths.types import parse_types
from grader.model import Node

SYMBOLS = {"x": "real", "y": "positive", "n": "natural"}
_FUNCTIONS = ("sin", "cos", "exp", "tanh", "atan", "abs")


def grown(rng: random.Random, depth: int) -> str:
    """A formula defined everywhere on its domain, in the grammar both sides read."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(("x", "y", "n", "x", "y", "1", "2", "3", "1/2"))
    one, two = grown(rng, depth - 1), grown(rng, depth - 1)
    power, wave = rng.choice("xyn"), rng.choice(_FUNCTIONS)
    return rng.choice((
        f"({one} + {two})", f"({one} - {two})", f"({one})*({two})", f"({one})/(2 + ({two})^2)", f"({one})^2",
        f"({one})^3", f"{wave}({one})", f"sqrt(1 + ({one})^2)", f"ln(1 + ({one})^2)", f"2^({power})",
    ))  # fmt: skip


def _same(rng: random.Random, text: str) -> str:
    """Another way to write it, by one rule."""
    return rng.choice((
        f"{text} + 0*x", f"1*({text})", f"(({text})*(x + 3) - x*({text}))/3", f"-(-({text}))",
        f"({text} + y)^2/({text} + y) - y + 0*n" if "abs" not in text else text, f"({text})*(sin(x)^2 + cos(x)^2)",
        f"({text}) + ln(exp(y)) - y", f"({text})*2^n/2^(n+1)*2", f"({text})*exp(x)*exp(-x)", f"sqrt(({text})^2)*1",
    ))  # fmt: skip


def _other(rng: random.Random, text: str) -> str:
    """A near miss of it, by one rule."""
    return rng.choice((
        f"{text} + 1e-9*x", f"1.000001*({text})", f"({text}) + exp(-100 - x^2)", f"({text})*(x^2 + 1)/(x^2 + 1.0001)",
        text.replace("x", "y", 1), text.replace("sin", "tanh", 1), text.replace("+", "-", 1), f"abs({text})",
        text.replace("2", "3", 1), f"({text}) + sin(pi*n)*(x + 1)", f"({text}) + (abs(x) - x)/10^6",
    ))  # fmt: skip


def pairs(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """A formula and one that may equal it."""
    rng = random.Random(seed)
    for _ in range(count):
        text = grown(rng, rng.randrange(1, 4))
        yield text, (_same if rng.random() < 0.5 else _other)(rng, text)


def peer() -> None:
    """SymPy's side: trees as JSON in, the word it can defend out; numbers at 60 digits where it cannot simplify."""
    import sympy

    names = {
        "x": sympy.Symbol("x", real=True),
        "y": sympy.Symbol("y", positive=True),
        "n": sympy.Symbol("n", integer=True, positive=True),
    }
    xs, ys = (-1.7, 0.41, 2.3, -0.2, -9.3, 7.1, -3.6, 31.7), (0.3, 2.9, 0.77, 1.1, 4.6, 12.4, 0.07, 3.9)
    points = [dict(zip("xyn", at, strict=True)) for at in zip(xs, ys, (1, 2, 5, 3, 1, 4, 6, 7), strict=True)]
    for line in sys.stdin:
        left, right = (_sympy(tree, names) for tree in json.loads(line))
        gap = left - right
        word = "same"
        for point in points:
            at = {names[k]: sympy.Rational(str(v)) for k, v in point.items()}
            value = gap.subs(at).evalf(60, maxn=2000)
            if not value.is_number or value.has(sympy.nan, sympy.zoo):
                word = "none"
                break
            if abs(value) > sympy.Float("1e-50") * (1 + abs(left.subs(at).evalf(20))):
                word = "different"
                break
        print(word, flush=True)


def _sympy(node: Any, names: dict[str, Any]) -> Any:
    """A tree as a SymPy expression, built by hand; no text is parsed."""
    import sympy

    head, *rest = node
    if head == "num":
        return sympy.Rational(rest[0])
    if head == "sym":
        return names[rest[0]]
    if head == "const":
        return {"pi": sympy.pi, "e": sympy.E}[rest[0]]
    if head == "neg":
        return -_sympy(rest[0], names)
    if head == "pow":
        return _sympy(rest[0], names) ** _sympy(rest[1], names)
    if head == "call":
        step = {"abs": sympy.Abs, "ln": sympy.log}.get(rest[0]) or getattr(sympy, rest[0])
        return step(*(_sympy(a, names) for a in rest[1]))
    parts = [_sympy(p, names) for p in rest[0]] if head in ("sum", "prod") else [_sympy(p, names) for p in rest]
    if head == "frac":
        return parts[0] / parts[1]
    total = sympy.Integer(0 if head == "sum" else 1)
    for part, sign in zip(parts, rest[1], strict=True):
        total = (
            total + part
            if sign == "+"
            else total - part
            if sign == "-"
            else total / part
            if sign == "/"
            else total * part
        )
    return total


def _plain(node: Node) -> Any:
    """A tree that JSON can carry: fractions as text, the spelling of numbers left out."""
    if node[0] == "num":
        return ["num", str(Fraction(node[1]))]
    return [[_plain(p) for p in part] if isinstance(part, tuple) and part and isinstance(part[0], tuple)
            else _plain(part) if isinstance(part, tuple) else part for part in node]  # fmt: skip


def main(count: int, seed: int) -> int:
    """Print the table of verdicts on both sides and every disagreement."""
    scope = Scope(parse_types(SYMBOLS))
    table: Counter[tuple[str, str]] = Counter()
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.differential", "--peer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for key, text in pairs(count, seed):
            verdict = grader.check({"kind": "expression", "value": key, "symbols": SYMBOLS}, text)
            if verdict.outcome == "unread":  # the changed letter sat in a function's name
                table["unread", "not asked"] += 1
                continue
            other.stdin.write(json.dumps([_plain(read(key, scope)), _plain(read(text, scope))]) + "\n")
            other.stdin.flush()
            word = other.stdout.readline().strip()
            table[verdict.outcome, word] += 1
            if (verdict.outcome, word) not in (("right", "same"), ("wrong", "different")):
                print(f"{verdict.outcome} here, {word} there: {key}   |   {text}", flush=True)
        other.stdin.close()
    for (ours, theirs), number in sorted(table.items()):
        print(f"| {ours} | {theirs} | {number:,} |")
    return 0


if __name__ == "__main__":
    if "--peer" in sys.argv:
        peer()
    else:
        given = [int(a) for a in sys.argv[1:]]
        sys.exit(main(*(given + [10_000, 1][len(given) :])))
