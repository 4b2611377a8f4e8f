"""Seeded answers: numbers, vectors and matrices, formulas of many families, half of them near misses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Case = tuple[dict[str, Any], str, bool]

# A key and texts that equal it, in x, y > 0, n natural; each is one family.
FAMILIES: list[tuple[str, list[str]]] = [
    ("2*x*(x-3)", ["2x(x-3)", "2x^2-6x", "-2x(3-x)"]),
    ("x/3", ["1/3x", "x/3", "2x/6", "\\frac{x}{3}"]),
    ("x*exp(-x)", ["xe^-x", "x/e^x", "x exp(-x)"]),
    ("1/(1+exp(-x))", ["1/(1+e^-x)", "e^x/(1+e^x)", "(1+tanh(x/2))/2"]),
    ("ln(y^2)", ["2 ln y", "ln(y)+ln(y)", "2log(y)"]),
    ("sqrt(2*y)", ["√(2y)", "(2y)^(1/2)", "sqrt(2)sqrt(y)"]),
    ("(x+1)^3", ["x^3+3x^2+3x+1", "(x+1)(x+1)^2", "(1+x)^3"]),
    ("sin(x)^2", ["1-cos^2 x", "sin^2 x", "(1-cos(2x))/2"]),
    ("tan(x)", ["sin x/cos x", "tan x"]),
    ("cosh(x)", ["(e^x+e^-x)/2", "cosh x"]),
    ("2^(n+1)", ["2*2^n", "2^n+2^n", "2^{n+1}"]),
    ("n*(n-1)/2", ["(n²-n)/2", "n(n-1)/2", "0.5n(n-1)"]),
    ("x^2 - y^2", ["(x-y)(x+y)", "x²-y²", "-(y^2-x^2)"]),
    ("(x^2-1)/(x-1)", ["x+1", "(x^2-1)/(x-1)"]),
    ("abs(x)", ["|x|", "sqrt(x^2)"]),
    ("x/(2*sqrt(y))", ["x/(2√y)", "0.5x y^(-1/2)"]),
    ("exp(2*x)", ["e^(2x)", "(e^x)^2", "exp 2x"]),
    ("asin(x/4)", ["arcsin(x/4)", "sin^-1(x/4)", "π/2 - arccos(x/4)"]),
    ("y*ln(y) - y", ["y ln y - y", "y(ln(y)-1)"]),
    ("1/x + 1/y", ["(x+y)/(xy)", "y^-1 + x^-1"]),
    ("x^4 - 1", ["(x-1)(x+1)(x^2+1)", "(x²-1)(x²+1)"]),
    ("-ln(y/(y+1))", ["ln(y+1)-ln y", "ln(1+1/y)"]),
    ("3*x^2*y - 2*x*y^2", ["xy(3x-2y)", "3x²y − 2xy²"]),
    ("atan(x)", ["arctan x", "tan^-1 x"]),
    ("x*(1-x)", ["x-x^2", "1/4-(x-1/2)^2"]),
    ("exp(x+y)", ["e^x e^y", "e^{x+y}"]),
    ("5*x/6", ["x/2+x/3", "\\frac{5x}{6}"]),
]
SYMBOLS = {"x": "real", "y": "positive", "n": "natural"}


def numbers(count: int, seed: int = 1) -> Iterator[Case]:
    """Numbers with places, figures or a tolerance, in several spellings; half a unit off in half of them."""
    rng = random.Random(seed)
    for i in range(count):
        value = rng.randrange(1, 10**6)
        places = rng.randrange(1, 5)
        key = f"{value / 10**5:.5f}"
        rule = [{"places": places}, {"tolerance": {"abs": f"1e-{places}"}}, {"figures": places + 1}][i % 3]
        shown = f"{float(key) + (0 if i % 2 else 3 * 10**-places):.6f}"
        text = [shown, f"{float(shown) * 100:.4f}%", f"{float(shown) * 10:.5f}e-1", shown.replace("0.", ".")][
            i // 3 % 4
        ]
        yield {"kind": "number", "value": key, **rule}, text, bool(i % 2)


def tables(count: int, seed: int = 2) -> Iterator[Case]:
    """Vectors of four and matrices of two by two; one entry off in half of them."""
    rng = random.Random(seed)
    for i in range(count):
        cells = [rng.randrange(-999, 999) / 100 for _ in range(4)]
        typed = list(cells)
        if i % 2 == 0:
            typed[rng.randrange(4)] += 0.5
        if i % 4 < 2:
            key, text = str(cells), str(typed)
            yield {"kind": "vector", "value": key, "places": 2}, text, bool(i % 2)
        else:
            key = f"[[{cells[0]},{cells[1]}],[{cells[2]},{cells[3]}]]"
            text = f"[{typed[0]},{typed[1]};{typed[2]},{typed[3]}]"
            yield {"kind": "matrix", "value": key, "places": 2}, text, bool(i % 2)


def formulas(count: int, seed: int = 3) -> Iterator[Case]:
    """Formulas of every family; near misses have one number or sign changed, or a small term added."""
    rng = random.Random(seed)
    for i in range(count):
        key, texts = FAMILIES[i % len(FAMILIES)]
        text = texts[rng.randrange(len(texts))]
        right = bool(i // len(FAMILIES) % 2)
        if not right:
            text = rng.choice([f"{text} + 0.001x", f"1.0001({text})", f"({text}) - 1e-8", f"({text})(1+x)"])
        yield {"kind": "expression", "value": key, "symbols": SYMBOLS}, text, right
