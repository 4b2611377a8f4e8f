"""The table of marks: one row an answer, as text, by the names of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast


class MarkRow(NamedTuple):
    """What became of one answer; `item` is the address of its part, `credit` empty where another answer counts."""

    student: str
    problem: str
    part: str
    answer: str
    outcome: str
    score: str
    how: str
    mistake: str
    message: str
    credit: str
    decided: str
    comment: str
    seed: str
    attempt: str
    at: str
    line: str
    item: str
    key: str


MARK_COLUMNS = MarkRow._fields


def marks_of(table: Sequence[Sequence[str]]) -> list[MarkRow]:
    """The rows of a table of marks, below its head; those that are marks already stay as they are."""
    if len(table) > 1 and isinstance(table[1], MarkRow):
        return cast("list[MarkRow]", list(table[1:]))
    return [MarkRow._make(row) for row in table[1:]]


def place_of(row: MarkRow) -> str:
    """Where an answer belongs, as the student wrote it: `2.2 winner`."""
    return f"{row.problem} {row.part}".strip()
