"""Grades a class: a table of grades, one of marks, one of what needs a person."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.bank.variants import Variants
from grader.batch.columns import Columns
from grader.batch.csvfile import head_of, write_all
from grader.batch.decisions import NAME as DECISIONS
from grader.batch.decisions import Decisions
from grader.batch.final import Engine, Final, final_marks
from grader.batch.mark import LAST, address, mark_chunk
from grader.batch.marks import MARK_COLUMNS, Marks
from grader.batch.policy import Policy
from grader.batch.read import Refused, Submissions, read
from grader.batch.tables import (
    PROBLEM_COLUMNS,
    SUMS,
    Table,
    grades,
    is_held,
    is_unread,
    marks,
    problems,
)
from grader.errors import UserError
from grader.files import same_file
from grader.model import Bank, Item, Mark, Say, say
from grader.publish.sheet_id import set_of, version_of

GRADES, MARKS, PROBLEMS = "grades.csv", "marks.csv", "problems.csv"
SUMMARY, OPTIONS = "summary.html", "options.json"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The three tables, and what became of the rows: rows = graded + refused + held.

    `numbers` are those of the rows in the table of marks.
    """

    grades: Table
    marked: Marks
    problems: Table
    graded: int
    refused: int
    held: int
    ignored: tuple[str, ...]
    unread: int = 0
    notes: tuple[Say, ...] = ()
    numbers: Sequence[int] = ()

    @property
    def rows(self) -> int:
        """How many rows the file had."""
        return self.graded + self.refused + self.held

    @property
    def marks(self) -> Table:
        """The table of marks with its head, row by row, for a class that is not large."""
        return (MARK_COLUMNS, *self.marked)


@dataclass(frozen=True, slots=True)
class Rules:
    """How a class is graded: `items` are those set, None for all that were answered; `roster` who ought to be in it.

    `personal`: rows without a seed have that of the student's own sheet.
    """

    seed: int = 0
    lang: str = "en"
    items: tuple[Item, ...] | None = None
    roster: tuple[str, ...] = ()
    policy: Policy = LAST
    decisions: Decisions = field(default_factory=Decisions)
    personal: bool = False


def grade(
    bank: Bank,
    source: bytes | str | os.PathLike[str],
    seed: int = 0,
    lang: str = "en",
    items: Iterable[Item] | None = None,
    roster: Iterable[str] = (),
) -> Outcome:
    """Grade the bytes of a file or the file at a path by the simplest rules; see `graded`."""
    rules = Rules(seed, lang, tuple(items) if items is not None else None, tuple(roster))
    name = "" if isinstance(source, bytes) else str(source)
    return graded(bank, read(source if isinstance(source, bytes) else bytes_of(source), name), rules)


def graded(bank: Bank, submitted: Submissions, rules: Rules, engine: Engine = mark_chunk) -> Outcome:
    """Grade submissions.

    Students of a roster without a row are in the gradebook with 0, and named among the problems.
    """
    rows, unknown = address(bank, submitted.said, rules.seed, rules.personal)
    refused = [*submitted.refused, *unknown]
    if rules.items is not None:
        inside = {item.id for item in rules.items}
        holds = [placed[0] in inside for placed in rows.things]
        outside = rows.kept([not one for one in holds])
        refused += [(number, student, *placed[5:7], say("batch.outside")) for number, student, placed in outside]
        rows = rows.kept(holds)
    word = rules.decisions.on
    words = (
        {number: found for number, student, placed in rows if (found := word(student, *placed[:4]))}
        if rules.decisions
        else {}
    )
    notes = list(submitted.notes)
    if rules.decisions:
        answered = {(student, placed[0], placed[1]) for _, student, placed in rows}
        gone = rules.decisions.idle(answered, words.values())
        notes += [say("batch.decisions-idle", count=gone)] if gone else []
    final = final_marks(Variants(bank), rows, rules.policy, engine, words)
    marked = [isinstance(one.mark, Mark) for one in final.things]
    unmarked = final.kept([not one for one in marked])
    refused += [(n, student, *one.placed[5:7], one.mark) for n, student, one in unmarked if isinstance(one.mark, Say)]
    final = final.kept(marked)
    return _outcome(bank, replace(submitted, notes=tuple(notes)), rules, final, refused)


