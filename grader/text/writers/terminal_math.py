"""Lays out a formula in two dimensions of Unicode characters."""

from __future__ import annotations

import re

from grader.model import Node
from grader.text import layout
from grader.text import tables as t
from grader.text.writers import boxes as b
from grader.text.writers.alphabets import SUBSCRIPTS, SUPERSCRIPTS, shifted
from grader.text.writers.alphabets import letters as layout_letters
from grader.text.writers.base import Layout
from grader.text.writers.boxes import Box
from grader.text.writers.plain_math import one_line

_NUMBER = re.compile(r"−?\d[\d,]*(\.\d+)?")
_NAMED = re.compile(r"_[A-Za-z]+[ᵀ′]?$")
_SPACED = {t.BIN, t.REL}
_GROUPED = {"row", "frac", "aligned", "cases"}


def laid_out(tree: Node, display: bool) -> Box:
    """The box of a formula."""
    return (_DISPLAY if display else _INLINE)(tree)


def pieces(tree: Node, display: bool) -> list[Box]:
    """The formula cut before its outer relations and operations, where a long one may go on in a new line."""
    items = tree[1] if tree[0] == "row" else (tree,)
    depth, start, cuts = 0, 0, []
    for i, item in enumerate(items):
        sign = item[1] if item[0] == "scripts" else item
        if sign[0] == "op":
            depth += (sign[2] == t.OPEN) - (sign[2] == t.CLOSE)
            if depth == 0 and item[0] == "op" and item[2] in _SPACED and i > start:
                cuts.append(items[start:i])
                start = i
    form = _DISPLAY if display else _INLINE
    return [form.do_row(part) for part in (*cuts, items[start:])]


