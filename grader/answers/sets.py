"""Kind set: values in any order, each once; right ones minus wrong ones over those needed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import Context, Kind, Spec, learner_scope, right, types_of, wrong
from grader.answers.label import without_label
from grader.answers.number import show_number
from grader.answers.rules import OPTIONS as RULE_OPTIONS
from grader.answers.rules import NumberKey, accepts, number_key, rule_of
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.quick import quick_value
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.tree import names
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {**RULE_OPTIONS, "value": "expr", "label": "text", "symbols": "symbols"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """One key a member, and what may be typed."""

    members: tuple[NumberKey | Key, ...]
    scope: Scope
    label: str


def _unbraced(text: str) -> str:
    """A set's braces as square brackets, which the reader knows as a list; places stay."""
    text = text.replace("\\left\\{", "     \\{").replace("\\right\\}", "      \\}")
    stripped = text.strip()
    if not stripped.startswith(("{", "\\{")) or not stripped.endswith("}"):
        return text
    opened = text.replace("\\{", " {").replace("\\}", " }")
    first, last = opened.index("{"), opened.rindex("}")
    return opened[:first] + "[" + opened[first + 1 : last] + "]" + opened[last + 1 :]


def prepare(spec: Spec, context: Context) -> Prepared:
    """Compute every member; a computed list gives its entries."""
    types, rule = types_of(spec), rule_of(spec)
    tree = author.bind(_unbraced(str(spec.get("value"))), context.values, types)
    items = tree[1] if tree[0] == "list" else ()
    if not items:
        raise BankFault(say("bank.set-value"))
    members = tuple(number_key(i, rule) if not names(i) else Key(i, types) for i in items)
    return Prepared(members, replace(learner_scope(spec, context), grouping=False), spec.get("label", ""))


def read(key: Prepared, text: str) -> Node:
    """The members as a list node; raises CannotRead."""
    body = _unbraced(without_label(text, key.label))
    if body.strip() in ("[]", "[ ]"):
        raise CannotRead(say("read.blank"), 0)
    tree = read_tree(body, key.scope, lists=True)
    return tree if tree[0] == "list" else ("list", (tree,))


def judge(key: Prepared, tree: Node) -> Verdict:
    """Repeats and order are free."""
    found: dict[int, set[Any]] = {}
    stray: list[Node] = []
    how = "exact"
    for item in tree[1]:
        place, evidence = _member(key, item)
        if place is None and evidence == "undecided":
            return Verdict(HELD, ZERO, evidence, tree, says=(say("verdict.held"),))
        if place is None:
            stray.append(item)
        else:
            found.setdefault(place, set()).add(quick_value(item) or plain(item))
            how = max(how, evidence, key=("exact", "proved", "refuted", "agreed").index)
    extra = len({plain(item) for item in stray}) + _spare(key, found)
    needed = len(key.members)
    if len(found) == needed and not extra:
        return right(how, tree)
    credit = Fraction(len(found) - extra, needed)
    message = say("set.some", good=len(found), needed=needed, extra=extra)
    if credit <= 0:
        return wrong("refuted", tree, *([message] if found else []))
    return Verdict(PARTLY, credit, how, tree, says=(message,))


def _spare(key: Prepared, found: dict[int, set[Any]]) -> int:
    """How many members were typed as several different numbers, where a rule lets more than one through."""
    rounded = [p for p in found if isinstance(m := key.members[p], NumberKey) and not m.rule.is_exact]
    return sum(len(found[p]) - 1 for p in rounded)


def _member(key: Prepared, item: Node) -> tuple[int | None, str]:
    evidence = "refuted"
    for place, member in enumerate(key.members):
        if isinstance(member, NumberKey) and not names(item):
            good, how = accepts(member, item)
        else:
            decision = decide(member if isinstance(member, Key) else Key(member.tree, dict(key.scope.symbols)), item)
            good, how = (None if decision.outcome == OPEN else decision.outcome == EQUAL), decision.how
        if good:
            return place, how
        if good is None:
            evidence = "undecided"
    return None, evidence


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.set")),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return "{" + ", ".join(show_number(m) if isinstance(m, NumberKey) else plain(m.tree) for m in key.members) + "}"


KIND = Kind("set", OPTIONS, prepare, read, judge, fields, join, show)
