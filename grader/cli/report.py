"""`quiz report DIR`: a class's statistics, misconceptions and what to set next."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, force_option, lang_option, language, open_bank
from grader.model import say


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder, else DIR itself.")
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@lang_option
def command(
    folder: Path, output: Path | None, templates: str | None, force: bool, bank: str | None, lang: str | None
) -> None:
    """Write report.html and its tables as CSV from the marks in DIR."""
    from grader.batch.again import read_marks, read_table
    from grader.batch.gradebook import GRADES
    from grader.batch.pages import REPORT_BY, TABLE_SIGNS, report_page, report_tables
    from grader.batch.report import report
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    made = report(loaded, read_marks(folder), read_table(folder / GRADES))
    target = output or folder
    files = {"report.html": report_page(made, lang, folders=[Path(templates)] if templates else [])}
    make_folder(target)
    save_all(target, files | report_tables(made), force, (REPORT_BY, *TABLE_SIGNS))
    click.echo(plain(say("report.wrote", folder=str(target), count=made.students), lang))
    for one in made.misconceptions[:3]:
        click.echo(f"  {one.name}: {one.students} / {one.met}")
