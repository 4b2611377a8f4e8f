"""The rows of a class in columns: a number and a student each, and one of the few things that many rows say alike.

A million rows are three arrays here; as tuples they would be most of a gigabyte.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")
Ints = Sequence[int]


class Columns(Generic[T]):
    """Rows in their order. `who` are places among the `names`, `what` places among the `things`; do not change them."""

    __slots__ = ("names", "numbers", "things", "what", "who")

    def __init__(self, numbers: Ints, who: Ints, what: Ints, names: Sequence[str], things: Sequence[T]) -> None:
        """Take the columns as they are."""
        self.numbers, self.who, self.what, self.names, self.things = numbers, who, what, names, things

    def __len__(self) -> int:
        """How many rows."""
        return len(self.numbers)

    def __iter__(self) -> Iterator[tuple[int, str, T]]:
        """Each row's number, student and thing."""
        names, things = self.names, self.things
        for number, who, what in zip(self.numbers, self.who, self.what, strict=True):
            yield number, names[who], things[what]

    def at(self, place: int) -> tuple[int, str, T]:
        """The row at a place."""
        return self.numbers[place], self.names[self.who[place]], self.things[self.what[place]]

    def where(self, holds: Sequence[object]) -> Iterator[int]:
        """The places of rows about whose thing something holds."""
        if any(holds):
            yield from (place for place, what in enumerate(self.what) if holds[what])

    def telling(self, things: Sequence[U]) -> Columns[U]:
        """The same rows, with other things in the places of theirs."""
        return Columns(self.numbers, self.who, self.what, self.names, things)

    def kept(self, holds: Sequence[object]) -> Columns[T]:
        """The rows about whose thing something holds."""
        if all(holds):
            return self
        new = {old: place for place, old in enumerate(n for n, one in enumerate(holds) if one)}
        places = [*self.where(holds)]
        numbers = array("q", map(self.numbers.__getitem__, places))
        who = array("I", map(self.who.__getitem__, places))
        what = array("I", [new[self.what[place]] for place in places])
        return Columns(numbers, who, what, self.names, [self.things[old] for old in new])

    def renamed(self, name: Callable[[str], str]) -> Columns[T]:
        """The same rows with other names of students; two may become one."""
        names: dict[str, int] = {}
        new = [names.setdefault(name(old), len(names)) for old in self.names]
        who = array("I", map(new.__getitem__, self.who))
        return Columns(self.numbers, who, self.what, list(names), self.things)

    def first(self) -> dict[int, int]:
        """By place of a name, the place of its first row; in the order of these rows."""
        found = dict(zip(reversed(self.who), range(len(self) - 1, -1, -1), strict=True))
        return dict(sorted(found.items(), key=lambda pair: pair[1]))


class Rows(Generic[T]):
    """Collects rows into columns."""

    def __init__(self, rows: Iterable[tuple[int, str, T]] = ()) -> None:
        """Begin with these rows."""
        self.numbers, self.who, self.what = array("q"), array("I"), array("I")
        self.names: dict[str, int] = {}
        self.things: dict[T, int] = {}
        for number, name, thing in rows:
            self.add(number, self.name(name), self.thing(thing))

    def name(self, name: str) -> int:
        """The place of a name."""
        return self.names.setdefault(name, len(self.names))

    def thing(self, thing: T) -> int:
        """The place of a thing."""
        return self.things.setdefault(thing, len(self.things))

    def add(self, number: int, name: int, thing: int) -> None:
        """A row, by the places of its name and its thing."""
        self.numbers.append(number)
        self.who.append(name)
        self.what.append(thing)

    def columns(self) -> Columns[T]:
        """What was collected."""
        return Columns(self.numbers, self.who, self.what, list(self.names), list(self.things))
