"""Grades a file of submissions: a table of grades, one of marks, one of what needs a person."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from grader.bank.variants import Variants
from grader.batch.csvfile import write_all
from grader.batch.mark import Row, address, mark_chunk, settle
from grader.batch.read import Refused, read
from grader.errors import UserError
from grader.model import HELD, ZERO, Bank, Item, Mark, Say
from grader.text.tell import plain

GRADES, MARKS, PROBLEMS = "grades.csv", "marks.csv", "problems.csv"
MARK_COLUMNS = ("student", "problem", "part", "answer", "outcome", "score", "how", "mistake", "message")
PROBLEM_COLUMNS = ("line", "student", "problem", "part", "what", "reason")

Table = tuple[tuple[str, ...], ...]


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

    @property
    def rows(self) -> int:
        """How many rows the file had."""
        return self.graded + self.refused + self.held


def grade(
    bank: Bank, source: bytes | str | os.PathLike[str], seed: int = 0, lang: str = "en", items: Iterable[Item] | None = None
) -> Outcome:
    """Grade the bytes of a CSV file or the file at a path; `items` are those set, else all that were answered."""
    submitted = read(source if isinstance(source, bytes) else _bytes(source))
    rows, unknown = address(bank, submitted.rows, seed)
    typed = {row[0]: row for row in submitted.rows}
    variants = Variants(bank)
    direct = mark_chunk(variants, rows)
    students: dict[str, list[Row]] = {refusal[1]: [] for refusal in unknown}
    for row in rows:
        students.setdefault(row[1], []).append(row)
    final: dict[int, Mark] = {}
    counting: dict[str, dict[tuple[str, str], Fraction]] = {student: {} for student in students}
    refused: list[Refused] = [*submitted.refused, *unknown]
    for student, own in students.items():
        for row, (mark, counts) in zip(own, settle(variants, own, direct), strict=True):
            if isinstance(mark, Say):
                refused.append((*typed[row[0]][:4], mark))
                continue
            final[row[0]] = mark
            if counts:
                counting[student][row[2:4]] = mark.score
    held = [line for line, mark in final.items() if mark.outcome == HELD]
    answered = {mark.item for mark in final.values()}
    chosen = tuple(items) if items is not None else tuple(item for item in bank.items if item.id in answered)
    return Outcome(
        _grades(chosen, counting),
        (MARK_COLUMNS, *(_mark_row(typed[line][1:5], final[line], lang) for line in sorted(final))),
        (PROBLEM_COLUMNS, *_problem_rows(refused, [(typed[line], final[line]) for line in held], lang)),
        len(final) - len(held),
        len(refused),
        len(held),
        submitted.ignored,
    )


def write(outcome: Outcome, folder: str | os.PathLike[str]) -> None:
    """Write the three tables into a folder."""
    write_all(Path(folder), {GRADES: outcome.grades, MARKS: outcome.marks, PROBLEMS: outcome.problems})


def decimal(value: Fraction, places: int = 4) -> str:
    """A score as a decimal without needless zeros, halves rounded up."""
    # Enough digits that the quotient is never rounded twice at the place where it matters.
    unit = Fraction(10) ** places
    whole, rest = divmod(value * unit, 1)
    return _trimmed(Decimal(whole + (rest >= Fraction(1, 2))).scaleb(-places))


def _trimmed(value: Decimal) -> str:
    text = f"{value.quantize(value, rounding=ROUND_HALF_UP):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _bytes(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as fault:
        raise UserError("batch.open", name=str(path), why=fault.strerror or type(fault).__name__) from fault


def _grades(items: tuple[Item, ...], counting: dict[str, dict[tuple[str, str], Fraction]]) -> Table:
    """A line a student: what each problem earned, and the sum."""
    out_of = sum((part.points for item in items for part in item.parts), ZERO)
    rows = [("student", *(item.number or item.id for item in items), "total", "out of", "percent")]
    for student in sorted(counting):
        own = counting[student]
        scores = [sum((own.get((item.id, p.id), ZERO) * p.points for p in item.parts), ZERO) for item in items]
        total = sum(scores, ZERO)
        percent = decimal(100 * total / out_of, 2) if out_of else "0"
        rows.append((student, *map(decimal, scores), decimal(total), decimal(out_of), percent))
    return tuple(rows)


def _mark_row(typed: tuple[str, ...], mark: Mark, lang: str) -> tuple[str, ...]:
    v = mark.verdict
    return (*typed, v.outcome, decimal(v.score), v.how, v.mistake or "", _message(v.says, lang))


def _problem_rows(refused: Iterable[Refused], held: Iterable[tuple[tuple[object, ...], Mark]], lang: str) -> list[tuple[str, ...]]:
    rows = [(line, student, problem, part, "refused", plain(why, lang).strip()) for line, student, problem, part, why in refused]
    for typed, mark in held:
        line, student, problem, part = typed[:4]
        rows.append((int(str(line)), str(student), str(problem), str(part), HELD, _message(mark.verdict.says, lang)))
    return [(str(row[0]), *row[1:]) for row in sorted(rows)]


def _message(says: Iterable[Say], lang: str) -> str:
    return " ".join(words for words in (plain(entry, lang).strip() for entry in says) if words)
