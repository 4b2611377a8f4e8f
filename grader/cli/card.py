"""`quiz card ID`: the fairness card of a problem over many seeds."""

from __future__ import annotations

import sys

import click

from grader.cli.common import bank_option, lang_option, language, open_bank, warn
from grader.cli.sets import SET


@click.command()
@click.argument("words", metavar="SET...", nargs=-1, required=True, type=SET)
@bank_option
@lang_option
@click.option("--seeds", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many variants.")
def command(words: tuple[str, ...], bank: str | None, lang: str | None, seeds: int) -> None:
    """How fair a problem is over its seeds: steps, digits, different answers, places of the key, guessing."""
    from grader.bank.sets import select
    from grader.bank.variants import Variants
    from grader.checks.card import card
    from grader.checks.docs import docs_of_topic
    from grader.checks.languages import review
    from grader.errors import BankFault
    from grader.model import say
    from grader.text.tell import plain

    lang = language(lang)
    loaded = open_bank(bank, lang)
    variants = Variants(loaded)
    items = select(loaded, words)
    failed = False
    for item in items:
        try:
            made = card(variants, item, range(seeds))
        except BankFault as fault:
            warn(say("card.left-out", name=item.number or item.id, why=fault.told), lang)
            failed = True
            continue
        least, mean, most = made.given
        click.echo(
            plain(
                say("card.item", item=made.item, different=made.different, seeds=made.seeds, least=least,
                    mean=f"{float(mean):.1f}", most=most), lang,
            )
        )  # fmt: skip
        for part in made.parts:
            low, middle, high = part.digits
            slots = {
                "part": part.part,
                "kind": part.kind,
                "steps": part.steps,
                "keys": part.keys,
                "guess": str(part.guess),
            }
            line = say("card.part", least=low, mean=f"{float(middle):.1f}", most=high, **slots)
            if not high:  # letters have no digits
                line = say("card.part-letters", **slots)
            places = ", ".join(f"{place} {count}" for place, count in part.places.items())
            click.echo(
                "  " + plain(line, lang) + (" " + plain(say("card.places", places=places), lang) if places else "")
            )
        frozen = ", ".join(f"'{seed}': '{mark}'" for seed, mark in made.published.items())
        click.echo(f"  reviewed: {made.reviewed}\n  published: {{{frozen}}}")
    for topic in dict.fromkeys(item.topic for item in items):
        click.echo(f"{topic}\n  reviewed: {review(docs_of_topic(loaded.topics[topic]))}")
    sys.exit(failed)
