"""The fairness card of an item: what its variants ask of a learner, and how far guessing gets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.bank.draws import drawn_names
from grader.bank.variants import Variant, Variants
from grader.checks.docs import docs_of
from grader.checks.frozen import fingerprint
from grader.checks.languages import review
from grader.maths.write import plain as source
from grader.model import Item, Part, Some

_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class PartCard:
    """One part over the seeds.

    `digits` in the key are the least, the mean and the most; `places` counts where the key stood among options.
    """

    part: str
    kind: str
    steps: int
    digits: tuple[int, Fraction, int]
    keys: int
    places: Mapping[str, int]
    guess: Fraction


@dataclass(frozen=True, slots=True)
class Card:
    """An item over its seeds: how many variants are different, digits given, its parts, and what to freeze."""

    item: str
    seeds: int
    different: int
    given: tuple[int, Fraction, int]
    parts: tuple[PartCard, ...]
    reviewed: str
    published: Mapping[int, str]


def card(variants: Variants, item: Item, seeds: Sequence[int]) -> Card:
    """The card of an item; raises BankFault where a seed cannot be drawn."""
    drawn = [variants.of(item, seed) for seed in seeds]
    names = sorted(drawn_names(variants.bank.topics[item.topic], item))
    given = [sum(len(_DIGIT.findall(source(v.values[n]))) for n in names) for v in drawn]
    return Card(
        item.number or item.id,
        len(drawn),
        len({fingerprint(v) for v in drawn}),
        _span(given),
        tuple(part_card(drawn, part) for part in item.parts),
        review(docs_of(item)),
        {v.seed: fingerprint(v) for v in drawn[:3]},
    )


def _span(counts: Sequence[int]) -> tuple[int, Fraction, int]:
    return min(counts), Fraction(sum(counts), len(counts)), max(counts)


def part_card(drawn: Sequence[Variant], part: Part) -> PartCard:
    """The card of one part over its variants; raises BankFault or CannotRead where a key cannot be computed."""
    texts, places = [], Counter[str]()
    for variant in drawn:
        kind, key = variant.key(part)
        text = "" if kind.name == "explain" else kind.show(key)
        texts.append(text)
        if kind.name in ("choice", "true_false", "choices"):
            places[text] += 1
    kind, key = drawn[0].key(part)
    steps = sum(1 for text, _ in part.worked if text) or len(part.worked)
    digits = _span([len(_DIGIT.findall(text)) for text in texts])
    return PartCard(part.id, kind.name, steps, digits, len(set(texts)), dict(sorted(places.items())), _guess(kind, key))


def _guess(kind: Any, key: Any) -> Fraction:
    """The chance of a blind answer: one over the options of each field; 0 where something must be written."""
    chance = Fraction(1)
    for field in kind.fields(key):
        options = getattr(field, "options", None)
        if not options:
            return Fraction(0)
        chance /= 2 ** len(options) if isinstance(field, Some) else len(options)
    return chance
