"""Grades a file of submissions: a table of grades, one of marks, one of what needs a person."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from pathlib import Path

from grader.bank.variants import Variants
from grader.batch.csvfile import head_of, write_all
from grader.batch.mark import Memo, Row, address, mark_chunk, settle
from grader.batch.read import Row as Read
from grader.batch.read import read
from grader.errors import UserError
from grader.files import same_file
from grader.model import HELD, UNREAD, ZERO, Bank, Item, Mark, Say, say
from grader.text.tell import plain

GRADES, MARKS, PROBLEMS = "grades.csv", "marks.csv", "problems.csv"
MARK_COLUMNS = ("student", "problem", "part", "answer", "outcome", "score", "how", "mistake", "message")
PROBLEM_COLUMNS = ("line", "student", "problem", "part", "what", "reason")
_SUMS = ("total", "out of", "percent")

Table = tuple[tuple[str, ...], ...]
# by student, then by item and part, the score that counts
Counting = dict[str, dict[tuple[str, str], Fraction]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The three tables, each with its head, and what became of the rows: rows = graded + refused + held."""

    grades: Table
    marks: Table
    problems: Table
    graded: int
    refused: int
    held: int
    ignored: tuple[str, ...]
    unread: int = 0

    @property
    def rows(self) -> int:
        """How many rows the file had."""
        return self.graded + self.refused + self.held


def grade(
    bank: Bank,
    source: bytes | str | os.PathLike[str],
    seed: int = 0,
    lang: str = "en",
    items: Iterable[Item] | None = None,
    roster: Iterable[str] = (),
) -> Outcome:
    """Grade the bytes of a CSV file or the file at a path; `items` are those set, else all that were answered.

    Students of a `roster` without a row are in the gradebook with 0, and named among the problems.
    """
    submitted = read(source if isinstance(source, bytes) else bytes_of(source))
    rows, unknown = address(bank, submitted.rows, seed)
    refused = [*submitted.refused, *unknown]
    if items is not None:
        items = tuple(items)
        inside = {item.id for item in items}
        by_line = {row[0]: row for row in submitted.rows}
        refused += [(*by_line[r[0]][:4], say("batch.outside")) for r in rows if r[2] not in inside]
        rows = [row for row in rows if row[2] in inside]
    # Whoever is named in the file is in the gradebook, even if nothing of theirs could be marked.
    students: dict[str, list[Row]] = {refusal[1]: [] for refusal in refused if refusal[1]}
    for row in rows:
        students.setdefault(row[1], []).append(row)
    absent = [name for name in dict.fromkeys(roster) if name not in students]
    students.update((name, []) for name in absent)
    variants = Variants(bank)
    direct = mark_chunk(variants, rows)
    memo: Memo = {}
    typed = {row[0]: row for row in submitted.rows}
    final: dict[int, Mark] = {}
    counted: set[int] = set()
    counting: Counting = {student: {} for student in students}
    for student, own in students.items():
        for row, (mark, counts) in zip(own, settle(variants, own, direct, memo), strict=True):
            if isinstance(mark, Say):
                refused.append((*typed[row[0]][:4], mark))
                continue
            final[row[0]] = mark
            if counts:
                counted.add(row[0])
                counting[student][row[2:4]] = mark.score
    words = {id(mark): _message(mark.verdict.says, lang) for mark in {id(m): m for m in final.values()}.values()}
    held = [line for line, mark in final.items() if mark.outcome == HELD]
    answered = {mark.item for mark in final.values()}
    chosen = tuple(items) if items is not None else tuple(item for item in bank.items if item.id in answered)
    left = [(*row[:4], "refused", plain(row[4], lang).strip()) for row in refused]
    left += [(*typed[line][:4], HELD, words[id(final[line])]) for line in held]
    # Counted as graded, with 0 points, but a teacher may read what the machine could not.
    unread = [line for line, mark in final.items() if mark.outcome == UNREAD and typed[line][4].strip()]
    left += [(*typed[line][:4], UNREAD, words[id(final[line])]) for line in unread]
    replaced = plain(say("batch.replaced"), lang)
    left += [(*typed[line][:4], "replaced", replaced) for line in final if line not in counted]
    left += _alike(submitted.rows, lang)
    left += _against(roster, absent, submitted.rows, lang)
    return Outcome(
        _grades(chosen, counting),
        (MARK_COLUMNS, *(_mark_row(typed[line], final[line], words[id(final[line])]) for line in sorted(final))),
        (PROBLEM_COLUMNS, *((str(row[0] or ""), *row[1:]) for row in sorted(left))),
        len(final) - len(held),
        len(refused),
        len(held),
        submitted.ignored,
        len(unread),
    )


