"""`quiz report DIR`: a class's statistics, misconceptions and what to set next."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, force_option, lang_option, language, open_bank, warn
from grader.cli.students import roster_of
from grader.errors import UserError
from grader.model import say


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder, else DIR itself.")
@click.option("--roster", type=click.Path(dir_okay=False, path_type=Path), help="Class list: figures by its languages.")
@click.option("--record", "record", default="", metavar="URL",
              help="A record of practice (a file or a database URL): lists what learners doubted.")  # fmt: skip
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@lang_option
def command(
    folder: Path, output: Path | None, roster: Path | None, record: str, templates: str | None, force: bool,
    bank: str | None, lang: str | None,
) -> None:  # fmt: skip
    """Write report.html and its tables as CSV from the marks in DIR."""
    from grader.batch.again import read_marks, read_table, stale
    from grader.batch.gradebook import GRADES
    from grader.batch.pages import REPORT_BY, TABLE_SIGNS, report_page, report_tables
    from grader.batch.report import report
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    langs = {s.id: s.lang for s in roster_of(roster, lang).students if s.lang} if roster else {}
    disputes = _disputes(record) if record else ()
    rows = read_marks(folder)
    if changed := stale(loaded, rows):
        warn(say("batch.stale", count=changed), lang)
    made = report(loaded, rows, read_table(folder / GRADES), langs, disputes, lang)
    target = output or folder
    files = {"report.html": report_page(made, lang, folders=[Path(templates)] if templates else [])}
    make_folder(target)
    save_all(target, files | report_tables(made), force, (REPORT_BY, *TABLE_SIGNS))
    click.echo(plain(say("report.wrote", folder=str(target), count=made.students), lang))
    if made.held:
        warn(say("report.waits", count=made.held), lang)
    for one in made.misconceptions[:3]:
        click.echo(f"  {one.name}: {one.students} / {one.met}")


def _disputes(record: str) -> list[tuple[str, str, str, str, str]]:
    """What learners said of their marks in a record: part, learner, answer, outcome, time."""
    from grader.records.store import Store

    if "://" not in record and not Path(record).is_file():
        raise UserError("batch.no-file", name=record)
    with Store(record if "://" in record else f"sqlite:///{record}") as store:
        by_id = {attempt.id: (attempt, marking) for attempt, marking in store.current_marks()}
        doubted = dict.fromkeys(one.scope for one in store.decisions() if one.what == "disputed")
    return [
        (f"{attempt.item}.{attempt.part}", attempt.learner, attempt.raw, marking.outcome, attempt.at[:16])
        for attempt, marking in (by_id[name] for name in doubted if name in by_id)
    ]