class _Terminal(Layout[Box]):
    def __init__(self, display: bool) -> None:
        self.display = display
        self.tight = 0

    def do_row(self, items: tuple[Node, ...]) -> Box:
        """Items on one baseline, blanks as on a single line of text."""
        out: list[Box] = []
        blank = True
        before: Node | None = None
        for item in items:
            box = self(item)
            kind = item[2] if item[0] == "op" else ""
            if item[0] == "space":
                box = b.NOTHING if blank and item[1] < 1 else box
            elif kind in _SPACED and not self.tight:
                out.append(b.text("" if blank else " "))
                box = b.beside([box, b.text(" ")])
            elif kind == t.PUNCT and not self.tight:
                box = b.beside([box, b.text(" ")])
            elif before is not None and before[0] == "sqrt" and item[0] in ("id", "num", "scripts"):
                out.append(b.text("·"))  # else it would seem to stand under the root
            elif not blank and (_apart(before, item) or _touches(out, box)):
                out.append(b.text(" "))
            if box.width:
                blank = box.lines[box.base].endswith(" ")
            out.append(box)
            before = item
        box = b.beside(out)
        if box.height == 1 and box.lines[0].endswith(" "):
            return b.text(box.lines[0].rstrip(" "))
        return box

    def flat(self, node: Node) -> Box:
        """Anything that is always one line."""
        return b.text(one_line(node))

    def do_id(self, char: str) -> Box:
        """A letter."""
        return b.text(char)

    def do_num(self, text: str) -> Box:
        """A number."""
        return b.text(text)

    def do_op(self, char: str, kind: str) -> Box:
        """A sign."""
        return self.flat(("op", char, kind))

    def do_fn(self, name: str) -> Box:
        """A function name."""
        return b.text(name)

    def do_frac(self, above: Node, below: Node) -> Box:
        """A fraction with a bar; plain numbers side by side in running text."""
        if not self.display and above[0] == below[0] == "num":
            return b.text(f"{above[1]}/{below[1]}")
        inner = _INLINE if self.display else self
        top, bottom = inner(above), inner(below)
        bar = b.text("─" * (max(top.width, bottom.width) + 2))
        return b.above([top, bar, bottom], 1)

    def do_sqrt(self, body: Node, index: Node | None) -> Box:
        """A root sign before one line, a frame over more."""
        inside = self(body)
        if inside.height == 1 or _INLINE(body).height == 1:
            return self.flat(("sqrt", body, index))
        roof = b.text("─" * inside.width)
        side = Box(("┌", *["│"] * (inside.height - 1), "⎷"), inside.base + 1, 1)
        box = b.beside([side, b.above([roof, inside], 1)])
        return box if index is None else b.beside([self._corner(self(index), box), box])

    def _corner(self, mark: Box, beside: Box) -> Box:
        """A small mark at the upper left of a tall box."""
        blank = beside.height - mark.height
        return Box((*mark.lines, *[" " * mark.width] * max(blank, 0)), beside.base, mark.width)

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> Box:
        """Limits, raised and lowered characters, or raised and lowered lines."""
        body = self.grouped(base)
        if self.display and self._takes_limits(base):
            parts = [self.small(sup)] if sup is not None else []
            return b.above([*parts, body, *([self.small(sub)] if sub is not None else [])], len(parts))
        name = (layout_letters(sub) or "") if sub is not None else ""
        words = name.isalpha() and (sup is None or self._shifted(sup, SUPERSCRIPTS) is not None)
        if body.height == 1 and (not self.display or words):
            return b.text(one_line(("scripts", base, sub, sup)))  # within a line of text, a line it stays
        below = self._shifted(sub, SUBSCRIPTS)
        above = self._shifted(sup, SUPERSCRIPTS)
        if body.height == 1 and below is not None and above is not None:
            return b.beside([body, b.text(below + above)])
        return b.beside([body, self._column(body, sub, sup)])

    def _column(self, body: Box, sub: Node | None, sup: Node | None) -> Box:
        """Scripts above and below the lines of their base."""
        high = self.small(sup) if sup is not None else None
        low = self.small(sub) if sub is not None else None
        columns = max(x.width for x in (high, low) if x is not None)
        lines: list[str] = []
        if high is not None:
            lines.extend(b.pad(high, columns, "left").lines)
        base = len(lines) + body.base
        overlap = 1 if high is not None and body.height > 1 else 0
        lines.extend([" " * columns] * (body.height - overlap))
        if low is not None:
            lines = lines[: -1 if body.height > 1 else None]
            lines.extend(b.pad(low, columns, "left").lines)
        return Box(tuple(lines), base - overlap, columns)

    def _takes_limits(self, base: Node) -> bool:
        return (base[0] == "op" and base[1] in t.LIMIT_SIGNS) or (base[0] == "fn" and base[1] in t.LIMIT_FUNCTIONS)

    def _shifted(self, node: Node | None, table: dict[str, str]) -> str | None:
        """A script in characters of its own, '' if there is none, None if it cannot be written so."""
        if node is None:
            return ""
        box = self.small(node)
        return shifted(box.lines[0], table) if box.height == 1 else None

    def small(self, node: Node) -> Box:
        """A script, without blanks round its signs."""
        self.tight += 1
        box = self(node)
        self.tight -= 1
        return box

    def grouped(self, node: Node) -> Box:
        """The base of a script, in brackets where it is more than one thing."""
        box = self(node)
        return self._fenced("(", box, ")") if node[0] in _GROUPED and node != layout.EMPTY else box

    def _fenced(self, opening: str, box: Box, closing: str) -> Box:
        left, right = (b.fence(sign, box.height, box.base) for sign in (opening, closing))
        return b.beside([left, box, right])

    def do_fence(self, opening: str, body: Node, closing: str) -> Box:
        """Fences as tall as their body."""
        return self._fenced(opening, self(body), closing)

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> Box:
        """A matrix; numbers stand point under point."""
        columns = [_pointed([self(row[n]) for row in rows]) for n in range(len(rows[0]))]
        lines = b.columns_aligned(list(zip(*columns, strict=True)), ["center"], ["  "])
        return self._fenced(opening, _stacked(lines), closing)

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> Box:
        """Cases behind a brace."""
        lines = b.columns_aligned([[self(cell) for cell in row] for row in rows], ["left"], ["  "])
        return self._fenced("{", _stacked(lines), "")

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> Box:
        """Lines aligned at their marks."""
        cells = [[self(cell) for cell in row] for row in rows]
        return _stacked(b.columns_aligned(cells, ["right", "left"], ["   ", " "]))

    def do_text(self, text: str) -> Box:
        """Words."""
        return self.flat(("text", text))

    def do_space(self, em: float) -> Box:
        """Blanks: two for a quad."""
        return b.text(" " * round(em * 2) if em >= 1 else " " if em > 0.1 else "")

    def do_font(self, font: str, body: Node) -> Box:
        """A face; larger shapes keep their own letters."""
        box = self(body)
        return self.flat(("font", font, body)) if box.height == 1 else box

    def do_accent(self, accent: str, body: Node) -> Box:
        """An accent on one line, a bar over more."""
        box = self(body)
        if box.height == 1:
            return self.flat(("accent", accent, body))
        bar = b.text("─" * box.width)
        return b.above([box, bar], 0) if accent == "underline" else b.above([bar, box], 1)

    def do_boxed(self, body: Node) -> Box:
        """A frame."""
        box = self(body)
        if box.height == 1 and not self.display:
            return self.flat(("boxed", body))
        edge = "─" * (box.width + 2)
        side = Box(("│",) * box.height, box.base, 1)
        middle = b.beside([side, b.text(" "), box, b.text(" "), side])
        return b.above([b.text(f"┌{edge}┐"), middle, b.text(f"└{edge}┘")], 1)