def write(outcome: Outcome, folder: str | os.PathLike[str], force: bool = False) -> list[str]:
    """Write the three tables into a folder; a file there that is no such table is replaced only by `force`.

    Returns the names under which earlier tables are kept.
    """
    folder = Path(folder)
    for name in () if force else (GRADES, MARKS, PROBLEMS):
        head = head_of(folder / name)
        if head is not None and not _own_head(name, tuple(head)):
            raise UserError("batch.foreign", file=name, folder=str(folder), head=",".join(head)[:80])
    return write_all(folder, {GRADES: outcome.grades, MARKS: outcome.marks, PROBLEMS: outcome.problems})


def spare(source: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Raise UserError where one of the three files would replace the answers themselves."""
    for name in (GRADES, MARKS, PROBLEMS):
        if same_file(Path(source), Path(folder) / name):
            raise UserError("batch.input", file=name, folder=str(folder))


def _alike(rows: Iterable[Read], lang: str) -> list[tuple[int, str, str, str, str, str]]:
    """A note for each name that differs from an earlier one only in case: perhaps one student, perhaps two."""
    first: dict[str, str] = {}
    seen: set[str] = set()
    notes = []
    for line, student, problem, part, *_ in rows:
        known = first.setdefault(student.casefold(), student)
        if known != student and student not in seen:
            why = plain(say("batch.names-alike", name=student, other=known), lang)
            notes.append((line, student, problem, part, "name", why))
        seen.add(student)
    return notes


def _against(
    roster: Iterable[str], absent: Iterable[str], rows: Iterable[Read], lang: str
) -> list[tuple[int, str, str, str, str, str]]:
    """A note for each name of the roster without a row, and for each name in the file that the roster does not have."""
    known = set(roster)
    typed = {student.casefold(): student for _, student, *_ in rows}
    notes = []
    for name in absent:
        other = typed.get(name.casefold())
        why = say("batch.absent-alike", other=other) if other else say("batch.absent")
        notes.append((0, name, "", "", "absent", plain(why, lang)))
    strangers: dict[str, int] = {}
    for line, student, *_ in rows if known else ():
        if student not in known:
            strangers.setdefault(student, line)
    return notes + [
        (line, name, "", "", "name", plain(say("batch.stranger"), lang)) for name, line in strangers.items()
    ]


def _own_head(name: str, head: tuple[str, ...]) -> bool:
    if name == GRADES:
        return head[:1] == ("student",) and head[-3:] == _SUMS
    return head == (MARK_COLUMNS if name == MARKS else PROBLEM_COLUMNS)


def decimal(value: Fraction, places: int = 4) -> str:
    """A score as a decimal without needless zeros, halves rounded up."""
    unit = 10**places
    whole, rest = divmod(floor(value * unit + Fraction(1, 2)), unit)
    return f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")


def bytes_of(path: str | os.PathLike[str]) -> bytes:
    """What is in a file; raises UserError where it cannot be opened."""
    try:
        return Path(path).read_bytes()
    except OSError as fault:
        raise UserError("batch.open", exit_code=1, name=str(path), problem=fault.strerror or "") from fault


def _grades(items: tuple[Item, ...], counting: Counting) -> Table:
    """A line a student: what each problem earned, and the sum."""
    out_of = sum((part.points for item in items for part in item.parts), ZERO)
    rows = [("student", *(item.number or item.id for item in items), *_SUMS)]
    for student in sorted(counting):
        own = counting[student]
        scores = [sum((own.get((item.id, p.id), ZERO) * p.points for p in item.parts), ZERO) for item in items]
        total = sum(scores, ZERO)
        percent = decimal(100 * total / out_of, 2) if out_of else "0"
        rows.append((student, *map(decimal, scores), decimal(total), decimal(out_of), percent))
    return tuple(rows)


def _mark_row(typed: Read, mark: Mark, message: str) -> tuple[str, ...]:
    v = mark.verdict
    return (*typed[1:5], v.outcome, decimal(v.score), v.how, v.mistake or "", message)


def _message(says: Iterable[Say], lang: str) -> str:
    return " ".join(words for words in (plain(entry, lang).strip() for entry in says) if words)
