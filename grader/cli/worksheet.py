"""`quiz worksheet SET -o FILE|DIR`: a set as PDF, HTML, Word or Typst source, once, by version or for a class."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, cache_folder, force_option, language, open_bank, warn
from grader.cli.sets import SET
from grader.cli.students import printed_name, roster_of
from grader.errors import BankFault, UserError
from grader.model import LANGS, say

if TYPE_CHECKING:
    from grader.model import Bank, Item, Say
    from grader.publish.sheet import Copy, Wish

_FORM_SIGNS = ("student,name,sheet,problem,part,answer", "xl/worksheets/sheet1.xml")
_FILE = click.Path(dir_okay=False, path_type=Path)
Copies = list[tuple["Copy", str]]


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@click.option("-o", "--output", metavar="FILE|DIR", help="One file (.pdf, .html, .docx, .typ), or a folder of files.")
@click.option("--format", "suffix", type=click.Choice(["pdf", "html", "docx", "typ"]), help="Of files in a folder.")
@click.option("--responses", type=_FILE, metavar="FILE", help="Also a form for the answers: .csv or .xlsx.")
@click.option("--roster", type=_FILE, metavar="FILE", help="Class list (name, id): a variant of their own for each.")
@click.option("--versions", metavar="A,B,C", help="A variant for each of these letters.")
@click.option("--key", is_flag=True, help="Add an answer key on pages of its own.")
@click.option("--solutions", is_flag=True, help="Add worked solutions on pages of their own.")
@click.option("--title", default="", help="Title of the sheet (else that of the topic).")
@click.option("--date", default="", help="Date printed at the top (else a line to write on).")
@click.option("--points/--no-points", default=True, help="Print points.  [default: points]")
@click.option("--space", type=click.Choice(["none", "answers", "work"]), default="answers", show_default=True,
              help="Room under a question: none, for its answer, or for working too.")  # fmt: skip
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of paper.")
@click.option("--large-print", "large", is_flag=True, help="18 point letters.")
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@click.option("--lang", type=click.Choice([*LANGS, "both"]), help="Language of texts and messages.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True,
              help="0 is the authored variant; with --roster or --versions what theirs are drawn from.")  # fmt: skip
def command(
    words: tuple[str, ...], output: str | None, suffix: str | None, responses: Path | None, roster: Path | None,
    versions: str | None, key: bool, solutions: bool, title: str, date: str, points: bool, space: str, paper: str,
    large: bool, templates: str | None, force: bool, bank: str | None, lang: str | None, seed: int,
) -> None:  # fmt: skip
    """Print a SET: any ids, numbers (3.2), level1 .. level5, a section, a topic, traps, all."""
    from grader.bank.sets import select
    from grader.publish.formats import FORMATS, format_of, spare
    from grader.publish.responses import FORMS
    from grader.publish.sheet import Wish

    spoken = language(lang if lang in LANGS else None)
    langs = LANGS if lang == "both" else (spoken,)
    if not output and not responses:
        raise UserError("publish.no-output")
    if responses and responses.suffix.lower() not in FORMS:
        raise UserError("publish.responses-suffix", name=responses.name)
    folder = output is not None and (output.endswith("/") or Path(output).is_dir() or not Path(output).suffix)
    single = output is not None and not folder
    if output and single:
        format_of(output, FORMATS)
    if templates and not Path(templates).is_dir():
        raise UserError("publish.no-folder", name=templates)
    if templates and not any((Path(templates) / "worksheet").glob("*.*")):
        raise UserError("publish.no-templates", name=templates)
    if templates and output:
        spare(Path(output), Path(templates))
    loaded = open_bank(bank, spoken)
    items = select(loaded, words)
    copies, left_out = _copies(roster, versions, seed, spoken)
    ending = Path(output).suffix.lower() if output and single else f".{suffix or 'pdf'}"
    paged = ending == ".pdf"
    if output and paged:
        copies = [(replace(copy, name=printed_name(copy.name, copy.student, spoken)), own) for copy, own in copies]
    if responses:
        _check_form(responses, force)
    wish = Wish(langs, title, date, key, solutions, points, space, paper, large, not paged)
    own = (Path(templates),) if templates else ()
    if output and single:
        left_out |= _one_file(loaded, items, wish, copies, Path(output), own, force, spoken)
    elif output:
        left_out |= _folder(loaded, items, wish, copies, Path(output), ending, own, force, spoken)
    if responses:
        _form(loaded, items, copies, responses, force, spoken)
    sys.exit(1 if left_out else 0)


def _copies(roster: Path | None, versions: str | None, seed: int, lang: str) -> tuple[Copies, bool]:
    """Whose sheets are made, each perhaps in a language of its own; whether a line of the list was left out."""
    from grader.publish.sheet import Copy
    from grader.publish.sheet_id import seed_of

    if roster and versions:
        raise UserError("publish.versions")
    if versions:
        names = [name.strip() for name in versions.split(",") if name.strip()]
        for name in names:
            if not name.isalnum() or len(name) > 8:
                raise UserError("publish.version-name", name=name)
        return [(Copy(seed_of(seed, f"version:{name}"), version=name), "") for name in dict.fromkeys(names)], False
    if not roster:
        return [(Copy(seed), "")], False
    found = roster_of(roster, lang)
    if not found.students:
        raise UserError("batch.roster")
    students = [(Copy(seed_of(seed, s.id), s.id, s.name), s.lang) for s in found.students]
    return students, bool(found.faults)


def _check_form(path: Path, force: bool) -> None:
    """Refuse a form's place before anything is written."""
    from grader.publish.formats import check_own

    if not path.parent.is_dir():
        raise UserError("publish.no-folder", name=str(path.parent))
    check_own(path.parent, [path.name], force, _FORM_SIGNS)


