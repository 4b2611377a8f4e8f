"""The formats of flashcards: suffix -> what makes the file's bytes of a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from grader.csvtext import text_of
from grader.model import List, Para, Say, Table, Token
from grader.publish.areas import Words, written
from grader.publish.cards import Deck
from grader.publish.sheet import TAGS
from grader.publish.templates import Safe, render
from grader.text.writers import html, typst
from grader.text.writers.base import Writer
from grader.text.writers.plain import Plain

MADE_BY = "pakka: made by quiz flashcards"
HEAD = ("id", "name", "front", "back", "tags")
# What tells a file of ours from a person's own.
SIGNS = (MADE_BY, ",".join(HEAD))
GRIDS = {1: (4, 2), 2: (2, 2)}  # rows and columns of a page by languages: A7 cards, and A6 for two


class Wish(NamedTuple):
    """What was asked for beside the deck."""

    flip: str = "long"
    at: float = 0.0
    before: bytes = b""
    templates: Sequence[Path] = ()


Made = tuple[bytes, list[tuple[str, Say]]]


def pages(deck: Deck, flip: str) -> list[dict[str, Any]]:
    """Pages of fronts, each followed by its backs, placed so that they meet when the sheet is turned over."""
    writers = [typst.Typst(lang=lang) for lang in deck.langs]
    out = []
    high, wide = GRIDS[len(deck.langs)]
    for start in range(0, len(deck.cards), high * wide):
        cards = [*deck.cards[start : start + high * wide]]
        filled: list[Any] = [*cards, *[None] * (high * wide - len(cards))]
        rows = [filled[n : n + wide] for n in range(0, high * wide, wide)]
        behind = [row[::-1] for row in rows] if flip == "long" else rows[::-1]
        for front, side in ((True, rows), (False, behind)):
            cells = [_cell(card, front, writers) for row in side for card in row]
            out.append({"front": front, "cells": cells})
    return out


def _cell(card: Any, front: bool, writers: Sequence[Writer]) -> dict[str, Any]:
    if card is None:
        return {"name": "", "texts": []}
    return {"name": card.name, "texts": _safe(card.front if front else card.back, writers)}


def _safe(texts: Sequence[Words], writers: Sequence[Writer]) -> list[Safe]:
    return [Safe(text) for text in written(texts, writers)]


def _typ(deck: Deck, wish: Wish) -> Made:
    sides = pages(deck, wish.flip)
    rows, cols = GRIDS[len(deck.langs)]
    data = {"title": deck.title, "tag": TAGS[deck.langs[0]], "rows": rows, "cols": cols, "pages": sides}
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
