"""What the command line remembers between runs: the language, unfinished runs, last results. A small JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader.cli.common import data_folder


class State:
    """Read at once, written whole; a damaged file is an empty one."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file of this user."""
        self.path = path or data_folder() / "state.json"
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            data = {}
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}

    def part(self, name: str) -> dict[str, Any]:
        """A named part of the state, made where it is missing."""
        found = self.data.get(name)
        if not isinstance(found, dict):
            found = self.data[name] = {}
        return found

    def save(self) -> None:
        """Write; where that is not possible, nothing is remembered and nothing else happens."""
        import contextlib

        from grader.files import write_files

        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_files(self.path.parent, {self.path.name: json.dumps(self.data, ensure_ascii=False).encode("utf-8")})

    # ---- the language

    @property
    def lang(self) -> str:
        """The language last asked for, or ''."""
        lang = self.data.get("lang")
        return lang if isinstance(lang, str) else ""

    # ---- runs: set and seed -> parts done, each with its first and last raw text

    def run(self, name: str) -> dict[tuple[str, str], tuple[str, str]]:
        """The parts done in an unfinished run."""
        out = {}
        for place, texts in self.part("runs").get(name, {}).items():
            item, _, part = place.rpartition(".")
            if item and isinstance(texts, list) and len(texts) == 2:
                out[(item, part)] = (str(texts[0]), str(texts[1]))
        return out

    def done(self, name: str, place: tuple[str, str], first: str, last: str) -> None:
        """One more part of a run is over."""
        self.part("runs").setdefault(name, {})[".".join(place)] = [first, last]

    def end(self, name: str) -> None:
        """A run is finished or started over."""
        self.part("runs").pop(name, None)

    # ---- last results: item -> share of its parts right at the first try

    def result(self, item: str) -> float | None:
        """The share of the last time, or None."""
        share = self.part("results").get(item)
        return float(share) if isinstance(share, int | float) else None
