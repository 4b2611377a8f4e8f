"""`quiz check`: prove the bank."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, lang_option, language, one_line
from grader.cli.sets import SET
from grader.errors import UserError
from grader.model import say

if TYPE_CHECKING:
    from grader.checks.run import Report
    from grader.model import Bank, Issue

_STANDINGS = ("verified", "contradicted", "conditional")


@click.command()
@click.argument("words", metavar="[SET]...", nargs=-1, type=SET)
@bank_option
@lang_option
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="How many variants of each item, seed 0 first.",
)
@click.option(
    "--sources", is_flag=True, help="Print where each claim of the sources stands, computed, and nothing else."
)
@click.option("--write", is_flag=True, help="Put the closed form of each stale or missing `derive` value in its file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for machines.")
def command(
    words: tuple[str, ...], bank: str | None, lang: str | None, seeds: int, sources: bool, write: bool, as_json: bool
) -> None:
    """Check every file, key, step, mistake, example and text of the bank, or of a SET."""
    from grader.bank.load import load
    from grader.bank.locate import locate
    from grader.text.tell import plain

    lang = language(lang)
    folder = locate(bank, os.environ.get("QUIZ_BANK"), Path.cwd())
    if sources:
        found = load(folder)
        faulty = any(not issue.warning for issue in found.issues)
        if faulty:
            _list(found.issues, lang, as_json)  # a ledger with a claim missing is none
        sys.exit(_ledger(found, lang, as_json) or int(faulty))
    report = _report(folder, words, seeds, lang, as_json)
    if write and _write(folder, report.issues, lang):
        report = _report(folder, words, seeds, lang, as_json)  # what was mended is no fault any more
    _list(report.issues, lang, as_json)
    if as_json:
        counts = {"items": report.items, "variants": report.variants, "faults": report.faults, "links": report.evidence}
        click.echo(json.dumps(counts))
        sys.exit(1 if report.faults else 0)
    known = ", ".join(f"{plain(say('evidence.' + how), lang)} {count}" for how, count in report.evidence.items()) or "-"
    click.echo(
        plain(
            say("check.summary", items=report.items, variants=report.variants, links=known, faults=report.faults), lang
        )
    )
    sys.exit(1 if report.faults else 0)


def _report(folder: Path, words: tuple[str, ...], seeds: int, lang: str, as_json: bool) -> Report:
    """The bank, or some sets of it, as it stands in its files now."""
    from grader.bank.load import load
    from grader.bank.sets import select
    from grader.checks.run import check

    loaded = load(folder)
    try:
        items = select(loaded, words) if words else loaded.items
    except UserError:
        _list(loaded.issues, lang, as_json)
        if any(not issue.warning for issue in loaded.issues):
            sys.exit(1)  # an item with a fault is in no set, so its own fault is what is to say
        raise
    if not sys.stderr.isatty():
        return check(loaded, range(seeds), items=items)
    with click.progressbar(length=len(items), file=sys.stderr) as bar:
        return check(loaded, range(seeds), lambda item: bar.update(1), items)


def _list(issues: tuple[Issue, ...], lang: str, as_json: bool) -> None:
    """Print issues, one a line."""
    from grader.text.tell import plain

    for issue in issues:
        if as_json:
            click.echo(json.dumps(_machine(issue, lang), ensure_ascii=False))
            continue
        rule = f"{issue.rule} (warning)" if issue.warning else issue.rule
        click.echo(f"{one_line(issue.where)}: {rule}: {plain(issue.say, lang)}")


def _write(folder: Path, issues: tuple[Issue, ...], lang: str) -> bool:
    """Write closed forms into the bank's files, and say where; whether anything was written."""
    from grader.checks.write import write_forms
    from grader.text.tell import plain

    try:
        places, left = write_forms(str(folder), issues)
    except OSError as fault:
        raise UserError("publish.cannot-write", name=str(fault.filename), problem=fault.strerror) from fault
    for where in places:
        click.echo(f"{where}: {plain(say('check.written'), lang)}", err=True)
    for where, form in left:
        click.echo(f"{where}: {plain(say('check.not-written', form=form), lang)}", err=True)
    return bool(places)


def _machine(issue: Issue, lang: str) -> dict[str, object]:
    """An issue for a program: file, line, column, path, rule, sentence."""
    from grader.text.tell import plain

    file, line, column = issue.where.rsplit(":", 2)
    return {"file": file, "line": int(line), "column": int(column), "path": issue.path, "rule": issue.rule,
            "warning": issue.warning, "code": issue.say.code, "sentence": plain(issue.say, lang)}  # fmt: skip


def _ledger(bank: Bank, lang: str, as_json: bool) -> int:
    """Print the sources' claims with their standing; 1 where a claim cannot be computed."""
    from grader.bank.variants import Variants
    from grader.checks.places import Places
    from grader.checks.sources import Standing, described, ledger
    from grader.text.tell import plain

    places, variants = Places(bank.root), Variants(bank)
    counts: dict[str, int] = {}
    for topic in bank.topics.values():
        for entry in ledger(topic, variants):
            name = entry.status if isinstance(entry, Standing) else "faulty"
            counts[name] = counts.get(name, 0) + 1
            if not isinstance(entry, Standing):
                issue = places.issue(topic, *entry, "claim")
                line = f"{issue.where}: claim: {plain(issue.say, lang)}"
                click.echo(json.dumps(_machine(issue, lang)) if as_json else line)
            elif as_json:
                why = plain(entry.why, lang) if entry.why else ""
                claim = {"topic": entry.topic, "claim": entry.claim.id, "status": entry.status, "why": why}
                click.echo(json.dumps({**claim, "source": entry.claim.source}))
            else:
                click.echo(plain(described(entry), lang))
                if entry.claim.note.langs:
                    click.echo("    " + plain(say("own", text=entry.claim.note), lang))
    if not as_json:
        click.echo(plain(say("sources.summary", **{name: counts.get(name, 0) for name in _STANDINGS}), lang))
        if counts.get("faulty"):
            click.echo(plain(say("sources.faulty", count=counts["faulty"]), lang))
    return 1 if counts.get("faulty") else 0
