r"""Writes tokens as HTML for Anki: formulas as LaTeX between `\(` and `\)`, which Anki's MathJax sets."""

from __future__ import annotations

from grader.model import Figure, Math
from grader.text.writers.html import Html, safe
from grader.text.writers.latex_source import latex


class Anki(Html):
    """An HTML field of an Anki note."""

    def write_math(self, token: Math) -> str:
        """A formula; `}}` would end a template's field, and a cloze."""
        opening, closing = (r"\[", r"\]") if token.display else (r"\(", r"\)")
        return opening + safe(latex(token.tree)).replace("}}", "} }") + closing

    def write_figure(self, token: Figure) -> str:
        """A drawing inside the field, so that no file can be lost."""
        return f'<div role="img" aria-label="{safe(token.alt)}">{token.svg}</div>'
