"""`quiz templates copy WHAT`: hand out the source of a template, to be changed and given back with --templates."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import lang_option, language
from grader.errors import UserError
from grader.model import say

WHAT = ("worksheet", "flashcards", "feedback", "report")


@click.group()
def command() -> None:
    """Templates of sheets, cards, feedback and reports."""


@command.command()
@click.argument("what", type=click.Choice(WHAT))
@click.option("-o", "--output", default="templates", type=click.Path(file_okay=False, path_type=Path),
              show_default=True, help="Folder; its files are used with --templates.")  # fmt: skip
@lang_option
def copy(what: str, output: Path, lang: str | None) -> None:
    """Copy the source of a template; a file that is there stays as it is."""
    from grader.bank.locate import shipped
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.text.tell import plain

    source = shipped("templates") / "templates" / what
    target = output / what
    there = [p.name for p in sorted(source.iterdir()) if (target / p.name).exists()]
    if there:
        raise UserError("publish.templates-there", folder=str(target), names=", ".join(there))
    make_folder(target)
    save_all(target, {p.name: p.read_bytes() for p in sorted(source.iterdir()) if p.is_file()})
    click.echo(
        plain(say("publish.templates-copied", folder=str(target), option=f"--templates {output}"), language(lang))
    )
