"""Writes a layout tree as Typst mathematics."""

from __future__ import annotations

from grader.model import Node
from grader.text import tables as t
from grader.text.visible import visible
from grader.text.writers.alphabets import MINUS
from grader.text.writers.base import Layout

_FONTS = {"bold": "bold(upright({}))", "cal": "cal({})", "bb": "bb({})", "rm": "upright({})", "it": "italic({})",
          "mono": "mono({})"}  # fmt: skip
_ACCENTS = {"hat": "hat", "bar": "macron", "vec": "arrow", "tilde": "tilde", "dot": "dot", "overline": "overline",
            "underline": "underline"}  # fmt: skip
# Typst looks for the partner of these, too, unless they are escaped.
_PAIRED = frozenset("⟨⟩⌊⌋⌈⌉")
_CLASSES = {t.OPEN: "opening", t.CLOSE: "closing"}
_SIGNS = {"-": MINUS, "*": "∗"}


def typst_math(tree: Node) -> str:
    """The inside of a Typst equation."""
    if tree[0] == "aligned":
        return " \\ ".join(" & ".join(map(_TYPST, row)) for row in tree[1])
    return _TYPST(tree)


def quoted(text: str) -> str:
    """A Typst string."""
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _sign(char: str) -> str:
    """A character that Typst takes as itself, also inside a call."""
    char = _SIGNS.get(char, char)
    return "\\" + char if char in _PAIRED or (char and char.isascii() and not char.isalnum()) else char


class _Typst(Layout[str]):
    # Items are always parted by blanks: Typst reads letters side by side as one name.

    def do_row(self, items: tuple[Node, ...]) -> str:
        """Items behind one another."""
        return " ".join(map(self, items)) if items else '""'

    def do_id(self, char: str) -> str:
        """A letter."""
        return char

    def do_num(self, text: str) -> str:
        """A number; with grouping commas it is a string."""
        return quoted(text) if "," in text or text[0] == "." else text

    def do_op(self, char: str, kind: str) -> str:
        """A sign."""
        if char in "|‖":
            return f'class("{_CLASSES.get(kind, "normal")}", {_sign(char)})'
        return _sign(char)

    def do_fn(self, name: str) -> str:
        """A function name in upright letters."""
        shown = {"argmax": "arg max", "argmin": "arg min"}.get(name, name)
        return f"op({quoted(shown)}{', limits: #true' if name in t.LIMIT_FUNCTIONS else ''})"

    def do_frac(self, above: Node, below: Node) -> str:
        """A fraction."""
        return f"frac({self(above)}, {self(below)})"

    def do_sqrt(self, body: Node, index: Node | None) -> str:
        """A root."""
        return f"sqrt({self(body)})" if index is None else f"root({self(index)}, {self(body)})"

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> str:
        """Scripts or limits, as the base has it."""
        below = f", b: {self(sub)}" if sub is not None else ""
        above = f", t: {self(sup)}" if sup is not None else ""
        return f"attach({self(base)}{below}{above})"

    def do_fence(self, opening: str, body: Node, closing: str) -> str:
        """Fences as tall as their body."""
        return f"lr({_sign(opening)} {self(body)} {_sign(closing)})"

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> str:
        """A matrix."""
        delim = f"({quoted(opening)}, {quoted(closing)})" if opening else "#none"
        # Within a sentence too, entries keep the size of the text.
        return f"display(mat(delim: #{delim.removeprefix('#')}, {self._rows(rows)}))"

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """A case distinction."""
        return "cases(" + ", ".join(" & ".join(map(self, row)) for row in rows) + ")"

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Aligned lines inside a larger formula."""
        return f"mat(delim: #none, align: #left, column-gap: #0.3em, {self._rows(rows)})"

    def _rows(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        return "; ".join(", ".join(map(self, row)) for row in rows)

    def do_text(self, text: str) -> str:
        """Words."""
        return quoted(text)

    def do_space(self, em: float) -> str:
        """A space."""
        return f"#h({em}em)"

    def do_font(self, font: str, body: Node) -> str:
        """Another face."""
        return _FONTS[font].format(self(body))

    def do_accent(self, accent: str, body: Node) -> str:
        """An accent."""
        return f"{_ACCENTS[accent]}({self(body)})"

    def do_boxed(self, body: Node) -> str:
        """A frame."""
        inner = f'math.equation(alt: "", ${self(body)}$.body)'
        return f"#h(0.3em) #box(stroke: 0.6pt, outset: (x: 0.25em, y: 0.35em), {inner}) #h(0.3em)"


_TYPST = _Typst()
