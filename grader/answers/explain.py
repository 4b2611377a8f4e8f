"""Kind explain: own words, which no machine marks; a rubric of ideas helps the person who does, or the learner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import Context, Kind, Spec, doc_of, fraction
from grader.errors import BankFault, CannotRead
from grader.model import HELD, UNDECIDED, ZERO, Doc, Field, Long, Verdict, say

OPTIONS = {"rubric": "rubric"}
MAX_CHARS = 10_000


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea of the rubric and its share."""

    id: str
    idea: Doc
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Prepared:
    """The rubric; its weights sum to 1 when they are used."""

    rubric: tuple[Idea, ...]


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the rubric; a missing weight is 1."""
    entries = spec.get("rubric") or ()
    if not entries or not all(isinstance(e, Mapping) and "id" in e and "idea" in e for e in entries):
        raise BankFault(say("bank.rubric"))
    ideas = [Idea(str(e["id"]), doc_of(e["idea"]), fraction(e.get("weight", "1"), "weight")) for e in entries]
    total = sum((i.weight for i in ideas), Fraction(0))
    if total <= 0 or any(i.weight < 0 for i in ideas):
        raise BankFault(say("bank.rubric"))
    return Prepared(tuple(Idea(i.id, i.idea, i.weight / total) for i in ideas))


def read(key: Prepared, text: str) -> str:
    """Any words; raises CannotRead for none, or for more than 10,000 characters."""
    if not any(c.isalnum() for c in text):
        raise CannotRead(say("read.blank"), 0)
    if len(text) > MAX_CHARS:
        raise CannotRead(say("read.too-long", count=len(text), limit=MAX_CHARS), MAX_CHARS)
    return text


def judge(key: Prepared, value: str) -> Verdict:
    """Always for a person."""
    return Verdict(HELD, ZERO, UNDECIDED, None, says=(say("explain.held"),))


def fields(key: Prepared) -> tuple[Field, ...]:
    """Room for own words."""
    return (Long(say("hint.explain")),)


def join(values: tuple[Any, ...]) -> str:
    """The text itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The ideas, in English."""
    from grader.text.writers.plain import Plain

    return "; ".join(Plain().write(i.idea.tokens("en")).strip() for i in key.rubric)


KIND = Kind("explain", OPTIONS, prepare, read, judge, fields, join, show, longest=MAX_CHARS)
