"""A letter with words behind it, or a verdict with its reason in words: what explains, and what says another thing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from grader.answers.letters import Offered
from grader.answers.verdicts import bare_of, verdict_of
from grader.answers.wordings import fold, saying, words_of
from grader.errors import CannotRead
from grader.model import say

WHY = (
    r"because(?: of)?|becau?se|becuase|becoz|bcause|bcoz|bcz|bcos|bcs|bc|b/c|coz|cuz|cos|as|since|due to|ky[uo]+n?\s?ki"
)
# What may lead to a reason, any number of times.
BECAUSE = (
    rf"(?:(?:(?:{WHY}|and|aur|(?:(?:the|my|its|mera) )?(?:reason|wajah|karan)(?: is| hai)?|option|only|sirf|bas)\b"
    r"|&|->|=>|→)\s*[:=]?\s*)*"
)
_PARTS = re.compile(r"[\s,;:(/–—>=→-]+")
_MAX_HEAD = 8  # words up to the verdict: `mujhe lagta hai ki yeh galat hai`
_LEADS_TO = re.compile(rf"[\s,;:/(–—>=.-]*{BECAUSE}")
_WHY_LEADS = re.compile(rf"[\s,;:(–—>=-]*(?:(?:{WHY})\b\s*[:,=]?\s*)*")
_LETTER = re.compile(
    rf"\(?(?P<letter>[a-z])\)?(?:\s*[,;:.)–—-]+\s*(?:(?P<why>{WHY})\b)?|\s+(?P<because>{WHY})\b)"
    r"\s*[:,]?\s*(?P<more>.+)"
)
_BRACKETS = re.compile(r"(\(?[a-z]\)?)\s+\((.+)\)")
_HEAD = re.compile(r"\(?([a-z])\)?[\s,;:.)–—-]+(.+)")
_ANSWERED = re.compile(r"(yes|no|haan|nahin?)(?:[\s,.;–-]+(.*))?")
_BACKED = re.compile(rf"(.+?)(?:\s*\((.+)\)|[\s,;]+(?:{WHY})\b\s*[:,]?\s*(.+)| (?:hai|h|wins))")
# Words that judge the statement or another reason, that doubt, or take something back.
_JUDGES = re.compile(
    r"(?<![\w'’^_*/·=+-])(?:true|false|galat|ghalat|jhooth|jhoot|wrong|incorrect|sahi|sahee|sach(?! mein)|theek|holds"
    r"|t|f|bharosa|sure|pata|none|maybe|perhaps|probably|shayad|guess\w*|idk|doubt\w*|suppose|hope|confus\w*|disagree"
    r"|sorry|i mean|correction|changed my|changed? to|oops|wait|final|ans|answer|jawab|undo|scratch"
    r"|strike|ignore|delete|cancel|(?:take|cross) (?:it|that|this) (?:back|out)|rehne do|hata do|galti se)"
    r"(?![\w'’^_*/·=+])"
)
_PRAISED = re.compile(
    r"\b(?:is|are|it's|looks|seems) (?:\w+ )?(?:right|correct)\b|\b(?:not|n't|nahi)\b[^,;.]*\bbelieve\b"
)
_NTH = (
    r"(?:first|second|third|fourth|last|other|another|middle|\d(?:st|nd|rd|th)|pehl\w|d[ou]+sr\w|teesr\w|chauth\w"
    r"|aakhri)"
)
_ORDINAL = re.compile(
    rf"\b{_NTH} (?:one|option|reason|piece|line|hissa|wal[ai])\b|\bthe {_NTH}$|^{_NTH}$|\b(?:option|reason|line) \d"
)
_POINTS_FROM = (
    r"option|reason|wajah|of|and|or|aur|ya|not|nor|no|nahi|think|believe|also|but|both|dono|either|than|mujhe"
)
_POINTS_ON = (
    r"is|are|was|hai|and|or|aur|ya|too|also|bhi|not|par|ki|ka|ke|wala|wali|because|kyunki|both|dono|correct|right"
    r"|may|might|could|can|would|seems?|works?|fits?"
    r"|best|only"
)
_DENIES = re.compile(r"\b(?:not|no|never|nahin?|na|but|except)\b|n't\b")
_FEW, _LONG = 4, 6  # words that say little, letters of one that says something
_RUN = 4  # from so many words in a row on, a text is an option's


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
    plain = _BRACKETS.sub(r"\1, \2", plain) if _BRACKETS.fullmatch(plain) else plain
    head = _HEAD.fullmatch(plain)
    if head is None or head[1] not in by_letter:
        return None
    found = _LETTER.fullmatch(plain)
    more = found["more"] if found else ""
    said = saying(head[2], wordings) or (saying(more, wordings) if found else set())
    rather = said or _likest(more, wordings)
    denied = len(_DENIES.findall(more))
    own = max((len(_DENIES.findall(fold(one))) for letter in rather for one in wordings[letter]), default=0)
    if rather and rather != {head[1]} and (said or denied <= own):  # what denies another option speaks for this one
        raise CannotRead(say("choice.disagree", letter=head[1]), 0)
    if said:
        return by_letter[head[1]]
    if not found or not _only_tells_more(more, "".join(by_letter)) or _names_another(more, head[1], wordings):
        return None
    # Its own words with a denial more say the contrary, and a few words with one say little else.
    short = len(more.split()) < _FEW and not (found["why"] or found["because"])
    against = denied > own if rather == {head[1]} else short and denied > 0
    return None if against else by_letter[head[1]]


def backed(plain: str, offered: Sequence[Offered]) -> Offered | None:
    """The option of a folded text that is its words, or the yes or no it begins with, and its letter or a reason."""
    wordings = {o.letter: [fold(one) for one in words_of(o.text)] for o in offered}
    answered, worded_ = _ANSWERED.fullmatch(plain), _BACKED.fullmatch(plain)
    if answered:
        begins = re.compile(rf"{answered[1]}\b")
        named = [o for o in offered if any(begins.match(one) for one in wordings[o.letter])]
        more = answered[2] or ""
    elif worded_:
        said = saying(worded_[1], wordings)
        named = [o for o in offered if o.letter in said]
        more = worded_[2] or worded_[3] or ""
    else:
        return None
    letter = more.strip(" ()")
    if letter in wordings:
        return next((o for o in named if o.letter == letter), None)
    if len(named) != 1 or (more and _names_another(more, named[0].letter, wordings)):
        return None
    tells = len(more.split()) < 2 or _only_tells_more(more, "".join(wordings))
    return named[0] if tells else None


def _names_another(text: str, letter: str, wordings: Mapping[str, list[str]]) -> bool:
    """Whether the whole wording of another option than that of a letter stands in a text."""
    others = {fold(one) for other, words in wordings.items() if other != letter for one in words}
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in others if len(one) > 1)


def _likest(text: str, wordings: Mapping[str, list[str]]) -> set[str]:
    """The option with which a text shares a run of words, a longer one than with any other."""
    typed = _words(text)
    runs = {letter: max(_run(typed, _words(one)) for one in words) for letter, words in wordings.items()}
    best = max(runs.values())
    found = {letter for letter, run in runs.items() if run == best}
    return found if best >= _RUN and len(found) == 1 else set()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _run(left: list[str], right: list[str]) -> int:
    """How many words in a row two texts share."""
    return SequenceMatcher(None, left, right, autojunk=False).find_longest_match().size


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
    if (
        (len(plain.split()) < 2 and len(plain) < _LONG)
        or _JUDGES.search(plain)
        or _PRAISED.search(plain)
        or _ORDINAL.search(plain)
    ):
        return False
    pointed = rf"(?!a\s+(?!(?:{_POINTS_ON})\b)\w\w)[{letters}](?!['\w])"  # in front of a word, a is an article
    points = re.search(
        rf"(?:\b(?:{_POINTS_FROM})\s+|[/&(,;>→:]\s*){pointed}|\b[{letters}]\s*\)"
        rf"|(?<!['\w·*×^+=<-])(?<![·*×^+=<-] )[{letters}](?!['\w])\s*(?:$|[.,;:?>→-]|(?:{_POINTS_ON}|[{letters}])\b)",
        plain,
    )
    return points is None
