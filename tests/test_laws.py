"""Laws of reading, writing and deciding, on generated formulas."""

import random
import re
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import grader
from grader.answers import kind_of
from grader.answers.base import Context
from grader.errors import CannotRead
from grader.maths.equal import DIFFERENT, EQUAL, Key, decide
from grader.maths.read import read
from grader.maths.scope import Scope
from grader.maths.tree import transform, walk
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


def _shuffled(tree, rng):
    """The same formula with its terms and factors in another order."""

    def step(node):
        if node[0] not in ("sum", "prod"):
            return node
        parts = list(zip(node[1], node[2], strict=True))
        rng.shuffle(parts)
        if node[0] == "prod":  # what divides cannot come first
            parts.sort(key=lambda part: part[1] == "/")
        return (node[0], tuple(p for p, _ in parts), "".join(op for _, op in parts))

    return transform(tree, step)


@quick
@given(trees, st.randoms(use_true_random=False))
def test_the_order_of_terms_and_factors_changes_nothing(tree, rng):
    try:
        outcome = _right(tree, plain(_shuffled(tree, rng)))
    except CannotRead as fault:
        assume(fault.why.code not in ("read.undefined", "read.too-large"))
        raise
    assert outcome != DIFFERENT


SPELLINGS = [
    lambda t: t.replace("-", "\u2212"),
    lambda t: t.replace("*", "\u00d7"),
    lambda t: t.replace("*", "\u2217"),
    lambda t: re.sub(r"\^([23])(?!\d)", lambda m: "²³"["23".index(m[1])], t),
    lambda t: t.replace("^", "**"),
    lambda t: t.replace(" ", "\u00a0"),
    lambda t: t.replace(" ", ""),
    lambda t: t.replace("pi", "\u03c0").replace("beta", "\u03b2"),
    lambda t: t.replace("/", "\u00f7"),
    lambda t: t.replace("(", "\uff08").replace(")", "\uff09"),
    lambda t: t.replace("sqrt(", "\u221a("),
]


@quick
@given(trees, st.sampled_from(SPELLINGS))
def test_equivalent_characters_give_the_same_tree(tree, spelled):
    text = plain(tree)
    assume("e-3" not in text or "\u2212" not in spelled("-"))  # an exponent's own minus stays plain
    assume(not _glued(text))

    def bare(node):  # which sign of a product was typed is no difference
        return ("prod", node[1], node[2].replace(" ", "*")) if node[0] == "prod" else node

    assert transform(read(spelled(text), SCOPE), bare) == transform(tree, bare)


def _glued(text):
    """A blank that parts two factors cannot go."""
    return any(a[-1:].isalnum() and b[:1].isalnum() for a, b in zip(text.split(" "), text.split(" ")[1:], strict=False))


MP = {"sin": mpmath.sin, "exp": mpmath.exp, "sqrt": mpmath.sqrt, "ln": mpmath.log, "abs": abs}


def _mp(node, env):
    """The value of a tree by another library; OverflowError at a vast inner value, whose sine takes for ever."""
    value = _mp_of(node, env)
    if abs(value) > 1e100:
        raise OverflowError
    return value


def _mp_of(node, env):
    head = node[0]
    if head == "num":
        return mpmath.mpf(node[1].numerator) / node[1].denominator
    if head == "sym":
        return env[node[1]]
    if head == "const":
        return mpmath.pi + 0 if node[1] == "pi" else mpmath.e + 0
    if head == "neg":
        return -_mp(node[1], env)
    if head == "pow":
        base, exponent = _mp(node[1], env), _mp(node[2], env)
        if abs(exponent) > 1000:
            raise OverflowError
        return base**exponent
    if head == "call":
        argument = _mp(node[2][0], env)
        if node[1] == "exp" and abs(argument) > 1000:
            raise OverflowError
        return MP[node[1]](argument)
    parts = [_mp(part, env) for part in node[1]]
    total = -parts[0] if node[2][0] == "-" else parts[0]
    for part, op in zip(parts[1:], node[2][1:], strict=True):
        total = (
            total + part if op == "+" else total - part if op == "-" else total / part if op == "/" else total * part
        )
    return total


def _differ(left, right):
    """Whether two trees have plainly different real values at one of a few points of the domain."""
    rng = random.Random(7)
    with mpmath.workdps(60):
        for _ in range(6):
            env = {name: mpmath.mpf(rng.uniform(-3, 3)) for name in ("x", "beta", "E_in")}
            env |= {"y": mpmath.mpf(rng.uniform(0.1, 4)), "n": mpmath.mpf(rng.randrange(7))}
            try:
                a, b = _mp(left, env), _mp(right, env)
            except (ZeroDivisionError, OverflowError, ValueError):
                continue
            if any(isinstance(v, mpmath.mpc) or not mpmath.isfinite(v) or abs(v) > 1e40 for v in (a, b)):
                continue
            if abs(a - b) > mpmath.mpf(10) ** -25 * (1 + abs(a)):
                return True
    return False


@quick
@given(trees, st.data())
def test_one_literal_changed_is_never_right(tree, data):
    literals = [n for n in walk(tree) if n[0] == "num"]
    assume(literals)
    old = data.draw(st.sampled_from(literals))
    value = data.draw(st.sampled_from([old[1] + 1, old[1] * 2, old[1] + Fraction(1, 1000)]))
    new = (
        ("num", Fraction(value), f"{float(value):.4f}") if value != int(value) else ("num", int(value), str(int(value)))
    )
    changed = transform(tree, lambda n: new if n == old else n)
    assume(_differ(tree, changed))
    try:
        outcome = _right(tree, plain(changed))
    except CannotRead:
        return
    assert outcome != EQUAL


