"""`quiz grade FILE -o DIR`: mark a file of answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.batch.policy import COUNTS
from grader.cli.common import (
    bank_option,
    force_option,
    lang_option,
    language,
    open_bank,
    seed_option,
    uncollected,
    warn,
)
from grader.cli.students import roster_of
from grader.errors import UserError
from grader.model import Say, say

if TYPE_CHECKING:
    from grader.batch.gradebook import Outcome
    from grader.batch.options import Options
    from grader.batch.sources import Source
    from grader.model import Bank

_FILE = click.Path(dir_okay=False, path_type=Path)
EXPORTS = ("moodle", "canvas", "gradescope", "xlsx", "parquet")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "folder", type=click.Path(file_okay=False, path_type=Path), help="Folder for the marks."
)
@click.option("--set", "words", multiple=True, metavar="SET",
              help="What was set: the points are out of this; else out of every problem in the file.")  # fmt: skip
@click.option("--roster", type=_FILE, help="Class list: who has no row is named.")
@click.option("--map", "mapping", type=_FILE, help="Which column is which part, for a file with a column a part.")
@click.option("--suggest-map", is_flag=True, help="Print a mapping for the columns of FILE.")
@click.option("--attempts", type=click.Choice(COUNTS), default="last", show_default=True,
              help="Which of several answers counts.")  # fmt: skip
@click.option("--due", default="", metavar="TIME", help="Answers after this time are late (column at).")
@click.option("--late-penalty", default="0", metavar="SHARE", help="Taken off for each day begun, as in 10%.")
@click.option("--attempt-penalty", default="0", metavar="SHARE", help="Taken off for each earlier attempt.")
@click.option("--export", "exports", multiple=True, type=click.Choice(EXPORTS), help="Also a file for this system.")
@click.option(
    "--variants",
    type=click.Choice(["one", "personal"]),
    help="Of rows without a sheet id or seed: all have the variant of --seed, or each that of the own sheet.",
)
@click.option("--engine", type=click.Choice(["local", "processes", "dask"]), default="local", show_default=True,
              help="Where distinct answers are marked.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1), help="Processes, else one for each core.")
@click.option("--scheduler", default="", metavar="ADDRESS", help="A Dask scheduler, else one is started here.")
@force_option
@bank_option
@lang_option
@seed_option
@uncollected()
def command(
    file: Path, folder: Path | None, words: tuple[str, ...], roster: Path | None, mapping: Path | None,
    suggest_map: bool, attempts: str, due: str, late_penalty: str, attempt_penalty: str, exports: tuple[str, ...],
    variants: str | None, engine: str, workers: int | None, scheduler: str, force: bool, bank: str | None,
    lang: str | None, seed: int,
) -> None:  # fmt: skip
    """Mark answers: CSV, XLSX, JSON lines, Parquet, or a folder or zip with a file a student.

    Columns are student, problem, part, answer, perhaps seed or sheet, attempt and at. Writes grades.csv, marks.csv,
    problems.csv and summary.html.
    """
    from grader.bank.naming import by_name
    from grader.batch.decisions import load
    from grader.batch.engines import engine_of
    from grader.batch.gradebook import graded, spare
    from grader.batch.options import Options, options_of, rules_of
    from grader.batch.read import submissions
    from grader.batch.roster import by_names, ids_of
    from grader.batch.sources import open_source

    lang = language(lang)
    loaded = open_bank(bank, lang)
    source = open_source(file, by_name(loaded))
    if suggest_map:
        _suggest(source, loaded, lang)
        return
    if folder is None:
        raise UserError("batch.no-output")
    spare(file, folder)
    if roster:
        spare(roster, folder)
    listed = roster_of(roster, lang).students if roster else ()
    students = tuple(student.id for student in listed)
    exports = tuple(dict.fromkeys((*options_of(folder).exports, *exports)))  # one that is there must not go stale
    options = Options(
        words, seed, lang, students, attempts, due, late_penalty, attempt_penalty, exports, variants or ""
    )
    rules = replace(rules_of(loaded, options), decisions=load(folder))
    submitted = by_names(submissions(_long(source, mapping), frozenset(students), ids_of(listed)), listed)
    own = bool(roster or submitted.sheets)  # each student may have had a variant of their own
    unsure = submitted.unsure if own and not variants else 0
    if unsure and seed:
        raise UserError("batch.variants", count=unsure, seed=seed)
    with engine_of(engine, loaded, workers, scheduler) as marker:
        outcome = graded(loaded, submitted, rules, marker)
    kept = written(outcome, loaded, folder, options, force, lang)
    exported(outcome, loaded, folder, exports, force, lang)
    tell(outcome, loaded, folder, kept, lang)
    if unsure:
        warn(say("batch.one-variant", count=unsure), lang)


def _long(source: Source, mapping: Path | None) -> Source:
    from grader.batch.gradebook import bytes_of
    from grader.batch.wide import long, read_map

    return long(source, read_map(bytes_of(mapping).decode("utf-8-sig", "replace"))) if mapping else source


def _suggest(source: Source, bank: Bank, lang: str) -> None:
    import yaml

    from grader.batch.wide import suggest

    found = suggest(source, bank)
    click.echo(yaml.safe_dump(found, sort_keys=False, allow_unicode=True).rstrip())
    used = {*found["columns"], *(name for key, name in found.items() if key != "columns")}
    left = [name.strip() for name in source.header if name.strip() and name.strip() not in used]
    if left:
        warn(say("batch.unmapped", names=", ".join(left)), lang)


def written(outcome: Outcome, bank: Bank, folder: Path, options: Options, force: bool, lang: str) -> list[str]:
    """Write the tables, the summary and the options, all or none; the names of what is kept."""
    from grader.batch.gradebook import SUMMARY, write
    from grader.batch.options import kept
    from grader.batch.pages import REPORT_BY, report_page
    from grader.batch.report import report
    from grader.publish.formats import check_own

    page = report_page(report(bank, outcome.marked, outcome.grades, lang=lang), lang)
    check_own(folder, {SUMMARY: page}, force, (REPORT_BY,))
    return write(outcome, folder, force, {SUMMARY: page} | kept(options))


def exported(outcome: Outcome, bank: Bank, folder: Path, exports: tuple[str, ...], force: bool, lang: str) -> None:
    """The files of other systems."""
    from grader.batch.exports import SIGNS, export
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.text.tell import plain

    places: dict[Path, dict[str, bytes]] = {}
    for name, data in export(bank, outcome, exports, plain(say("report.title"), lang)).items():
        path = folder / name
        places.setdefault(path.parent, {})[path.name] = data
    for place, files in places.items():
        make_folder(place)
        save_all(place, files, force, SIGNS)


def tell(outcome: Outcome, bank: Bank, folder: Path, kept: list[str], lang: str) -> None:
    """What became of the rows, and what a teacher should know of the file."""
    from grader.text.tell import plain

    notes: list[Say] = [*outcome.notes]
    if outcome.ignored:
        notes.append(say("batch.ignored", names=", ".join(outcome.ignored)))
    if kept:
        notes.append(say("cli.kept", names=", ".join(kept)))
    if outcome.rows and outcome.refused == outcome.rows:
        notes.append(say("batch.bank", folder=bank.root))  # a folder that happens to be here may be the wrong bank
    for note in notes:
        warn(note, lang)
    counts = {name: getattr(outcome, name) for name in ("rows", "graded", "refused", "held", "unread")}
    click.echo(plain(say("batch.counts", **counts, folder=str(folder)), lang))
