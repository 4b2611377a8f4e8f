"""Variants that were reviewed and handed out: a change of the bank must not change them unnoticed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from grader.bank.variants import Variant, Variants
from grader.errors import BankFault
from grader.maths.write import plain as source
from grader.model import Field, Item, Match, One, Order, Say, Some, say
from grader.text.writers.plain import Plain

# Kinds whose key is a formula, of which `show` may give a rounded value.
_EXACT = frozenset({"number", "integer", "expression", "vector", "matrix", "list"})
# Fields of an answer that hold its key or its words, which are taken as they show.
_WRITTEN = frozenset({"kind", "value", "derive", "pick", "from", "prerequisites", "also_as", "options", "reason",
                      "lines", "left", "right", "rubric", "accept"})  # fmt: skip


def fingerprint(variant: Variant) -> str:
    """What a learner sees and what is right at one seed, in twelve digits."""
    item = variant.item
    pieces = [
        f"{spec.draw}:{sorted(args.items())}" for spec, args in zip(item.figures, variant.drawings(), strict=True)
    ]
    for lang in sorted(variant.prompt.langs):
        pieces.append(Plain(lang=lang).write(variant.prompt.tokens(lang)))
    for part in item.parts:
        kind, key = variant.key(part)
        pieces.append(f"{part.id}:{kind.name}:{'' if kind.name == 'explain' else kind.show(key)}")
        exact = kind.tree(key, None) if kind.name in _EXACT else None
        pieces.append(source(exact) if exact else "")
        pieces += [f"{name}={part.answer[name]}" for name in sorted(part.answer) if name not in _WRITTEN]
        for lang in sorted(part.ask.langs):
            pieces.append(Plain(lang=lang).write(variant.doc(part.ask, part).tokens(lang)))
        pieces += [f"{letter}) {words}" for field in kind.fields(key) for letter, words in _offered(field)]
    return hashlib.sha256("\0".join(pieces).encode()).hexdigest()[:12]


_OFFERS: Mapping[type[Field], tuple[str, ...]] = {
    One: ("options",), Some: ("options",), Order: ("lines",), Match: ("left", "right")
}  # fmt: skip


def _offered(field: Field) -> Iterator[tuple[str, str]]:
    """Letters with their words in each language, of a field that offers something."""
    for name in _OFFERS.get(type(field), ()):
        for letter, doc in getattr(field, name):
            yield from ((letter, Plain(lang=lang).write(doc.tokens(lang))) for lang in sorted(doc.langs))


def published(variants: Variants, item: Item) -> Iterator[tuple[tuple[object, ...], Say]]:
    """Each seed under `published:` still shows what was reviewed."""
    for seed, kept in item.published.items():
        if not seed.isdigit():
            yield ("published", seed), say("check.published-seed", seed=seed)
            continue
        try:
            now = fingerprint(variants.of(item, int(seed)))
        except BankFault as fault:
            yield ("published", seed), fault.why
            continue
        if now != kept:
            yield ("published", seed), say("check.published", seed=seed, kept=kept, now=now)
