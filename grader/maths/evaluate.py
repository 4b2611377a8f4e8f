"""The value of a tree over one kind of number; exact rationals and balls are two fields of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cmp_to_key, partial
from typing import Any, Protocol

from grader.errors import BankFault, CannotRead, Undecided
from grader.maths.limits import MAX_BITS, MAX_ROUNDED, MAX_TABLE_POWER
from grader.maths.table import Scalar, Table, add, check_entries, check_products, dot, from_list, multiply, sum_of
from grader.model import Node, say

Environment = Mapping[str, Any]


class Field(Protocol):
    """What an evaluation needs of its numbers besides + - * and /."""

    def number(self, value: int | Fraction) -> Scalar:
        """A literal."""

    def constant(self, name: str) -> Scalar:
        """`pi`, `e` or `i`."""

    def power(self, base: Scalar, exponent: Scalar) -> Scalar:
        """A power of two numbers."""

    def divide(self, top: Scalar, bottom: Scalar) -> Scalar:
        """A quotient of two numbers."""

    def call(self, name: str, args: list[Scalar]) -> Scalar:
        """A function of numbers."""

    def size(self, value: Scalar) -> float:
        """About how large a number is, for choosing pivots."""

    def index(self, value: Scalar) -> int:
        """A number used as a whole index."""

    def compare(self, left: Scalar, right: Scalar) -> int:
        """-1, 0 or 1."""


def evaluate(node: Node, env: Environment, field: Field) -> Scalar | Table:
    """The value of `node`, a number of the field or a Table.

    Raises CannotRead where shapes clash, and whatever the field raises for what is undefined or too large.
    """
    return _STEPS[node[0]](node, env, field)


def _num(node: Node, env: Environment, field: Field) -> Scalar:
    return field.number(node[1])


def _sym(node: Node, env: Environment, field: Field) -> Scalar:
    try:
        return env[node[1]]
    except KeyError:
        raise BankFault(say("maths.unbound", name=node[1])) from None


def _const(node: Node, env: Environment, field: Field) -> Scalar:
    return field.constant(node[1])


def _sum(node: Node, env: Environment, field: Field) -> Scalar:
    terms, signs = node[1], node[2]
    total = None
    for term, sign in zip(terms, signs, strict=True):
        value = _STEPS[term[0]](term, env, field)
        if total is None:
            total = _minus(value) if sign == "-" else value
        elif type(value) is Table or type(total) is Table:
            total = add(total, value, 1 if sign == "+" else -1)
        else:
            total = total + value if sign == "+" else total - value
    return total


def _minus(value: Scalar | Table) -> Scalar | Table:
    return value.map(lambda c: -c) if isinstance(value, Table) else -value


def _prod(node: Node, env: Environment, field: Field) -> Scalar:
    factors, ops = node[1], node[2]
    total = None
    for factor, op in zip(factors, ops, strict=True):
        value = _STEPS[factor[0]](factor, env, field)
        if total is None:
            total = value
        elif op == "/":
            total = _quotient(total, value, field)
        else:
            total = multiply(total, value) if type(value) is Table or type(total) is Table else total * value
    return total


def _quotient(top: Scalar | Table, bottom: Scalar | Table, field: Field) -> Scalar | Table:
    if isinstance(bottom, Table):
        raise CannotRead(say("shape.divide"), None)
    if isinstance(top, Table):
        return top.map(lambda c: field.divide(c, bottom))
    return field.divide(top, bottom)


def _frac(node: Node, env: Environment, field: Field) -> Scalar:
    return _quotient(evaluate(node[1], env, field), evaluate(node[2], env, field), field)


def _pow(node: Node, env: Environment, field: Field) -> Scalar:
    base, exponent = evaluate(node[1], env, field), evaluate(node[2], env, field)
    if isinstance(exponent, Table):
        raise CannotRead(say("shape.numbers"), None)
    if isinstance(base, Table):
        return _table_power(base, field.index(exponent), field)
    return field.power(base, exponent)


def _table_power(base: Table, exponent: int, field: Field) -> Table:
    if base.rows != base.cols:
        raise CannotRead(say("shape.square", shape=f"{base.rows} × {base.cols}"), None)
    check_products(base.rows**3 * (2 * abs(exponent).bit_length() + 2 * (exponent < 0)))
    if exponent < 0:
        base, exponent = inverse(base, field), -exponent
    if exponent > MAX_TABLE_POWER:
        raise CannotRead(say("shape.power", limit=MAX_TABLE_POWER), None)
    if not exponent:
        ones = [field.number(int(r == c)) for r in range(base.rows) for c in range(base.rows)]
        return Table(base.rows, base.rows, ones)
    result = base
    for bit in f"{exponent:b}"[1:]:
        result = _bounded(multiply(result, result))
        if bit == "1":
            result = _bounded(multiply(result, base))
    return result


def _bounded(value: Scalar | Table) -> Table:
    """A product of square tables, whose exact entries grow with every factor; of one row and column it is a number."""
    table = value if isinstance(value, Table) else Table(1, 1, [value])
    for cell in table.cells:
        if isinstance(cell, Fraction) and max(abs(cell.numerator), cell.denominator).bit_length() > MAX_BITS:
            raise CannotRead(say("read.too-large"), None)
    return table


def inverse(table: Table, field: Field) -> Table:
    """The inverse by elimination with the largest pivot; raises ZeroDivisionError for a singular table."""
    size = table.rows
    rows = [
        table.cells[r * size : (r + 1) * size] + [field.number(int(r == c)) for c in range(size)] for r in range(size)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: field.size(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [field.divide(c, rows[column][column]) for c in rows[column]]
        for r in range(size):
            if r != column:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return Table(size, size, [c for row in rows for c in row[size:]])


def _neg(node: Node, env: Environment, field: Field) -> Scalar:
    return _minus(evaluate(node[1], env, field))


def _fact(node: Node, env: Environment, field: Field) -> Scalar:
    return _scalar_call("factorial", [evaluate(node[1], env, field)], field)


def _pct(node: Node, env: Environment, field: Field) -> Scalar:
    return field.divide(evaluate(node[1], env, field), field.number(100))


def _transpose(node: Node, env: Environment, field: Field) -> Scalar:
    value = evaluate(node[1], env, field)
    return value.transposed() if isinstance(value, Table) else value


def _list(node: Node, env: Environment, field: Field) -> Table:
    return from_list([evaluate(item, env, field) for item in node[1]])


def _index(node: Node, env: Environment, field: Field) -> Scalar:
    value: Any = evaluate(node[1], env, field)
    place = evaluate(node[2], env, field)
    words: bool = isinstance(value, tuple)
    if not words and not isinstance(value, Table):
        raise BankFault(say("maths.index-number"))
    at = field.index(place)
    size = len(value) if words else len(value.cells) if value.is_vector else value.rows
    if not 0 <= at < size:
        raise BankFault(say("maths.index-range", index=at, size=size))
    if words or value.is_vector:
        return value[at] if words else value.cells[at]
    return value.row(at)


def _rel(node: Node, env: Environment, field: Field) -> Scalar:
    left, right = evaluate(node[2], env, field), evaluate(node[3], env, field)
    if isinstance(left, Table | tuple) or isinstance(right, Table | tuple):
        raise CannotRead(say("shape.numbers"), None)
    order = field.compare(left, right)
    return field.number(int(_RELATIONS[node[1]](order)))


_RELATIONS: dict[str, Callable[[int], bool]] = {
    "=": lambda c: c == 0, "!=": lambda c: c != 0, "<": lambda c: c < 0, "<=": lambda c: c <= 0,
    ">": lambda c: c > 0, ">=": lambda c: c >= 0,
}  # fmt: skip


def _call(node: Node, env: Environment, field: Field) -> Scalar:
    name = node[1]
    args = [_STEPS[arg[0]](arg, env, field) for arg in node[2]]
    step = _TABLE_CALLS.get(name)
    return step(args, field) if step else _scalar_call(name, args, field)


def _scalar_call(name: str, args: list[Any], field: Field) -> Scalar:
    first = args[0]
    if isinstance(first, Table):
        if name == "abs" and first.is_vector and not getattr(field, "elementwise", True):
            return _norm([first], field)
        return first.map(lambda c: field.call(name, [c, *args[1:]]))
    return field.call(name, args)


def _vector(args: list[Any]) -> list[Scalar]:
    if not isinstance(args[0], Table):
        raise CannotRead(say("shape.vector"), None)
    return args[0].cells


def _norm(args: list[Any], field: Field) -> Scalar:
    if not isinstance(args[0], Table):
        return field.call("abs", args)
    cells = _vector(args)
    return field.call("sqrt", [sum_of([c * c for c in cells])])


def _softmax(args: list[Any], field: Field) -> Table:
    cells = _vector(args)
    tops = [field.call("exp", [c]) for c in cells]
    total = sum_of(tops)
    return Table(args[0].rows, args[0].cols, [field.divide(t, total) for t in tops], args[0].flat)


def _extreme(sign: int) -> Callable[[list[Any], Field], Scalar]:
    def place(args: list[Any], field: Field) -> Scalar:
        cells = _vector(args)
        best = 0
        for i in range(1, len(cells)):
            if field.compare(cells[i], cells[best]) * sign > 0:
                best = i
        return field.number(best)

    return place


def _largest(sign: int) -> Callable[[list[Any], Field], Scalar]:
    def value(args: list[Any], field: Field) -> Scalar:
        cells = _vector(args) if len(args) == 1 and isinstance(args[0], Table) else args
        if any(isinstance(c, Table) for c in cells):
            raise CannotRead(say("shape.numbers"), None)
        best = cells[0]
        for cell in cells[1:]:
            best = field.call("max" if sign > 0 else "min", [best, cell])
        return best

    return value


def _distinct(args: list[Any], field: Field) -> Scalar:
    """1 if every two entries differ by at least the gap."""
    cells, gap = sorted(_vector(args), key=cmp_to_key(partial(_before, field))), args[1]
    pairs = itertools.pairwise(cells)
    return field.number(int(all(field.compare(field.call("abs", [a - b]), gap) >= 0 for a, b in pairs)))


def _before(field: Field, left: Scalar, right: Scalar) -> int:
    """The order of two numbers; those that cannot be told apart stay neighbours."""
    try:
        return field.compare(left, right)
    except Undecided:
        return 0


def _onehot(args: list[Any], field: Field) -> Table:
    at, size = field.index(args[0]), field.index(args[1])
    check_entries(size)
    if not 0 <= at < size:
        raise BankFault(say("maths.index-range", index=at, size=max(size, 0)))
    return Table(size, 1, [field.number(int(i == at)) for i in range(size)])


def _rounded(name: str) -> Callable[[list[Any], Field], Scalar]:
    def value(args: list[Any], field: Field) -> Scalar:
        if isinstance(args[1], Table):
            raise CannotRead(say("shape.numbers"), None)
        if abs(field.index(args[1])) > MAX_ROUNDED:
            raise CannotRead(say("maths.rounded", limit=MAX_ROUNDED), None)
        return _scalar_call(name, args, field)

    return value


def _length(args: list[Any], field: Field) -> Scalar:
    value = args[0]
    return field.number(len(value) if isinstance(value, tuple) else value.rows)


_TABLE_CALLS: dict[str, Callable[[list[Any], Field], Scalar]] = {
    "transpose": lambda args, field: args[0].transposed() if isinstance(args[0], Table) else args[0],
    "norm": _norm,
    "dot": lambda args, field: dot(args[0], args[1]),
    "softmax": _softmax,
    "argmax": _extreme(1),
    "argmin": _extreme(-1),
    "max": _largest(1),
    "min": _largest(-1),
    "sum": lambda args, field: sum_of(_vector(args)),
    "distinct": _distinct,
    "onehot": _onehot,
    "len": _length,
    "round": _rounded("round"),
    "cut": _rounded("cut"),
}
_STEPS: dict[str, Callable[[Node, Environment, Field], Any]] = {
    "words": lambda node, env, field: node[1],
    "num": _num, "sym": _sym, "const": _const, "sum": _sum, "prod": _prod, "frac": _frac, "pow": _pow, "neg": _neg,
    "fact": _fact, "pct": _pct, "T": _transpose, "list": _list, "index": _index, "rel": _rel, "call": _call,
}  # fmt: skip
