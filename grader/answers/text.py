"""Kind text: a word or a few; case, accents and punctuation do not count, one slip in a long word is forgiven."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.answers.base import Context, Kind, Spec, right, texts_of, wrong
from grader.answers.label import without_label
from grader.errors import BankFault, CannotRead
from grader.maths.clean import visible
from grader.model import LISTED, Field, Line, Verdict, say

OPTIONS = {"accept": "texts", "known_wrong": "texts"}
# A hyphen inside a word is none.
_SIGNS = re.compile(r"<->|->|<-|[+*/<>=#^→←↔±%&|~!≤≥≠]|(?<![^\W\d_])[-−–]|[-−–](?![^\W\d_])")
_NEGATED = re.compile(r"\b(an?)[-‐‑–](?=\w)")
# In front of a word these turn its meaning round; `acyclic` is no misspelt `cyclic`.
_NEGATIONS = ("a", "an", "non", "un", "in", "im", "ir", "il", "dis")
_ARTICLES = ("the", "a", "an")
LONG = 5  # letters a word needs before a slip in it is forgiven
MAX_CHARS = 300


class Wording(NamedTuple):
    """A text folded to its words, and the signs in it that carry meaning: those of `C++` and `a < b`."""

    words: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The accepted and the known wrong wordings, folded, and the accepted as they were written."""

    accept: tuple[Wording, ...]
    wrong: tuple[Wording, ...]
    shown: tuple[str, ...]


def fold(text: str) -> str:
    """Lower-case words without accents, punctuation and a leading article."""
    plain = unicodedata.normalize("NFKD", visible(text).casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’‘ʼ`")
    joined = _NEGATED.sub(r"\1", letters)  # `a-symmetric` is one word, and no article stands there
    words = "".join(c if c.isalnum() else " " for c in joined).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in _ARTICLES else words)


def prepare(spec: Spec, context: Context) -> Prepared:
    """Fold the wordings."""
    accept = texts_of(spec, "accept")
    if not accept:
        raise BankFault(say("bank.accept"))
    return Prepared(tuple(map(_wording, accept)), tuple(map(_wording, texts_of(spec, "known_wrong"))), tuple(accept))


def _wording(text: str) -> Wording:
    return Wording(fold(text), tuple(_SIGNS.findall(text.strip().rstrip("!"))))


def read(key: Prepared, text: str) -> Wording:
    """The folded words and the signs; raises CannotRead where there is no letter."""
    if len(text) > MAX_CHARS:
        raise CannotRead(say("read.too-long", count=len(text), limit=MAX_CHARS), MAX_CHARS)
    typed = _wording(text if any(w.signs for w in key.accept) else without_label(text, ""))
    if not any(c.isalpha() for c in typed.words) and typed not in key.accept:
        raise CannotRead(say("text.no-letter"), 0)
    return typed


def judge(key: Prepared, value: Wording) -> Verdict:
    """A listed wording, or one slip away from it and not as near to a listed wrong one."""
    echo = say("echo.text", text=value.words)
    if _among(value, key.accept):
        return right(LISTED, echo)
    near = next((n for n, wording in enumerate(key.accept) if _one_slip(value, wording)), None)
    if near is None or _among(value, key.wrong):
        return wrong(LISTED, echo)
    if any(_one_slip(value, wording) for wording in key.wrong):
        return wrong(LISTED, echo, say("text.between"))
    return right(LISTED, echo, say("text.spelling", text=key.shown[near]))


def _among(text: Wording, wordings: tuple[Wording, ...]) -> bool:
    """Whether a text is one of the wordings, wherever blanks and hyphens stand."""
    bare = text.words.replace(" ", "")
    return any(bare == w.words.replace(" ", "") and _same_signs(text, w) for w in wordings)


def _same_signs(text: Wording, wording: Wording) -> bool:
    """Signs count where the wording has some; elsewhere they are punctuation."""
    return not wording.signs or text.signs == wording.signs


def _one_slip(text: Wording, wording: Wording) -> bool:
    """Whether the texts differ in one word of five letters or more, by one slip."""
    left, right_ = text.words.split(), wording.words.split()
    if not _same_signs(text, wording):
        return False
    if len(left) != len(right_):
        return False
    pairs = [(a, b) for a, b in zip(left, right_, strict=True) if a != b]
    if any(prefix + short == long for prefix in _NEGATIONS for pair in pairs for short, long in (pair, pair[::-1])):
        return False
    return len(pairs) == 1 and len(pairs[0][1]) >= LONG and _slip(*pairs[0])


def _slip(a: str, b: str) -> bool:
    """One letter missing, added or changed, or two neighbours swapped."""
    if len(a) == len(b):
        places = [i for i in range(len(a)) if a[i] != b[i]]
        if len(places) == 1:
            return True
        swapped = len(places) == 2 and places[1] == places[0] + 1
        return swapped and a[places[0]] == b[places[1]] and a[places[1]] == b[places[0]]
    short, long = sorted((a, b), key=len)
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.text")),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The first accepted wording."""
    return key.shown[0]


KIND = Kind("text", OPTIONS, prepare, read, judge, fields, join, show, longest=MAX_CHARS)
