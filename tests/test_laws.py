"""Laws of reading, writing and deciding, on generated formulas."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import grader
from grader.errors import CannotRead
from grader.maths.equal import DIFFERENT, EQUAL, Key, decide
from grader.maths.read import read
from grader.maths.scope import Scope
from grader.maths.tree import transform
from grader.maths.types import parse_types
from grader.maths.write import latex, plain

TYPES = parse_types({"x": "real", "y": "positive", "n": "natural", "beta": "real", "E_in": "real"})
SCOPE = Scope(TYPES)

numbers = st.integers(0, 40).map(lambda n: ("num", n, str(n))) | st.sampled_from(["0.5", "2.25", "1e-3"]).map(
    lambda t: ("num", Fraction(t), t)
)
names = st.sampled_from(list(TYPES)).map(lambda n: ("sym", n))
atoms = numbers | names | st.sampled_from(["pi", "e"]).map(lambda c: ("const", c))


def _grown(inner):
    some = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(
        st.tuples(some, st.sampled_from("+-"), st.sampled_from("+-")).map(
            lambda t: ("sum", tuple(t[0]), "+" + (t[1] + t[2])[: len(t[0]) - 1])
        ),
        st.tuples(some, st.sampled_from("*/"), st.sampled_from("*/")).map(
            lambda t: ("prod", tuple(t[0]), "*" + (t[1] + t[2])[: len(t[0]) - 1])
        ),
        st.tuples(inner, st.integers(2, 3)).map(lambda t: ("pow", t[0], ("num", t[1], str(t[1])))),
        inner.map(lambda n: ("neg", n)),
        st.tuples(st.sampled_from(["sin", "exp", "sqrt", "ln", "abs"]), inner).map(lambda t: ("call", t[0], (t[1],))),
    )


trees = st.recursive(atoms, _grown, max_leaves=8)
quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _unbarred(tree):
    """A bar of LaTeX is a slash when typed: fractions compare as products."""
    return transform(tree, lambda n: ("prod", (n[1], n[2]), "*/") if n[0] == "frac" else n)


@quick
@given(trees)
def test_print_then_read_gives_the_same_tree(tree):
    assert read(plain(tree), SCOPE) == tree


def _right(key_tree, text):
    key = Key(key_tree, TYPES)
    return decide(key, read(text, SCOPE)).outcome


@quick
@given(trees)
def test_a_reference_accepts_its_own_latex(tree):
    try:
        outcome = _right(tree, latex(tree))
    except CannotRead as fault:
        assume(fault.why.code not in ("read.undefined", "read.too-large"))
        raise
    assert outcome != DIFFERENT


@quick
@given(trees, st.sampled_from(["{} + 0", "0 + {}", "1*{}", "({})/1", "{}^1", "--({})"]))
def test_adding_nothing_changes_nothing(tree, form):
    text = form.format(f"({plain(tree)})")
    try:
        outcome = _right(tree, text)
    except CannotRead as fault:
        assume(fault.why.code not in ("read.undefined", "read.too-large"))
        raise
    assert outcome != DIFFERENT


@quick
@given(trees, st.integers(1, 9))
def test_a_small_difference_is_never_right(tree, digit):
    try:
        outcome = _right(tree, f"({plain(tree)}) + {digit}e-12")
    except CannotRead:
        return
    assert outcome != EQUAL


@quick
@given(st.integers(-(10**6), 10**6), st.integers(0, 5))
def test_a_number_is_right_in_every_spelling(value, places):
    number = Fraction(value, 10**places)
    answer = {"kind": "number", "value": f"{value}/{10**places}"}
    decimal = f"{float(number):.{places}f}" if abs(value) < 10**6 else None
    texts = [f"{value}/{10**places}", f"{value}e-{places}", f"({value})/{10**places}", *([decimal] if decimal else [])]
    for text in texts:
        for spelled in (text, text.replace("-", "\u2212"), f" {text} ", text + "."):
            assert grader.check(answer, spelled).outcome == "right", spelled


@pytest.mark.parametrize("text", ["V(d+1)", "Vd+V", "V·d + V", "\\left(V d\\right)+V", "V\u00d7d + V", "(d+1)V"])
def test_verdicts_do_not_depend_on_the_spelling(text):
    answer = {"kind": "expression", "value": "V*d + V", "symbols": {"V": "positive", "d": "positive"}}
    assert grader.check(answer, text).how == "proved"
