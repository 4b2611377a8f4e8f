"""How the links of a worked chain are known: exactly, by proof on symbols, or by agreement on numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.answers.base import symbols_of, types_of
from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead
from grader.maths import author, balls
from grader.maths.equal import DIFFERENT, EQUAL, Key, decide
from grader.maths.prover import LATE, OPEN, PROVED, REFUTED, SECONDS, Prover
from grader.maths.table import Table
from grader.maths.tree import names, num
from grader.maths.types import parse_types
from grader.maths.write import plain
from grader.model import Node, Part, Say, say


@dataclass(slots=True)
class Evidence:
    """Counts by evidence, and the prover."""

    prover: Prover
    counts: dict[str, int] = field(default_factory=dict)
    unsettled: set[tuple[str, str]] = field(default_factory=set)  # parts whose `derive` SymPy left open

    def add(self, how: str) -> None:
        """One more link known in this way."""
        self.counts[how] = self.counts.get(how, 0) + 1


def linked(variant: Variant, part: Part, before: str, after: str, evidence: Evidence) -> Say | None:
    """What is wrong with `before` = `after`, or None where it holds."""
    symbols = symbols_of(part.answer)
    values = variant.values_for(part)
    left, right = (author.bind(text, values, symbols) for text in (before, after))
    if names(left) or names(right):
        return _on_symbols(left, right, symbols, variant, part, evidence)
    return _on_numbers(left, right, before, after, evidence)


def derivation(variant: Variant, part: Part, evidence: Evidence) -> Say | None:
    """What is wrong with a part's `value` beside its `derive`, or None where one follows from the other."""
    symbols = symbols_of(part.answer)
    parse_types(symbols)
    values = variant.values_for(part)
    text = str(part.answer["derive"])
    if "value" not in part.answer:
        form = closed_form(variant, part, evidence)
        if form:
            return say("check.derive-missing", derive=text, form=form)
        return _late(text) if evidence.prover.is_late(_about(variant, part)) else say("check.derive-none", derive=text)
    if _about(variant, part) in evidence.unsettled:
        return None  # named at the first seed
    origin, own = author.derivation(text, values, symbols)
    value = author.bind(str(part.answer["value"]), values, symbols)
    types = {**symbols, **dict.fromkeys(own, "real")}
    constant = part.answer.get("up_to") == "constant"
    answer, form = evidence.prover.derived(value, origin, types, constant, _about(variant, part))
    if answer == PROVED:
        evidence.add("proved")
        return None
    if answer == LATE:
        return _late(text)
    if answer == OPEN and form:
        agreed = _agrees(value, form, types)
        if agreed is not None:
            evidence.add(agreed)
            return None
    if form:
        form = closed_form(variant, part, evidence) or form
        return say("check.derive", derive=text, form=form, value=str(part.answer["value"]))
    evidence.unsettled.add(_about(variant, part))
    return say("check.derive-open", derive=text, value=str(part.answer["value"]))


def _about(variant: Variant, part: Part) -> tuple[str, str]:
    """Whose time a question takes: a part that was too hard at one seed is not tried again at the others."""
    return variant.item.id, part.id


def _late(text: str) -> Say:
    return say("check.derive-late", derive=text, seconds=SECONDS)


def closed_form(variant: Variant, part: Part, evidence: Evidence) -> str:
    """What `derive` comes to, in the names of the question, so that it holds in every variant; '' where none is found.

    A form counts only if the bank's own language reads it and it has the value that the derivation has here.
    """
    symbols = symbols_of(part.answer)
    values = variant.values_for(part)
    text = str(part.answer["derive"])
    used = {n: v for n, v in values.items() if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text) and n not in symbols}
    types = {**{n: _type_of(v) for n, v in used.items()}, **symbols}
    if not all(types.values()):
        return ""
    origin, own = author.derivation(text, {}, types)
    about = _about(variant, part)
    form = ""
    # Some forms are known only for numbers like the drawn ones: x^a has another integral where a is -1.
    for facts in ({}, {n: _facts(v) for n, v in used.items()}):
        known = {**types, **{n: f"{facts[n]} {types[n]}" for n in facts if facts[n]}, **dict.fromkeys(own, "real")}
        form = form or evidence.prover.derived(num(0), origin, known, about=about)[1]
    try:
        value = author.bind(form, values, symbols) if form else None
    except BankFault:
        return ""
    if value is None:
        return ""
    bound, own = author.derivation(text, values, symbols)
    here = {**symbols, **dict.fromkeys(own, "real")}
    answer, other = evidence.prover.derived(value, bound, here, part.answer.get("up_to") == "constant", about)
    return form if answer == PROVED or (other and _agrees(value, other, here)) else ""


