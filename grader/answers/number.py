"""Kind number: one number, with places, figures, a tolerance, or exactly; units, percents and scale words read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import VALUE, Context, Kind, Spec, key_tree, learner_scope, right, texts_of, wrong
from grader.answers.label import ABOUT, without_label
from grader.answers.rules import OPTIONS as RULE_OPTIONS
from grader.answers.rules import NumberKey, Rule, accepts, number_key, rule_of
from grader.errors import BankFault, CannotRead
from grader.maths.clean import clean
from grader.maths.exact import Undefined
from grader.maths.quick import quick_number
from grader.maths.read import read as read_tree
from grader.maths.scope import GREEK, Scope
from grader.maths.tokens import SIZES
from grader.maths.tree import num
from grader.maths.units import parse_unit
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {
    **RULE_OPTIONS,
    "value": "expr",
    "derive": "expr",
    "unit": "text",
    "label": "text",
    "names": "texts",
    "exact_places": "bool",
    "exact_figures": "bool",
}
_HALF = Fraction(1, 2)
_SCALED = re.compile(r"([-+]?\s*[\d,]*\.?\d+)\s*([Kk]|M|B|(?i:thousand|lakhs?|lacs?|million|crores?|billion))\.?")
_MINUS = re.compile(r"(\s*)(?:minus|negative)(?=\s+[\d.])", re.IGNORECASE)
_ZERO = ("zero", "shunya", "no difference", "0 difference", "koi fark nahi")
_WORD = re.compile(r"[A-Za-z°Ω\u2126µμ]")
# Why a left side is the question's own notation, not a number.
_FOREIGN = ("read.no-names", "read.unknown", "read.lost", "read.given", "read.library", "read.letter")
_EQUALS = re.compile(r"(?<![<>!=:≤≥≠])(?:=(?!=)|≈)")
# `P_3`, `h₀`, `p(ran)`, `loss`: letters, perhaps a subscript, perhaps one word in brackets.
_NAME = re.compile(r"\\?([^\W\d_]+)'?(?:_?\w+|_?\{\w+\}|[₀-₉]+)?(?:\s*\(\s*\w+\s*\))?")
_PRODUCT = re.compile(r"[A-Za-z](?:_?\w)?(?:\s*[*×·]\s*[A-Za-z](?:_?\w)?)+")  # `V*d = 38597376`
_TIMES = re.compile(r"(?<=\d)(?<!\b0)(\s*)[xX](?=\s*[\d√])(?!\s*10\s*(?:\^|\*\*))")
# `77 194 752`: groups of three parted by one blank of any width.
_BLANK_GROUPS = re.compile(r"(\s*[-+−]?)(\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+)((?:\.\d+)?\s*)")
# A number and, behind a blank, brackets to the end: restated, or a product.
_RESTATED = re.compile(r"(.*[\d%)])\s+\((.*)\)\s*\.?\s*", re.DOTALL)
_PER_CENT = ("%", "percent", "per cent")
_PER_CENT_SIGN = re.compile(r"(?<=\S)\s*(?:\\?%|per\s?cent|percentage|pratishat)\s*\.?\s*$", re.IGNORECASE)
# `1.2 e-5`: a power of ten, or Euler's number and a difference.
_PARTED_POWER = re.compile(r"\d(?:\s+[eE]\s*[-+−]?|[eE]\s+[-+−]?|[eE][-+−]\s+)\s*\d+\s*$")
_STOP = re.compile(r"(?<=[\d½⅓⅔¼¾])\.\s*$")
# Where an angle is asked, `cos(90°) = 0` names one without saying it.
_ANGLE_UNITS = frozenset({"degrees", "degree", "deg", "°", "radians", "radian", "rad"})
_TURNED = re.compile(r"\b(?:sin|cos|tan|cot|sec|csc)(?!\s*\^?\s*\{?\s*[-−]\s*1)(?![a-z])", re.IGNORECASE)
_SPELLED = {"sine", "cosine", "tangent"}
_RAISED_CIRCLE = re.compile(r"\s*\^\s*\{?\s*\\circ\s*\}?|[º˚]")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The number, what may be typed, and what else is asked of the way it is written."""

    number: NumberKey
    scope: Scope
    unit: str
    label: str
    names: frozenset[str]
    angle: bool
    exact_places: bool
    exact_figures: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as read."""

    tree: Node
    scaled: str = ""  # the digits that stand before a word such as lakh


def prepare(spec: Spec, context: Context) -> Prepared:
    """Compute the key."""
    for name, other in (("exact_places", "places"), ("exact_figures", "figures")):
        if spec.get(name) and spec.get(other) is None:
            raise BankFault(say("bank.exact-digits", name=name, other=other))
    rule = rule_of(spec)
    return Prepared(
        number_key(key_tree(spec, context), rule),
        learner_scope(spec, context, constants=("pi", "e")),
        spec.get("unit", ""),
        spec.get("label", ""),
        frozenset(name.casefold() for name in texts_of(spec, "names")),
        str(spec.get("unit", "")).casefold() in _ANGLE_UNITS,
        bool(spec.get("exact_places")),
        bool(spec.get("exact_figures")),
    )


_UNIT_FACE = re.compile(r"\\(?:text|mathrm|mbox|operatorname)\s*\{\s*([^{}\\]*?)\s*\}")


def read(key: Prepared, text: str) -> Typed:
    """The number of a text; raises CannotRead."""
    if key.unit in _PER_CENT:
        text = _PER_CENT_SIGN.sub("", text)
    if key.unit and "\\" in text:
        text = _UNIT_FACE.sub(lambda found: found[1].rjust(len(found[0])), text)
    quick = quick_number(text)
    if quick is not None:
        return Typed(quick)
    body = _TIMES.sub(r"\1*", without_label(text, key.label, key.names).replace("{,}", ","))
    body = _MINUS.sub(lambda found: found[1] + "-".ljust(len(found[0]) - len(found[1])), body)
    if key.angle and _TURNED.search(body):
        raise CannotRead(say("number.angle"), 0)
    body = _right_side(key, body)
    about = ABOUT.match(body)
    body = body[about.end() :] if about else body
    body = _without_unit(body, key.unit)
    if body.strip(" .").casefold() in _ZERO:
        return Typed(num(0))
    grouped = _BLANK_GROUPS.fullmatch(body)
    if grouped:
        body = grouped[1] + re.sub(r"\s", "", grouped[2]) + grouped[3]
    scaled = _SCALED.fullmatch(clean(body)[0].strip())
    if scaled:
        tree = read_tree(scaled[1], key.scope)
        power = SIZES[scaled[2].lower()]
        tree = ("prod", (tree, ("num", 10**power, str(10**power))), "**")
        return Typed(tree, scaled[1])
    parted = _PARTED_POWER.search(body)
    if parted:
        raise CannotRead(say("number.parted-power", text=parted[0].strip()), parted.start())
    if "/" in body or not body.isascii():
        body = _STOP.sub("", body)
    restated = _RESTATED.fullmatch(body)
    return Typed(_restated(key, body, restated) if restated else read_tree(body, key.scope))


def _restated(key: Prepared, body: str, found: re.Match[str]) -> Node:
    """`0.2 (1/5)`: a right product, or twice the right number; anything else could be either and is asked about."""
    try:
        product = read_tree(body, key.scope)
        if accepts(key.number, product)[0]:
            return product
    except CannotRead:
        read_tree(found[1], key.scope)  # what stands in front must be a number, or there is another fault
    try:
        first, second = (read_tree(text, key.scope) for text in found.groups())
        if accepts(key.number, first)[0] and accepts(key.number, second)[0]:
            return first
    except CannotRead:
        pass
    raise CannotRead(say("number.restated", first=found[1].strip()[:40], second=found[2].strip()[:40]), found.end(1))


def _right_side(key: Prepared, text: str) -> str:
    """What stands behind the last equals sign, if all sides agree, or are right, or the first is a name."""
    sides = _EQUALS.split(text)
    if len(sides) == 1 or not all(side.strip() for side in sides):
        return text
    last = " " * (len(text) - len(sides[-1])) + sides[-1]
    if _is_name(key, sides[0].strip()):
        if len(sides) == 2:
            return last
        sides = sides[1:]
    try:
        trees = [read_tree(side, key.scope) for side in sides]
        if all(accepts(key.number, tree)[0] for tree in trees):
            return last
        first = number_key(trees[0], Rule())
        if all(accepts(first, tree)[0] for tree in trees[1:]):
            return last
        places = key.number.rule.places
        # Only where places are asked may a chain end rounded, and to no fewer.
        if places is not None and (written(trees[-1])[0] or 0) >= places:
            rounded = number_key(trees[0], Rule(places=written(trees[-1])[0]))
            if all(accepts(rounded, tree)[0] for tree in trees[1:]):
                return last
    except (BankFault, CannotRead):
        return text
    raise CannotRead(say("read.sides-differ"), len(text) - len(sides[-1]) - 1)


def _is_name(key: Prepared, text: str) -> bool:
    """One of the part's names; where it declares none, any name but a function's, such as `cosθ` or `ln P`."""
    if key.label or key.names:
        return text.casefold() in key.names
    if _PRODUCT.fullmatch(text):
        return True
    found = _NAME.fullmatch(text)
    return found is not None and not _of_function(found[1].casefold(), key.scope)


def _of_function(word: str, scope: Scope) -> bool:
    """Whether a word is a function's name, perhaps with its argument glued to it."""
    rests = [word[len(f) :] for f in scope.functions if len(f) > 1 and word.startswith(f)]
    greek = {*GREEK, *GREEK.values()}
    return word in _SPELLED or any(len(rest) < 2 or rest in greek for rest in rests)


