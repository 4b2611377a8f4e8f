"""Kind order: lines put in order; a line counts while everything it needs stands before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import MAX_RAW, Context, Kind, Spec, right, wrong
from grader.answers.choice import offer
from grader.answers.letters import Offered, sequence, without_counts
from grader.errors import BankFault, CannotRead
from grader.model import LISTED, PARTLY, Field, Order, Say, Verdict, say

OPTIONS = {"lines": "lines", "distractors": "text", "prerequisites": "map", "value": "text"}
_SEPARATORS = ",;>→⇒➔=|-‐‑–—()[]{}./"


@dataclass(frozen=True, slots=True)
class Prepared:
    """The lines as shown, those that belong in one right order, and what each needs before it."""

    offered: tuple[Offered, ...]
    right: tuple[str, ...]
    needs: dict[str, frozenset[str]]


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the order; without prerequisites only the listed one is right."""
    stray = frozenset(str(spec.get("distractors") or "").split())
    value = (
        tuple(str(spec["value"]).split()) if spec.get("value") else tuple(i for i in spec["lines"] if i not in stray)
    )
    offered = offer(spec.get("lines"), context)
    if context.order and in_order(offered, value):
        shuffled = context.order(len(offered))
        offered = offer(spec.get("lines"), replace(context, order=lambda count: (*shuffled[1:], shuffled[0])))
    ids = [o.id for o in offered]
    given = spec.get("prerequisites")
    needs = {line: frozenset(str(before).split()) for line, before in (given or {}).items()}
    if not given:
        needs = {line: frozenset(value[:place]) for place, line in enumerate(value)}
    named = set(value) | stray | set(needs) | {n for before in needs.values() for n in before}
    unknown = sorted(named - set(ids))
    if unknown:
        raise BankFault(say("bank.option-id", id=unknown[0], allowed=", ".join(sorted(ids))))
    key = Prepared(offered, value, needs)
    if _run(key, list(value)) != len(value):
        raise BankFault(say("bank.order", value=" ".join(value)))
    return key


def in_order(offered: Sequence[Offered], value: Sequence[str]) -> bool:
    """Whether the lines stand in the right order as they are shown."""
    return [o.id for o in offered if o.id in value] == list(value)


def _run(key: Prepared, ids: list[str]) -> int:
    """The longest run from the start in which every line belongs and has its prerequisites before it."""
    seen: set[str] = set()
    for line in ids:
        if line not in key.right or not key.needs.get(line, frozenset()) <= seen:
            break
        seen.add(line)
    return len(seen)


def read(key: Prepared, text: str) -> tuple[Offered, ...]:
    """The letters; raises CannotRead for an unknown or repeated one."""
    lines = sequence(without_counts(text), key.offered, _SEPARATORS)
    letters = [o.letter for o in lines]
    for letter in letters:
        if letters.count(letter) > 1:
            raise CannotRead(say("order.repeated", letter=letter), 0)
    return tuple(lines)


def judge(key: Prepared, value: tuple[Offered, ...]) -> Verdict:
    """Credit for the run from the start; a stray line behind a complete run costs a little."""
    echo = say("echo.letters", letters=" ".join(o.letter for o in value))
    run = _run(key, [o.id for o in value])
    if run == len(key.right) == len(value):
        return right(LISTED, echo)
    stray = value[run] if run < len(value) else None
    says = []
    if stray is not None and stray.say:
        says.append(say("own", text=stray.say))
    name = stray.name or None if stray else None
    if not run:
        return wrong(LISTED, echo, say("order.first", letter=value[0].letter), *says, mistake=name)
    if stray is None:
        message = say("order.short-one" if run == 1 else "order.short", good=run)
    elif run == len(key.right):
        message = say("order.extra", letter=stray.letter)
    else:
        message = say("order.breaks-one" if run == 1 else "order.breaks", good=run, letter=stray.letter)
    credit = Fraction(run, len(key.right) + (1 if run == len(key.right) else 0))
    return Verdict(PARTLY, credit, LISTED, echo, (), name, (message, *says))


def fields(key: Prepared) -> tuple[Field, ...]:
    """The lines as shown."""
    return (Order(tuple((o.letter, o.text) for o in key.offered)),)


def join(values: tuple[Any, ...]) -> str:
    """Letters with blanks between."""
    return " ".join(values[0])


def show(key: Prepared) -> str:
    """The letters of one right order."""
    letters = {o.id: o.letter for o in key.offered}
    return " ".join(letters[i] for i in key.right)


def note(key: Prepared) -> Say | None:
    """Whether other orders are right as well."""
    line = list(key.right)
    for place in range(len(line) - 1):
        swapped = [*line[:place], line[place + 1], line[place], *line[place + 2 :]]
        if _run(key, swapped) == len(line):
            return say("order.others")
    return None


KIND = Kind(
    "order",
    OPTIONS,
    prepare,
    read,
    judge,
    fields,
    join,
    show,
    note=note,
    offers=lambda key: key.offered,
    longest=MAX_RAW,
)
