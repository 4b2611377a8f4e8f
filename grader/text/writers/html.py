"""Writes tokens as HTML with MathML; everything from outside is escaped."""

from __future__ import annotations

from html import escape
from itertools import zip_longest

from grader.model import Break, Code, Emph, Figure, List, Math, Node, Para, Table, Text
from grader.text.visible import breakable, typographic
from grader.text.writers.base import Writer, words
from grader.text.writers.mathml import mathml
from grader.text.writers.plain import least_width
from grader.text.writers.plain_math import one_line
from grader.text.writers.spoken import spoken


def safe(text: str) -> str:
    """Text for an element or a quoted attribute."""
    return escape(words(text), quote=True)


# Characters of a formula on a line of print, where the style sheet says no other number; what fits in every place.
_LINE, _SHORT = 75, 16
_PLACE = "\u200b"
_NARROW, _BESIDE = 40, 3  # a table that fits on every page; what the edges of a column take


def width(tree: Node) -> int:
    """About how many characters wide a formula is: a matrix as its widest entries, other things as their one line."""
    if tree[0] == "row":
        return sum(map(width, tree[1]))
    if tree[0] == "matrix":
        columns = zip_longest(*tree[1], fillvalue=("row", ()))
        return sum(max(map(width, column)) + 2 for column in columns)
    return len(one_line(tree))


def _smaller(wide: int) -> str:
    """The style of what is so many characters wide and is not broken: smaller letters where its line is shorter."""
    return f' style="font-size: calc(min(1, var(--line, {_LINE}) / {wide}) * 1em)"'


class Html(Writer):
    """An HTML fragment."""

    def write_text(self, token: Text) -> str:
        """Words."""
        return safe(typographic(token.text))

    def write_emph(self, token: Emph) -> str:
        """Stressed words."""
        name = "strong" if token.strong else "em"
        return f"<{name}>{self.write(token.items)}</{name}>"

    def write_code(self, token: Code) -> str:
        """Words in a fixed-width face."""
        return f"<code>{'<wbr>'.join(map(safe, breakable(token.text).split(_PLACE)))}</code>"

    def write_break(self, token: Break) -> str:
        """A forced line break."""
        return "<br>"

    def write_para(self, token: Para) -> str:
        """A paragraph."""
        return f"<p>{self.write(token.items)}</p>\n"

    def write_list(self, token: List) -> str:
        """A list."""
        name = "ol" if token.ordered else "ul"
        return f"<{name}>" + "".join(f"<li>{self.write(entry)}</li>" for entry in token.entries) + f"</{name}>\n"

    def write_table(self, token: Table) -> str:
        """A table; the marked row has the class `mark`."""
        head = "".join(f'<th scope="col">{self.write(cell)}</th>' for cell in token.head)
        wide = least_width(token, hyphens=False) * 4 // 5 + _BESIDE * max(
            map(len, (token.head, *token.rows)), default=1
        )
        out = f"<table{_smaller(wide)}>" if wide > _NARROW else "<table>"
        out += f"<thead><tr>{head}</tr></thead><tbody>" if any(token.head) else "<tbody>"
        for n, row in enumerate(token.rows):
            cells = "".join(f"<td>{self.write(cell)}</td>" for cell in row)
            out += f'<tr class="mark">{cells}</tr>' if n == token.mark else f"<tr>{cells}</tr>"
        return out + "</tbody></table>\n"

    def write_figure(self, token: Figure) -> str:
        """A drawing of our own builders, named for those who cannot see it."""
        return f'<figure role="img" aria-label="{safe(token.alt)}">{token.svg}</figure>\n'

    def write_math(self, token: Math) -> str:
        """A formula; one wider than its line, which browsers do not break, in smaller letters."""
        made = mathml(token.tree, token.display, spoken(token.tree, self.lang))
        wide = width(token.tree)
        if wide <= _SHORT:
            return made
        return made.replace("<math", f"<math{_smaller(wide)}", 1)
