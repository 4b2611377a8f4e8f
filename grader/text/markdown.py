"""Reads authored Markdown (a small subset with formulas and placeholders) into tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.errors import CannotRead
from grader.model import Break, Code, Emph, List, Math, Para, Table, Text, Token, Value, say
from grader.text import latex, layout

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token as Mark

# Formulas and placeholders leave the text before Markdown sees it, so that `_`, `*` and `|` inside them stay theirs.
_FIRST, _LAST = "\ue000", "\ue001"
_HELD = re.compile(_FIRST + r"(\d+)" + _LAST)
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ud800-\udfff]")
_SPECIAL = re.compile(r"\\.|`+|\$\$|\$|<<", re.DOTALL)
_CLOSING = {"$": re.compile(r"(?:\\.|[^\\$])*?\$", re.DOTALL), "$$": re.compile(r"(?:\\.|[^\\])*?\$\$", re.DOTALL)}
# One line that begins with a letter or a formula and has no sign that Markdown knows.
_UNMARKED = re.compile(rf"(?:[^\W\d_]|{_FIRST}\d+{_LAST})(?:[^\\*_`<>\[\]|&#~!\s]|[ ](?=\S))*")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")

_RULES = ["emphasis", "backticks", "escape", "newline", "entity", "list", "table"]
# Read in order to be refused, rather than shown as raw signs.
_REFUSED_RULES = ["link", "image", "autolink", "html_inline", "html_block", "heading", "lheading", "fence", "code"]
_REFUSED_RULES += ["hr", "blockquote"]
_REFUSED = {
    "html_block": "html", "html_inline": "html", "heading_open": "heading", "fence": "fence", "code_block": "fence",
    "hr": "rule", "blockquote_open": "quote", "link_open": "link", "image": "image",
}  # fmt: skip
_SIGNS = {"link_open": ("[", "<"), "image": ("![",)}


def parse(src: str) -> tuple[Token, ...]:
    """Read a text into block tokens; positions of faults are positions in `src`."""
    bad = _FORBIDDEN.search(src)
    if bad:
        raise CannotRead(say("text.control", char=bad[0]), bad.start())
    held: list[Token] = []
    starts: list[int] = []
    plain = _hold(src, held, starts)
    builder = _Builder(src, plain, held, starts)
    if _UNMARKED.fullmatch(plain):  # most texts of a bank: Markdown would make one paragraph of them
        out: list[Token] = []
        builder.words(out, plain)
        return (Para(tuple(out)),)
    return builder.blocks(_markdown().parse(plain))


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero", {"html": True}).enable(_RULES + _REFUSED_RULES)


def _hold(src: str, held: list[Token], starts: list[int]) -> str:
    """Move formulas and placeholders into `held`, leaving numbered marks."""
    out: list[str] = []
    at = 0
    while found := _SPECIAL.search(src, at):
        out.append(src[at : found.start()])
        sign, start, at = found[0], found.start(), found.end()
        if sign[0] == "\\":
            out.append(sign)
        elif sign[0] == "`":
            closing = re.compile(r"(?<!`)" + sign + r"(?!`)").search(src, at)
            end = closing.end() if closing else at
            out.append(src[start:end])
            at = end
        else:
            token, at = _value(src, start) if sign == "<<" else _math(src, start, sign)
            out.append(f"{_FIRST}{len(held)}{_LAST}")
            held.append(token)
            starts.append(start)
    out.append(src[at:])
    return "".join(out)


def _value(src: str, start: int) -> tuple[Token, int]:
    end = src.find(">>", start)
    if end < 0 or "\n\n" in src[start:end] or not src[start + 2 : end].strip():
        raise CannotRead(say("text.value"), start)
    return Value(*layout.split_hole(src[start + 2 : end])), end + 2


def _math(src: str, start: int, sign: str) -> tuple[Token, int]:
    begin = start + len(sign)
    closed = _CLOSING[sign].match(src, begin)
    if not closed or _BLANK_LINE.search(closed[0]):
        raise CannotRead(say("text.dollar", sign=sign), start)
    body = closed[0][: -len(sign)]
    try:
        return Math(latex.parse(body), sign == "$$"), closed.end()
    except CannotRead as fault:
        raise CannotRead(fault.why, begin + (fault.at or 0)) from None


class _Builder:
    """Turns markdown-it's flat marks into nested tokens."""

    def __init__(self, src: str, plain: str, held: list[Token], starts: list[int]) -> None:
        self.src, self.plain, self.held, self.starts = src, plain, held, starts

    # -------------------------------------------------------------- positions

    def origin(self, at: int) -> int:
        """The position in the source of a position in the text with marks."""
        before = list(_HELD.finditer(self.plain, 0, at + 1))
        if not before:
            return at
        last = before[-1]
        index = int(last[1])
        if last.end() > at:
            return self.starts[index]
        # Behind the last mark both texts run alike up to the next mark or the end.
        later = _HELD.search(self.plain, last.end())
        if later:
            return self.starts[int(later[1])] - (later.start() - at)
        return len(self.src) - (len(self.plain) - at)

    def refuse(self, mark: Mark, line: int) -> CannotRead:
        """The exception for something outside the subset."""
        lines = self.plain.split("\n")
        at = sum(len(text) + 1 for text in lines[:line])
        signs = (mark.content,) if mark.type == "html_inline" else _SIGNS.get(mark.type, ())
        places = [p for p in (self.plain.find(s, at) for s in signs if s) if p >= 0]
        if not signs:
            at += len(lines[line]) - len(lines[line].lstrip())
        return CannotRead(say("text.unsupported", what=say("text.what." + _REFUSED[mark.type])),
                          self.origin(min(places, default=at)))  # fmt: skip

    # -------------------------------------------------------------- blocks

    def blocks(self, marks: Sequence[Mark]) -> tuple[Token, ...]:
        """Block tokens of a sequence of marks."""
        out: list[Token] = []
        i = 0
        while i < len(marks):
            mark = marks[i]
            line = mark.map[0] if mark.map else 0
            if mark.type in _REFUSED:
                raise self.refuse(mark, line)
            end = _closing(marks, i)
            inside = marks[i + 1 : end]
            if mark.type == "paragraph_open":
                out.append(Para(self.inline(inside[0], line)))
            elif mark.type == "table_open":
                out.append(self.table(inside, line))
            else:
                entries = tuple(self.blocks(entry) for entry in _split(inside, "list_item_open"))
                out.append(List(entries, mark.type == "ordered_list_open"))
            i = end + 1
        return tuple(out)

    def table(self, marks: Sequence[Mark], line: int) -> Table:
        """A table with one head row."""
        rows = []
        for row in _split([m for m in marks if m.type[:5] not in ("thead", "tbody")], "tr_open"):
            cells = [m for m in row if m.type == "inline"]
            rows.append(tuple(self.inline(c, c.map[0] if c.map else line) for c in cells))
        return Table(rows[0], tuple(rows[1:]))

    # -------------------------------------------------------------- inline

    def inline(self, mark: Mark, line: int) -> tuple[Token, ...]:
        """Inline tokens of one paragraph or cell."""
        return self.span(mark.children or [], line)

    def span(self, marks: Sequence[Mark], line: int) -> tuple[Token, ...]:
        """Inline tokens of a sequence of inline marks."""
        out: list[Token] = []
        i = 0
        while i < len(marks):
            mark = marks[i]
            if mark.type in _REFUSED:
                raise self.refuse(mark, line)
            if mark.type in ("em_open", "strong_open"):
                end = _closing(marks, i)
                out.append(Emph(self.span(marks[i + 1 : end], line), mark.type == "strong_open"))
                i = end
            elif mark.type == "code_inline":
                out.append(Code(mark.content))
            elif mark.type == "hardbreak":
                out.append(Break())
            elif mark.type == "softbreak":
                _add(out, " ")
            else:
                self.words(out, mark.content)
            i += 1
        return tuple(out)

    def words(self, out: list[Token], text: str) -> None:
        """Add plain words with what was held back from them."""
        for n, piece in enumerate(_HELD.split(text)):
            if n % 2:
                out.append(self.held[int(piece)])
            else:
                _add(out, piece)


def _add(out: list[Token], words: str) -> None:
    if words:
        last = out[-1] if out else None
        if isinstance(last, Text):
            out[-1] = Text(last.text + words)
        else:
            out.append(Text(words))


def _closing(marks: Sequence[Mark], i: int) -> int:
    depth = 0
    for n in range(i, len(marks)):
        depth += marks[n].nesting
        if depth == 0:
            return n
    raise AssertionError("markdown-it balances its marks")


def _split(marks: Sequence[Mark], opener: str) -> list[Sequence[Mark]]:
    out = []
    i = 0
    while i < len(marks):
        end = _closing(marks, i)
        if marks[i].type == opener:
            out.append(marks[i + 1 : end])
        i = end + 1
    return out