@quick
@given(trees, trees)
def test_two_formulas_that_differ_are_never_called_equal(left, right):
    assume(_differ(left, right))
    try:
        outcome = _right(left, plain(right))
    except CannotRead:
        return
    assert outcome != EQUAL


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


def _references():
    """The formulas of every case and of every problem of the shipped bank."""
    found = {}
    for folder in ("cases", "answers"):
        for path in sorted((Path(__file__).parent / folder).glob("*.yaml")):
            for case in yaml.safe_load(path.read_text(encoding="utf-8")):
                answer = case["answer"]
                if answer.get("kind") == "expression":
                    bare = {k: v for k, v in answer.items() if k not in ("form", "up_to")}
                    found[repr(bare)] = bare
    return list(found.values())


@pytest.mark.parametrize("answer", _references(), ids=lambda a: str(a["value"]))
def test_every_reference_is_right_in_latex_unicode_and_python(answer):
    kind = kind_of(answer)
    key = kind.prepare(answer, Context())
    tree = key.key.tree
    typed = [latex(tree), plain(tree), plain(tree).replace("^", "**")]
    typed += [spelled(plain(tree)) for spelled in SPELLINGS if spelled(plain(tree)).replace(" ", "") != plain(tree)]
    for text in typed:
        if not _glued(plain(tree)):
            assert grader.check(answer, text).outcome == "right", text


OWN = {
    "as_written": (
        "x*y/(x + y)", "3*x^2/(2*y^3)", "2*x*y/3", "-x/2", "x/2 + 1/3", "(x - 1)^2/(x*y)", "exp(-x)*x/3", "22/7*x",
        "-(x + y)/(2*x)", "x/(y/3)", "pi*x^2/4", "sqrt(3)/2*x", "x - (y - 1)",
    ),
    "expanded": ("x^2 + 2*x + 1", "pi*x^2 - pi", "x*exp(-x) + exp(-x)", "x^3/3 - x/2", "-x^2 + 7", "2^(-x)*x + 1"),
    "factored": (
        "pi*(x - y)*(x + y)", "2*pi*x*(x + y)", "pi*(x - 1)", "pi/4*(x - y)*(x + y)", "e*(x - 1)*(x + 1)",
        "(x - 1)*(x - pi)", "exp(-x)*(2 - x)", "-2*x*exp(-x^2)", "2^(-x)*(x + 1)", "sqrt(2)*(x - 1)", "n*(n + 1)/2",
        "6*(x + 1/2)*(x + 1/3)", "4/3*pi*(x - y)*(x^2 + x*y + y^2)", "cos(x)*(1 - sin(x))", "(x + 1)/(x - 2)",
        "(x/pi + 1)*(x + y)", "(1 + sqrt(2))*(x - 1)^2", "exp(x)*(x + 1)", "e^(-2)*x*(x + 3)",
        "(n + 1)*n!", "x*(exp(x) - exp(-x))", "5*(1 - exp(-2*x))", "500*(1 - exp(-1000*x))",
    ),
    "lowest_terms": (
        "pi/6", "pi*x/2", "sqrt(3)/2", "1/2*sqrt(3)", "2/3", "2*x/3", "(x + 3)/(x - 2)", "exp(-x)/2", "sin(x)/3",
        "x + 1", "2/3*pi", "5*sqrt(3)/6", "e/2", "(1 + sqrt(5))/2", "-pi/4",
        "(exp(x) - exp(-x))/(exp(x) + exp(-x))", "x*exp(-x)/3", "sqrt(x)/(x + 1)",
    ),
    "no_decimals": ("x/2 + 3", "pi/6", "sqrt(2)/2", "3*exp(-x)/2"),
    "simplified": (
        "3*sqrt(2)/2", "5*sqrt(3)/6", "x*sqrt(3)/6", "3*exp(-x)/2", "22/7*x", "2/3*x", "4/3*pi*x^3", "1/2*sqrt(2)",
        "sqrt(2)/2", "1/x^2", "-2*x*exp(-x^2)", "1/(1 + exp(-x))", "x*sqrt(x)", "x/(2*y)", "pi/4*x^2",
        "(x + 1)/(x - 1)", "sqrt(x)/2", "1/(2*sqrt(x))", "2^(-x)", "0.5*x", "x/(y + 1)^2", "sin(x)^2/cos(x)",
        "1/y - 1/x", "x^(1/2)/3", "1/(3*x)",
    ),
    "single_fraction": (
        "1/(1 + exp(-x))", "3*exp(-x)/2", "5*x/6", "1/(1 + exp(-x/2))", "sin(x/2)/3", "2^(-x)/x", "-x/(y + 1)",
        "pi*x/4", "sqrt(2)/2", "exp(-2)/3",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("form", "value"), [(form, value) for form, values in OWN.items() for value in values])
def test_a_key_in_a_form_is_right_in_latex_unicode_and_python(form, value):
    symbols = {"x": "positive", "y": "positive", "n": "natural"}
    answer = {"kind": "expression", "value": value, "symbols": symbols, "form": [form]}
    tree = kind_of(answer).prepare(answer, Context()).key.tree
    shown = plain(tree)
    typed = {value, shown, latex(tree), shown.replace("exp", "e^"), *(spelled(shown) for spelled in SPELLINGS)}
    for text in typed:
        assert grader.check(answer, text).outcome == "right", text
