"""Asks the process that proves with SymPy, and ends it where a question takes too long; marking never comes here."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import time
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from grader.model import Node

PROVED, REFUTED, OPEN, LATE = "proved", "refuted", "open", "late"
READY = "ready"
SECONDS = 5  # for one question
ALL_SECONDS = 15  # for all questions about one thing, such as a part at many seeds
_START_SECONDS = 60


class Prover:
    """Asks one worker after another, each question once.

    A worker that takes too long is ended: the question is LATE, and so is every later one about the same thing.
    """

    def __init__(self) -> None:
        """No process starts before the first question."""
        self.worker: subprocess.Popen[str] | None = None
        self.answers: dict[str, tuple[str, str]] = {}
        self.left: dict[Hashable, float] = {}

    def __enter__(self) -> Prover:
        """Use as a context manager."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the worker."""
        self.close()

    def close(self) -> None:
        """End the worker."""
        if self.worker:
            self.worker.kill()
            self.worker.wait()
            for pipe in (self.worker.stdin, self.worker.stdout):
                if pipe:
                    pipe.close()
            self.worker = None

    def is_late(self, about: Hashable) -> bool:
        """Whether the time of one thing is used up."""
        return self.left.get(about, ALL_SECONDS) <= 0

    def equal(self, left: Node, right: Node, symbols: Mapping[str, str], about: Hashable = None) -> str:
        """PROVED, REFUTED, OPEN or LATE: whether two trees are equal for all values of their declared symbols."""
        return self.derived(left, right, symbols, about=about)[0]

    def derived(
        self, left: Node, right: Node, symbols: Mapping[str, str], constant: bool = False, about: Hashable = None
    ) -> tuple[str, str]:
        """The same for a `right` with operations of calculus, and its closed form as text, '' where none is known.

        `constant` lets an indefinite integral differ by a constant; questions `about` one thing share their time.
        """
        question = json.dumps(
            {"left": _encoded(left), "right": _encoded(right), "symbols": dict(symbols), "constant": constant}
        )
        if question not in self.answers:
            left_over = self.left.setdefault(about, ALL_SECONDS) if about is not None else SECONDS
            if left_over <= 0:
                return LATE, ""
            start = time.monotonic()
            answer = self.answers[question] = self._asked(question, min(SECONDS, left_over))
            if about is not None:
                spent = time.monotonic() - start
                self.left[about] = 0 if answer[0] == LATE else left_over - spent
        return self.answers[question]

    def _asked(self, question: str, seconds: float) -> tuple[str, str]:
        worker = self._started()
        assert worker.stdin
        try:
            worker.stdin.write(question + "\n")
            worker.stdin.flush()
        except BrokenPipeError:
            self.close()
            return OPEN, ""
        line = _line(worker, seconds)
        answer, _, form = (line or "").partition(" ")
        if answer not in (PROVED, REFUTED, OPEN):
            self.close()
            return (LATE if line is None else OPEN), ""
        return answer, form

    def _started(self) -> subprocess.Popen[str]:
        if self.worker is None or self.worker.poll() is not None:
            self.close()
            # What goes wrong inside is an open question to whoever asked; a traceback would help no author.
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "grader.maths.prove"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True,
            )  # fmt: skip
            _line(self.worker, _START_SECONDS)
        return self.worker


def _line(worker: subprocess.Popen[str], seconds: float) -> str | None:
    """The worker's next line; None where it does not come in time."""
    assert worker.stdout
    ready, _, _ = select.select([worker.stdout], [], [], seconds)
    return worker.stdout.readline().strip() if ready else None


def _encoded(node: Any) -> Any:
    if isinstance(node, tuple):
        return [_encoded(part) for part in node]
    return {"p": node.numerator, "q": node.denominator} if isinstance(node, Fraction) else node
