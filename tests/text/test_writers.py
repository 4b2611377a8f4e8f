"""Every formula and text comes out of every writer, escaped and in shape."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typst
import yaml

from grader.model import Code, Emph, Figure, Math, Table, Text
from grader.text import latex, markdown
from grader.text.tables import LAYOUT
from grader.text.visible import breakable
from grader.text.writers import base, boxes
from grader.text.writers.html import Html
from grader.text.writers.latex_source import latex as source
from grader.text.writers.plain import Plain
from grader.text.writers.plain_math import one_line
from grader.text.writers.spoken import Spoken, spoken
from grader.text.writers.terminal import Terminal
from grader.text.writers.typst import Typst, escape

FORMULAS = yaml.safe_load((Path(__file__).parent / "formulas.yaml").read_text(encoding="utf-8"))
IDS = [entry["latex"] for entry in FORMULAS]
MARKUP = '#set document(title: "t")\n#set text(lang: "en")\n'
HOSTILE = (
    '#eval("1") $x$ *b* _i_ `c` <a> @r \\ [x] // /* = h - i + j ~ \' " 1. </script><b> & \x1b[2J \u202e --- https://a.b'
)


def compiles(body):
    return typst.compile((MARKUP + body).encode(), format="pdf", ignore_system_fonts=True, pdf_standards="ua-1")


@pytest.mark.parametrize("entry", FORMULAS, ids=IDS)
def test_formula(entry):
    tree = latex.parse(entry["latex"])
    assert latex.parse(source(tree)) == tree
    assert one_line(tree) == entry["plain"]
    assert spoken(tree, "en") == entry["spoken"]
    picture = Terminal(width=78).write([Math(tree, True)])
    assert [line[4:] for line in picture.split("\n")] == entry["screen"].rstrip("\n").split("\n")


# Found by random trees: signs without a partner, empty fences, operations as operands.
ODD = [
    r"\frac{[}{\rfloor}",
    r"\left|x\right.",
    r"x {*}_2",
    ". 2.5",
    "< <",
    r"\sqrt{\begin{cases}\langle&1\\2&\{\end{cases}}",
    "{}^T",
]


@pytest.mark.parametrize("src", ODD)
def test_odd_formula(src):
    tree = latex.parse(src)
    assert latex.parse(source(tree)) == tree
    assert Terminal().write([Math(tree)])


def test_formulas_compile_in_typst():
    sources = [*IDS, *ODD]
    tokens = [Math(latex.parse(src), display) for src in sources for display in (False, True)]
    assert compiles(Typst("hinglish").write(tokens)).startswith(b"%PDF")


@pytest.mark.parametrize("entry", FORMULAS, ids=IDS)
def test_formula_is_mathml(entry):
    root = ElementTree.fromstring(Html().write([Math(latex.parse(entry["latex"]))]))
    assert root.tag == "math"
    assert root.get("alttext") == entry["spoken"]


MATHML = [
    ("x", "<mi>x</mi>"),
    (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    ("-3", '<mrow><mo form="prefix">−</mo><mn>3</mn></mrow>'),
    ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
    (r"\mathbb{R}^d", "<msup><mi>ℝ</mi><mi>d</mi></msup>"),
    (r"\text{a <b}", "<mtext>a\u00a0&lt;b</mtext>"),
    (r"\sum_k", "<munder><mo>∑</mo><mi>k</mi></munder>"),
]
TYPST = [
    ("ab", "a b"),
    ("[0,1)", r"\[ 0 \, 1 \)"),
    (r"\frac{a}{b}", "frac(a, b)"),
    (r"\text{say \#x}", '"say #x"'),
    (r"\mathbf{E}_i^T", "attach(bold(upright(E)), b: i, t: T)"),
    (r"\begin{bmatrix}1&2\\3&-4\end{bmatrix}", 'display(mat(delim: #("[", "]"), 1, 2; 3, − 4))'),
    ("3{,}85", '"3,85"'),
]
HINGLISH = [
    (r"V \cdot d", "V guna d"),
    ("E^T", "E transpose"),
    (r"\frac{a}{b}", "upar a neeche b"),
    (r"\softmax(z)", "softmax of z"),
    ("x^2 = 4", "x ka square barabar 4"),
    (r"\sum_{k=1}^{V} p_k", "sum k barabar 1 se V tak, of p sub k"),
]


@pytest.mark.parametrize(("src", "wanted"), MATHML)
def test_mathml(src, wanted):
    assert wanted in Html().write([Math(latex.parse(src))])


@pytest.mark.parametrize(("src", "wanted"), TYPST)
def test_typst(src, wanted):
    assert f"${wanted}$.body" in Typst().write([Math(latex.parse(src))])


@pytest.mark.parametrize(("src", "wanted"), HINGLISH)
def test_hinglish_words(src, wanted):
    assert spoken(latex.parse(src), "hinglish") == wanted


def test_signs_all_have_names_and_sources():
    from grader.text import tables
    from grader.text.writers.spoken_words import SIGNS

    for char, kind in {*tables.OPERATORS.values(), *tables.CHARACTERS.values()}:
        assert latex.parse(source(("op", char, kind)))[1] == char
    assert all(len(words) == 2 and all(words) for words in SIGNS.values())


def test_hostile_text_stays_text():
    tokens = [Text(HOSTILE), Emph((Text(HOSTILE),)), Math(("text", HOSTILE))]
    assert compiles(Typst().write(tokens))
    html = Html().write(tokens)
    assert "<b>" not in html
    ElementTree.fromstring(f"<p>{html}</p>")
    for writer in (Terminal(), Terminal(colour=True), Plain(), Spoken()):
        assert "\x1b[2J" not in writer.write(tokens)
        assert "\u202e" not in writer.write(tokens)


TO_TEXT = """
#let text-of(it) = if it.has("text") { it.text } else if it.has("children") { it.children.map(text-of).join() } else {
  if it == [ ] { " " } else if it.func() == smartquote { if it.double { "\\u{22}" } else { "'" } } else { "?" } }
