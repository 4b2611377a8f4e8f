"""Tokens to JSON and back, exactly: a tuple is a list, a token an object with its class name and its fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from grader.model import Break, Code, Emph, Figure, List, Math, Para, Table, Text, Token, Value

CLASSES: dict[str, type[Any]] = {
    c.__name__: c for c in (Text, Emph, Code, Break, Para, List, Table, Figure, Math, Value)
}
_NAMES = {cls: [f.name for f in fields(cls)] for cls in CLASSES.values()}


def encode(tokens: Iterable[Token]) -> list[Any]:
    """Tokens as lists, objects and scalars."""
    return [_out(token) for token in tokens]


def decode(data: Iterable[Any]) -> tuple[Token, ...]:
    """The tokens that were encoded."""
    return tuple(_in(entry) for entry in data)


def _out(thing: Any) -> Any:
    if isinstance(thing, tuple):
        return [_out(part) for part in thing]
    if isinstance(thing, Token):
        cls = type(thing)
        return {cls.__name__: [_out(getattr(thing, name)) for name in _NAMES[cls]]}
    return thing


def _in(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_in, data))
    if isinstance(data, dict):
        ((name, values),) = data.items()
        return CLASSES[name](*map(_in, values))
    return data
