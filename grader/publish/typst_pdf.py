"""Compiles Typst source to PDF: shipped fonts only, tagged for screen readers, the same bytes for the same source."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

from grader.bank.locate import shipped
from grader.errors import UserError
from grader.text.writers.typst_math import quoted

# A line of the source that says which item the lines below it come from.
MARK = "// item: "
_PLACE = re.compile(r"\.typ:(\d+):\d+")
RESOLUTION = 220  # pixels an inch of a picture
_GLYPH = re.compile(r'the text `"(.+?)"` could not be displayed', re.DOTALL)


def fonts() -> Path:
    """The folder of fonts that are shipped: mathematical signs for web pages, Devanagari for names on paper."""
    return shipped("templates") / "templates" / "fonts"


@lru_cache(maxsize=1)
def _compiler() -> Any:
    """A compiler that has read the fonts once; their folder is its root, so no path leads to another file."""
    import typst

    return typst.Compiler(root=str(fonts()), ignore_system_fonts=True, font_paths=[str(fonts())])


_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "DEVANAGARI", "COMBINING", "DANDA", "ARABIC")


def printable(text: str) -> bool:
    """Whether the shipped fonts have every letter of a name."""
    return all(
        c.isascii() or unicodedata.name(c, "").startswith(_SCRIPTS) or c in "\u2019\u2018\u2013\u200c\u200d"
        for c in text
    )


def pdf(source: str) -> bytes:
    """The PDF of a source; raises UserError naming the item whose text or template is at fault."""
    import typst

    def compiled(accessible: bool) -> bytes:
        made = _compiler().compile(source.encode("utf-8"), format="pdf", pdf_standards=["ua-1"] if accessible else [])
        assert isinstance(made, bytes)
        return made

    try:
        return compiled(True)
    except typst.TypstError as fault:
        glyph = _GLYPH.search(fault.diagnostic)
        if glyph is None and fault.message.startswith("PDF/UA"):
            # A template of one's own that leaves out what the standard asks for still prints.
            try:
                return compiled(False)
            except typst.TypstError as second:
                fault = second
        raise _refusal(source, fault.message, fault.diagnostic, glyph[1] if glyph else "") from fault


def png(svg: str) -> bytes:
    """An SVG as a PNG that prints well."""
    return _drawn(f"image(bytes({quoted(svg)}))")


def formula_png(source: str, points: int) -> tuple[bytes, int]:
    """The inside of a formula, in letters of this size, as a PNG that prints well; and how many pixels it is wide."""
    made = _drawn(f'text(font: ("Libertinus Serif", "Lohit Devanagari"), size: {points}pt, $ {source} $)')
    return made, int.from_bytes(made[16:20], "big")  # a PNG says its width there


def _drawn(body: str) -> bytes:
    source = f"#set page(width: auto, height: auto, margin: 0pt)\n#{body}"
    made = _compiler().compile(source.encode("utf-8"), format="png", ppi=RESOLUTION)
    assert isinstance(made, bytes)
    return made


def _refusal(source: str, message: str, diagnostic: str, glyph: str) -> UserError:
    lines = source.split("\n")
    place = _PLACE.search(diagnostic)
    # A text inside a picture has no place; the character itself is looked for.
    found = (n for n, line in enumerate(lines, 1) if glyph and glyph in line)
    above = lines[: int(place[1]) if place else next(found, len(lines))]
    item = next(
        (line.removeprefix(MARK).replace("\\", "") for line in reversed(above) if line.startswith(MARK)), "--title"
    )
    if glyph:
        return UserError("publish.glyph", exit_code=1, item=item, char=glyph)
    return UserError("publish.typst", exit_code=1, item=item, problem=message, line=len(above))
