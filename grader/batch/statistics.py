"""Item statistics of a class: classical test theory, each formula named with its source."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Scores = Mapping[str, Mapping[str, float]]  # by item, by student: 0 to 1; who did not meet an item is missing there


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """`facility` is the mean score, `discrimination` upper minus lower 27 %, `point_biserial` with the other items."""

    item: str
    count: int
    facility: float | None
    discrimination: float | None
    point_biserial: float | None


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """The variance of a sample (n - 1 below)."""
    middle = mean(values)
    return math.fsum((v - middle) ** 2 for v in values) / (len(values) - 1) if len(values) > 1 else 0.0


def correlation(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Pearson's r; None where one side does not vary."""
    a, b = mean(left), mean(right)
    below = math.sqrt(math.fsum((x - a) ** 2 for x in left) * math.fsum((y - b) ** 2 for y in right))
    if below < 1e-12:
        return None
    return math.fsum((x - a) * (y - b) for x, y in zip(left, right, strict=True)) / below


def by_student(scores: Scores) -> dict[str, list[float]]:
    """The scores of each student on the items that the student met."""
    out: dict[str, list[float]] = {}
    for own in scores.values():
        for student, score in own.items():
            out.setdefault(student, []).append(score)
    return out


def weighted(scores: Scores, points: Mapping[str, float]) -> Scores:
    """The scores in points of the test: shares times what each item is worth, 1 where that is not said."""
    worth = {item: points.get(item, 1.0) for item in scores}
    return {item: {student: share * worth[item] for student, share in own.items()} for item, own in scores.items()}


def totals_of(scores: Scores) -> dict[str, float]:
    """The sum of each student's scores."""
    return {student: math.fsum(own) for student, own in by_student(scores).items()}


def figures(scores: Scores, items: Sequence[str], points: Mapping[str, float] | None = None) -> list[ItemFigures]:
    """The figures of each item, over the students who met it; totals are in points."""
    worth = weighted(scores, points or {})
    totals = totals_of(worth)
    size = max(1, round(0.27 * len(totals)))  # Kelley (1939): groups of 27 % tell most
    groups = _first(totals, size), _first({student: -total for student, total in totals.items()}, size)
    out = []
    for item in items:
        met, weight = scores[item], worth[item]
        own = list(met.values())
        rest = [totals[student] - weight[student] for student in met]
        upper, lower = (_mean_of(met, group) for group in groups)
        gap = upper - lower if len(totals) >= 4 and upper is not None and lower is not None else None
        out.append(
            ItemFigures(
                item,
                len(met),
                mean(own) if own else None,
                gap,
                correlation(own, rest) if len(met) > 2 else None,
            )
        )
    return out


def _first(totals: Mapping[str, float], size: int) -> dict[str, float]:
    """The students with the `size` largest totals; those who tie for the last places share them alike."""
    if not totals:
        return {}
    border = sorted(totals.values(), reverse=True)[size - 1]
    above = [student for student, total in totals.items() if total > border]
    tied = [student for student, total in totals.items() if total == border]
    return dict.fromkeys(above, 1.0) | dict.fromkeys(tied, (size - len(above)) / len(tied))


def _mean_of(scores: Mapping[str, float], weights: Mapping[str, float]) -> float | None:
    """The weighted mean over those who have a score; None of nobody."""
    met = [(scores[student], weight) for student, weight in weights.items() if student in scores]
    return math.fsum(score * weight for score, weight in met) / math.fsum(w for _, w in met) if met else None


def alpha(scores: Scores, items: Sequence[str]) -> tuple[float, float] | None:
    """Cronbach's alpha (1951), for scores of 0 and 1 the same as KR-20, and the standard error of measurement.

    k/(k-1) (1 - sum of the items' variances / variance of totals); error: s sqrt(1 - alpha), in points of the test.
    None where fewer than two items or three students are complete, or totals do not vary. An item not met counts 0.
    """
    totals = totals_of({item: scores[item] for item in items})
    count = len({student for own in scores.values() for student in own})
    if len(items) < 2 or count < 3:
        return None
    total = variance([*totals.values(), *[0.0] * (count - len(totals))])
    if total < 1e-12:
        return None
    inside = math.fsum(variance([*scores[item].values(), *[0.0] * (count - len(scores[item]))]) for item in items)
    value = len(items) / (len(items) - 1) * (1 - inside / total)
    return value, math.sqrt(total) * math.sqrt(max(0.0, 1 - value))


def wilson(hits: int, count: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's interval (1927) for a share, 95 % by default."""
    if not count:
        return 0.0, 1.0
    share = hits / count
    below = 1 + z * z / count
    middle = (share + z * z / (2 * count)) / below
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / below
    return max(0.0, middle - half), min(1.0, middle + half)
