"""Over all seeds of a drawn item: variants that are one question again, and keys that stand in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.bank.draws import drawn_names
from grader.bank.variants import Variants
from grader.checks.card import part_card
from grader.errors import BankFault, CannotRead
from grader.model import Item, Say, say
from grader.text.writers.plain import Plain

SEEDS = 20  # fewer say little about where keys stand
DIFFERENT = 3  # a draw among fewer is no draw for a class
# A fair coin falls on one side more often than this in two of a thousand series of twenty.
_MOST = Fraction(17, 20)


def spread(variants: Variants, item: Item, seeds: Sequence[int]) -> Iterator[tuple[tuple[object, ...], Say]]:
    """What a learner with many variants would notice; silent below `SEEDS` seeds and where nothing is drawn."""
    names = drawn_names(variants.bank.topics[item.topic], item)
    if len(seeds) < SEEDS or not names:
        return
    try:
        drawn = [variants.of(item, seed) for seed in seeds]
        parts = [part_card(drawn, part) for part in item.parts]
    except (BankFault, CannotRead):
        return  # named where it was met
    different = len({tuple(variant.values[name] for name in sorted(names)) for variant in drawn})
    if different < DIFFERENT:
        own = [name for name in item.params if name in names]
        path = ("params", own[0]) if own else ("world",)
        yield path, say("check.distinct", count=different, seeds=len(seeds))
    for n, part in enumerate(parts):
        place, times = max(part.places.items(), key=lambda entry: entry[1], default=("", 0))
        if times > _MOST * len(seeds) and item.parts[n].answer.get("shuffle", True):
            yield ("parts", n, "answer"), say("check.position", key=place, count=times, seeds=len(seeds))


def twins(variants: Variants, item: Item, seeds: Sequence[int]) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A statement that stands as true in one variant and as false in another, or in the same."""
    told: dict[str, tuple[str, int]] = {}
    found = [(name, item.docs[f"statement.{name}"]) for name in ("true", "false") if f"statement.{name}" in item.docs]
    for seed in seeds if len(found) > 1 else ():
        try:
            filled = [(name, variants.of(item, seed).doc(doc)) for name, doc in found]
        except (BankFault, CannotRead):
            return  # named where it was met
        for name, doc in filled:
            text = Plain(lang="en").write(doc.tokens("en"))
            other, before = told.setdefault(text, (name, seed))
            if other != name:
                yield ("statement", name), say("check.statement-both", text=text.strip(), seed=before, other=seed)
                return
