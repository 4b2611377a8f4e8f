"""`quiz run SET`: practise in the terminal."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import click

from grader.cli.common import Console, bank_option, data_folder, lang_option, language, now, open_bank, seed_option

if TYPE_CHECKING:
    from grader.model import Bank
    from grader.records.store import Store
    from grader.session import Attempt


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True)
@bank_option
@lang_option
@seed_option
@click.option("--learner", default="me", show_default=True, help="Whose record this is.")
@click.option("--no-record", is_flag=True, help="Keep no record of this run.")
def command(
    words: tuple[str, ...], bank: str | None, lang: str | None, seed: int, learner: str, no_record: bool
) -> None:
    """Practise a SET: any ids, numbers (3.2), level1 .. level5, a section, a topic, traps, all."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.session import Session

    lang = language(lang)
    loaded = open_bank(bank, lang)
    items = select(loaded, words)
    recorder = Recorder(loaded, learner, lang)
    keep = (lambda attempt: None) if no_record else recorder.record
    try:
        Session(Variants(loaded), items, lang, seed, Console(lang), keep).run()
    finally:
        recorder.close()


class Recorder:
    """Stores attempts; the store opens at the first one, when the first question has long been on the screen."""

    def __init__(self, bank: Bank, learner: str, lang: str) -> None:
        """Keep who answers and in which language; the run gets an id of its own."""
        self.bank, self.learner, self.lang = bank, learner, lang
        self.run = str(uuid.uuid4())
        self.store: Store | None = None
        self.last = ""

    def record(self, attempt: Attempt) -> None:
        """Store one attempt with its marking; a dispute or an own verdict is a decision on the last one."""
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
            attempt.earlier, attempt.hints,
        )  # fmt: skip
        store.record(row, marking(self.last, mark, key_hash(self.bank, item, part), __version__, at))

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
