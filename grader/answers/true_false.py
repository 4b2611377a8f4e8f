"""Kind true_false: a verdict, and where asked the letter of its reason; the right verdict alone earns nothing then."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.answers.base import Context, Kind, Spec, fraction, right, wrong
from grader.answers.choice import offer
from grader.answers.letters import Offered, bare, unknown
from grader.answers.reasons import BECAUSE, worded
from grader.answers.verdicts import WORDS, verdict_of
from grader.errors import BankFault, CannotRead
from grader.maths.clean import MAX_CHARS, visible
from grader.model import LISTED, PARTLY, ZERO, Doc, Field, One, Text, Verdict, say

OPTIONS = {"value": "text", "reason": "reason", "reason_credit": "text"}
_TRUE = Doc({"en": (Text("True"),), "hinglish": (Text("Sahi"),)})
_FALSE = Doc({"en": (Text("False"),), "hinglish": (Text("Galat"),)})
# `galat kyunki b hai`, `false, b is the reason`, `galat b ki wajah se`; and the question's own name.
_TAIL = re.compile(
    r"(?:(?<= [a-z])|(?<= \([a-z]\)))(?: is (?:the )?(?:right|correct|reason)(?: (?:reason|one|option|answer))?"
    r"| (?:sahi )?(?:reason |wajah |karan |option )?(?:hai|h)| ki wajah se| wal[ai])$"
)
_OWN_NAME = re.compile(r"\bverdict\b(?: is| hai)?\s*[:=]?\s*")
# `sahi option c` says which option, and `1) b` answers the first question: neither judges the statement.
# Nor does `sahi c hai` or `c sahi`, and `no. c` is a number as often as a no.
_NO_VERDICT = re.compile(
    r"(?:(?:the|my|ans(?:wer)?|jawab)\b[\s:]*)*"
    r"(?:sahi|sahee|right|correct|galat|ghalat|wrong|incorrect|true) (?:option|reason)\b"
    r"|(?:correct|right|wrong|incorrect|sahi|sahee)\s*:|\(?[01]\s*[).:]"
    r"|(?:sahi|sahee|galat|ghalat) \(?[a-z]\)? (?:hai|h)$"
    r"|\(?[a-z]\)?[\s,;]+(?:sahi|sahee|sach|right|correct|true)(?: hai| h)?$"
    r"|(?:ans(?:wer)?|jawab|opt(?:ion)?)\b[\s.:]*(?:no|n)\b|no\s?\.\s?\(?[a-z]\)?$"
)
# A verdict, perhaps "because", one letter: `F b`, `Fb`, `false (b)`, `galat, kyunki b`.
_REASON = re.compile(rf"(.+?)[\s,;:/(–—>=-]*(?:\b|(?=&)){BECAUSE}\(?([a-z])\)?")
_GLUED = re.compile(r"([tf])\(?([a-z])\)?")
# The reason first, parted from its verdict; else only `b F`, for `b is wrong` and `b: galat` may judge the reason.
_REASON_FIRST = re.compile(
    rf"{BECAUSE}(?:([a-z])|\(([a-z])\))"
    r"(?:(?:\s*[,;/]|\s+(?=(?:and|aur|&|so|isliye)\s))(?!\s*(?:is|hai)\b)\s*(?:(?:and|aur|&|so|isliye)\s*)?(.+)"
    r"|\.?\s+(t|f|true|false))"
)
_TWO = re.compile(r".+?[\s,;:(]+([a-z])[\s,;()]+(?:(?:and|or|aur|ya)\s+)?\(?[a-z]\)?")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The right verdict, and the reasons as shown with the right one's id."""

    value: bool
    reasons: tuple[Offered, ...]
    reason: str
    credit: Fraction


