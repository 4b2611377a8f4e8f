"""What of several attempts counts, and what lateness and further attempts cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from grader.batch.times import time_of
from grader.errors import UserError
from grader.model import ONE, ZERO

COUNTS = ("last", "best", "first")


@dataclass(frozen=True, slots=True)
class Policy:
    """`late` is taken off a day begun after `due`, `again` for each earlier attempt that was read; as shares.

    Both are added up and taken off the score of an answer, whoever gave it; what a person decided of one student's
    answer stands as it is.
    """

    counts: str = "last"
    due: datetime | None = None
    late: Fraction = ZERO
    again: Fraction = ZERO

    @property
    def takes(self) -> bool:
        """Whether anything is ever taken off."""
        return bool(self.again or self.late)

    def factor(self, at: str, before: int) -> Fraction:
        """What is left of a score: of an answer given at a time, after so many earlier ones."""
        if not self.takes:
            return ONE
        left = ONE - self.again * before
        if self.due and at and self.late:
            over = _plain(datetime.fromisoformat(at)) - _plain(self.due)
            left -= self.late * max(0, ceil(over.total_seconds() / 86_400))
        return max(left, ZERO)


def policy_of(counts: str, due: str, late: str, again: str) -> Policy:
    """A policy from options; raises UserError naming the one that cannot be read or does nothing."""
    when = time_of(due) if due else None
    if due and when is None:
        raise UserError("batch.time", value=due)
    if when is not None and ":" not in due:
        when = when.replace(hour=23, minute=59, second=59)  # a day alone ends at its end
    if counts not in COUNTS:
        raise UserError("batch.attempts", value=counts, allowed=", ".join(COUNTS))
    policy = Policy(counts, when, share_of(late or "0"), share_of(again or "0"))
    if bool(policy.due) != bool(policy.late):
        raise UserError("batch.late-due")
    return policy


def share_of(text: str) -> Fraction:
    """A share from 0 to 1 as people write it: `0.5`, `1/2`, `50%`; raises UserError for another."""
    try:
        value = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError) as fault:
        raise UserError("batch.share", value=text) from fault
    if not ZERO <= value <= ONE:
        raise UserError("batch.share", value=text)
    return value


def _plain(time: datetime) -> datetime:
    """A time without its zone; class lists and deadlines are of one place."""
    return time.replace(tzinfo=None)


class Attempted(NamedTuple):
    """One answer of a student to a part: `score` None where it cannot be marked.

    `given` is what a person decided, and whether of this student's answer rather than of a text.
    """

    attempt: int
    at: str
    text: str
    typed: bool
    read: bool
    score: Fraction | None
    given: tuple[Fraction, bool] | None = None


def chosen(attempts: Sequence[Attempted], policy: Policy) -> tuple[int, list[Fraction]]:
    """Which of one student's attempts at a part counts, and what each would earn; they stand in the file's order.

    An answer that was read or decided outweighs one that was not, any text an empty cell; then the later one counts,
    by number, by time and by place in the file.
    """
    if len(attempts) == 1:  # as most are
        return 0, [_earned(attempts[0], policy, 0)]
    order = sorted(range(len(attempts)), key=lambda n: (attempts[n].attempt, attempts[n].at, n))
    # Rows alike in all are one answer that stands twice, and no further attempt.
    met: dict[tuple[int, str, str], bool] = {}
    earned = [ZERO] * len(attempts)
    for n in order:
        same = attempts[n][:3]
        earned[n] = _earned(attempts[n], policy, sum(read for key, read in met.items() if key != same))
        met[same] = attempts[n].read
    rank = {n: place for place, n in enumerate(order)}

    def weight(n: int) -> tuple[object, ...]:
        one = attempts[n]
        sound = one.score is not None, one.read or one.given is not None, one.typed
        if policy.counts == "best":
            return (*sound, earned[n], rank[n])
        return (*sound, -rank[n] if policy.counts == "first" else rank[n])

    return max(range(len(attempts)), key=weight), earned


def _earned(one: Attempted, policy: Policy, before: int) -> Fraction:
    if one.score is None:
        return ZERO
    if one.given is not None and one.given[1]:
        return one.score
    factor = policy.factor(one.at, before)
    return one.score if factor is ONE else one.score * factor
