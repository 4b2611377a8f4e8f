"""Rules between a question and its key: what the key depends on is shown, and the precision asked for is the key's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.bank.draws import drawn_names
from grader.bank.variants import Variant
from grader.checks.docs import docs_of, words
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author
from grader.maths.table import Table
from grader.maths.tree import walk
from grader.model import LANGS, RIGHT, Item, Node, Part, Say, say
from grader.text.fill import holes

Found = Iterator[tuple[tuple[object, ...], Say]]
# The fields of an answer that are formulas.
_FORMULAS = ("value", "pick", "from", "prerequisites")
_COUNTS = {
    **{w: n for n, w in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)},
    **{w: n for n, w in enumerate(("ek", "do", "teen", "chaar", "paanch", "chhe", "saat", "aath"), 1)},
}
_COUNT = rf"\b({'|'.join(_COUNTS)}|\d+)\s+"
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "pehle": 1, "doosre": 2, "teesre": 3, "chauthe": 4,
        "whole number": 0, "integer": 0, "unit": 0, "tenth": 1, "hundredth": 2, "thousandth": 3}  # fmt: skip
_PLACES = re.compile(
    rf"{_COUNT}(?:decimal places?|decimals?|places|d\.?\s?p\b|digits? (?:after|behind) the (?:decimal )?point"
    r"|digits? (?:decimal )?point ke baad)"
    r"|\b(first|second|third|fourth|pehle|doosre|teesre|chauthe) decimal place"
    r"|\bnearest (whole number|integer|unit|tenth|hundredth|thousandth)",
    re.IGNORECASE,
)
_FIGURES = re.compile(
    rf"{_COUNT}(?:significant (?:figures?|digits?)|sig\.?\s?(?:figs?|digits?)\b|s\.?\s?f\b)", re.IGNORECASE
)


def shown(variant: Variant, tally: object) -> Found:
    """A drawn parameter that a key needs stands in some text or figure that is seen with the question."""
    if variant.seed:
        return
    item = variant.item
    drawn = drawn_names(variant.topic, item)
    seen: set[str] = set()
    for path, doc, part in docs_of(item):
        # Hints, steps and comments come later than the question.
        if part is None or path[2] in ("ask", "answer"):
            for lang in doc.langs:
                for expr, _ in holes(doc.tokens(lang)):
                    seen |= _named(expr, drawn)
    for figure in item.figures:
        seen |= _named(str(dict(figure.args)), drawn)
    for n, part in enumerate(item.parts):
        for field in _FORMULAS:
            lacking = sorted(_named(str(part.answer.get(field, "")), drawn - set(_symbols(part))) - seen)
            if lacking:
                yield ("parts", n, "answer", field), say("check.unshown", names=", ".join(lacking))


def _named(text: str, names: set[str]) -> set[str]:
    return {name for name in names if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text)}


def _symbols(part: Part) -> Mapping[str, object]:
    return part.answer.get("symbols") or {}


def precision(variant: Variant, tally: object) -> Found:
    """The places or figures that a question asks for are those by which its answer is marked."""
    if variant.seed:
        return
    for n, part in enumerate(variant.item.parts):
        if "tolerance" in part.answer:
            continue
        for lang in part.ask.langs:
            asked = words(part.ask.tokens(lang))
            for field, pattern in (("places", _PLACES), ("figures", _FIGURES)):
                found = pattern.search(asked)
                if found and part.answer.get("kind") not in ("choice", "choices", "text", "explain"):
                    word = next(filter(None, found.groups())).casefold()
                    count = int(word) if word.isdigit() else _COUNTS.get(word, _NTH.get(word))
                    if part.answer.get(field) != count and not (part.answer.get("kind") == "integer" and count == 0):
                        has = part.answer.get(field, "-")
                        yield ("parts", n, "ask", lang), say("check.precision", asked=found[0], field=field, value=has)


def sizes(variant: Variant, tally: object) -> Found:
    """The second writing of a shape is the first one with this variant's numbers."""
    for n, part in enumerate(variant.item.parts):
        if part.answer.get("kind") == "shape" and "also_as" in part.answer:
            first, second = (
                _sizes(str(part.answer[field]), variant.values_for(part)) for field in ("value", "also_as")
            )
            if first and second and first != second:
                slots = {"value": " x ".join(map(str, first)), "other": " x ".join(map(str, second))}
                yield ("parts", n, "answer", "also_as"), say("check.also-as", **slots)


