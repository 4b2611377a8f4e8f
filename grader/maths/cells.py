"""The entries of a typed vector or matrix as trees, whatever arithmetic stands around its brackets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grader.errors import CannotRead
from grader.maths.evaluate import evaluate
from grader.maths.table import Table
from grader.maths.tree import names, num
from grader.model import Node, say


class _Formula:
    """A tree with operators, so that the one evaluation builds entries instead of numbers."""

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree

    def __add__(self, other: _Formula) -> _Formula:
        return _Formula(("sum", (self.tree, other.tree), "++"))

    def __sub__(self, other: _Formula) -> _Formula:
        return _Formula(("sum", (self.tree, other.tree), "+-"))

    def __mul__(self, other: _Formula) -> _Formula:
        return _Formula(("prod", (self.tree, other.tree), "**"))

    def __neg__(self) -> _Formula:
        return _Formula(("neg", self.tree))


class _Formulas:
    """The field of trees."""

    elementwise = False

    def number(self, value: int | Fraction) -> _Formula:
        return _Formula(num(value))

    def constant(self, name: str) -> _Formula:
        return _Formula(("const", name))

    def power(self, base: _Formula, exponent: _Formula) -> _Formula:
        return _Formula(("pow", base.tree, exponent.tree))

    def divide(self, top: _Formula, bottom: _Formula) -> _Formula:
        return _Formula(("frac", top.tree, bottom.tree))

    def call(self, name: str, args: list[Any]) -> _Formula:
        if name == "factorial":
            return _Formula(("fact", args[0].tree))
        return _Formula(("call", name, tuple(a.tree for a in args)))

    def size(self, value: _Formula) -> float:
        raise CannotRead(say("shape.inverse"), None)

    def index(self, value: _Formula) -> int:
        if value.tree[0] == "num" and isinstance(value.tree[1], int):
            return int(value.tree[1])
        raise CannotRead(say("shape.whole"), None)

    def compare(self, left: _Formula, right: _Formula) -> int:
        raise CannotRead(say("shape.numbers"), None)


def cells_of(node: Node) -> Table:
    """The entries as trees; raises CannotRead where `node` is one number or its shapes clash."""
    if node[0] == "list" and all(i[0] != "list" for i in node[1]):
        return Table(len(node[1]), 1, node[1], flat=True)  # the usual answer, as typed
    if node[0] == "list" and all(i[0] == "list" for i in node[1]) and len({len(i[1]) for i in node[1]}) == 1:
        return Table(len(node[1]), len(node[1][0][1]), [c for row in node[1] for c in row[1]])
    env = {name: _Formula(("sym", name)) for name in names(node)}
    value = evaluate(node, env, _Formulas())
    if not isinstance(value, Table):
        raise CannotRead(say("shape.one-number"), None)
    return value.map(lambda c: c.tree)
