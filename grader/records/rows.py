"""What the store keeps, as frozen data: an attempt, one marking of it, a person's decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grader.model import HELD, UNREAD, Mark, Say


@dataclass(frozen=True, slots=True)
class Attempt:
    """One read answer; `at` is ISO 8601 in UTC, `earlier` the raw texts it may follow, by item and part."""

    id: str
    at: str
    learner: str
    run: str
    item: str
    part: str
    seed: int
    lang: str
    raw: str
    earlier: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    hints: int = 0
    certainty: str = ""


@dataclass(frozen=True, slots=True)
class Marking:
    """One marking of an attempt; the one with the highest `n` counts, 0 is for one not yet stored."""

    attempt: str
    key_hash: str
    grader: str
    outcome: str
    score: Fraction
    how: str
    at: str
    mistake: str = ""
    says: tuple[Say, ...] = ()
    n: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided; `scope` names what it is about, such as an attempt or a key hash."""

    id: str
    scope: str
    what: str
    by: str
    at: str


SHOWN_HOW = "shown"  # how a marking is known whose answer was looked at instead of given


def is_evidence(made: Marking) -> bool:
    """Whether a marking says what a learner can do: what was read and decided, and what was given up."""
    return made.outcome not in (UNREAD, HELD) or made.how == SHOWN_HOW


def marking(attempt: str, mark: Mark, key_hash: str, grader: str, at: str) -> Marking:
    """The marking of an attempt that a mark makes."""
    v = mark.verdict
    return Marking(attempt, key_hash, grader, v.outcome, v.score, v.how, at, v.mistake or "", v.says)
