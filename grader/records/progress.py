"""How far a learner is, from the record: by level and section, ideas that went wrong, days in a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction

from grader.model import HELD, Item
from grader.records.rows import Attempt, Marking, is_evidence

DAYS = 14  # of the picture


@dataclass(frozen=True, slots=True)
class Group:
    """A level or a section: items, how many were met, and the share of points at the last first tries."""

    name: str
    level: int
    items: int
    met: int
    share: Fraction | None
    due: int


@dataclass(frozen=True, slots=True)
class Idea:
    """A misconception that showed: how often, in which items, and when last."""

    topic: str
    name: str
    count: int
    items: tuple[str, ...]
    last: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """All of it; `days` are answers a day, the last one today, `streak` days in a row up to today or yesterday."""

    groups: tuple[Group, ...]
    ideas: tuple[Idea, ...]
    days: tuple[int, ...]
    streak: int


def progress(
    items: Sequence[Item], history: Iterable[tuple[Attempt, Marking]], due: Mapping[str, object], now: datetime
) -> Progress:
    """The progress of one learner; `due` holds the ids of items that are due, times are taken in `now`'s zone."""
    ordered = sorted(history, key=lambda pair: pair[0].at)
    marked = [(a, m) for a, m in ordered if is_evidence(m)]
    last = _last_scores(ordered)
    sections: dict[tuple[int, str], list[Item]] = {}
    for item in items:
        sections.setdefault((item.level, item.section), []).append(item)
    groups = tuple(_group(name, level, inside, last, due) for (level, name), inside in sections.items())
    worked = [a for a, m in ordered if is_evidence(m) or m.outcome == HELD]
    dates = [datetime.fromisoformat(a.at).astimezone(now.tzinfo).date() for a in worked]
    today = now.date()
    days = tuple(dates.count(today - timedelta(days=back)) for back in range(DAYS - 1, -1, -1))
    return Progress(groups, _ideas(items, marked), days, _streak(set(dates), today))


def _last_scores(ordered: Sequence[tuple[Attempt, Marking]]) -> dict[str, dict[str, Fraction | None]]:
    """By item, the scores of the first answers to its parts in the last run that met it; None for one that was held."""
    runs: dict[str, tuple[str, dict[str, Fraction | None]]] = {}
    for attempt, marking in ordered:
        held = marking.outcome == HELD
        if not held and not is_evidence(marking):
            continue
        run, scores = runs.get(attempt.item, ("", {}))
        if run != attempt.run:
            scores = {}
        if scores.get(attempt.part) is None:
            scores[attempt.part] = None if held else marking.score
        runs[attempt.item] = (attempt.run, scores)
    return {item: scores for item, (_, scores) in runs.items()}


def _group(
    name: str,
    level: int,
    items: Sequence[Item],
    last: Mapping[str, Mapping[str, Fraction | None]],
    due: Mapping[str, object],
) -> Group:
    met = [item for item in items if item.id in last]
    # Neither what was not reached yet is wrong, nor what waits for a person.
    parts = sum(score is not None for item in met for score in last[item.id].values())
    total = sum((score for item in met for score in last[item.id].values() if score), Fraction(0))
    share = total / parts if parts else None
    return Group(name, level, len(items), len(met), share, sum(item.id in due for item in items))


def _ideas(items: Sequence[Item], marked: Sequence[tuple[Attempt, Marking]]) -> tuple[Idea, ...]:
    by_id = {item.id: item for item in items}
    seen: dict[tuple[str, str], list[Attempt]] = {}
    for attempt, marking in marked:
        if marking.mistake and attempt.item in by_id:
            seen.setdefault((by_id[attempt.item].topic, marking.mistake), []).append(attempt)
    ideas = [
        Idea(
            topic,
            name,
            len(found),
            tuple(dict.fromkeys(by_id[a.item].number or a.item for a in found)),
            datetime.fromisoformat(found[-1].at),
        )
        for (topic, name), found in seen.items()
    ]
    return tuple(sorted(ideas, key=lambda idea: (-idea.count, idea.name)))


def _streak(days: set[date], today: date) -> int:
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
