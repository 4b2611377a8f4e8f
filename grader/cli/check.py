"""`quiz check`: prove the bank."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from grader.cli.common import bank_option, lang_option, language


@click.command()
@bank_option
@lang_option
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="How many variants of each item, seed 0 first.",
)
def command(bank: str | None, lang: str | None, seeds: int) -> None:
    """Check every file, key, step, mistake, example and text of the bank."""
    from grader.bank.load import load
    from grader.bank.locate import locate
    from grader.checks.run import check
    from grader.model import say
    from grader.text.tell import plain

    lang = language(lang)
    folder = locate(bank, os.environ.get("QUIZ_BANK"), Path.cwd())
    loaded = load(folder)
    if sys.stderr.isatty():
        with click.progressbar(length=len(loaded.items), file=sys.stderr) as bar:
            report = check(loaded, range(seeds), lambda item: bar.update(1))
    else:
        report = check(loaded, range(seeds))
    for issue in report.issues:
        rule = f"{'warning' if issue.warning else 'fault'}[{issue.rule}]"
        path = f" {issue.path}:" if issue.path else ""
        click.echo(f"{issue.where}: {rule}{path} {plain(issue.say, lang)}")
    known = ", ".join(f"{plain(say('evidence.' + how), lang)} {count}" for how, count in report.evidence.items()) or "-"
    click.echo(
        plain(
            say("check.summary", items=report.items, variants=report.variants, links=known, faults=report.faults), lang
        )
    )
    sys.exit(1 if report.faults else 0)
