"""The entries of a typed vector or matrix as trees, whatever arithmetic stands around its brackets."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from grader.errors import CannotRead
from grader.maths import exact
from grader.maths.evaluate import evaluate
from grader.maths.shapes import shape_of
from grader.maths.table import Table
from grader.maths.tree import names, num
from grader.maths.types import REAL
from grader.model import Node, say

_LONGEST = 400  # steps of one entry's formula; a product of many tables doubles its entries with every factor
_MOST_PLACES = 36  # entries that are worked out one by one, each with the whole product


class _TooLong(Exception):
    """An entry that is not worth writing out."""


class _Formula:
    """A tree with operators, so that the one evaluation builds entries instead of numbers; it counts its steps."""

    __slots__ = ("length", "tree")

    def __init__(self, tree: Node, *parts: _Formula) -> None:
        self.tree = tree
        self.length: int = 1 + sum(part.length for part in parts)
        if self.length > _LONGEST:
            raise _TooLong

    def __add__(self, other: _Formula) -> _Formula:
        return _Formula(("sum", (self.tree, other.tree), "++"), self, other)

    def __sub__(self, other: _Formula) -> _Formula:
        return _Formula(("sum", (self.tree, other.tree), "+-"), self, other)

    def __mul__(self, other: _Formula) -> _Formula:
        return _Formula(("prod", (self.tree, other.tree), "**"), self, other)

    def __neg__(self) -> _Formula:
        return _Formula(("neg", self.tree), self)


class _Formulas:
    """The field of trees."""

    elementwise = False

    def number(self, value: int | Fraction) -> _Formula:
        return _Formula(num(value))

    def constant(self, name: str) -> _Formula:
        return _Formula(("const", name))

    def power(self, base: _Formula, exponent: _Formula) -> _Formula:
        return _Formula(("pow", base.tree, exponent.tree), base, exponent)

    def divide(self, top: _Formula, bottom: _Formula) -> _Formula:
        return _Formula(("frac", top.tree, bottom.tree), top, bottom)

    def call(self, name: str, args: list[Any]) -> _Formula:
        if name == "factorial":
            return _Formula(("fact", args[0].tree), args[0])
        return _Formula(("call", name, tuple(a.tree for a in args)), *args)

    def size(self, value: _Formula) -> float:
        raise CannotRead(say("shape.inverse"), None)

    def index(self, value: _Formula) -> int:
        if value.tree[0] == "num" and isinstance(value.tree[1], int):
            return int(value.tree[1])
        if value.tree[0] == "neg":
            raise CannotRead(say("shape.inverse"), None)
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
    try:
        value = evaluate(node, env, _Formulas())
    except _TooLong:
        return _looked_up(node)
    if not isinstance(value, Table):
        raise CannotRead(say("shape.one-number"), None)
    return value.map(lambda c: c.tree)


def _looked_up(node: Node) -> Table:
    """The entries as numbers where they are rational, else as places in the formula, which is written out once."""
    if not names(node):
        with suppress(exact.NotRational):
            value = exact.value(node, learner=True)
            if isinstance(value, Table):
                return value.map(num)
    shape = shape_of(node, dict.fromkeys(names(node), REAL))
    if not shape.table or not isinstance(shape.rows, int) or not isinstance(shape.cols, int):
        raise CannotRead(say("shape.one-number"), None)
    if shape.rows * shape.cols > _MOST_PLACES:
        raise CannotRead(say("shape.long"), None)
    return places_in(node, shape.rows, shape.cols, shape.flat)


def places_in(node: Node, rows: int, cols: int, flat: bool) -> Table:
    """The entries of a formula as its places: `(A*B)[0][1]`."""
    if 1 in (rows, cols):
        cells: list[Node] = [("index", node, num(i)) for i in range(rows * cols)]
    else:
        cells = [("index", ("index", node, num(r)), num(c)) for r in range(rows) for c in range(cols)]
    return Table(rows, cols, cells, flat)
