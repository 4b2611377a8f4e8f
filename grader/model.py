"""The frozen data of the whole house: what rooms hand to one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

LANGS = ("en", "hinglish")

# A node is a tuple whose first member names it. `maths.tree` lists the content nodes (what an answer means),
# `text.latex` the layout nodes (what a formula looks like). Tuples, because reading and deciding are the hot path.
Node = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """A message by its code in `text/messages/*.yaml`; slots are text, numbers, content nodes or further Says."""

    code: str
    slots: tuple[tuple[str, object], ...] = ()


def say(code: str, /, **slots: object) -> Say:
    """Build a Say from keyword slots."""
    return Say(code, tuple(slots.items()))


@dataclass(frozen=True, slots=True, order=True)
class Issue:
    """A fault an author can mend: `where` is file:line:col, `path` the field inside the file."""

    where: str
    path: str
    say: Say = field(compare=False)
    rule: str = "format"
    warning: bool = False


# ------------------------------------------------------------------ texts


class Token:
    """A piece of text that every writer knows how to write."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Text(Token):
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class Emph(Token):
    """Stressed words; `strong` for bold."""

    items: tuple[Token, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Code(Token):
    """Words in a fixed-width face, on one line."""

    text: str


@dataclass(frozen=True, slots=True)
class Break(Token):
    """A forced line break."""


@dataclass(frozen=True, slots=True)
class Para(Token):
    """A paragraph of inline tokens."""

    items: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class List(Token):
    """A list; every entry is a tuple of block tokens."""

    entries: tuple[tuple[Token, ...], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table(Token):
    """A table; a cell is a tuple of inline tokens; `mark` is the index of a body row to stress."""

    head: tuple[tuple[Token, ...], ...]
    rows: tuple[tuple[tuple[Token, ...], ...], ...]
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Figure(Token):
    """A drawing as SVG text, with its words for those who cannot see it, and its numbers as tokens for a terminal."""

    svg: str
    alt: str
    text: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Math(Token):
    """A formula as a layout node of `text.latex`."""

    tree: Node
    display: bool = False


@dataclass(frozen=True, slots=True)
class Value(Token):
    """A placeholder `<<expr>>` or `<<expr:format>>` in running text; filled in before any writer sees it."""

    expr: str
    format: str = ""


@dataclass(frozen=True, slots=True)
class Doc:
    """One authored text in every language, already parsed to tokens."""

    langs: Mapping[str, tuple[Token, ...]]

    def tokens(self, lang: str) -> tuple[Token, ...]:
        """The tokens in `lang`, in English where that language is missing."""
        return self.langs.get(lang) or self.langs.get("en", ())


EMPTY = Doc({})


# ------------------------------------------------------------------ answer fields


class Field:
    """How a raw answer is asked for; formats and web meet kinds only here."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Line(Field):
    """One line of text; `hint` is the code of the message that says how to type it."""

    hint: Say
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cells(Field):
    """A grid of short texts, rows by cols."""

    rows: int
    cols: int
    hint: Say


@dataclass(frozen=True, slots=True)
class Lines(Field):
    """Several lines, one step a line."""

    hint: Say


@dataclass(frozen=True, slots=True)
class One(Field):
    """Exactly one of the options (letter, text)."""

    options: tuple[tuple[str, Doc], ...]


@dataclass(frozen=True, slots=True)
class Some(Field):
    """Any number of the options (letter, text)."""

    options: tuple[tuple[str, Doc], ...]


@dataclass(frozen=True, slots=True)
class Order(Field):
    """Lines (letter, text) to be put in order; some may not belong."""

    lines: tuple[tuple[str, Doc], ...]


@dataclass(frozen=True, slots=True)
class Match(Field):
    """Pairs to be joined, left to right."""

    left: tuple[tuple[str, Doc], ...]
    right: tuple[tuple[str, Doc], ...]


@dataclass(frozen=True, slots=True)
class Long(Field):
    """Own words over several lines."""

    hint: Say


# ------------------------------------------------------------------ verdicts and marks

RIGHT, PARTLY, WRONG, UNREAD, HELD = "right", "partly", "wrong", "unread", "held"
OUTCOMES = (RIGHT, PARTLY, WRONG, UNREAD, HELD)

# How a verdict is known. `listed` is for choices and orders: compared with the author's list, no mathematics.
EXACT, PROVED, AGREED, REFUTED, UNDECIDED, LISTED = "exact", "proved", "agreed", "refuted", "undecided", "listed"

ONE, ZERO = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one answer is worth and how that is known; `echo` is what was read, `at` a position in an unread text.

    `feedback` is `says` in words, where a caller of `grader.check` asked for a language.
    """

    outcome: str
    score: Fraction
    how: str
    echo: object = None
    witness: tuple[tuple[str, str], ...] = ()
    mistake: str | None = None
    says: tuple[Say, ...] = ()
    at: int | None = None
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A verdict on one part after also, follow-through and mistakes; `via` names the way to the score."""

    item: str
    part: str
    seed: int
    raw: str
    verdict: Verdict
    via: str = "key"
    followed: str | None = None

    @property
    def outcome(self) -> str:
        """The verdict's outcome."""
        return self.verdict.outcome

    @property
    def score(self) -> Fraction:
        """The verdict's score, 0 to 1."""
        return self.verdict.score


# ------------------------------------------------------------------ the bank


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong path that computes its own wrong answer; `spec` overrides fields of the part's answer."""

    name: str
    spec: Mapping[str, Any]
    say: Doc = EMPTY


@dataclass(frozen=True, slots=True)
class Also:
    """A further accepted answer with its credit and message."""

    spec: Mapping[str, Any]
    credit: Fraction = ONE
    say: Doc = EMPTY


@dataclass(frozen=True, slots=True)
class Part:
    """One question inside an item; `follows` binds a name to 'part' or 'item.part'."""

    id: str
    ask: Doc
    answer: Mapping[str, Any]
    label: str = ""
    after: str = ""
    follows: Mapping[str, str] = field(default_factory=dict)
    follow_credit: Fraction = ONE
    points: Fraction = ONE
    mistakes: tuple[Mistake, ...] = ()
    also: tuple[Also, ...] = ()
    hints: tuple[Doc, ...] = ()
    worked: tuple[tuple[str, Doc], ...] = ()
    docs: Mapping[str, Doc] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example:
    """An answer with the outcome it must get; `earlier` gives raw answers of followed parts."""

    part: str
    text: str
    outcome: str
    mistake: str = ""
    earlier: Mapping[str, str] = field(default_factory=dict)
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """A figure as the author asks for it: the name of its builder, arguments, words."""

    draw: str
    args: Mapping[str, Any]
    alt: Doc


@dataclass(frozen=True, slots=True)
class Item:
    """A problem or question as loaded: texts are tokens, formulas are still the author's text."""

    id: str
    number: str
    kind: str
    topic: str
    section: str
    level: int
    title: Doc
    prompt: Doc
    parts: tuple[Part, ...]
    minutes: int = 0
    world: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    where: tuple[str, ...] = ()
    figures: tuple[FigureSpec, ...] = ()
    examples: tuple[Example, ...] = ()
    solution: Doc = EMPTY
    source: str = ""
    file: str = ""
    docs: Mapping[str, Doc] = field(default_factory=dict)
    replaces: str = ""
    reviewed: str = ""
    published: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)

    def part(self, part_id: str) -> Part | None:
        """The part with that id, or None."""
        return next((p for p in self.parts if p.id == part_id), None)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a source says, and what computes where it stands: a value beside the right one, or a relation over cases."""

    id: str
    source: str
    says: Doc
    value: str = ""
    right: str = ""
    places: int | None = None
    holds: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    cases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: Doc = EMPTY


@dataclass(frozen=True, slots=True)
class Topic:
    """What the items of one topic share."""

    id: str
    title: Doc
    symbols: Mapping[str, str]
    givens: Mapping[str, Any]
    worlds: Mapping[str, Mapping[str, Any]]
    misconceptions: Mapping[str, Doc]
    glossary: Mapping[str, Doc]
    levels: Mapping[int, Doc]
    docs: Mapping[str, Doc] = field(default_factory=dict)
    file: str = ""
    sources: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    reviewed: str = ""
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Bank:
    """All topics and items of one folder, in reading order; without slots, to keep its index."""

    id: str
    title: Doc
    root: str
    topics: Mapping[str, Topic]
    items: tuple[Item, ...]
    issues: tuple[Issue, ...] = ()

    def find(self, name: str) -> Item | None:
        """The item with that id or number, or None."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Item]:
        """By id and number; of two with one name the first."""
        return {name: item for item in reversed(self.items) for name in (item.number, item.id)}
