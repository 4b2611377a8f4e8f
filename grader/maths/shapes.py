"""Shapes of formulas by the declared sizes: which sums and products fit, before any number is computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.errors import CannotRead
from grader.maths.limits import MAX_TABLE_FACTORS, MAX_TABLE_POWER
from grader.maths.tree import children, walk
from grader.maths.types import Size, SymbolType
from grader.model import Node, say


class Shape(NamedTuple):
    """rows x cols; `flat` is a typed list without an orientation; `table` is False for a number."""

    rows: Size = 1
    cols: Size = 1
    flat: bool = False
    table: bool = False

    def __str__(self) -> str:
        """`V × d`."""
        return f"{self.rows} × {self.cols}" if self.table else "1"


NUMBER = Shape()
Symbols = Mapping[str, SymbolType]


def shape_of(node: Node, symbols: Symbols) -> Shape:
    """The shape of a learner's tree; raises CannotRead naming both shapes where they clash."""
    if not any(n[0] in ("list", "T") or (n[0] == "sym" and symbols[n[1]].table) for n in walk(node)):
        return NUMBER
    shape = _shape(node, symbols)
    if _factors(node, symbols) > MAX_TABLE_FACTORS:
        raise CannotRead(say("shape.factors", limit=MAX_TABLE_FACTORS))
    return shape


def _factors(node: Node, symbols: Symbols) -> int:
    """At most how many tables are multiplied with one another."""
    if node[0] in ("sym", "list"):
        return int(node[0] == "list" or symbols[node[1]].table)
    if node[0] == "pow":
        inside = _factors(node[1], symbols)
        exponent = node[2][1] if node[2][0] == "neg" else node[2]
        # Only a whole power multiplies a table with itself; any other is one of a number.
        return inside * exponent[1] if inside and exponent[0] == "num" and isinstance(exponent[1], int) else inside
    counts = [_factors(part, symbols) for part in children(node)]
    return sum(counts) if node[0] == "prod" else max(counts, default=0)


def same(left: Shape, right: Shape) -> bool:
    """Whether two shapes agree; a flat list takes either orientation."""
    if left.table != right.table:
        return False
    if left.flat or right.flat:
        lengths = {_length(left), _length(right)}
        return None not in lengths and len(lengths) == 1
    return (left.rows, left.cols) == (right.rows, right.cols)


def _length(shape: Shape) -> Size | None:
    if shape.rows == 1:
        return shape.cols
    return shape.rows if shape.cols == 1 else None


def _shape(node: Node, symbols: Symbols) -> Shape:
    head = node[0]
    if head in ("num", "const"):
        return NUMBER
    if head == "sym":
        kind = symbols[node[1]]
        return Shape(kind.rows, kind.cols, False, True) if kind.table else NUMBER
    if head == "sum":
        return _same_all([_shape(t, symbols) for t in node[1]])
    if head == "prod":
        return _product(node, symbols)
    if head == "neg":
        return _shape(node[1], symbols)
    if head == "T":
        return _transposed(node, symbols)
    if head == "list":
        return _list(node, symbols)
    if head == "pow":
        return _power(node, symbols)
    if head == "frac":
        top, bottom = _shape(node[1], symbols), _shape(node[2], symbols)
        if bottom.table:
            raise CannotRead(say("shape.divide"), None)
        return top
    if head == "call":
        return _call(node, symbols)
    if head == "index":
        inner = _shape(node[1], symbols)
        return NUMBER if 1 in (inner.rows, inner.cols) else Shape(inner.cols, 1, False, True)
    for child in node[1:]:
        if isinstance(child, tuple) and _shape(child, symbols).table:
            raise CannotRead(say("shape.numbers"), None)
    return NUMBER


def _clash(code: str, left: Shape, right: Shape) -> CannotRead:
    return CannotRead(say(code, left=str(left), right=str(right)), None)


