"""Values go where placeholders are, and the signs beside them stay right."""

import pytest

from grader.model import Math, Para, Text
from grader.text import fill, latex, markdown
from grader.text.writers.plain import Plain

SHOWN = {
    "a": fill.Filled("-3", "-3", True),
    "b": fill.Filled("2", "2"),
    "h": fill.Filled("1/2", r"\frac{1}{2}"),
    "s": fill.Filled("x + 1", "x + 1"),
    "v": fill.Filled("[1, -2]", "[1, -2]"),
}

# template, what it must look like
TABLE = [
    ("3 + <<a>>", "3 - 3"),
    ("3 + <<b>>", "3 + 2"),
    ("3 - <<a>>", r"3 - \left(-3\right)"),
    (r"4 \cdot <<a>>", r"4 \cdot \left(-3\right)"),
    ("<<a>> + <<a>>", "-3 - 3"),
    ("x = <<a>>", "x = -3"),
    ("(<<a>>, <<b>>)", "(-3, 2)"),
    ("<<a>>^2", r"\left(-3\right)^2"),
    ("<<b>>^2", "2^2"),
    ("<<h>>^2", r"\left(\frac12\right)^2"),
    ("2<<a>>", r"2\left(-3\right)"),
    ("2<<b>>", r"2\left(2\right)"),
    ("<<b>><<b>>", r"\left(2\right)\left(2\right)"),
    ("<<a>> x", "-3 x"),
    (r"x\cdot <<s>>", r"x\cdot\left(x+1\right)"),
    ("y + <<s>>", "y + x + 1"),
    ("<<s>> y", r"\left(x+1\right)y"),
    (r"\frac{<<a>>}{<<b>>}", r"\frac{-3}{2}"),
    ("|<<a>>|", "|-3|"),
    (r"\ln <<a>>", r"\ln\left(-3\right)"),
    (r"e^{<<a>>}", "e^{-3}"),
    (r"E <<v>>", "E [1, -2]"),
    (r"\begin{bmatrix} <<a>> & <<b>> \end{bmatrix}", r"\begin{bmatrix} -3 & 2 \end{bmatrix}"),
]


def show(expr, _format):
    return SHOWN[expr]


@pytest.mark.parametrize(("template", "wanted"), TABLE)
def test_formula(template, wanted):
    (filled,) = fill.fill((Math(latex.parse(template)),), show)
    assert filled == Math(latex.parse(wanted))


def test_text_and_order():
    tokens = markdown.parse("A <<b>> *<<a:2>>* $<<h>>$\n\n| <<s>> |\n|---|\n| $<<v>>$ |")
    assert fill.holes(tokens) == (("b", ""), ("a", "2"), ("h", ""), ("s", ""), ("v", ""))
    filled = fill.fill(tokens, show)
    assert fill.holes(filled) == ()
    assert Plain().write(filled) == "A 2 -3 1/2 x + 1; [1, −2] "
    plain = (Para((Text("nothing"),)),)
    assert fill.fill(plain, show) == plain
