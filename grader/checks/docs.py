"""Every text of an item with the path to it and the part it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, cast

from grader.model import Code, Doc, Item, Math, Para, Part, Text, Token, Topic, Value

Place = tuple[tuple[object, ...], Doc, Part | None]


def docs_of(item: Item) -> Iterator[Place]:
    """(path, text, part or None), in the order of the file."""
    yield ("title",), item.title, None
    yield ("prompt",), item.prompt, None
    yield ("solution",), item.solution, None
    for name, doc in item.docs.items():
        yield tuple(name.split(".")), doc, None
    for n, part in enumerate(item.parts):
        yield ("parts", n, "ask"), part.ask, part
        yield from _inside(part.answer, ("parts", n, "answer"), part)
        for k, hint in enumerate(part.hints):
            yield ("parts", n, "hints", k), hint, part
        for k, (text, words) in enumerate(part.worked):
            yield ("parts", n, "worked", k, *(("say",) if text else ())), words, part
        for k, mistake in enumerate(part.mistakes):
            yield ("parts", n, "mistakes", k, "say"), mistake.say, part
        for k, also in enumerate(part.also):
            yield ("parts", n, "also", k, "say"), also.say, part
    for k, figure in enumerate(item.figures):
        yield ("figures", k, "alt"), figure.alt, None


def docs_of_topic(topic: Topic) -> Iterator[Place]:
    """The same of a topic: its own texts, misconceptions, glossary, study texts and claims."""
    yield ("title",), topic.title, None
    for name, doc in topic.docs.items():
        yield tuple(int(step) if step.isdigit() else step for step in name.split(".")), doc, None
    for field in ("misconceptions", "glossary", "levels"):
        for key, doc in getattr(topic, field).items():
            yield (field, key), doc, None
    for n, claim in enumerate(topic.claims):
        yield ("claims", n, "says"), claim.says, None
        yield ("claims", n, "note"), claim.note, None


def _inside(value: Any, path: tuple[object, ...], part: Part) -> Iterator[Place]:
    """The texts inside an answer: options, reasons, lines, ideas."""
    if isinstance(value, Doc):
        yield path, value, part
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _inside(inner, (*path, name), part)
    elif isinstance(value, tuple):
        for k, inner in enumerate(value):
            yield from _inside(inner, (*path, k), part)


def tokens_inside(thing: object, kind: type[Token]) -> Iterator[Any]:
    """Every token of one kind, in reading order, whatever it stands in."""
    if isinstance(thing, kind):
        yield thing
    elif isinstance(thing, Token):
        for field in fields(cast(Any, thing)):
            yield from tokens_inside(getattr(thing, field.name), kind)
    elif isinstance(thing, tuple):
        for one in thing:
            yield from tokens_inside(one, kind)


def words(tokens: tuple[Token, ...]) -> str:
    """The running words, without formulas, code and placeholders."""
    return "".join(t.text for t in _plain(tokens))


def _plain(thing: object) -> Iterator[Text]:
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, Math | Code | Value):
        yield Text(" · ")
    elif isinstance(thing, Token):
        for field in fields(cast(Any, thing)):
            yield from _plain(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        for one in thing:
            yield from _plain(one)
            if isinstance(one, tuple | Para):  # cells, entries and paragraphs are no one word
                yield Text(" ")
