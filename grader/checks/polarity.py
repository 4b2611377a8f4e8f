"""Whether both languages of a text deny as often, so that neither says the opposite of the other."""

from __future__ import annotations

import re

from grader.model import LANGS, Say, say

_DENIES = {
    "en": re.compile(
        r"\b(?:not|no|never|none|nothing|neither|nor|cannot|without|nobody|nowhere)\b|n't\b", re.IGNORECASE
    ),
    "hinglish": re.compile(r"\b(?:nahi|nahin|nhi|na|mat|bina|bin)\b", re.IGNORECASE),
}
# What looks like a denial and is none, or is one denial in two words.
_IDIOMS = {
    "en": re.compile(r"\bno \w+: (?=do not\b)|\b(?:whether )?or not\b", re.IGNORECASE),
    "hinglish": re.compile(
        r"\b(?:koi|kisi|kuch|ek|kabhi|kahin) na (?:koi|kisi|kuch|ek|kabhi|kahin)\b|\bnahi toh?\b|\bhai na\b(?=\s*\?)"
        r"|\bya nahin?\b|\bya na ho\b|\bnahin? bhi\b(?!\s*\w+ (?:hai|hain|tha))",
        re.IGNORECASE,
    ),
}  # fmt: skip


def _pairs(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((re.compile(a, re.IGNORECASE), re.compile(b, re.IGNORECASE)) for a, b in pairs)


# A phrase with one denial, and how the other language says the same without one.
_WITHOUT = {
    "en": _pairs(
        (r"\bnothing (?:else|but)\b|\bno (?:more|other)\b", r"\b(?:sirf|bas|hi)\b"),
        (r"\bwithout\b", r"\b(?:gayab|chhod\w*|hata\w*)\b"),
        (r"\beven (?:when|if|where)\b[^.]*\bnot\b", r"\b(?:tab|phir) bhi\b|\bchahe\b"),
        (r"\b(?:is|are) not\b", r"\balag ha(?:i|in)\b"),
    ),
    "hinglish": _pairs(
        (r"\b(?:nahi|bina)\b", r"\bun(?!tied|til|der|it|ion|less)\w{3,}"),
        (r"\bnahi (?:badal|hil)\w*|\baisa nahi\b", r"\b(?:keep|keeps|stay|stays)\b"),
        (r"\bnahi kart\w+", r"\bkeeps?(?: \w+){1,3} in\b"),
        (r"\b(?:nahi|mat|bina)\b", r"\b(?:leave|leaves|left)\b[^.:]*\bout\b|\bleft out\b"),
        (r"\bzaroorat\b[^.]*\bnahi\b", r"\bavoid\w*"),
        (r"\bnahi\b", r"\bfail(?:s|ed)?\b|\b(?:im|in|ir)[a-z]{4,}"),
        (r"\bse (?:zyada|kam|bad\w+|chhot\w+) nahi\b", r"\bat (?:most|least)\b|\bup to\b"),
        (r"\b(?:ke alawa|ko chhodkar)\b[^.]*\bnahi\b", r"\b(?:only|all but|but)\b"),
        (r"\beven nahi\b|\bodd nahi\b", r"\b(?:odd|even)\b"),
        (r"\bnahi\b", r"\binstead\b|\brather than\b|\b(?:an)?other\b[^.]*\bthan\b"),
        (r"\b(?:doosr\w+|aur kuch|koi aur) nahi\b", r"\bonly\b"),
        (r"\bjab tak\b[^.]*\bna\b", r"\b(?:un(?:less|til))\b"),
        (r"\bhai hi nahi\b", r"\b(?:saved|missing|gone|absent)\b"),
    ),
}


def polarity(texts: dict[str, str]) -> Say | None:
    """What one language denies and the other does not; None where they deny alike."""
    if texts[LANGS[0]] == texts[LANGS[1]]:
        return None  # one text that serves both
    texts = {lang: _IDIOMS[lang].sub(" ", text.replace("’", "'")) for lang, text in texts.items()}
    found = {lang: _DENIES[lang].findall(texts[lang]) for lang in LANGS}
    for lang, other in (LANGS, LANGS[::-1]):
        excess = len(found[lang]) - len(found[other])
        if excess <= 0 or excess <= _excused(texts[lang], texts[other], lang):
            continue
        if not found[other]:
            return say("check.polarity", word=found[lang][0], lang=lang, other=other)
        return say("check.polarity-count", lang=lang, words=", ".join(found[lang]), other=other,
                   others=", ".join(found[other]))  # fmt: skip
    return None


def _excused(text: str, other: str, lang: str) -> int:
    """How many denials of a text the other says in another way."""
    return sum(min(len(a.findall(text)), len(b.findall(other))) for a, b in _WITHOUT[lang])
