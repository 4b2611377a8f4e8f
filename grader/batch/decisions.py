"""What people decided of a class's answers: kept line by line, never rewritten, the latest word on a thing stands."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Set
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from grader.errors import UserError

NAME = "decisions.jsonl"


@dataclass(frozen=True, slots=True)
class Decision:
    """A word on one student's answer, or with `student` empty on a text for everyone; `seed` empty is every variant.

    It speaks of the text that stood there; with `answer` empty of any text of the student.

    `score` is a share from 0 to 1, '' for a comment alone; `undoes` is the number of an earlier one that is taken back.
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
    undoes: int = 0


class Decisions:
    """All of them, to look up."""

    def __init__(self, found: Iterable[Decision] = ()) -> None:
        """Keep the latest of each thing; a comment alone leaves the score that was given."""
        self.own: dict[tuple[str, str, str, str], tuple[int, Decision]] = {}
        self.texts: dict[tuple[str, str, str, str], tuple[int, Decision]] = {}
        for n, one in enumerate(found):
            if one.student:
                slot = (one.student, one.problem, one.part, same_text(one.answer))
                self.own[slot] = n, _over(self.own.get(slot), one)
            else:
                place = (one.problem, one.part, one.seed, same_text(one.answer))
                self.texts[place] = n, _over(self.texts.get(place), one)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.own or self.texts)

    def idle(self, answered: Set[tuple[str, str, str]], used: Iterable[Decision]) -> int:
        """How many words on a student's answer stand for a text that is no longer there, of the parts `answered`."""
        met = {(one.student, one.problem, one.part) for one in used}
        kept = {slot[:3] for slot in self.own}
        return sum(slot in answered and slot not in met for slot in kept)

    def on(self, student: str, problem: str, part: str, seed: int, answer: str) -> Decision | None:
        """The word that stands on an answer: a score of the student's own before one for everyone, else the latest."""
        text = same_text(answer)
        slots = ((problem, part, str(seed), text), (problem, part, "", text))
        everyone = max((self.texts[s] for s in slots if s in self.texts), key=lambda pair: pair[0], default=None)
        mine = ((student, problem, part, text), (student, problem, part, ""))
        own = max((self.own[s] for s in mine if s in self.own), key=lambda pair: pair[0], default=None)
        if own is None or everyone is None:
            found = own or everyone
            return found[1] if found else None
        return own[1] if own[1].score else replace(everyone[1], comment=own[1].comment or everyone[1].comment)


def _over(before: tuple[int, Decision] | None, one: Decision) -> Decision:
    """A decision after an earlier one on the same thing."""
    if before is None:
        return one
    return replace(one, score=one.score or before[1].score, comment=one.comment or before[1].comment)


def same_text(answer: str) -> str:
    """A text without what nobody sees: blanks at its ends, and how many stand together."""
    return " ".join(answer.split())


def load(folder: Path) -> Decisions:
    """The decisions of a folder of marks that stand; raises UserError naming a line that is none."""
    return Decisions(standing(folder).values())


def standing(folder: Path) -> dict[int, Decision]:
    """What was decided and not taken back, by its number; raises UserError as `load` does."""
    found = _kept(folder)
    gone = {one.undoes for one in found}
    return {n: one for n, one in enumerate(found, 1) if n not in gone and not one.undoes}


def _kept(folder: Path) -> list[Decision]:
    """All that was ever decided, in order; raises UserError naming a line that is none.

    A line that a power cut has torn was never told as kept, and is passed over.
    """
    path = folder / NAME
    if not path.is_file():
        return []
    found = []
    for n, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        if not line.strip() or not line.rstrip().endswith("}"):
            continue
        try:
            found.append(Decision(**json.loads(line)))
        except (ValueError, TypeError) as fault:
            raise UserError("batch.decision", name=NAME, line=n) from fault
    return found


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
