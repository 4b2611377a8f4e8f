"""`quiz override DIR`: a teacher's word on an answer, for one student or for everyone, that survives re-marking."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import bank_option, lang_option, language, now, open_bank, warn
from grader.errors import UserError
from grader.model import say


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.argument("problem", default="")
@click.argument("part", default="")
@click.option("--student", default="", help="Whose answer.")
@click.option("--answer", default="", help="A text that is worth this for everyone (instead of --student).")
@click.option("--score", default="", help="0, 0.5, 50%, 1; left out for a comment alone.")
@click.option("--comment", default="", help="What the student reads.")
@click.option("--list", "list_", is_flag=True, help="What was decided so far, with numbers.")
@click.option("--take-back", type=click.IntRange(1), metavar="N", help="Take decision N back.")
@click.option("--by", default="teacher", show_default=True, help="Who decided.")
@bank_option
@lang_option
def command(
    folder: Path, problem: str, part: str, student: str, answer: str, score: str, comment: str,
    list_: bool, take_back: int | None, by: str, bank: str | None, lang: str | None,
) -> None:  # fmt: skip
    """Decide on PROBLEM PART: `--student s01 --score 1`, or `--answer TEXT --score 1` for everyone who wrote it."""
    from grader.bank.naming import parts_of
    from grader.bank.variants import Variants
    from grader.batch.again import read_alike, read_marks
    from grader.batch.decisions import Decision, add, same_text
    from grader.batch.policy import share_of
    from grader.batch.report import said
    from grader.text.tell import plain

    lang = language(lang)
    if list_ or take_back:
        _earlier(folder, take_back, by, lang)
        return
    loaded = open_bank(bank, lang)
    item = loaded.find(problem)
    found = parts_of(item, [part])[part] if item and item.parts else None
    if item is None:
        raise UserError("batch.problem", name=problem)
    if found is None:
        allowed = ", ".join(p.id for p in item.parts)
        code = "batch.override-place" if part else "batch.part-missing"
        raise UserError(code, problem=problem, part=part, allowed=allowed)
    if bool(student) == bool(answer) or not (score or comment):
        raise UserError("batch.override-what")
    found_rows = [
        row
        for row in read_marks(folder)
        if row.item == f"{item.id}.{found.id}"
        and (row.student == student if student else same_text(row.answer) == same_text(answer))
    ]
    if not found_rows:
        raise UserError("batch.override-nobody", name=student or answer, problem=problem)
    if answer and not student:
        meant = sorted({said(Variants(loaded), lang, row) for row in found_rows})
        if len(meant) > 1:
            raise UserError("batch.override-options", name=answer, options="; ".join(meant))
    if student:  # the answer that counts; a later one is another answer, which nobody has read yet
        found_rows = [row for row in found_rows if row.credit][-1:] or found_rows[-1:]
        answer = found_rows[0].answer
    worth = str(share_of(score)) if score else ""
    add(folder, Decision(now(), by, student, item.id, found.id, "", answer, worth, comment))
    click.echo(plain(say("batch.decided", folder=str(folder), count=len(found_rows)), lang))
    alike = [] if student else read_alike(loaded, folder, found_rows[0])
    if alike:
        warn(say("batch.override-alike", texts=", ".join(f"`{text}`" for text in alike[:5])), lang)


def _earlier(folder: Path, take_back: int | None, by: str, lang: str) -> None:
    """List what was decided, or take one of it back; nothing that was kept is ever erased."""
    from grader.batch.decisions import Decision, add, standing
    from grader.text.tell import plain

    found = standing(folder)
    if take_back is None:
        for n, one in found.items():
            what = ", ".join(word for word in (one.score, one.comment) if word)
            who = one.student or f'"{one.answer}"'
            click.echo(f"{n}. {one.at[:16]} {one.by}: {one.problem} {one.part} {who}: {what}")
        if not found:
            click.echo(plain(say("batch.nothing-decided", folder=str(folder)), lang))
        return
    if take_back not in found:
        raise UserError("batch.no-decision", number=take_back, folder=str(folder))
    add(folder, Decision(now(), by, "", "", "", "", "", "", undoes=take_back))
    click.echo(plain(say("batch.taken-back", number=take_back), lang))
