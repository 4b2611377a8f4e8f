"""Reads a class list: who is in it, in which language, and which lines name nobody or somebody twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.batch.read import Submissions
from grader.batch.sources import source_of
from grader.errors import UserError
from grader.model import LANGS, Say, say

_MARKS = re.compile(r"[_.-]")  # roll_no, Roll-No. and roll no are one heading
_IDS = ("id", "student", "student id", "roll", "roll no", "roll number", "sis user id")
_NAMES = ("name", "student name", "full name", "naam")
_LANGS = ("lang", "language", "bhasha")
MAX_STUDENTS = 100_000


@dataclass(frozen=True, slots=True)
class Student:
    """One of the class: what tells them apart, what they are called, and their language or ''."""

    id: str
    name: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The students in the order of the list, and what is wrong with other lines."""

    students: tuple[Student, ...]
    faults: tuple[Say, ...]
    notes: tuple[Say, ...]


def read(data: bytes) -> Roster:
    """The class list in the bytes of a CSV file with the columns name and id; raises UserError where it is none."""
    try:
        source = source_of(data)
    except UserError as fault:
        raise UserError("batch.roster") from fault
    heads = [" ".join(_MARKS.sub(" ", cell).split()).casefold() for cell in source.header]
    ids, names, langs = (_place(heads, known) for known in (_IDS, _NAMES, _LANGS))
    if ids is None and names is None:
        raise UserError("batch.roster")
    students: dict[str, Student] = {}
    faults: list[Say] = []
    for line, cells, _ in source.records:
        if isinstance(cells, Say):
            faults.append(say("roster.line", line=line, why=cells))
            continue
        name, key, lang = (_cell(cells, place) for place in (names, ids, langs))
        if ids is not None and not key:
            faults.append(say("roster.no-id", line=line, name=name))
        elif ids is None and not name:
            faults.append(say("roster.no-name", line=line))
        elif (key or name) in students:
            faults.append(say("roster.twice", line=line, id=key or name))
        elif len(students) == MAX_STUDENTS:
            faults.append(say("roster.too-many", limit=MAX_STUDENTS))
            break
        else:
            lang = lang.casefold()
            if lang and lang not in LANGS:
                faults.append(say("roster.lang", line=line, value=lang, allowed=", ".join(LANGS)))
                lang = ""
            students[key or name] = Student(key or name, name, lang)
    return Roster(tuple(students.values()), tuple(faults), source.notes)


def _by_name(students: Sequence[Student]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for student in students:
        names.setdefault(student.name.casefold(), []).append(student.id)
    return names


def ids_of(students: Sequence[Student]) -> dict[str, str]:
    """The id of each name, in small letters, that stands once on the list."""
    return {name: own[0] for name, own in _by_name(students).items() if name and len(own) == 1}


def by_names(found: Submissions, students: Sequence[Student]) -> Submissions:
    """The submissions with the id of whoever is named in it by a name that stands once on the list."""
    ids = {student.id for student in students}
    names = _by_name(students)
    known = ids_of(students)
    met: set[str] = set()

    def id_of(name: str) -> str:
        own = known.get(name.casefold())
        if name in ids or own is None:
            return name
        met.add(name)
        return own

    twice = {name for name, own in names.items() if len(own) > 1}
    present = {found.said.names[who] for who in set(found.said.who)}
    shared = sorted(name for name in present if name not in ids and name.casefold() in twice)
    if shared:
        note = say("batch.name-shared", names=", ".join(shared[:3]))
        found = replace(found, notes=(*found.notes, note))
    if not known:
        return found
    said = found.said.renamed(id_of)
    refused = tuple((row[0], id_of(row[1]), *row[2:]) for row in found.refused)
    notes = (*found.notes, say("batch.by-name", count=len(met))) if met else found.notes
    return replace(found, said=said, refused=refused, notes=notes)


def _place(heads: list[str], known: tuple[str, ...]) -> int | None:
    return next((heads.index(name) for name in known if name in heads), None)


def _cell(cells: Sequence[str], place: int | None) -> str:
    """A cell as people read it: composed, blanks of any kind one plain blank, nothing that is not to be seen."""
    if place is None or place >= len(cells):
        return ""
    shown = "".join(
        c
        for c in unicodedata.normalize("NFC", cells[place])
        if c.isspace() or unicodedata.category(c)[0] != "C" or c in "\u200c\u200d"
    )
    return " ".join(shown.split())
