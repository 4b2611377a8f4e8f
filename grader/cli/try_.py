"""`quiz try ANSWER TEXT`: how a text would be judged, for authors."""

from __future__ import annotations

from typing import Any

import click

from grader.cli.common import Console, lang_option, language


@click.command("try", context_settings={"ignore_unknown_options": True})  # a text may be -0.17
@click.argument("answer")
@click.argument("text")
@click.option("--given", default="{}", help="Names that `value` may use, as YAML: {E: '[[1, 2], [3, 4]]'}")
@click.option("--prove", is_flag=True, help="Also ask SymPy for a proof.")
@lang_option
def command(answer: str, text: str, given: str, prove: bool, lang: str | None) -> None:
    """Judge TEXT against ANSWER, a mapping as in a bank: '{kind: number, value: "0.4233", places: 2}'."""
    from grader.answers import judge, kind_of
    from grader.answers.base import Context
    from grader.bank.options import check
    from grader.errors import BankFault
    from grader.maths import author
    from grader.model import say
    from grader.session.words import evidence_of_verdict
    from grader.text.tell import plain, tell

    lang = language(lang)
    spec, names = _mapping(answer, "answer"), _mapping(given, "--given")
    for path, why in check(spec, ()):
        raise BankFault(say("cli.try-fault", path=".".join(map(str, path)) or "answer", why=why))
    kind = kind_of(spec)
    key = kind.prepare(spec, Context({name: author.tree_of(value) for name, value in names.items()}))
    verdict = judge(kind, key, text)
    screen = Console(lang)
    if verdict.at is not None and text.isprintable():
        click.echo(text)
        click.echo(" " * min(verdict.at, len(text)) + "^")
    if verdict.echo is not None:
        echo = verdict.echo if not isinstance(verdict.echo, tuple) else say("session.echo", read=verdict.echo)
        screen.tell(tell(echo, lang) if not isinstance(echo, str) else (), "echo")  # type: ignore[arg-type]
    screen.tell(tell(say("try.verdict", outcome=say(f"outcome-word.{verdict.outcome}"), how=verdict.how or "-"), lang))
    evidence = evidence_of_verdict(verdict)
    for message in (*([evidence] if evidence else []), *verdict.says):
        screen.tell(tell(message, lang), "note")
    if prove:
        click.echo(plain(say("try.proof", answer=_proved(spec, kind, key, text)), lang))


def _mapping(text: str, name: str) -> dict[str, Any]:
    from grader.bank.source import read
    from grader.errors import BankFault, UserError

    source = read(text.encode(), name)
    if source.issues:
        raise BankFault(source.issues[0].say)
    if not isinstance(source.data, dict):
        raise UserError("cli.try-mapping", name=name)
    return source.data


def _proved(spec: dict[str, Any], kind: Any, key: Any, text: str) -> str:
    """SymPy's word on the typed tree against the key's."""
    from grader.errors import CannotRead
    from grader.maths.prover import Prover

    left = kind.tree(key, None)
    try:
        right = kind.tree(key, kind.read(key, text))
    except CannotRead:
        return "-"
    if left is None or right is None:
        return "-"
    with Prover() as prover:
        return prover.equal(left, right, {n: str(t) for n, t in (spec.get("symbols") or {}).items()})
