"""Flashcards as data: a front and a back for each card and each part of the items of a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.bank.naming import LETTERS
from grader.bank.variants import Variant, Variants
from grader.errors import UserError
from grader.model import Item, One, Para, Part, Text, Token
from grader.publish.areas import Words
from grader.publish.keys import key_of
from grader.text.asking import inline, offered_by
from grader.text.writers.plain import Plain


@dataclass(frozen=True, slots=True)
class Flashcard:
    """Both sides, one text a language; `id` lasts as long as the item and the part, and so do reviews by it."""

    id: str
    name: str
    deck: tuple[str, ...]
    tags: tuple[str, ...]
    front: tuple[Words, ...]
    back: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a set."""

    bank: str
    title: str
    langs: tuple[str, ...]
    cards: tuple[Flashcard, ...]


def build(variants: Variants, items: Sequence[Item], seed: int, langs: tuple[str, ...]) -> Deck:
    """The flashcards of these items at one seed."""
    bank = variants.bank
    cards = [card for item in items for card in _of_item(variants, item, seed, langs)]
    if not cards:
        raise UserError("publish.empty")
    topics = {item.topic for item in items}
    title = bank.topics[items[0].topic].title if len(topics) == 1 else bank.title
    return Deck(bank.id, _plain(title.tokens(langs[0]), langs[0]), langs, tuple(cards))


def _plain(tokens: Sequence[Token], lang: str) -> str:
    return Plain(lang=lang).write(tokens).strip()


def _of_item(variants: Variants, item: Item, seed: int, langs: tuple[str, ...]) -> Iterator[Flashcard]:
    variant = variants.of(item, seed)
    topic = variants.bank.topics[item.topic]
    deck = ("Pakka", _plain(topic.title.tokens(langs[0]), langs[0]), item.section)
    tags = ("pakka", item.topic, item.section, item.kind)
    name = item.number or item.id
    if not item.parts:
        back = variant.doc(item.docs["back"])
        yield Flashcard(
            item.id, name, deck, tags,
            tuple(Words(variant.prompt.tokens(lang)) for lang in langs),
            tuple(Words(back.tokens(lang)) for lang in langs),
        )  # fmt: skip
    for place, part in enumerate(item.parts):
        # What repairs an error stands on the back of the card that asks for it.
        behind = item.kind == "spot_the_error" and place > 0
        if not behind:
            yield Flashcard(
                f"{item.id}.{part.id}",
                f"{name} ({LETTERS[place]})" if len(item.parts) > 1 else name,
                deck,
                tags,
                tuple(_front(variant, part, lang, with_figures=lang == langs[0]) for lang in langs),
                tuple(_back(variant, part, lang) for lang in langs),
            )


def _front(variant: Variant, part: Part, lang: str, with_figures: bool) -> Words:
    """What is asked, with figures in one language, and with options where they are part of the question."""
    kind, key = variant.key(part)
    out: list[Token] = [*variant.prompt.tokens(lang)]
    out += variant.figures(lang) if with_figures else ()
    for earlier in _leans_on(variant.item, part):
        out += [
            *_blocks(variant.doc(earlier.ask, earlier).tokens(lang)),
            Para((Text("→ "), *_key(variant, earlier, lang).tokens)),
        ]
    out += _blocks(variant.doc(part.ask, part).tokens(lang))
    if not _recalled(variant.item, part):
        for field in kind.fields(key):
            out += [Para((Text(f"{letter}) "), *inline(doc.tokens(lang)))) for letter, doc in offered_by(field)]
    return Words(tuple(out))


def _recalled(item: Item, part: Part) -> bool:
    """Whether a card asks for recall, so that its options would tell; not where it asks which of them."""
    kind = part.answer["kind"]
    of_these = kind == "choices" or any(p.answer["kind"] == "explain" for p in item.parts)
    return bool(kind in ("true_false", "explain") or item.kind == "true_false" or (item.kind == "why" and not of_these))


def _leans_on(item: Item, part: Part) -> list[Part]:
    """The parts that a part speaks of, first to last: what it comes after or takes its numbers from, and so on."""
    named = {part.after, *(name.removeprefix(f"{item.id}.") for name in part.follows.values())}
    found = [p for p in item.parts if p.id in named]
    before = [q for p in found for q in _leans_on(item, p)]
    return [p for p in item.parts if p in before or p in found]


def _key(variant: Variant, part: Part, lang: str) -> Words:
    kind, key = variant.key(part)
    return key_of(kind, key, part, lang)


def _back(variant: Variant, part: Part, lang: str) -> Words:
    """The key, for a verdict with its reason, and the worked steps; behind the last part what the whole showed."""
    kind, key = variant.key(part)
    fields, shown = kind.fields(key), kind.show(key)
    out: list[Token] = []
    if _recalled(variant.item, part) and kind.name != "explain":  # no letters, for no options were shown
        docs = [dict(field.options) for field in fields if isinstance(field, One)]
        for letter, options in zip(shown.split(), docs, strict=False):
            out.append(Para(inline(options[letter].tokens(lang))))
    if not out:
        out = [Para(key_of(kind, key, part, lang).tokens)]
    for _, words in part.worked:
        out += variant.doc(words, part).tokens(lang)
    if variant.item.kind == "spot_the_error":
        for later in variant.item.parts[1:]:
            out += [*_blocks(variant.doc(later.ask, later).tokens(lang)), Para(_key(variant, later, lang).tokens)]
    if part is variant.item.parts[-1] or variant.item.kind == "spot_the_error":
        out += variant.doc(variant.item.solution).tokens(lang)
    return Words(tuple(out))


def _blocks(tokens: Sequence[Token]) -> list[Token]:
    return [Para(tuple(tokens))] if tokens and not isinstance(tokens[0], Para) else list(tokens)
