"""`quiz worksheet SET -o FILE`: a set as PDF, HTML or Typst source."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, force_option, lang_option, language, open_bank, seed_option, warn
from grader.cli.sets import SET


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@click.option("-o", "--output", "output", metavar="FILE", required=True, help="The file to write: .pdf, .html or .typ.")
@click.option("--key", is_flag=True, help="Add an answer key on pages of its own.")
@click.option("--solutions", is_flag=True, help="Add worked solutions on pages of their own.")
@click.option("--title", default="", help="Title of the sheet (else that of the topic).")
@click.option("--date", default="", help="Date printed at the top (else a line to write on).")
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@lang_option
@seed_option
def command(
    words: tuple[str, ...],
    output: str,
    key: bool,
    solutions: bool,
    title: str,
    date: str,
    templates: str | None,
    force: bool,
    bank: str | None,
    lang: str | None,
    seed: int,
) -> None:
    """Print a SET: any ids, numbers (3.2), level1 .. level5, a section, a topic, traps, all."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.errors import UserError
    from grader.model import say
    from grader.publish.formats import FORMATS, format_of, save, spare
    from grader.publish.sheet import build
    from grader.text.tell import plain

    lang = language(lang)
    make = format_of(output, FORMATS)
    if templates and not Path(templates).is_dir():
        raise UserError("publish.no-folder", name=templates)
    if templates:
        spare(Path(output), Path(templates))
    loaded = open_bank(bank, lang)
    items = select(loaded, words)
    sheet = build(Variants(loaded), items, seed, lang, title=title, date=date, key=key, solutions=solutions)
    kept = save(Path(output), make(sheet, [Path(templates)] if templates else []), force)
    if kept:
        warn(say("cli.kept", names=", ".join(kept)), lang)
    click.echo(plain(say("publish.wrote", name=output, count=sheet.count, points=sheet.points), lang))
