"""What a refusal says is true: its code, and the words it quotes."""

import pytest

import grader
from grader.text.tell import plain

X = {"kind": "expression", "value": "x+1", "symbols": {"x": "real"}}
N = {"kind": "number", "value": "5"}
M = {"kind": "matrix", "value": "[[1, 0], [0, 1]]"}
V = {"kind": "vector", "value": "[-0.24, -0.14]"}
R = {"kind": "interval", "value": "(0, 1)", "symbols": {"x": "real"}}
S = {"kind": "shape", "value": "V x d", "also_as": "4 x 3"}
C = {"kind": "choices", "options": {"a": "one", "b": "two", "c": "three"}, "value": "a c"}
T = {"kind": "text", "accept": ["transpose"]}

# answer mapping, text, code of the refusal, what it quotes
REFUSALS = [
    (X, "e^(e^(e^(x^2+10)))", "read.overflow", ""),
    (X, "1/(x-x)", "read.undefined", ""),
    (X, "[x][1]", "shape.group", ""),
    (X, "[x-2][x-3]", "shape.group", ""),
    (M, "[[1,0],[0,1]]^65", "shape.power", "64"),
    (M, "[[1,0],[0,1]]^(10^9)", "shape.power", "64"),
    (M, "[[1,0],[0,1]]^-1", "shape.inverse", ""),
    ({"kind": "set", "value": "{1000, 2000}"}, "1,000; 2,000", "vector.separators", ""),
    ({"kind": "set", "value": "{1000, 2000}"}, "1,000 or 2,000", "read.groups", "`1,000`"),
    ({"kind": "vector", "value": "[1000, 2000]"}, "1 000 2 000", "read.groups", "`1 000 2 000`"),
    ({**V, "symbols": {"x": "real"}}, "[x +1 x -1]", "vector.signs", ""),
    (N, "5,,", "read.unexpected", "`,`"),
    (N, r"\sum_{i=1}^{5} 1", "read.command", r"`\sum`"),
    (N, "Ans.5", "read.no-names", "`Ans`"),
    (V, "[38.6M, 2k]", "read.no-names-size", "`M`"),
    (N, "np.array(5)", "read.library", "`np`"),
    (N, "5'040", "read.apostrophe", ""),
    (N, "7,7194,752", "read.grouping", "`7,7194,752`"),
    (N, "77,194,7522", "read.grouping", "`77,194,7522`"),
    (N, "1,23,456,7", "read.grouping", "`1,23,456,7`"),
    (C, "all", "choice.unknown", "`all`"),
    (C, "b all", "choice.unknown", "`all`"),
    (R, "(3,3)", "interval.empty", ""),
    (R, "-2>x>2", "interval.never", ""),
    (R, "(5,1)", "interval.reversed", ""),
    ({"kind": "vector", "value": "[5]"}, "5", "vector.one-number", "1 entry is"),
    (S, "V×d (4×3)", "shape.form", ""),
    (S, "V*d", "shape.unread", ""),
    (N, "1" * 40_001, "read.too-long", "1000"),
    (N, "1+" * 1000 + "1", "read.too-long", "1000"),
    (T, "a" * 40_001, "read.too-long", "300"),
    (C, "a " * 20_000, "read.too-long", "5000"),
    (N, "1" + "'" * 101, "read.too-many-marks", "100"),
    (X, "e^" * 21 + "x", "read.too-high", "20"),
    (
        {"kind": "equation", "value": "y = x", "symbols": {"x": "real", "y": "real"}},
        "y=x=3",
        "read.second-relation",
        "`=`",
    ),
    ({"kind": "set", "value": "{1, 2, 3}"}, r"{1,2,3,4}\{4}", "set.one", ""),
    ({"kind": "set", "value": "{1, 2, 3}"}, "{1,2},{3}", "set.one", ""),
    (V, "-0.24 (cat), -0.14 (dog)", "vector.restated", "`-0.24 (cat)`"),
    (V, "z₀=−0.24 z₁=-0.14", "read.no-names", "`z_0`"),
]


@pytest.mark.parametrize(("answer", "text", "code", "quoted"), REFUSALS)
def test_refusal(answer, text, code, quoted):
    verdict = grader.check(answer, text)
    assert verdict.outcome == "unread"
    assert verdict.says[0].code == code
    slots = {f"`{value}`" for _, value in verdict.says[0].slots}
    assert quoted in slots or quoted in plain(verdict.says[0], "en")


def test_a_word_list_among_the_givens_is_not_given_away():
    answer = {"kind": "integer", "value": "len(tokens)"}
    verdict = grader.check(answer, "4 tokens", {"tokens": ["the", "cat", "sat", "on"]})
    assert verdict.says[0].code == "read.no-names"
