"""A worksheet as data: items of a bank at one seed in one language, with answer areas, perhaps with the key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from grader.bank.naming import LETTERS
from grader.bank.variants import Variant, Variants
from grader.errors import UserError
from grader.model import Doc, Item, Part, Text, say
from grader.publish.areas import Area, Words, areas, told
from grader.publish.keys import key_words
from grader.text.asking import inline
from grader.text.writers.plain import Plain

TAGS = {"en": "en", "hinglish": "hi-Latn"}
# The sheet's own words, `sheet.*` of the messages.
LABELS = ("name", "date", "score", "key", "solutions")


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A part: letter where there are several, question, answer areas; key and steps where asked for."""

    letter: str
    ask: Words
    points: str
    areas: tuple[Area, ...]
    key: Words | None = None
    worked: tuple[Words, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class SheetItem:
    """A problem with its figures and parts."""

    id: str
    number: str
    title: Words
    prompt: Words
    figures: tuple[Words, ...]
    parts: tuple[SheetPart, ...]
    points: Words
    solution: Words | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Items under one heading."""

    heading: Words
    members: tuple[SheetItem, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a template may print; `tag` is the BCP 47 name of the language."""

    title: str
    lang: str
    tag: str
    date: str
    variant: Words | None
    points: str
    groups: tuple[Group, ...]
    has_key: bool
    has_solutions: bool
    words: Mapping[str, Words]

    @property
    def count(self) -> int:
        """How many items are on it."""
        return sum(len(group.members) for group in self.groups)


def build(
    variants: Variants,
    items: Sequence[Item],
    seed: int,
    lang: str,
    *,
    title: str = "",
    date: str = "",
    key: bool = False,
    solutions: bool = False,
) -> Sheet:
    """The sheet of these items; those without parts, such as cards, are left out."""
    items = tuple(item for item in items if item.parts)
    if not items:
        raise UserError("publish.empty")
    topics = {item.topic for item in items}
    bank = variants.bank
    named = bank.topics[items[0].topic].title if len(topics) == 1 else bank.title
    maker = _Maker(variants, seed, lang, key or solutions, solutions)
    groups = tuple(
        Group(maker.heading(first := tuple(members), len(topics) > 1), tuple(map(maker.item, first)))
        for _, members in groupby(items, _group)
    )
    return Sheet(
        title or Plain(lang=lang).write(named.tokens(lang)).strip(),
        lang,
        TAGS.get(lang, lang),
        date,
        told(say("sheet.variant", seed=seed), lang) if seed else None,
        str(sum((_points(item) for item in items), Fraction(0))),
        groups,
        key,
        solutions,
        {name: told(say(f"sheet.{name}"), lang) for name in LABELS},
    )


def _group(item: Item) -> tuple[str, str]:
    return item.topic, str(item.level) if item.level else item.kind


def _points(item: Item) -> Fraction:
    return sum((part.points for part in item.parts), Fraction(0))


class _Maker:
    """Makes the entries of one sheet."""

    def __init__(self, variants: Variants, seed: int, lang: str, keyed: bool, worked: bool) -> None:
        self.variants, self.seed, self.lang = variants, seed, lang
        self.keyed, self.worked = keyed, worked

    def heading(self, members: Sequence[Item], with_topic: bool) -> Words:
        """The name of a level in the language, or of a kind of question, after its topic where there are several."""
        first = members[0]
        topic = self.variants.bank.topics[first.topic]
        level = topic.levels.get(first.level)
        if level:
            told_ = told(say("sheet.level", level=first.level, name=level), self.lang)
        elif first.level:
            told_ = told(say("sheet.level-bare", level=first.level), self.lang)
        else:
            told_ = told(say(f"sheet.kind.{first.kind}"), self.lang)
        front = (*inline(topic.title.tokens(self.lang)), Text(" \u2013 ")) if with_topic else ()
        return Words((*front, *told_.tokens))

    def item(self, item: Item) -> SheetItem:
        """One item."""
        variant = self.variants.of(item, self.seed)
        total = _points(item)
        return SheetItem(
            item.id,
            item.number,
            Words(inline(variant.doc(item.title).tokens(self.lang))),
            Words(variant.prompt.tokens(self.lang)),
            tuple(Words((figure,)) for figure in variant.figures(self.lang)),
            tuple(self.part(variant, part, place) for place, part in enumerate(item.parts)),
            told(say("sheet.points", count=total), self.lang),
            self._words(variant, item.solution) if self.worked and item.solution.langs else None,
        )

    def part(self, variant: Variant, part: Part, place: int) -> SheetPart:
        """One part; its key is not even computed into the sheet where nobody asked for it."""
        kind, key = variant.key(part)
        fields = kind.fields(key)
        several = len(variant.item.parts) > 1
        return SheetPart(
            LETTERS[place] if several else "",
            Words(inline(variant.doc(part.ask, part).tokens(self.lang))),
            str(part.points) if several else "",
            areas(fields, part.label, self.lang),
            key_words(kind.show(key), kind.note(key), fields, part, self.lang) if self.keyed else None,
            tuple(self._words(variant, doc, part) for _, doc in part.worked) if self.worked else (),
            part.id,
        )

    def _words(self, variant: Variant, doc: Doc, part: Part | None = None) -> Words:
        return Words(variant.doc(doc, part).tokens(self.lang))
