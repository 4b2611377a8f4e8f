"""`quiz run SET`: practise in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import Console, bank_option, lang_option, language, learner_option, open_bank, seed_option, warn
from grader.cli.sets import SET
from grader.errors import UserError
from grader.model import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.cli.keeping import Keeping
    from grader.cli.state import State
    from grader.model import Item
    from grader.session.loop import Session


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@bank_option
@lang_option
@seed_option
@click.option(
    "--count", type=click.IntRange(1), metavar="N", help="N items in mixed order, what is new or went worst first."
)
@click.option("--only-missed", is_flag=True, help="Only items that were not all right the last time.")
@click.option("--certainty", is_flag=True, help="Say how sure you are of each first answer.")
@click.option(
    "--answers", type=click.Path(dir_okay=False, path_type=Path), help="CSV problem,part,answer: run unattended."
)
@click.option("--fresh", is_flag=True, help="Start over instead of going on where this set was left.")
@learner_option
@click.option("--no-record", is_flag=True, help="Keep no record of this run.")
def command(
    words: tuple[str, ...],
    bank: str | None,
    lang: str | None,
    seed: int,
    count: int | None,
    only_missed: bool,
    certainty: bool,
    answers: Path | None,
    fresh: bool,
    learner: str,
    no_record: bool,
) -> None:
    """Practise a SET: any ids, numbers (3.2), level1 .. level5, a section, a topic, traps, all."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.cli.keeping import Keeping
    from grader.cli.state import State
    from grader.session.loop import Session

    if answers and certainty:
        raise UserError("cli.certainty-answers")
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
    asked = " ".join((*words, *(["--only-missed"] if only_missed else []), *([f"--count {count}"] if count else [])))
    keeper = Keeping(loaded, learner, lang, state, f"{loaded.id} {asked} {seed}", not no_record)
    if fresh:
        state.end(keeper.name)
    items = _chosen(items, state, keeper.name, count, only_missed, seed)
    session = Session(Variants(loaded), items, lang, seed, screen, keeper, rate=certainty)
    if not fresh and not no_record:
        _resume(session, keeper, items, lang)
    try:
        keeper.finish(items, session.run())
        unused = typed.unused(items) if typed else []
        if unused:
            warn(say("cli.answers-unused", names=", ".join(unused)), lang)
    finally:
        keeper.close()


def _chosen(
    items: tuple[Item, ...], state: State, name: str, count: int | None, only_missed: bool, seed: int
) -> tuple[Item, ...]:
    """The items of a run; an unfinished one goes on with those it began with."""
    from grader.bank.choose import met, missed, mixed

    if not count and not only_missed:
        return items
    begun = state.chosen(name)
    by_id = {item.id: item for item in items}
    if begun and all(item in by_id for item in begun):
        return tuple(by_id[item] for item in begun)
    if only_missed:
        before = items
        items = missed(items, state.result)
        if not items:
            code = "cli.nothing-missed" if met(before, state.result) else "cli.nothing-done"
            raise UserError(code, exit_code=1)
    if count:
        items = mixed(items, count, state.result, name, seed)
    state.choose(name, [item.id for item in items])
    return items


def _resume(session: Session, keeper: Keeping, items: Sequence[Item], lang: str) -> None:
    """Take up an unfinished run of the same set and seed, and say so."""
    from grader.session.data import Kept

    kept = {place: Kept(*texts) for place, texts in keeper.state.run(keeper.name).items()}
    count = session.restore(kept, keeper.state.drafts(keeper.name))
    total = sum(len(item.parts) or 1 for item in items)
    if count:
        warn(say("cli.resumed", done=count, total=total), lang)
