"""Second thoughts: marks read back from their table, marked again, and what that changes for whom."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.batch.decisions import load
from grader.batch.gradebook import MARK_COLUMNS, MARKS, PROBLEMS, Outcome, Rules, bytes_of, graded
from grader.batch.read import Refused, Submissions, submissions
from grader.batch.sources import Source
from grader.csvtext import unguarded
from grader.errors import UserError
from grader.model import Bank, Say, say

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """One answer that is marked otherwise now: the credits before and after, and why."""

    student: str
    place: str
    answer: str
    before: str
    after: str
    why: Say


def read_marks(folder: Path) -> list[Row]:
    """The rows of a folder's table of marks; raises UserError where it has none of ours."""
    data = bytes_of(folder / MARKS)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    if not rows or tuple(rows[0]) != MARK_COLUMNS:
        raise UserError("batch.marks", folder=str(folder))
    return [dict(zip(MARK_COLUMNS, map(unguarded, row), strict=True)) for row in rows[1:]]


def read_table(path: Path) -> tuple[tuple[str, ...], ...]:
    """A table of ours as it stands in a file."""
    text = bytes_of(path).decode("utf-8-sig")
    return tuple(tuple(map(unguarded, row)) for row in csv.reader(io.StringIO(text, newline="")))


def rows_of(marks: Sequence[Sequence[str]]) -> list[Row]:
    """The rows of a table of marks as it was made."""
    return [dict(zip(MARK_COLUMNS, row, strict=True)) for row in marks[1:]]


def submitted(rows: Sequence[Row]) -> Submissions:
    """The submissions that a table of marks holds."""
    header = ("student", "problem", "part", "answer", "seed", "attempt", "at")
    records = ((n, [row[name] for name in header], "") for n, row in enumerate(rows, 1))
    found = submissions(Source(header, records))
    lines = {n: int(row["line"]) for n, row in enumerate(rows, 1) if row["line"].isdigit()}
    return replace(found, lines=lines)


def regraded(bank: Bank, folder: Path, rules: Rules) -> tuple[Outcome, list[Change]]:
    """The class marked again with its decisions, and who changes; what was refused stays refused.

    Raises UserError where answers that were marked cannot be marked now, for they would be lost.
    """
    before = read_marks(folder)
    found = submitted(before)
    old, lines = _refused(folder)
    known = len(found.refused)
    found = replace(found, refused=(*found.refused, *old), lines=found.lines | lines)
    outcome = graded(bank, found, replace(rules, decisions=load(folder)))
    if known or len(outcome.numbers) < len(before):
        lost = next(row for n, row in enumerate(before, 1) if n not in set(outcome.numbers))
        count = len(before) - len(outcome.numbers)
        raise UserError("batch.would-lose", count=count, problem=f"{lost['problem']} {lost['part']}".strip())
    changes = []
    for number, cells in zip(outcome.numbers, outcome.marks[1:], strict=True):
        row, now = before[number - 1], dict(zip(MARK_COLUMNS, cells, strict=True))
        if all(now[name] == row[name] for name in _TOLD):
            continue
        decided = any(now[name] != row[name] for name in ("decided", "comment"))
        why = say("batch.why-grader") if now["key"] == row["key"] else say("batch.why-key")
        why = say("batch.why-decision") if decided or now["decided"] else why
        was, is_now = (one["credit"] or one["outcome"] for one in (row, now))
        place = f"{row['problem']} {row['part']}".strip()
        changes.append(Change(row["student"], place, row["answer"], was, is_now, why))
    return outcome, changes


# What of an answer's mark a student or teacher would see change.
_TOLD = ("outcome", "score", "credit", "decided", "comment", "mistake")


_BEYOND = 1 << 40  # numbers of rows that no table of marks reaches


def _refused(folder: Path) -> tuple[list[Refused], dict[int, int]]:
    """What an earlier marking had to refuse, and its lines: it has no answer to mark again."""
    try:
        data = (folder / PROBLEMS).read_bytes().decode("utf-8-sig")
    except OSError:
        return [], {}
    out: list[Refused] = []
    lines = {}
    for n, row in enumerate(csv.DictReader(io.StringIO(data, newline="")), 1):
        if row.get("what") == "refused":
            cells = [unguarded(row.get(name) or "") for name in ("student", "problem", "part", "reason")]
            out.append((_BEYOND + n, cells[0], cells[1], cells[2], say("own", text=cells[3])))
            lines[_BEYOND + n] = int(row["line"]) if (row.get("line") or "").isdigit() else 0
    return out, lines
