"""Writes a layout tree as MathML Core."""

from __future__ import annotations

from html import escape
from typing import Any

from grader.model import Node
from grader.text import tables as t
from grader.text.visible import visible
from grader.text.writers.alphabets import MINUS, face, letters
from grader.text.writers.base import Layout

_ACCENTS = {"hat": "^", "bar": "¯", "vec": "→", "tilde": "~", "dot": "˙", "overline": "¯", "underline": "_"}
_STRETCHED = {"overline", "underline"}
_FRAME = "border:1px solid;padding:0.25em"


def mathml(tree: Node, display: bool, alt: str) -> str:
    """A `math` element with its alternative text."""
    block = ' display="block"' if display else ""
    return f'<math{block} alttext="{_safe(alt)}">{_MATHML(tree)}</math>'


def _safe(text: str) -> str:
    return escape(visible(text), quote=True)


def _el(name: str, body: str, **attributes: Any) -> str:
    shown = "".join(f' {key}="{value}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{shown}>{body}</{name}>"


class _MathML(Layout[str]):
    def do_row(self, items: tuple[Node, ...]) -> str:
        """A row."""
        return _el("mrow", "".join(map(self, items)))

    def do_id(self, char: str) -> str:
        """A letter."""
        return _el("mi", char)

    def do_num(self, text: str) -> str:
        """A number."""
        return _el("mn", text)

    def do_op(self, char: str, kind: str) -> str:
        """A sign; fences typed without left and right keep their size."""
        fence = kind in (t.OPEN, t.CLOSE) or char in "|‖"
        form = {t.OPEN: "prefix", t.CLOSE: "postfix"}.get(kind)
        if kind == t.ORD and char in "+-":
            form = "prefix"
        tight = "0" if kind == t.ORD and char in "|‖/" else None
        shown = _safe(MINUS if char == "-" else char)
        return _el("mo", shown, stretchy="false" if fence else None, form=form, lspace=tight, rspace=tight)

    def do_fn(self, name: str) -> str:
        """A function name."""
        return _el("mi", _safe(name)) + '<mo rspace="0.17em">\u2061</mo>'

    def do_frac(self, above: Node, below: Node) -> str:
        """A fraction."""
        return _el("mfrac", self(above) + self(below))

    def do_sqrt(self, body: Node, index: Node | None) -> str:
        """A root."""
        return _el("msqrt", self(body)) if index is None else _el("mroot", self(body) + self(index))

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> str:
        """Scripts, or limits under and over signs that take them."""
        limits = (base[0] == "op" and base[1] in t.LIMIT_SIGNS) or (base[0] == "fn" and base[1] in t.LIMIT_FUNCTIONS)
        body = _el("mi", _safe(base[1])) if base[0] == "fn" else self(base)
        names = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
        name = names[2] if sub is not None and sup is not None else names[0] if sub is not None else names[1]
        return _el(name, body + "".join(self(n) for n in (sub, sup) if n is not None))

    def do_fence(self, opening: str, body: Node, closing: str) -> str:
        """Growing fences."""
        left = _el("mo", _safe(opening), form="prefix", fence="true", stretchy="true") if opening else ""
        right = _el("mo", _safe(closing), form="postfix", fence="true", stretchy="true") if closing else ""
        return _el("mrow", left + self(body) + right)

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> str:
        """A matrix."""
        return self._fenced(opening, self._table(rows), closing)

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """A case distinction."""
        return self._fenced("{", self._table(rows, ("text-align:left",)), "")

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Aligned lines."""
        return self._table(rows, ("text-align:right;padding-right:0", "text-align:left;padding-left:0.25em"))

    def _fenced(self, opening: str, body: str, closing: str) -> str:
        left = _el("mo", _safe(opening), form="prefix", stretchy="true") if opening else ""
        right = _el("mo", _safe(closing), form="postfix", stretchy="true") if closing else ""
        return _el("mrow", left + body + right)

    def _table(self, rows: tuple[tuple[Node, ...], ...], styles: tuple[str, ...] = ()) -> str:
        body = ""
        for row in rows:
            cells = ""
            for n, cell in enumerate(row):
                cells += _el("mtd", self(cell), style=styles[n % len(styles)] if styles else None)
            body += _el("mtr", cells)
        return _el("mtable", body, displaystyle="true" if len(styles) == 2 else None)

    def do_text(self, text: str) -> str:
        """Words; blanks at their ends would be dropped as ordinary ones."""
        return _el("mtext", _safe(text).replace(" ", "\u00a0"))

    def do_space(self, em: float) -> str:
        """A space."""
        return f'<mspace width="{em}em"/>'

    def do_font(self, font: str, body: Node) -> str:
        """Letters of another face."""
        name = letters(body)
        if name is None:
            # A row or a larger shape: the face reaches its letters one by one.
            return _el("mrow", "".join(self(_faced(n, font)) for n in (body[1] if body[0] == "row" else (body,))))
        shown = "".join(face(c, font) for c in name)
        return _el("mi", _safe(shown), mathvariant="normal" if font in ("rm", "bold") and len(shown) == 1 else None)

    def do_accent(self, accent: str, body: Node) -> str:
        """An accent."""
        sign = _el("mo", _ACCENTS[accent], stretchy="true" if accent in _STRETCHED else "false")
        if accent == "underline":
            return _el("munder", self(body) + sign)
        return _el("mover", self(body) + sign, accent="true")

    def do_boxed(self, body: Node) -> str:
        """A frame."""
        return _el("mrow", self(body), style=_FRAME)


def _faced(node: Node, font: str) -> Node:
    return ("font", font, node) if node[0] in ("id", "num") else node


_MATHML = _MathML()
