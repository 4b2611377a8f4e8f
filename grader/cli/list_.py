"""`quiz list [SET]`: what the bank holds, and how the learner last did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.common import bank_option, is_plain, lang_option, language, open_index
from grader.cli.sets import SET
from grader.model import LANGS

if TYPE_CHECKING:
    from grader.bank.index import Entry


@click.command("list")
@click.argument("words", metavar="[SET]...", nargs=-1, type=SET)
@bank_option
@lang_option
@click.option("--learner", default="me", show_default=True, help="Whose last results are shown.")
def command(words: tuple[str, ...], bank: str | None, lang: str | None, learner: str) -> None:
    """List the items of a SET, or all."""
    from grader.bank.sets import groups, select
    from grader.cli.state import State
    from grader.model import say
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_index(bank, lang)
    state = State(learner)
    heads = tuple(plain(say(code), lang) for code in _HEADS)
    rows = [
        _row(item, lang, state.result(item.id)) for item in (select(loaded, words or ("all",)) if loaded.items else ())
    ]
    heads, rows = _fitted(heads, rows)
    widths = [max(len(r[i]) for r in (heads, *rows)) for i in range(len(heads))]
    click.echo(_bold(_line(heads, widths)))
    for row in rows:
        click.echo(_line(row, widths))
    click.echo()
    click.echo(plain(say("cli.sets", sets=" ".join(groups(loaded))), lang))


def _fitted(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """All columns where they fit (a pipe has room for any); else without the kinds, then with shorter titles."""
    import shutil
    import sys

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000

    def total(table: list[tuple[str, ...]]) -> int:
        return sum(max(len(row[i]) for row in table) + 2 for i in range(len(table[0]))) - 2

    table = [heads, *rows]
    if total(table) > width:
        table = [(*row[:4], *row[5:]) for row in table]
    over = total(table) - width
    if over > 0:
        room = max(max(len(row[2]) for row in table) - over, 12)
        table = [(*r[:2], r[2] if len(r[2]) <= room else r[2][: room - 1] + "…", *r[3:]) for r in table]
    return table[0], table[1:]


_HEADS = ("list.number", "list.level", "list.title", "list.id", "list.kinds", "list.minutes", "list.last")


def _row(item: Entry, lang: str, share: float | None) -> tuple[str, ...]:
    return (
        item.number or "-",
        f"L{item.level}" if item.level else item.section,
        item.titles[LANGS.index(lang)] or item.id,
        item.id,
        ", ".join(item.answers),
        str(item.minutes or "-"),
        "-" if share is None else f"{100 * share:.0f} %",
    )


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _bold(line: str) -> str:
    return line if is_plain() else click.style(line, bold=True)
