"""The parameters of an item or a world at one seed: authored defaults, or draws until every condition holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from grader.bank.streams import Stream, draw
from grader.errors import BankFault
from grader.maths import author
from grader.maths.tree import names
from grader.model import Item, Node, Say, Topic, say

MAX_TRIES, MIN_TRIES = 1000, 10
MAX_EFFORT = 60_000  # nodes computed for the conditions of one draw: about a second


class DrawFault(BankFault):
    """A fault of a draw or a condition; `scope` is the item's id or its world's name.

    `name` is the parameter's, or the place of the condition under `where:`.
    """

    def __init__(self, scope: str, why: Say, name: str | int = "") -> None:
        """Keep whose draw it was."""
        super().__init__(why)
        self.scope, self.name = scope, name
        self.seed = 0

    @property
    def told(self) -> Say:
        """The fault with its scope and seed."""
        return (
            self.why
            if self.why.code == "bank.where"
            else say("bank.draw-failed", name=self.scope, seed=self.seed, why=self.why)
        )


def drawn(
    scope: str, params: Mapping[str, Any], where: tuple[str, ...], seed: int, given: Mapping[str, Node]
) -> dict[str, Node]:
    """The values of a scope's parameters; raises DrawFault with whose fault it is."""
    try:
        return _tried(scope, params, where, seed, given)
    except DrawFault as fault:
        fault.seed = seed
        raise
    except BankFault as fault:
        found = DrawFault(scope, fault.why)
        found.seed = seed
        raise found from fault


def _tried(
    scope: str, params: Mapping[str, Any], where: tuple[str, ...], seed: int, given: Mapping[str, Node]
) -> dict[str, Node]:
    """The parameters of a scope: authored defaults at seed 0, else drawn until every condition holds."""
    params = {n: p for n, p in params.items() if n != "where"}
    if seed == 0 or not any("draw" in p for p in params.values()):
        values = {n: _default(scope, n, params, given) for n in params}
        for n, condition in enumerate(where):
            if not _holds(scope, n, condition, {**given, **values}):
                raise DrawFault(scope, say("bank.where-default", condition=condition), n)
        return values
    # A condition on nothing drawn holds at once or never.
    still = [n for n, condition in enumerate(where) if not any(mentions(condition, name) for name in params)]
    for n in still:
        if not _holds(scope, n, where[n], given):
            raise DrawFault(scope, say("bank.where-default", condition=where[n]), n)
    streams = {n: Stream(f"{scope}.{n}", seed) for n in params}
    tried, tries = 0, MAX_TRIES
    while tried < tries:
        values = {n: _one(scope, n, params, streams[n], given) for n in params}
        bound = {n: _bound(scope, n, one, {**given, **values}) for n, one in enumerate(where) if n not in still}
        if all(_met(scope, n, one) for n, one in bound.items()):
            return values
        tried, tries = tried + 1, min(tries, _tries(bound.values()))
    raise BankFault(say("bank.where", name=scope, tries=tries, seed=seed))


def _tries(conditions: Iterable[Node]) -> int:
    """How often is drawn until conditions are given up: less often where they are much work."""
    return max(MIN_TRIES, min(MAX_TRIES, MAX_EFFORT // (sum(map(author.effort, conditions)) or 1)))


def _one(scope: str, name: str, params: Mapping[str, Any], stream: Stream, given: Mapping[str, Node]) -> Node:
    """One drawn parameter; its faults bear its name."""
    if "draw" not in params[name]:
        return _default(scope, name, params, given)
    try:
        return draw(params[name]["draw"], stream)
    except BankFault as fault:
        raise DrawFault(scope, fault.why, name) from fault


def _default(scope: str, name: str, params: Mapping[str, Any], given: Mapping[str, Node]) -> Node:
    """The authored value of a parameter; its faults bear its name."""
    text = str(params[name]["default"])
    try:
        others = sorted(names(author.parse(text, {*given, *(n for n in params if mentions(text, n))})) - set(given))
        if others:
            raise BankFault(say("bank.param-uses", text=text[:80], other=others[0]))
        return author.bind(text, given)
    except BankFault as fault:
        raise DrawFault(scope, fault.why, name) from fault


def mentions(text: str, name: str) -> bool:
    """Whether a name stands in a formula; one that does not is no name to propose."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _holds(scope: str, place: int, condition: str, values: Mapping[str, Node]) -> bool:
    """Whether a condition is true; its faults bear its place."""
    return _true(scope, place, _bound(scope, place, condition, values))


def _bound(scope: str, place: int, condition: str, values: Mapping[str, Node]) -> Node:
    try:
        return author.bind(condition, values)
    except BankFault as fault:
        raise DrawFault(scope, fault.why, place) from fault


def _met(scope: str, place: int, condition: Node) -> bool:
    """Whether a drawn condition is true; one that stands on a tie is not, and is drawn again."""
    try:
        return _true(scope, place, condition)
    except DrawFault as fault:
        if fault.why.code != "maths.undecided":
            raise
        return False


def _true(scope: str, place: int, condition: Node) -> bool:
    try:
        return author.holds(condition)
    except BankFault as fault:
        raise DrawFault(scope, fault.why, place) from fault


def drawn_names(topic: Topic, item: Item) -> set[str]:
    """The names of an item's formulas that are drawn: its own and its world's, which never share one."""
    both = (item.params, topic.worlds.get(item.world, {}))
    return {name for params in both for name, one in params.items() if isinstance(one, Mapping) and "draw" in one}