#metadata(text-of(it)) <m>
"""
SIGNS = r"#a $b$ *c* _d_ `e` <f> @g \h [i] //j /*k = l - m -- n + o ~p 'q' 1. s; t: u, {v} ^w https://x.y ... --- ?"


def test_typst_shows_the_very_text():
    markup = f"#let it = [{escape(SIGNS)}]" + TO_TEXT
    shown = typst.query(markup.encode(), "<m>", field="value", one=True, format="json")
    assert json.loads(shown) == SIGNS


TEXT = """Maan lijiye $E \\in \\mathbb{R}^{V \\times d}$ ek *embedding* matrix hai, **rows** tokens hain, aur har row ka
size $d$ hai; $p_i = \\frac{e^{z_i}}{\\sum_k e^{z_k}}$ softmax hai.

- pehla $x_i$
- doosra

| token | ID |
|---|---|
| cat | $\\frac{a}{b}$ |
"""


def test_terminal_lines_fit_and_align():
    for width in (40, 60, 80):
        lines = Terminal(width=width).write(markdown.parse(TEXT)).split("\n")
        assert max(map(boxes.width, lines)) <= width
    assert "\x1b[" not in Terminal().write(markdown.parse(TEXT))
    assert "\x1b[1mrows\x1b[0m" in Terminal(colour=True).write(markdown.parse(TEXT))


def test_long_formula_goes_on_below():
    src = "z_0 = " + " + ".join(f"{n}.25 \\cdot x_{n}" for n in range(9)) + " = 7"
    lines = Terminal(width=50).write([Math(latex.parse(src), True)]).split("\n")
    assert len(lines) > 2
    assert max(map(boxes.width, lines)) <= 50


def test_marked_row():
    table = Table(((Text("a"),),), (((Text("b"),),), ((Text("c"),),)), mark=1)
    assert "▶ c" in Terminal().write([table])
    assert 'class="mark"' in Html().write([table])
    assert "luma" in Typst().write([table])
    assert compiles(Typst().write([table]))


def test_figure():
    figure = Figure('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', 'an "alt"')
    assert compiles(Typst().write([figure]))
    assert 'image("f.svg"' in Typst(place=lambda svg: "f.svg").write([figure])
    assert 'aria-label="an &quot;alt&quot;"' in Html().write([figure])
    assert Terminal().write([figure]) == '[an "alt"]'


def test_a_writer_without_a_method_fails_at_once():
    with pytest.raises(TypeError, match="write_math"):
        type("Half", (base.Writer,), {m: str for m in base.METHODS.values() if m != "write_math"})
    with pytest.raises(TypeError, match="do_frac"):
        type("Half", (base.Layout,), {f"do_{k}": str for k in LAYOUT if k != "frac"})


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("short words stay", ["short words stay"]),
        ("torch.nn.functional.attention", ["torch.", "nn.", "functional.", "attention"]),
        ("a_very_long_name_of_things(query)", ["a_", "very_", "long_", "name_", "of_", "things(", "query)"]),
        ("representationlearning", ["representati", "onlearning"]),
        ("1234567890.1234567890123", ["1234567890.1234567890123"]),
    ],
)
def test_long_words_may_end_a_line_behind_a_sign(text, pieces):
    assert breakable(text).split("\u200b") == pieces
    assert Html().write((Code(text),)) == f"<code>{'<wbr>'.join(pieces)}</code>"
    assert "\u200b" not in Plain().write((Code(text),))
    for token in (Code(text), Text(text)):  # and nothing of it is seen
        shown = Typst().write((token,))
        assert "u200b" not in shown
        assert shown.count("\u200b") == len(pieces) - 1


def test_a_table_that_is_too_wide_gets_smaller_letters():
    row = tuple((Text("1,234,567"),) for _ in range(12))
    wide, narrow = Table(row, (row,)), Table(row[:2], (row[:2],))
    assert "calc.min(1, (page.width" in Typst().write((wide,))
    assert "font-size: calc(min(1, var(--line, 75) / 122)" in Html().write((wide,))
    for writer in (Typst, Html):
        assert "calc" not in writer().write((narrow,))


def test_a_minus_in_front_of_a_number_is_one():
    for text, shown in (
        ("-0.5 and (-.5)", "\u22120.5 and (\u2212.5)"),
        ("2026-11-30, a-1, 3-4", "2026-11-30, a-1, 3-4"),
    ):
        assert Html().write((Text(text),)) == shown
        assert Plain().write((Text(text),)) == text