def _type_of(tree: Node) -> str:
    """The type of a drawn or given value as a symbol; '' for words."""
    value = author.compute(tree)
    if isinstance(value, Table):
        return f"vector({len(value.cells)})" if value.cols == 1 else f"matrix({value.rows}, {value.cols})"
    return "" if isinstance(value, str | tuple) else "real"


def _facts(tree: Node) -> str:
    """What is known of a drawn or given number besides that it is real."""
    value = author.compute(tree)
    if not isinstance(value, Fraction):
        return ""
    return " ".join(word for word, holds in (("positive", value > 0), ("integer", value.denominator == 1)) if holds)


def _agrees(value: Node, form: str, types: dict[str, str]) -> str | None:
    """How a value is known to be the closed form that SymPy found; None where it is another, or not known."""
    try:
        symbols = parse_types(types)
        decision = decide(Key(author.bind(form, {}, symbols), symbols), value)
    except (BankFault, CannotRead):
        return None
    return decision.how if decision.outcome == EQUAL else None


def _on_symbols(
    left: Node, right: Node, symbols: dict[str, str], variant: Variant, part: Part, evidence: Evidence
) -> Say | None:
    parse_types(symbols)
    answer = evidence.prover.equal(left, right, symbols, _about(variant, part))
    if answer == PROVED:
        evidence.add("proved")
        return None
    if answer == REFUTED:
        return say("check.link", left=plain(left), right=plain(right))
    try:
        decision = decide(Key(left, types_of(part.answer)), right)
    except CannotRead as fault:
        return fault.why
    if decision.outcome == EQUAL:
        evidence.add(decision.how)
        return None
    return say(
        "check.link" if decision.outcome == DIFFERENT else "check.link-open", left=plain(left), right=plain(right)
    )


def _entry(table: Table, place: int) -> str:
    """An entry as it is written behind a name: [1], or [0][2]."""
    return f"[{place}]" if table.is_vector else f"[{place // table.cols}][{place % table.cols}]"


def _apart(one: Any, other: Any) -> tuple[str, str]:
    """Two values as people read them, with as many digits as tell them apart."""
    shown = ["", ""]
    for digits in (6, 12, 24, 48):
        with balls.precision(320):
            shown = [
                str(v)
                if isinstance(v, Fraction) and v.denominator == 1 and abs(v) < 10**15
                else balls.approx(v, digits)
                for v in (one, other)
            ]
        if shown[0] != shown[1]:
            break
    return shown[0], shown[1]


def _on_numbers(left: Node, right: Node, before: str, after: str, evidence: Evidence) -> Say | None:
    a, b = author.compute(left), author.compute(right)
    if isinstance(a, Table) != isinstance(b, Table) or (isinstance(a, Table) and len(a.cells) != len(b.cells)):
        return say("check.link-shape", left=before, right=after)
    pairs = list(zip(a.cells, b.cells, strict=True)) if isinstance(a, Table) else [(a, b)]
    exact = all(isinstance(x, Fraction) and isinstance(y, Fraction) for x, y in pairs)
    for n, (x, y) in enumerate(pairs):
        with balls.precision(320):
            same = x == y if exact else balls.near(x, y)
        if not same:
            first, second = _apart(x, y)
            slots = {"left": before, "right": after, "first": first, "second": second}
            return (
                say("check.link-entry", entry=_entry(a, n), **slots)
                if isinstance(a, Table)
                else say("check.link-values", **slots)
            )
    evidence.add("exact" if exact else "agreed")
    return None
