"""What the command line remembers between runs: the language, unfinished runs, last results. A small JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader.cli.common import data_folder


class State:
    """Read at once, written whole; a damaged file is an empty one."""

    def __init__(self, learner: str = "me", path: Path | None = None) -> None:
        """Read the file of this user; runs and results are kept apart for each learner."""
        self.learner = learner
        self.path = path or data_folder() / "state.json"
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            data = {}
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}

    def part(self, name: str) -> dict[str, Any]:
        """A named part of the learner's state, made where it is missing."""
        inside = self.data
        for step in ("learners", self.learner, name):
            found = inside.get(step)
            if not isinstance(found, dict):
                found = inside[step] = {}
            inside = found
        return inside

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

    def run(self, name: str) -> dict[tuple[str, str], tuple[str, str, bool]]:
        """The parts tried in an unfinished run: first text, last text, whether the part is over."""
        out = {}
        for place, texts in self.part("runs").get(name, {}).items():
            item, _, part = place.rpartition(".")
            if item and isinstance(texts, list) and len(texts) == 3:
                out[(item, part)] = (str(texts[0]), str(texts[1]), bool(texts[2]))
        return out

    def keep(self, name: str, place: tuple[str, str], first: str, last: str, done: bool) -> None:
        """How far one part of a run is."""
        self.part("runs").setdefault(name, {})[".".join(place)] = [first, last, done]

    def end(self, name: str) -> None:
        """A run is finished or started over."""
        self.part("runs").pop(name, None)

    # ---- last results: item -> share of its parts right at the first try

    def result(self, item: str) -> float | None:
        """The share of the last time, or None."""
        share = self.part("results").get(item)
        return float(share) if isinstance(share, int | float) else None
