"""Item statistics of a class: classical test theory, each formula named with its source."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Scores = Mapping[str, Mapping[str, float]]  # by student, by item: 0 to 1; an item not met is missing


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """`facility` is the mean score, `discrimination` upper minus lower 27 %, `point_biserial` with the other items."""

    item: str
    count: int
    facility: float
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


def weighted(scores: Scores, points: Mapping[str, float]) -> Scores:
    """The scores in points of the test: shares times what each item is worth, 1 where that is not said."""
    return {
        student: {item: share * points.get(item, 1.0) for item, share in own.items()} for student, own in scores.items()
    }


def figures(scores: Scores, items: Sequence[str], points: Mapping[str, float] | None = None) -> list[ItemFigures]:
    """The figures of each item, over the students who met it; totals are in points."""
    worth = weighted(scores, points or {})
    totals = {student: math.fsum(own.values()) for student, own in worth.items()}
    ranked = sorted(scores, key=lambda s: (-totals[s], s))
    size = max(1, round(0.27 * len(ranked)))  # Kelley (1939): groups of 27 % tell most
    upper, lower = ranked[:size], ranked[-size:]
    out = []
    for item in items:
        met = [s for s in scores if item in scores[s]]
        own = [scores[s][item] for s in met]
        rest = [totals[s] - worth[s][item] for s in met]
        groups = [[scores[s][item] for s in group if item in scores[s]] for group in (upper, lower)]
        enough = len(ranked) >= 4 and all(groups)
        out.append(
            ItemFigures(
                item,
                len(met),
                mean(own),
                mean(groups[0]) - mean(groups[1]) if enough else None,
                correlation(own, rest) if len(met) > 2 else None,
            )
        )
    return out


def alpha(scores: Scores, items: Sequence[str]) -> tuple[float, float] | None:
    """Cronbach's alpha (1951), for scores of 0 and 1 the same as KR-20, and the standard error of measurement.

    k/(k-1) (1 - sum of the items' variances / variance of totals); error: s sqrt(1 - alpha), in points of the test.
    None where fewer than two items or three students are complete, or totals do not vary. An item not met counts 0.
    """
    if len(items) < 2 or len(scores) < 3:
        return None
    table = [[own.get(item, 0.0) for item in items] for own in scores.values()]
    total = variance([math.fsum(row) for row in table])
    if total < 1e-12:
        return None
    inside = math.fsum(variance([row[n] for row in table]) for n in range(len(items)))
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