def _one_file(
    bank: Bank, items: Sequence[Item], wish: Wish, copies: Copies, output: Path, templates: Sequence[Path], force: bool,
    lang: str,
) -> bool:  # fmt: skip
    """All copies in one file, each on pages of its own; whether some copy could not be made."""
    from grader.bank.variants import Variants
    from grader.publish.formats import FORMATS, format_of, save
    from grader.publish.many import sheets_of
    from grader.text.tell import plain

    variants = Variants(bank)
    bound = []
    for copy, own in copies:
        try:
            bound.append(sheets_of(variants, items, replace(wish, langs=(own,)) if own else wish, copy))
        except BankFault as fault:
            if len(copies) == 1:
                raise
            _left_out(copy, fault.told, lang)
    if not bound:
        raise UserError("publish.none", exit_code=1)
    kept = save(output, format_of(output.name, FORMATS)(bound, templates), force)
    _kept(kept, lang)
    sheet = bound[0][0]
    points = Fraction(sheet.worth)
    shown = int(points) if points.denominator == 1 else sheet.worth
    click.echo(plain(say("publish.wrote", name=str(output), count=sheet.count, points=shown), lang))
    if len(bound) > 1:
        click.echo(plain(say("publish.bound", count=len(bound)), lang))
    return len(bound) < len(copies)


def _left_out(copy: Copy, why: Say, lang: str) -> None:
    """Whose sheet could not be made, and why."""
    warn(say("publish.left-out", name=copy.student or copy.version, why=why), lang)


def _folder(
    bank: Bank, items: Sequence[Item], wish: Wish, copies: Copies, folder: Path, suffix: str,
    templates: tuple[Path, ...], force: bool, lang: str,
) -> bool:  # fmt: skip
    """A file for each copy, all written or none; whether some copy could not be made."""
    from grader.files import make_folder
    from grader.publish.formats import save_all
    from grader.publish.many import Job, file_names, make_all
    from grader.text.tell import plain

    job = Job(bank.root, str(cache_folder()), tuple(i.id for i in items), wish, suffix, templates)
    with click.progressbar(length=len(copies), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        made = list(make_all(bank, job, copies, bar.update))
    files = {}
    for name, (copy, data) in zip(file_names([copy for copy, _ in copies], "sheet", suffix), made, strict=True):
        if isinstance(data, bytes):
            files[name] = data
        else:
            _left_out(copy, data, lang)
    make_folder(folder)
    _kept(save_all(folder, files, force), lang)
    click.echo(plain(say("publish.wrote-many", count=len(files), folder=str(folder)), lang))
    return len(files) < len(copies)


def _form(bank: Bank, items: Sequence[Item], copies: Copies, path: Path, force: bool, lang: str) -> None:
    """The form for the answers."""
    from grader.publish.formats import save
    from grader.publish.responses import FORMS, rows
    from grader.text.tell import plain

    table = list(rows(bank, items, [copy for copy, _ in copies]))
    made = FORMS[path.suffix.lower()](table)
    _kept(save(path, made, force, _FORM_SIGNS), lang)
    click.echo(plain(say("publish.wrote-form", name=str(path), count=len(table)), lang))


def _kept(names: Sequence[str], lang: str) -> None:
    if names:
        warn(say("cli.kept", names=", ".join(names)), lang)
