"""Messages to JSON and back; maths becomes plain text, so that a record outlives the forms of trees and tokens."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from grader.model import Doc, Say, Text, Token

# A slot that is not plain text, a number or a list is an object with one of these keys.
_SAY, _DOC, _FRACTION = "say", "doc", "fraction"


def to_json(says: Iterable[Say]) -> str:
    """Messages as one JSON text."""
    return json.dumps([_out(entry) for entry in says], sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def from_json(text: str) -> tuple[Say, ...]:
    """The messages of a JSON text; texts come back as words, formulas as plain text."""
    return tuple(_in(entry) for entry in json.loads(text))


def _out(slot: object) -> Any:
    if isinstance(slot, Say):
        return {_SAY: [slot.code, [[name, _out(value)] for name, value in slot.slots]]}
    if isinstance(slot, Doc):
        return {_DOC: {lang: _plain(tokens, lang) for lang, tokens in slot.langs.items()}}
    if isinstance(slot, Fraction):
        return {_FRACTION: str(slot)}
    if isinstance(slot, Token):
        return _plain((slot,), "en")
    if isinstance(slot, tuple | list):
        tree = _tree(slot)
        return tree if tree is not None else [_out(part) for part in slot]
    return slot if slot is None or isinstance(slot, str | int) else str(slot)


def _in(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_in, data))
    if not isinstance(data, dict):
        return data
    ((kind, value),) = data.items()
    if kind == _SAY:
        return Say(value[0], tuple((name, _in(slot)) for name, slot in value[1]))
    if kind == _DOC:
        return Doc({lang: (Text(words),) for lang, words in value.items()})
    return Fraction(value)


def _plain(tokens: tuple[Token, ...], lang: str) -> str:
    from grader.text.writers.plain import Plain

    return Plain(lang=lang).write(tokens).strip()


def _tree(slot: tuple[Any, ...] | list[Any]) -> str | None:
    """A content tree as a line of plain text; None for any other list."""
    if not isinstance(slot, tuple) or len(slot) < 2 or not isinstance(slot[0], str):
        return None
    from grader.maths.write import plain

    try:
        return plain(slot)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        return None  # words that only look like a node
