"""Answer areas on paper: what is printed for each kind of field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.errors import CannotRead
from grader.maths.write import latex as source
from grader.model import Cells, Doc, Field, Line, Lines, Long, Match, Math, One, Order, Say, Some, Text, Token, say
from grader.text import latex
from grader.text.asking import inline
from grader.text.tell import tell
from grader.text.writers.base import Writer
from grader.text.writers.plain import Plain

# Options up to this many characters stand side by side.
SHORT = 16
STEP_LINES, LONG_LINES = 4, 5


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the sheet as tokens; a writer makes it what a format needs."""

    tokens: tuple[Token, ...] = ()


def written(texts: Sequence[Words], writers: Sequence[Writer]) -> list[str]:
    """The same text in several languages; a formula that needs no translation stands once."""
    out: dict[str, None] = {}
    seen: list[tuple[Token, ...]] = []
    for text, writer in zip(texts, writers, strict=True):
        if text.tokens not in seen:
            seen.append(text.tokens)
            out[writer.write(text.tokens).strip()] = None
    return list(out)


@dataclass(frozen=True, slots=True)
class Option:
    """An offered answer with its letter."""

    letter: str
    text: Words


@dataclass(frozen=True, slots=True)
class Area:
    """Where an answer goes: `lead` stands in front of it, `note` says how to fill it in."""

    name: str
    rows: int = 0
    cols: int = 0
    unit: str = ""
    options: tuple[Option, ...] = ()
    right: tuple[Option, ...] = ()
    side_by_side: bool = False
    lead: Words = Words()
    note: Words = Words()


def areas(fields: Sequence[Field], label: str, lang: str) -> tuple[Area, ...]:
    """The areas of a part; a label such as W_out stands before its first, and the second of two choices is a reason."""
    out = [AREAS[type(field)](field, lang) for field in fields]
    if label and out:
        out[0] = replace(out[0], lead=labelled(label))
    if len(out) > 1 and isinstance(fields[1], One):
        out[1] = replace(out[1], lead=told(say("sheet.reason"), lang))
    return tuple(out)


def work_room(fields: Sequence[Field]) -> str:
    """Centimetres for working: none where ticks or lines of their own are the answer, more where cells are many."""
    first = fields[0] if fields else None
    if isinstance(first, Cells):
        return str(min(8, 3 + first.rows * first.cols // 2))
    return "3" if isinstance(first, Line) else "0"


def told(message: Say, lang: str) -> Words:
    """A message as words."""
    return Words(tell(message, lang))


def labelled(label: str, text: str = "") -> Words:
    """A label, an equals sign and a formula of our own making; a label that is no name of a formula as plain words."""
    try:
        if " " not in label:
            return formula(f"{source(('sym', label))} = {text}".rstrip())
    except CannotRead:
        pass
    return Words((Text(f"{label} = "), *(formula(text).tokens if text else ())))


def formula(text: str) -> Words:
    """LaTeX of our own making as words."""
    return Words((Math(latex.parse(text)),))


def _options(entries: tuple[tuple[str, Doc], ...], lang: str) -> tuple[Option, ...]:
    return tuple(Option(letter, Words(inline(doc.tokens(lang)))) for letter, doc in entries)


def _short(options: tuple[Option, ...], lang: str) -> bool:
    writer = Plain(lang=lang)
    return all(len(writer.write(option.text.tokens)) <= SHORT for option in options)


def _one(field: One, lang: str) -> Area:
    options = _options(field.options, lang)
    return Area("one", options=options, side_by_side=_short(options, lang))


def _some(field: Some, lang: str) -> Area:
    options = _options(field.options, lang)
    return Area("some", options=options, side_by_side=_short(options, lang), note=told(say("sheet.some"), lang))


def _order(field: Order, lang: str) -> Area:
    options = _options(field.lines, lang)
    return Area("order", cols=len(options), options=options, note=told(say("sheet.order"), lang))


def _match(field: Match, lang: str) -> Area:
    left, right = _options(field.left, lang), _options(field.right, lang)
    return Area("match", options=left, right=right, note=told(say("sheet.match"), lang))


AREAS: Mapping[type[Field], Callable[[Any, str], Area]] = {
    Line: lambda field, lang: Area("line", unit=field.unit),
    Cells: lambda field, lang: Area("cells", field.rows, field.cols),
    Lines: lambda field, lang: Area("lines", STEP_LINES),
    One: _one,
    Some: _some,
    Order: _order,
    Match: _match,
    Long: lambda field, lang: Area("lines", LONG_LINES),
}
