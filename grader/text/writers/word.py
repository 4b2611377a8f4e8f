"""HTML for a converter to Word, which raises whole groups and neither breaks nor shrinks a matrix."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.model import Math, Node, Table
from grader.text import layout
from grader.text.writers.html import Html, safe, width
from grader.text.writers.spoken import spoken
from grader.text.writers.typst_math import typst_math

_PAIRS = {")": "(", "]": "["}
LINE = 56  # characters of a formula, as `width` counts them, in the narrowest list of options on paper


class Word(Html):
    """Runs of tokens as HTML whose formulas have no lone bracket under a power."""

    def __init__(self, lang: str = "en", line: int = LINE) -> None:
        """Set the language of spoken words, and how many characters of a formula a line takes."""
        super().__init__(lang)
        self.line = line

    def write_math(self, token: Math) -> str:
        """The formula as MathML; one wider than its line as Typst, of which a picture is to be made."""
        if width(token.tree) <= self.line:
            return super().write_math(replace(token, tree=gathered(token.tree)))
        alt, source = safe(spoken(token.tree, self.lang)), safe(typst_math(token.tree))
        return f'<img alt="{alt}" data-line="{self.line}" data-typst="{source}">'

    def write_table(self, token: Table) -> str:
        """A table, whose cells share the line."""
        columns = max(map(len, (token.head, *token.rows)), default=1)
        inner = Word(self.lang, max(1, self.line // max(1, columns)))
        return super(Word, inner).write_table(token)


def gathered(node: Any) -> Any:
    """A layout tree in which brackets are groups, so that `(a + b)^2` raises one and a sum is over one."""
    if not isinstance(node, tuple) or not node:
        return node
    if node[0] != "row":
        return tuple(gathered(part) for part in node)
    out: list[Node] = []
    for item in map(gathered, node[1]):
        closing = item[1] if item[0] == "scripts" else item
        opening = _PAIRS.get(closing[1]) if closing[0] == "op" else None
        at = _opened(out, opening, closing[1]) if opening else None
        if at is None or opening is None or at + 1 == len(out):
            out.append(item)
            continue
        group = ("fence", opening, layout.join(out[at + 1 :]), closing[1])
        out[at:] = [("scripts", group, *item[2:]) if item[0] == "scripts" else group]
    return layout.join(out)


def _opened(items: list[Node], opening: str, closing: str) -> int | None:
    """Where the bracket was opened that closes behind these items."""
    depth = 1
    for place in range(len(items) - 1, -1, -1):
        if items[place][0] == "op" and items[place][1] in (opening, closing):
            depth += 1 if items[place][1] == closing else -1
            if not depth:
                return place
    return None
