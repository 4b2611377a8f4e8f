"""A letter with words behind it, or a verdict with its reason in words: what explains, and what says another thing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.answers.letters import Offered
from grader.answers.verdicts import bare_of, verdict_of
from grader.answers.wordings import fold, saying, words_of
from grader.errors import CannotRead
from grader.model import say

_WHY = (
    r"because(?: of)?|becau?se|becuase|becoz|bcause|bcoz|bcz|bcos|bcs|bc|b/c|coz|cuz|cos|as|since|due to|ky[uo]+n?\s?ki"
)
# What may lead to a reason, any number of times.
BECAUSE = (
    rf"(?:(?:(?:{_WHY}|and|aur|(?:(?:the|my|its|mera) )?(?:reason|wajah|karan)(?: is| hai)?|option|only|sirf|bas)\b"
    r"|&|->|=>|→)\s*[:=]?\s*)*"
)
_PARTS = re.compile(r"[\s,;:(/–—>=→-]+")
_MAX_HEAD = 8  # words up to the verdict: `mujhe lagta hai ki yeh galat hai`
_LEADS_TO = re.compile(rf"[\s,;:/(–—>=.-]*{BECAUSE}")
_WHY_LEADS = re.compile(rf"[\s,;:(–—>=-]*(?:(?:{_WHY})\b\s*[:,=]?\s*)*")
_LETTER = re.compile(
    rf"\(?(?P<letter>[a-z])\)?(?:\s*[,;:.)–—-]+\s*(?:(?P<why>{_WHY})\b)?|\s+(?P<because>{_WHY})\b)"
    r"\s*[:,]?\s*(?P<more>.+)"
)
_HEAD = re.compile(r"\(?([a-z])\)?[\s,;:.)–—-]+(.+)")
# Words that judge the statement or another reason, that doubt, or take something back.
_JUDGES = re.compile(
    r"\b(?:true|false|galat|ghalat|jhooth|jhoot|wrong|incorrect|sahi|sahee|sach|holds|t|f|bharosa"
    r"|sure|pata|none|maybe|perhaps|shayad|guess\w*|idk|doubt\w*|sorry|actually|i mean|matlab|correction|changed?"
    r"|oops|wait|final|ans|answer|jawab|should be)\b(?!')"
)
_PRAISED = re.compile(
    r"\b(?:is|are|it's|looks|seems) (?:\w+ )?(?:right|correct)\b|\b(?:not|n't|nahi)\b[^,;.]*\bbelieve\b"
)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|last|pehl\w|doosr\w|teesr\w|chauth\w|aakhri)(?: (?:one|option|reason|wala|wali))?$"
)
_POINTS_FROM = (
    r"option|reason|wajah|of|and|or|aur|ya|not|nor|no|nahi|think|believe|also|but|both|dono|either|than|mujhe"
)
_POINTS_ON = (
    r"is|are|was|hai|and|or|aur|ya|too|also|bhi|not|par|ki|ka|ke|wala|wali|because|kyunki|both|dono|correct|right"
    r"|best|only"
)
_DENIES = re.compile(r"\b(?:not|no|never|nahin?|na|but|except)\b|n't\b")
_SMALL = re.compile(r"the|an?|is|are|of|to|and|or|in|on|its?|for|so|hain?|k[aieo]|se|mein|aur|yeh|woh")
_FEW = 4
_OTHERS = 0.6  # from this share of words on, a text is rather another option's


def worded(plain: str, reasons: Sequence[Offered]) -> tuple[bool, Offered] | None:
    """The verdict of a folded text and the one reason it gives by letter and words, or by words alone; else None.

    Raises CannotRead where the words are those of another reason than the letter.
    """
    split = _after_verdict(plain)
    if split is None:
        return None
    value, behind = split
    rest = behind[lead.end() if (lead := _LEADS_TO.match(behind)) else 0 :].strip()
    wordings = {o.letter: words_of(o.text) for o in reasons}
    own = behind[lead.end() if (lead := _WHY_LEADS.match(behind)) else 0 :]  # may begin with `only` and the like
    said = saying(rest, wordings) or saying(own, wordings)
    if len(said) == 1:
        return value, next(o for o in reasons if o.letter in said)
    found = explained(rest, reasons)
    return (value, found) if found else None


def explained(plain: str, offered: Sequence[Offered]) -> Offered | None:
    """The option of a folded text that is its letter and more words, its own or why it was taken; else None.

    Raises CannotRead where the words are those of another option.
    """
    by_letter = {o.letter: o for o in offered}
    wordings = {o.letter: words_of(o.text) for o in offered}
    head = _HEAD.fullmatch(plain)
    if head is None or head[1] not in by_letter:
        return None
    found = _LETTER.fullmatch(plain)
    said = saying(head[2], wordings) or (saying(found["more"], wordings) if found else set())
    rather = said or (_likest(found["more"], wordings) if found else set())
    if rather and rather != {head[1]}:
        raise CannotRead(say("choice.disagree", letter=head[1]), 0)
    if said:
        return by_letter[head[1]]
    if not found or not _only_tells_more(found["more"], "".join(by_letter)):
        return None
    # Its own words with a denial more say the contrary, and a few words with one say little else.
    own = max(len(_DENIES.findall(one.casefold())) for one in wordings[head[1]])
    short = len(found["more"].split()) < _FEW and not (found["why"] or found["because"])
    if (rather or short) and len(_DENIES.findall(found["more"])) > (own if rather else 0):
        return None
    others = {one for letter, words in wordings.items() if letter != head[1] for one in map(fold, words)}
    named = any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", found["more"]) for one in others if len(one) > 1)
    return None if named else by_letter[head[1]]


def _likest(text: str, wordings: Mapping[str, list[str]]) -> set[str]:
    """The option most of whose words make up a text, where one clearly does."""
    typed = _words(text)
    shares = {
        letter: max(len(typed & _words(one)) for one in words) / len(typed) if typed else 0.0
        for letter, words in wordings.items()
    }
    best = max(shares, key=lambda letter: shares[letter])
    clear = shares[best] >= _OTHERS and len(typed) >= 3
    return {best} if clear and all(shares[o] < shares[best] for o in shares if o != best) else set()


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W_]+", text.casefold()) if not _SMALL.fullmatch(word)}


def _after_verdict(plain: str) -> tuple[bool, str] | None:
    """The verdict in front, in as many words as make one, and what stands behind it."""
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
    return best


def _only_tells_more(text: str, letters: str) -> bool:
    """Whether a text behind an option's letter explains it, names no other one and judges nothing."""
    plain = bare_of(text)
    if len(plain.split()) < 2 or _JUDGES.search(plain) or _PRAISED.search(plain) or _ORDINAL.search(plain):
        return False
    pointed = rf"(?!a\s+(?!(?:{_POINTS_ON})\b)\w\w)[{letters}](?!['\w])"  # in front of a word, a is an article
    points = re.search(
        rf"(?:\b(?:{_POINTS_FROM})\s+|[/&(,;>→:]\s*){pointed}|\b[{letters}]\s*\)"
        rf"|(?<!['\w·*×^+=<-])(?<![·*×^+=<-] )[{letters}](?!['\w])\s*(?:$|[.,;:?>→-]|(?:{_POINTS_ON}|[{letters}])\b)",
        plain,
    )
    return points is None
