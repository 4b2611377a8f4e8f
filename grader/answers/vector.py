"""Kinds vector and matrix: entries marked place by place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import (
    MAX_RAW,
    VALUES,
    Context,
    Kind,
    Spec,
    key_tree,
    learner_scope,
    right,
    texts_of,
    types_of,
    wrong,
)
from grader.answers.grouping import check_parted, check_unlisted, other_readings, unclear_groups
from grader.answers.label import without_entry_labels, without_label
from grader.answers.number import show_number, written
from grader.answers.rules import OPTIONS as RULE_OPTIONS
from grader.answers.rules import NumberKey, Rule, accepts, number_key, rule_of
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.cells import cells_of, places_in
from grader.maths.clean import MAX_CHARS
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.quick import quick_list, quick_value
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.shapes import NUMBER, shape_of
from grader.maths.table import Table, shape_words
from grader.maths.tree import names
from grader.maths.types import REAL
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Cells, Field, Node, Say, Verdict, say

OPTIONS = {
    **RULE_OPTIONS,
    "value": "expr",
    "derive": "expr",
    "label": "text",
    "names": "texts",
    "symbols": "symbols",
    "allow": "texts",
    "all_or_nothing": "bool",
}
_EXAMPLE = ("1", "-2", "0.5", "3", "1/4", "0")
_DECIMALS = ("125000", "500000", "250000", "125000", "375000", "625000")
# `E[2] = [...]`, `Embed(2) = [...]`: the row's own name.
_NAMED = re.compile(r"\s*\\?[^\W\d_]+\s*(?:\(\s*\w+\s*\)|\[\s*\w+\s*\])\s*=\s*(?=[\[(])")
# `0.20 (20%), 0.22 (22%)`: each entry restated, or multiplied.
_RESTATED = re.compile(r"(?:[-+−]?[\d.]*)\d%?\s+\([^()]*\)\s*(?=[,;\]]|$)")
# `v = [...]`, where the part declares no name of its own.
_ANY_NAME = re.compile(
    r"\s*(?:\\(?:mathbf|mathrm|vec|bm|boldsymbol)\s*\{[^\W\d_]\w*\}|\\?[^\W\d_]\w*)\s*=\s*(?=[\[(⟨<]|\\begin\b)"
)
_BARS = re.compile(r"\s\|\s")
_ANGLES = re.compile(r"\s*[<⟨](.*)[>⟩]\s*\.?\s*", re.DOTALL)

MAX_ASKED = 400  # entries; each may need the whole formula once more


@dataclass(frozen=True, slots=True)
class Prepared:
    """One key an entry, the shape, and what may be typed."""

    rows: int
    cols: int
    flat: bool
    matrix: bool
    entries: tuple[NumberKey | Key, ...]
    scope: Scope
    label: str
    names: frozenset[str]
    all_or_nothing: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A table of trees, and the whole as it was typed."""

    tree: Node
    table: Table


def prepare(spec: Spec, context: Context) -> Prepared:
    """Compute the key entry by entry; a formula of numbers alone is computed, others stay formulas."""
    tree, rule, types = key_tree(spec, context), rule_of(spec), types_of(spec)
    try:
        table = cells_of(tree) if names(tree) or tree[0] == "list" else _computed(tree)
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if len(table.cells) > MAX_ASKED:
        raise BankFault(say("bank.entries", count=len(table.cells), limit=MAX_ASKED))
    matrix = spec.get("kind") == "matrix"
    if not matrix and not table.is_vector:
        raise BankFault(say("bank.not-a-vector"))
    entries = tuple(number_key(c, rule) if not names(c) else Key(c, types) for c in table.cells)
    return Prepared(
        table.rows, table.cols, table.flat or (not matrix and not names(tree)), matrix, entries,
        replace(learner_scope(spec, context), grouping=False), spec.get("label", ""),
        frozenset(name.casefold() for name in texts_of(spec, "names")), bool(spec.get("all_or_nothing")),
    )  # fmt: skip


def _computed(tree: Node) -> Table:
    """The table of a closed formula; irrational entries stay the formula's own entries."""
    value = author.compute(tree)
    if not isinstance(value, Table):
        raise BankFault(say("bank.not-a-vector"))
    if all(isinstance(c, Fraction) for c in value.cells):
        return value.map(author.tree_of)
    return places_in(tree, value.rows, value.cols, value.flat)


_AND = re.compile(r"(?<=\d)\s+(?:and|aur)\s+(?=[-+−.\d])")  # `88 and 87.9`


