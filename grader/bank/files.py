"""Which files make a bank, in reading order."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BANK, TOPIC, PROBLEM, QUESTIONS = "bank", "topic", "problem", "questions"
STRAY, OUTSIDE, LOST = "stray", "outside", "lost"  # in no place, a link out of the bank, what cannot be looked into
FOLDERS = ("problems", "questions")
MAX_BYTES = 500_000
_LEVEL = re.compile(r"level([1-5])")
_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file of a bank: its name inside the bank, what it holds, and where it belongs."""

    name: str
    role: str
    topic: str = ""
    section: str = ""
    level: int = 0


def find(root: Path) -> list[BankFile]:
    """Every YAML file of a bank; a link that leads out of the bank is named and never read."""
    home = os.path.realpath(root)
    outside = {folder for folder in FOLDERS if not _is_inside(root / folder, home)}
    found = []
    for inside, entry in _walk(root):
        if inside.partition("/")[0] in outside or (entry and entry.is_symlink() and not _is_inside(entry, home)):
            found.append(BankFile(inside, OUTSIDE))
        else:
            found.append(_placed(inside) if entry else BankFile(inside, LOST))
    order = {BANK: 0, TOPIC: 1, PROBLEM: 2, QUESTIONS: 3}
    return sorted(found, key=lambda f: (order.get(f.role, 4), f.topic, f.name))


def contents(path: Path) -> bytes | None:
    """The bytes of a file, one beyond the limit at most; None for what cannot be opened or is no file."""
    try:
        # A pipe is opened without waiting for whoever writes to it, and then not read.
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return file.read(MAX_BYTES + 1) if regular else None
    except OSError:
        return None


def stamp(root: Path) -> list[list[object]]:
    """Name, size and time of change of every such file."""
    out: list[list[object]] = []
    for inside, entry in _walk(root):
        try:
            facts = entry.stat() if entry else None
        except OSError:
            facts = None
        out.append([inside, facts.st_size if facts else -1, facts.st_mtime_ns if facts else 0])
    return out


# A place inside the bank and the entry of its folder; None for a folder that cannot be looked into.
_Found = Iterator[tuple[str, os.DirEntry[str] | None]]


def _walk(root: Path) -> _Found:
    for folder in FOLDERS:
        yield from _below(root / folder, folder)


def _below(folder: os.PathLike[str] | str, inside: str) -> _Found:
    """Everything that is named like a file of the bank, in the order of names."""
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError:
        yield inside, None
        return
    for entry in found:
        place = f"{inside}/{entry.name}"
        if entry.name.lower().endswith(_YAML):
            yield place, entry
        elif entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, place)


def _is_inside(place: os.PathLike[str], home: str) -> bool:
    """Whether a place leads to something in the bank; a link that leads in a circle stays where it is."""
    real = os.path.realpath(place)
    return real == home or real.startswith(home.rstrip(os.sep) + os.sep)


def _placed(name: str) -> BankFile:
    steps = name.split("/")
    if name == "problems/bank.yaml":
        return BankFile(name, BANK)
    if steps[0] == "problems" and len(steps) == 3 and steps[2] == "topic.yaml":
        return BankFile(name, TOPIC, steps[1])
    level = _LEVEL.fullmatch(steps[2]) if steps[0] == "problems" and len(steps) == 4 else None
    if level:
        return BankFile(name, PROBLEM, steps[1], steps[2], int(level[1]))
    if steps[0] == "questions" and len(steps) == 3:
        return BankFile(name, QUESTIONS, steps[1], steps[2].rpartition(".")[0])
    return BankFile(name, STRAY)
