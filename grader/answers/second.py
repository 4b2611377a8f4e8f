"""A second look at a wrong answer: was it right but for a bullet, a decimal comma, its number, a lost superscript?"""

from __future__ import annotations

import re
from typing import Any

from grader.answers.base import ENTRIES, MATHS, Kind, read_raw
from grader.errors import BankFault, CannotRead, Undecided
from grader.model import PARTLY, RIGHT, UNREAD, WRONG, ZERO, Verdict, say

_BARE = re.compile(r"\s*[-+]?\d[\d.]*(?:[eE][-+]?\d+)?%?\s*")  # one number, which says one thing
_BULLET = re.compile(r"(?m)^\s*[-–—•*]\s+")
_NUMBER = re.compile(r"(?m)^\s*(?:\((?:\d{1,2}|[ivx]{1,4})\)|\d{1,2}[.)])\s+|\s+\(\d{1,2}\)\s*$")
_INNER = re.compile(r"(?<=[\s,;])\((?:\d{1,2}|[ivx]{1,4})\)\s+")
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_GLUED_TEN = re.compile(r"(?<=[\d ])([×xX*·⋅]\s?)10(\d{1,2})(?![\d.])")
_TURN = re.compile(r"\b(sin|cos|tan|cot|sec|csc|cosec)\s*((?:π|\\?pi)\s*/\s*\d+)")
_LOG = re.compile(r"\\?\blog(?=\s*\(|\s+\w|\s*\{)")
_RAISED = re.compile(r"(?<![\d.])10\s?([-−–]\d{1,2})(?!\d)")


def second_look(kind: Kind, key: Any, raw: str, verdict: Verdict) -> Verdict:
    """The verdict, or unread where another common way to read the text is right; to write it clearly costs nothing."""
    if verdict.outcome not in (WRONG, PARTLY) or MATHS not in kind.traits or _BARE.fullmatch(raw):
        return verdict
    for text, code in _readings(kind, raw):
        if text != raw and _is_right(kind, key, text):
            return Verdict(UNREAD, ZERO, "", says=(say(code),), at=0)
    return verdict


def _readings(kind: Kind, raw: str) -> list[tuple[str, str]]:
    """Other texts that may be meant, with what is said of them."""
    out = []
    if _BULLET.search(raw):
        out.append((_BULLET.sub("", raw), "vector.bullets"))
    if _NUMBER.search(raw):
        bare = _NUMBER.sub("", raw)
        out += [
            (bare, "read.numbered"),
            (_INNER.sub("", bare), "read.numbered"),
            (_INNER.sub(", ", bare), "read.numbered"),
        ]
    if ENTRIES in kind.traits and _COMMA.search(raw):
        out.append((_COMMA.sub(".", raw), "vector.commas"))
    if _GLUED_TEN.search(raw):
        out.append((_GLUED_TEN.sub(r"\g<1>10^\2", raw), "read.lost-exponent"))
    if _TURN.search(raw):
        out.append((_TURN.sub(r"\1(\2)", raw), "read.trig-slash"))
    if _LOG.search(raw):
        out.append((_LOG.sub("log10", raw), "read.log-natural"))
    if _RAISED.search(raw):
        out.append((_RAISED.sub(r"10^(\1)", raw), "read.lost-exponent"))
    return out


def _is_right(kind: Kind, key: Any, text: str) -> bool:
    try:
        return kind.judge(key, read_raw(kind, key, text)).outcome == RIGHT
    except (CannotRead, Undecided, BankFault):
        return False
