"""`quiz new problem|question`: write a skeleton that passes `quiz check`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grader.cli.common import lang_option, language

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@click.command()
@click.argument("what", type=click.Choice(["problem", "question"]))
@click.argument("name", metavar="ID")
@click.option("--topic", default="my-topic", show_default=True, help="The topic's folder.")
@click.option("--level", type=click.IntRange(1, 5), default=1, show_default=True, help="Level of a problem.")
@click.option("--bank", "folder", default=".", metavar="DIR", help="The bank's folder; made where it is missing.")
@lang_option
def command(what: str, name: str, topic: str, level: int, folder: str, lang: str | None) -> None:
    """Write a new problem (ID.yaml in its level) or question (in true-false.yaml) with everything a first one needs."""
    from grader.bank.locate import shipped
    from grader.bank.sets import KNOWN
    from grader.errors import UserError
    from grader.model import say
    from grader.text.tell import plain

    lang = language(lang)
    for word in (name, topic):
        if not _ID.fullmatch(word):
            raise UserError("bank.id", name=word)
    templates = shipped("templates") / "templates" / "new"
    root = Path(folder)
    topic_file = root / "problems" / topic / "topic.yaml"
    if what == "problem":
        target = root / "problems" / topic / f"level{level}" / f"{name}.yaml"
    else:
        target = root / "questions" / topic / "true-false.yaml"
    if target.exists() and what == "problem":
        raise UserError("cli.exists", exit_code=1, name=str(target))
    if name in KNOWN or name == topic:
        raise UserError("bank.reserved", name=name)
    owner = _owner(root, name)
    if owner:
        raise UserError("bank.used-twice", exit_code=1, name=name, where=owner)
    written = [target]
    if not topic_file.exists():
        _write(topic_file, (templates / "topic.yaml").read_text(encoding="utf-8"), topic)
        written.append(topic_file)
    text = (templates / f"{what}.yaml").read_text(encoding="utf-8")
    before = target.read_text(encoding="utf-8").rstrip() + "\n" if target.exists() else ""
    _write(target, before + text, name)
    for path in written:
        click.echo(plain(say("cli.written", name=str(path)), lang))
    click.echo(plain(say("cli.then-check", command=f"quiz check --bank {folder}"), lang))


def _owner(root: Path, name: str) -> str:
    """Where the bank has an item of that id already, '' where it has none; a file with faults counts too."""
    from grader.bank import files

    for place in files.find(root) if root.is_dir() else ():
        path = root / place.name
        if place.role in (files.PROBLEM, files.QUESTIONS) and path.stat().st_size <= files.MAX_BYTES:
            text = path.read_text(encoding="utf-8", errors="replace")
            found = re.search(rf"^(?:- )?\s*id:\s*['\"]?{name}['\"]?\s*$", text, re.MULTILINE)
            if found:
                return f"{place.name}:{text.count(chr(10), 0, found.start()) + 1}"
    return ""


def _write(path: Path, text: str, name: str) -> None:
    from grader.errors import UserError
    from grader.files import write_files

    filled = text.replace("ID-HERE", name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_files(path.parent, {path.name: filled.encode("utf-8")})
    except OSError:
        raise UserError("batch.write", exit_code=1, name=str(path.parent)) from None
