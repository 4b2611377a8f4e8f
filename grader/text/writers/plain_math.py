"""Writes a layout tree on one line of Unicode."""

from __future__ import annotations

import re

from grader.model import Node
from grader.text import layout
from grader.text import tables as t
from grader.text.writers.alphabets import COMBINING, MINUS, SUBSCRIPTS, SUPERSCRIPTS, face, shifted
from grader.text.writers.base import Layout, words

_ATOMS = {"id", "num", "fn", "scripts", "matrix", "fence", "accent", "font", "text", "sqrt", "boxed"}
# A script that ends without a bracket would swallow a letter behind it.
_LOOSE = re.compile(r"[_^]\w$")
_SPACED = {t.BIN, t.REL}


def one_line(tree: Node) -> str:
    """A formula on one line."""
    return _PLAIN(tree)


class _Plain(Layout[str]):
    tight = 0

    def do_row(self, items: tuple[Node, ...]) -> str:
        """Items with blanks round operations and relations, none inside scripts."""
        out = ""
        for i, item in enumerate(items):
            piece = self(item)
            if item[0] == "frac" and (_operand(items[i - 1 : i]) or _operand(items[i + 1 : i + 2])):
                piece = f"({piece})"
            kind = item[2] if item[0] == "op" else ""
            if i and items[i - 1][0] == "sqrt" and item[0] in ("id", "num", "scripts"):
                out += "·"  # else it would seem to stand under the root
            if item[0] == "space":
                piece = "" if out.endswith(" ") else piece
            elif kind in _SPACED and not self.tight:
                piece = (" " if out and not out.endswith(" ") else "") + piece + " "
            elif kind == t.PUNCT and not self.tight:
                out, piece = out.rstrip(" "), piece + " "
            elif out and (_apart(out[-1], item) or (_LOOSE.search(out) and piece[:1].isalnum())):
                out += " "
            out += piece
            if layout.kind_of(item) == t.BIG:
                out += "\0"
        # A function name stands apart from its argument unless a bracket follows.
        return out.replace("\0(", "(").replace("\0[", "[").replace("\0 ", " ").replace("\0", " ").rstrip(" ")

    def do_id(self, char: str) -> str:
        """A letter."""
        return char

    def do_num(self, text: str) -> str:
        """A number."""
        return text

    def do_op(self, char: str, kind: str) -> str:
        """A sign."""
        return MINUS if char == "-" else char

    def do_fn(self, name: str) -> str:
        """A function name."""
        return name

    def do_frac(self, above: Node, below: Node) -> str:
        """A fraction with a stroke."""
        return f"{self.grouped(above)}/{self.grouped(below)}"

    def do_sqrt(self, body: Node, index: Node | None) -> str:
        """A root sign."""
        sign = {None: "√", ("num", "3"): "∛", ("num", "4"): "∜"}.get(index)
        if sign is None and index is not None:
            sign = (shifted(self(index), SUPERSCRIPTS) or f"({self(index)})") + "√"
        return f"{sign}{self.grouped(body)}"

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> str:
        """Raised and lowered characters, or `_` and `^` with brackets."""
        body = self(base) if base == ("row", ()) else self.grouped(base)
        if base[0] == "sqrt":
            body = f"({body})"  # a power behind a root sign would seem to stand under it
        return body + self.script(sub, SUBSCRIPTS, "_") + self.script(sup, SUPERSCRIPTS, "^")

    def script(self, node: Node | None, table: dict[str, str], sign: str) -> str:
        """One script."""
        if node is None:
            return ""
        self.tight += 1
        text = self(node)
        self.tight -= 1
        if sign == "_" and text.isascii() and text.isalpha() and len(text) > 1:
            return f"{sign}{text}"  # a word, as it is typed: W_out
        return shifted(text, table) or (f"{sign}{text}" if len(text) == 1 else f"{sign}({text})")

    def grouped(self, node: Node) -> str:
        """A node that holds together beside a stroke or under a root."""
        text = self(node)
        if node[0] in _ATOMS or len(text) == 1 or _sticks(node):
            return text
        return f"({text})"

    def do_fence(self, opening: str, body: Node, closing: str) -> str:
        """Fences."""
        return opening + self(body) + closing

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> str:
        """Rows in brackets, as a learner types them."""
        cells = ["[" + ", ".join(self(cell) for cell in row) + "]" for row in rows]
        body = cells[0][1:-1] if len(rows) == 1 else ", ".join(cells)
        bars = (opening, closing) if opening in ("|", "‖") else ("", "")
        return f"{bars[0]}[{body}]{bars[1]}"

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Cases behind a brace."""
        return "{ " + "; ".join(" ".join(self(cell) for cell in row) for row in rows)

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Lines behind one another."""
        return "; ".join(self.do_row(tuple(i for cell in row for i in _items(cell))) for row in rows)

    def do_text(self, text: str) -> str:
        """Words."""
        return words(text)

    def do_space(self, em: float) -> str:
        """A blank for anything wide enough."""
        return " " if em > 0.1 else ""

    def do_font(self, font: str, body: Node) -> str:
        """Faces that common fonts have, else plain letters."""
        text = self(body) if font not in ("rm", "mono") else "".join(map(self, _items(body)))
        return "".join(face(c, font, everywhere=False) for c in text)

    def do_accent(self, accent: str, body: Node) -> str:
        """A combining accent on one character, else a name."""
        text = self(body)
        mark = COMBINING[accent]
        if len(text) == 1:
            return text + mark
        return "".join(c + mark for c in text) if accent in ("overline", "underline", "bar") else f"{accent}({text})"

    def do_boxed(self, body: Node) -> str:
        """A frame as square brackets."""
        return f"[ {self(body)} ]"


def _items(node: Node) -> tuple[Node, ...]:
    return node[1] if node[0] == "row" else (node,)


def _sticks(node: Node) -> bool:
    """Whether a row holds together without brackets: `∂L`, or a function with its argument in brackets."""
    items = _items(node)
    if len(items) > 2 and items[0][0] == "fn" and items[1][0] == "op" and items[1][2] == t.OPEN:
        closers = [i for i, n in enumerate(items) if n[0] == "op" and n[2] == t.CLOSE]
        return closers == [len(items) - 1]
    return len(items) == 2 and items[0][0] == "op" and items[0][1] in "∂∇" and items[1][0] in _ATOMS


def _operand(items: tuple[Node, ...]) -> bool:
    """Whether the one item, if there is one, is a factor."""
    return bool(items) and items[0][0] in _ATOMS | {"frac"}


def _apart(last: str, item: Node) -> bool:
    """Whether a blank must separate two words or numbers."""
    if item[0] == "num":
        return last.isdigit()
    if item[0] == "fn" or (item[0] == "scripts" and item[1][0] == "fn"):
        return last.isalnum() or last in ")]|‖"
    return False


_PLAIN = _Plain()
