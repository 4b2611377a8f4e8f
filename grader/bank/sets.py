"""Which items a person means by words such as `level2`, `2.3`, `true-false` or `all`."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Protocol, TypeVar

from grader.errors import UserError


class Listed(Protocol):
    """An item, or its entry in an index."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def number(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def topic(self) -> str: ...  # noqa: D102
    @property
    def section(self) -> str: ...  # noqa: D102
    @property
    def level(self) -> int: ...  # noqa: D102


I_co = TypeVar("I_co", bound=Listed, covariant=True)


class Holding(Protocol[I_co]):
    """A bank, or its index."""

    @property
    def items(self) -> tuple[I_co, ...]: ...  # noqa: D102


# Sets that every bank may have; one that is empty is no mistake of the person who names it.
KNOWN = frozenset({"all", "traps", "level1", "level2", "level3", "level4", "level5"})
TRAPS = frozenset({"true_false", "spot_the_error", "why", "edge_case"})


def select(bank: Holding[I_co], words: Iterable[str]) -> tuple[I_co, ...]:
    """The items of the sets in the order they are named, each once; within a set in reading order."""
    table = sets(bank)
    words = tuple(words)
    chosen: dict[str, I_co] = {}
    for word in words:
        word = word.casefold() if word.casefold() in table else word
        if word not in table and word.casefold() in KNOWN:
            continue
        if word not in table:
            place = next((i.where for i in getattr(bank, "issues", ()) if _stem(i.where) == word and not i.warning), "")
            if place:
                raise UserError("bank.set-faulty", exit_code=1, name=word, where=place)
            near = get_close_matches(word, list(table), 3, 0.5)
            if near:
                raise UserError("bank.set-near", name=word, near=", ".join(near))
            allowed = ", ".join(groups(bank))
            raise (
                UserError("bank.set", name=word, allowed=allowed) if allowed else UserError("bank.set-none", name=word)
            )
        chosen.update({item.id: item for item in bank.items if item.id in table[word]})
    if not chosen:
        raise UserError("bank.set-empty", exit_code=1, name=" ".join(words))
    return tuple(chosen.values())


def _stem(where: str) -> str:
    """The name of the file of a fault, which is the id of its item where a file holds one."""
    return where.rsplit(":", 2)[0].rpartition("/")[2].partition(".")[0]


def sets(bank: Holding[Listed]) -> dict[str, set[str]]:
    """Every word that names a set, with the ids of its items."""
    table: dict[str, set[str]] = {}
    for item in bank.items:
        for word in (*_groups(item), item.number, item.id):
            if word:
                table.setdefault(word, set()).add(item.id)
    return table


def groups(bank: Holding[Listed]) -> tuple[str, ...]:
    """The words that name more than one item by what they share."""
    return tuple(dict.fromkeys(word for item in bank.items for word in _groups(item) if word))


def _groups(item: Listed) -> tuple[str, ...]:
    level = f"level{item.level}" if item.level else ""
    return ("all", item.topic, level, item.section, "traps" if item.kind in TRAPS else "")