_MONEY = {"rs": ("₹", "Rs.", "Rs", "INR"), "$": ("$", "USD", "US$")}


def _without_unit(text: str, unit: str) -> str:
    for lead in _MONEY.get(unit.casefold().rstrip("."), (unit,) if unit else ()):
        found = re.match(rf"\s*{re.escape(lead)}\s*(?=[\d.])", text)
        if found:
            return " " * found.end() + text[found.end() :]
    stripped = _RAISED_CIRCLE.sub("°", text).rstrip(" .")
    if len(unit) > 3 and stripped.lower().endswith(unit.lower()):
        stripped = stripped[: -len(unit)] + unit
    if unit and stripped.endswith(unit) and stripped[: -len(unit)].strip():
        return stripped[: -len(unit)]
    for found in _WORD.finditer(stripped) if unit else ():
        try:
            if stripped[: found.start()].strip() and parse_unit(stripped[found.start() :]) == parse_unit(unit):
                return stripped[: found.start()]  # another spelling of the declared unit
        except CannotRead:
            continue
    return text


def written(tree: Node) -> tuple[int | None, tuple[int, int] | None]:
    """The place of the last digit written, and how many figures (trailing zeros of a whole number: a range)."""
    node, shift = tree, 0
    while node[0] in ("neg", "pct"):
        shift += 2 if node[0] == "pct" else 0
        node = node[1]
    if node[0] == "prod" and len(node[1]) == 2 and node[1][1][0] == "pow" and node[1][1][1][:2] == ("num", 10):
        power = node[1][1][2]
        sign, power = (-1, power[1]) if power[0] == "neg" else (1, power)
        if power[0] == "num" and isinstance(power[1], int):
            shift -= sign * power[1]
        node = node[1][0]
        if node[0] == "neg":
            node = node[1]
    if node[0] != "num" or "/" in node[2]:
        return None, None
    mantissa, _, exponent = node[2].replace(",", "").lower().partition("e")
    whole, dot, decimals = mantissa.partition(".")
    digits = (whole + decimals).lstrip("0")
    places: int | None = len(decimals) - int(exponent or 0) + shift
    least = len(digits) if decimals or dot else len(digits.rstrip("0"))
    if tree[0] == "pct" and not decimals:
        places = None
    return places, (max(least, 1), max(len(digits), 1))


