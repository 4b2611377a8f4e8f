"""Kind quantity: a number with a unit, compared after conversion; the tolerance is in the key's unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import VALUE, Context, Kind, Spec, learner_scope, right, wrong
from grader.answers.brackets import check_closed
from grader.answers.label import ABOUT, without_label
from grader.answers.region_text import Plain
from grader.answers.rules import OPTIONS as RULE_OPTIONS
from grader.answers.rules import NumberKey, Rule, accepts, number_key, rule_of
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.tree import num, walk
from grader.maths.units import Unit, parse_unit
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {**RULE_OPTIONS, "value": "text", "label": "text"}
_START = re.compile(r"[℃℉A-Za-zΩ\u2126µμ°º˚%Å\u212b]|[(\[](?=[^()\[\]]*[)\]]\s*$)")
_NAMED = re.compile(r"\s*\\?(?!pi\b)[^\W\d_]+'?(?:_?\w+|_?\{\w+\}|[₀-₉]+)?\s*(?:=(?!=)|≈|:)\s*")
_FACES = r"\\(?:mathrm|text|textrm|mathit|mathsf|operatorname|mbox|unit|si|rm)"
_LATEX = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (rf"(\\[A-Za-z]+)(?={_FACES}\s*\{{)", r"\1 "),  # a command in front must not run into the letters
        (rf"{_FACES}\s*\{{((?:[^{{}}]|\{{[^{{}}]*\}})*)\}}", r"\1"),
        (r"\\(?:Omega|ohm)(?![A-Za-z])", "Ω"),
        (r"\\mu(?![A-Za-z])\s*", "µ"),
        (r"\\(?:AA|angstrom)(?![A-Za-z])", "Å"),
        (r"\s*\^\s*\{?\s*\\circ\s*\}?|\\degree(?![A-Za-z])", "°"),
        (r"\\%", "%"),
        (r"\\[dt]?frac\s*\{\s*([A-Za-zΩµ][^{}]*)\}\s*\{\s*([A-Za-zΩµ][^{}]*)\}", r" \1/(\2)"),
        (r"\\[,;:! ]|~|\\(?:thinspace|quad)(?![A-Za-z])", " "),
        (r"\\cdot(?![A-Za-z])\s*(?=[A-Za-zΩµ])", "·"),
    )
)
# A letter that is often written for degrees, and is a unit of another kind.
_LONE = dict.fromkeys(("C", "F"), parse_unit("K").dimension)
_PER_CENT = parse_unit("%")
_RADIAN = parse_unit("rad")
_PLAIN = replace(_PER_CENT, factor=Fraction(1))  # a number without a unit
_HALF = Fraction(1, 2)
_LONGEST_UNIT = 300
_EQUALS = re.compile(r"(?<![<>!=:≤≥≠])=(?!=)")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The number in the key's unit, the unit, and what may be typed."""

    number: NumberKey
    unit: Unit
    words: str
    scope: Scope
    label: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A number and its unit, None where none was written."""

    tree: Node
    unit: Unit | None
    echo: str


def prepare(spec: Spec, context: Context) -> Prepared:
    """Split `value` into formula and unit; raises BankFault where it has none."""
    text = str(spec.get("value"))
    formula = formula_of(text, context.values)
    unit = parse_unit(text[len(formula) :])
    tree = author.bind(formula, context.values)
    scope = learner_scope(spec, context, constants=("pi",))
    return Prepared(number_key(tree, rule_of(spec)), unit, text[len(formula) :].strip(), scope, spec.get("label", ""))


def formula_of(text: str, values: Mapping[str, Node]) -> str:
    """What stands before the unit of an author's `value`; raises BankFault where there is no unit."""
    for found in _START.finditer(text):
        try:
            parse_unit(text[found.start() :])
            author.bind(text[: found.start()], values)
        except (CannotRead, BankFault):
            continue
        return text[: found.start()]
    raise BankFault(say("bank.quantity", value=text))


def read(key: Prepared, text: str) -> Typed:
    """The number and the unit of a text; raises CannotRead for a unit alone or one that does not exist."""
    check_closed(text)
    plain_text = _undone(without_label(text, key.label))
    try:
        return _typed(key, _last_side(key, plain_text.text.rstrip().rstrip(".")))
    except CannotRead as fault:
        raise CannotRead(fault.why, None if fault.at is None else plain_text.at(fault.at)) from None


