"""A screen that answers from a file: each part is given its own rows in turn, and skipped when they are used up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from grader.bank.naming import part_name, parts_of
from grader.cli.common import Console
from grader.errors import UserError
from grader.model import Bank, Item, Token

COLUMNS = ("problem", "part", "answer")


class Unattended(Console):
    """Prints like a console; asks a CSV with the columns problem, part, answer."""

    def __init__(self, lang: str, file: Path, bank: Bank) -> None:
        """Read the file; raises UserError naming the line of an unknown problem or part."""
        super().__init__(lang)
        self.attended = False
        self.answers: dict[tuple[str, str], list[str]] = {}
        self.named: dict[tuple[str, str], str] = {}
        rows = _rows(file)
        names: dict[str, dict[str, None]] = {}
        for _, problem, part, _ in rows:
            names.setdefault(problem, {})[part] = None
        for line, problem, part, answer in rows:
            item = bank.find(problem)
            found = parts_of(item, names[problem])[part] if item and item.parts else None
            if item is None:
                raise UserError("cli.answers-problem", exit_code=1, line=line, problem=problem)
            if not item.parts:
                raise UserError("cli.answers-card", exit_code=1, line=line, problem=problem)
            if found is None:
                allowed = ", ".join(p.id for p in item.parts)
                raise UserError("cli.answers-part", exit_code=1, line=line, problem=problem, part=part, allowed=allowed)
            self.named[(item.id, found.id)] = problem
            # A derivation of several lines is typed line by line and ends with an empty one.
            lines = answer.split("\n")
            kind = found.answer.get("kind")
            self.answers.setdefault((item.id, found.id), []).extend(
                [*lines, ""] if kind in ("steps", "explain") else lines
            )

    def outside(self, items: Iterable[Item]) -> list[str]:
        """The problems of the file that a run does not hold."""
        inside = {item.id for item in items}
        return list(dict.fromkeys(self.named[place] for place in self.answers if place[0] not in inside))

    def unused(self, items: Iterable[Item]) -> list[str]:
        """The parts inside a run whose rows were not all asked for."""
        by_id = {item.id: item for item in items}
        left = [place for place, lines in self.answers.items() if place[0] in by_id and any(lines)]
        return [part_name(by_id[i], part) for i, p in left if (part := by_id[i].part(p)) is not None]

    def ask(self, prompt: Sequence[Token], about: tuple[str, str]) -> str | None:
        """The next row of the part, or `skip`."""
        left = self.answers.get(about)
        line = left.pop(0) if left else "skip"
        click.echo(f"> {line}")
        return line


def _rows(file: Path) -> list[tuple[int, str, str, str]]:
    import csv
    import io

    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise UserError("batch.open", exit_code=1, name=str(file), problem=fault.strerror or "") from None
    except UnicodeDecodeError:
        raise UserError("cli.answers-encoding", exit_code=1, name=str(file)) from None
    try:
        table = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        missing = [c for c in COLUMNS if c not in (table.fieldnames or ())]
        if missing:
            raise UserError("cli.answers-columns", exit_code=1, missing=", ".join(missing))
        return [(table.line_num, *((row[c] or "").strip() for c in COLUMNS)) for row in table]  # type: ignore[misc]
    except csv.Error as fault:
        raise UserError("cli.answers-csv", exit_code=1, name=str(file), problem=str(fault)) from None
