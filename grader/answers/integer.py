"""Kind integer: one whole number, exactly; a unit word may follow."""

from __future__ import annotations

from grader.answers import number
from grader.answers.base import VALUE, Context, Kind, Spec
from grader.errors import BankFault
from grader.model import Field, Line, say

OPTIONS = {"value": "expr", "derive": "expr", "unit": "text", "label": "text", "names": "texts"}


def prepare(spec: Spec, context: Context) -> number.Prepared:
    """Compute the key; raises BankFault where it is not whole."""
    key = number.prepare(spec, context)
    if key.number.exact is None or key.number.exact.denominator != 1:
        raise BankFault(say("bank.not-whole"))
    return key


def fields(key: number.Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.integer"), key.unit),)


KIND = Kind(
    "integer", OPTIONS, prepare, number.read, number.judge, fields, number.join, number.show, number.tree, traits=VALUE
)