def _last_side(key: Prepared, body: str) -> str:
    """What stands behind the last equals sign of `72 km/h = 20 m/s`; raises CannotRead where the sides differ."""
    sides = _EQUALS.split(body)
    if len(sides) == 1 or not all(side.strip() for side in sides):
        return body
    typed = [_typed(key, side) for side in sides]
    first = typed[0]
    trees = [_converted(one.tree, one.unit or key.unit, first.unit or key.unit) for one in typed]
    alike = all((one.unit or key.unit).dimension == (first.unit or key.unit).dimension for one in typed)
    if not alike or not all(accepts(number_key(first.tree, Rule()), tree)[0] for tree in trees):
        raise CannotRead(say("read.sides-differ"), len(body) - len(sides[-1]) - 1)
    return " " * (len(body) - len(sides[-1])) + sides[-1]


def _undone(text: str) -> Plain:
    """A text without LaTeX round its unit, and without a name in front."""
    named = _NAMED.match(text) or ABOUT.match(text)
    body = " " * named.end() + text[named.end() :] if named else text
    plain_text = Plain(body, tuple(range(len(body))))
    for pattern, new in _LATEX:
        plain_text = plain_text.swapped(pattern, lambda m, new=new: m.expand(new))  # type: ignore[misc]
    return plain_text


def _typed(key: Prepared, body: str) -> Typed:
    problem: CannotRead | None = None
    for found in _START.finditer(body, max(0, len(body) - _LONGEST_UNIT)):
        try:
            return _split(key, body, found.start())
        except CannotRead as fault:
            problem = problem or CannotRead(fault.why, fault.at if fault.at is not None else found.start())
    try:
        tree = read_tree(body, key.scope)
    except CannotRead as fault:
        raise (problem if problem and fault.why.code != "read.dont-know" else fault) from None
    return Typed(tree, None, plain(tree))


def _split(key: Prepared, body: str, start: int) -> Typed:
    """The number before a place and the unit behind it; raises CannotRead where one of them is none."""
    words = body[start:].strip()
    unit = parse_unit(words)
    if not body[:start].strip():
        raise CannotRead(say("unit.alone"), start)
    if words in _LONE and _LONE[words] == key.unit.dimension:
        raise CannotRead(say("unit.degrees", text=words), start)
    if words == "M" and unit.dimension != key.unit.dimension:
        raise CannotRead(say("unit.unknown", name=words), start)  # it may be a million
    tree = read_tree(body[:start], key.scope)
    if any(n[0] == "call" and n[1] in ("min", "max") for n in walk(tree)):
        raise CannotRead(say("unit.unread", text=body[:start].strip()[:20]), 0)
    return Typed(tree, unit, f"{plain(tree)} {words}")


def judge(key: Prepared, value: Typed) -> Verdict:
    """Dimension first, then the number in the key's unit."""
    echo = say("echo.text", text=value.echo)
    # An angle without a unit is in radians where it is a share of pi.
    turned = key.unit.degrees and any(n[:2] == ("const", "pi") for n in walk(value.tree))
    unit = value.unit or (_RADIAN if turned else key.unit)
    if value.unit is None and key.unit == _PER_CENT:
        bare, how = accepts(key.number, _converted(value.tree, _PLAIN, key.unit))
        if bare:
            return right(how, echo)  # 50 % is the number 0.5
    if unit.dimension != key.unit.dimension:
        return wrong("exact", echo, say("unit.dimension"))
    good, how = accepts(key.number, _converted(value.tree, unit, key.unit))
    if good is None:
        return Verdict(HELD, ZERO, how, echo, says=(say("verdict.held"),))
    if not good:
        return wrong(how, echo)
    if value.unit is None:
        return Verdict(PARTLY, _HALF, how, echo, says=(say("unit.missing"),))
    return right(how, echo)


def _converted(tree: Node, unit: Unit, target: Unit) -> Node:
    """The number in the target unit: (x * factor + offset) of one over that of the other."""
    if unit == target:
        return tree
    shifted: Node = ("sum", (tree, num(unit.offset)), "++") if unit.offset else tree
    scaled: Node = ("prod", (shifted, num(unit.factor / target.factor)), "**")
    if unit.degrees != target.degrees:
        turn: Node = ("pow", ("frac", ("const", "pi"), num(180)), num(unit.degrees - target.degrees))
        scaled = ("prod", (scaled, turn), "**")
    return ("sum", (scaled, num(target.offset)), "+-") if target.offset else scaled


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.quantity")),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    from grader.answers.number import show_number

    return f"{show_number(key.number)} {key.words}"


KIND = Kind("quantity", OPTIONS, prepare, read, judge, fields, join, show, traits=VALUE)
