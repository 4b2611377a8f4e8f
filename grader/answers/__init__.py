"""The kinds of answers: one module a kind, one row in KINDS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.answers import (
    choice,
    choices,
    equation,
    explain,
    expression,
    integer,
    interval,
    match,
    number,
    order,
    quantity,
    sets,
    shape,
    steps,
    text,
    true_false,
    vector,
)
from grader.answers.base import Context, Kind, read_raw
from grader.answers.second import second_look
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, effort
from grader.maths.scope import nearest
from grader.model import HELD, UNDECIDED, UNREAD, ZERO, Verdict, say

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        choice.KIND,
        choices.KIND,
        equation.KIND,
        explain.KIND,
        expression.KIND,
        integer.KIND,
        interval.KIND,
        vector.LIST,
        match.KIND,
        vector.MATRIX,
        number.KIND,
        order.KIND,
        quantity.KIND,
        sets.KIND,
        shape.KIND,
        steps.KIND,
        text.KIND,
        true_false.KIND,
        vector.KIND,
    )
}


def kind_of(answer: Mapping[str, Any]) -> Kind:
    """The kind an `answer:` names; raises BankFault with the allowed ones."""
    kind = KINDS.get(str(answer.get("kind")))
    if kind is None:
        raise BankFault(say("bank.kind", name=str(answer.get("kind")), allowed=", ".join(KINDS)))
    return kind


def judge(kind: Kind, key: Any, raw: str) -> Verdict:
    """Read and judge one raw text: what cannot be read is unread, what cannot be decided is held."""
    effort.start()
    try:
        return second_look(kind, key, raw, kind.judge(key, read_raw(kind, key, raw)))
    except CannotRead as fault:
        return Verdict(UNREAD, ZERO, "", says=(fault.why,), at=fault.at)
    except Undecided:
        return Verdict(HELD, ZERO, UNDECIDED, says=(say("verdict.held"),))
    finally:
        effort.free()


# Prepared keys by the text of their mapping, each with the verdicts on the texts it has met; emptied when full.
_MAX_KEYS, _MAX_TEXTS = 512, 4096
_KEYS: dict[str, tuple[Kind, Any, dict[str, Verdict]]] = {}


def check(answer: Mapping[str, Any], raw: str, given: Mapping[str, Any] | None = None) -> Verdict:
    """Judge one raw text against one `answer:` mapping; see `grader.check`."""
    slot = repr((answer, given))
    found = _KEYS.get(slot)
    if found is None:
        if len(_KEYS) >= _MAX_KEYS:
            _KEYS.clear()
        found = _KEYS[slot] = (*_prepared(answer, given), {})
    kind, key, seen = found
    verdict = seen.get(raw)
    if verdict is None:
        if len(seen) >= _MAX_TEXTS:
            seen.clear()
        verdict = seen[raw] = judge(kind, key, raw)
    return verdict


def _prepared(answer: Mapping[str, Any], given: Mapping[str, Any] | None) -> tuple[Kind, Any]:
    kind = kind_of(answer)
    unknown = next((name for name in answer if name != "kind" and name not in kind.options), None)
    if unknown is not None:
        near = nearest(unknown, kind.options, 0.6)
        if near:
            raise BankFault(say("bank.unknown-near", name=unknown, near=near))
        raise BankFault(say("bank.unknown", name=unknown, allowed=", ".join(kind.options)))
    values = {name: author.tree_of(value) for name, value in (given or {}).items()}
    return kind, kind.prepare(answer, Context(values))
