"""`quiz flashcards SET -o FILE`: cards to print, for Anki, for Obsidian, or as a table."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from grader.cli.common import bank_option, force_option, language, now, open_bank, seed_option, warn
from grader.cli.sets import SET
from grader.model import LANGS, say


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@click.option("-o", "--output", metavar="FILE", required=True, help="The file: .pdf, .apkg, .md, .csv, .html or .typ.")
@click.option("--lang", type=click.Choice((*LANGS, "both")), help="Language of the cards, or both on one card.")
@click.option("--flip", type=click.Choice(("long", "short")), default="long", show_default=True,
              help="Along which edge the printer turns the sheet.")  # fmt: skip
@click.option("--templates", metavar="DIR", help="Folder with templates of your own, used file by file.")
@force_option
@bank_option
@seed_option
def command(
    words: tuple[str, ...], output: str, lang: str | None, flip: str, templates: str | None, force: bool,
    bank: str | None, seed: int,
) -> None:  # fmt: skip
    """Make flashcards of a SET: cards, true or false with the reason, formulas, worked numbers."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.errors import UserError
    from grader.publish.card_formats import FORMATS, SIGNS, Wish
    from grader.publish.cards import build
    from grader.publish.formats import format_of, save
    from grader.text.tell import plain

    own = language(None if lang == "both" else lang)
    make = format_of(output, FORMATS)
    if templates and not Path(templates).is_dir():
        raise UserError("publish.no-folder", name=templates)
    loaded = open_bank(bank, own)
    deck = build(Variants(loaded), select(loaded, words), seed, LANGS if lang == "both" else (own,))
    path = Path(output)
    before = path.read_bytes() if path.suffix.lower() == ".md" and path.is_file() else b""
    at = datetime.fromisoformat(now()).timestamp()
    data, refused = make(deck, Wish(flip, at, before, [Path(templates)] if templates else []))
    kept = save(path, data, force, SIGNS)
    for name, why in refused:
        warn(say("publish.card-refused", name=name, why=why), own)
    if kept:
        warn(say("cli.kept", names=", ".join(kept)), own)
    click.echo(plain(say("publish.wrote-cards", name=output, count=len(deck.cards) - len(refused)), own))
