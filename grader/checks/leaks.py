"""Texts that tell what they ask: the key of a part in its own prompt, question or hints."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from grader.answers.base import Kind, texts_of
from grader.bank.variants import Variant
from grader.checks.docs import tokens_inside
from grader.checks.printed import sides
from grader.errors import BankFault, CannotRead, Undecided
from grader.model import RIGHT, Doc, Math, Part, Say, Token, say
from grader.text.writers.plain import Plain

_TABLES = frozenset({"vector", "matrix", "list", "set"})
_MEASURED = _TABLES | {"integer", "number", "interval", "quantity", "expression", "equation", "order", "match"}
_COMPUTED = frozenset({"expression", "number", "integer"})
_SIGNS = re.compile(r"\d.*(?:[-+*/]|\\(?:d?frac|cdot|times)).*\d")  # a calculation
_SENTENCE = 12  # characters of an option that no text holds by chance
_ANSWER = r"\b(?:answer|jawab|uttar|(?:right|correct|sahi) \w+)(?: is| hai|:)? \W?"  # what makes a short one an answer
_LENGTH = 3  # shorter keys stand in many texts for other reasons
# What may stand for a key under a tolerance, or rounded: a decimal, a row of numbers in brackets.
_ROUNDED = {
    "number": re.compile(r"(?<![\w.,-])-?\d+\.\d+(?![\w.]*\w)"),
    **dict.fromkeys(("vector", "list"), re.compile(r"\[[^\[\]]+\]")),
}
_LOOKS = str.maketrans({"−": "-", "·": "*", "×": "*", "⋅": "*", **{c: f"^{n}" for n, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}})
_MOST = 40  # numbers of one text that are tried


def leaks(variant: Variant, tally: object) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A key that stands, as it would be typed, in what a learner sees before answering."""
    for n, part in enumerate(variant.item.parts):
        try:
            kind, key = variant.key(part)
        except (BankFault, CannotRead):
            continue
        typed = _typed(kind, key, part)
        texts: list[tuple[tuple[object, ...], Doc]] = [(("parts", n, "ask"), part.ask)]
        if str(part.answer.get("value")) not in variant.values:  # whoever asks for what is shown means it
            texts.insert(0, (("prompt",), variant.prompt))
        texts += [(("parts", n, "hints", k), hint) for k, hint in enumerate(part.hints)]
        for path, doc in texts:
            filled = variant.doc(doc, part)
            told = ""
            for lang in doc.langs:
                tokens = filled.tokens(lang)
                shown = Plain(lang=lang).write(tokens).translate(_LOOKS)
                told = told or next((text for text in typed if _stands(kind, text, shown)), "")
                told = told or _rounded(kind, key, shown) or _option(kind, key, shown, lang)
                if kind.name == "expression" or "hints" in path:  # a question may ask for what a calculation gives
                    told = told or _formula(kind, key, part, tokens)
            if told:
                yield path, say("check.leak", part=part.id, key=told)


def _typed(kind: Kind, key: Any, part: Part) -> list[str]:
    """The key as a learner would type it; nothing where it is too short to be told from other words."""
    texts = (
        texts_of(part.answer, "accept") if kind.name == "text" else [kind.show(key)] if kind.name in _MEASURED else []
    )
    return [text for text in texts if _long(text)]


def _long(text: str) -> bool:
    return sum(char.isalnum() for char in text) >= _LENGTH


def _stands(kind: Kind, key: str, shown: str) -> bool:
    """Whether a key stands in a text, however it is spaced, grouped or bracketed; never as a piece of a longer one."""
    between = r"[\s,;()\[\]{}|]" if kind.name in _TABLES else r"\s"
    pieces = re.findall(
        r"[^\s,;()\[\]{}|]+" if kind.name in _TABLES else r"\d+(?:[.,]\d+)*|\w+|\S", key.translate(_LOOKS)
    )
    if not pieces:
        return False
    pattern = re.escape(pieces[0])
    for before, piece in itertools.pairwise(pieces):
        apart = kind.name in _TABLES or (before[-1].isalnum() and piece[0].isalnum())
        pattern += between + ("+" if apart else "*") + re.escape(piece)
    front = r"(?<![\w.])(?<![\d)\]]\s)" if pieces[0][0] in "+-" else r"(?<![\w.])" if pieces[0][0].isalnum() else ""
    back = r"(?!\w|\.\d)" if pieces[-1][-1].isalnum() else ""
    flags = re.IGNORECASE if kind.name == "text" else 0
    ungrouped = re.sub(r"(?<=\d),(?=\d\d)", "", shown)
    return any(re.search(front + pattern + back, text, flags) for text in (shown, ungrouped))


def _formula(kind: Kind, key: Any, part: Part, tokens: tuple[Token, ...]) -> str:
    """A formula of a text that is marked right as an answer; where a form is asked for, the text may show another."""
    if kind.name not in _COMPUTED or part.answer.get("form"):
        return ""
    for token in tokens_inside(tokens, Math):
        for side in (one.text for one in sides(token.tree)):
            try:
                if (_long(side) or _SIGNS.search(side)) and kind.judge(key, kind.read(key, side)).outcome == RIGHT:
                    return kind.show(key)
            except (CannotRead, Undecided, ArithmeticError):
                continue
    return ""


def _option(kind: Kind, key: Any, shown: str, lang: str) -> str:
    """The right option, where its words stand in a text and those of no other option do; short ones as the answer."""
    if kind.name != "choice":
        return ""
    offered = {o.id: Plain(lang=lang).write(o.text.tokens(lang)).translate(_LOOKS) for o in kind.offers(key)}
    words = {name: text.strip(" .") for name, text in offered.items()}
    there = [
        name
        for name, text in words.items()
        if text.casefold() in shown.casefold()
        and (len(text) >= _SENTENCE or re.search(rf"{_ANSWER}{re.escape(text)}(?!\w)", shown, re.IGNORECASE))
    ]
    return words[key.id] if there == [key.id] else ""


def _rounded(kind: Kind, key: Any, shown: str) -> str:
    """A number, or a row of them, that stands in a text and is marked right; '' where there is none."""
    pattern = _ROUNDED.get(kind.name)
    for found in pattern.findall(shown)[:_MOST] if pattern else ():
        try:
            if _long(found) and kind.judge(key, kind.read(key, found)).outcome == RIGHT:
                return str(found)
        except (CannotRead, Undecided, ArithmeticError):
            continue
    return ""
