"""`quiz list [SET]`: what the bank holds."""

from __future__ import annotations

import click

from grader.cli.common import bank_option, lang_option, language, open_bank


@click.command("list")
@click.argument("words", metavar="[SET]...", nargs=-1)
@bank_option
@lang_option
def command(words: tuple[str, ...], bank: str | None, lang: str | None) -> None:
    """List the items of a SET, or all."""
    from grader.bank.sets import groups, select
    from grader.model import say
    from grader.text.tell import plain
    from grader.text.writers.plain import Plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    items = select(loaded, words or ("all",)) if loaded.items else ()
    writer = Plain(lang=lang)
    rows = [
        (
            item.number or "-",
            f"L{item.level}" if item.level else item.section,
            writer.write(item.title.tokens(lang)).strip() or item.id,
            item.id,
            ", ".join(dict.fromkeys(str(part.answer.get("kind")) for part in item.parts)),
        )
        for item in items
    ]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip())
    click.echo(plain(say("cli.sets", sets=" ".join(groups(loaded))), lang))
