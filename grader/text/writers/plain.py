"""Writes tokens as plain Unicode text on one line."""

from __future__ import annotations

from itertools import zip_longest

from grader.model import Break, Code, Emph, Figure, List, Math, Para, Table, Text
from grader.text.visible import breakable
from grader.text.writers.base import Writer, words
from grader.text.writers.plain_math import one_line


class Plain(Writer):
    """One line of text; blocks are joined by blanks."""

    def write_text(self, token: Text) -> str:
        """Words."""
        return words(token.text)

    def write_emph(self, token: Emph) -> str:
        """Stress is dropped."""
        return self.write(token.items)

    def write_code(self, token: Code) -> str:
        """Code as it is."""
        return words(token.text)

    def write_break(self, token: Break) -> str:
        """A blank."""
        return " "

    def write_para(self, token: Para) -> str:
        """Words and a blank."""
        return self.write(token.items) + " "

    def write_list(self, token: List) -> str:
        """Entries with bullets or numbers."""
        marks = (f"{n}." if token.ordered else "•" for n in range(1, len(token.entries) + 1))
        return "".join(f"{mark} {self.write(e).rstrip()} " for mark, e in zip(marks, token.entries, strict=True))

    def write_table(self, token: Table) -> str:
        """Rows with strokes between cells."""
        rows = (token.head, *token.rows) if any(token.head) else token.rows
        return "; ".join(" | ".join(self.write(cell) for cell in row) for row in rows) + " "

    def write_figure(self, token: Figure) -> str:
        """The figure's words."""
        return f"[{words(token.alt)}] "

    def write_math(self, token: Math) -> str:
        """A formula on one line."""
        return one_line(token.tree)


_SYLLABLES = 8  # letters of a long word that stand on one line where it is hyphenated


def least_width(table: Table, hyphens: bool) -> int:
    """How many characters wide a table is at least: the longest words of its columns, hyphenated if they may be."""
    written = [[Plain().write(cell) for cell in row] for row in (table.head, *table.rows)]
    out = 0
    for column in zip_longest(*written, fillvalue=""):
        found = [piece for cell in column for piece in breakable(cell).replace("\u200b", " ").split()]
        out += max(
            (min(len(word), _SYLLABLES) if hyphens and word.isalpha() else len(word) for word in found), default=0
        )
    return out
