"""What a practice run is made of: attempts, progress, and what it needs of a screen and a keeper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from grader.model import EMPTY, Mark, Part, Token

Place = tuple[str, str]  # item and part

CARD = Part("card", EMPTY, {})  # stands for the one step of a card, which has no parts

COMMANDS = ("hint", "show", "skip", "back", "dispute", "help", "quit")
# What a learner may also type for a command.
WORDS = {**{c: c for c in COMMANDS}, "?": "help", "h": "help", "q": "quit", "exit": "quit", "madad": "help"}


_YES = frozenset({"y", "yes", "haan", "haanji", "han", "ha", "haa", "j"})
_NO = frozenset({"n", "no", "nahi", "nahin", "nahee", "nhi", "nai", "na"})
SELF_MARKED = "self-marked"  # how a mark is known that the learner gave


def yes_or_no_of(typed: str) -> bool | None:
    """What a line says, politely or not (`ji haan`); None where it says neither."""
    words = [word for word in typed.casefold().replace(",", " ").strip(" .!").split() if word != "ji"]
    if len(words) != 1:
        return None
    return True if words[0] in _YES else False if words[0] in _NO else None


def command_of(raw: str) -> str | None:
    """The command that a line is: the word alone, or with a polite word or two behind it."""
    words = raw.strip().casefold().split()
    if not words or len(words) > 3 or not all(w.isalpha() or w == "?" for w in words):
        return None
    return WORDS.get(words[0]) if len(words) == 1 or words[0] in COMMANDS else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One read answer as it is stored, or with `shown` that the answer was looked at instead."""

    mark: Mark
    earlier: dict[str, dict[str, str]]
    hints: int
    tries: int
    disputed: bool = False
    self_marked: bool | None = None
    certainty: str = ""
    shown: bool = False


class Kept(NamedTuple):
    """How far a part is: first and last raw text, '' where none was read; how it ended, '' for not yet.

    `said` is how sure the learner was of the first text, or of a card whether it was known: yes or no; `hints` how many
    were seen.
    """

    first: str
    last: str
    over: str
    said: str = ""
    hints: str = ""


@dataclass(slots=True)
class Progress:
    """What has been answered so far: the latest raw texts, and the marks that count, the first ones read."""

    raws: dict[str, dict[str, str]] = field(default_factory=dict)
    marks: dict[Place, Mark] = field(default_factory=dict)
    over: dict[Place, str] = field(default_factory=dict)  # answered, shown or skipped
    drafts: dict[Place, list[str]] = field(default_factory=dict)  # lines of answers that are not finished
    sure: dict[Place, str] = field(default_factory=dict)  # how sure the learner was of a first answer
    hints: dict[Place, int] = field(default_factory=dict)  # how many were seen
    known: dict[Place, bool] = field(default_factory=dict)  # cards, and whether the learner knew the back
    held: set[Place] = field(default_factory=set)
    judged: set[Place] = field(default_factory=set)  # of these, by the learner
    ended: bool = False

    def left(self, *how: str) -> list[Place]:
        """The parts that were shown, or skipped."""
        return [place for place, over in self.over.items() if over in how]


ANSWERED, SHOWN, SKIPPED = "answered", "shown", "skipped"
KNOWN, NOT_KNOWN = "yes", "no"


class Screen(Protocol):
    """What the loop needs of a terminal, a web page or a test.

    `attended` is whether somebody is there to be asked back; over a pipe or from a file each line is an answer.
    """

    attended: bool

    def tell(self, tokens: Sequence[Token], role: str = "") -> None:
        """Show tokens; `role` is title, prompt, ask, option, hint, echo, right, partly, wrong, unread, held or note."""

    def ask(self, prompt: Sequence[Token], about: Place) -> str | None:
        """One line typed, or None at the end of the input; `about` is the item and part being asked."""


class Keeper(Protocol):
    """What the loop needs of a record."""

    def attempt(self, attempt: Attempt) -> bool:
        """A read answer, a dispute, or an own verdict on a held one; whether it was kept."""

    def kept(self, place: Place, part: Kept) -> None:
        """How far a part is."""

    def draft(self, place: Place, lines: Sequence[str]) -> None:
        """The lines typed so far of an answer that is not finished; none where it is."""


class Forgetful:
    """A keeper that keeps nothing."""

    def attempt(self, attempt: Attempt) -> bool:
        """Let it go."""
        return False

    def kept(self, place: Place, part: Kept) -> None:
        """Let it go."""

    def draft(self, place: Place, lines: Sequence[str]) -> None:
        """Let them go."""
