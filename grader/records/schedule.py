"""When items come back: FSRS over the graded evidence of a learner, replayed from the record each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.model import PARTLY, RIGHT
from grader.records.rows import Attempt, Marking, is_evidence

AGAIN, HARD, GOOD = 1, 2, 3  # the ratings of FSRS; nothing that is graded shows that an item was easy
History = Iterable[tuple[Attempt, Marking]]


@dataclass(frozen=True, slots=True)
class Review:
    """One sitting with an item: when its last first answer was given, and the rating of the worst of them."""

    item: str
    at: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class Due:
    """When an item comes back, and how often it was met."""

    item: str
    at: datetime
    met: int


def reviews(history: History) -> list[Review]:
    """The sittings of a history, oldest first; attempts of one run with one item are one sitting."""
    first: dict[tuple[str, str], dict[str, tuple[Attempt, Marking]]] = {}
    for attempt, marking in sorted(history, key=lambda pair: pair[0].at):
        if is_evidence(marking):
            first.setdefault((attempt.item, attempt.run), {}).setdefault(attempt.part, (attempt, marking))
    out = []
    for (item, _), parts in first.items():
        at = max(_time(attempt.at) for attempt, _ in parts.values())
        out.append(Review(item, at, min(_rating(*pair) for pair in parts.values())))
    return sorted(out, key=lambda review: (review.at, review.item))


def _rating(attempt: Attempt, marking: Marking) -> int:
    """How well one first answer went: hints weaken it, and a wrong one brings the item back soonest."""
    if marking.outcome == RIGHT:
        return HARD if attempt.hints else GOOD
    return HARD if marking.outcome == PARTLY and not attempt.hints else AGAIN


def _time(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def schedule(history: History) -> dict[str, Due]:
    """When each item that was met comes back; the same history gives the same times."""
    # Days are enough for a course: FSRS's steps of minutes are for cards that are drilled in one sitting.
    from fsrs import Card, Rating, Scheduler

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    cards: dict[str, Card] = {}
    met: dict[str, int] = {}
    for review in reviews(history):
        card = cards.get(review.item) or Card(card_id=1)
        cards[review.item] = scheduler.review_card(card, Rating(review.rating), review.at)[0]
        met[review.item] = met.get(review.item, 0) + 1
    return {item: Due(item, card.due, met[item]) for item, card in cards.items()}


def due(plan: Mapping[str, Due], now: datetime) -> list[Due]:
    """What is due, the longest overdue first."""
    return sorted((entry for entry in plan.values() if entry.at <= now), key=lambda entry: (entry.at, entry.item))
