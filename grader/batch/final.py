"""The final marks of a class: most are known from the answer alone, the others are settled student by student."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from grader.bank.variants import Variants
from grader.batch.columns import Columns
from grader.batch.decisions import Decision
from grader.batch.mark import Direct, Memo, Placed, Row, may_follow, settle
from grader.batch.policy import Policy
from grader.model import Mark, Say

# Marks the distinct answers of some rows; every engine is one of these.
Engine = Callable[[Variants, list[Row]], Direct]


class Final(NamedTuple):
    """What became of an answer; `credit` is None where another answer of its part counts."""

    placed: Placed
    mark: Mark | Say
    credit: Fraction | None
    decision: Decision | None = None


def final_marks(
    variants: Variants, rows: Columns[Placed], policy: Policy, engine: Engine, words: Mapping[int, Decision]
) -> Columns[Final]:
    """The same rows with their marks; `words` are what people decided, by number of the row."""
    direct = engine(variants, [(n, "", *placed[:5]) for n, placed in enumerate(rows.things)])
    marks = [direct[placed[:4]] for placed in rows.things]
    final = [Final(p, m, m.score if isinstance(m, Mark) else None) for p, m in zip(rows.things, marks, strict=True)]
    students = set(rows.who) if policy.takes else _to_settle(variants, rows, marks)
    students.update(who for number, who in zip(rows.numbers, rows.who, strict=True) if number in words)
    if not students:
        return rows.telling(final)
    known: dict[tuple[int, int, Fraction | None, int], int] = {
        (n, id(one.mark), one.credit, id(None)): n for n, one in enumerate(final)
    }
    memo: Memo = {}
    what = array("I", rows.what)
    scores = {number: (Fraction(one.score), bool(one.student)) for number, one in words.items() if one.score}
    for places in _by_student(rows, students):
        own = [_row(rows, place) for place in places]
        times = {row[0]: rows.things[rows.what[place]][7] for row, place in zip(own, places, strict=True)}
        settled = settle(variants, own, direct, memo, policy, times, scores)
        for place, row, (mark, credit) in zip(places, own, settled, strict=True):
            word = words.get(row[0])
            slot = rows.what[place], id(mark), credit, id(word)
            if slot not in known:
                known[slot] = len(final)
                final.append(Final(rows.things[rows.what[place]], mark, credit, word))
            what[place] = known[slot]
    used = set(what)  # what nobody's answer became must be in no table
    return Columns(rows.numbers, rows.who, what, rows.names, final).kept([n in used for n in range(len(final))])


def _row(rows: Columns[Placed], place: int) -> Row:
    number, student, placed = rows.at(place)
    return (number, student, *placed[:5])


def _to_settle(variants: Variants, rows: Columns[Placed], marks: list[Mark | Say]) -> set[int]:
    """The students with two answers to a part, or with one that may be right by an earlier one of theirs."""
    follows = [may_follow(variants, placed[:4], mark) for placed, mark in zip(rows.things, marks, strict=True)]
    found = {rows.who[place] for place in rows.where(follows)}
    parts: dict[tuple[str, str], int] = {}
    part = [parts.setdefault(placed[:2], len(parts)) for placed in rows.things]
    slots = [who * len(parts) + part[what] for who, what in zip(rows.who, rows.what, strict=True)]
    return found | {slot // len(parts) for slot, count in Counter(slots).items() if count > 1}


def _by_student(rows: Columns[Placed], students: set[int]) -> Iterable[list[int]]:
    """The places of the rows of each of some students, in the order in which they come first."""
    places: dict[int, list[int]] = {}
    for place, who in enumerate(rows.who):
        if who in students:
            places.setdefault(who, []).append(place)
    return places.values()
