"""The formats of flashcards: suffix -> what makes the file's bytes of a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from grader.csvtext import text_of
from grader.model import Figure, List, Para, Say, Table, Token
from grader.publish.areas import Words, written
from grader.publish.cards import Deck, Flashcard
from grader.publish.sheet import TAGS
from grader.publish.templates import Safe, render
from grader.text.writers import html, typst
from grader.text.writers.base import Writer
from grader.text.writers.plain import Plain

MADE_BY = "pakka: made by quiz flashcards"
HEAD = ("id", "name", "front", "back", "tags")
# What tells a file of ours from a person's own.
SIGNS = (MADE_BY, ",".join(HEAD))
# Rows and columns of a page by languages, and those for long cards: A7 and A6, for two languages A6 and A5.
GRIDS = {1: ((4, 2), (2, 2)), 2: ((2, 2), (2, 1))}
MOST = 900  # characters that a small card carries in letters still easy to read
_FIGURE = 350  # the room of a figure, in characters


class Wish(NamedTuple):
    """What was asked for beside the deck."""

    flip: str = "long"
    at: float = 0.0
    before: bytes = b""
    templates: Sequence[Path] = ()


Made = tuple[bytes, list[tuple[str, Say]]]


def pages(deck: Deck, flip: str) -> list[dict[str, Any]]:
    """Pages of fronts, each followed by its backs, placed so that they meet when the sheet is turned over.

    Cards too long for their size come last, on larger ones.
    """
    writers = [typst.Typst(lang=lang) for lang in deck.langs]
    long = [card for card in deck.cards if is_long(card)]
    small, large = GRIDS[len(deck.langs)]
    short = [card for card in deck.cards if card not in long]
    return [page for cards, grid in ((short, small), (long, large)) for page in _laid(cards, grid, flip, writers)]


def is_long(card: Flashcard) -> bool:
    """Whether a side holds more than a small card shows in letters easy to read, in each language."""
    return any(_length(text) > MOST for side in (card.front, card.back) for text in side)


def _length(text: Words) -> int:
    figures = sum(isinstance(token, Figure) for token in text.tokens)
    words = tuple(token for token in text.tokens if not isinstance(token, Figure))
    return len(Plain().write(words)) + _FIGURE * figures


def _laid(
    cards: Sequence[Flashcard], grid: tuple[int, int], flip: str, writers: Sequence[Writer]
) -> Iterator[dict[str, Any]]:
    """Two pages, fronts and backs, for as many cards as fit."""
    high, wide = grid
    for start in range(0, len(cards), high * wide):
        here = cards[start : start + high * wide]
        filled: list[Flashcard | None] = [*here, *[None] * (high * wide - len(here))]
        rows = [filled[n : n + wide] for n in range(0, high * wide, wide)]
        behind = [row[::-1] for row in rows] if flip == "long" else rows[::-1]
        for front, side in ((True, rows), (False, behind)):
            cells = [_cell(card, front, writers) for row in side for card in row]
            yield {"front": front, "cells": cells, "rows": high, "cols": wide}


def _cell(card: Flashcard | None, front: bool, writers: Sequence[Writer]) -> dict[str, Any]:
    if card is None:
        return {"name": "", "texts": []}
    return {"name": card.name, "texts": _safe(card.front if front else card.back, writers)}


def _safe(texts: Sequence[Words], writers: Sequence[Writer]) -> list[Safe]:
    return [Safe(text) for text in written(texts, writers)]


def _typ(deck: Deck, wish: Wish) -> Made:
    sides = pages(deck, wish.flip)
    data = {"title": deck.title, "tag": TAGS[deck.langs[0]], "pages": sides}
    source = render("flashcards/cards.typ.j2", data, typst.escape, wish.templates)
    return f'#set document(keywords: "{MADE_BY}")\n{source}'.encode(), []


def _pdf(deck: Deck, wish: Wish) -> Made:
    from grader.publish.typst_pdf import pdf

    return pdf(_typ(deck, wish)[0].decode("utf-8")), []


def _html(deck: Deck, wish: Wish) -> Made:
    writers = [html.Html(lang=lang) for lang in deck.langs]
    cards = [
        {"id": card.id, "name": card.name, "front": _safe(card.front, writers), "back": _safe(card.back, writers)}
        for card in deck.cards
    ]
    data = {"title": deck.title, "tag": TAGS[deck.langs[0]], "cards": cards}
    page = render("flashcards/cards.html.j2", data, html.safe, wish.templates)
    return f"{page}<!-- {MADE_BY} -->\n".encode(), []


def _markdown(deck: Deck, wish: Wish) -> Made:
    from grader.publish.obsidian import markdown

    data, refused = markdown(deck, wish.before.decode("utf-8", "replace"))
    return f"<!-- {MADE_BY} -->\n".encode() + data, refused


def _apkg(deck: Deck, wish: Wish) -> Made:
    from grader.publish.anki import package

    return package(deck, wish.at, MADE_BY), []


def _csv(deck: Deck, wish: Wish) -> Made:
    """A row a card, in plain words; for other programs."""
    rows = [
        (card.id, card.name, _words(card.front, deck), _words(card.back, deck), " ".join(card.tags))
        for card in deck.cards
    ]
    return text_of([HEAD, *rows]).encode("utf-8"), []


def _words(texts: Sequence[Words], deck: Deck) -> str:
    """Both languages, line by line: other programs show the lines of a cell as they are."""
    return "\n\n".join(
        "\n".join(_lines(side.tokens, Plain(lang=lang))) for side, lang in zip(texts, deck.langs, strict=True)
    )


def _lines(tokens: Sequence[Token], writer: Writer) -> Iterator[str]:
    """Each paragraph as a line."""
    for _, block in groupby(tokens, key=lambda token: id(token) if isinstance(token, Para | List | Table) else 0):
        text = writer.write(tuple(block)).strip()
        if text:
            yield text


FORMATS: Mapping[str, Callable[[Deck, Wish], Made]] = {
    ".pdf": _pdf, ".apkg": _apkg, ".md": _markdown, ".csv": _csv, ".html": _html, ".typ": _typ,
}  # fmt: skip
