"""Writes tokens as Markdown for Obsidian, without the blank lines and signs that end or part a flashcard there."""

from __future__ import annotations

import re

from grader.errors import CannotRead
from grader.model import Break, Code, Emph, Figure, List, Math, Para, Table, Text, say
from grader.text.writers.base import Writer, words
from grader.text.writers.latex_source import latex

_SPECIAL = re.compile(r"[\\`*_\[\]<>#|$~]")
# What parts a card, or opens a gap, wherever it stands outside code.
_PARTING = re.compile(r"::|==|\{\{|%%")
# What would begin a list at the start of a line; the sign behind the digits is the one to escape.
_LIST_SIGN = re.compile(r"^(\d+(?=[.)])|(?=[-+]))(.)")


class Obsidian(Writer):
    """Lines of one side of a card; raises CannotRead for words that the target would take for a separator."""

    def write_text(self, token: Text) -> str:
        """Words."""
        text = words(token.text)
        found = _PARTING.search(text)
        if found:
            raise CannotRead(say("publish.separator", sign=found[0]))
        return _SPECIAL.sub(r"\\\g<0>", text)

    def write_emph(self, token: Emph) -> str:
        """Stressed words."""
        sign = "**" if token.strong else "*"
        return f"{sign}{self.write(token.items).strip()}{sign}"

    def write_code(self, token: Code) -> str:
        """Code, in which nothing parts a card."""
        return f"`{words(token.text).replace('`', 'ˋ')}`"

    def write_break(self, token: Break) -> str:
        """A new line."""
        return "\n"

    def write_para(self, token: Para) -> str:
        """A line, indented where it would begin as a list or a heading."""
        text = self.write(token.items).strip()
        return _LIST_SIGN.sub(r"\1\\\2", text) + "\n"

    def write_list(self, token: List) -> str:
        """A line an entry."""
        marks = (f"{n}." if token.ordered else "-" for n in range(1, len(token.entries) + 1))
        entries = (self.write(entry).strip().replace("\n", " ") for entry in token.entries)
        return "".join(f"{mark} {entry}\n" for mark, entry in zip(marks, entries, strict=True))

    def write_table(self, token: Table) -> str:
        """A Markdown table; the marked row is bold."""
        count = max(map(len, (token.head, *token.rows)), default=1)
        head = token.head or ((),) * count
        rows = ["| " + " | ".join(self._cell(cell) for cell in head) + " |", "|" + " --- |" * count]
        for n, row in enumerate(token.rows):
            cells = (f"**{self._cell(cell)}**" if n == token.mark else self._cell(cell) for cell in row)
            rows.append("| " + " | ".join(cells) + " |")
        return "\n".join(rows) + "\n"

    def _cell(self, cell: object) -> str:
        return self.write(cell).strip().replace("\n", " ")  # type: ignore[arg-type]

    def write_figure(self, token: Figure) -> str:
        """A drawing as one line of HTML."""
        return re.sub(r"\s+", " ", token.svg) + "\n"

    def write_math(self, token: Math) -> str:
        """A formula; its signs are held apart where two of them would part the card."""
        source = latex(token.tree).replace("::", "{:}{:}").replace("==", "{=}{=}")
        return f"\n$${source}$$\n" if token.display else f"${source}$"