def _sizes(text: str, values: Mapping[str, Any]) -> list[Any]:
    """The sizes of a shape as numbers; none where a letter has no value here."""
    try:
        return [author.compute(author.bind(size, values)) for size in re.split(r"\s+[x×]\s+", text)]
    except BankFault:
        return []


def numbers_alike(english: list[str], other: list[str], texts: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What numbers one language has alone, grouping aside, and those aside that the other writes as words."""
    plain = [[re.sub(r"(?<=\d),(?=\d)", "", number) for number in found] for found in (english, other)]
    out = []
    for mine, theirs, lang in ((plain[0], plain[1], LANGS[1]), (plain[1], plain[0], LANGS[0])):
        rest = list(theirs)
        alone = []
        spelled = {str(_COUNTS[w]) for w in re.findall(r"[a-z]+", texts[lang].casefold()) if w in _COUNTS}
        spelled |= _ordinals(texts[lang])
        for number in mine:
            if number in rest:
                rest.remove(number)
            elif number not in spelled:
                alone.append(number)
        out.append(alone)
    return out[0], out[1]


_ORDINALS = {
    **{w: n for n, w in enumerate(("first", "second", "third", "fourth", "fifth"), 1)},
    **{w: n for n, w in enumerate(("pehl", "doosr", "teesr", "chauth", "paanchv"), 1)},
}


def _ordinals(text: str) -> set[str]:
    return {str(n) for w, n in _ORDINALS.items() if re.search(rf"\b{w}", text.casefold())}


def also(variant: Variant, tally: object) -> Found:
    """No further answer is one of the mistakes."""
    for n, part in enumerate(variant.item.parts):
        for k, entry in enumerate(part.also):
            path = ("parts", n, "also", k)
            try:
                kind, found = variant.key(part, entry.spec)
                own = kind.show(found)
                for mistake in part.mistakes:
                    _, wrong = variant.key(part, mistake.spec)
                    text = kind.show(wrong)
                    if kind.judge(found, kind.read(found, text)).outcome == RIGHT:
                        yield path, say("check.also-mistake", text=own, name=mistake.name)
            except (BankFault, CannotRead, Undecided):
                continue  # said by other rules


def unproved(item: Item) -> Iterator[tuple[int, str]]:
    """The parts without a right example, so that nothing but the author holds their key."""
    tried = {e.part for e in item.examples if e.outcome == "right"}
    for n, part in enumerate(item.parts):
        if part.id not in tried and part.answer.get("kind") != "explain":
            yield n, part.id


def ties(variant: Variant, tally: object) -> Found:
    """The place of the largest or smallest entry is one place; a choice picked by it takes two equal ones for right."""
    for n, part in enumerate(variant.item.parts):
        for field in _FORMULAS[:2]:
            try:
                tree = author.bind(str(part.answer.get(field, "0")), variant.values_for(part), _symbols(part))
            except (BankFault, CannotRead):
                continue  # said by other rules
            for node in walk(tree):
                if node[0] == "call" and node[1] in ("argmax", "argmin") and not (field == "pick" and node is tree):
                    count = _most(node)
                    if count > 1:
                        yield ("parts", n, "answer", field), say("check.tie", name=node[1], count=count)


def _most(node: Node) -> int:
    """How many entries are the largest, or the smallest; 1 where that is not known exactly."""
    try:
        value = author.compute(node[2][0])
    except (BankFault, CannotRead, Undecided):
        return 1
    cells = value.cells if isinstance(value, Table) else []
    if not cells or not all(isinstance(cell, Fraction) for cell in cells):
        return 1
    return cells.count(max(cells) if node[1] == "argmax" else min(cells))
