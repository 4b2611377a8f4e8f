"""What chat programs and word processors put round an answer: bold signs, display maths over several lines."""

from __future__ import annotations

import re
import unicodedata

from grader.errors import CannotRead
from grader.maths.clean import without_ends
from grader.model import say

# `**Answer:** 0.5` and `**0.5**`, `__x__`, a piece of code; the signs go, every character keeps its place.
_HEADING = re.compile(r"\s*(\*\*|__)([^*_\n]{1,40}:)\1(?=\s)")
# With a heading in front, or a sign for about: `Answer: **0.5**`, `≈ **0.5**`.
_WHOLE = re.compile(r"(\s*(?:[^*_`\n]{0,40}[:=≈])?\s*)(\*\*|__|`+|\*(?!\*))(?=\S)(.*\S)\2\s*\.?\s*", re.DOTALL)
_DISPLAY = re.compile(r"\$\$.*?\$\$|\\\[.*?\\\]|\\begin\s*\{(\w+\*?)\}.*?\\end\s*\{\1\}", re.DOTALL)
# A row of LaTeX that ends with one backslash and a new line has lost the other one in copying.
_LOST = re.compile(r"(?<!\\)\\\s*\n")
_RAISED_NAME = re.compile(r"\s*(?:\\?[^\W\d_]\w{0,12}?)(?:[²³¹⁰⁴-⁹ⁿᵀᵗˣʸ]+)\s*(?:=(?!=)|≈|:)")

# Letters and signs of full width, and letters of mathematical alphabets: each is one plain character.
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_WIDE |= {c: plain for c in range(0x1D400, 0x1D800) if (plain := unicodedata.normalize("NFKC", chr(c))).isascii()}


def plain_text(raw: str) -> str:
    """The answer without such signs, blanks in their places; the same text where there are none."""
    if not raw.isascii():
        raw = without_ends(raw).translate(_WIDE)
    if "*" in raw or "_" in raw or "`" in raw:
        raw = _HEADING.sub(lambda m: " " * (m.end(1)) + m[2] + "  ", raw, count=1) if _HEADING.match(raw) else raw
        found = _WHOLE.fullmatch(raw)
        if found and found[2] not in found[3]:
            raw = found[1] + " " * len(found[2]) + found[3]
    if "\n" in raw and ("$$" in raw or "\\" in raw):
        raw = _DISPLAY.sub(lambda m: _LOST.sub(r"\\\\", m[0]).replace("\n", " "), raw)
    return raw


def check_unraised(text: str) -> None:
    """Refuse `L² = 0.86`, which gives the value of another thing than was asked."""
    found = _RAISED_NAME.match(text) if not text.isascii() else None
    if found:
        raise CannotRead(say("read.raised-name", text=found[0].strip()), 0)
