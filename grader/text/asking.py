"""How an answer is asked for: the typing hints of its fields, whatever shows them."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import Cells, Doc, Field, Line, Lines, Long, Match, One, Order, Para, Say, Some, Token, say


def inline(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The inline tokens of a text that is one paragraph; other texts unchanged."""
    if len(tokens) == 1 and isinstance(tokens[0], Para):
        return tokens[0].items
    return tuple(tokens)


def offered_by(field: Field) -> tuple[tuple[str, Doc], ...]:
    """What a field offers to choose from, by letter or number: options, lines, both columns of a match."""
    if isinstance(field, One | Some):
        return field.options
    if isinstance(field, Order):
        return field.lines
    return (*field.left, *field.right) if isinstance(field, Match) else ()


def hints_of(fields: tuple[Field, ...]) -> list[Say]:
    """How to type an answer to these fields."""
    ones = [f for f in fields if isinstance(f, One)]
    if len(ones) == 2:
        return [say("hint.verdict-reason")]
    out = []
    for one in fields:
        if isinstance(one, One):
            out.append(say("hint.verdict") if one.options[0][0] == "T" else say("hint.one"))
        elif isinstance(one, Some):
            out.append(say("hint.some"))
        elif isinstance(one, Order):
            out.append(say("hint.order"))
        elif isinstance(one, Match):
            out.append(say("hint.match"))
        elif isinstance(one, Line | Cells | Lines | Long):
            out.append(one.hint)
    return out
