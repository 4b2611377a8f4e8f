"""Kind set: values in any order, each once; right ones minus wrong ones over those needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import VALUES, Context, Kind, Spec, learner_scope, right, types_of, wrong
from grader.answers.grouping import other_readings, unclear_groups
from grader.answers.label import without_label
from grader.answers.members import members_of, says_empty
from grader.answers.number import show_number
from grader.answers.rules import OPTIONS as RULE_OPTIONS
from grader.answers.rules import NumberKey, Rule, accepts, number_key, rule_of
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, balls, exact
from grader.maths.clean import without_ends
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.table import Table
from grader.maths.tree import names
from grader.maths.types import SymbolType
from grader.maths.write import plain
from grader.model import HELD, ONE, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {**RULE_OPTIONS, "value": "expr", "label": "text", "symbols": "symbols"}
MAX_MEMBERS = 500  # more than a learner could type
_ALIKE = 6  # from here on wrong values are no longer compared with one another
_FEW = 5  # from here on it pays to look for near members first


@dataclass(frozen=True, slots=True)
class Member:
    """One member, and a ball round it where only the exact value will do."""

    key: NumberKey | Key
    near: Any = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """One key a member, and what may be typed."""

    members: tuple[Member, ...]
    scope: Scope
    label: str


# Dollar signs and the like round single values, and LaTeX's blanks.
_SIGNS = re.compile(r"\$+|\\[()\[\]]|\\(?:q?quad)(?![A-Za-z])|\\[ ,;:!]")


def prepare(spec: Spec, context: Context) -> Prepared:
    """Compute every member, each once; a computed list gives its entries."""
    types, rule, text = types_of(spec), rule_of(spec), str(spec.get("value"))
    scope = replace(learner_scope(spec, context), grouping=False)
    key = Prepared((), scope, spec.get("label", ""))
    if says_empty(text):
        return key
    tree = author.bind(members_of(text, {*types, *context.values}).text, context.values, types)
    if tree[0] != "list":
        raise BankFault(say("bank.set-value"))
    if len(tree[1]) > MAX_MEMBERS:
        raise BankFault(say("bank.set-large", count=len(tree[1]), limit=MAX_MEMBERS))
    exactly = Prepared((), scope, "")
    members = []
    for item in tree[1]:
        if not _members(exactly, item)[0]:
            exactly = replace(exactly, members=(*exactly.members, _of(item, Rule(), types)))
            members.append(_of(item, rule, types))
    return replace(key, members=tuple(members))


def _of(item: Node, rule: Rule, types: Mapping[str, SymbolType]) -> Member:
    if names(item):
        return Member(Key(item, types))
    number = number_key(item, rule)
    return Member(number, balls.ball(item, {}) if rule.is_exact else None)


def read(key: Prepared, text: str) -> Node:
    """The members as a list node; raises CannotRead."""
    text = _SIGNS.sub(lambda m: " " * len(m[0]), without_ends(text))
    body = without_label(text, key.label)
    if says_empty(body) or says_empty(text):
        return ("list", ())
    plain_text = members_of(body, key.scope.symbols, key.label)
    try:
        tree = _listed(key, plain_text.text)
        _check_groups(key, plain_text.text, tree)
    except CannotRead as fault:
        raise CannotRead(fault.why, None if fault.at is None else plain_text.at(fault.at)) from None
    return tree


def _listed(key: Prepared, text: str) -> Node:
    tree = read_tree(text, key.scope, lists=True)
    if tree[0] == "list" and len(tree[1]) > 1 and all(item[0] == "list" for item in tree[1]) and ";" in text:
        raise CannotRead(say("vector.separators"), text.index(";"))
    return tree if tree[0] == "list" else ("list", (tree,))


def _check_groups(key: Prepared, text: str, tree: Node) -> None:
    """Refuse a text such as `1,000, 2,000` where commas that group its digits would make it better."""
    others = other_readings(text)
    first = next(others, None)
    if first is None:
        return
    score = _score(key, tree)
    if score < ONE and any(_score(key, _listed(key, other)) > score for other in (first, *others)):
        raise unclear_groups(text)


def _score(key: Prepared, tree: Node) -> Fraction:
    """The score of a reading; full for one that is held or cannot be judged, so that it is left as it is."""
    try:
        verdict = judge(key, tree)
    except (CannotRead, Undecided):
        return ONE
    return ONE if verdict.outcome == HELD else verdict.score


def judge(key: Prepared, tree: Node) -> Verdict:
    """Repeats and order are free."""
    echo = say("echo.text", text="{" + ", ".join(map(plain, tree[1])) + "}" if tree[1] else "∅")
    if not tree[1]:
        return wrong("exact", echo) if key.members else right("exact", echo)
    typed = {_value(item): item for item in tree[1]}
    fits: list[list[int]] = []
    alike: dict[tuple[int, ...], list[Node]] = {}
    how = "exact"
    for item in typed.values():
        places, evidence = _members(key, item)
        if not places and evidence == "undecided":
            return Verdict(HELD, ZERO, evidence, echo, says=(say("verdict.held"),))
        if _stands(item, alike.setdefault(tuple(places), []), key.scope.symbols):
            continue
        fits.append(places)
        if places:
            how = max(how, evidence, key=("exact", "proved", "refuted", "agreed").index)
    good, needed = _paired(fits), len(key.members)
    extra = len(fits) - good
    if good == needed and not extra:
        return right(how, echo)
    message = say("set.some", good=good, needed=needed, extra=extra)
    if good <= extra:
        return wrong("refuted", echo, *([message] if good else []))
    return Verdict(PARTLY, Fraction(good - extra, needed), how, echo, says=(message,))


def _stands(item: Node, before: list[Node], symbols: Mapping[str, SymbolType]) -> bool:
    """Whether a value stands among those that fit the same members, spelled differently; else it joins them."""
    for other in before if len(before) < _ALIKE else ():
        decision = decide(Key(other, dict(symbols), learner=True), item)
        if decision.outcome == OPEN:
            raise Undecided
        if decision.outcome == EQUAL:
            return True
    before.append(item)
    return False


def _paired(fits: list[list[int]]) -> int:
    """How many typed members find a member of their own, each taken once (augmenting paths)."""
    taken: dict[int, int] = {}

    def seat(one: int, tried: set[int]) -> bool:
        for place in fits[one]:
            if place not in tried:
                tried.add(place)
                if place not in taken or seat(taken[place], tried):
                    taken[place] = one
                    return True
        return False

    return sum(seat(one, set()) for one in range(len(fits)))


def _value(item: Node) -> Any:
    """What makes two typed members one: their exact value, else their text."""
    try:
        value = None if names(item) else exact.rational(item, learner=True)
    except CannotRead:
        value = None
    return plain(item) if value is None else value


def _members(key: Prepared, item: Node) -> tuple[list[int], str]:
    """The places of the members that a value may be, and how that is known; `undecided` where none is sure."""
    places: list[int] = []
    evidence = "refuted"
    for place in _candidates(key, item):
        member = key.members[place].key
        if isinstance(member, NumberKey) and not names(item):
            good, how = accepts(member, item)
        else:
            decision = decide(member if isinstance(member, Key) else Key(member.tree, dict(key.scope.symbols)), item)
            good, how = (None if decision.outcome == OPEN else decision.outcome == EQUAL), decision.how
        if good:
            places.append(place)
            evidence = how
            if not (isinstance(member, NumberKey) and not member.rule.is_exact):
                break  # an exact value is one member alone
        elif good is None and not places:
            evidence = "undecided"
    return places, evidence


def _candidates(key: Prepared, item: Node) -> list[int]:
    """The members that a value may be: those that no ball tells apart from it, and at least one, to find its faults."""
    everything = list(range(len(key.members)))
    if names(item) or len(everything) < _FEW:
        return everything
    try:
        near: Any = balls.ball(item, {}, learner=True)
        if isinstance(near, Table) or not near.is_finite():
            return everything
    except (CannotRead, Undecided, ZeroDivisionError):
        return everything
    return [
        i for i, m in enumerate(key.members) if m.near is None or balls.close(m.near, near) != "differ"
    ] or everything[:1]


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.set")),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return (
        "{"
        + ", ".join(show_number(m.key) if isinstance(m.key, NumberKey) else plain(m.key.tree) for m in key.members)
        + "}"
    )


KIND = Kind("set", OPTIONS, prepare, read, judge, fields, join, show, traits=VALUES)