def _typed_digits(value: Typed) -> tuple[int | None, tuple[int, int] | None]:
    """The same as typed: `1.5K` has the figures of 1.5, and no decimals."""
    if not value.scaled:
        return written(value.tree)
    quick = quick_number(value.scaled)
    return None, written(quick)[1] if quick is not None else None


def judge(key: Prepared, value: Typed) -> Verdict:
    """Value first, digits second."""
    try:
        good, how = accepts(key.number, value.tree)
    except Undefined:
        raise CannotRead(say("read.undefined"), None) from None
    if good is None:
        return Verdict(HELD, ZERO, how, value.tree, says=(say("verdict.held"),))
    if not good:
        return wrong(how, value.tree)
    if not (key.exact_places or key.exact_figures):
        return right(how, value.tree)
    rule = key.number.rule
    places, figures = _typed_digits(value)
    if key.exact_places and places != rule.places:
        return Verdict(PARTLY, _HALF, how, value.tree, says=(say("number.exact-places", places=rule.places),))
    if key.exact_figures and not (figures and figures[0] <= (rule.figures or 0) <= figures[1]):
        return Verdict(PARTLY, _HALF, how, value.tree, says=(say("number.exact-figures", figures=rule.figures),))
    return right(how, value.tree)


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    rule = key.number.rule
    if rule.places is not None:
        hint = say("hint.number-places", places=rule.places)
    elif rule.figures is not None:
        hint = say("hint.number-figures", figures=rule.figures)
    else:
        hint = say("hint.number")
    return (Line(hint, key.unit),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return show_number(key.number)


def show_number(key: NumberKey) -> str:
    """A decimal by the rule's places, or the formula where nothing is rounded."""
    from grader.maths import balls
    from grader.maths.exact import round_half
    from grader.maths.tree import decimal_text

    value = key.exact
    places = key.places
    if places is None and value is None and not key.rule.is_exact:
        places = 4
    if places is None:
        return plain(key.tree) if value is None else decimal_text(value)
    units = round_half(value * Fraction(10) ** places, 0) if value is not None else balls.rounded_at(key.tree, places)
    return fixed(Fraction(int(units)) / Fraction(10) ** places, places)


def fixed(value: Fraction, places: int) -> str:
    """`value` with exactly `places` decimals."""
    from grader.maths.exact import round_half

    units = int(round_half(value, max(places, 0)) * 10 ** max(places, 0))
    digits = str(abs(units)).rjust(places + 1, "0") if places > 0 else str(abs(units))
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places > 0 else sign + digits


def tree(key: Prepared, value: Typed | None) -> Node:
    """The number."""
    return value.tree if value else key.number.tree


KIND = Kind("number", OPTIONS, prepare, read, judge, fields, join, show, tree, traits=VALUE)
