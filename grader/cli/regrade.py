"""`quiz regrade DIR`: mark a class again after the bank was mended; shows who changes before anything is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, lang_option, language, open_bank
from grader.cli.grade import exported, tell, written
from grader.model import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.again import Change
    from grader.model import Bank


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--apply", "apply_", is_flag=True, help="Write the new marks; the old tables stay beside.")
@bank_option
@lang_option
def command(folder: Path, apply_: bool, bank: str | None, lang: str | None) -> None:
    """Mark a folder of marks again, by the options of `quiz grade`: who changes, by how much, and why."""
    from grader.batch.again import regraded
    from grader.batch.gradebook import MARKS, OPTIONS
    from grader.batch.options import options_of, rules_of
    from grader.errors import UserError
    from grader.text.tell import plain

    if (folder / MARKS).is_file() and not (folder / OPTIONS).is_file():
        raise UserError("batch.no-options", name=OPTIONS, folder=str(folder))
    kept_lang = options_of(folder).lang
    lang = language(lang or kept_lang)
    loaded = open_bank(bank, lang)
    if any(not issue.warning for issue in loaded.issues):
        raise UserError("batch.bank-faults")
    options = replace(options_of(folder), lang=lang)
    outcome, changes = regraded(loaded, folder, rules_of(loaded, options))
    for change in changes:
        slots = {name: getattr(change, name) for name in ("student", "place", "before", "after", "why")}
        code = "batch.change" if change.before != change.after else "batch.change-same"
        click.echo(plain(say(code, **slots), lang))
    stale = not changes and _stale(folder, outcome.grades)
    if stale:
        click.echo(plain(say("batch.points-changed"), lang))
    if not changes and not stale:
        click.echo(plain(say("batch.no-change"), lang))
        return
    students = len({change.student for change in changes})
    if changes:
        click.echo(plain(say("batch.changes", count=len(changes), students=students), lang))
    _check_changed(loaded, changes)
    if apply_ or _confirmed(lang):
        kept = written(outcome, loaded, folder, options, True, lang)
        exported(outcome, loaded, folder, options.exports, True, lang)
        tell(outcome, loaded, folder, kept, lang)


def _check_changed(bank: Bank, changes: Sequence[Change]) -> None:
    """Raise UserError where a problem whose key has changed does not pass the checks: its marks would be no better."""
    from grader.checks.run import check
    from grader.errors import UserError

    places = {change.address.rpartition(".")[0] for change in changes if change.why.code == "batch.why-key"}
    items = [item for item in bank.items if item.id in places]
    faults = [issue for issue in check(bank, range(3), items=items).issues if not issue.warning] if items else []
    if faults:
        raise UserError("batch.check-faults", count=len(faults), where=faults[0].where, why=faults[0].say)


def _stale(folder: Path, grades: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the gradebook there is another one, as after a change of points."""
    from grader.batch.gradebook import GRADES, bytes_of
    from grader.csvtext import text_of

    return bytes_of(folder / GRADES) != text_of(grades).encode("utf-8")


def _confirmed(lang: str) -> bool:
    """Whether a person at a terminal says yes; from a pipe nothing is written without --apply."""
    import sys

    from grader.text.tell import plain

    if not sys.stdin.isatty():
        return False
    typed = click.prompt(plain(say("batch.apply"), lang), default="", show_default=False)
    return typed.strip().casefold() in ("y", "yes", "haan")
