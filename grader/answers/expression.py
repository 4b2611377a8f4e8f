"""Kind expression: a formula in declared symbols, equal on their domain, perhaps in a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import (
    FORMULA,
    Context,
    Kind,
    Spec,
    check_case,
    key_tree,
    learner_scope,
    right,
    texts_of,
    types_of,
    wrong,
)
from grader.answers.label import without_label
from grader.errors import BankFault, CannotRead
from grader.maths.equal import EQUAL, OPEN, Decision, Key, decide
from grader.maths.forms import FORMS, has_form
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.shapes import shape_of
from grader.maths.tree import names, substitute
from grader.maths.types import REAL
from grader.maths.upto import MISSING, up_to_constant, up_to_scale
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {
    "value": "expr",
    "derive": "expr",
    "symbols": "symbols",
    "allow": "texts",
    "label": "text",
    "form": "texts",
    "up_to": "text",
}
_UP_TO = {"constant": up_to_constant, "scale": up_to_scale}
_HALF = Fraction(1, 2)
# Without one of these, and without a declared table, a text holds no list and no transpose mark.
_TABLE = re.compile(r"[\[,;'T\\\n]|[^\x00-\x7f]")

# Signs as they are spoken, between two terms: `V minus 1`.
_SPOKEN = re.compile(r"(?<=[\w)\]}] )(minus|plus)(?= [\w(\[{\\.])")
_FULL_STOP = re.compile(r"(?<=[A-Za-z}])\.(?!T\b)(?=[A-Za-z\\])")  # a product, as a phone types it: `d.s^2`
_SIGNS = {"minus": "-", "plus": "+"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The reference and what may be typed."""

    key: Key
    scope: Scope
    label: str
    forms: tuple[str, ...]
    up_to: str
    given: Mapping[str, Node]  # numbers that letters of the key have in this variant


def prepare(spec: Spec, context: Context) -> Prepared:
    """Bind the reference; raises BankFault for an unknown form or a shape that clashes."""
    forms = tuple(texts_of(spec, "form"))
    for name in forms:
        if name not in FORMS:
            raise BankFault(say("bank.form", name=name, allowed=", ".join(FORMS)))
    up_to = spec.get("up_to", "")
    if up_to and up_to not in _UP_TO:
        raise BankFault(say("bank.up-to", name=up_to, allowed=", ".join(_UP_TO)))
    types = types_of(spec)
    scope = learner_scope(spec, context)
    if up_to == "constant":  # the constant of an integral may be typed whether the key shows one or not
        types = {**types, **{name: REAL for name in ("C", "c") if name not in types}}
        scope = Scope(types, closed=scope.closed)
    try:
        key = Key(key_tree(spec, context), types)
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if up_to == "constant" and key.shape.table:
        raise BankFault(say("bank.up-to-table"))
    if up_to == "constant" and up_to_constant(key, key.tree).outcome != EQUAL:
        raise BankFault(say("bank.up-to-key"))
    used = names(key.tree) & set(types)
    given = {name: value for name in sorted(used) if (value := context.values.get(name, ("",)))[0] == "num"}
    return Prepared(key, scope, spec.get("label", ""), forms, up_to, given)


def read(key: Prepared, text: str) -> Node:
    """The tree of a text; raises CannotRead, also where its shapes clash."""
    if "minus" in text or "plus" in text:
        text = _SPOKEN.sub(lambda found: _SIGNS[found[1]].ljust(len(found[1])), text)
    if "." in text:
        text = _FULL_STOP.sub("·", text)
    tree = read_tree(without_label(text, key.label), key.scope)
    check_case(tree, key.key.tree, key.scope.symbols)
    if key.scope.tabled or _TABLE.search(text):
        shape_of(tree, key.scope.symbols)
    return tree


def judge(key: Prepared, tree: Node) -> Verdict:
    """Value first, form second."""
    decision = _UP_TO[key.up_to](key.key, tree) if key.up_to else decide(key.key, tree)
    if decision.outcome == OPEN:
        return Verdict(HELD, ZERO, decision.how, tree, says=(say("verdict.held"),))
    if decision.outcome == MISSING:
        return Verdict(PARTLY, _HALF, decision.how, tree, says=(say("expression.constant"),))
    if decision.outcome != EQUAL:
        _check_letters(key, tree)
        return wrong(decision.how, tree, *_why(decision), witness=decision.witness)
    for name in key.forms:
        if not has_form(name, tree, key.key.tree):
            return Verdict(PARTLY, _HALF, decision.how, tree, says=(say("expression.form", form=say(f"form.{name}")),))
    return right(decision.how, tree, witness=decision.witness)


def _check_letters(key: Prepared, tree: Node) -> None:
    """Raise CannotRead where an answer is the key but for letters that stand there as the numbers they have here."""
    if not key.given or key.key.shape.table:
        return
    typed = names(tree)
    put = {name: value for name, value in key.given.items() if name not in typed}
    if put:
        types = {name: kind for name, kind in key.key.symbols.items() if name not in put}
        if decide(Key(substitute(key.key.tree, put), types), tree).outcome == EQUAL:
            raise CannotRead(say("expression.letters", names=", ".join(put)), None)


def _why(decision: Decision) -> tuple[Any, ...]:
    if decision.shapes:
        typed, wanted = decision.shapes
        return (say("expression.shape", typed=str(typed), wanted=str(wanted)),)
    return ()


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    listed = ", ".join(key.key.symbols)
    if not listed:
        return (Line(say("hint.number")),)
    tables = any(kind.table for kind in key.key.symbols.values())
    return (Line(say("hint.tables" if tables else "hint.expression", names=listed)),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return plain(key.key.tree)


def tree(key: Prepared, value: Node | None) -> Node:
    """The formula."""
    return value or key.key.tree


KIND = Kind("expression", OPTIONS, prepare, read, judge, fields, join, show, tree, traits=FORMULA)
