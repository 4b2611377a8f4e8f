"""Which items of a set a run takes: those missed last time, or so many in mixed order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.bank.streams import Stream
from grader.model import Item


def missed(items: Sequence[Item], result: Callable[[str], float | None]) -> tuple[Item, ...]:
    """The items whose last result was not full."""
    return tuple(item for item in items if (share := result(item.id)) is not None and share < 1)


def mixed(
    items: Sequence[Item], count: int, result: Callable[[str], float | None], name: str, seed: int
) -> tuple[Item, ...]:
    """`count` items in mixed order: first those never done, then the worst, drawn anew for each name and seed."""
    order = Stream(f"mix.{name}", seed).order(len(items))
    shuffled = [items[place] for place in order]
    ranked = sorted(shuffled, key=lambda item: -1.0 if (share := result(item.id)) is None else share)
    chosen = {item.id for item in ranked[:count]}
    return tuple(item for item in shuffled if item.id in chosen)
