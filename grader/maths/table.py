"""Vectors and matrices over any numbers that Python operators know: exact rationals or balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grader.errors import CannotRead
from grader.maths.limits import MAX_ENTRIES, MAX_PRODUCTS
from grader.model import say

Scalar = Any


class Table:
    """rows x cols cells in row order; `flat` marks a list typed without an orientation."""

    __slots__ = ("cells", "cols", "flat", "rows")

    def __init__(self, rows: int, cols: int, cells: Sequence[Scalar], flat: bool = False) -> None:
        """Keep the cells, row by row."""
        self.rows, self.cols, self.cells, self.flat = rows, cols, list(cells), flat

    def __eq__(self, other: object) -> bool:
        """Same shape, same cells."""
        return isinstance(other, Table) and self.shape == other.shape and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """For a person at a debugger."""
        return f"Table({self.rows}, {self.cols}, {self.cells})"

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self.rows, self.cols

    @property
    def is_vector(self) -> bool:
        """One row or one column."""
        return self.rows == 1 or self.cols == 1

    def map(self, step: Callable[[Scalar], Scalar]) -> Table:
        """The same shape with `step` on every cell."""
        return Table(self.rows, self.cols, [step(c) for c in self.cells], self.flat)

    def transposed(self) -> Table:
        """Rows and columns exchanged; a flat list counts as a column."""
        if self.flat:
            return Table(1, self.rows, self.cells)
        return Table(
            self.cols, self.rows, [self.cells[r * self.cols + c] for c in range(self.cols) for r in range(self.rows)]
        )

    def row(self, index: int) -> Table:
        """Row `index` as a column vector."""
        return Table(self.cols, 1, self.cells[index * self.cols : (index + 1) * self.cols])

    def turned(self) -> Table:
        """A flat list as a row."""
        return Table(self.cols, self.rows, self.cells, True)


def from_list(items: list[Scalar | Table]) -> Table:
    """A list of numbers (a flat column) or of equally long lists (a matrix)."""
    check_entries(sum(len(i.cells) if isinstance(i, Table) else 1 for i in items))
    if not any(isinstance(i, Table) for i in items):
        return Table(len(items), 1, items, flat=True)
    rows = [i for i in items if isinstance(i, Table)]
    if len(rows) != len(items) or len({len(r.cells) for r in rows}) != 1 or not all(r.flat for r in rows):
        raise CannotRead(say("read.ragged"), 0)
    return Table(len(rows), len(rows[0].cells), [c for r in rows for c in r.cells])


def add(left: Scalar | Table, right: Scalar | Table, sign: int) -> Scalar | Table:
    """Sum or difference; both numbers or both of one shape."""
    if not isinstance(left, Table) and not isinstance(right, Table):
        return left + right if sign > 0 else left - right
    if not (isinstance(left, Table) and isinstance(right, Table)):
        raise clash("shape.add", left, right)
    if left.shape != right.shape:
        if right.flat and right.turned().shape == left.shape:
            right = right.turned()
        elif left.flat and left.turned().shape == right.shape:
            left = left.turned()
        else:
            raise clash("shape.add", left, right)
    cells = [a + b if sign > 0 else a - b for a, b in zip(left.cells, right.cells, strict=True)]
    return Table(left.rows, left.cols, cells, left.flat and right.flat)


def multiply(left: Scalar | Table, right: Scalar | Table) -> Scalar | Table:
    """Product; a 1 x 1 result of two tables is a number."""
    if not isinstance(left, Table):
        return right.map(lambda c: left * c) if isinstance(right, Table) else left * right
    if not isinstance(right, Table):
        return left.map(lambda c: c * right)
    if left.cols != right.rows:
        if left.flat and left.rows == right.rows and not right.flat:
            left = left.turned()
        elif right.flat and right.rows == 1 and right.cols == left.cols:
            right = right.turned()
        else:
            raise clash("shape.multiply", left, right)
    if left.cols == 1 and right.rows == 1 and left.flat and right.flat:
        raise clash("shape.multiply", left, right)
    check_entries(left.rows * right.cols)
    check_products(left.rows * left.cols * right.cols)
    cells = [
        sum_of([left.cells[r * left.cols + k] * right.cells[k * right.cols + c] for k in range(left.cols)])
        for r in range(left.rows)
        for c in range(right.cols)
    ]
    return cells[0] if len(cells) == 1 else Table(left.rows, right.cols, cells)


def check_entries(count: int) -> None:
    """Refuse a table of too many entries before it is made."""
    if count > MAX_ENTRIES:
        raise CannotRead(say("shape.too-large", count=count, limit=MAX_ENTRIES), None)


def check_products(count: int) -> None:
    """Refuse a product of tables that would take too long."""
    if count > MAX_PRODUCTS:
        raise CannotRead(say("shape.too-slow", count=count, limit=MAX_PRODUCTS), None)


def sum_of(values: Sequence[Scalar]) -> Scalar:
    """The sum without a float or an int slipping in."""
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def dot(left: Table, right: Table) -> Scalar:
    """The dot product of two vectors of one length, whatever their orientation."""
    if not (isinstance(left, Table) and isinstance(right, Table) and left.is_vector and right.is_vector):
        raise clash("shape.dot", left, right)
    if len(left.cells) != len(right.cells):
        raise clash("shape.dot", left, right)
    return sum_of([a * b for a, b in zip(left.cells, right.cells, strict=True)])


def clash(code: str, left: object, right: object) -> CannotRead:
    """Two shapes that do not fit, by name."""
    return CannotRead(say(code, left=shape_words(left), right=shape_words(right)), None)


def shape_words(value: object) -> str:
    """`4 × 3`, or `1` for a number."""
    return f"{value.rows} × {value.cols}" if isinstance(value, Table) else "1"
