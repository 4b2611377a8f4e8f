"""Writes a layout tree as LaTeX that reads back as the same tree."""

from __future__ import annotations

import re

from grader.model import Node
from grader.text import layout
from grader.text import tables as t
from grader.text.writers.base import Layout

_GREEK = {char: name for name, char in reversed(t.GREEK.items())}
_SIGNS = {sign: name for name, sign in reversed(t.OPERATORS.items())}
_FONTS = {font: name for name, font in reversed(t.FONTS.items())}
_SPACES = {em: name for name, em in t.SPACES.items()}
_FENCES = {char: name for name, char in reversed(t.DELIMITERS.items())}
_ENVIRONMENTS = {fences: name for name, fences in t.ENVIRONMENTS.items() if "matrix" in name}
_TYPED = {char for char in t.CHARACTERS if char.isascii()} | {"—"}
# Short names that LaTeX itself does not have.
_OURS = {"softmax", "argmax", "argmin", "rank"}
_DIGITS = "0123456789."
_SPECIAL = re.compile(r"[{}%$#&_]")


def latex(tree: Node) -> str:
    """LaTeX source of a layout tree."""
    return _SOURCE(tree)


class _Source(Layout[str]):
    def do_row(self, items: tuple[Node, ...]) -> str:
        """Items behind one another, a group for an inner row and for an operation that stands as a sign."""
        out = ""
        before: Node | None = None
        for item in items:
            inner = item[0] == "row" or (_demoted(item) and out and layout.kind_of(before) in (t.ORD, t.CLOSE))
            piece = "{" + self(item) + "}" if inner else self(item)
            before = before if item[0] == "space" else item
            # `\alpha x`, the digits of two numbers and two `<` must not run together.
            if out and (
                (_open_macro(out) and piece[0].isalpha())
                or (out[-1] in _DIGITS and piece[0] in _DIGITS)
                or out[-1] == piece[0] == "<"
            ):
                out += " "
            out += piece
        return out

    def do_id(self, char: str) -> str:
        """A letter."""
        return "\\" + _GREEK[char] if char in _GREEK else char

    def do_num(self, text: str) -> str:
        """A number; its grouping commas keep their braces."""
        return text.replace(",", "{,}")

    def do_op(self, char: str, kind: str) -> str:
        """A sign."""
        if (char in _TYPED and t.CHARACTERS[char][1] == kind) or char in "+-*":
            return char
        name = _SIGNS.get((char, kind))
        return "\\" + name if name else char

    def do_fn(self, name: str) -> str:
        """A function name."""
        if name in t.FUNCTIONS - _OURS:
            return "\\" + name
        return f"\\operatorname{'*' if name in t.LIMIT_FUNCTIONS else ''}{{{name}}}"

    def do_frac(self, above: Node, below: Node) -> str:
        """A fraction."""
        return f"\\frac{{{self(above)}}}{{{self(below)}}}"

    def do_sqrt(self, body: Node, index: Node | None) -> str:
        """A root."""
        shown = f"[{self(index)}]" if index is not None else ""
        return f"\\sqrt{shown}{{{self(body)}}}"

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> str:
        """A base with its scripts."""
        body = self(base)
        if base[0] in ("scripts", "row") or _demoted(base):
            body = "{" + body + "}"
        below = f"_{{{self(sub)}}}" if sub is not None else ""
        above = f"^{{{self(sup)}}}" if sup is not None else ""
        return body + below + above

    def do_fence(self, opening: str, body: Node, closing: str) -> str:
        """Growing fences."""
        return f"\\left{_FENCES[opening]} {self(body)} \\right{_FENCES[closing]}"

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> str:
        """A matrix."""
        return self._environment(_ENVIRONMENTS[opening, closing], rows)

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """A case distinction."""
        return self._environment("cases", rows)

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Aligned lines."""
        return self._environment("aligned", rows)

    def _environment(self, name: str, rows: tuple[tuple[Node, ...], ...]) -> str:
        body = r" \\ ".join(" & ".join(self(cell) for cell in row) for row in rows)
        if rows[-1] == (("row", ()),):
            body += r" \\"
        return f"\\begin{{{name}}} {body} \\end{{{name}}}"

    def do_text(self, text: str) -> str:
        """Words."""
        return "\\text{" + _SPECIAL.sub(r"\\\g<0>", text) + "}"

    def do_space(self, em: float) -> str:
        """A space."""
        return "\\" + _SPACES[em]

    def do_font(self, font: str, body: Node) -> str:
        """A face."""
        return f"\\{_FONTS[font]}{{{self(body)}}}"

    def do_accent(self, accent: str, body: Node) -> str:
        """An accent."""
        return f"\\{accent}{{{self(body)}}}"

    def do_boxed(self, body: Node) -> str:
        """A frame."""
        return f"\\boxed{{{self(body)}}}"

    def do_hole(self, expr: str, format: str) -> str:
        """A placeholder, as authored."""
        return f"<<{expr}:{format}>>" if format else f"<<{expr}>>"


def _demoted(node: Node) -> bool:
    return node[0] == "op" and node[2] == t.ORD and (node[1] in "+-*" or (node[1], t.BIN) in _SIGNS)


def _open_macro(text: str) -> bool:
    return re.search(r"\\[A-Za-z]+$", text) is not None


_SOURCE = _Source()
