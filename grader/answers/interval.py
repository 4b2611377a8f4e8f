"""Kind interval: a set of real numbers as brackets, unions, inequalities or chains; every end counts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from grader.answers.base import Context, Kind, Spec, learner_scope, right, types_of, wrong
from grader.errors import BankFault, CannotRead
from grader.maths import author, balls
from grader.maths.clean import clean
from grader.maths.read import read as read_tree
from grader.maths.regions import Interval, Region, end, intersection, is_empty, same, union
from grader.maths.scope import Scope
from grader.maths.tree import names
from grader.model import HELD, UNDECIDED, ZERO, Field, Line, Node, Verdict, say

OPTIONS = {"value": "text", "symbols": "symbols"}
_OR = re.compile(r"\s*(?:∪|\bU\b|\bor\b|\bya\b|\\cup\b)\s*")
_AND = re.compile(r"\s*(?:∩|\band\b|\baur\b|\\cap\b)\s*")
_SIGN = re.compile(r"<=|=<|≤|>=|=>|≥|<|>")
_BRACKETS = re.compile(r"([\[(])\s*(.+?)\s*[,;]\s*(.+?)\s*([\])])", re.DOTALL)
_INFINITE = re.compile(r"([-+]?)\s*(?:oo|∞|inf(?:inity)?|\\infty)")
_MEANT = {
    "∪": " or ", "∩": " and ", "∈": " in ", "⩽": "≤", "⩾": "≥", "‹": "<", "›": ">", "ℝ": "(-oo, oo)",
    "\\mathbb{R}": "(-oo, oo)", "\\cup": " or ", "\\cap": " and ", "\\leq": "≤", "\\geq": "≥", "\\le": "≤",
    "\\ge": "≥", "\\lt": "<", "\\gt": ">", "\\left": "", "\\right": "",
}  # fmt: skip
_TYPED = re.compile("|".join(re.escape(k) + ("" if len(k) == 1 else r"(?![A-Za-z])") for k in _MEANT))
_MEMBER = re.compile(r"\s*(\w+)\s*(?:∈|\bin\b|\\in\b)\s*")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The region, the name it is about, and what may be typed."""

    region: Region
    name: str
    scope: Scope
    shown: str


@dataclass(frozen=True, slots=True)
class Unsolved:
    """An inequality that must be solved first: read, but for a person to judge."""

    text: str


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key by the learner's own rules, with bound names computed."""
    types = types_of(spec)
    if len(types) != 1:
        raise BankFault(say("bank.interval-symbol"))
    name = next(iter(types))
    scope = learner_scope(spec, context, grouping=False)
    key = Prepared((), name, scope, str(spec.get("value")))

    def ends(text: str) -> Node:
        return author.bind(text, context.values)

    try:
        found = _region(key, str(spec.get("value")), ends)
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    if isinstance(found, Unsolved):
        raise BankFault(say("bank.interval"))
    return Prepared(found, name, scope, key.shown)


def read(key: Prepared, text: str) -> Region | Unsolved:
    """The region of a text; raises CannotRead for what is no interval, reversed ends, an infinity that is included."""
    plain, _ = clean(_TYPED.sub(lambda m: _MEANT[m[0]], text))
    body = plain.strip().rstrip(".")
    if not body:
        raise CannotRead(say("read.blank"), 0)
    return _region(key, body, lambda part: read_tree(part, Scope(closed=key.scope.closed, grouping=False)))


def _region(key: Prepared, text: str, ends: Any) -> Region | Unsolved:
    pieces: list[Interval] = []
    for part in _OR.split(text):
        found = _intersected(key, part, ends)
        if isinstance(found, Unsolved):
            return found
        pieces.extend(found)
    return union(pieces)


def _intersected(key: Prepared, text: str, ends: Any) -> Region | Unsolved:
    total: Region = (Interval(None, None, False, False),)
    for part in _AND.split(text):
        found = _atom(key, part.strip(), ends)
        if isinstance(found, Unsolved):
            return found
        total = intersection(total, found)
    return total


def _atom(key: Prepared, text: str, ends: Any) -> Region | Unsolved:
    member = _MEMBER.match(text)
    if member and member[1] == key.name:
        text = text[member.end() :]
    brackets = _BRACKETS.fullmatch(text)
    if brackets:
        return _bracketed(brackets, ends)
    signs = _SIGN.findall(text)
    if not signs:
        raise CannotRead(say("interval.none"), 0)
    return _chain(key, _SIGN.split(text), [_direction(s) for s in signs], ends)


