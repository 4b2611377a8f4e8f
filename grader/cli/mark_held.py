"""`quiz mark-held DIR`: what the machine held, and own words, grouped by text; one decision a group, names hidden."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, lang_option, language, now, open_bank, warn
from grader.model import say


@click.command(name="mark-held")
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--prove", is_flag=True, help="Ask SymPy first; what it proves is offered.")
@click.option("--unread", is_flag=True, help="Also what the machine could not read.")
@click.option("--by", default="teacher", show_default=True, help="Who decides.")
@bank_option
@lang_option
def command(folder: Path, prove: bool, unread: bool, by: str, bank: str | None, lang: str | None) -> None:
    """Mark held answers, a group of like texts at a time: a share (1, 0.5, 0), s to skip, q to leave.

    Own words have a rubric; there whole numbers are its ideas (1 2), and a share is written 50% or 0.5.
    """
    from grader.batch.again import read_marks, stale
    from grader.batch.decisions import Decision, add
    from grader.batch.held import groups, score_of
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    if changed := stale(loaded, read_marks(folder)):
        warn(say("batch.stale", count=changed), lang)
    left = groups(loaded, folder, unread)
    if not left:
        click.echo(plain(say("held.none"), lang))
        return
    done = 0
    for n, group in enumerate(left, 1):
        click.echo(plain(say("held.group", n=n, count=len(left), problem=group.problem, answers=group.count), lang))
        click.echo(f"  {group.answer}")
        for other in group.others:
            click.echo(f"  ~ {other}")
        if group.key:
            click.echo(plain(say("held.key", key=group.key), lang))
        if prove and not group.rubric:
            from grader.batch.held import proved

            click.echo(plain(proved(loaded, group), lang))
        for place, (idea, weight) in enumerate(group.ideas(lang), 1):
            click.echo(f"  {place}. {idea} [{weight}]")
        while True:
            try:
                prompt = say("held.prompt-rubric") if group.rubric else say("held.prompt")
                typed = click.prompt(plain(prompt, lang), default="s", show_default=False)
            except click.Abort:
                typed = "q"
            if typed.strip() in ("s", "q"):
                break
            score = score_of(group, typed)
            if score is None:
                click.echo(plain(say("held.again", text=typed.strip()[:20]), lang))
                continue
            for text in (group.answer, *group.others):
                add(folder, Decision(now(), by, "", group.item, group.part, group.seed, text, score))
            done += 1
            click.echo(plain(say("held.decided", score=score, count=group.count), lang))
            break
        if typed.strip() == "q":
            break
    click.echo(plain(say("held.done", done=done, left=len(left) - done), lang))
