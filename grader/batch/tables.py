"""The tables of a class: grades, marks, and what needs a person."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor

from grader.bank.hashes import short_hash
from grader.bank.naming import located
from grader.batch.columns import Columns
from grader.batch.final import Final
from grader.batch.marks import MarkRow, Marks
from grader.batch.read import Refused, Said, Submissions
from grader.model import HELD, UNREAD, ZERO, Bank, Item, Mark, Say, say
from grader.text.tell import plain

SUMS = ("total", "out of", "percent")
PROBLEM_COLUMNS = ("line", "student", "problem", "part", "what", "reason")
Table = tuple[tuple[str, ...], ...]
# number of the row, student, problem, part, what, reason
Note = tuple[int, str, str, str, str, str]


@lru_cache(maxsize=4096)
def decimal(value: int | Fraction, places: int = 4) -> str:
    """A score as a decimal without needless zeros, halves rounded up."""
    unit = 10**places
    whole, rest = divmod(floor(value * unit + Fraction(1, 2)), unit)
    return f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")


def grades(bank: Bank, items: tuple[Item, ...], rows: Columns[Final], students: Iterable[str]) -> Table:
    """A line a student: what each problem earned, and the sum."""
    points = {(item.id, part.id): part.points for item in bank.items for part in item.parts}
    # By problem and student, what was earned, where it is not nothing; most earn a point, which needs no fractions.
    earned: dict[str, dict[str, int | Fraction]] = {item.id: {} for item in items}
    worth = [_plain((one.credit or ZERO) * points[one.placed[:2]]) for one in rows.things]
    for place in rows.where(worth):
        _, student, one = rows.at(place)
        own, score = earned[one.placed[0]], worth[rows.what[place]]
        own[student] = own[student] + score if student in own else score
    out_of = sum((part.points for item in items for part in item.parts), ZERO)
    columns = [earned[item.id] for item in items]
    ends: dict[tuple[int | Fraction, ...], tuple[str, ...]] = {}  # many students have the same
    out = [("student", *(item.number or item.id for item in items), *SUMS)]
    for student in sorted(students):
        scores = tuple([own.get(student, 0) for own in columns])
        if scores not in ends:
            total = sum(scores)
            percent = decimal(100 * total / out_of, 2) if out_of else "0"
            ends[scores] = (*map(decimal, scores), decimal(total), decimal(out_of), percent)
        out.append((student, *ends[scores]))
    return tuple(out)


def _plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value


def marks(bank: Bank, rows: Columns[Final], lines: Mapping[int, int], lang: str) -> Marks:
    """The table of marks; `lines` are those of a row's number where it is another."""
    places: dict[tuple[str, str], tuple[str, str]] = {}
    things = [_mark_row(bank, one, places, lang) for one in rows.things]
    numbers = array("q", [lines.get(number, number) for number in rows.numbers]) if lines else rows.numbers
    return Marks(Columns(numbers, rows.who, rows.what, rows.names, things))


def _mark_row(bank: Bank, one: Final, places: dict[tuple[str, str], tuple[str, str]], lang: str) -> MarkRow:
    """A row of marks without student and line."""
    assert isinstance(one.mark, Mark)
    item, part, seed, answer, attempt, problem, typed, at = one.placed
    verdict, word = one.mark.verdict, one.decision
    found = places.get((item, part))
    if found is None:
        address = f"{item}.{part}"
        known = located(bank, address)
        found = places[(item, part)] = (address, short_hash(bank, *known) if known else "")
    return MarkRow(
        "", problem, typed, answer, verdict.outcome, decimal(verdict.score), verdict.how, verdict.mistake or "",
        message(verdict.says, lang), "" if one.credit is None else decimal(one.credit),
        word.by if word and word.score else "", word.comment if word else "", str(seed), str(attempt or ""), at, "",
        *found,
    )  # fmt: skip


