"""Puts closed forms that `derive:` came to into the files they belong to, and changes nothing else in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from grader.bank.source import Path, Source, read
from grader.files import write_files
from grader.model import Issue

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_CODES = ("check.derive", "check.derive-missing")


def write_forms(root: str, issues: Iterable[Issue]) -> list[str]:
    """Write the closed form of each issue that has one as its part's `value:`; returns file:line of each.

    Raises OSError where a file cannot be written.
    """
    files: dict[str, list[Issue]] = {}
    for issue in issues:
        if issue.say.code in _CODES:
            files.setdefault(issue.where.rsplit(":", 2)[0], []).append(issue)
    done = []
    for file, found in files.items():
        path = FilePath(root) / file
        source = read(path.read_bytes(), file)
        edits = sorted(
            (e for i in found if (e := _edit(source, _path(i.path), dict(i.say.slots)["form"]))), reverse=True
        )
        text = source.text
        for start, end, put, _ in edits:
            text = text[:start] + put + text[end:]
        after = read(text.encode("utf-8"), file)
        if edits and not after.issues and all(after.get(inside) == form for _, _, _, (inside, form) in edits):
            write_files(path.parent, {path.name: text.encode("utf-8")})
            done += [after.where(inside) for _, _, _, (inside, _) in reversed(edits)]
    return done


def _path(shown: str) -> Path:
    """A path as it is shown, taken apart again."""
    return tuple(int(n) if n else word for word, n in _STEP.findall(shown))


def _edit(source: Source, derive: Path, form: Any) -> tuple[int, int, str, tuple[Path, str]] | None:
    """(start, end, text to put there, (path, value)) of one change; None where the file is written in another way."""
    inside = (*derive[:-1], "value")
    quoted = "'" + str(form).replace("'", "''") + "'"
    old = source.places.get(inside)
    if old is not None:
        return None if old.style in ("|", ">") else (old.start, old.end, quoted, (inside, str(form)))
    place, key, answer = source.places.get(derive), source.keys.get(derive), source.places.get(derive[:-1])
    if place is None or key is None or answer is None or place.style in ("|", ">"):
        return None
    flow = source.text.startswith("{", answer.start)
    parted = ", " if flow else "\n" + " " * (key.column - 1)
    return place.end, place.end, f"{parted}value: {quoted}", (inside, str(form))
