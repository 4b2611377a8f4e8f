"""Rectangles of characters with a baseline, and how they are put together."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass


def width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me")
        else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Box:
    """Lines of equal width; `base` is the index of the line that text beside it stands on."""

    lines: tuple[str, ...]
    base: int
    width: int

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)


def text(words: str, shown: str | None = None) -> Box:
    """One line; `shown` is what is printed where it differs in invisible codes."""
    return Box((words if shown is None else shown,), 0, width(words))


NOTHING = text("")


def pad(box: Box, columns: int, align: str = "center") -> Box:
    """The box widened to `columns`."""
    spare = columns - box.width
    if spare <= 0:
        return box
    left = {"left": 0, "right": spare, "center": spare // 2}[align]
    return Box(tuple(" " * left + line + " " * (spare - left) for line in box.lines), box.base, columns)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes next to one another on a common baseline."""
    kept = [b for b in boxes if b.width or b.height > 1]
    if not kept:
        return NOTHING
    base = max(b.base for b in kept)
    height = base + max(b.height - b.base for b in kept)
    lines = []
    for y in range(height):
        line = ""
        for b in kept:
            row = y - base + b.base
            line += b.lines[row] if 0 <= row < b.height else " " * b.width
        lines.append(line)
    return Box(tuple(lines), base, sum(b.width for b in kept))


def above(boxes: Sequence[Box], base: int, align: str = "center") -> Box:
    """Boxes over one another; the baseline is that of the box with index `base`."""
    columns = max(b.width for b in boxes)
    lines: list[str] = []
    line_of_base = 0
    for n, b in enumerate(boxes):
        if n == base:
            line_of_base = len(lines) + b.base
        lines.extend(pad(b, columns, align).lines)
    return Box(tuple(lines), line_of_base, columns)


# fence: (top, middle, bottom, waist); the waist is only for braces
_FENCES = {
    "[": "⎡⎢⎣⎢", "]": "⎤⎥⎦⎥", "(": "⎛⎜⎝⎜", ")": "⎞⎟⎠⎟", "|": "││││", "‖": "‖‖‖‖", "{": "⎧⎪⎩⎨", "}": "⎫⎪⎭⎬",
    "⌊": "⎢⎢⎣⎢", "⌋": "⎥⎥⎦⎥", "⌈": "⎡⎢⎢⎢", "⌉": "⎤⎥⎥⎥", "⟨": "╱│╲⟨", "⟩": "╲│╱⟩", "/": "╱╱╱╱",
}  # fmt: skip


def fence(sign: str, height: int, base: int) -> Box:
    """A fence as tall as what it holds."""
    if not sign:
        return NOTHING
    if height == 1:
        return text(sign)
    top, middle, bottom, waist = tuple(_FENCES.get(sign, sign * 4))
    if sign in "{}" and height == 2:
        return Box(("⎰" if sign == "{" else "⎱", "⎱" if sign == "{" else "⎰"), base, 1)
    lines = [top, *[middle] * (height - 2), bottom]
    if waist != middle and height > 2:
        lines[height // 2] = waist
    return Box(tuple(lines), base, 1)


def columns_aligned(rows: Sequence[Sequence[Box]], aligns: Sequence[str], gap: Sequence[str]) -> list[Box]:
    """Every row as one box, its cells widened to their columns; `gap` stands in front of each column."""
    count = max(map(len, rows))
    filled = [[*row, *[NOTHING] * (count - len(row))] for row in rows]
    wide = [max(row[n].width for row in filled) for n in range(count)]
    out = []
    for row in filled:
        cells: list[Box] = []
        for n, cell in enumerate(row):
            cells.append(text(gap[n % len(gap)] if n else ""))
            cells.append(pad(cell, wide[n], aligns[n % len(aligns)]))
        out.append(beside(cells))
    return out
