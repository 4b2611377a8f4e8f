"""Second thoughts: marks read back from their table, marked again, and what that changes for whom."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from grader.bank.hashes import short_hash
from grader.bank.naming import by_name, located, sure_part
from grader.bank.variants import Variants
from grader.batch.decisions import load, same_text
from grader.batch.gradebook import MARKS, PROBLEMS, Outcome, Rules, bytes_of, graded
from grader.batch.marks import MARK_COLUMNS, MarkRow, Marks, marks_of, place_of
from grader.batch.read import Refused, Submissions, submissions
from grader.batch.report import echo_of
from grader.batch.sources import Source
from grader.batch.tables import PROBLEM_COLUMNS
from grader.csvtext import unguarded
from grader.errors import UserError
from grader.model import HELD, Bank, Say, Text, say

# What of an answer's mark a student or teacher would see change.
_TOLD = ("outcome", "score", "credit", "decided", "comment", "mistake")
_BEYOND = 1 << 40  # numbers of rows that no table of marks reaches


@dataclass(frozen=True, slots=True)
class Change:
    """One answer that is marked otherwise now: the credits before and after, and why."""

    student: str
    place: str
    answer: str
    before: str
    after: str
    why: Say
    address: str = ""


def read_marks(folder: Path) -> Marks:
    """The rows of a folder's table of marks; raises UserError where it has none of ours."""
    table = read_table(folder / MARKS)
    if table[:1] != (MARK_COLUMNS,):
        raise UserError("batch.marks", folder=str(folder))
    return marks_of(table)


def read_table(path: Path) -> tuple[tuple[str, ...], ...]:
    """A table of ours as it stands in a file; raises UserError for one whose rows are not as long as its head."""
    text = bytes_of(path).decode("utf-8-sig", "replace")
    rows = tuple(tuple(map(unguarded, row)) for row in csv.reader(io.StringIO(text, newline="")) if row)
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise UserError("batch.marks", folder=str(path.parent))
    return rows


def submitted(rows: Sequence[MarkRow]) -> Submissions:
    """The submissions that a table of marks holds."""
    header = ("student", "problem", "part", "answer", "seed", "attempt", "at")
    records = ((n, [getattr(row, name) for name in header], "") for n, row in enumerate(rows, 1))
    found = submissions(Source(header, records), ids=None)
    lines = {n: int(row.line) for n, row in enumerate(rows, 1) if row.line.isdigit()}
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
        marked = set(outcome.numbers)
        lost = next(row for n, row in enumerate(before, 1) if n not in marked)
        raise UserError("batch.would-lose", count=len(before) - len(marked), problem=place_of(lost))
    changes = []
    decided = {
        (now.student, now.item)
        for number, now in zip(outcome.numbers, outcome.marked, strict=True)
        if any(getattr(now, name) != getattr(before[number - 1], name) for name in ("decided", "comment"))
    }
    for number, now in zip(outcome.numbers, outcome.marked, strict=True):
        row = before[number - 1]
        same = all(getattr(now, name) == getattr(row, name) for name in _TOLD)
        if same or not (row.credit or now.credit or row.comment != now.comment):  # another answer counts, as before
            continue
        why = say("batch.why-grader") if now.key == row.key else say("batch.why-key")
        why = say("batch.why-decision") if (now.student, now.item) in decided or now.decided else why
        was, is_now = (_standing(one, bank) for one in (row, now))
        changes.append(Change(row.student, place_of(row), row.answer, was, is_now, why, row.item))
    return outcome, changes


def read_alike(bank: Bank, folder: Path, decided: MarkRow) -> list[str]:
    """Other texts of the same part and variant that are read as this one, and on which nothing was decided."""
    variants, known = Variants(bank), load(folder)
    echo = echo_of(variants, decided)
    item, _, part = decided.item.rpartition(".")
    own = same_text(decided.answer)
    rows = {
        text: row
        for row in read_marks(folder)
        if (row.item, row.seed) == (decided.item, decided.seed) and (text := same_text(row.answer)) != own
    }
    open_ = {text: row for text, row in rows.items() if not known.on("", item, part, int(row.seed or 0), row.answer)}
    return sorted(text for text, row in open_.items() if echo is not None and echo_of(variants, row) == echo)


def stale(bank: Bank, rows: Sequence[MarkRow]) -> int:
    """Of how many parts the key is another one now than when these rows were marked."""
    marks = {(row.item, row.key) for row in rows if row.key}
    found = [(located(bank, item), key) for item, key in marks]
    return sum(at is not None and short_hash(bank, *at) != key for at, key in found)


def _standing(row: MarkRow, bank: Bank) -> str:
    """What an answer counts for, in a word: held where nobody has decided, else its points."""
    if not row.credit or (row.outcome == HELD and not row.decided):
        return row.outcome
    found = located(bank, row.item)
    return f"{float(row.credit) * float(found[1].points):g}" if found else row.credit


def refusals(bank: Bank, folder: Path) -> dict[str, dict[str, str]]:
    """By student and address of a part, why an answer was refused; what names no part of the bank is left out."""
    items = by_name(bank)
    out: dict[str, dict[str, str]] = {}
    for _, student, problem, part, why in _refused(folder)[0]:
        item = items.get(problem.casefold())
        found = sure_part(item, part) if item and item.parts else None
        if item and found:
            out.setdefault(student, {})[f"{item.id}.{found.id}"] = cast(Text, dict(why.slots)["text"]).text
    return out


def _refused(folder: Path) -> tuple[list[Refused], dict[int, int]]:
    """What an earlier marking had to refuse, and its lines: it has no answer to mark again."""
    path = folder / PROBLEMS
    table = read_table(path) if path.is_file() else ()
    rows = [dict(zip(table[0], row, strict=True)) for row in table[1:]] if table[:1] == (PROBLEM_COLUMNS,) else []
    out: list[Refused] = []
    lines = {}
    for n, row in enumerate(rows, 1):
        if row["what"] == "refused":
            out.append((_BEYOND + n, row["student"], row["problem"], row["part"], say("own", text=Text(row["reason"]))))
            lines[_BEYOND + n] = int(row["line"]) if row["line"].isdigit() else 0
    return out, lines
