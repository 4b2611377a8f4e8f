"""What the command line remembers between runs: the language, unfinished runs, last results. A small JSON file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.cli.common import data_folder

_GONE = object()


class State:
    """Read at once; what changed is put into the file as it then stands, so that two runs at once lose nothing.

    `damaged` tells that the file was no state; it is kept beside when another is written.
    """

    def __init__(self, learner: str = "me", path: Path | None = None) -> None:
        """Read the file of this user; languages, runs and results are kept apart for each learner."""
        self.learner = learner
        self.path = path or data_folder() / "state.json"
        self.data, self.damaged = self._read()
        self._changes: dict[tuple[str, ...], Any] = {}

    def _read(self) -> tuple[dict[str, Any], bool]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError:
            return {}, False
        except ValueError:
            return {}, True
        return (data, False) if isinstance(data, dict) else ({}, True)

    def part(self, name: str) -> dict[str, Any]:
        """A named part of the learner's state."""
        inside: Any = self.data
        for step in ("learners", self.learner, name):
            inside = inside.get(step) if isinstance(inside, dict) else None
        return inside if isinstance(inside, dict) else {}

    def _change(self, value: Any, *place: str) -> None:
        path = ("learners", self.learner, *place)
        self._changes[path] = value
        _put(self.data, path, value)

    def save(self) -> None:
        """Write; where that is not possible, nothing is remembered and nothing else happens."""
        import contextlib

        from grader.files import locked, write_files

        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path):
                data, damaged = self._read()
                for path, value in self._changes.items():
                    _put(data, path, value)
                text = json.dumps(data, ensure_ascii=False).encode("utf-8")
                write_files(self.path.parent, {self.path.name: text}, spare=damaged)
            self._changes.clear()

    # ---- the language

    @property
    def lang(self) -> str:
        """The language this learner last practised in, or ''."""
        own = self.data.get("learners")
        mine = own.get(self.learner) if isinstance(own, dict) else None
        lang = mine.get("lang") if isinstance(mine, dict) else None
        return lang if isinstance(lang, str) else ""

    @lang.setter
    def lang(self, lang: str) -> None:
        self._change(lang, "lang")

    # ---- runs: set and seed -> parts met, each with its first and last raw text

    def run(self, name: str) -> dict[tuple[str, str], tuple[str, ...]]:
        """The parts met in an unfinished run, each as it was kept."""
        out = {}
        for place, texts in self.part("runs").get(name, {}).items():
            item, _, part = place.rpartition(".")
            if item and isinstance(texts, list) and 3 <= len(texts) <= 5:
                out[(item, part)] = tuple(str(text or "") for text in texts)
        return out

    def keep(self, name: str, place: tuple[str, str], part: Sequence[str]) -> None:
        """How far one part of a run is: its texts, and how it ended."""
        self._change(list(part), "runs", name, ".".join(place))

    def draft(self, name: str, place: tuple[str, str], lines: Sequence[str]) -> None:
        """The lines of an answer that is not finished; without any, nothing is kept."""
        self._change("\n".join(lines) if lines else _GONE, "drafts", name, ".".join(place))

    def drafts(self, name: str) -> dict[tuple[str, str], list[str]]:
        """The lines of a run's unfinished answers."""
        kept = self.part("drafts").get(name)
        out = {}
        for place, text in kept.items() if isinstance(kept, dict) else ():
            item, _, part = place.rpartition(".")
            if item and isinstance(text, str):
                out[(item, part)] = text.split("\n")
        return out

    def chosen(self, name: str) -> list[str]:
        """The items that an unfinished run began with."""
        kept = self.part("chosen").get(name)
        ids = kept.get("items") if isinstance(kept, dict) else None
        return [str(i) for i in ids] if isinstance(ids, list) else []

    def choose(self, name: str, items: Sequence[str]) -> None:
        """Remember what a run began with."""
        self._change({"items": list(items)}, "chosen", name)

    def run_id(self, name: str, new: str) -> str:
        """The id under which an unfinished run is recorded, so that it stays one; `new` where it begins."""
        kept = self.part("ids").get(name)
        found = kept if isinstance(kept, str) else new
        self._change(found, "ids", name)
        return found

    def end(self, name: str) -> None:
        """A run is finished or started over."""
        parts = ("runs", "drafts", "chosen", "ids")
        for path in [p for p in self._changes if len(p) > 3 and p[2] in parts and p[3] == name]:
            del self._changes[path]
        for part in parts:
            self._change(_GONE, part, name)

    # ---- last results: item -> share of its parts right at the first try

    def result(self, item: str) -> float | None:
        """The share of the last time, or None."""
        share = self.part("results").get(item)
        return float(share) if isinstance(share, int | float) else None

    def set_result(self, item: str, share: float) -> None:
        """Remember the share of an item."""
        self._change(share, "results", item)


def _put(data: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Set or take out what stands at a path; what is no mapping on the way makes room for one."""
    for step in path[:-1]:
        found = data.get(step)
        if not isinstance(found, dict):
            if value is _GONE:
                return
            found = data[step] = {}
        data = found
    before = data.get(path[-1])
    if value is _GONE:
        data.pop(path[-1], None)
    elif isinstance(value, list) and isinstance(before, list) and len(before) >= 3:
        # Another run was first: its first answer stays the first, with what was said of it; what it ended stays over.
        first, said = (before[0], before[3:]) if before[0] else (value[0], value[3:])
        data[path[-1]] = [first, value[1], value[2] or before[2], *said]
    else:
        data[path[-1]] = value
