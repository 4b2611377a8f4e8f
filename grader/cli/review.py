"""`quiz review`: practise what is due, each item in a fresh variant."""

from __future__ import annotations

from datetime import datetime

import click

from grader.cli.common import Console, bank_option, lang_option, language, learner_option, now, open_bank
from grader.cli.sets import SET
from grader.model import say


@click.command()
@click.argument("words", metavar="[SET]...", nargs=-1, type=SET)
@bank_option
@lang_option
@click.option("--count", type=click.IntRange(1), metavar="N", help="At most N items, the longest overdue first.")
@click.option("--certainty", is_flag=True, help="Say how sure you are of each first answer.")
@learner_option
def command(
    words: tuple[str, ...], bank: str | None, lang: str | None, count: int | None, certainty: bool, learner: str
) -> None:
    """Practise what is due of a SET, or of everything that was met."""
    from grader.bank.choose import fresh
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.cli.keeping import Keeping, history
    from grader.cli.state import State
    from grader.records.schedule import due, schedule
    from grader.session.loop import Session
    from grader.text.tell import plain

    state = State(learner)
    lang = language(lang, state.lang)
    loaded = open_bank(bank, lang)
    inside = {item.id: item for item in select(loaded, words or ("all",))}
    met = schedule(history(learner))
    plan = {item: entry for item, entry in met.items() if item in inside}
    moment = datetime.fromisoformat(now())
    waiting = due(plan, moment)[:count]
    if not waiting:
        later = min((entry.at for entry in plan.values()), default=None)
        told = say("review.later", date=_day(later)) if later else say("review.unmet" if met else "review.nothing")
        click.echo(plain(told, lang))
        return
    items = [inside[entry.item] for entry in waiting]
    keeper = Keeping(loaded, learner, lang, state, "", True)
    # Seed 0 was met first; each time an item comes back it shows its next variant.
    variants = Variants(loaded)
    seeds = {entry.item: fresh(variants, inside[entry.item], entry.met) for entry in waiting}
    click.echo(plain(say("review.due", count=len(items)), lang))
    session = Session(variants, items, lang, 0, Console(lang), keeper, seeds, certainty)
    try:
        keeper.finish(tuple(items), session.run())
    finally:
        keeper.close()


def _day(at: datetime) -> str:
    """A day as people here write it, in their own time."""
    return at.astimezone().strftime("%d.%m.%Y")
