"""Rules for tolerances: what a learner may round on the way is accepted, and no wrong path is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grader.answers.number import Prepared
from grader.answers.rules import NumberKey, accepts
from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead
from grader.maths import balls
from grader.maths.exact import round_half
from grader.maths.tree import num
from grader.model import RIGHT, Node, Part, Say, say

Found = Iterator[tuple[tuple[object, ...], Say]]


def rounding(variant: Variant, tally: object) -> Found:
    """An answer made from an earlier one as that asks to be rounded is right, or has its own entry."""
    for n, part in enumerate(variant.item.parts):
        kind, key = variant.key(part)
        if not part.follows or kind.name not in ("number", "vector", "list", "matrix"):
            continue
        try:
            rounded = _rounded(variant, part)
            if rounded is None:
                continue
            other, made = variant.key(part, None, rounded)
            text = other.show(made)
            if kind.judge(key, kind.read(key, text)).outcome == RIGHT or _foreseen(variant, part, text):
                continue
        except (BankFault, CannotRead):
            continue
        yield ("parts", n, "answer"), say("check.rounding", text=text)


def _foreseen(variant: Variant, part: Part, text: str) -> bool:
    """Whether the item has a word for this answer: a further right one, or a mistake."""
    for spec in (*(a.spec for a in part.also), *(m.spec for m in part.mistakes)):
        kind, key = variant.key(part, spec)
        if kind.judge(key, kind.read(key, text)).outcome == RIGHT:
            return True
    return False


def _rounded(variant: Variant, part: Part) -> dict[str, Node] | None:
    """The followed values as learners write them down; None where none is rounded."""
    out: dict[str, Node] = {}
    for name, (other, target) in variant.followed(part).items():
        key = other.key(target)[1]
        entries = _entries(key)
        if not entries or any(e.places is None for e in entries):
            return None
        cells = tuple(_at_places(entry) for entry in entries)
        out[name] = cells[0] if isinstance(key, Prepared) else ("list", cells)
    return out or None


def _entries(key: Any) -> list[NumberKey]:
    """The numbers of a key, each with its rule; none where it is of another kind."""
    entries = [key.number] if isinstance(key, Prepared) else list(getattr(key, "entries", ()))
    return entries if all(isinstance(e, NumberKey) for e in entries) else []


def _at_places(entry: NumberKey) -> Node:
    places = entry.places or 0
    if entry.exact is not None:
        return num(round_half(entry.exact, places))
    return num(Fraction(balls.rounded_at(entry.tree, places)) / Fraction(10) ** places)


def tolerances(variant: Variant, tally: object) -> Found:
    """No wrong path lands inside the tolerance, unrounded; a share is not a share of 0."""
    for n, part in enumerate(variant.item.parts):
        key = variant.key(part)[1]
        if any(e.exact == 0 and e.rule.relative and not e.rule.absolute for e in _entries(key)):
            yield ("parts", n, "answer", "tolerance"), say("check.tolerance-zero")
        if not isinstance(key, Prepared):
            continue
        for k, mistake in enumerate(part.mistakes):
            try:
                _, wrong = variant.key(part, mistake.spec)
                if isinstance(wrong, Prepared) and accepts(key.number, _tree(wrong))[0]:
                    yield ("parts", n, "mistakes", k), say("check.tolerance", name=mistake.name)
            except (BankFault, CannotRead):
                continue


def _tree(key: Any) -> Node:
    return key.number.tree  # type: ignore[no-any-return]
