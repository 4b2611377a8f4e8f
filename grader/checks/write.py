"""Puts closed forms that `derive:` came to into the files they belong to, and changes nothing else in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path as FilePath

from grader.bank.source import Path, Source, read
from grader.files import write_files
from grader.model import Issue

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_CODES = ("check.derive", "check.derive-missing")


def write_forms(root: str, issues: Iterable[Issue]) -> tuple[list[str], list[tuple[str, str]]]:
    """Write the closed form of each issue that has one as its part's `value:`.

    Returns file:line:column of each, and of each that must be written by hand, with its form. Raises OSError where a
    file cannot be written.
    """
    files: dict[str, list[Issue]] = {}
    for issue in issues:
        if issue.say.code in _CODES:
            files.setdefault(issue.where.rsplit(":", 2)[0], []).append(issue)
    done: list[str] = []
    left: list[tuple[str, str]] = []
    for file, found in files.items():
        path = FilePath(root) / file
        before = source = read(path.read_bytes(), file)
        written = []
        for issue in found:
            inside, form = (*_path(issue.path)[:-1], "value"), str(dict(issue.say.slots)["form"])
            after = _edited(source, inside, _path(issue.path), form)
            if after is None:
                left.append((issue.where, form))
            else:
                source = after
                written.append(inside)
        if source is not before:
            write_files(path.parent, {path.name: source.text.encode("utf-8")})
            done += [source.where(inside) for inside in written]
    return done, left


def _edited(source: Source, inside: Path, derive: Path, form: str) -> Source | None:
    """The file with one form in it; None where that would change anything else, as behind an anchor."""
    edit = _edit(source, inside, derive, form)
    if edit is None or source.issues:
        return None
    start, end, put = edit
    after = read((source.text[:start] + put + source.text[end:]).encode("utf-8"), source.file)
    wanted = json.loads(json.dumps(source.data))  # what aliases share stands apart here
    step = wanted
    for name in inside[:-1]:
        step = step[name]
    step["value"] = form
    return None if after.issues or json.loads(json.dumps(after.data)) != wanted else after


def _path(shown: str) -> Path:
    """A path as it is shown, taken apart again."""
    return tuple(int(n) if n else word for word, n in _STEP.findall(shown))


def _edit(source: Source, inside: Path, derive: Path, form: str) -> tuple[int, int, str] | None:
    """(start, end, text to put there) of one change; None where the file is written in another way."""
    quoted = "'" + form.replace("'", "''") + "'"
    old = source.places.get(inside)
    if old is not None:
        return None if old.style in ("|", ">") else (old.start, old.end, quoted)
    place, key, answer = source.places.get(derive), source.keys.get(derive), source.places.get(derive[:-1])
    if place is None or key is None or answer is None or place.style in ("|", ">"):
        return None
    flow = source.text.startswith("{", answer.start)
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    parted = ", " if flow else line_end + " " * (key.column - 1)
    return place.end, place.end, f"{parted}value: {quoted}"
