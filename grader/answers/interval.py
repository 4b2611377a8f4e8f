"""Kind interval: a set of real numbers as brackets, unions, inequalities or chains; every end counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from grader.answers.base import ENTRIES, FORMULA, Context, Kind, Spec, learner_scope, right, types_of, wrong
from grader.answers.conditions import Unsolved
from grader.answers.grouping import other_readings, unclear_groups
from grader.answers.label import without_heading
from grader.answers.region_read import Reading, region_of
from grader.answers.region_text import normal
from grader.errors import BankFault, CannotRead
from grader.maths import author, exact
from grader.maths.read import read as read_tree
from grader.maths.regions import Interval, Line, Region, end, written
from grader.maths.tree import names, num
from grader.model import EXACT, HELD, RIGHT, UNDECIDED, WRONG, ZERO, Field, Node, Verdict, say
from grader.model import Line as OneLine

OPTIONS = {"value": "text", "symbols": "symbols"}


@dataclass(frozen=True, slots=True)
class Typed:
    """A region and how surely its equal ends were known to be equal; None for one that must be solved first."""

    region: Region | None
    how: str
    solved: bool = False  # it was said of the name, whose domain bounds it


@dataclass(frozen=True, slots=True)
class Prepared:
    """The region, how a learner's text is read, and the key as it was written."""

    typed: Typed
    reading: Reading
    shown: str
    positive: bool = False


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key by the learner's own rules, with bound names computed."""
    types = types_of(spec)
    if len(types) != 1 or {"integer", "natural", "complex"} & set(next(iter(types.values())).words):
        raise BankFault(say("bank.interval-symbol"))
    name, text = next(iter(types)), str(spec.get("value"))

    def bound(free: Any) -> Callable[[str], Node]:
        return lambda part: _computed(author.bind(part.strip(), context.values, free))

    try:
        found = _typed(Reading(name, bound(types), bound(())), text)
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if found.region is None:
        raise BankFault(say("bank.interval"))
    scope = learner_scope(spec, context, grouping=False)
    numbers = replace(scope, symbols={})
    reading = Reading(name, lambda part: read_tree(part, scope), lambda part: read_tree(part, numbers))
    named = any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in context.values)
    return Prepared(found, reading, written(found.region) if named else text, "positive" in types[name].words)


_POSITIVE: Region = (Interval(end(num(0)), None, False, False),)


def _computed(tree: Node) -> Node:
    """A rational end as the number that it is."""
    value = None if names(tree) else exact.rational(tree)
    return tree if value is None or tree[0] == "num" else num(value)


def read(key: Prepared, text: str) -> Typed:
    """The region of a text; raises CannotRead for what is no set of numbers, reversed ends, an included infinity."""
    text = without_heading(text)
    try:
        typed = _typed(key.reading, text)
    except CannotRead:
        grouped = _grouped(key, text)
        if not grouped or any(judge(key, other) != judge(key, grouped[0]) for other in grouped[1:]):
            raise
        return grouped[0]
    if judge(key, typed).outcome == WRONG and any(judge(key, g).outcome == RIGHT for g in _grouped(key, text)):
        raise unclear_groups(text)
    return typed


def _grouped(key: Prepared, text: str) -> list[Typed]:
    """What the text means where commas group the digits of its numbers: `x > 1,000`."""
    found = []
    for other in other_readings(text):
        with suppress(CannotRead):
            found.append(_typed(key.reading, other))
    return found


def _typed(reading: Reading, text: str) -> Typed:
    line = Line()
    try:
        named = re.search(rf"(?<![^\W\d_]){re.escape(reading.name)}(?![^\W\d_])", text) is not None
        return Typed(region_of(normal(text, reading.name), reading, line), line.how, named)
    except Unsolved:
        return Typed(None, UNDECIDED)


def judge(key: Prepared, value: Typed) -> Verdict:
    """Ends and all."""
    wanted, region = key.typed.region, value.region
    if region is None or wanted is None:
        return Verdict(HELD, ZERO, UNDECIDED, None, says=(say("interval.unsolved"),))
    echo = say("echo.text", text=written(region))
    line = Line(key.typed.how)
    line.note(value.how)
    if key.positive:
        region, wanted = (
            line.intersection(each, _POSITIVE) if typed.solved else each
            for each, typed in ((region, value), (wanted, key.typed))
        )
    if line.same(region, wanted):
        return right(line.how, echo)
    opened = (tuple(Interval(p.low, p.high, False, False) for p in each) for each in (region, wanted))
    return wrong(line.how, echo, *([say("interval.ends")] if Line(EXACT).same(*opened) else []))


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (OneLine(say("hint.interval", name=key.reading.name)),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as the author wrote it, with values for names."""
    return key.shown


KIND = Kind("interval", OPTIONS, prepare, read, judge, fields, join, show, traits=FORMULA | {ENTRIES})
