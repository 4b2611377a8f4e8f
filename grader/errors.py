"""What can go wrong, for learners, authors and users; anything else is a bug and shows its traceback."""

from __future__ import annotations

from typing import Any

from grader.model import Issue, Say, say


class _Fault(Exception):
    """A fault that can be sent from one process to another, whatever it is made of."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (type(self), self.args, self.__dict__)


def _received(kind: type[_Fault], args: tuple[object, ...], own: dict[str, object]) -> _Fault:
    fault = kind.__new__(kind, *args)
    fault.__dict__.update(own)
    return fault


class CannotRead(_Fault):
    """A learner's text that cannot be read, with its reason and the position in the text as typed."""

    def __init__(self, why: Say, at: int | None = None) -> None:
        """Keep the reason and the position."""
        super().__init__(why.code)
        self.why = why
        self.at = at


class Undecided(_Fault):
    """A question that the budget or the mathematics leaves open; the answer is held, never wrong."""


class BankFault(_Fault):
    """An author's fault met while an item is used; `why` says what and what is allowed instead."""

    def __init__(self, why: Say, issues: tuple[Issue, ...] = ()) -> None:
        """Keep the reason and, where known, the places."""
        super().__init__(f"{why.code} {dict(why.slots)}" if why.slots else why.code)
        self.why = why
        self.issues = issues

    @property
    def told(self) -> Say:
        """The fault for those who are not its author, with what it is a fault of."""
        return self.why


class UserError(_Fault):
    """A request that cannot be met: one sentence, and the exit code (1 faults, 2 usage)."""

    def __init__(self, code: str, /, exit_code: int = 2, **slots: object) -> None:
        """Build the sentence from its code and slots."""
        super().__init__(code)
        self.why = say(code, **slots)
        self.exit_code = exit_code
