"""Bare `quiz`: the levels, how far the learner is, and what to run next."""

from __future__ import annotations

import click

from grader.cli.common import language, open_bank


def home() -> None:
    """Print the overview."""
    from grader.cli.state import State
    from grader.model import say
    from grader.text.tell import plain
    from grader.text.writers.plain import Plain

    lang = language(None)
    bank = open_bank(None, lang)
    state = State()
    writer = Plain(lang=lang)
    first = ""
    for topic in bank.topics.values():
        click.echo(writer.write(topic.title.tokens(lang)).strip())
        click.echo()
        rows = []
        sections = dict.fromkeys((i.level, i.section) for i in bank.items if i.topic == topic.id and i.parts)
        for level, section in sections:
            items = [i for i in bank.items if (i.topic, i.level, i.section) == (topic.id, level, section) and i.parts]
            shares = [state.result(i.id) for i in items]
            done = sum(s is not None for s in shares)
            name = writer.write(topic.levels[level].tokens(lang)).strip() if level in topic.levels else ""
            bar = "".join("·" if s is None else "█" if s == 1 else "▄" if s > 0 else "▁" for s in shares)
            rows.append((section, name, bar, plain(say("home.level", done=done, count=len(items)), lang)))
            if not first and (done < len(items) or any(s is not None and s < 1 for s in shares)):
                first = section
        widths = [max((len(row[place]) for row in rows), default=0) for place in range(3)]
        for *cells, told in rows:
            click.echo("  " + "  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + "  " + told)
        click.echo()
    for run in state.part("runs"):
        words = run.split(" ")
        if words[0] == bank.id and state.run(run):
            seed = "" if words[-1] == "0" else f" --seed {words[-1]}"
            click.echo(plain(say("home.resume", command=f"quiz run {' '.join(words[1:-1])}{seed}"), lang))
    click.echo(plain(say("home.next", command=f"quiz run {first or 'all'}"), lang))
    click.echo(plain(say("home.help"), lang))
