"""`quiz run SET`: practise in the terminal."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    Console,
    bank_option,
    data_folder,
    lang_option,
    language,
    now,
    open_bank,
    seed_option,
    warn,
)
from grader.cli.sets import SET
from grader.errors import UserError
from grader.model import say

if TYPE_CHECKING:
    from grader.cli.state import State
    from grader.model import Bank, Item
    from grader.records.store import Store
    from grader.session.data import Attempt, Place, Progress


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@bank_option
@lang_option
@seed_option
@click.option(
    "--answers", type=click.Path(dir_okay=False, path_type=Path), help="CSV problem,part,answer: run unattended."
)
@click.option("--fresh", is_flag=True, help="Start over instead of going on where this set was left.")
@click.option("--learner", default="me", show_default=True, help="Whose record this is.")
@click.option("--no-record", is_flag=True, help="Keep no record of this run.")
def command(
    words: tuple[str, ...],
    bank: str | None,
    lang: str | None,
    seed: int,
    answers: Path | None,
    fresh: bool,
    learner: str,
    no_record: bool,
) -> None:
    """Practise a SET: any ids, numbers (3.2), level1 .. level5, a section, a topic, traps, all."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.cli.state import State
    from grader.session.loop import Session

    state = State(learner)
    lang = language(lang, state.lang)
    loaded = open_bank(bank, lang)
    items = select(loaded, words)
    screen, typed = Console(lang), None
    if answers:
        from grader.cli.unattended import Unattended

        screen = typed = Unattended(lang, answers, loaded)
        outside = typed.outside(items)
        if outside:
            warn(say("cli.answers-outside", names=", ".join(outside)), lang)
        no_record = fresh = True
    if state.damaged:
        warn(say("cli.state-damaged", file=state.path.name), lang)
    state.lang = lang
    keeper = Keeping(loaded, learner, lang, state, f"{loaded.id} {' '.join(words)} {seed}", not no_record)
    session = Session(Variants(loaded), items, lang, seed, screen, keeper)
    if fresh:
        state.end(keeper.name)
    elif not no_record:
        _resume(session, keeper, items, lang)
    try:
        keeper.finish(items, session.run())
        unused = typed.unused(items) if typed else []
        if unused:
            warn(say("cli.answers-unused", names=", ".join(unused)), lang)
    finally:
        keeper.close()


def _resume(session: object, keeper: Keeping, items: tuple[Item, ...], lang: str) -> None:
    """Take up an unfinished run of the same set and seed, and say so."""
    from grader.session.loop import Session

    assert isinstance(session, Session)
    count = session.restore(keeper.state.run(keeper.name), keeper.state.drafts(keeper.name))
    total = sum(len(item.parts) or 1 for item in items)
    if count:
        warn(say("cli.resumed", done=count, total=total), lang)


class Keeping:
    """Stores attempts and remembers what is done; the store opens at the first answer, not before the first prompt."""

    def __init__(self, bank: Bank, learner: str, lang: str, state: State, name: str, recording: bool) -> None:
        """Keep who answers and in which language; the run gets an id of its own."""
        self.bank, self.learner, self.lang = bank, learner, lang
        self.state, self.name, self.recording = state, name, recording
        self.storing = recording
        self.run = str(uuid.uuid4())
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
        from grader.records.rows import Attempt as Row
        from grader.records.rows import Decision, marking

        store = self._opened()
        if attempt.disputed or attempt.self_marked is not None:
            what = "disputed" if attempt.disputed else f"self-marked {'right' if attempt.self_marked else 'wrong'}"
            store.add_decision(Decision(str(uuid.uuid4()), self.last, what, self.learner, now()))
            return
        mark = attempt.mark
        item = self.bank.find(mark.item)
        part = item.part(mark.part) if item else None
        assert item is not None
        assert part is not None
        self.last = str(uuid.uuid4())
        at = now()
        row = Row(
            self.last, at, self.learner, self.run, mark.item, mark.part, mark.seed, self.lang, mark.raw,
            attempt.earlier, attempt.hints, attempt.certainty,
        )  # fmt: skip
        store.record(row, marking(self.last, mark, key_hash(self.bank, item, part), __version__, at))

    def kept(self, place: Place, first: str, last: str, over: str) -> None:
        """Remember how far a part is, so that the run can go on another day."""
        if self.recording:
            self.state.keep(self.name, place, first, last, over)
            self.state.save()

    def draft(self, place: Place, lines: Sequence[str]) -> None:
        """Remember the lines of an answer that is not finished."""
        if self.recording:
            self.state.draft(self.name, place, lines)
            self.state.save()

    def finish(self, items: tuple[Item, ...], progress: Progress) -> None:
        """Remember the results; a run that came to its end is forgotten."""
        if not self.recording:
            return
        for item in items:
            marks = [m for (i, _), m in progress.marks.items() if i == item.id]
            if all((item.id, part.id) in progress.over for part in item.parts) and marks:
                share = sum(float(m.score) for m in marks) / len(item.parts)
                self.state.set_result(item.id, round(share, 4))
        if not progress.ended:
            self.state.end(self.name)
        self.state.save()

    def _opened(self) -> Store:
        if self.store is None:
            from grader.records.store import Store

            data_folder().mkdir(parents=True, exist_ok=True)
            self.store = Store(f"sqlite:///{data_folder() / 'records.db'}")
        return self.store

    def close(self) -> None:
        """Let the store go."""
        if self.store:
            self.store.close()
