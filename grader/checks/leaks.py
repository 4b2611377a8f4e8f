"""Texts that tell what they ask: the key of a part in its own prompt, question or hints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead
from grader.model import Doc, Part, Say, say
from grader.text.writers.plain import Plain

_MEASURED = frozenset({"integer", "number", "vector", "matrix", "list", "set", "interval", "quantity", "expression"})
_DIGITS = 3  # shorter keys stand in many texts for other reasons


def leaks(variant: Variant, tally: object) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A key that stands, as it would be typed, in what a learner sees before answering."""
    item = variant.item
    for n, part in enumerate(item.parts):
        key = _typed(variant, part)
        if not key:
            continue
        texts: list[tuple[tuple[object, ...], Doc]] = [(("prompt",), variant.prompt), (("parts", n, "ask"), part.ask)]
        texts += [(("parts", n, "hints", k), hint) for k, hint in enumerate(part.hints)]
        for path, doc in texts:
            if _tells(variant, part, doc, key):
                yield path, say("check.leak", part=part.id, key=key)


def _typed(variant: Variant, part: Part) -> str:
    """The key as a learner would type it; '' where it is too short to be told from other numbers."""
    try:
        kind, key = variant.key(part)
        text = kind.show(key) if kind.name in _MEASURED else ""
    except (BankFault, CannotRead):
        return ""
    return text if sum(char.isalnum() for char in text) >= _DIGITS else ""


def _tells(variant: Variant, part: Part, doc: Doc, key: str) -> bool:
    shown = _squeezed(Plain(lang="en").write(variant.doc(doc, part).tokens("en")))
    # A piece of a longer number or name is no key.
    return re.search(rf"(?<![A-Za-z0-9.]){re.escape(_squeezed(key))}(?![A-Za-z0-9]|\.\d)", shown) is not None


def _squeezed(text: str) -> str:
    """Without blanks beside signs, groups of digits, and the looks of minus and times."""
    text = re.sub(r"(?<=\d),(?=\d\d)", "", text)
    return re.sub(r"(?<!\w)\s+|\s+(?!\w)", "", text.replace("−", "-").replace("·", "*").replace("×", "*"))
