"""Variants that were reviewed and handed out: a change of the bank must not change them unnoticed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from grader.bank.variants import Variant, Variants
from grader.errors import BankFault
from grader.maths.write import plain as source
from grader.model import Item, Say, say
from grader.text.writers.plain import Plain


def fingerprint(variant: Variant) -> str:
    """What a learner sees and what is right at one seed, in twelve digits."""
    item = variant.item
    pieces = [f"{name}={source(tree)}" for name, tree in sorted(variant.values.items()) if tree[0] != "words"]
    for lang in sorted(variant.prompt.langs):
        pieces.append(Plain(lang=lang).write(variant.prompt.tokens(lang)))
    for part in item.parts:
        kind, key = variant.key(part)
        pieces.append(f"{part.id}:{kind.name}:{'' if kind.name == 'explain' else kind.show(key)}")
        for lang in sorted(part.ask.langs):
            pieces.append(Plain(lang=lang).write(variant.doc(part.ask, part).tokens(lang)))
    return hashlib.sha256("\0".join(pieces).encode()).hexdigest()[:12]


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
