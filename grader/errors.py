"""What can go wrong, for learners, authors and users; anything else is a bug and shows its traceback."""

from __future__ import annotations

from grader.model import Issue, Say, say


class CannotRead(Exception):
    """A learner's text that cannot be read, with its reason and the position in the text as typed."""

    def __init__(self, why: Say, at: int | None = None) -> None:
        """Keep the reason and the position."""
        super().__init__(why.code)
        self.why = why
        self.at = at


class Undecided(Exception):
    """A question that the budget or the mathematics leaves open; the answer is held, never wrong."""


class BankFault(Exception):
    """An author's fault met while an item is used; `why` says what and what is allowed instead."""

    def __init__(self, why: Say, issues: tuple[Issue, ...] = ()) -> None:
        """Keep the reason and, where known, the places."""
        super().__init__(f"{why.code} {dict(why.slots)}" if why.slots else why.code)
        self.why = why
        self.issues = issues


class UserError(Exception):
    """A request that cannot be met: one sentence, and the exit code (1 faults, 2 usage)."""

    def __init__(self, code: str, /, exit_code: int = 2, **slots: object) -> None:
        """Build the sentence from its code and slots."""
        super().__init__(code)
        self.why = say(code, **slots)
        self.exit_code = exit_code
