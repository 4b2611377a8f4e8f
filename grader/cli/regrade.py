"""`quiz regrade DIR`: mark a class again after the bank was mended; shows who changes before anything is written."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, lang_option, language, open_bank
from grader.cli.grade import tell
from grader.model import say


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--set", "words", multiple=True, metavar="SET", help="What was set, as for quiz grade.")
@click.option("--attempts", type=click.Choice(["last", "best", "first"]), default="last", show_default=True,
              help="Which of several answers counts.")  # fmt: skip
@click.option("--due", default="", metavar="TIME", help="Answers after this time are late.")
@click.option("--late-penalty", default="0", metavar="SHARE", help="Taken off for each day begun.")
@click.option("--attempt-penalty", default="0", metavar="SHARE", help="Taken off for each earlier attempt.")
@click.option("--apply", "apply_", is_flag=True, help="Write the new marks; the old tables stay beside.")
@bank_option
@lang_option
def command(
    folder: Path, words: tuple[str, ...], attempts: str, due: str, late_penalty: str, attempt_penalty: str,
    apply_: bool, bank: str | None, lang: str | None,
) -> None:  # fmt: skip
    """Mark the answers in a folder of marks again: who changes, by how much, and why."""
    from grader.bank.sets import select
    from grader.batch.again import regraded
    from grader.batch.gradebook import Rules, write
    from grader.batch.policy import policy_of
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    chosen = select(loaded, words) if words else None
    rules = Rules(0, lang, chosen, (), policy_of(attempts, due, late_penalty, attempt_penalty))
    outcome, changes = regraded(loaded, folder, rules)
    for change in changes:
        slots = {name: getattr(change, name) for name in ("student", "problem", "part", "before", "after", "why")}
        click.echo(plain(say("batch.change", **slots), lang))
    if not changes:
        click.echo(plain(say("batch.no-change"), lang))
        return
    students = len({change.student for change in changes})
    click.echo(plain(say("batch.changes", count=len(changes), students=students), lang))
    if apply_ or _confirmed(lang):
        kept = write(outcome, folder, force=True)
        tell(outcome, loaded, folder, kept, lang)


def _confirmed(lang: str) -> bool:
    """Whether a person at a terminal says yes; from a pipe nothing is written without --apply."""
    import sys

    from grader.text.tell import plain

    if not sys.stdin.isatty():
        return False
    typed = click.prompt(plain(say("batch.apply"), lang), default="", show_default=False)
    return typed.strip().casefold() in ("y", "yes", "haan")
