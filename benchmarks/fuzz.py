"""Inputs nobody would type, many of them: no crash, nothing slow, nothing run, no unknown outcome.

python -m benchmarks.fuzz [count] [seed]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

from benchmarks.generate import FAMILIES, SYMBOLS
from grader.answers import judge, kind_of
from grader.answers.base import Context

SLOW = 0.1  # seconds of CPU time
RUNS = frozenset({"exec", "compile", "open", "import", "socket.connect", "subprocess.Popen", "os.system"})
ANSWERS: list[dict[str, Any]] = [  # the first two are asked most
    {"kind": "expression", "value": "x*exp(-x) + y", "symbols": SYMBOLS},
    {"kind": "expression", "value": "(x+1)^3", "symbols": SYMBOLS, "form": ["expanded"]},
    {"kind": "number", "value": "38597376", "tolerance": {"rel": "1e-6"}},
    {"kind": "number", "value": "0.868", "places": 3},
    {"kind": "vector", "value": "[0.1, 0.2, 0.7]", "places": 2},
    {"kind": "matrix", "value": "[[1, 2], [3, 4]]"},
    {"kind": "shape", "value": "32 x 128 x 768"},
    {"kind": "interval", "value": "(-oo, 2) U [3, 5]", "symbols": {"x": "real"}},
    {"kind": "equation", "value": "y = 2*x + 1", "symbols": {"x": "real", "y": "real"}},
    {"kind": "quantity", "value": "3 m/s", "places": 2},
    {"kind": "set", "value": "{1, 2, 3}"},
]
_PIECES = r"""
x y n e pi 0 1 2 7 0.5 1e-8 3,85,97,376 38.6M 50% 1/2 + - * / ^ ** ( ) [ ] { } | || , ; = < > <= ! $ # & "
sin cos exp ln sqrt log abs ² ³ √ π ∞ × · ÷ − ≤ ∪ ᵀ _ ' xy xln np.exp __import__ {{x}} m/s kB oo U in or and १२ 3½
\frac \sqrt \left( \right) \begin{bmatrix} \end{bmatrix} \\
"""
PIECES = (*_PIECES.split(), "\u200f", "\u00a0", "\u0301", "\t")


def grammar(rng: random.Random) -> str:
    """Pieces of the language in any order."""
    return rng.choice(("", " ")).join(rng.choice(PIECES) for _ in range(rng.randrange(1, 14)))


def mutated(rng: random.Random) -> str:
    """A sound formula with characters dropped, doubled, swapped or replaced."""
    text = list(rng.choice(rng.choice(FAMILIES)[1]))
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(text)) if text else 0
        step = rng.randrange(4)
        if step == 0 and text:
            del text[at]
        elif step == 1:
            text[at:at] = text[at : at + rng.randrange(1, 6)] * rng.randrange(1, 4)
        elif step == 2:
            text[at : at + 1] = rng.choice(PIECES)
        elif text:
            other = rng.randrange(len(text))
            text[at], text[other] = text[other], text[at]
    return "".join(text)


def unicode_noise(rng: random.Random) -> str:
    """Any characters at all, a few digits among them."""
    planes = ((32, 127), (0, 0x2500), (0, 0xD800), (0xE000, 0x110000))
    chars = (chr(rng.randrange(*rng.choice(planes))) for _ in range(rng.randrange(1, 24)))
    return "".join(chars) + rng.choice(("", "1", "x"))


_ATOM = r"x y n e pi 0 1 2 7 0.5 1e-8 10^9 3! 50% oo i \alpha [1,2] [[1,2],[3,4]] 5m/s"
_ATOMS = tuple(_ATOM.split())
_JOINS = ("+", "-", "*", "/", "^", "", " ", " = ", ", ", " <= ", "**", "·", "^-", " - -", "; ", " U ")
_WRAP = r"({}) sqrt({}) sin({}) e^({}) ln({}) |{}| [{}] \frac{{{}}}{{2}} ({})! -{} {{{}}} sin^2({})"
_WRAPS = tuple(_WRAP.split())


def _early(rng: random.Random, choices: tuple[str, ...]) -> str:
    """One of them, the first ones far more often."""
    return choices[int(len(choices) * rng.random() ** 3)]


def formula(rng: random.Random, depth: int = 4) -> str:
    """Text that mostly reads: operators between parts, functions and brackets around them."""
    if depth == 0 or rng.random() < 0.2:
        return _early(rng, _ATOMS)
    if rng.random() < 0.4:
        return _early(rng, _WRAPS).format(formula(rng, depth - 1))
    join = _early(rng, _JOINS)
    return formula(rng, depth - 1) + join + formula(rng, depth - 1)


MAKERS = (grammar, mutated, formula, unicode_noise)


def main(count: int, seed: int) -> int:
    """Print every outcome's count and every find; the number of finds is the exit code."""
    rng, outcomes, finds = random.Random(seed), Counter[str](), 0
    keys = [(kind_of(answer), kind_of(answer).prepare(answer, Context())) for answer in ANSWERS]
    for kind, key in keys:
        for text in ("1", "sqrt(2)x + 5!", "[1,2]", "\u0430"):
            judge(kind, key, text)
    ran: list[str] = []
    sys.addaudithook(lambda event, args: ran.append(f"{event} {args}") if event in RUNS else None)
    started = time.perf_counter()
    worst = 0.0
    for i in range(count):
        kind, key = keys[rng.randrange(len(keys) if i % 3 else 2)]
        text = MAKERS[i % len(MAKERS)](rng)
        ran.clear()
        before = time.process_time()
        try:
            outcome = judge(kind, key, text).outcome
        except Exception as failure:
            outcome = f"crash: {type(failure).__name__}"
        spent = time.process_time() - before
        worst = max(worst, spent)
        outcomes[outcome] += 1
        if outcome.startswith("crash") or spent > SLOW or ran:
            finds += 1
            print(f"{outcome} {spent * 1000:.0f} ms {kind.name} {text!r} {ran[:1]}", flush=True)
        if i and i % 100_000 == 0:
            print(f"{i:,} of {count:,}, {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    print(f"{count:,} inputs, {finds} finds, worst {worst * 1000:.1f} ms, {dict(outcomes)}")
    return finds


if __name__ == "__main__":
    given = [int(a) for a in sys.argv[1:]]
    sys.exit(min(1, main(*(given + [100_000, 1][len(given) :]))))
