"""Tables with a column for each part, as form tools export them: which column is which part, proposed and applied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.batch.records import Record, ragged
from grader.batch.sources import Source
from grader.csvtext import text_of
from grader.errors import UserError
from grader.maths.scope import nearest
from grader.model import Bank, Say, say

_STUDENT = ("student", "student id", "id", "roll", "roll no", "roll number", "your roll number", "id number",
            "sis login id", "username", "email", "email address", "name", "full name", "naam")  # fmt: skip
_FURTHER = ("at", "seed", "sheet", "attempt")
_TIME = ("timestamp", "submitted", "submitted at", "completed", "time", "at")
_NOT_AN_ANSWER = re.compile(r"score|feedback|points|marks?\b|grade|time taken|comment", re.IGNORECASE)
_PLACE = re.compile(
    r"(?<![\w.])(?:Q(?=\d))?([A-Za-z]?\d+(?:\.\d+)?)\s*(?:[-_. ]?\(?([a-z])\)?(?![\w.]))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Map:
    """The column of students, perhaps those of times, seeds and sheets, and for each other column problem and part."""

    student: str
    columns: Mapping[str, tuple[str, str]]
    further: Mapping[str, str]


def read_map(text: str) -> Map:
    """A mapping as it is written in YAML; raises UserError naming what is wrong with it."""
    import yaml

    try:
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as fault:
        raise UserError("batch.map", problem=str(fault).split("\n")[0][:100]) from fault
    if (
        not isinstance(data, dict)
        or not isinstance(data.get("student"), str)
        or not isinstance(data.get("columns"), dict)
    ):
        raise UserError("batch.map-shape")
    strange = [str(name) for name in data if name not in ("student", "columns", *_FURTHER)]
    if strange:
        raise UserError("batch.map-key", name=strange[0], allowed=", ".join(("student", *_FURTHER, "columns")))
    columns: dict[str, tuple[str, str]] = {}
    for name, target in data["columns"].items():
        words = str(target).split()
        if len(words) not in (1, 2):
            raise UserError("batch.map-column", name=str(name), value=str(target))
        place = (words[0], words[1].strip("()") if len(words) > 1 else "")
        other = next((one for one, there in columns.items() if there == place), "")
        if other:
            raise UserError("batch.map-twice", name=str(name), other=other, value=str(target))
        columns[str(name)] = place
    further = {field: str(data[field]) for field in _FURTHER if data.get(field)}
    return Map(data["student"], columns, further)


def long(source: Source, mapping: Map) -> Source:
    """The table with a row for each student and part; raises UserError for a column that is not there."""
    places = {name.strip(): n for n, name in enumerate(source.header)}
    for name in (mapping.student, *mapping.columns, *mapping.further.values()):
        if name.strip() not in places:
            near = nearest(name, places, 0.5)
            raise UserError("batch.map-missing", name=name, near=near or ", ".join(places)[:80])
    heads = [name.strip() for name in source.header]
    twice = [n for n in (mapping.student, *mapping.columns, *mapping.further.values()) if heads.count(n.strip()) > 1]
    if twice:
        raise UserError("batch.column-twice", name=twice[0])
    header = ("student", "problem", "part", "answer", *mapping.further)
    used = {mapping.student.strip(), *(n.strip() for n in (*mapping.columns, *mapping.further.values()))}
    left = [name for name in places if name and name not in used]
    notes = (*source.notes, say("batch.ignored", names=", ".join(left))) if left else source.notes
    return replace(source, header=header, records=_long(source, mapping, places), notes=notes)


def _long(source: Source, mapping: Map, places: Mapping[str, int]) -> Iterator[Record]:
    further = [places[name.strip()] for name in mapping.further.values()]
    for line, cells, typed in source.records:
        if isinstance(cells, Say):
            yield line, cells, typed
            continue
        if len(cells) != len(source.header):
            at = places[mapping.student.strip()]
            named = cells[at] if at < len(cells) else ""
            yield line, ragged(len(cells), len(source.header)), text_of([[named, "", "", ""]])
            continue
        student, more = cells[places[mapping.student.strip()]], [cells[n] for n in further]
        for name, (problem, part) in mapping.columns.items():
            yield line, [student, problem, part, cells[places[name.strip()]], *more], typed


def suggest(source: Source, bank: Bank) -> dict[str, Any]:
    """A mapping for the columns of a table, as far as their names tell: `2.2 (a)`, `Q 2.2a`, `tied-logits winner`."""
    heads = [name.strip() for name in source.header]
    student = _first(heads, _STUDENT) or (heads[0] if heads else "")
    out: dict[str, Any] = {"student": student}
    at = _first(heads, _TIME)
    if at:
        out["at"] = at
    for field in ("seed", "sheet"):
        if field in (head.casefold() for head in heads):
            out[field] = next(head for head in heads if head.casefold() == field)
    taken = set(out.values())
    columns: dict[str, str] = {}
    for head in heads:
        place = "" if head in taken or _NOT_AN_ANSWER.search(head) else _place(head, bank)
        if place and place not in columns.values():
            columns[head] = place
    return out | {"columns": columns}


def _first(heads: Sequence[str], known: Sequence[str]) -> str:
    lower = {head.casefold(): head for head in heads}
    return next((lower[name] for name in known if name in lower), "")


def _place(head: str, bank: Bank) -> str:
    """The problem and part that the name of a column speaks of; '' for another column."""
    for item in bank.items:
        if not item.parts:
            continue
        for part in item.parts:
            if re.search(rf"\b{re.escape(item.id)}\b\W+{re.escape(part.id)}\b", head):
                return f"{item.number or item.id} {part.id}"
    for found in _PLACE.finditer(head):
        item_found = bank.find(found[1].upper()) or bank.find(found[1])
        if item_found and item_found.parts:
            letter = (found[2] or "").casefold()
            named = next(
                (p.id for p in item_found.parts if re.search(rf"\b{re.escape(p.id)}\b", head[found.end() :])), ""
            )
            letter = letter or named
            several = len(item_found.parts) > 1
            return f"{item_found.number or item_found.id}{f' {letter}' if letter and several else ''}"
    return ""
