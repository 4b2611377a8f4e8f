"""`quiz progress`: how far a learner is."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, is_plain, lang_option, language, learner_option, now, open_bank
from grader.cli.sets import SET
from grader.model import say

if TYPE_CHECKING:
    from grader.model import Bank
    from grader.records.progress import Group, Progress

_BARS = "·▁▂▃▄▅▆▇█"
_HEADS = ("progress.set", "progress.met", "progress.right", "progress.due")


@click.command()
@click.argument("words", metavar="[SET]...", nargs=-1, type=SET)
@bank_option
@lang_option
@learner_option
def command(words: tuple[str, ...], bank: str | None, lang: str | None, learner: str) -> None:
    """Levels and sections, ideas that went wrong, days in a row, and what is due."""
    from grader.bank.sets import select
    from grader.cli.keeping import history
    from grader.cli.state import State
    from grader.records.progress import progress
    from grader.records.schedule import due, schedule
    from grader.text.tell import plain

    lang = language(lang, State(learner).lang)
    loaded = open_bank(bank, lang)
    items = select(loaded, words or ("all",))
    kept = history(learner)
    moment = datetime.fromisoformat(now()).astimezone()
    waiting = {entry.item: entry for entry in due(schedule(kept), moment)}
    found = progress(items, kept, waiting, moment)
    _table(found, lang)
    click.echo()
    click.echo(plain(say("progress.days", picture=_picture(found.days), streak=found.streak), lang))
    _ideas(found, loaded, lang)
    count = sum(group.due for group in found.groups)
    if count:
        click.echo(plain(say("progress.review", count=count), lang))


def _table(found: Progress, lang: str) -> None:
    from grader.text.tell import plain

    rows = [tuple(plain(say(code), lang) for code in _HEADS), *(_row(group) for group in found.groups)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_HEADS))]
    for n, row in enumerate(rows):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(line if n or is_plain() else click.style(line, bold=True))


def _row(group: Group) -> tuple[str, ...]:
    share = "-" if group.share is None else f"{float(100 * group.share):.0f} %"
    bar = "" if group.share is None else _BARS[1:][min(int(group.share * 8), 7)]
    return group.name, f"{group.met}/{group.items}", f"{share} {bar}".strip(), str(group.due or "-")


def _picture(days: tuple[int, ...]) -> str:
    """Two weeks as a line of bars."""
    most = max(*days, 1)
    return "".join(_BARS[-(-count * 8 // most)] for count in days)


def _ideas(found: Progress, bank: Bank, lang: str) -> None:
    from grader.text.tell import plain

    for idea in found.ideas[:5]:
        words = bank.topics[idea.topic].misconceptions.get(idea.name)
        if words:
            told = say("progress.idea", count=idea.count, items=", ".join(idea.items), text=words)
            click.echo(plain(told, lang))
