"""A verdict with its reason in more than a letter: `F c because ...`, or the reason's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.answers.letters import Offered
from grader.answers.verdicts import bare_of, verdict_of
from grader.answers.wordings import saying, words_of
from grader.errors import CannotRead
from grader.model import say

# What may lead to a reason, any number of times.
BECAUSE = (
    r"(?:(?:(?:because(?: of)?|due to|bcoz|bcz|bcos|coz|cuz|cos|as|since|and|aur|ky[uo]+n?\s?ki|reason(?: is)?|wajah"
    r"|option)\b|&|b/c\b|->|=>)\s*[:=]?\s*)*"
)
_PARTS = re.compile(r"[\s,;:(/–—>=-]+")
_MAX_HEAD = 8  # words up to the verdict: `mujhe lagta hai ki yeh galat hai`
_LEADS_TO = re.compile(rf"[\s,;:/(–—>=.-]*{BECAUSE}")
_LETTER = re.compile(
    r"\(?(?P<letter>[a-z])\)?(?:\s*[,;:.)–—-]+\s*(?P<because>because|as|since|ky[uo]+n?\s?ki|bcoz|coz)?\b"
    r"|\s+(?P<why>because|as|since|ky[uo]+n?\s?ki|bcoz|bcz|coz|cuz|cos)\b)\s*[:,]?\s*(?P<more>.+)"
)
# Words that judge something else than the statement, perhaps another reason.
_JUDGES = frozenset(["true", "false", "galat", "ghalat", "jhooth", "jhoot", "wrong", "incorrect", "t", "f"])
_PRAISES = frozenset(["right", "correct", "sahi", "sahee", "sach"])


def worded(plain: str, reasons: Sequence[Offered]) -> tuple[bool, Offered] | None:
    """The verdict of a folded text and the one reason it gives by letter and words, or by words alone; else None.

    Raises CannotRead where the words are those of another reason than the letter.
    """
    split = _after_verdict(plain)
    if split is None:
        return None
    value, rest = split
    wordings = {o.letter: words_of(o.text) for o in reasons}
    by_letter = {o.letter: o for o in reasons}
    said = saying(rest, wordings)
    if len(said) == 1:
        return value, by_letter[said.pop()]
    found = _LETTER.fullmatch(rest)
    if found is None or found["letter"] not in by_letter:
        return None
    said = saying(found["more"], wordings)
    if said and said != {found["letter"]}:
        raise CannotRead(say("choice.disagree", letter=found["letter"]), 0)
    if not said and not _only_tells_more(found["more"], bool(found["because"] or found["why"]), "".join(by_letter)):
        return None
    return value, by_letter[found["letter"]]


def _after_verdict(plain: str) -> tuple[bool, str] | None:
    """The verdict in front, in as many words as make one, and what follows `because`."""
    best = None
    for count, found in enumerate(_PARTS.finditer(plain)):
        if count == _MAX_HEAD:
            break
        head = plain[: found.start()]
        try:
            value = verdict_of(head, head)
        except CannotRead:
            continue
        best = value, plain[found.start() :]
    if best is None:
        return None
    lead = _LEADS_TO.match(best[1])
    return best[0], best[1][lead.end() if lead else 0 :].strip()


def _only_tells_more(text: str, because: bool, letters: str) -> bool:
    """Whether a text behind a reason's letter explains it, and names no other one and judges nothing."""
    words = re.findall(r"[^\W_]+", bare_of(text))
    if len(words) < 2 or not _JUDGES.isdisjoint(words):
        return False
    points = re.search(
        rf"(?:\b(?:option|reason|and|or|aur|ya|not|nor)\s+|[/&(]\s*)[{letters}](?![\w\'])"
        rf"|(?<![\w\'·*×^+=<>-])(?<![·*×^+=<>-] )[{letters}]"
        r"(?:\s*(?:$|[).,;:?])|\s+(?:is|are|was|hai|and|or|aur|ya|too|also|bhi|nahi|not)\b)",
        text,
    )
    return points is None or (because and _PRAISES.isdisjoint(words))
