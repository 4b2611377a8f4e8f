"""The table of marks: one row an answer, as text, by the names of its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from grader.batch.columns import Columns, Rows
from grader.csvtext import cell_text, line_of


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


PIECE = 50_000  # rows of a table that are written at a time
_LINE = MARK_COLUMNS.index("line")


class Marks(Sequence[MarkRow]):
    """The rows of a table of marks in columns: things are rows without student and line, numbers the lines or 0."""

    def __init__(self, columns: Columns[MarkRow]) -> None:
        """Take the columns."""
        self.columns = columns

    def __len__(self) -> int:
        """How many rows."""
        return len(self.columns)

    def __eq__(self, other: object) -> bool:
        """Whether the rows are the same."""
        return isinstance(other, Marks) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[MarkRow]:
        """Each row."""
        for line, student, shared in self.columns:
            yield _whole(line, student, shared)

    @overload
    def __getitem__(self, place: int) -> MarkRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[MarkRow]: ...
    def __getitem__(self, place: int | slice) -> MarkRow | list[MarkRow]:
        """A row, or some."""
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        return _whole(*self.columns.at(place))

    def text(self) -> Iterator[bytes]:
        """The table with its head as the text of a CSV file, piece by piece."""
        names = [cell_text(name) for name in self.columns.names]
        fronts = [line_of(shared[1:_LINE]) for shared in self.columns.things]
        backs = [line_of(shared[_LINE + 1 :]) for shared in self.columns.things]
        yield f"{line_of(MARK_COLUMNS)}\n".encode()
        rows = zip(self.columns.numbers, self.columns.who, self.columns.what, strict=True)
        while piece := "".join(
            [f"{names[who]},{fronts[what]},{line or ''},{backs[what]}\n" for line, who, what in islice(rows, PIECE)]
        ):
            yield piece.encode()


def _whole(line: int, student: str, shared: MarkRow) -> MarkRow:
    return MarkRow._make((student, *shared[1:_LINE], str(line or ""), *shared[_LINE + 1 :]))


def _number(line: str) -> int:
    return int(line) if line.isascii() and line.isdigit() and len(line) < 16 else 0


def marks_of(table: Sequence[Sequence[str]]) -> Marks:
    """The rows of a table of marks, below its head."""
    rows: Rows[MarkRow] = Rows()
    for row in table[1:]:
        shared = MarkRow._make(("", *row[1:_LINE], "", *row[_LINE + 1 :]))
        rows.add(_number(row[_LINE]), rows.name(row[0]), rows.thing(shared))
    return Marks(rows.columns())


def place_of(row: MarkRow) -> str:
    """Where an answer belongs, as the student wrote it: `2.2 winner`."""
    return f"{row.problem} {row.part}".strip()
