"""Grades a class: a table of grades, one of marks, one of what needs a person."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from pathlib import Path

from grader.bank.hashes import short_hash
from grader.bank.naming import located
from grader.bank.variants import Variants
from grader.batch.csvfile import head_of, write_all
from grader.batch.decisions import NAME as DECISIONS
from grader.batch.decisions import Decision, Decisions
from grader.batch.mark import LAST, Direct, Memo, Row, address, mark_chunk, settle
from grader.batch.marks import MARK_COLUMNS, MarkRow
from grader.batch.policy import Policy
from grader.batch.read import Refused, Submissions, read
from grader.batch.read import Row as Read
from grader.errors import UserError
from grader.files import same_file
from grader.model import HELD, UNREAD, ZERO, Bank, Item, Mark, Say, say
from grader.publish.sheet_id import set_of, version_of
from grader.text.tell import plain

GRADES, MARKS, PROBLEMS = "grades.csv", "marks.csv", "problems.csv"
SUMMARY, OPTIONS = "summary.html", "options.json"
PROBLEM_COLUMNS = ("line", "student", "problem", "part", "what", "reason")
_SUMS = ("total", "out of", "percent")

Table = tuple[tuple[str, ...], ...]
# by student, then by item, the points that count
Counting = dict[str, dict[str, int | Fraction]]
# Marks the distinct answers of some rows; every engine is one of these.
Engine = Callable[[Variants, list[Row]], Direct]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The three tables, each with its head, and what became of the rows: rows = graded + refused + held.

    `numbers` are those of the rows in the table of marks.
    """

    grades: Table
    marks: Table
    problems: Table
    graded: int
    refused: int
    held: int
    ignored: tuple[str, ...]
    unread: int = 0
    notes: tuple[Say, ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows the file had."""
        return self.graded + self.refused + self.held


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
    rows, unknown = address(bank, submitted.rows, rules.seed, rules.personal)
    refused = [*submitted.refused, *unknown]
    typed = {row[0]: row for row in submitted.rows}
    if rules.items is not None:
        inside = {item.id for item in rules.items}
        refused += [(*typed[r[0]][:4], say("batch.outside")) for r in rows if r[2] not in inside]
        rows = [row for row in rows if row[2] in inside]
    word = rules.decisions.on
    words = {row[0]: found for row in rows if (found := word(*row[1:6]))} if rules.decisions else {}
    gone = rules.decisions.idle({row[1:4] for row in rows}, words.values()) if rules.decisions else 0
    final, earned, late = _settled(bank, rows, typed, rules, engine, words)
    refused += [(*typed[line][:4], why) for line, why in late.items()]
    if gone:
        submitted = replace(submitted, notes=(*submitted.notes, say("batch.decisions-idle", count=gone)))
    book = _Book(bank, submitted, typed, rules, rows, final, earned, words)
    # Whoever is named in the file is in the gradebook, even if nothing of theirs could be marked.
    students = [*dict.fromkeys([*(r[1] for r in refused if r[1]), *(row[1] for row in rows)])]
    known = set(students)
    absent = [*dict.fromkeys(name for name in rules.roster if name not in known)]
    return book.outcome(refused, [*students, *absent], absent)


def _settled(
    bank: Bank,
    rows: list[Row],
    typed: Mapping[int, Read],
    rules: Rules,
    engine: Engine,
    words: Mapping[int, Decision],
) -> tuple[dict[int, Mark], dict[int, Fraction], dict[int, Say]]:
    """By number of the row: the final marks, what those that count earn, and why others have none."""
    students: dict[str, list[Row]] = {}
    for row in rows:
        students.setdefault(row[1], []).append(row)
    variants = Variants(bank)
    direct = engine(variants, rows)
    memo: Memo = {}
    final: dict[int, Mark] = {}
    earned: dict[int, Fraction] = {}
    refused: dict[int, Say] = {}
    decided = {line: Fraction(one.score) for line, one in words.items() if one.score}
    timed = any(row[7] for row in typed.values())
    for own in students.values():
        times = {row[0]: typed[row[0]][7] for row in own} if timed else {}
        for row, (mark, credit) in zip(
            own, settle(variants, own, direct, memo, rules.policy, times, decided), strict=True
        ):
            if isinstance(mark, Say):
                refused[row[0]] = mark
                continue
            final[row[0]] = mark
            if credit is not None:
                earned[row[0]] = credit
    return final, earned, refused


class _Book:
    """The tables of one class."""

    def __init__(
        self,
        bank: Bank,
        submitted: Submissions,
        typed: Mapping[int, Read],
        rules: Rules,
        rows: Iterable[Row],
        final: Mapping[int, Mark],
        earned: Mapping[int, Fraction],
        words: Mapping[int, Decision],
    ) -> None:
        self.bank, self.submitted, self.typed, self.rules = bank, submitted, typed, rules
        self.rows = {row[0]: row for row in rows}
        self.final, self.earned = final, dict(earned)
        # By mark, what its rows tell: outcome, score, how, mistake, message. Many answers share one.
        self.told = {id(mark): _told(mark, rules.lang) for mark in {id(m): m for m in final.values()}.values()}
        self.decided = words
        self.held = {
            line for line, m in final.items() if m.outcome == HELD and not (line in words and words[line].score)
        }
        self.places: dict[tuple[str, str], tuple[str, str]] = {}

    def line(self, number: int) -> str:
        """The line in the file of a row's number; '' for what stands in none."""
        return str(self.submitted.lines.get(number, number) or "")

    def outcome(self, refused: list[Refused], students: list[str], absent: list[str]) -> Outcome:
        """All of it."""
        lang = self.rules.lang
        left: list[tuple[int, str, str, str, str, str]] = [
            (*row[:4], "refused", plain(row[4], lang).strip()) for row in refused
        ]
        left += [(*self.typed[line][:4], HELD, self.told[id(self.final[line])][-1]) for line in sorted(self.held)]
        # Counted as graded, with 0 points, but a teacher may read what the machine could not.
        unread = [line for line, m in self.final.items() if m.outcome == UNREAD and self.typed[line][4].strip()]
        left += [(*self.typed[line][:4], UNREAD, self.told[id(self.final[line])][-1]) for line in unread]
        replaced = plain(say("batch.replaced"), lang)
        left += [(*self.typed[line][:4], "replaced", replaced) for line in self.final if line not in self.earned]
        left += _alike(self.submitted.rows, lang)
        left += _against(self.rules.roster, absent, self.submitted.rows, lang)
        return Outcome(
            self._grades(students),
            (MARK_COLUMNS, *(self._mark_row(line) for line in sorted(self.final))),
            (PROBLEM_COLUMNS, *((self.line(row[0]), *row[1:]) for row in sorted(left))),
            len(self.final) - len(self.held),
            len(refused),
            len(self.held),
            self.submitted.ignored,
            len(unread),
            (*self.submitted.notes, *self._about_sheets(), *self._about_times()),
            tuple(sorted(self.final)),
        )

    def _about_sheets(self) -> list[Say]:
        """What the ids of sheets tell of the bank and the set."""
        sheets = self.submitted.sheets
        notes = []
        if sheets:
            version = version_of(self.bank)
            other = sum(sheet.version != version for sheet in sheets)
            notes += [say("batch.sheet-bank", count=other)] if other else []
        if sheets and self.rules.items is not None:
            chosen = set_of(self.rules.items)
            other = sum(sheet.set != chosen for sheet in sheets)
            notes += [say("batch.sheet-set", count=other)] if other else []
        return notes

    def _about_times(self) -> list[Say]:
        """That nobody can be late where no row has a time."""
        due = self.rules.policy.due is not None and bool(self.typed)
        return [say("batch.no-times")] if due and not any(row[7] for row in self.typed.values()) else []

    def _grades(self, students: list[str]) -> Table:
        """A line a student: what each problem earned, and the sum."""
        points = {(item.id, part.id): part.points for item in self.bank.items for part in item.parts}
        counting: Counting = {student: {} for student in students}
        for line, score in self.earned.items():
            row = self.rows[line]
            if score:  # most have all of a point or nothing, which needs no fractions
                own, worth = counting[row[1]], points[row[2:4]]
                own[row[2]] = own.get(row[2], 0) + (score if worth == 1 else score * worth)
        answered = {mark.item for mark in self.final.values()}
        return _grades(counted_items(self.bank, self.rules, answered), counting)

    def _mark_row(self, line: int) -> MarkRow:
        typed, mark, row = self.typed[line], self.final[line], self.rows[line]
        decision, told, earned = self.decided.get(line), self.told[id(mark)], self.earned.get(line)
        return MarkRow(
            *typed[1:5], *told,
            "" if earned is None else told[1] if earned is mark.verdict.score else decimal(earned),
            decision.by if decision and decision.score else "",
            decision.comment if decision else "",
            str(row[4]), str(row[6]) if row[6] else "", typed[7], self.line(line), *self._place(row[2:4]),
        )  # fmt: skip

    def _place(self, place: tuple[str, str]) -> tuple[str, str]:
        """The address of a part and the mark of its key."""
        found = self.places.get(place)
        if found is None:
            address = ".".join(place)
            at = located(self.bank, address)
            found = self.places[place] = (address, short_hash(self.bank, *at) if at else "")
        return found


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
    tables = {GRADES: outcome.grades, MARKS: outcome.marks, PROBLEMS: outcome.problems}
    return write_all(folder, tables, further or {})


def spare(source: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Raise UserError where one of the three files would replace the answers themselves."""
    for name in (GRADES, MARKS, PROBLEMS, SUMMARY, DECISIONS, OPTIONS):
        if same_file(Path(source), Path(folder) / name):
            raise UserError("batch.input", file=name, folder=str(folder))


def _alike(rows: Iterable[Read], lang: str) -> list[tuple[int, str, str, str, str, str]]:
    """A note for each name that differs from an earlier one only in case, accents or zeros: one student, or two."""
    first: dict[str, str] = {}
    seen: set[str] = set()
    notes = []
    for line, student, problem, part, *_ in rows:
        if student in seen:
            continue
        known = first.setdefault(_bare(student), student)
        if known != student:
            why = plain(say("batch.names-alike", name=student, other=known), lang)
            notes.append((line, student, problem, part, "name", why))
        seen.add(student)
    return notes


_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def _bare(name: str) -> str:
    """A name without capitals and accents, and without zeros in front of its numbers: s01 is s1."""
    letters = name.casefold()
    if not name.isascii():
        letters = "".join(c for c in unicodedata.normalize("NFD", letters) if not unicodedata.combining(c))
    return _ZEROS.sub("", letters)


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
    return head[:4] == MARK_COLUMNS[:4] if name == MARKS else head == PROBLEM_COLUMNS


@lru_cache(maxsize=4096)
def decimal(value: int | Fraction, places: int = 4) -> str:
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
    ends: dict[int | Fraction, tuple[str, str, str]] = {}  # many students have one sum
    rows = [("student", *(item.number or item.id for item in items), *_SUMS)]
    for student in sorted(counting):
        own = counting[student]
        scores = [own.get(item.id, 0) for item in items]
        total = sum(scores)
        if total not in ends:
            percent = decimal(100 * total / out_of, 2) if out_of else "0"
            ends[total] = decimal(total), decimal(out_of), percent
        rows.append((student, *map(decimal, scores), *ends[total]))
    return tuple(rows)


def _told(mark: Mark, lang: str) -> tuple[str, str, str, str, str]:
    v = mark.verdict
    return v.outcome, decimal(v.score), v.how, v.mistake or "", _message(v.says, lang)


def _message(says: Iterable[Say], lang: str) -> str:
    return " ".join(words for words in (plain(entry, lang).strip() for entry in says) if words)
