"""Writes tokens as Typst markup; every word is escaped, so no text becomes code."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.model import Break, Code, Emph, Figure, List, Math, Para, Table, Text
from grader.text.visible import breakable, typographic
from grader.text.writers.base import Writer, words
from grader.text.writers.plain import least_width
from grader.text.writers.spoken import spoken
from grader.text.writers.typst_math import quoted, typst_math

_SPECIAL = re.compile(r"[\\#$*_`<>@\[\]\"'~/=+\-.:;,(){}^&|!?%]")
# Signs that only mean something to Typst in some places; left alone inside words for the source to stay legible.
_HARMLESS = re.compile(r"\\([,;!?%()&|^])")

_UNBROKEN = 120  # characters of source, at most about half a line
_NARROW = 30  # characters of a table that fits on every page


def escape(text: str) -> str:
    """Running text as Typst markup that shows just that text, also straight behind a call."""
    shown = _HARMLESS.sub(r"\1", _SPECIAL.sub(r"\\\g<0>", words(text)))
    # Behind a formula, `;` would end the call unseen and `(` would give it arguments.
    return "\\" + shown if shown[:1] in (";", "(") else shown


class Typst(Writer):
    """Typst markup; a figure is written as `image(...)` of what `place` gives for its SVG."""

    def __init__(self, lang: str = "en", place: Callable[[str], str] | None = None) -> None:
        """Set the language of spoken words; `place` stores an SVG and gives its path."""
        super().__init__(lang)
        self.place = place

    def write_text(self, token: Text) -> str:
        """Words."""
        return breakable(escape(typographic(token.text)))

    def write_emph(self, token: Emph) -> str:
        """Stressed words."""
        return f"#{'strong' if token.strong else 'emph'}[{self.write(token.items)}]"

    def write_code(self, token: Code) -> str:
        """Words in a fixed-width face."""
        return f"#raw({breakable(quoted(words(token.text)))})"

    def write_break(self, token: Break) -> str:
        """A forced line break."""
        return "#linebreak()"

    def write_para(self, token: Para) -> str:
        """A paragraph."""
        return self.write(token.items) + "\n\n"

    def write_list(self, token: List) -> str:
        """A list."""
        entries = "".join(f"[{self.write(entry).rstrip()}], " for entry in token.entries)
        return f"#{'enum' if token.ordered else 'list'}({entries})\n\n"

    def write_table(self, token: Table) -> str:
        """A table; the marked row is tinted and bold."""
        count = max(map(len, (token.head, *token.rows)), default=1)
        cells = ""
        if any(token.head):
            cells += "table.header(" + "".join(f"[#strong[{self.write(c)}]], " for c in token.head) + "), "
        for n, row in enumerate(token.rows):
            for cell in row:
                body = f"[{self.write(cell)}]"
                cells += f"table.cell(fill: luma(225), strong{body}), " if n == token.mark else body + ", "
        hyphens = self.lang == "en"
        wide = least_width(token, hyphens)
        if wide <= _NARROW:
            return f"#table(columns: {count}, {cells})\n\n"
        # What cannot be broken is made smaller where the page is too narrow for it.
        room = f"(page.width - 4.4cm - {11 * count}pt) / ({wide} * 0.5em).to-absolute()"
        size = f"set text(size: 1em * calc.min(1, {room}), hyphenate: true)"
        return f"#context {{ {size}; table(columns: {count}, {cells}) }}\n\n"

    def write_figure(self, token: Figure) -> str:
        """A drawing with its words."""
        source = quoted(self.place(token.svg)) if self.place else f"bytes({quoted(token.svg.replace(chr(10), ' '))})"
        return f"#figure(image({source}, alt: {quoted(words(token.alt))}))\n\n"

    def write_math(self, token: Math) -> str:
        """An equation with its words for those who cannot see it."""
        alt = quoted(spoken(token.tree, self.lang))
        block = "true" if token.display else "false"
        source = typst_math(token.tree)
        call = f"math.equation(alt: {alt}, block: {block}, ${source}$.body)"
        # A short formula stays on one line; a long one must be able to break.
        return f"#box({call})" if not token.display and len(source) <= _UNBROKEN else f"#{call}"
