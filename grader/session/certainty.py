"""How sure a learner is, what that earns beside the score, and how well it fits.

Points for sure, fairly and guessing after Gardner-Medwin's certainty-based marking: +3, +2, +1 where the first answer
is right, -6, -2, 0 where it is not, so that saying what one believes pays best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.model import RIGHT, Mark, Say, say
from grader.session.data import Place

SURE, FAIRLY, GUESSING = LEVELS = ("sure", "fairly", "guessing")
POINTS = {SURE: (3, -6), FAIRLY: (2, -2), GUESSING: (1, 0)}
WORDS = {
    "1": SURE, "s": SURE, "sure": SURE, "pakka": SURE,
    "2": FAIRLY, "f": FAIRLY, "fairly": FAIRLY, "kaafi": FAIRLY, "kaafi yakeen": FAIRLY,
    "3": GUESSING, "g": GUESSING, "guess": GUESSING, "guessing": GUESSING, "tukka": GUESSING,
}  # fmt: skip


def level_of(typed: str) -> str | None:
    """The level that a line names, or None."""
    return WORDS.get(typed.strip().casefold().strip("."))


def told(sure: Mapping[Place, str], marks: Mapping[Place, Mark]) -> Iterator[Say]:
    """The points, and how often each level was right."""
    rated = [(level, marks[place].outcome == RIGHT) for place, level in sure.items() if place in marks]
    if not rated:
        return
    total = sum(POINTS[level][0 if right else 1] for level, right in rated)
    yield say("session.certainty", points=str(total).replace("-", "−"), most=3 * len(rated))
    for level in LEVELS:
        hits = [right for one, right in rated if one == level]
        if hits:
            yield say("session.calibration", level=say(f"certainty.{level}"), right=sum(hits), count=len(hits))