def _pointed(cells: list[Box]) -> list[Box]:
    """A column of numbers with equally many places reserved behind the point; other columns as they are."""
    texts = [c.lines[0] for c in cells]
    if any(c.height > 1 or not _NUMBER.fullmatch(s) for c, s in zip(cells, texts, strict=True)):
        return cells
    tails = [len(s) - s.find(".") if "." in s else 0 for s in texts]
    padded = [s + " " * (max(tails) - tail) for s, tail in zip(texts, tails, strict=True)]
    columns = max(map(len, padded))
    return [b.text(s.rjust(columns)) for s in padded]


def _stacked(lines: list[Box]) -> Box:
    """Rows under one another, with air between tall ones, centred on the line of text."""
    if any(line.height > 1 for line in lines):
        lines = [part for line in lines for part in (b.NOTHING, line)][1:]
    if len(lines) == 1:
        return lines[0]
    box = b.above(lines, 0, "left")
    return Box(box.lines, (box.height - 1) // 2, box.width)


def _touches(out: list[Box], box: Box) -> bool:
    """Whether a minus would run into the bar of a fraction, or a name into one with a word below it."""
    if not out or not out[-1].width or not box.width:
        return False
    left, right = out[-1].lines[out[-1].base], box.lines[box.base]
    named = (_NAMED.search(left) and right[:1].isalnum()) or (_NAMED.search(right) and left[-1:].isalnum())
    return bool(named) or (right[:1] == "─" and left[-1:] in ("−", "─"))


def _apart(before: Node | None, item: Node) -> bool:
    """Whether a blank parts two neighbours: after a function or a sum, between numbers, before a function."""
    if before is None or before[0] == "space":
        return False
    opened = item[0] == "op" and item[2] in (t.OPEN, t.CLOSE, t.PUNCT)
    if layout.kind_of(before) == t.BIG:
        return not opened and item[0] != "fence"
    if layout.kind_of(item) == t.BIG:
        left = layout.kind_of(before)
        return left == t.CLOSE or (left == t.ORD and (before[0] != "op" or before[1] in "|‖"))
    if "frac" in (before[0], item[0]):
        return bool(before[0] != "op" and item[0] != "op")
    return bool(before[0] == item[0] == "num")


_DISPLAY = _Terminal(True)
_INLINE = _Terminal(False)
