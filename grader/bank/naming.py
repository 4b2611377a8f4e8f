"""Which part of an item a person means: by its id, or by its letter on the sheet."""

from __future__ import annotations

from collections.abc import Collection

from grader.model import Bank, Item, Part

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def part_name(item: Item, part: Part) -> str:
    """A part as people know it: `2.2 (a)`, or `2.3` where it is the only one."""
    number = item.number or item.id
    return f"{number} ({LETTERS[item.parts.index(part)]})" if len(item.parts) > 1 else number


def by_name(bank: Bank) -> dict[str, Item]:
    """The items by number and id, in small letters; of two with one name the first."""
    return {name.casefold(): item for item in reversed(bank.items) for name in (item.number, item.id) if name}


def located(bank: Bank, address: str) -> tuple[Item, Part] | None:
    """The item and the part of an address, `tied-logits.winner`; None where the bank has no such part."""
    name, _, part_id = address.rpartition(".")
    item = bank.find(name)
    part = item.part(part_id) if item else None
    return (item, part) if item and part else None


def parts_of(item: Item, names: Collection[str], custom: int = 0) -> dict[str, Part | None]:
    """The parts that one person's names for an item mean; None for a name of none.

    A name is an id, whatever its case, a letter, bare or in brackets, or nothing where there is one part. A bare letter
    that is another part's id means what is left over beside the other names, else what they are, else the `custom`
    of those around, letters above 0, else the id.
    """
    sure: dict[str, Part | None] = {}
    doubtful: dict[str, tuple[Part, Part]] = {}
    for name in names:
        by_id, by_letter = _by_id(item, name), _by_letter(item, name)
        if by_id and by_letter and by_id is not by_letter and len(name) == 1:
            doubtful[name] = by_id, by_letter
        else:
            sure[name] = by_id or by_letter
    leaning = usage(item, names) or custom
    for name, (by_id, by_letter) in doubtful.items():
        taken = [part for part in sure.values() if part]
        free = [part for part in (by_id, by_letter) if part not in taken]
        sure[name] = free[0] if len(free) == 1 else by_letter if leaning > 0 else by_id
    return sure


def sure_part(item: Item, name: str) -> Part | None:
    """The part that a name means whoever writes it; None for a name of none, or of one by id and another by letter."""
    by_id, by_letter = _by_id(item, name), _by_letter(item, name)
    return None if by_id and by_letter and by_id is not by_letter else by_id or by_letter


def usage(item: Item, names: Collection[str]) -> int:
    """How one person names the parts of an item: 1 by letters, -1 by ids, 0 where that cannot be seen."""
    ids = any(_by_id(item, name) and not _by_letter(item, name) for name in names if name)
    letters = any(_by_letter(item, name) and (len(name) > 1 or not _by_id(item, name)) for name in names)
    return letters - ids


def _by_id(item: Item, name: str) -> Part | None:
    if not name:
        return item.parts[0] if len(item.parts) == 1 else None
    return item.part(name) or next((p for p in item.parts if p.id.casefold() == name.casefold()), None)


def _by_letter(item: Item, name: str) -> Part | None:
    letter = name.strip("() .").casefold()
    place = LETTERS.find(letter) if len(letter) == 1 else -1
    return item.parts[place] if 0 <= place < len(item.parts) else None