def _outcome(bank: Bank, submitted: Submissions, rules: Rules, rows: Columns[Final], refused: list[Refused]) -> Outcome:
    """The tables of rows that have marks, and of those that were refused."""
    # Whoever is named in the file is in the gradebook, even if nothing of theirs could be marked.
    students = dict.fromkeys([row[1] for row in refused if row[1]])
    students |= dict.fromkeys(rows.names[who] for who in dict.fromkeys(rows.who))
    absent = [*dict.fromkeys(name for name in rules.roster if name not in students)]
    present = {rows.things[what].placed[0] for what in set(rows.what)}
    held, unread = (sum(1 for _ in rows.where([*map(test, rows.things)])) for test in (is_held, is_unread))
    told = problems(submitted, refused, rows, rules.roster, absent, rules.lang)
    names = sum(row[4] in ("name", "absent") for row in told)
    return Outcome(
        grades(bank, counted_items(bank, rules, present), rows, [*students, *absent]),
        marks(bank, rows, submitted.lines, rules.lang),
        told,
        len(rows) - held,
        len(refused),
        held,
        submitted.ignored,
        unread,
        (
            *submitted.notes,
            *_about_sheets(bank, submitted, rules),
            *_about_times(submitted, rules),
            *([say("batch.names", count=names)] if names else []),
        ),
        rows.numbers,
    )


def _about_sheets(bank: Bank, submitted: Submissions, rules: Rules) -> list[Say]:
    """What the ids of sheets tell of the bank and the set."""
    sheets = submitted.sheets
    notes = []
    if sheets:
        version = version_of(bank)
        other = sum(sheet.version != version for sheet in sheets)
        notes += [say("batch.sheet-bank", count=other)] if other else []
    if sheets and rules.items is not None:
        chosen = set_of(rules.items)
        other = sum(sheet.set != chosen for sheet in sheets)
        notes += [say("batch.sheet-set", count=other)] if other else []
    return notes


def _about_times(submitted: Submissions, rules: Rules) -> list[Say]:
    """That nobody is late by a row without a time."""
    said = submitted.said
    if rules.policy.due is None or not len(said):
        return []
    without = sum(1 for _ in said.where([not thing[5] for thing in said.things]))
    if without == len(said):
        return [say("batch.no-times")]
    return [say("batch.some-no-times", count=without)] if without else []


def counted_items(bank: Bank, rules: Rules, answered: Set[str]) -> tuple[Item, ...]:
    """What points are out of: the items that were set, else those that anybody answered."""
    return rules.items if rules.items is not None else tuple(item for item in bank.items if item.id in answered)


def write(
    outcome: Outcome, folder: str | os.PathLike[str], force: bool = False, further: Mapping[str, bytes] | None = None
) -> list[str]:
    """Write the three tables into a folder, all or none; a file that is no such table is replaced only by `force`.

    `further` files are written with them.

    Returns the names under which earlier tables are kept.
    """
    folder = Path(folder)
    for name in () if force else (GRADES, MARKS, PROBLEMS):
        head = head_of(folder / name)
        if head is not None and not _own_head(name, tuple(head)):
            raise UserError("batch.foreign", file=name, folder=str(folder), head=",".join(head)[:80])
    texts = {MARKS: outcome.marked.text()}
    return write_all(folder, {GRADES: outcome.grades, PROBLEMS: outcome.problems}, {**texts, **(further or {})})


def spare(source: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Raise UserError where one of the three files would replace the answers themselves."""
    for name in (GRADES, MARKS, PROBLEMS, SUMMARY, DECISIONS, OPTIONS):
        if same_file(Path(source), Path(folder) / name):
            raise UserError("batch.input", file=name, folder=str(folder))


def _own_head(name: str, head: tuple[str, ...]) -> bool:
    if name == GRADES:
        return head[:1] == ("student",) and head[-3:] == SUMS
    return head[:4] == MARK_COLUMNS[:4] if name == MARKS else head == PROBLEM_COLUMNS


def bytes_of(path: str | os.PathLike[str]) -> bytes:
    """What is in a file; raises UserError where it cannot be opened."""
    try:
        return Path(path).read_bytes()
    except OSError as fault:
        raise UserError("batch.open", exit_code=1, name=str(path), problem=fault.strerror or "") from fault
