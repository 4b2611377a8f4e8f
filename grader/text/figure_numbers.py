"""The numbers of a figure as a table, for screens that cannot draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from grader.model import Table, Text, Token
from grader.text.writers.alphabets import MINUS

Cell = tuple[Token, ...]


def in_numbers(args: Mapping[str, object]) -> tuple[Token, ...]:
    """A table of the rows of `of` with their `labels`, row `mark` stressed; () for a figure that shows directions."""
    if "of" not in args or "context" in args:
        return ()
    rows = cast(Sequence[Sequence[Any]], args["of"])
    labels = [str(x) for x in cast(Sequence[object], args.get("labels") or [""] * len(rows))]
    table = [_row(str(n), labels[n], row if isinstance(row, Sequence) else (row,)) for n, row in enumerate(rows)]
    mark = args.get("mark")
    return (Table((), tuple(table), mark if isinstance(mark, int) else None),)


def _row(number: str, label: str, values: Sequence[Any]) -> tuple[Cell, ...]:
    cells = [_cell(v) for v in values]
    return ((Text(number),), (Text(label),), *((Text(c),) for c in cells))


def _cell(value: Any) -> str:
    text = f"{float(value):g}".replace("-", MINUS)
    return text if text.startswith(MINUS) else " " + text


def in_words(tables: tuple[Token, ...]) -> str:
    """The same numbers behind a figure's words, for those who hear it: `cat 0.2, -0.5, 0.8; dog ...`."""
    rows = [row for table in tables if isinstance(table, Table) for row in table.rows]
    told = []
    for row in rows:
        number, label, *values = ("".join(t.text for t in cell if isinstance(t, Text)).strip() for cell in row)
        told.append(f"{label or number} {', '.join(values)}")
    return "; ".join(told) + "." if told else ""
