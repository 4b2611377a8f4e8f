"""A worksheet as data: items of a bank for one student or version in one language, with answer areas, perhaps a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from grader.bank.naming import LETTERS
from grader.bank.variants import Variant, Variants
from grader.errors import UserError
from grader.maths.tree import decimal_text
from grader.model import Doc, Item, Part, Text, say
from grader.publish.areas import Area, Words, areas, told, work_room
from grader.publish.keys import key_of
from grader.publish.sheet_id import sheet_id, version_of
from grader.publish.typst_pdf import printable
from grader.text.asking import inline
from grader.text.writers.plain import Plain

TAGS = {"en": "en", "hinglish": "hi-Latn"}
# The sheet's own words, `sheet.*` of the messages.
LABELS = ("name", "date", "score", "key", "solutions")
SPACES = ("none", "answers", "work")
PAPERS = ("a4", "letter")
_SIZES = {False: 11, True: 18}  # points; 18 is what associations for the blind ask of large print


@dataclass(frozen=True, slots=True)
class Wish:
    """How a sheet is to look and what stands on it, the same for every copy."""

    langs: tuple[str, ...] = ("en",)
    title: str = ""
    date: str = ""
    key: bool = False
    solutions: bool = False
    points: bool = True
    space: str = "answers"
    paper: str = "a4"
    large: bool = False
    any_script: bool = True  # whether the format has fonts for every script; else an id that it lacks prints as ?


@dataclass(frozen=True, slots=True)
class Copy:
    """Whose sheet it is: the seed of its variants, and a student's id and name or the letter of a version."""

    seed: int = 0
    student: str = ""
    name: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A part: letter where there are several, question, answer areas; key and steps where asked for.

    `work` is the height of the room for working, in centimetres.
    """

    letter: str
    ask: Words
    points: str
    areas: tuple[Area, ...]
    key: Words | None = None
    worked: tuple[Words, ...] = ()
    id: str = ""
    work: str = "0"


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
    id: str
    name: str
    student: str
    paper: str
    size: int
    worth: str = "0"

    @property
    def count(self) -> int:
        """How many items are on it."""
        return sum(len(group.members) for group in self.groups)


def build(variants: Variants, items: Sequence[Item], wish: Wish, copy: Copy, lang: str = "") -> Sheet:
    """The sheet of these items; those without parts, such as cards, are left out."""
    lang = lang or wish.langs[0]
    items = tuple(item for item in items if item.parts)
    if not items:
        raise UserError("publish.empty")
    topics = {item.topic for item in items}
    bank = variants.bank
    named = bank.topics[items[0].topic].title if len(topics) == 1 else bank.title
    worth = decimal_text(sum((_points(item) for item in items), Fraction(0)))
    maker = _Maker(variants, copy.seed, lang, wish)
    groups = tuple(
        Group(maker.heading(first := tuple(members), len(topics) > 1), tuple(map(maker.item, first)))
        for _, members in groupby(items, _group)
    )
    return Sheet(
        wish.title or Plain(lang=lang).write(named.tokens(lang)).strip(),
        lang,
        TAGS.get(lang, lang),
        wish.date,
        _variant(copy, lang),
        worth if wish.points else "",
        groups,
        wish.key,
        wish.solutions,
        {name: told(say(f"sheet.{name}"), lang) for name in LABELS},
        sheet_id(_version(variants), items, copy.seed, copy.student),
        copy.name,
        copy.student if wish.any_script or printable(copy.student) else "?",
        wish.paper,
        _SIZES[wish.large],
        worth,
    )


@lru_cache(maxsize=1)
def _version(variants: Variants) -> int:
    """The bank's version, hashed from all of its keys: once for all the copies of a class."""
    return version_of(variants.bank)


def _variant(copy: Copy, lang: str) -> Words | None:
    """Which version or variant it is; a student's own says nothing to anybody, for the id is in the foot."""
    if copy.version:
        return told(say("sheet.version", name=copy.version), lang)
    return told(say("sheet.variant", seed=copy.seed), lang) if copy.seed and not copy.student else None


def item_of(variants: Variants, item: Item, wish: Wish, seed: int, lang: str) -> SheetItem:
    """One item of a sheet."""
    return _Maker(variants, seed, lang, wish).item(item)


def _group(item: Item) -> tuple[str, str]:
    return item.topic, str(item.level) if item.level else item.kind


def _points(item: Item) -> Fraction:
    return sum((part.points for part in item.parts), Fraction(0))


class _Maker:
    """Makes the entries of one sheet."""

    def __init__(self, variants: Variants, seed: int, lang: str, wish: Wish) -> None:
        self.variants, self.seed, self.lang, self.wish = variants, seed, lang, wish
        self.keyed, self.worked = wish.key or wish.solutions, wish.solutions

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
            self._points(total),
            self._words(variant, item.solution) if self.worked and item.solution.langs else None,
        )

    def _points(self, total: Fraction) -> Words:
        if not self.wish.points:
            return Words()
        return told(say("sheet.points", count=1 if total == 1 else decimal_text(total)), self.lang)

    def part(self, variant: Variant, part: Part, place: int) -> SheetPart:
        """One part; its key is not even computed into the sheet where nobody asked for it."""
        kind, key = variant.key(part)
        fields = kind.fields(key)
        several = len(variant.item.parts) > 1
        own = areas(fields, part.label, self.lang)
        if self.wish.space == "none":  # what is offered belongs to the question
            own = tuple(area for area in own if area.options)
        return SheetPart(
            LETTERS[place] if several else "",
            Words(inline(variant.doc(part.ask, part).tokens(self.lang))),
            decimal_text(part.points) if several and self.wish.points else "",
            own,
            key_of(kind, key, part, self.lang) if self.keyed else None,
            tuple(self._words(variant, doc, part) for _, doc in part.worked) if self.worked else (),
            part.id,
            work_room(fields) if self.wish.space == "work" else "0",
        )

    def _words(self, variant: Variant, doc: Doc, part: Part | None = None) -> Words:
        return Words(variant.doc(doc, part).tokens(self.lang))
