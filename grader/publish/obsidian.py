"""Flashcards as Markdown for Obsidian's spaced repetition; schedules in a file that is there are kept."""

from __future__ import annotations

import re

from grader.errors import CannotRead
from grader.model import Say
from grader.publish.areas import Words, written
from grader.publish.cards import Deck, Flashcard
from grader.text.writers.obsidian import Obsidian

# A schedule stands below its card's id, beside it, or in front of it, as the plugin's settings and versions have it.
_SCHEDULE = re.compile(r"(?:^|[ \t])\^(pakka-\S+)[ \t]*\n?[ \t]*(<!--SR:[^\n]*?-->)", re.MULTILINE)
_AHEAD = re.compile(r"(<!--SR:[^\n]*?-->)[ \t]*\n?[ \t]*\^(pakka-[^\s<]+)[ \t]*$", re.MULTILINE)
# Schedules of cards that are not in this export; the next one that has them takes them up.
_KEPT = re.compile(r"<!--pakka keeps \^(pakka-\S+) (SR:[^\n]*?)-->")
_ID = re.compile(r"[^A-Za-z0-9-]")


def markdown(deck: Deck, before: str = "") -> tuple[bytes, list[tuple[str, Say]]]:
    """The file, and the cards that Obsidian cannot carry with the reason; `before` is what stands in the file now."""
    before = before.replace("\r\n", "\n")
    schedules = {name: f"<!--{kept}-->" for name, kept in _KEPT.findall(before)}
    schedules |= {name: kept for kept, name in _AHEAD.findall(before)} | dict(_SCHEDULE.findall(before))
    blocks, refused = [], []
    for card in deck.cards:
        try:
            front, back = _side(card.front, deck), _side(card.back, deck)
        except CannotRead as fault:
            refused.append((card.name, fault.why))
            continue
        name = _block(card, deck)
        mine = schedules.pop(name, "")
        kept = f"\n{mine}" if mine else ""
        blocks.append(f"{front}\n?\n{back}\n^{name}{kept}\n")
    tag = "#flashcards/" + "/".join(_ID.sub("-", step) for step in ("pakka", deck.bank))
    others = [f"<!--pakka keeps ^{name} {kept[4:-3]}-->\n" for name, kept in sorted(schedules.items())]
    return "\n".join([f"{tag}\n", *blocks, *others]).encode("utf-8"), refused


def _block(card: Flashcard, deck: Deck) -> str:
    """A block id of Obsidian, letters, digits and hyphens: as lasting as the card's."""
    return _ID.sub("-", f"pakka-{deck.bank}-{card.id}-{'-'.join(deck.langs)}")


def _side(texts: tuple[Words, ...], deck: Deck) -> str:
    """Lines without a blank one, which would end the card; a line of nothing but `?` would part it."""
    sides = written(texts, [Obsidian(lang=lang) for lang in deck.langs])
    lines = [line.rstrip() for text in sides for line in text.split("\n") if line.strip()]
    return "\n".join("\\?" if line in ("?", "??") else line for line in lines)
