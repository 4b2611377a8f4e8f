"""CPU time an answer, from raw text to verdict, beside the time `ast.parse` needs for the same text.

python -m benchmarks.run [--peers]
"""

from __future__ import annotations

import ast
import itertools
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.generate import Case, formulas, numbers, tables
from grader.answers import judge, kind_of
from grader.answers.base import Context


def _python(text: str) -> str:
    """Something `ast.parse` takes, as long as the text."""
    plain = text.replace("^", "**").replace("%", "*1").replace(";", ",")
    try:
        ast.parse(plain, mode="eval")
    except SyntaxError:
        return "+".join("x" * (len(text) // 2 or 1))
    return plain


def measured(cases: list[Case]) -> dict[str, float]:
    """Microseconds an answer (median, p99), the ratio to `ast.parse`, and how many verdicts were right."""
    prepared: dict[str, Any] = {}
    times, good, parse = [], 0, 0.0
    for answer, text, right in cases:
        slot = repr(answer)
        if slot not in prepared:
            kind = kind_of(answer)
            prepared[slot] = (kind, kind.prepare(answer, Context()))
            judge(*prepared[slot], text)  # the key's own values are computed at its first answer
        kind, key = prepared[slot]
        start = time.process_time_ns()
        verdict = judge(kind, key, text)
        times.append((time.process_time_ns() - start) / 1000)
        good += (verdict.outcome == "right") == right
        plain = _python(text)
        start = time.process_time_ns()
        ast.parse(plain, mode="eval")
        parse += (time.process_time_ns() - start) / 1000
    times.sort()
    return {
        "us": median(times), "mean": sum(times) / len(times), "p99": times[int(len(times) * 0.99)],
        "ratio": sum(times) / parse, "right": good / len(times),
    }  # fmt: skip


def met_before(count: int = 200_000) -> dict[str, float]:
    """Microseconds a row of a class file whose answers are all known already, and an answer through `grader.check`."""
    from grader import check
    from grader.bank.load import load
    from grader.bank.locate import shipped
    from grader.bank.variants import Variants
    from grader.batch.mark import mark_chunk

    variants = Variants(load(shipped("problems")))
    row = (1, "s01", "cross-entropy-loss", "loss", 0, "0.860", 0)
    mark_chunk(variants, [row])
    start = time.process_time_ns()
    mark_chunk(variants, itertools.repeat(row, count))
    known = (time.process_time_ns() - start) / 1000 / count
    answer = {"kind": "number", "value": "0.4233", "places": 2}
    check(answer, "0.42")
    start = time.process_time_ns()
    for _ in range(count):
        check(answer, "0.42")
    return {"row": known, "check": (time.process_time_ns() - start) / 1000 / count}


def peer(name: str, decide: Callable[[str, str], bool], cases: list[Case]) -> None:
    """One other checker on the formulas it can read."""
    times, good, read = [], 0, 0
    for answer, text, right in cases:
        start = time.process_time_ns()
        try:
            verdict = decide(answer["value"], text)
        except Exception:
            continue
        finally:
            times.append((time.process_time_ns() - start) / 1000)
        read += 1
        good += verdict == right
    times.sort()
    p99 = times[int(len(times) * 0.99)]
    print(f"| {name} | {median(times):.0f} | {p99:.0f} | - | {good / len(cases):.1%} ({read} read) |")


def sympy_simplify(key: str, text: str) -> bool:
    """The usual way: parse with implicit multiplication, simplify the difference."""
    import sympy
    from sympy.parsing.sympy_parser import (
        convert_xor,
        implicit_multiplication_application,
        parse_expr,
        standard_transformations,
    )

    steps = (*standard_transformations, convert_xor, implicit_multiplication_application)
    names = {
        "x": sympy.Symbol("x", real=True),
        "y": sympy.Symbol("y", positive=True),
        "n": sympy.Symbol("n", integer=True),
    }
    names |= {"e": sympy.E, "ln": sympy.log}
    left, right = (parse_expr(t, local_dict=names, transformations=steps) for t in (key, text))
    return bool(sympy.simplify(left - right) == 0)


def main() -> None:
    """Print a table in Markdown."""
    sets = {
        "numbers (10,000)": list(numbers(10_000)),
        "vectors and matrices (2,000)": list(tables(2_000)),
        "formulas (1,000)": list(formulas(1_000)),
    }
    print("| set | us | p99 us | x ast.parse | verdicts right |\n|---|---|---|---|---|")
    for name, cases in sets.items():
        found = measured(cases)
        print(f"| {name} | {found['us']:.1f} | {found['p99']:.0f} | {found['ratio']:.1f} | {found['right']:.2%} |")
    again = met_before()
    print(f"| a row of a class file, its answer met before | {again['row']:.2f} | | | |")
    print(f"| `grader.check`, mapping and text met before | {again['check']:.2f} | | | |")
    if "--peers" in sys.argv:
        peer("SymPy simplify, 200 formulas", sympy_simplify, list(itertools.islice(formulas(1_000), 200)))


if __name__ == "__main__":
    main()
