"""`quiz grade FILE -o DIR`: mark a file of answers."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, force_option, lang_option, language, open_bank, seed_option, warn


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder."
)
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="SET",
    help="What was set: the points are out of this; else out of every problem in the file.",
)
@click.option(
    "--roster",
    type=click.Path(dir_okay=False, path_type=Path),
    help="CSV with a column student: who has no row is named.",
)
@force_option
@bank_option
@lang_option
@seed_option
def command(
    file: Path,
    folder: Path,
    words: tuple[str, ...],
    roster: Path | None,
    force: bool,
    bank: str | None,
    lang: str | None,
    seed: int,
) -> None:
    """Mark a CSV with the columns student,problem,part,answer; writes grades.csv, marks.csv and problems.csv."""
    from grader.bank.sets import select
    from grader.batch.gradebook import bytes_of, grade, spare, write
    from grader.batch.read import roster as names_of
    from grader.model import say
    from grader.text.tell import plain

    lang = language(lang)
    spare(file, folder)
    if roster:
        spare(roster, folder)
    loaded = open_bank(bank, lang)
    names = names_of(bytes_of(roster)) if roster else ()
    outcome = grade(loaded, file, seed, lang, select(loaded, words) if words else None, names)
    kept = write(outcome, folder, force)
    if outcome.ignored:
        warn(say("batch.ignored", names=", ".join(outcome.ignored)), lang)
    if kept:
        warn(say("cli.kept", names=", ".join(kept)), lang)
    if outcome.rows and outcome.refused == outcome.rows:
        warn(say("batch.bank", folder=loaded.root), lang)  # a folder that happens to be here may be the wrong bank
    counts = {name: getattr(outcome, name) for name in ("rows", "graded", "refused", "held", "unread")}
    click.echo(plain(say("batch.counts", **counts, folder=str(folder)), lang))
