"""Makes a bank of its files, collecting every fault of every file on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from grader.bank import files, links, options, schema
from grader.bank.build import SEGMENTS, Builder
from grader.bank.files import BankFile
from grader.bank.source import Path, Source, read
from grader.model import EMPTY, Bank, Issue, Item, Topic, say

_KIND_ORDER = {kind: n for n, kind in enumerate(schema.KINDS_OF_ITEM)}


def compile_bank(root: str, contents: Mapping[BankFile, bytes | None]) -> Bank:
    """The bank of these files; None stands for a file that could not be read."""
    work = _Work()
    for place, raw in contents.items():
        work.file(place, raw)
    work.finish()
    items = tuple(p.item for p in sorted(work.placed, key=lambda p: _order(p.item)))
    issues = tuple(sorted(work.issues))
    return Bank(work.id, work.title, root, work.topics, items, issues)


def _order(item: Item) -> tuple[Any, ...]:
    pieces = re.split(r"(\d+)", item.number)
    return (
        item.topic,
        _KIND_ORDER[item.kind],
        item.level,
        item.section,
        [(int(p), "") if p.isdigit() else (-1, p) for p in pieces],
    )


class _Work:
    """Everything found so far."""

    def __init__(self) -> None:
        self.id, self.title = "bank", EMPTY
        self.topics: dict[str, Topic] = {}
        self.placed: list[links.Placed] = []
        self.issues: list[Issue] = []
        self.broken: set[str] = set()
        self.sections: set[str] = set()
        self.lost_topics: set[str] = set()

    def file(self, place: BankFile, raw: bytes | None) -> None:
        """Take one file in."""
        self.sections.add(place.section)
        if raw is None:
            code = {files.STRAY: "bank.stray", files.OUTSIDE: "bank.outside"}.get(place.role, "bank.unreadable")
            self.issues.append(Issue(f"{place.name}:1:1", "", say(code)))
            if place.role == files.TOPIC:
                self.lost_topics.add(place.topic)
            return
        source = read(raw, place.name)
        if source.data is None:
            if not source.issues:
                source.fault(f"{place.name}:1:1", (), say("bank.empty-file"))
            if place.role == files.TOPIC:
                self.lost_topics.add(place.topic)
        elif place.role == files.BANK:
            self._bank(source)
        elif place.role == files.TOPIC:
            self._topic(source, place)
        else:
            self._items(source, place)
        self.issues.extend(source.issues)

    def finish(self) -> None:
        """Check what lies between files; an item with a fault is left out."""
        faults = links.check(self.placed, self.topics, frozenset(self.broken), frozenset(self.sections))
        self.issues.extend(faults)
        bad = {(i.where.rsplit(":", 2)[0], i.path) for i in faults}
        self.placed = [p for p in self.placed if not any(_inside(p, *fault) for fault in bad)]

    def _bank(self, source: Source) -> None:
        data = schema.check(schema.BankFile, source.data, source)
        if data:
            self.id, self.title = data.id, Builder(source).doc(data.title, ("title",))

    def _topic(self, source: Source, place: BankFile) -> None:
        data = schema.check(schema.TopicFile, source.data, source)
        topic = Builder(source).topic(data, place) if data else None
        if topic is None or _faulty(source):
            self.lost_topics.add(place.topic)
        if topic is not None:
            self.topics[place.topic] = topic

    def _items(self, source: Source, place: BankFile) -> None:
        topic = self.topics.get(place.topic)
        if topic is None and place.topic not in self.lost_topics:
            self.lost_topics.add(place.topic)
            source.fault(f"{place.name}:1:1", (), say("bank.no-topic", topic=place.topic))
        for base, data in _entries(source, place):
            before = len(source.issues)
            entry = schema.check(schema.ItemFile, data, source, base)
            for path, why in (*_answer_faults(data, base), *_kind_faults(data, base)):
                source.fault(source.where(path, key=why.code.startswith("bank.unknown")), path, why)
            item = None
            if entry and topic and not _faulty(source, before):
                item = Builder(source).item(entry, place, topic, base)
            # A fault of spelling in a file of one item is a fault of that item.
            start = before if place.role == files.QUESTIONS else 0
            if item and place.topic not in self.lost_topics and not _faulty(source, start):
                self.placed.append(links.Placed(item, _light(source), base))
            elif isinstance(data, dict):
                self.broken.add(str(data.get("id")))


def _light(source: Source) -> Source:
    """The source without its text, which only reading texts needs."""
    return replace(source, text="", data=None)


def _faulty(source: Source, start: int = 0) -> bool:
    return any(not i.warning for i in source.issues[start:])


def _inside(placed: links.Placed, file: str, path: str) -> bool:
    if placed.source.file != file:
        return False
    return not placed.base or path.startswith(f"[{placed.base[0]}]")


def _entries(source: Source, place: BankFile) -> Iterator[tuple[Path, Any]]:
    if place.role == files.PROBLEM:
        yield (), source.data
    elif isinstance(source.data, list):
        yield from (((n,), data) for n, data in enumerate(source.data))
    else:
        source.fault(source.where(()), (), say("bank.wants", what=say("bank.what.list")))


def _kind_faults(data: Any, base: Path) -> Iterator[options.Fault]:
    """What makes a trap the trap that it says it is."""
    if not isinstance(data, dict):
        return
    kind, parts = data.get("kind"), data.get("parts")
    found = [
        part.get("answer") if isinstance(part, dict) else None for part in (parts if isinstance(parts, list) else ())
    ]
    answers = [answer if isinstance(answer, dict) else {} for answer in found]
    if kind == "true_false" and answers and not any(a.get("kind") == "true_false" for a in answers):
        yield (*base, "kind"), say("bank.no-verdict")
    if kind == "spot_the_error":
        if not data.get("segments"):
            yield base, say("bank.missing", name=SEGMENTS)
        elif answers and not any(a.get("options") == SEGMENTS for a in answers):
            yield (*base, "kind"), say("bank.no-segments")


def _answer_faults(data: Any, base: Path) -> Iterator[options.Fault]:
    """Faults of the answers, mistakes and further answers of an item's data, whatever else is wrong with it."""
    parts = data.get("parts") if isinstance(data, dict) else None
    for n, part in enumerate(parts if isinstance(parts, list) else ()):
        answer = part.get("answer") if isinstance(part, dict) else None
        if not isinstance(answer, dict):
            continue
        path = (*base, "parts", n)
        yield from options.check(answer, (*path, "answer"))
        for name in ("mistakes", "also"):
            entries = part.get(name)
            for m, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict):
                    fields = {k: v for k, v in entry.items() if k not in ("is", "say", "credit")}
                    yield from options.overrides(str(answer.get("kind")), fields, (*path, name, m))
