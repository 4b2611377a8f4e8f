"""Which files make a bank, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BANK, TOPIC, PROBLEM, QUESTIONS, STRAY = "bank", "topic", "problem", "questions", "stray"
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
    """Every YAML file of a bank; a link that leads out of the bank is a stray file and never read."""
    home = root.resolve()
    found = [_placed(path.relative_to(root), path.resolve().is_relative_to(home)) for path in _walk(root)]
    order = {BANK: 0, TOPIC: 1, PROBLEM: 2, QUESTIONS: 3, STRAY: 4}
    return sorted(found, key=lambda f: (order[f.role], f.topic, f.name))


def _walk(root: Path) -> Iterator[Path]:
    for folder in ("problems", "questions"):
        yield from _below(root / folder)


def _below(folder: Path) -> Iterator[Path]:
    """Everything that is named like a file of the bank, and folders that cannot be looked into."""
    try:
        inside = sorted(folder.iterdir())
    except FileNotFoundError:
        return
    except OSError:
        yield folder
        return
    for path in inside:
        if path.suffix in _YAML:
            yield path
        elif path.is_dir() and not path.is_symlink():
            yield from _below(path)


def _placed(inside: Path, safe: bool) -> BankFile:
    name, steps = inside.as_posix(), inside.parts
    if not safe:
        return BankFile(name, STRAY)
    if name == "problems/bank.yaml":
        return BankFile(name, BANK)
    if steps[0] == "problems" and len(steps) == 3 and steps[2] == "topic.yaml":
        return BankFile(name, TOPIC, steps[1])
    level = _LEVEL.fullmatch(steps[2]) if steps[0] == "problems" and len(steps) == 4 else None
    if level:
        return BankFile(name, PROBLEM, steps[1], steps[2], int(level[1]))
    if steps[0] == "questions" and len(steps) == 3:
        return BankFile(name, QUESTIONS, steps[1], inside.stem)
    return BankFile(name, STRAY)
