"""What a run ends with: the score, levels, misconceptions, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.model import RIGHT, Bank, Item, Mark, Say, say
from grader.session.certainty import told
from grader.session.data import SHOWN, SKIPPED, Progress
from grader.session.words import points


def summary(bank: Bank, items: Sequence[Item], progress: Progress, seed: int) -> Iterator[tuple[Say, str]]:
    """Messages with their roles."""
    marks = progress.marks
    by_id = {item.id: item for item in items}
    yield say("session.summary"), "title"
    if any(item.parts for item in items):
        yield say("session.score", points=points(_total(list(marks.values()))), count=len(marks)), "note"
    for code, places in (("session.judged", progress.judged), ("session.held", progress.held - progress.judged)):
        if places:
            yield say(code, count=len(places)), "note"
    shown, skipped = len(progress.left(SHOWN)), len(progress.left(SKIPPED))
    if shown or skipped:
        yield say("session.left", shown=shown, skipped=skipped), "note"
    if progress.known:
        yield say("session.cards", known=sum(progress.known.values()), count=len(progress.known)), "note"
    for message in told(progress.sure, marks):
        yield message, "note"
    levels = sorted({by_id[i].level for i, _ in marks if by_id[i].level})
    for level in levels if len(levels) > 1 else ():
        of = [m for (i, _), m in marks.items() if by_id[i].level == level]
        yield say("session.by-level", level=level, points=points(_total(of)), count=len(of)), "note"
    yield from _misconceptions(bank, by_id, marks)
    yield from _next(bank, items, by_id, progress, f" --seed {seed}" if seed else "")


def _total(marks: list[Mark]) -> Fraction:
    return sum((m.score for m in marks), Fraction(0))


def _misconceptions(
    bank: Bank, by_id: dict[str, Item], marks: dict[tuple[str, str], Mark]
) -> Iterator[tuple[Say, str]]:
    """Each idea that went wrong once, with the items that show it."""
    seen: dict[tuple[str, str], list[tuple[str, Mark]]] = {}
    for (item_id, _), made in marks.items():
        if made.verdict.mistake:
            item = by_id[item_id]
            seen.setdefault((item.topic, made.verdict.mistake), []).append((item.number or item.id, made))
    for (topic, name), shown in seen.items():
        where = dict.fromkeys(number for number, _ in shown)
        # What was said of the one answer fits it best; of several the idea behind them all.
        own = [dict(s.slots)["text"] for s in shown[0][1].verdict.says if s.code == "own"] if len(where) == 1 else []
        words = own[0] if own else bank.topics[topic].misconceptions.get(name)
        if words:
            yield say("session.misconception", item=", ".join(where), text=words), "note"


def _next(
    bank: Bank, items: Sequence[Item], by_id: dict[str, Item], progress: Progress, seed: str
) -> Iterator[tuple[Say, str]]:
    marks = progress.marks
    again = {i for (i, _), m in marks.items() if m.outcome != RIGHT} | {i for i, _ in progress.left(SHOWN, SKIPPED)}
    again |= {i for (i, _), known in progress.known.items() if not known}
    missed = [item.number or item.id for item in items if item.id in again]
    if missed:
        yield say("session.next", items=" ".join(missed) + seed), "note"
    elif (marks or progress.known) and not progress.ended and not progress.held:
        level = max((item.level for item in items), default=0)
        whole = {i.id for i in bank.items if i.level == level and i.kind == "problem"} <= set(by_id)
        if 0 < level < 5 and whole:
            yield say("session.level-up", level=level + 1), "note"
        else:
            yield say("session.all-right"), "note"
