"""Flashcards as an Anki package: ids that last, so that a second import updates notes and keeps their reviews."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from grader.publish.areas import Words, written
from grader.publish.cards import Deck, Flashcard
from grader.text.writers.anki import Anki

# Never changed: a note type with other fields would be another type, and every note would come twice.
MODEL, FIELDS = 1730402001, ("Id", "Front", "Back", "Name", "Extra1", "Extra2", "Extra3")
_CSS = (
    ".card { font-family: serif; font-size: 20px; text-align: left; color: black; background: white; }\n"
    ".name { color: gray; font-size: 14px; } svg { max-width: 100%; height: auto; }\n"
    ".nightMode.card { color: white; background: #2f2f31; } .nightMode svg { background: white; }\n"
)
_FRONT = '<div class="name">{{Name}}</div>{{Front}}'
_BACK = "{{FrontSide}}<hr id=answer>{{Back}}"


def package(deck: Deck, at: float, comment: str) -> bytes:
    """The `.apkg` with a comment; `at` is the time of the export in seconds, by which Anki knows newer texts."""
    import genanki  # type: ignore[import-untyped]

    model = genanki.Model(
        MODEL,
        "Pakka",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
    )
    decks: dict[str, Any] = {}
    for card in deck.cards:
        name = "::".join(card.deck)
        if name not in decks:
            decks[name] = genanki.Deck(_number(f"{deck.bank}/{name}"), name)
        guid = genanki.guid_for("pakka", deck.bank, card.id, *deck.langs)
        fields = [card.id, _side(card.front, deck), _side(card.back, deck), card.name, "", "", ""]
        decks[name].add_note(genanki.Note(model=model, fields=fields, tags=_tags(card, deck), guid=guid))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        genanki.Package(list(decks.values())).write_to_file(str(path), timestamp=at)
        with zipfile.ZipFile(path, "a") as file:
            file.comment = comment.encode()
        return path.read_bytes()


def _number(name: str) -> int:
    """A deck's number: 31 bits that its name alone decides."""
    return (1 << 30) + int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % (1 << 30)


def _tags(card: Flashcard, deck: Deck) -> list[str]:
    return [tag.replace(" ", "-") for tag in (*card.tags, *(f"lang-{lang}" for lang in deck.langs))]


def _side(texts: tuple[Words, ...], deck: Deck) -> str:
    return "<hr>".join(written(texts, [Anki(lang=lang) for lang in deck.langs]))
