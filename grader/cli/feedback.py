"""`quiz feedback DIR -o DIR`: a page for each student, with their answers and the solution of their own variant."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, force_option, lang_option, language, open_bank, warn
from grader.cli.students import printed_name, roster_of
from grader.errors import UserError
from grader.model import say

if TYPE_CHECKING:
    from grader.batch.marks import MarkRow


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder.")
@click.option(
    "--format", "suffix", type=click.Choice(["html", "pdf"]), default="html", show_default=True, help="Of pages."
)
@click.option("--roster", type=click.Path(dir_okay=False, path_type=Path), help="Class list: names and languages.")
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@lang_option
def command(
    folder: Path, output: Path, suffix: str, roster: Path | None, templates: str | None, force: bool, bank: str | None,
    lang: str | None,
) -> None:  # fmt: skip
    """Write what each student gets back from the marks in DIR."""
    from grader.batch.again import read_marks, read_table, refusals, stale
    from grader.batch.gradebook import GRADES, counted_items
    from grader.batch.options import options_of, rules_of, seed_for
    from grader.batch.pages import MADE_BY, PAGES, feedback
    from grader.batch.roster import Student
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.publish.many import file_names
    from grader.publish.sheet import Copy
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    rows = read_marks(folder)
    if changed := stale(loaded, rows):
        warn(say("batch.stale", count=changed), lang)
    known: dict[str, Student] = {}
    if roster:
        known = {student.id: student for student in roster_of(roster, lang).students}
    options = options_of(folder)
    answered = {row.item.rpartition(".")[0] for row in rows}
    items = counted_items(loaded, rules_of(loaded, options), answered)
    refused = refusals(loaded, folder)
    grades = read_table(folder / GRADES)
    students = list(dict.fromkeys((*(row[0] for row in grades[1:]), *(row.student for row in rows))))
    names = file_names([Copy(0, s, known[s].name if s in known else "") for s in students], "feedback", f".{suffix}")
    folders = [Path(templates)] if templates else []
    by_student: dict[str, list[MarkRow]] = {}
    for row in rows:
        by_student.setdefault(row.student, []).append(row)
    files, failed = {}, False
    with click.progressbar(
        list(zip(students, names, strict=True)), file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        for student, name in bar:
            person = known.get(student)
            spoken = person.lang if person and person.lang else lang
            try:
                called = person.name if person else ""
                if suffix == "pdf":
                    called = printed_name(called, student, lang)
                made = feedback(
                    loaded, student, called, by_student.get(student, ()), spoken, items, seed_for(options, student),
                    refused.get(student),
                )  # fmt: skip
                files[name] = PAGES[suffix](made, spoken, folders)
            except UserError as fault:
                failed = True
                warn(fault.why, lang)
    make_folder(output)
    kept = save_all(output, files, force, (MADE_BY,))
    if kept:
        warn(say("cli.kept", names=", ".join(kept)), lang)
    click.echo(plain(say("publish.wrote-many", count=len(files), folder=str(output)), lang))
    sys.exit(1 if failed else 0)
