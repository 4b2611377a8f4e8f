"""What people decided of a class's answers: kept line by line, never rewritten, the latest word on a thing stands."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

from grader.errors import UserError

NAME = "decisions.jsonl"


@dataclass(frozen=True, slots=True)
class Decision:
    """A word on one student's answer, or with `student` empty on a text for everyone; `seed` empty is every variant.

    `score` is a share from 0 to 1, '' for a comment alone.
    """

    at: str
    by: str
    student: str
    problem: str
    part: str
    seed: str
    answer: str
    score: str
    comment: str = ""


class Decisions:
    """All of them, to look up."""

    def __init__(self, found: Iterable[Decision] = ()) -> None:
        """Keep the latest of each thing."""
        self.own: dict[tuple[str, str, str], Decision] = {}
        self.texts: dict[tuple[str, str, str, str], Decision] = {}
        self.count = 0
        for one in found:
            self.count += 1
            if one.student:
                slot = (one.student, one.problem, one.part)
                before = self.own.get(slot)
                if before and not one.score:  # a comment leaves the score that was given
                    one = Decision(**{**asdict(before), "comment": one.comment, "at": one.at, "by": one.by})
                self.own[slot] = one
            else:
                self.texts[(one.problem, one.part, one.seed, folded(one.answer))] = one

    def on(self, student: str, problem: str, part: str, seed: int, answer: str) -> Decision | None:
        """The word that stands on an answer: of this student before that for everyone, of this variant before all."""
        own = self.own.get((student, problem, part))
        if own:
            return own
        text = folded(answer)
        return self.texts.get((problem, part, str(seed), text)) or self.texts.get((problem, part, "", text))


def folded(answer: str) -> str:
    """A text without its blanks and case: answers that differ in nothing else are one."""
    return "".join(answer.split()).casefold()


def share(text: str) -> str:
    """A score from 0 to 1 as it is kept: `0.5`, `1/2`, `50%`; raises UserError for another."""
    try:
        value = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError) as fault:
        raise UserError("batch.share", value=text) from fault
    if not 0 <= value <= 1:
        raise UserError("batch.share", value=text)
    return str(value)


def load(folder: Path) -> Decisions:
    """The decisions of a folder of marks; raises UserError naming a line that is none."""
    path = folder / NAME
    if not path.is_file():
        return Decisions()
    found = []
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(Decision(**json.loads(line)))
        except (ValueError, TypeError) as fault:
            # The last line may be half of one that a power cut has stopped; it was never told as kept.
            if n == len(path.read_text(encoding="utf-8").splitlines()) and not path.read_bytes().endswith(b"\n"):
                break
            raise UserError("batch.decision", name=NAME, line=n) from fault
    return Decisions(found)


def add(folder: Path, decision: Decision) -> None:
    """Append one and see it on the disk; raises UserError where that fails."""
    line = json.dumps(asdict(decision), ensure_ascii=False) + "\n"
    try:
        path = folder / NAME
        torn = path.is_file() and path.stat().st_size and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if torn else "") + line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        raise UserError(
            "batch.not-written", file=NAME, folder=str(folder), problem=fault.strerror or str(fault)
        ) from fault