def _same_all(shapes: list[Shape]) -> Shape:
    first = shapes[0]
    for other in shapes[1:]:
        if not same(first, other):
            raise _clash("shape.add", first, other)
        first = other if first.flat else first
    return first


def _product(node: Node, symbols: Symbols) -> Shape:
    total = _shape(node[1][0], symbols)
    for factor, op in zip(node[1][1:], node[2][1:], strict=True):
        shape = _shape(factor, symbols)
        if op == "/":
            if shape.table:
                raise CannotRead(say("shape.divide"), None)
        else:
            total = _times(total, shape)
    return total


def _times(left: Shape, right: Shape) -> Shape:
    if not left.table or not right.table:
        return right if right.table else left
    if left.flat and right.flat:
        if left.rows == 1 == right.rows:
            raise CannotRead(say("shape.group"), None)
        raise _clash("shape.multiply", left, right)
    if left.flat and left.cols != right.rows:
        left = Shape(1, left.rows, False, True)
    elif right.flat and left.cols != right.rows:
        right = Shape(1, right.rows, False, True)
    if left.cols != right.rows:
        raise _clash("shape.multiply", left, right)
    if left.rows == 1 == right.cols:
        return NUMBER
    return Shape(left.rows, right.cols, False, True)


def _transposed(node: Node, symbols: Symbols) -> Shape:
    return _turned(node[1], _shape(node[1], symbols), symbols)


def _turned(node: Node, inner: Shape, symbols: Symbols) -> Shape:
    """The transposed shape of a tree whose own shape is known."""
    if not inner.table and not any(n[0] == "list" or (n[0] == "sym" and symbols[n[1]].table) for n in walk(node)):
        raise CannotRead(say("shape.transpose"), None)
    if inner.flat:
        return Shape(1, inner.rows, False, True)
    return Shape(inner.cols, inner.rows, False, inner.table)


def _list(node: Node, symbols: Symbols) -> Shape:
    shapes = [_shape(item, symbols) for item in node[1]]
    if all(not s.table for s in shapes):
        return Shape(len(shapes), 1, True, True)
    if any(s.table and not s.flat for s in shapes):
        raise CannotRead(say("shape.bracketed"), None)
    if any(not s.table for s in shapes) or len({s.rows for s in shapes}) > 1:
        raise CannotRead(say("read.ragged"), None)
    return Shape(len(shapes), shapes[0].rows, False, True)


def _power(node: Node, symbols: Symbols) -> Shape:
    base, exponent = _shape(node[1], symbols), _shape(node[2], symbols)
    if exponent.table:
        raise CannotRead(say("shape.numbers"), None)
    if base.table and base.rows != base.cols:
        raise CannotRead(say("shape.square", shape=str(base)), None)
    if base.table and not _is_whole(node[2]):
        raise CannotRead(say("shape.power", limit=MAX_TABLE_POWER), None)
    return base


def _is_whole(exponent: Node) -> bool:
    """Whether a whole number stands there as it is, not too large."""
    number = exponent[1] if exponent[0] == "neg" else exponent
    return bool(number[0] == "num" and isinstance(number[1], int) and number[1] <= MAX_TABLE_POWER)


def _call(node: Node, symbols: Symbols) -> Shape:
    name, shapes = node[1], [_shape(a, symbols) for a in node[2]]
    first = shapes[0]
    if name == "transpose":
        return _turned(node[2][0], first, symbols)
    if name == "dot":
        if not all(s.table and 1 in (s.rows, s.cols) for s in shapes) or _length(shapes[0]) != _length(shapes[1]):
            raise _clash("shape.dot", shapes[0], shapes[1])
        return NUMBER
    if name in ("norm", "abs") and first.table:
        if 1 not in (first.rows, first.cols):
            raise CannotRead(say("shape.vector"), None)
        return NUMBER
    if name == "softmax":
        return first
    if any(s.table for s in shapes):
        raise CannotRead(say("shape.function", name=name), None)
    return NUMBER
