"""Fingerprints: of all that marking a part uses, and apart from it of an item's words in one language."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from grader.errors import BankFault
from grader.model import Bank, Doc, Item, Part, say
from grader.text import codec


def key_hash(bank: Bank, item: Item, part: Part) -> str:
    """The fingerprint of all that marking this part uses, with those of the parts it follows; words do not count."""
    return _key_hash(bank, item, part, ())


def short_hash(bank: Bank, item: Item, part: Part) -> str:
    """The same in the twelve digits that tables of marks keep."""
    return key_hash(bank, item, part)[:12]


def _key_hash(bank: Bank, item: Item, part: Part, above: tuple[tuple[str, str], ...]) -> str:
    here = (item.id, part.id)
    if here in above:
        raise BankFault(say("bank.follows-circle"))
    topic = bank.topics[item.topic]
    follows = {}
    for name, target in part.follows.items():
        item_id, _, part_id = target.rpartition(".")
        other = bank.find(item_id) if item_id else item
        found = other.part(part_id) if other else None
        if other is None or found is None:
            raise BankFault(say("bank.follows", name=target))
        follows[name] = _key_hash(bank, other, found, (*above, here))
    return _digest(
        {
            # Draws and the shown order of options are seeded by these names.
            "item": item.id,
            "part": part.id,
            "world": [item.world, topic.worlds.get(item.world, {})],
            "params": item.params,
            "where": item.where,
            # A statement with a twin has a polarity that the seed draws.
            "statements": [name for name in item.docs if name.startswith("statement.")],
            "givens": topic.givens,
            "symbols": topic.symbols,
            "label": part.label,
            "answer": {name: value for name, value in part.answer.items() if name != "derive"},
            "also": [[also.spec, also.credit] for also in part.also],
            "mistakes": [[mistake.name, mistake.spec] for mistake in part.mistakes],
            "follows": follows,
            "follow_credit": part.follow_credit,
        }
    )


def doc_hash(doc: Doc) -> str:
    """The fingerprint of one text in all its languages."""
    return _digest([[lang, codec.encode(tokens)] for lang, tokens in sorted(doc.langs.items())])


def text_hash(item: Item, lang: str) -> str:
    """The fingerprint of an item's words in one language."""
    return _digest([[path, words] for path, words in _texts(item, lang, "")])


def _digest(thing: Any) -> str:
    text = json.dumps(_bare(thing), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _bare(thing: Any) -> Any:
    """JSON without words; the order of a map's keys does not count, save that of lines."""
    if isinstance(thing, Mapping):
        return {
            # Lines are texts by letter, and they are shuffled from the order in which they stand.
            str(name): [[str(line), _bare(entry)] for line, entry in value.items()] if name == "lines" else _bare(value)
            for name, value in thing.items()
            if not isinstance(value, Doc)
        }
    if isinstance(thing, Doc):
        return None
    if isinstance(thing, tuple | list):
        return [_bare(value) for value in thing]
    return str(thing) if isinstance(thing, Fraction) else thing


def _texts(thing: Any, lang: str, path: str) -> Iterator[tuple[str, list[Any]]]:
    """Every text with the names of the fields that lead to it."""
    if isinstance(thing, Doc):
        if thing.langs:
            yield path, codec.encode(thing.langs.get(lang, ()))
    elif isinstance(thing, Mapping):
        for name, value in thing.items():
            yield from _texts(value, lang, f"{path}.{name}")
    elif isinstance(thing, tuple):
        for value in thing:
            yield from _texts(value, lang, path)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _texts(getattr(thing, field.name), lang, f"{path}.{field.name}")
