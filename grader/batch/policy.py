"""What of several attempts counts, and what lateness and further attempts cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil

from grader.errors import UserError
from grader.model import ONE, UNREAD, ZERO, Mark

COUNTS = ("last", "best", "first")


@dataclass(frozen=True, slots=True)
class Policy:
    """`late` is taken off a day begun after `due`, `again` for each earlier attempt that was read; as shares."""

    counts: str = "last"
    due: datetime | None = None
    late: Fraction = ZERO
    again: Fraction = ZERO

    def factor(self, at: str, before: int) -> Fraction:
        """What is left of a score: of an answer given at a time, after so many earlier ones."""
        if not self.again and not self.late:
            return ONE
        left = ONE - self.again * before
        if self.due and at and self.late:
            over = _plain(datetime.fromisoformat(at)) - _plain(self.due)
            left -= self.late * max(0, ceil(over.total_seconds() / 86_400))
        return max(left, ZERO)


def policy_of(counts: str, due: str, late: str, again: str) -> Policy:
    """A policy from options; raises UserError naming the one that cannot be read."""
    try:
        when = datetime.fromisoformat(due) if due else None
    except ValueError as fault:
        raise UserError("batch.time", value=due) from fault
    return Policy(counts, when, _share(late), _share(again))


def _share(text: str) -> Fraction:
    """10% or 0.1."""
    try:
        value = Fraction(text.removesuffix("%").strip() or "0") / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError) as fault:
        raise UserError("batch.share", value=text) from fault
    if not ZERO <= value <= ONE:
        raise UserError("batch.share", value=text)
    return value


def _plain(time: datetime) -> datetime:
    """A time without its zone; class lists and deadlines are of one place."""
    return time.replace(tzinfo=None)


def _earned(mark: Mark | None, factor: Fraction) -> Fraction:
    if mark is None:
        return ZERO
    return mark.score if factor is ONE else mark.score * factor


Attempted = tuple[int, str, bool, Mark | None]  # attempt, time, whether something was typed, mark


def chosen(attempts: Sequence[Attempted], policy: Policy) -> tuple[int, list[Fraction]]:
    """Which of one student's attempts at a part counts, and what each would earn; they stand in the file's order.

    An answer that was read outweighs one that was not, any text an empty cell.
    """
    if len(attempts) == 1:  # as most are
        _, at, _, mark = attempts[0]
        return 0, [_earned(mark, policy.factor(at, 0))]
    order = sorted(range(len(attempts)), key=lambda n: (attempts[n][0], n))
    before = 0
    by_place: dict[int, Fraction] = {}
    for n in order:
        _, at, _, mark = attempts[n]
        by_place[n] = _earned(mark, policy.factor(at, before))
        before += mark is not None and mark.outcome != UNREAD
    earned = [by_place[n] for n in range(len(attempts))]

    def weight(n: int) -> tuple[object, ...]:
        attempt, _, typed, mark = attempts[n]
        read = mark is not None and mark.outcome != UNREAD
        if policy.counts == "best":
            return mark is not None, read, typed, earned[n], attempt, n
        if policy.counts == "first":
            return mark is not None, read, typed, -attempt, -n
        return mark is not None, read, typed, attempt, n

    return max(range(len(attempts)), key=weight), earned
