"""`quiz new problem|question`: write a skeleton that passes `quiz check`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grader.cli.common import lang_option, language

_SECTION = "true-false"
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
        target = root / "questions" / topic / f"{_SECTION}.yaml"
    if target.exists() and what == "problem":
        raise UserError("cli.exists", exit_code=1, name=str(target))
    _check_free(root, name, topic)
    text = (templates / f"{what}.yaml").read_text(encoding="utf-8").replace("ID-HERE", name)
    text = _appended(target, text) if target.exists() else text
    written = [target]
    if not topic_file.exists():
        _write(topic_file, (templates / "topic.yaml").read_text(encoding="utf-8").replace("ID-HERE", topic))
        written.append(topic_file)
    _write(target, text)
    for path in written:
        click.echo(plain(say("cli.written", name=str(path)), lang))
    click.echo(plain(say("cli.then-check", command=f"quiz check --bank {folder}"), lang))


def _check_free(root: Path, name: str, topic: str) -> None:
    """Refuse an id that the bank has already, or that names a set of it; a file with faults counts too."""
    from grader.bank import files
    from grader.bank.sets import KNOWN
    from grader.errors import UserError

    places = files.find(root) if root.is_dir() else []
    if name in KNOWN or name in {topic, _SECTION, *(p.topic for p in places), *(p.section for p in places)}:
        raise UserError("bank.reserved", name=name)
    for place in places:
        raw = files.contents(root / place.name) if place.role in (files.PROBLEM, files.QUESTIONS) else None
        where = _where(raw, place.name, name) if raw and name.encode() in raw else ""
        if where:
            raise UserError("bank.used-twice", exit_code=1, name=name, where=where)


def _where(raw: bytes, file: str, name: str) -> str:
    """Where a file has an item of an id; '' where it has none."""
    from grader.bank.source import read

    source = read(raw, file)
    entries = source.data if isinstance(source.data, list) else [source.data]
    for n, entry in enumerate(entries):
        if isinstance(entry, dict) and entry.get("id") == name:
            return source.where((n, "id") if isinstance(source.data, list) else ("id",))
    text = source.text if source.data is None else ""
    found = re.search(rf"\bid:\s*['\"]?{name}['\"]?\s*[,}}\r\n]", text)
    return f"{file}:{text.count(chr(10), 0, found.start()) + 1}" if found else ""


def _appended(path: Path, text: str) -> str:
    """A list's file with one more entry, in its own line ends; refused where it would not be that list any more."""
    from grader.bank import files
    from grader.bank.source import read
    from grader.errors import UserError

    raw = files.contents(path)
    source = read(raw or b"", path.name)
    before = source.text
    fresh = [issue.say.code for issue in source.issues] == ["bank.empty-file"]
    whole = before + ("" if not before.strip() or before.endswith("\n") else "\n") + text
    if not before.strip():
        whole = text
    elif "\r\n" in before:
        whole = before + re.sub(r"\r?\n", "\r\n", whole[len(before) :])
    after = read(whole.encode("utf-8"), path.name)
    kept = [] if fresh else source.data
    if raw is None or after.issues or not isinstance(kept, list) or after.data[:-1] != kept:
        raise UserError("cli.new-list", exit_code=1, name=str(path))
    return whole


def _write(path: Path, text: str) -> None:
    from grader.errors import UserError
    from grader.files import write_files

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_files(path.parent, {path.name: text.encode("utf-8")})
    except OSError:
        raise UserError("batch.write", exit_code=1, name=str(path.parent)) from None
