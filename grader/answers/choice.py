"""Kind choice: exactly one of the offered options, by letter or by its own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import Context, Kind, Spec, doc_of, right, wrong
from grader.answers.letters import LETTERS, Offered, around, pick
from grader.answers.reasons import WHY, backed, explained
from grader.answers.wordings import fold, saying, words_of
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.table import Table
from grader.maths.tree import num
from grader.model import LISTED, Field, Node, One, Verdict, say

OPTIONS = {"asks": "text", "value": "text", "pick": "expr", "options": "options", "shuffle": "bool"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The options as shown and the id of the right one."""

    offered: tuple[Offered, ...]
    id: str
    tied: frozenset[str]  # ids that are as right as `id`: where the largest of a list stands more than once
    ids: tuple[str, ...]  # in the author's order, which `pick:` counts
    asks_wrong: bool = False


def offer(options: Any, context: Context) -> tuple[Offered, ...]:
    """Options as shown: a word list by its given's name (never reordered), a mapping, or a list with ids."""
    if isinstance(options, str):
        words = context.values.get(options)
        if words is None or words[0] != "words":
            raise BankFault(say("bank.options-name", name=options))
        return tuple(Offered(LETTERS[i], LETTERS[i], doc_of(w)) for i, w in enumerate(words[1]))
    if isinstance(options, Mapping):
        entries: Sequence[Mapping[str, Any]] = [
            {"id": i, **t} if isinstance(t, Mapping) else {"id": i, "text": t} for i, t in options.items()
        ]
    else:
        entries = options or []
    if not 2 <= len(entries) <= len(LETTERS):
        raise BankFault(say("bank.options-count", count=len(entries)))
    order = context.order(len(entries)) if context.order else tuple(range(len(entries)))
    own = order == tuple(range(len(entries))) and all(len(str(e["id"])) == 1 for e in entries)
    letters = [str(e["id"]) for e in entries] if own else list(LETTERS[: len(entries)])
    return tuple(
        Offered(
            letters[place],
            str(entries[i]["id"]),
            doc_of(entries[i].get("text")),
            entries[i].get("is", ""),
            entries[i].get("say"),
        )
        for place, i in enumerate(order)
    )


def prepare(spec: Spec, context: Context) -> Prepared:
    """Compute which option is right."""
    offered = offer(spec.get("options"), context)
    ids = tuple(o.id for o in offer(spec.get("options"), replace(context, order=None)))
    if "pick" in spec:
        picked = author.bind(spec["pick"], context.values)
        index = author.whole(picked)
        if not 0 <= index < len(ids):
            raise BankFault(say("maths.index-range", index=index, size=len(ids)))
        return Prepared(offered, ids[index], _tied(picked, index, ids), ids)
    wanted = str(spec.get("value"))
    if wanted not in ids:
        raise BankFault(say("bank.option-id", id=wanted, allowed=", ".join(ids)))
    asks = str(spec.get("asks", "right"))
    if asks not in ("right", "wrong"):
        raise BankFault(say("bank.asks", value=asks))
    return Prepared(offered, wanted, frozenset(), ids, asks == "wrong")


def _tied(picked: Node, index: int, ids: tuple[str, ...]) -> frozenset[str]:
    """The other options whose entry is just as large, or as small: a learner's own values may have such."""
    if picked[0] != "call" or picked[1] not in ("argmax", "argmin"):
        return frozenset()
    value = author.compute(picked[2][0])
    cells = value.cells if isinstance(value, Table) else []
    if not all(isinstance(cell, Fraction) for cell in cells):
        return frozenset()  # two balls are never known to be one number
    tied = frozenset(name for name, cell in zip(ids, cells, strict=False) if cell == cells[index]) - {ids[index]}
    if len(tied) > 1:
        raise BankFault(say("bank.pick-tie", count=len(tied) + 1))  # where nearly all are equal, nothing wins
    return tied


def read(key: Prepared, text: str) -> Offered:
    """The option that a text names; raises CannotRead. Where the wrong one is asked for, `b is wrong` names it."""
    if key.asks_wrong:
        plain = fold(text)
        judged = _JUDGED.fullmatch(plain) or _NAMED.fullmatch(plain)
        reasoned = _JUDGED_WHY.fullmatch(plain)
        if judged:
            text = judged[1]
        elif reasoned:
            text = f"{reasoned[1]}, {reasoned['more']}"
        elif _RIGHT.search(plain) and not saying(text, {o.letter: words_of(o.text) for o in key.offered}):
            raise CannotRead(say("choice.asks-wrong"), 0)
    try:
        return pick(text, key.offered)
    except CannotRead as fault:
        if fault.why.code != "choice.unknown":
            raise
        found = explained(around(fold(text)), key.offered) or backed(fold(text), key.offered)
        if found is None:
            raise
        return found


# A sentence about an option: its letter, then `is wrong`; and words that call something right, but for the answer.
_JUDGED = re.compile(
    r"(?:option |piece |hissa |line |part )?\(?([a-z])\)? (?:(?:piece|hissa|part|line|wala) )?(?:is )?(?:the )?"
    r"(?:wrong|false|incorrect|galat|ghalat|(?:not|isn't) (?:right|correct|true)|sahi nahin?|mein (?:galti|error))"
    r"(?: (?:one|piece|line|part|hissa))?(?: hai| h)?"
)
_JUDGED_WHY = re.compile(
    rf"(?:{_JUDGED.pattern})(?:\s*[,;:.]\s*(?:(?:{WHY})\b)?|\s+(?:{WHY})\b)\s*[:,]?\s*(?P<more>.+)"
)
_NAMED = re.compile(
    r"(?:the )?(?:wrong|false|incorrect|galat|ghalat|error|mistake|galti)(?: (?:one|piece|part|hissa|line|wala))?"
    r"(?: is| hai)?(?: in)?\s*:?\s*\(?([a-z])\)?(?: mein)?(?: hai| h)?"
)
_RIGHT = re.compile(r"\b(?:right|correct|true|sahi)\b(?! (?:answer|ans|option|choice|jawab|uttar)\b)")


def judge(key: Prepared, value: Offered) -> Verdict:
    """Compare ids; a wrong option names its misconception."""
    echo = say("echo.option", letter=value.letter, text=value.text)
    if value.id == key.id or value.id in key.tied:
        return right(LISTED, echo)
    says = (say("own", text=value.say),) if value.say else ()
    return wrong(LISTED, echo, *says, mistake=value.name or None)


def fields(key: Prepared) -> tuple[Field, ...]:
    """The options to choose one from, in the first language's Docs."""
    return (One(tuple((o.letter, o.text) for o in key.offered)),)


def join(values: tuple[Any, ...]) -> str:
    """The letter."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The letter of the right option."""
    return next(o.letter for o in key.offered if o.id == key.id)


def tree(key: Prepared, value: Offered | None) -> Node:
    """The place of the option in the author's order."""
    return num(key.ids.index(value.id if value else key.id))


KIND = Kind("choice", OPTIONS, prepare, read, judge, fields, join, show, tree, offers=lambda key: key.offered)
