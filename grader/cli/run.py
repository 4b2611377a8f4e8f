"""`quiz run SET`: practise in the terminal."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import click

from grader.cli.common import Console, bank_option, data_folder, lang_option, language, now, open_bank, seed_option

if TYPE_CHECKING:
    from grader.bank.variants import Variants
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
    variants = Variants(loaded)
    recorder = Recorder(variants, learner, lang)
    Session(variants, items, lang, seed, Console(lang), (lambda attempt: None) if no_record else recorder.record).run()


class Recorder:
    """Stores attempts; the store opens at the first one, when the first question has long been on the screen."""

    def __init__(self, variants: Variants, learner: str, lang: str) -> None:
        """Keep who answers and in which language; the run gets an id of its own."""
        self.variants, self.learner, self.lang = variants, learner, lang
        self.run = str(uuid.uuid4())
        self.store: object = None

    def record(self, attempt: Attempt) -> None:
        """Store one attempt and its mark."""
        from grader import __version__
        from grader.bank.hashes import key_hash
        from grader.records.keep import keep
        from grader.records.store import Store

        if self.store is None:
            data_folder().mkdir(parents=True, exist_ok=True)
            self.store = Store(f"sqlite:///{data_folder() / 'records.db'}")
        mark = attempt.mark
        item = self.variants.bank.find(mark.item)
        assert item is not None
        part = item.part(mark.part)
        assert part is not None
        digest = key_hash(self.variants.bank, item, part)
        keep(self.store, attempt, str(uuid.uuid4()), now(), self.learner, self.run, self.lang, digest, __version__)
