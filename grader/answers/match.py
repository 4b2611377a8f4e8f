"""Kind match: pairs of a left and a right entry, `1-b 2-a`; pair by pair."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import MAX_RAW, Context, Kind, Spec, doc_of, right, wrong
from grader.answers.letters import unknown
from grader.errors import BankFault, CannotRead
from grader.maths.clean import visible
from grader.model import LISTED, PARTLY, Doc, Field, Match, Verdict, say

OPTIONS = {"left": "lines", "right": "lines", "value": "text"}
_LINK = r"\s*(?:[-–—−=]*>|→|⇒|➔|:|=|[-–—−]|,|\.|\)|\b(?:is|with|to|goes with|matches)\b)?\s*"
_SEPARATOR = r"\s*(?:[,;&]|\band\b|\baur\b)?\s*"
_NUMBER, _LETTER = r"\(?([0-9]{1,2})\)?", r"\(?([a-z])\)?"
_PAIR = re.compile(rf"{_SEPARATOR}{_NUMBER}{_LINK}{_LETTER}(?![a-z])")
_TURNED = re.compile(rf"{_SEPARATOR}{_LETTER}{_LINK}{_NUMBER}(?![0-9])")  # `a1 b2`
_AROUND = re.compile(r"[\[{]\s*([^\[\]{}]*?)\s*[\]}]")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Both columns and the right partner of every left entry."""

    left: tuple[tuple[str, Doc], ...]
    right: tuple[tuple[str, Doc], ...]
    pairs: Mapping[str, str]


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key; raises BankFault for an entry that is not there."""
    left = tuple((str(i), doc_of(t)) for i, t in (spec.get("left") or {}).items())
    partners = tuple((str(i), doc_of(t)) for i, t in (spec.get("right") or {}).items())
    key = Prepared(left, partners, {})
    try:
        pairs = read(key, str(spec.get("value")))
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if len(pairs) != len(left):
        raise BankFault(say("bank.match"))
    # Partners stand in another order in each variant; a letter is a place.
    order = context.order(len(partners)) if context.order else range(len(partners))
    letters = [letter for letter, _ in partners]
    shown = tuple((letters[place], partners[i][1]) for place, i in enumerate(order))
    moved = {letters[i]: letters[place] for place, i in enumerate(order)}
    return Prepared(left, shown, {one: moved[partner] for one, partner in pairs.items()})


def read(key: Prepared, text: str) -> dict[str, str]:
    """The pairs of a text; raises CannotRead for an unknown entry, a left one used twice, or anything between."""
    plain = unicodedata.normalize("NFKC", visible(text)).casefold().strip().rstrip(".")
    if not plain:
        raise CannotRead(say("read.blank"), 0)
    around = _AROUND.fullmatch(plain)
    plain = " " * around.start(1) + around[1] if around else plain
    if unknown(text, ()).why.code == "read.dont-know":
        raise unknown(text, ())
    pattern = _TURNED if plain.strip(" ([{")[:1].isalpha() else _PAIR
    pairs: dict[str, str] = {}
    place = 0
    while place < len(plain):
        found = pattern.match(plain, place)
        at = min(place + len(plain[place:]) - len(plain[place:].lstrip(" ,;")), len(text))
        if found is None:
            raise CannotRead(say("match.pair", text=plain[place : place + 20].strip()), at)
        left, partner = _sides(key, found[1], found[2], at)
        if left in pairs:
            raise CannotRead(say("match.twice", entry=left), at)
        pairs[left] = partner
        place = found.end()
        place += len(plain[place:]) - len(plain[place:].lstrip())
    return pairs


def _sides(key: Prepared, first: str, second: str, at: int) -> tuple[str, str]:
    """The left entry and its partner, whichever of them was typed first."""
    lefts, rights = [i for i, _ in key.left], [i for i, _ in key.right]
    turned = (first not in lefts and second in lefts) or first in rights
    left, partner = (second, first) if turned else (first, second)
    for entry, allowed in ((left, lefts), (partner, rights)):
        if entry not in allowed:
            raise CannotRead(say("choice.unknown", text=entry, letters=", ".join(allowed)), at)
    return left, partner


def judge(key: Prepared, value: dict[str, str]) -> Verdict:
    """Missing pairs earn nothing."""
    echo = say("echo.letters", letters=" ".join(f"{a}-{b}" for a, b in sorted(value.items())))
    good = sum(key.pairs[left] == partner for left, partner in value.items())
    if good == len(key.pairs):
        return right(LISTED, echo)
    misses = ", ".join(left for left, partner in key.pairs.items() if value.get(left) != partner)
    if not good:
        return wrong(LISTED, echo)
    message = say("match.some", good=good, count=len(key.pairs), places=misses)
    return Verdict(PARTLY, Fraction(good, len(key.pairs)), LISTED, echo, says=(message,))


def fields(key: Prepared) -> tuple[Field, ...]:
    """Both columns."""
    return (Match(key.left, key.right),)


def join(values: tuple[Any, ...]) -> str:
    """Pairs with blanks between; `values[0]` maps left to right."""
    return " ".join(f"{left}-{partner}" for left, partner in dict(values[0]).items())


def show(key: Prepared) -> str:
    """The right pairs."""
    return " ".join(f"{left}-{partner}" for left, partner in key.pairs.items())


KIND = Kind("match", OPTIONS, prepare, read, judge, fields, join, show, longest=MAX_RAW)
