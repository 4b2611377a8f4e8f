"""Keeps a practice run: attempts in the record, progress and results in the state; other commands never load it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.cli.common import data_folder, now, warn
from grader.errors import UserError
from grader.model import say

if TYPE_CHECKING:
    from pathlib import Path

    from grader.cli.state import State
    from grader.model import Bank, Item
    from grader.records.rows import Attempt as Row
    from grader.records.rows import Marking
    from grader.records.store import Store
    from grader.session.data import Attempt, Kept, Place, Progress


def _record() -> Path:
    return data_folder() / "records.db"


def history(learner: str) -> tuple[tuple[Row, Marking], ...]:
    """A learner's marked attempts, oldest first; none where there is no record yet."""
    path = _record()
    if not path.is_file():
        return ()
    from grader.records.store import Store

    with Store(f"sqlite:///{path}") as store:
        return store.current_marks(learner)


class Keeping:
    """Stores attempts and remembers what is done; the store opens at the first answer, not before the first prompt."""

    def __init__(self, bank: Bank, learner: str, lang: str, state: State, name: str, recording: bool) -> None:
        """Keep who answers and in which language; the run gets an id of its own, and without a name no resuming."""
        self.bank, self.learner, self.lang = bank, learner, lang
        self.state, self.name, self.recording = state, name, recording
        self.storing = recording
        self.run = ""
        self.store: Store | None = None
        self.last = ""

    def attempt(self, attempt: Attempt) -> bool:
        """Store one attempt with its marking; a dispute or an own verdict is a decision on the last one."""
        if not self.storing:
            return False
        try:
            self._store(attempt)
        except (OSError, UserError) as fault:
            # A record that cannot be kept must not cost the learner the run, nor what is remembered of it.
            self.storing = False
            why = (
                fault.why
                if isinstance(fault, UserError)
                else say("cli.no-record", problem=fault.strerror or str(fault))
            )
            warn(say("cli.unrecorded", why=why), self.lang)
        return self.storing

    def _store(self, attempt: Attempt) -> None:
        from grader import __version__
        from grader.bank.hashes import key_hash
        from grader.records.rows import SHOWN_HOW, Decision, marking
        from grader.records.rows import Attempt as Row

        store = self._opened()
        if attempt.disputed or attempt.self_marked is not None:
            what = "disputed" if attempt.disputed else f"self-marked {'right' if attempt.self_marked else 'wrong'}"
            store.add_decision(Decision(str(uuid.uuid4()), self.last, what, self.learner, now()))
            return
        mark = attempt.mark
        item = self.bank.find(mark.item)
        assert item is not None
        part = item.part(mark.part)
        self.last = str(uuid.uuid4())
        if not self.run:
            new = str(uuid.uuid4())
            self.run = self.state.run_id(self.name, new) if self.name else new
        at = now()
        row = Row(
            self.last, at, self.learner, self.run, mark.item, mark.part, mark.seed, self.lang, mark.raw,
            attempt.earlier, attempt.hints, attempt.certainty,
        )  # fmt: skip
        made = marking(self.last, mark, key_hash(self.bank, item, part) if part else "", __version__, at)
        store.record(row, replace(made, how=SHOWN_HOW, says=()) if attempt.shown else made)

    def kept(self, place: Place, part: Kept) -> None:
        """Remember how far a part is, so that the run can go on another day."""
        if self.recording and self.name:
            self.state.keep(self.name, place, part)
            self.state.save()

    def draft(self, place: Place, lines: Sequence[str]) -> None:
        """Remember the lines of an answer that is not finished."""
        if self.recording and self.name:
            self.state.draft(self.name, place, lines)
            self.state.save()

    def finish(self, items: tuple[Item, ...], progress: Progress) -> None:
        """Remember the results; a run that came to its end is forgotten."""
        if not self.recording:
            return
        for item in items:
            share = _share(item, progress)
            if share is not None:
                self.state.set_result(item.id, round(share, 4))
        if self.name and not progress.ended:
            self.state.end(self.name)
        self.state.save()

    def _opened(self) -> Store:
        if self.store is None:
            from grader.records.store import Store

            path = _record()
            path.parent.mkdir(parents=True, exist_ok=True)
            self.store = Store(f"sqlite:///{path}")
        return self.store

    def close(self) -> None:
        """Let the store go."""
        if self.store:
            self.store.close()


def _share(item: Item, progress: Progress) -> float | None:
    """What of an item was right at the first try, or whether a card was known; None where that cannot be said yet."""
    from grader.session.data import CARD, SKIPPED

    if not item.parts:
        known = [float(one) for (name, _), one in progress.known.items() if name == item.id]
        skipped = progress.over.get((item.id, CARD.id)) == SKIPPED
        return known[0] if known else 0.0 if skipped else None
    counted = [part for part in item.parts if (item.id, part.id) not in progress.held]
    marks = [m for (name, _), m in progress.marks.items() if name == item.id]
    done = all((item.id, part.id) in progress.over for part in item.parts)
    missed = any(m.score < 1 for m in marks)  # known to be missed, however the run ended
    return sum(float(m.score) for m in marks) / len(counted) if counted and (done or missed) else None
