"""`quiz show ID`: one item as a learner sees it, with its solution if asked."""

from __future__ import annotations

import click

from grader.cli.common import Console, bank_option, lang_option, language, open_bank, seed_option
from grader.cli.sets import SET


@click.command()
@click.argument("name", metavar="ID", type=SET)
@bank_option
@lang_option
@seed_option
@click.option("--solution", is_flag=True, help="Also show answers and worked solutions.")
def command(name: str, bank: str | None, lang: str | None, seed: int, solution: bool) -> None:
    """Show one item by id or number, or the topic's study texts by `topic` or its id."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.session.data import Forgetful
    from grader.session.loop import Session

    lang = language(lang)
    loaded = open_bank(bank, lang)
    topics = [t for t in loaded.topics.values() if name in ("topic", t.id)]
    if topics:
        from grader.session.study import study

        screen = Console(lang)
        for topic in topics:
            for tokens, role in study(Variants(loaded), topic, lang):
                screen.tell(tokens, role)
        return
    for item in select(loaded, (name,)):
        session = Session(Variants(loaded), (item,), lang, seed, Console(lang), Forgetful())
        session.show(item, solution)
