"""Which items of a set a run takes: those missed last time, or so many in mixed order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.bank.streams import Stream
from grader.bank.variants import Variant, Variants
from grader.model import Item


def missed(items: Sequence[Item], result: Callable[[str], float | None]) -> tuple[Item, ...]:
    """The items whose last result was not full."""
    return tuple(item for item in items if (share := result(item.id)) is not None and share < 1)


def fresh(variants: Variants, item: Item, seed: int, tries: int = 8) -> int:
    """The first seed from `seed` on whose screen is not that of one of those just before it, else `seed`."""
    before = {_screen(variants.of(item, old)) for old in range(max(seed - tries, 0), seed)}
    return next((new for new in range(seed, seed + tries) if _screen(variants.of(item, new)) not in before), seed)


def _screen(variant: Variant) -> str:
    """What a learner sees of a variant before answering."""
    shown = [variant.prompt, *(variant.doc(part.ask, part) for part in variant.item.parts)]
    fields = [kind.fields(key) for kind, key in map(variant.key, variant.item.parts)]
    return repr((shown, fields))


def met(items: Sequence[Item], result: Callable[[str], float | None]) -> bool:
    """Whether any of the items was done before."""
    return any(result(item.id) is not None for item in items)


def mixed(
    items: Sequence[Item], count: int, result: Callable[[str], float | None], name: str, seed: int
) -> tuple[Item, ...]:
    """`count` items in mixed order: first those never done, then the worst, drawn anew for each name and seed."""
    order = Stream(f"mix.{name}", seed).order(len(items))
    shuffled = [items[place] for place in order]
    ranked = sorted(shuffled, key=lambda item: -1.0 if (share := result(item.id)) is None else share)
    chosen = {item.id for item in ranked[:count]}
    return tuple(item for item in shuffled if item.id in chosen)
