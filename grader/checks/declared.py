"""What a topic or an item declares and few variants meet: types of symbols, and every entry of a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.bank.variants import GivenFault, Variants
from grader.errors import BankFault
from grader.maths import author
from grader.maths.table import Table
from grader.maths.types import parse_types
from grader.model import Say, Topic, say

Found = Iterator[tuple[tuple[object, ...], Say]]


def symbols(topic: Topic) -> Found:
    """A symbol of a type that is none."""
    for name, text in topic.symbols.items():
        try:
            parse_types({name: text})
        except BankFault as fault:
            yield ("symbols", name), fault.why


def entries(params: Mapping[str, Any], variants: Variants, topic: Topic) -> Found:
    """Entries of a `choice:` that cannot be computed, or are of another sort than the default."""
    try:
        givens = variants.givens(topic)
    except GivenFault:
        return  # named where it stands
    for name, param in params.items():
        offered = param.get("draw", {}).get("choice", ()) if isinstance(param, Mapping) else ()
        for place, text in enumerate(offered):
            path = (name, "draw", "choice", place)
            try:
                first, own = (_sort(author.compute(author.bind(str(t), givens))) for t in (param["default"], text))
            except BankFault as fault:
                yield path, fault.why
                continue
            if own != first:
                yield path, say("check.choice-sort", text=str(text), default=str(param["default"]))


def _sort(value: object) -> str:
    return "table" if isinstance(value, Table) else "words" if isinstance(value, str | tuple) else "number"
