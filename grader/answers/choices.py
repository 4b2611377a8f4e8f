"""Kind choices: any number of the offered options, with a policy for part marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import MAX_RAW, Context, Kind, Spec, right, wrong
from grader.answers.choice import offer
from grader.answers.letters import Offered, pick, sequence, without_counts
from grader.errors import BankFault, CannotRead
from grader.model import LISTED, PARTLY, Field, Some, Verdict, say

OPTIONS = {"value": "text", "options": "options", "policy": "text", "shuffle": "bool"}
POLICIES = ("all_or_nothing", "per_option", "right_minus_wrong")
_SEPARATORS = ",;()[]{}./+|'\""
_BETWEEN = re.compile(r"[,;\n]|\band\b|\baur\b|&")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The options as shown, the ids of the right ones, and how part marks are given."""

    offered: tuple[Offered, ...]
    ids: frozenset[str]
    policy: str


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key."""
    offered = offer(spec.get("options"), context)
    ids = frozenset(str(spec.get("value")).split())
    unknown = sorted(ids - {o.id for o in offered})
    if unknown or not ids:
        raise BankFault(
            say("bank.option-id", id=(unknown or ["-"])[0], allowed=", ".join(sorted(o.id for o in offered)))
        )
    policy = spec.get("policy", "all_or_nothing")
    if policy not in POLICIES:
        raise BankFault(say("bank.policy", name=policy, allowed=", ".join(POLICIES)))
    return Prepared(offered, ids, policy)


def read(key: Prepared, text: str) -> tuple[Offered, ...]:
    """The options that a text names, each once; raises CannotRead."""
    try:
        picked = sequence(without_counts(text), key.offered, _SEPARATORS)
    except CannotRead as fault:
        picked = _worded(key, text)
        if not picked:
            raise fault from None
    if not picked:
        raise CannotRead(say("read.blank"), 0)
    return tuple({o.letter: o for o in picked}.values())


def _worded(key: Prepared, text: str) -> list[Offered]:
    """The options named by their own words, or none where a piece names no option."""
    try:
        return [pick(piece, key.offered) for piece in _BETWEEN.split(text) if piece.strip()]
    except CannotRead:
        return []


def judge(key: Prepared, value: tuple[Offered, ...]) -> Verdict:
    """All or nothing, option by option, or right picks minus wrong ones over those needed."""
    echo = say("echo.letters", letters=" ".join(o.letter for o in value))
    picked = frozenset(o.id for o in value)
    if picked == key.ids:
        return right(LISTED, echo)
    strays = [o for o in value if o.id not in key.ids]
    says = tuple(say("own", text=stray.say) for stray in strays if stray.say)
    name = (strays[0].name or None) if strays else None
    if not strays:
        says = (say("choices.more"),)
    good = len(picked & key.ids)
    credit = Fraction(0)
    if key.policy == "right_minus_wrong":
        credit = max(Fraction(good - len(picked - key.ids), len(key.ids)), Fraction(0))
    elif key.policy == "per_option" and good:
        judged = sum((o.id in picked) == (o.id in key.ids) for o in key.offered)
        credit = Fraction(judged, len(key.offered))
    if not credit:
        return wrong(LISTED, echo, *says, mistake=name)
    return Verdict(PARTLY, credit, LISTED, echo, (), name, (say("choices.some", good=good), *says))


def fields(key: Prepared) -> tuple[Field, ...]:
    """The options to choose from."""
    return (Some(tuple((o.letter, o.text) for o in key.offered)),)


def join(values: tuple[Any, ...]) -> str:
    """Letters with blanks between."""
    return " ".join(values[0])


def show(key: Prepared) -> str:
    """The letters of the right options."""
    return " ".join(o.letter for o in key.offered if o.id in key.ids)


KIND = Kind(
    "choices", OPTIONS, prepare, read, judge, fields, join, show, offers=lambda key: key.offered, longest=MAX_RAW
)