def _direction(sign: str) -> str:
    return {"=<": "<=", "≤": "<=", "=>": ">=", "≥": ">="}.get(sign, sign)


def _bracketed(found: re.Match[str], ends: Any) -> Region:
    low, high = _end(found[2], ends), _end(found[3], ends)
    if low == "+" or high == "-":
        raise CannotRead(say("interval.reversed"), 0)
    if (low == "-" and found[1] == "[") or (high == "+" and found[4] == "]"):
        raise CannotRead(say("interval.infinity"), 0)
    piece = Interval(None if low == "-" else low, None if high == "+" else high, found[1] == "[", found[4] == "]")
    if is_empty(piece):
        raise CannotRead(say("interval.reversed"), 0)
    return (piece,)


def _end(text: str, ends: Any) -> Any:
    """'-' or '+' for an infinity, else a value."""
    infinite = _INFINITE.fullmatch(text.strip())
    if infinite:
        return infinite[1] or "+"
    return end(ends(text))


def _chain(key: Prepared, sides: list[str], signs: list[str], ends: Any) -> Region | Unsolved:
    """An inequality or a chain in one direction, with the name alone, in bars, or in need of solving."""
    if len({s[0] for s in signs}) > 1 or len(signs) > 2:
        raise CannotRead(say("interval.chain"), 0)
    trees = [None if _INFINITE.fullmatch(side.strip()) else read_tree(side, key.scope) for side in sides]
    place = next((i for i, t in enumerate(trees) if t is not None and names(t)), None)
    if place is None:
        raise CannotRead(say("interval.name", name=key.name), 0)
    middle = trees[place]
    assert middle is not None
    bars = middle[:2] == ("call", "abs")
    offset = _offset(middle[2][0] if bars else middle, key.name)
    if offset is None or sum(bool(t and names(t)) for t in trees) > 1:
        return Unsolved(" ".join(sides))
    total: Region = (Interval(None, None, False, False),)
    for i, sign in enumerate(signs):
        side = i if i < place else i + 1  # each sign stands between the name and one bound
        below = (sign[0] == "<") == (side > place)
        total = intersection(total, _half(_end(sides[side], ends), below, len(sign) == 2, bars))
    if offset:
        total = tuple(replace(p, low=_less(p.low, offset), high=_less(p.high, offset)) for p in total)
    return total


def _offset(tree: Node, name: str) -> Any:
    """What is added to the name: 0 for x, -1 for x - 1, None where more than that is done to it."""
    if tree == ("sym", name):
        return 0
    if tree[0] != "sum" or len(tree[1]) != 2 or tree[2][0] != "+" or names(tree[1][1]) or tree[1][0] != ("sym", name):
        return None
    return end(tree[1][1] if tree[2][1] == "+" else ("neg", tree[1][1]))


def _less(bound: Any, offset: Any) -> Any:
    return None if bound is None else balls.minus(bound, offset)


def _half(bound: Any, below: bool, included: bool, bars: bool) -> Region:
    """Numbers below (or above) a bound, or with a size below (or above) it."""
    if isinstance(bound, str):
        raise CannotRead(say("interval.infinity"), 0)
    if not bars:
        return (Interval(None, bound, False, included) if below else Interval(bound, None, included, False),)
    if below:
        return (Interval(-bound, bound, included, included),)
    return union([Interval(None, -bound, False, included), Interval(bound, None, included, False)])


def judge(key: Prepared, value: Region | Unsolved) -> Verdict:
    """Ends and all."""
    if isinstance(value, Unsolved):
        return Verdict(HELD, ZERO, UNDECIDED, None, says=(say("interval.unsolved"),))
    if same(value, key.region):
        return right("exact", None)
    open_key = tuple(Interval(p.low, p.high, False, False) for p in key.region)
    open_typed = tuple(Interval(p.low, p.high, False, False) for p in value)
    return wrong("exact", None, *([say("interval.ends")] if same(open_key, open_typed) else []))


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.interval", name=key.name)),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as the author wrote it."""
    return key.shown


KIND = Kind("interval", OPTIONS, prepare, read, judge, fields, join, show)
