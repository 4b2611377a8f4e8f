"""Verdicts in words and signs: true and sahi, what may stand round them, and what turns them round."""

from __future__ import annotations

import re

from grader.answers.letters import unknown
from grader.errors import CannotRead
from grader.model import say

TRUE_WORDS = (
    "true", "t", "yes", "y", "1", "right", "correct", "sahi", "sahee", "sach", "haan", "haan ji", "haanji", "ji haan",
    "han", "ha", "haa", "ji", "✓", "✔", "✅", "सही", "सच", "हाँ", "हां",
)  # fmt: skip
FALSE_WORDS = (
    "false", "f", "no", "n", "0", "wrong", "incorrect", "galat", "ghalat", "jhooth", "jhoot", "jhuth", "jhut",
    "jhootha", "jhutha", "na", "nahi", "nahin", "nahee", "nhi", "nai", "ji nahi", "nahi ji", "✗", "✘", "❌",
    "गलत", "ग\u093cलत", "झूठ", "झूठा", "नहीं",
)  # fmt: skip
WORDS = {**dict.fromkeys(TRUE_WORDS, True), **dict.fromkeys(FALSE_WORDS, False)}
# What may stand round a verdict, and what turns it round; only of a quality can one say that it is not there.
_LEAD = re.compile(
    r"(?:(?:i think|(?:the |this |that |yeh |ye )?statement(?: is)?|(?:(?:the |my )?(?:ans(?:wer)?|jawab))(?: is| hai)?"
    r"|it is|it's|its|is|this is|that is|that's|yeh|ye|yah|bilkul|definitely|completely|totally"
    r"|mujhe lagta hai(?: ki)?|mere hisaab se|i (?:believe|feel|say))\b[\s:.=,]*)+"
)
_QUALITIES = (
    "true", "false", "right", "wrong", "correct", "incorrect", "sahi", "sahee", "sach", "galat", "ghalat", "jhooth",
    "jhoot",
)  # fmt: skip
_DENIED = re.compile(rf"(?:not|isn't|isnt) ({'|'.join(_QUALITIES)})|({'|'.join(_QUALITIES)}) (?:nahin?|nahee|nhi|nai)")
_IS = re.compile(r" (?:hai|he|h)$")
_TWICE = re.compile(r"(yes|no|haan|nahin?)\s*[,;.]\s*(.+)")  # `no, it is false`


def verdict_of(plain: str, text: str, alone: bool = False) -> bool:
    """Whether a folded text says true or false; raises CannotRead quoting `text`, `alone` where no reason is asked."""
    word = bare_of(plain)
    twice = _TWICE.fullmatch(word)
    if twice and verdict_of(twice[2], text, alone) == WORDS[twice[1]]:
        return WORDS[twice[1]]
    lead = _LEAD.match(word)
    if lead and word not in WORDS:
        word = bare_of(word[lead.end() :])
    word = _IS.sub("", word)
    denied = _DENIED.fullmatch(word)
    if denied:
        return not WORDS[denied[1] or denied[2]]
    if word in WORDS:
        return WORDS[word]
    fault = unknown(text, ())
    raise (
        fault
        if fault.why.code == "read.dont-know"
        else CannotRead(say("true-false.unknown" if alone else "true-false.unknown-reason", text=text.strip()[:40]), 0)
    )


def bare_of(plain: str) -> str:
    """A text without the signs that people put round it."""
    return plain.strip(" .!,;:()[]{}\"'")
