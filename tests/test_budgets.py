"""Each budget just under and just over: the message names the limit, and nothing takes long."""

import time

import pytest

import grader
from grader.text.tell import plain

X = {"kind": "expression", "value": "x", "symbols": {"x": "real"}}
N = {"kind": "number", "value": "1"}
M = {"kind": "matrix", "value": "[[1, 0], [0, 1]]"}
V = {"kind": "vector", "value": "[1, 2]"}
E = {"kind": "equation", "value": "y = x", "symbols": {"x": "real", "y": "real"}}
R = {"kind": "interval", "value": "(0, 1)", "symbols": {"x": "real"}}
A = {"kind": "expression", "value": "A", "symbols": {"A": "matrix(2, 2)"}}
S = {"kind": "set", "value": "{x, x + 1, sqrt(2)}", "symbols": {"x": "real"}}
H = {"kind": "shape", "value": "V x d"}
Q = {"kind": "quantity", "value": "1 m"}

# answer mapping, a text within the budget, one beyond it, what the refusal names
BUDGETS = [
    (X, "x" + "+0" * 499, "x" + "+0" * 500, "1000"),
    (X, "(" * 98 + "x" + ")" * 98, "(" * 101 + "x" + ")" * 101, "100"),
    (X, "--" * 48 + "x", "--" * 60 + "x", "100"),
    (N, "2^8191", "2^8193", "8,192"),
    (N, "9" * 999, "1e2401", "8,192"),
    (N, "170!", "171!", "170"),
    (N, "1e2400", "1e2500", "8,192"),
    (N, "0*2^(2^12)", "0*2^(2^14)", "8,192"),
    (M, "[[1,0],[0,1]]^64", "[[1,0],[0,1]]^65", "64"),
    (R, " or ".join(["|x|<1"] * 40), " or ".join(["|x|<1"] * 41), "40"),
    (Q, "1 " + "m " * 20, "1 " + "m " * 21, "20"),
    (V, "[1,2]" + "'" * 99, "[1,2]" + "'" * 101, "100"),
    (A, "A" + "^T" * 100, "A" + "^T" * 101, "100"),
    (X, "*".join(["x!"] * 100), "*".join(["x!"] * 101), "100"),
    (X, "x^" * 20 + "x", "x^" * 21 + "x", "20"),
    (X, "e^(" * 3 + "x" + ")" * 3, "e^(" * 21 + "x" + ")" * 21, "20"),
    (A, "((A^64)^64)", "((A^64)^64)A", "4096"),
    (M, "([[2,0],[0,1]]^64)^64", "(([[2,0],[0,1]]^64)^64)^64", "8,192"),
]


@pytest.mark.parametrize(("answer", "under", "over", "limit"), BUDGETS)
def test_just_under_and_just_over(answer, under, over, limit):
    for text in (under, over):
        started = time.perf_counter()
        verdict = grader.check(answer, text)
        assert time.perf_counter() - started < 1.5
        if text == under:
            assert verdict.outcome != "unread", plain(verdict.says[0], "en")
        else:
            assert verdict.outcome == "unread"
            assert limit in plain(verdict.says[0], "en")
            assert limit in plain(verdict.says[0], "hinglish")


# Texts that ask for much work: judged or refused at once.
HEAVY = [
    (M, "[[1,1],[1,0]]^31"),
    (M, "[[1,1],[1,0]]" * 50),
    (M, "[[1,1],[1,sqrt(2)]]^64"),
    ({**M, "symbols": {"a": "real"}}, "[[a,1],[1,0]]^16"),
    (V, "[[1,1],[1,0]]^20 [1,2]"),
    (E, "(y-x)(x-1)" + "".join(f"(x^2+y^2+{i})" for i in range(1, 59)) + "=0"),
    (E, "(y-x)" + "".join(f"(x^2+y^4+{i})" for i in range(1, 59)) + "=0"),
    (R, " or ".join(f"√{i}<x<√{i}+0.1" for i in range(38))),
    (Q, "1 " + "m/s " * 300),
    (Q, "1 " + "m/s " * 18 + "m"),
    (Q, "t" * 1000),
    (Q, "t" * 5000),
    (Q, "1 " + "Ω" * 900),
    (S, "9" * 5000),
    (H, "9" * 5000),
    (H, "²" * 200),
    (S, "₂" * 1000),
    (V, "9" * 5000),
    (M, "1." * 2500),
    (Q, "x²" * 500),
    (Q, "k" * 1000),
    (S, "*".join(["x!"] * 100)),
    (X, "*".join(["(x+1)!"] * 100)),
    (X, "(" * 50 + "x" + ")!" * 50),
    (X, "e^" * 20 + "x"),
    (X, "pi^" * 20 + "x"),
    (X, "e^" * 400 + "x"),
    (X, "|" * 90),
    (X, "|" * 1000),
    (A, "(" * 90 + "A" + ")^9" * 90),
    (N, "1" + "'" * 900),
    (X, "x" + "'" * 900),
    (V, "[1,2]" + "'" * 900),
    (A, "(" * 40 + "A" + ("'" * 2 + ")") * 40),
]


@pytest.mark.parametrize(("answer", "text"), HEAVY)
def test_much_work_is_bounded(answer, text):
    for usual in ("[[1,1],[1,0]]^2", "y=2x", "x<√2", "2 m", "x!", "e^x"):
        grader.check(answer, usual)
    started = time.process_time()
    assert grader.check(answer, text).outcome in ("wrong", "held", "unread", *(["right"] if answer is A else []))
    assert time.process_time() - started < 1.5
