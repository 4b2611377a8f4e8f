"""The list of a bank's items without the items: what a large bank is listed and completed from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.bank import cache, files
from grader.bank.load import load
from grader.model import LANGS, Bank, Item

# A file changed this shortly before the list was written might change again within one tick of the clock.
_TICK = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it is listed; `titles` in the order of the languages, `answers` are the kinds of its parts."""

    id: str
    number: str
    kind: str
    topic: str
    section: str
    level: int
    minutes: int
    titles: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """The entries in reading order, and how many faults keep other items out."""

    items: tuple[Entry, ...]
    faults: int


def index(path: Path, cache_folder: Path | None = None) -> Index:
    """The index of the bank in a folder; raises UserError where there is none.

    Files count as unchanged while their sizes and times are, as they do for make and git.
    """
    stored = cache.place(cache_folder, path.resolve()).with_suffix(".index") if cache_folder else None
    stamp = files.stamp(path) if stored and path.is_dir() else []
    found = _read(stored, stamp) if stored else None
    if found is None:
        found = index_of(load(path, cache_folder))
        if stored:
            _write(stored, stamp, found)
    return found


def index_of(bank: Bank) -> Index:
    """The index of a loaded bank."""
    return Index(tuple(_entry(item) for item in bank.items), sum(not issue.warning for issue in bank.issues))


def _entry(item: Item) -> Entry:
    from grader.text.writers.plain import Plain

    titles = tuple(Plain(lang=lang).write(item.title.tokens(lang)).strip() for lang in LANGS)
    kinds = tuple(dict.fromkeys(str(part.answer.get("kind")) for part in item.parts))
    return Entry(item.id, item.number, item.kind, item.topic, item.section, item.level, item.minutes, titles, kinds)


def _read(path: Path, stamp: list[list[object]]) -> Index | None:
    try:
        written = path.stat().st_mtime_ns
        data = json.loads(path.read_bytes())
        if data["format"] != cache.FORMAT or data["stamp"] != stamp:
            return None
        if any(int(str(changed)) > written - _TICK for _, _, changed in stamp):
            return None
        # A list of the same length as the fields; a damaged one is a TypeError.
        items = tuple(Entry(i, n, k, t, s, lv, m, tuple(ti), tuple(a)) for i, n, k, t, s, lv, m, ti, a in data["items"])
        return Index(items, data["faults"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None


def _write(path: Path, stamp: list[list[object]], made: Index) -> None:
    items = [[getattr(entry, name) for name in Entry.__slots__] for entry in made.items]
    cache.keep(path, json.dumps({"format": cache.FORMAT, "stamp": stamp, "items": items, "faults": made.faults}))
