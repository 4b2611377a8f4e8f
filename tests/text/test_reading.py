"""LaTeX and Markdown are read as meant, and refused with a code and a position."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import CannotRead
from grader.model import Break, Code, Emph, Math, Para, Text, Value
from grader.text import asking, codec, latex, markdown
from grader.text.writers.latex_source import latex as source

X = ("id", "x")
TREES = [
    ("x", X),
    ("{x}", X),
    ("x_1", ("scripts", X, ("num", "1"), None)),
    ("x_12", ("row", (("scripts", X, ("num", "1"), None), ("num", "2")))),
    ("x^2_i", ("scripts", X, ("id", "i"), ("num", "2"))),
    ("-x", ("row", (("op", "-", "ord"), X))),
    ("2-x", ("row", (("num", "2"), ("op", "-", "bin"), X))),
    ("=-x", ("row", (("op", "=", "rel"), ("op", "-", "ord"), X))),
    (r"\frac12", ("frac", ("num", "1"), ("num", "2"))),
    ("3{,}85", ("num", "3,85")),
    ("1,5", ("row", (("num", "1"), ("op", ",", "punct"), ("num", "5")))),
    ("<<E*h:2>>", ("hole", "E*h", "2")),
    ("<<E[0]>>", ("hole", "E[0]", "")),
    (r"\text{row <<i>>}", ("row", (("text", "row "), ("hole", "i", "")))),
    (r"\operatorname{softmax}", ("fn", "softmax")),
    (r"\left.x\right|", ("fence", "", X, "|")),
    ("≤", ("op", "≤", "rel")),
]

LATEX_FAULTS = [
    (r"a \fraac{1}{2}", "latex.unknown", 2),
    (r"\qqqqzzzz", "latex.unknown-alone", 0),
    ("{x", "latex.brace-open", 0),
    ("x}", "latex.brace-close", 1),
    ("a^1^2", "latex.double-script", 3),
    ("a_b_c", "latex.double-script", 3),
    ("x'^2'", "latex.double-script", 4),
    (r"\begin{bmatirx}1\end{bmatirx}", "latex.environment", 7),
    (r"\begin{bmatrix}1", "latex.environment-open", 0),
    (r"\begin{bmatrix}1\end{pmatrix}", "latex.environment-end", 21),
    (r"\begin{bmatrix}1&2\\3\end{bmatrix}", "latex.ragged", 0),
    (r"\begin{array}{q}1\end{array}", "latex.columns", 14),
    ("a & b", "latex.align", 2),
    (r"a \\ b", "latex.align", 2),
    (r"x \right)", "latex.unpaired", 2),
    (r"\left( x", "latex.left-open", 0),
    (r"\left x", "latex.fence", 6),
    (r"\frac{1}", "latex.argument", 8),
    ("x^", "latex.argument", 2),
    ("a % b", "latex.character", 2),
    ("a <<b", "latex.hole", 2),
    ("", "latex.empty", 0),
    ("x" * 4001, "latex.long", 4000),
    ("{" * 80 + "}" * 80, "latex.deep", 60),
    (r"\color{red}{x}", "latex.unknown", 0),
]

MARKDOWN_FAULTS = [
    ("a $x$ <b>x</b>", "text.unsupported", 6),
    ("$y$ no\n\n## head", "text.unsupported", 8),
    ("see [a](http://b)", "text.unsupported", 4),
    ("![i](p)", "text.unsupported", 0),
    ("ok <http://x.y> k", "text.unsupported", 3),
    ("```\nx\n```", "text.unsupported", 0),
    ("- a\n\n  > q", "text.unsupported", 7),
    ("ok $a$ then $b + \\alpa{x}$", "latex.unknown", 17),
    ("lone $ here", "text.dollar", 5),
    ("$a\n\nb$", "text.dollar", 0),
    ("value <<a", "text.value", 6),
    ("a\x07", "text.control", 1),
    ("\ue0000\ue001", "text.control", 0),
]


def fault(read, src):
    with pytest.raises(CannotRead) as caught:
        read(src)
    return caught.value.why.code, caught.value.at


@pytest.mark.parametrize(("src", "tree"), TREES)
def test_tree(src, tree):
    assert latex.parse(src) == tree
    assert latex.parse(source(tree)) == tree


@pytest.mark.parametrize(("src", "code", "at"), LATEX_FAULTS)
def test_latex_fault(src, code, at):
    assert fault(latex.parse, src) == (code, at)


def test_array_in_brackets_is_a_matrix():
    typed = r"\left[\begin{array}{cc}1&2\end{array}\right]"
    assert latex.parse(typed) == latex.parse(r"\begin{bmatrix}1&2\end{bmatrix}")


SIGNS = r"x 1 2.5 { } ^ _ ' & \\ + - ( ) | , [ ] {,} <<a>> \\"
MACROS = r"\frac \sqrt \left( \right) \begin{matrix} \end{matrix} \text{a} \sum \ln \foo \, \hat \mathbf \quad \le"
PIECES = st.sampled_from([*SIGNS.split(), *MACROS.split(), " ", "\\"])


@given(st.lists(PIECES, max_size=14))
def test_anything_is_read_or_refused_and_reads_back(pieces):
    src = "".join(pieces)
    try:
        tree = latex.parse(src)
    except CannotRead as refused:
        tree, at = None, refused.at
    if tree is None:
        assert 0 <= at <= len(src)
    else:
        assert latex.parse(source(tree)) == tree


@pytest.mark.parametrize(("src", "code", "at"), MARKDOWN_FAULTS)
def test_markdown_fault(src, code, at):
    assert fault(markdown.parse, src) == (code, at)


MARKDOWN = [
    ("a *b* **c** `d`", (Text("a "), Emph((Text("b"),)), Text(" "), Emph((Text("c"),), True), Text(" "), Code("d"))),
    ("a\nb", (Text("a b"),)),
    ("a\\\nb", (Text("a"), Break(), Text("b"))),
    (r"5\$ and \<< and &lt;", (Text("5$ and << and <"),)),
    ("`$x$`", (Code("$x$"),)),
    ("**$x$**", (Emph((Math(X),), True),)),
    ("*<<a:2>>*", (Emph((Value("a", "2"),)),)),
    ("$x$<<a>>", (Math(X), Value("a"))),
    ("$a_b$ c_d", (Math(("scripts", ("id", "a"), ("id", "b"), None)), Text(" c_d"))),
    ("$$\nx\n$$", (Math(X, True),)),
    ("1 [a] {b}", (Text("1 [a] {b}"),)),
]


@pytest.mark.parametrize(("src", "tokens"), MARKDOWN)
def test_markdown(src, tokens):
    assert markdown.parse(src) == (Para(tokens),)
    assert asking.inline(markdown.parse(src)) == tokens


def test_blocks_and_exact_codec():
    src = "- a $|x|$\n- b\n\n1. c\n\n| h | $k$ |\n|---|---|\n| $|x|$ | *<<v>>* |\n\n$$\n- 3 \\quad\n= 4\n$$\n"
    tokens = markdown.parse(src)
    assert [type(t).__name__ for t in tokens] == ["List", "List", "Table", "Para"]
    assert [t.ordered for t in tokens[:2]] == [False, True]
    assert tokens[2].rows[0][1] == (Emph((Value("v"),)),)
    assert codec.decode(json.loads(json.dumps(codec.encode(tokens)))) == tokens


@given(
    st.lists(st.sampled_from([*"ab 1.-+:'\"()=é!~#;/|_*>", "$x$", "<<a>>", "  ", "2) ", "http://x.y "]), max_size=14)
)
def test_the_short_way_reads_as_markdown_does(pieces):
    text = "".join(pieces)
    short = _read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_UNMARKED", re.compile("(?!)"))
        assert _read(text) == short


def _read(text):
    try:
        return markdown.parse(text)
    except CannotRead as fault:
        return fault.why, fault.at