def read(key: Prepared, text: str) -> Typed:
    """The entries of a text; raises CannotRead for one number, ragged rows and clashing shapes."""
    quick = None if key.matrix and key.rows == 1 else quick_list(text)
    fits = quick is not None and key.matrix != quick[1].flat and len(quick[1].cells) == len(key.entries)
    if quick is not None and fits and not ("%" in text and _lone_percent(quick[1].cells, text)):
        return Typed(*quick)
    check_unlisted(text)
    if len(text) > MAX_CHARS:  # only a plain list may be longer
        raise CannotRead(say("read.too-long", count=len(text), limit=MAX_CHARS), MAX_CHARS)
    if " and " in text or " aur " in text:
        text = _AND.sub(lambda found: ",".ljust(len(found[0])), text)
    body = without_entry_labels(without_label(text, key.label, key.names)).rstrip().removesuffix(",")
    named = _NAMED.match(body) or (None if key.label or key.names else _ANY_NAME.match(body))
    body = " " * named.end() + body[named.end() :] if named else body
    if "|" in body and _BARS.search(body) and len(body.split("|")) == len(key.entries):
        raise CannotRead(say("vector.bars"), body.index("|"))
    angles = _ANGLES.fullmatch(body)
    if angles and not key.matrix:
        body = body.replace("<", "[", 1).replace("⟨", "[", 1)
        body = "]".join(body.rsplit(">" if ">" in body else "⟩", 1))
    restated = None if key.scope.symbols else _RESTATED.search(body)
    if restated:
        raise CannotRead(say("vector.restated", text=restated[0].strip()[:40]), restated.start())
    body = _last_side(key, body)
    tree = read_tree(body, key.scope, lists=True, flat=not key.matrix)
    shape = shape_of(tree, key.scope.symbols)
    if not shape.table:
        raise CannotRead(say("vector.one-number", count=len(key.entries)), 0)
    table = cells_of(tree)
    if not key.matrix and len(table.cells) != len(key.entries):
        check_parted(body, len(table.cells), len(key.entries))
    if key.matrix and table.flat:
        table = _laid(key, table, text)
    if _oriented(key, table) is None:
        _check_groups(key, body)
    if _lone_percent(table.cells, text):
        raise CannotRead(say("vector.percent"), text.rindex("%"))
    if not key.matrix and ";" in text and "," in text and not table.is_vector:
        raise CannotRead(say("vector.separators"), text.index(";"))
    return Typed(tree, table)


def _laid(key: Prepared, table: Table, text: str) -> Table:
    """A flat list where a matrix is asked: semicolons and new lines make a column, commas and blanks a row."""
    standing = ";" in text or "\n" in text.strip() or "\\\\" in text
    laid = Table(*((len(table.cells), 1) if standing else (1, len(table.cells))), table.cells)
    if not key.flat and not standing and key.cols == 1 and len(key.entries) == len(table.cells) > 1:
        raise CannotRead(say("matrix.column"), 0)
    return laid


def _last_side(key: Prepared, text: str) -> str:
    """What stands behind the last equals sign, if every side in front of it is the same table."""
    sides = re.split(r"(?<![<>!=])=(?!=)", text)
    if len(sides) < 2 or not all(side.strip() for side in sides):
        return text
    try:
        last, *others = (cells_of(read_tree(side, key.scope, lists=True, flat=not key.matrix)) for side in sides[::-1])
        same = all(
            len(other.cells) == len(last.cells) == len(key.entries)
            and all(_same_entry(a, b, k) for a, b, k in zip(other.cells, last.cells, key.entries, strict=True))
            for other in others
        )
    except (CannotRead, BankFault):
        return text
    return " " * (len(text) - len(sides[-1])) + sides[-1] if same else text


def _same_entry(first: Node, last: Node, key: NumberKey | Key) -> bool:
    """Whether an entry is the one before it, as it is or, where places are asked, rounded to no fewer."""
    if names(first) or names(last):
        used = dict.fromkeys(names(first) | names(last), REAL)
        return decide(Key(first, used, NUMBER, learner=True), last).outcome == EQUAL
    places = written(last)[0] or 0
    asked = key.rule.places if isinstance(key, NumberKey) else None
    rule = Rule(places=places) if asked is not None and places >= asked else Rule()
    return bool(accepts(number_key(first, rule), last)[0])


def _check_groups(key: Prepared, text: str) -> None:
    """Refuse a text such as `[1,000, 2,000]` that has the right shape if its commas, or blanks, group digits."""
    if any(_fits(key, other) for other in other_readings(text)):
        raise unclear_groups(text)


def _fits(key: Prepared, text: str) -> bool:
    try:
        table = cells_of(read_tree(text, key.scope, lists=True, flat=not key.matrix))
        return _oriented(key, _laid(key, table, text) if key.matrix and table.flat else table) is not None
    except CannotRead:
        return False


def _lone_percent(cells: Sequence[Node], text: str) -> bool:
    """A per cent sign behind the last entry alone may be meant for all."""
    if len(cells) < 2 or cells[-1][0] != "pct" or any(c[0] == "pct" for c in cells[:-1]):
        return False
    values = [quick_value(c) for c in cells[:-1]]
    return " %" in text or any(v is not None and abs(v[0]) >= v[1] for v in values)


