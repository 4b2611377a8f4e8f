"""The key of a part in words: a formula where it reads as one, the words of options where letters were asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from grader.answers.base import Kind
from grader.answers.explain import Prepared as Rubric
from grader.bank.show import grouped, is_long
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.tree import transform
from grader.maths.write import latex as source
from grader.model import Code, Field, Node, One, Part, Say, Some, Text, Token
from grader.publish.areas import Words, formula, labelled, told
from grader.text.asking import inline


def key_of(kind: Kind, key: Any, part: Part, lang: str) -> Words:
    """The key of a part as printed; of own words the ideas of the rubric, in the language."""
    if isinstance(key, Rubric):
        ideas: list[Token] = []
        for n, idea in enumerate(key.rubric, 1):
            ideas += [Text(f"{'  ' if n > 1 else ''}({n})\u00a0"), *inline(idea.idea.tokens(lang))]
        return Words(tuple(ideas))
    return key_words(kind.show(key), kind.note(key), kind.fields(key), part, lang)


def key_words(shown: str, note: Say | None, fields: Sequence[Field], part: Part, lang: str) -> Words:
    """The key as printed; `shown` is its text, `note` what whoever marks must know beside it."""
    key = _key(shown, fields, part, lang)
    return Words((*key.tokens, Text("  ("), *told(note, lang).tokens, Text(")"))) if note else key


def _key(shown: str, fields: Sequence[Field], part: Part, lang: str) -> Words:
    if all(isinstance(field, One | Some) for field in fields):
        letters = shown.replace(",", " ").split()
        docs = {letter: doc for field in fields if isinstance(field, One | Some) for letter, doc in field.options}
        out: list[Token] = []
        for letter in letters:
            ended = bool(out) and isinstance(out[-1], Text) and out[-1].text.endswith((".", "?", ":"))
            out += [Text("  " if ended else "; ")] if out else []
            out += [Text(f"{letter})\u00a0"), *inline(docs[letter].tokens(lang))] if letter in docs else [Text(letter)]
        return Words(tuple(out))
    made = partial(labelled, part.label) if part.label else formula
    if is_long(shown):
        return made(grouped(shown, lang).replace(",", "{,}"))
    if part.answer.get("kind") == "shape":
        return made(shown.replace(" x ", r" \times "))
    # Letters of an order would read as a product of symbols, so only the answer's own symbols count as names.
    try:
        symbols = part.answer.get("symbols") or {}
        return made(" = ".join(source(_silent(author.parse(line, symbols))) for line in shown.split("\n")))
    except (BankFault, CannotRead):
        return Words((Text(shown),) if shown.replace(" ", "").isalpha() else (Code(shown),))


def _silent(tree: Node) -> Node:
    """Products as a worked step prints them: names and brackets side by side, a dot between numbers alone."""
    return transform(tree, _beside)


def _beside(node: Node) -> Node:
    if node[0] != "prod":
        return node
    ops = [
        " " if op == "*" and part[0] not in ("num", "neg") else op for part, op in zip(node[1], node[2], strict=True)
    ]
    return ("prod", node[1], node[2][0] + "".join(ops[1:]))