def message(says: Iterable[Say], lang: str) -> str:
    """What is said of an answer, in one text."""
    return " ".join(words for words in (plain(entry, lang).strip() for entry in says) if words)


def is_held(one: Final) -> bool:
    """Whether an answer waits for a person."""
    return _outcome(one) == HELD and not (one.decision and one.decision.score)


def is_unread(one: Final) -> bool:
    """Whether an answer counts 0 because the machine could not read it, though something stands there."""
    return _outcome(one) == UNREAD and bool(one.placed[3].strip())


def _outcome(one: Final) -> str:
    return one.mark.outcome if isinstance(one.mark, Mark) else ""


def problems(
    submitted: Submissions, refused: Sequence[Refused], rows: Columns[Final], roster: Iterable[str],
    absent: Iterable[str], lang: str,
) -> Table:  # fmt: skip
    """What a teacher should look at, by line: the refused, held, unread and replaced, and names that are odd."""
    left: list[Note] = [(*row[:4], "refused", plain(row[4], lang).strip()) for row in refused]
    left += _notes(rows, HELD, [is_held(one) for one in rows.things], lang)
    left += _notes(rows, UNREAD, [is_unread(one) for one in rows.things], lang)
    left += _notes(rows, "replaced", [one.credit is None for one in rows.things], lang)
    left += _alike(submitted.said, lang)
    left += _against(roster, absent, submitted.said, lang)
    lines = submitted.lines
    return (PROBLEM_COLUMNS, *((str(lines.get(row[0], row[0]) or ""), *row[1:]) for row in sorted(left)))


def _notes(rows: Columns[Final], what: str, holds: Sequence[bool], lang: str) -> list[Note]:
    """A note on each row about which something holds."""
    replaced = plain(say("batch.replaced"), lang)
    reasons: dict[int, str] = {}
    out = []
    for place in rows.where(holds):
        number, student, one = rows.at(place)
        assert isinstance(one.mark, Mark)
        key = rows.what[place]
        if key not in reasons:
            reasons[key] = replaced if what == "replaced" else message(one.mark.verdict.says, lang)
        out.append((number, student, *one.placed[5:7], what, reasons[key]))
    return out


def _alike(rows: Columns[Said], lang: str) -> list[Note]:
    """A note for each name that differs from an earlier one only in case, accents or zeros: one student, or two."""
    first: dict[str, str] = {}
    notes = []
    for who, place in rows.first().items():
        student = rows.names[who]
        known = first.setdefault(_bare(student), student)
        if known != student:
            why = plain(say("batch.names-alike", name=student, other=known), lang)
            notes.append(_about(rows, place, "name", why))
    return notes


def _about(rows: Columns[Said], place: int, what: str, why: str) -> Note:
    number, student, said = rows.at(place)
    return number, student, said[0], said[1], what, why


_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def _bare(name: str) -> str:
    """A name without capitals and accents, and without zeros in front of its numbers: s01 is s1."""
    letters = name.casefold()
    if not name.isascii():
        letters = "".join(c for c in unicodedata.normalize("NFD", letters) if not unicodedata.combining(c))
    return _ZEROS.sub("", letters) if "0" in letters else letters


def _against(roster: Iterable[str], absent: Iterable[str], rows: Columns[Said], lang: str) -> list[Note]:
    """A note for each name of the roster without a row, and for each name in the file that the roster does not have."""
    known = set(roster)
    if not known:
        return []
    first = {rows.names[who]: place for who, place in rows.first().items()}
    typed = {_bare(student): student for student in first}
    notes: list[Note] = []
    for name in absent:
        other = typed.get(_bare(name))
        why = say("batch.absent-alike", other=other) if other else say("batch.absent")
        notes.append((0, name, "", "", "absent", plain(why, lang)))
    stranger = plain(say("batch.stranger"), lang)
    for name, place in first.items():
        if name not in known:
            notes.append((rows.numbers[place], name, "", "", "name", stranger))
    return notes