def _oriented(key: Prepared, table: Table) -> Table | None:
    """The typed table in the key's orientation, or None where its shape is another one; a vector may lie or stand."""
    if table.shape == (key.rows, key.cols):
        return table
    if key.matrix and not key.flat:
        return None
    if not table.is_vector or len(table.cells) != len(key.entries):
        return None
    return Table(key.rows, key.cols, table.cells)


def judge(key: Prepared, value: Typed) -> Verdict:
    """Place by place; some right is partly, none is wrong."""
    table = _oriented(key, value.table)
    if table is None:
        return wrong("refuted", value.tree, _shape_message(value.table, key))
    states = [_entry(k, cell) for k, cell in zip(key.entries, table.cells, strict=True)]
    hows = [how for _, how in states]
    good = sum(1 for state, _ in states if state)
    how = max(hows, key=_STRENGTH.index)
    if good == len(states):
        return right(how, value.tree)
    if any(state is None for state, _ in states):
        return Verdict(HELD, ZERO, "undecided", value.tree, says=(say("verdict.held"),))
    misses = tuple(_place(i, key) for i, (state, _) in enumerate(states) if not state)
    message = say("vector.entries", places=misses, good=good, count=len(states))
    if not good or key.all_or_nothing:
        return wrong(how, value.tree, *([message] if good else []))
    return Verdict(PARTLY, Fraction(good, len(states)), how, value.tree, says=(message,))


# The weakest evidence among the entries speaks for the whole.
_STRENGTH = ("exact", "proved", "refuted", "agreed", "undecided")


def _entry(key: NumberKey | Key, cell: Node) -> tuple[bool | None, str]:
    if isinstance(key, NumberKey):
        if quick_value(cell) is None and names(cell):
            decision = decide(Key(key.tree, _symbols(cell), NUMBER), cell)
        else:
            return accepts(key, cell)
    else:
        decision = decide(key, cell)
    return (None if decision.outcome == OPEN else decision.outcome == EQUAL), decision.how


def _symbols(cell: Node) -> dict[str, Any]:
    return dict.fromkeys(names(cell), REAL)


def _place(index: int, key: Prepared) -> Say:
    """Ordinals, not numbers: a learner of a topic that counts from 0 would read a number as an index."""
    if not key.matrix:
        return say(f"ordinal.{index + 1}") if index < 8 else say("ordinal.n", n=index + 1)
    return say("vector.cell", row=index // key.cols + 1, col=index % key.cols + 1)


def _shape_message(table: Table, key: Prepared) -> Say:
    if not key.matrix and table.is_vector:
        return say("vector.count", typed=len(table.cells), wanted=len(key.entries))
    return say("vector.shape", typed=shape_words(table), wanted=f"{key.rows} × {key.cols}")


def fields(key: Prepared) -> tuple[Field, ...]:
    """A row of cells, or a grid."""
    if key.matrix:
        return (Cells(key.rows, key.cols, say("hint.matrix", rows=key.rows, cols=key.cols)),)
    entry = key.entries[0]
    places = entry.rule.places if isinstance(entry, NumberKey) else None
    count = len(key.entries)
    example = (
        "["
        + ", ".join(_EXAMPLE[:count] if places is None else [f"0.{d}"[: places + 2] for d in _DECIMALS[:count]])
        + "]"
    )
    if places is None:
        hint = say("hint.vector", count=count, example=example)
    else:
        hint = say("hint.vector-places", count=count, places=places, example=example)
    return (Cells(1, count, hint),)


def join(values: tuple[Any, ...]) -> str:
    """Cells row by row as `[a, b]` or `[[a, b], [c, d]]`."""
    rows = values[0]
    texts = ["[" + ", ".join(row) + "]" for row in rows]
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    texts = [show_number(e) if isinstance(e, NumberKey) else plain(e.tree) for e in key.entries]
    if not key.matrix:
        return "[" + ", ".join(texts) + "]"
    rows = [texts[r * key.cols : (r + 1) * key.cols] for r in range(key.rows)]
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


def tree(key: Prepared, value: Typed | None) -> Node | None:
    """The entries as a list, or as a list of rows; None where the shape is not the key's."""
    if value is None:
        cells = [e.tree for e in key.entries]
    else:
        table = _oriented(key, value.table)
        if table is None:
            return None
        cells = table.cells
    if not key.matrix:
        return ("list", tuple(cells))
    return ("list", tuple(("list", tuple(cells[r * key.cols : (r + 1) * key.cols])) for r in range(key.rows)))


KIND = Kind("vector", OPTIONS, prepare, read, judge, fields, join, show, tree, longest=MAX_RAW, traits=VALUES)
LIST = Kind("list", OPTIONS, prepare, read, judge, fields, join, show, tree, longest=MAX_RAW, traits=VALUES)
MATRIX = Kind("matrix", OPTIONS, prepare, read, judge, fields, join, show, tree, longest=MAX_RAW, traits=VALUES)
