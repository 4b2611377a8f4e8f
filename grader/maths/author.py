"""What authors write in `value:`, `pick:` and placeholders: read once, bound per variant, computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import balls, exact
from grader.maths.limits import MAX_TABLE_POWER
from grader.maths.read import read
from grader.maths.scope import Scope
from grader.maths.table import Table
from grader.maths.tree import children, num, substitute
from grader.maths.types import REAL
from grader.model import Node, say

AUTHOR_LIMIT = 20_000
_FEW = 8  # nodes of what is no table worth counting
_INVERSE = 8  # products that an inverse counts for
Values = Mapping[str, Node]


@lru_cache(maxsize=4096)
def _parse(text: str, names: frozenset[str]) -> Node:
    scope = Scope(dict.fromkeys(sorted(names), REAL), author=True, grouping=False, limit=AUTHOR_LIMIT)
    try:
        return read(text, scope, relation=True)
    except CannotRead as fault:
        raise BankFault(say("bank.formula", text=text[:80], why=fault.why, at=(fault.at or 0) + 1)) from fault


def parse(text: str, names: Iterable[str]) -> Node:
    """An author's formula in the given names; raises BankFault quoting it."""
    return _parse(text, frozenset(names))


_DUMMY = re.compile(r",\s*([A-Za-z]\w*)\s*(?=[,)])")


def derivation(text: str, values: Values, free: Iterable[str] = ()) -> tuple[Node, frozenset[str]]:
    """What a `derive:` says, bound as `bind` does, and its further names: the variables of its own operations."""
    free = frozenset(free)
    own = frozenset(_DUMMY.findall(text)) - frozenset(values) - free
    scope = Scope(
        dict.fromkeys(frozenset(values) | free | own, REAL), author=True, calculus=True, grouping=False,
        limit=AUTHOR_LIMIT,
    )  # fmt: skip
    try:
        tree = read(text, scope)
    except CannotRead as fault:
        raise BankFault(say("bank.formula", text=text[:80], why=fault.why, at=(fault.at or 0) + 1)) from fault
    return substitute(tree, {n: v for n, v in values.items() if n not in free}), own


def bind(text: str, values: Values, free: Iterable[str] = ()) -> Node:
    """`text` with every bound name replaced by its tree; `free` names stay."""
    free = frozenset(free)
    tree = parse(text, frozenset(values) | free)
    return substitute(tree, {n: v for n, v in values.items() if n not in free})


def compute(tree: Node) -> Any:
    """The value of a closed tree: Fraction, ball, Table of either, or a word.

    Raises BankFault where it is undefined, clashes in shape, or cannot be told apart at 2,048 bits.
    """
    try:
        return exact.value(tree)
    except exact.NotRational:
        pass
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    except (TypeError, AttributeError, IndexError) as fault:
        raise BankFault(say("maths.no-value")) from fault
    for bits in (320, 2048):
        try:
            return balls.ball(tree, {}, bits)
        except (TypeError, ZeroDivisionError, AttributeError) as fault:
            raise BankFault(say("maths.no-value")) from fault  # words where numbers are needed, and the like
        except Undecided:
            continue
        except CannotRead as fault:
            raise BankFault(fault.why) from fault
    raise BankFault(say("maths.undecided"))


def whole(tree: Node) -> int:
    """A closed tree as a whole number."""
    value = compute(tree)
    number = (
        value if isinstance(value, Fraction) else None if isinstance(value, (Table, str)) else balls.whole_of(value)
    )
    if number is None or number != int(number):
        raise BankFault(say("maths.whole"))
    return int(number)


def holds(tree: Node) -> bool:
    """Whether a closed condition is true; raises BankFault for a formula that is none."""
    if tree[0] != "rel" and not (tree[0] == "call" and tree[1] == "distinct"):
        raise BankFault(say("maths.condition"))
    return bool(compute(tree) != 0)


def effort(tree: Node) -> int:
    """About how much work a closed tree is: its nodes, each table's as often as a power multiplies it."""
    own = 1 + sum(effort(part) for part in children(tree))
    if tree[0] == "pow" and own > _FEW:
        exponent = tree[2][1] if tree[2][0] == "neg" else tree[2]
        if exponent[0] == "num" and isinstance(exponent[1], int):
            own *= max(min(exponent[1], MAX_TABLE_POWER), _INVERSE)
    return own


def tree_of(value: Any) -> Node:
    """A given as a tree: a formula's text, a number, a list of words, or a list of numbers."""
    if isinstance(value, tuple) and value and isinstance(value[0], str) and value[0] in ("num", "list", "neg", "words"):
        return value
    if isinstance(value, bool) or value is None:
        raise BankFault(say("maths.given", value=str(value)))
    if isinstance(value, int | Fraction):
        return num(value)
    if isinstance(value, str):
        return bind(value, {})
    if isinstance(value, list | tuple):
        if value and all(isinstance(v, str) and not _numeric(v) for v in value):
            return ("words", tuple(value))
        return ("list", tuple(tree_of(v) for v in value))
    raise BankFault(say("maths.given", value=str(value)[:40]))


def _numeric(text: str) -> bool:
    return bool(text) and (text[0].isdigit() or text[0] in "-+.[(")
