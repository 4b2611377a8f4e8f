"""Kind equation: the same relation however its terms are moved or scaled; perhaps solved for one name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import FORMULA, Context, Kind, Spec, check_case, learner_scope, right, types_of, wrong
from grader.answers.label import without_heading
from grader.errors import BankFault, CannotRead
from grader.maths import author, exact
from grader.maths.read import read as read_tree
from grader.maths.relation import DIFFERENT, SAME, Decision, same_relation
from grader.maths.scope import Scope
from grader.maths.shapes import shape_of
from grader.maths.tree import names, walk
from grader.maths.types import SymbolType
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {"value": "expr", "symbols": "symbols", "solved_for": "text"}
_HALF = Fraction(1, 2)
_APPLIED = re.compile(r"(?:^|=)\s*\$?\s*([A-Za-z]\w*)\s*\(\s*([A-Za-z]\w*)\s*\)\s*(?=[=$]|$)")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The reference relation, the types of its names, and the name that must stand alone."""

    tree: Node
    symbols: dict[str, SymbolType]
    scope: Scope
    solved_for: str


def prepare(spec: Spec, context: Context) -> Prepared:
    """Bind the reference; raises BankFault where it is no equation."""
    types = types_of(spec)
    tree = author.bind(str(spec.get("value")), context.values, types)
    solved_for = spec.get("solved_for", "")
    if tree[0] != "rel" or tree[1] != "=" or (solved_for and solved_for not in types):
        raise BankFault(say("bank.equation", value=str(spec.get("value"))))
    try:
        tables = any(shape_of(side, types).table for side in tree[2:])
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if tables:
        raise BankFault(say("bank.equation-tables"))
    return Prepared(tree, types, learner_scope(spec, context), solved_for)


def read(key: Prepared, text: str) -> Node:
    """The relation of a text; raises CannotRead for an expression or an inequality."""
    _check_applied(key, text)
    tree = read_tree(without_heading(text), key.scope, relation=True)
    if tree[0] != "rel" or tree[1] != "=":
        raise CannotRead(say("equation.none"), 0)
    check_case(tree, key.tree, key.symbols)
    for side in tree[2:]:
        if shape_of(side, key.symbols).table:
            raise CannotRead(say("shape.numbers"), 0)
        if _divides_by_zero(side):
            raise CannotRead(say("read.undefined"))
    return tree


def _check_applied(key: Prepared, text: str) -> None:
    """Refuse `y(x) = ..`, a function of x or a product of two names."""
    for found in _APPLIED.finditer(text):
        if found[1] != found[2] and {found[1], found[2]} <= set(key.symbols):
            raise CannotRead(say("equation.applied", text=found[0].strip(" =")[:40], name=found[1]), found.start(1))


def _divides_by_zero(side: Node) -> bool:
    """Whether some divisor is a closed 0, as in 2x/0."""
    below = [f for n in walk(side) if n[0] == "prod" for f, op in zip(n[1], n[2], strict=True) if op == "/"]
    below += [n[2] for n in walk(side) if n[0] == "frac"]
    try:
        return any(not names(f) and exact.rational(f) == 0 for f in below)
    except CannotRead:
        return True


def judge(key: Prepared, tree: Node) -> Verdict:
    """The relation first, then whether it is solved as asked."""
    decision: Decision = same_relation(key.tree, tree, key.symbols)
    if decision.outcome == DIFFERENT:
        return wrong(decision.how, tree)
    if decision.outcome != SAME:
        return Verdict(HELD, ZERO, decision.how, tree, says=(say("verdict.held"),))
    if key.solved_for and not _solved(tree, key.solved_for):
        return Verdict(PARTLY, _HALF, decision.how, tree, says=(say("equation.solve", name=key.solved_for),))
    return right(decision.how, tree)


def _solved(tree: Node, name: str) -> bool:
    """Whether `name` stands alone on one side, either one, and nowhere on the other."""
    alone = ("sym", name)
    return any(a == alone and name not in names(b) for a, b in ((tree[2], tree[3]), (tree[3], tree[2])))


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.equation", names=", ".join(key.symbols))),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return plain(key.tree)


KIND = Kind("equation", OPTIONS, prepare, read, judge, fields, join, show, traits=FORMULA)
