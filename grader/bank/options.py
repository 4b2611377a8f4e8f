"""Checks an answer against the options of its kind, and takes the texts of its options out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from grader.answers import KINDS
from grader.bank.source import MAX_DIGITS, Path, Unquoted
from grader.model import Say, say

Fault = tuple[Path, Say]
_ID = re.compile(r"[A-Za-z0-9]+")


@cache
def kinds() -> Mapping[str, Mapping[str, str]]:
    """Every kind with its options and their types."""
    return {name: kind.options for name, kind in KINDS.items()}


def near(word: str, allowed: Mapping[str, object] | list[str]) -> str:
    """The allowed word most like `word`, or ''."""
    return next(iter(get_close_matches(word, list(allowed), 1, 0.6)), "")


def unknown(word: str, allowed: Mapping[str, object] | list[str], code: str) -> Say:
    """The message for a word that is none of the allowed ones: `code`, or `code`-near with a guess."""
    guess = near(word, allowed)
    if guess:
        return say(f"{code}-near", name=word, near=guess)
    return say(code, name=word, allowed=", ".join(sorted(allowed)[:20]))


def check(answer: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """The faults of a whole answer."""
    table = kinds()
    kind = answer.get("kind")
    if kind is None:
        yield path, say("bank.missing", name="kind")
    elif not isinstance(kind, str):
        yield (*path, "kind"), _wants("text", kind)
    elif kind not in table:
        yield (*path, "kind"), unknown(str(kind), table, "bank.kind")
    else:
        yield from overrides(kind, {k: v for k, v in answer.items() if k != "kind"}, path)
        yield from _whole(kind, answer, path)


_NEEDED = {"choice": ("options",), "choices": ("options",), "order": ("lines",), "match": ("left", "right"),
           "steps": ("from",), "explain": ("rubric",), "text": ("accept",)}  # fmt: skip
_RULES = ("places", "figures", "tolerance")


def _whole(kind: str, answer: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """What is missing, and what cannot stand together."""
    needed = _NEEDED.get(kind, ())
    # What `derive:` gives is asked for by its own rule, and an order may be the one its lines stand in.
    if "value" in kinds()[kind] and kind != "order" and not {"derive", "pick"} & set(answer):
        needed = (*needed, "value")
    for name in needed:
        if name not in answer:
            yield path, say("bank.missing", name=name)
    rules = [name for name in _RULES if name in answer and name in kinds()[kind]]
    if len(rules) > 1:
        yield (*path, rules[1]), say("bank.one-rule", names=", ".join(_RULES))
    words = str(answer.get("value", "")).split()
    for word in dict.fromkeys(w for w in words if words.count(w) > 1) if kind in ("choices", "order") else ():
        yield (*path, "value"), say("bank.word-twice", name=word)
    lines = answer.get("lines")
    if kind == "order" and words and isinstance(lines, dict):
        for line in lines:
            if line not in (*words, *str(answer.get("distractors", "")).split()):
                yield (*path, "lines", line), say("bank.line-unused", name=line)


def overrides(kind: str, fields: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """The faults of some fields of an answer of a known kind, as a mistake overrides them."""
    allowed = kinds().get(kind)
    if allowed is None:
        return
    for name, value in fields.items():
        inside = (*path, name)
        if name not in allowed:
            yield inside, unknown(name, allowed, "bank.unknown")
        else:
            yield from TYPES.get(allowed[name], _anything)(value, inside)


# ------------------------------------------------------------------ one check a type word


def _anything(value: Any, path: Path) -> Iterator[Fault]:
    return iter(())


def _text(value: Any, path: Path) -> Iterator[Fault]:
    if isinstance(value, Unquoted | bool | int):
        word = str(value).lower() if isinstance(value, bool) else str(value)
        yield path, say("bank.quote", value=word)
    elif not isinstance(value, str):
        yield path, _wants("text", value)


def _wants(what: str, value: Any) -> Say:
    return say("bank.empty") if value is None else say("bank.wants", what=say(f"bank.what.{what}"))


def number_fault(digits: str) -> Say:
    """Why digits without quotes are no whole number: too many, or a zero in front that programs read differently."""
    if len(digits) <= MAX_DIGITS:
        return say("bank.number-zero", value=str(digits), plain=str(int(digits)))
    return say("bank.number-long", value=str(digits))


def _typed(cls: type, what: str) -> Callable[[Any, Path], Iterator[Fault]]:
    def checked(value: Any, path: Path) -> Iterator[Fault]:
        if cls is int and isinstance(value, Unquoted) and value.lstrip("+-").isdigit():
            yield path, number_fault(value)
        elif type(value) is not cls:
            yield path, _wants(what, value)

    return checked


def _texts(value: Any, path: Path) -> Iterator[Fault]:
    if isinstance(value, str) and not isinstance(value, Unquoted):
        return
    if not isinstance(value, list):
        yield path, _wants("list", value)
        return
    for n, entry in enumerate(value):
        yield from _text(entry, (*path, n))


def _map_of_texts(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, _wants("map", value)
        return
    for name, entry in value.items():
        yield from _text(entry, (*path, name))


def _tolerance(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict) or not value:
        yield path, say("bank.tolerance-shape", shape="{abs: '0.005'}")
        return
    for name, entry in value.items():
        if name not in ("abs", "rel"):
            yield (*path, name), unknown(name, ["abs", "rel"], "bank.unknown")
        else:
            yield from _text(entry, (*path, name))


def _shown(value: Any, path: Path) -> Iterator[Fault]:
    """An authored text: {en, hinglish}, or one text for both."""
    if isinstance(value, dict):
        if "en" not in value:
            yield path, say("bank.missing", name="en")
        for lang, words in value.items():
            if lang not in ("en", "hinglish"):
                yield (*path, lang), unknown(lang, ["en", "hinglish"], "bank.unknown")
            else:
                yield from _text(words, (*path, lang))
    else:
        yield from _text(value, path)


_LINE = {"text": _shown, "is": _text, "say": _shown}
_OPTION = {"id": _text, "text": _shown, "is": _text, "say": _shown}


def _options(value: Any, path: Path) -> Iterator[Fault]:
    if isinstance(value, str) and not isinstance(value, Unquoted):
        return
    if isinstance(value, dict):
        yield from _lines(value, path)
        return
    if not isinstance(value, list) or not value:
        yield path, _wants("options", value)
        return
    seen: set[str] = set()
    for n, option in enumerate(value):
        at = (*path, n)
        if not isinstance(option, dict):
            yield at, _wants("option", option)
            continue
        for name in ("id", "text"):
            if name not in option:
                yield at, say("bank.missing", name=name)
        for name, entry in option.items():
            if name in _OPTION:
                yield from _OPTION[name](entry, (*at, name))
            else:
                yield (*at, name), unknown(name, _OPTION, "bank.unknown")
        word = str(option.get("id"))
        if word in seen:
            yield (*at, "id"), say("bank.id-twice", name=word)
        seen.add(word)


def _lines(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict) or not value:
        yield path, _wants("lines", value)
        return
    for name, entry in value.items():
        if not _ID.fullmatch(name):
            yield (*path, name), say("bank.id", name=name)
        if isinstance(entry, dict) and "text" in entry:
            for field, inner in entry.items():
                if field in _LINE:
                    yield from _LINE[field](inner, (*path, name, field))
                else:
                    yield (*path, name, field), unknown(field, _LINE, "bank.unknown")
        else:
            yield from _shown(entry, (*path, name))


def _reason(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, _wants("map", value)
        return
    for name in ("value", "options"):
        if name not in value:
            yield path, say("bank.missing", name=name)
    for name, entry in value.items():
        if name == "options":
            yield from _options(entry, (*path, name))
        elif name == "value":
            # A map gives one right reason a polarity.
            yield from (_map_of_texts if isinstance(entry, dict) else _text)(entry, (*path, name))
        else:
            yield (*path, name), unknown(name, ["value", "options"], "bank.unknown")


_IDEA = {"id": _text, "idea": _shown, "weight": _text}


def _rubric(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, list) or not value:
        yield path, _wants("list", value)
        return
    for n, entry in enumerate(value):
        if not isinstance(entry, dict):
            yield (*path, n), _wants("map", entry)
            continue
        for name in ("id", "idea"):
            if name not in entry:
                yield (*path, n), say("bank.missing", name=name)
        for name, inner in entry.items():
            if name in _IDEA:
                yield from _IDEA[name](inner, (*path, n, name))
            else:
                yield (*path, n, name), unknown(name, _IDEA, "bank.unknown")


TYPES: dict[str, Callable[[Any, Path], Iterator[Fault]]] = {
    "text": _text,
    "expr": _text,
    "int": _typed(int, "int"),
    "bool": _typed(bool, "bool"),
    "texts": _texts,
    "symbols": _map_of_texts,
    "tolerance": _tolerance,
    "options": _options,
    "lines": _lines,
    "reason": _reason,
    "rubric": _rubric,
    "map": _typed(dict, "map"),
}
