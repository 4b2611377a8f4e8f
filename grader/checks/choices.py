"""Rules for options: no two read alike, and every wrong one has something to teach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead
from grader.model import LANGS, Doc, Say, say
from grader.text.writers.plain import Plain

Found = Iterator[tuple[tuple[object, ...], Say]]


def options(variant: Variant, tally: object) -> Found:
    """Options that read alike in a language, and wrong ones that teach nothing."""
    for n, part in enumerate(variant.item.parts):
        for path, entries, key in _groups(part.answer, ("parts", n, "answer")):
            seen: dict[tuple[str, str], str] = {}
            for k, entry in enumerate(entries):
                if not isinstance(entry, Mapping):
                    continue
                text = entry.get("text")
                if not isinstance(text, Doc):
                    continue
                for why in _alike(variant.doc(text, part), str(entry.get("id")), seen):
                    yield (*path, k), why
                if not variant.seed and key is not None and entry.get("id") in key and entry.get("is"):
                    yield (*path[:-1], "value"), say("check.option-key", id=str(entry.get("id")), name=str(entry["is"]))
                teaches = entry.get("is") or entry.get("say")
                if not variant.seed and key is not None and entry.get("id") not in key and not teaches:
                    yield (*path, k), say("check.option-dead", id=str(entry.get("id")))


def entries(variant: Variant, tally: object) -> Found:
    """Lines of an order, or entries of one side of a match, that read alike, so that either would be right."""
    for n, part in enumerate(variant.item.parts):
        for field in ("lines", "left", "right"):
            listed = part.answer.get(field)
            seen: dict[tuple[str, str], str] = {}
            for name, text in listed.items() if isinstance(listed, Mapping) else ():
                for why in _alike(variant.doc(text, part), str(name), seen) if isinstance(text, Doc) else ():
                    yield ("parts", n, "answer", field, name), why


def _alike(shown: Doc, name: str, seen: dict[tuple[str, str], str]) -> Iterator[Say]:
    """For each language in which a text reads like one that was seen before, that it does; it is seen from now on."""
    for lang in LANGS:
        text = Plain(lang=lang).write(shown.tokens(lang)).strip().casefold()
        first = seen.setdefault((lang, text), name)
        if first != name:
            yield say("check.option-twice", id=name, other=first, lang=lang)


def in_place(variant: Variant, tally: object) -> Found:
    """Warnings: at seed 0, which prints them as they were written, lines or partners stand in the right order."""
    for n, part in enumerate(variant.item.parts if not variant.seed else ()):
        if part.answer.get("kind") in ("order", "match"):
            try:
                kind, key = variant.key(part)
            except (BankFault, CannotRead):
                continue
            shown = re.findall(r"[a-z]\b", kind.show(key))
            if len(shown) > 2 and shown == sorted(shown):
                yield ("parts", n, "answer"), say("check.in-place", key=kind.show(key))


def _groups(
    answer: Mapping[str, Any], path: tuple[object, ...]
) -> Iterator[tuple[Any, Sequence[Any], set[Any] | None]]:
    """(path, options, ids of right ones or None where they are computed) of an answer and of its reason."""
    entries = answer.get("options")
    if isinstance(entries, tuple):
        right = None if "pick" in answer else set(str(answer.get("value", "")).split())
        yield (*path, "options"), entries, right
    reason = answer.get("reason")
    if isinstance(reason, Mapping):
        yield from _groups(reason, (*path, "reason"))