@dataclass(frozen=True, slots=True)
class Typed:
    """A verdict and perhaps a reason."""

    value: bool
    reason: Offered | None


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key."""
    value = str(spec.get("value")).lower()
    if value not in ("true", "false"):
        raise BankFault(say("bank.true-false", value=value))
    reason = spec.get("reason") or {}
    reasons = offer(reason.get("options"), context) if reason else ()
    wanted = str(reason.get("value", ""))
    if reason and wanted not in {o.id for o in reasons}:
        raise BankFault(say("bank.option-id", id=wanted, allowed=", ".join(o.id for o in reasons)))
    credit = fraction(spec["reason_credit"], "reason_credit") if "reason_credit" in spec else ZERO
    return Prepared(value == "true", reasons, wanted, credit)


def read(key: Prepared, text: str) -> Typed:
    """A listed word or mark, then exactly one reason letter where reasons are offered; raises CannotRead."""
    if len(text) > MAX_CHARS:
        raise CannotRead(say("read.too-long", count=len(text), limit=MAX_CHARS), MAX_CHARS)
    folded = unicodedata.normalize("NFKC", visible(text)).replace("\ufe0f", "").replace("’", "'").casefold()
    plain = " ".join(re.sub(r"[\s,;]*\n\s*", ", ", folded.strip()).split())  # a line of its own is parted from the next
    if not plain:
        raise CannotRead(say("read.blank"), 0)
    if "!" in plain.rstrip("! ."):
        raise CannotRead(say("choice.not"), plain.index("!"))
    if not key.reasons:
        return Typed(verdict_of(plain, text, alone=True), None)
    plain = _OWN_NAME.sub("", plain.strip(" .!?;,:[]\"'"))
    no_verdict = _NO_VERDICT.match(plain)
    plain = _TAIL.sub("", plain)
    if no_verdict:
        raise CannotRead(say("true-false.verdict-missing", letters=", ".join(o.letter for o in key.reasons)), 0)
    turned = _turned(key, plain)
    try:
        typed = _reasoned(key, plain, text)
    except CannotRead:
        if turned is None:
            raise
        return turned
    if turned is not None and turned != typed:
        raise CannotRead(say("true-false.two-readings"), 0)
    return typed


def _turned(key: Prepared, plain: str) -> Typed | None:
    """The reason first, `b F`; None for any other text."""
    found = _REASON_FIRST.fullmatch(plain)
    reason = next((o for o in key.reasons if found and o.letter == (found[1] or found[2])), None)
    if found is None or reason is None:
        return None
    try:
        return Typed(verdict_of(found[3] or found[4], plain), reason)
    except CannotRead:
        return None


def _reasoned(key: Prepared, plain: str, text: str) -> Typed:
    """The verdict first, then its reason by letter or in words."""
    try:
        return _by_letter(key, plain, text)
    except CannotRead:
        told = worded(plain, key.reasons)
        if told is None:
            raise
        return Typed(*told)


def _by_letter(key: Prepared, plain: str, text: str) -> Typed:
    found = _GLUED.fullmatch(plain) or _REASON.fullmatch(plain)
    if found is None or (plain in WORDS and not _GLUED.fullmatch(plain)):
        fault = unknown(text, ())
        if fault.why.code == "read.dont-know":
            raise fault
        head = plain.split(" ")[0].strip(".,!")
        if _names_two(key, plain) and head in WORDS:
            raise CannotRead(say("true-false.two-reasons"), 0)
        letters = ", ".join(o.letter for o in key.reasons)
        if head not in WORDS:
            raise CannotRead(say("true-false.verdict-missing", letters=letters), 0)
        word = head if head.isalpha() and len(head) > 1 else _word(WORDS[head])
        code = "true-false.reason-missing" if plain in WORDS else "true-false.reason-unread"
        raise CannotRead(say(code, letters=letters, verdict=word), 0)
    head = plain.split(" ")[0].strip(".,!")
    if _names_two(key, plain) and head in WORDS and found[1] not in WORDS:
        raise CannotRead(say("true-false.two-reasons"), 0)
    value = verdict_of(found[1], text)
    letter = bare(found[2])
    reason = next((o for o in key.reasons if o.letter == letter), None)
    if reason is None:
        raise CannotRead(
            say("choice.unknown", text=letter, letters=", ".join(o.letter for o in key.reasons)), found.start(2)
        )
    return Typed(value, reason)


def _names_two(key: Prepared, plain: str) -> bool:
    """Whether two letters stand behind a verdict, the first of them offered: in `galat h b` the h only says `hai`."""
    found = _TWO.fullmatch(plain)
    return found is not None and found[1] in {o.letter for o in key.reasons}


def judge(key: Prepared, value: Typed) -> Verdict:
    """Verdict first; a right verdict for a wrong reason is a miss, or earns `reason_credit`."""
    echo = say("echo.verdict", verdict=_word(value.value))
    if value.reason:
        echo = say(
            "echo.verdict-reason", verdict=_word(value.value), letter=value.reason.letter, text=value.reason.text
        )
    if value.value != key.value:
        says = (say("own", text=value.reason.say),) if value.reason and value.reason.say else ()
        if value.reason and value.reason.id == key.reason:
            says = (say("true-false.other-verdict"),)
        return wrong(LISTED, echo, *says, mistake=(value.reason.name or None) if value.reason else None)
    if value.reason is None or value.reason.id == key.reason:
        return right(LISTED, echo)
    why = "true-false.wrong-reason-part" if key.credit else "true-false.wrong-reason"
    says = (say(why), *((say("own", text=value.reason.say),) if value.reason.say else ()))
    name = value.reason.name or None
    if key.credit:
        return Verdict(PARTLY, key.credit, LISTED, echo, (), name, says)
    return wrong(LISTED, echo, *says, mistake=name)


def _word(value: bool) -> Any:
    return say("word.true" if value else "word.false")


def fields(key: Prepared) -> tuple[Field, ...]:
    """True or false, and the reasons."""
    verdict = One((("T", _TRUE), ("F", _FALSE)))
    return (verdict, One(tuple((o.letter, o.text) for o in key.reasons))) if key.reasons else (verdict,)


def join(values: tuple[Any, ...]) -> str:
    """`F b`."""
    return " ".join(str(v) for v in values)


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    letter = next((o.letter for o in key.reasons if o.id == key.reason), "")
    return ("T" if key.value else "F") + (f" {letter}" if letter else "")


KIND = Kind("true_false", OPTIONS, prepare, read, judge, fields, join, show, offers=lambda key: key.reasons)
