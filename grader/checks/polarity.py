"""Whether both languages of a text deny as often, so that neither says the opposite of the other."""

from __future__ import annotations

import re

from grader.model import LANGS, Say, say

# English words that deny by themselves; Hinglish may keep them as they are.
_NEGATIVE = (
    r"un(?:able|altered|bounded|changed|defined|equal|known|less|likely|rounded|seen|stable|touched|true|used)"
    r"|im(?:possible|probable)|in(?:accurate|correct|exact|valid)|irrelevant|non-?(?:zero|negative|empty)"
)
_DENIES = {
    "en": re.compile(
        r"\b(?:not|no|never|none|nothing|neither|nor|cannot|without|nobody|nowhere|lacks?|fails?|failed|avoids?"
        rf"|instead of|rather than|undoes|{_NEGATIVE})\b|n't\b|\b(?:leaves?|left)\b(?=[^.:]*\bout\b)",
        re.IGNORECASE,
    ),
    "hinglish": re.compile(rf"\b(?:nahi|nahin|nhi|na|mat|bina|bin|namumkin|asambhav|{_NEGATIVE})\b", re.IGNORECASE),
}
# What looks like a denial and is none, or is one denial in two words.
_IDIOMS = {
    "en": re.compile(
        r"\bno \w+: (?=do not\b)|\b(?:whether )?or not\b|, (?:is|are|do|does|has|have|will) \w+ not(?=\?)",
        re.IGNORECASE,
    ),
    "hinglish": re.compile(
        r"\b(?:koi|kisi|kuch|ek|kabhi|kahin) na (?:koi|kisi|kuch|ek|kabhi|kahin)\b"
        r"|(?:^|[,;:.]\s*)nahi toh?\b|\bhai na\b(?=\s*\?)"
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
        (
            r"\bwithout\b|\blacks?\b|\bavoids?\b|\bleaves?\b|\bleft\b",
            r"\b(?:gayab|chhod\w*|chhoot\w*|hata\w*|bach\w*|khali)\b",
        ),
        (r"\beven (?:when|if|where)\b[^.]*\bnot\b", r"\b(?:tab|phir) bhi\b|\bchahe\b"),
        (r"\b(?:is|are) not\b|\bunequal\b", r"\balag ha(?:i|in)\b"),
        (r"\b(?:incorrect|invalid|untrue|fails?|failed)\b|\b(?:is|are|do) not\b", r"\b(?:galat|fail|jhooth|toot\w*)\b"),
        (r"\b(?:instead of|rather than)\b", r"\b(?:jagah|bajaay|bajaye|badle|ke liye|ko)\b"),
        (r"\bun(?:changed|touched|altered|rounded)\b", r"\bwais[aei]\w*|\bjais[aei] k[aei] tais[aei]\b|\bpoor[aei]\b"),
        (r"\bunless\b", r"\b(?:warna|sirf|tabhi|varna)\b"),
        (r"\bunable\b", r"\b(?:mushkil|ruk)\w*"),
        (r"\bundoes\b", r"\bult[aei]\b|\bwapas\b|\bundo\b"),
    ),
    "hinglish": _pairs(
        (r"\bnahi (?:badal|hil)\w*|\baisa nahi\b", r"\b(?:keep|keeps|stay|stays)\b"),
        (r"\bnahi kart\w+", r"\bkeeps?(?: \w+){1,3} in\b"),
        (r"\bse (?:zyada|kam|bad\w+|chhot\w+) nahi\b", r"\bat (?:most|least)\b|\bup to\b"),
        (r"\b(?:ke alawa|ko chhodkar)\b[^.]*\bnahi\b", r"\b(?:only|all but|but)\b"),
        (r"\beven nahi\b|\bodd nahi\b", r"\b(?:odd|even)\b"),
        (r"\b(?:barabar|same|ek jais\w+) nahi\b", r"\b(?:differ\w*|distinct|apart)\b"),
        (r"\bnahi\b", r"\binstead\b(?! of)|\b(?:an)?other\b[^.]*\bthan\b"),
        (r"\b(?:doosr\w+|aur kuch|koi aur) nahi\b", r"\bonly\b"),
        (r"\bjab tak\b[^.]*\bna\b", r"\buntil\b"),
        (
            r"\b(?:hai hi nahi|nahi (?:hai|hain|hota|hoti|hote)\b)",
            r"\b(?:saved|missing|misses|gone|absent|irrational)\b",
        ),
        (r"\b(?:kuch|koi|kabhi)\b[^.]*\bnahi\b", r"\b(?:hardly|barely|scarcely|rarely)\b"),
        (r"\bfark nahi\b", r"\btoo \w+ to\b|\bnegligible\b"),
        (r"\b(?:nahi|na)\b[^.]*\btoh?\b", r"\bunless\b"),
    ),
}
# What one language says and the other says the contrary of where it denies nothing, unless the third stands there too.
_CONTRARY = [
    tuple(re.compile(word, re.IGNORECASE) for word in words)
    for words in (
        (
            r"\b(?:keeps?|stays?)\b",
            r"\b(?:badal|hil)(?:t\w+|\w*enge|\w*ega|\w*egi|ne)?\b",
            r"\b(?:chang|swap|replac|mov|other)\w*",
        ),
        (r"\b(?:differ|differs|unequal)\b", r"\b(?:barabar|ek jais\w+)\b", r"\b(?:equal|same|alike|how|much)\b"),
    )
]


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
    if not any(found.values()):
        return next(filter(None, (_contrary(texts, *words) for words in _CONTRARY)), None)
    return None


def _contrary(
    texts: dict[str, str], en: re.Pattern[str], hinglish: re.Pattern[str], also: re.Pattern[str]
) -> Say | None:
    here, there = en.search(texts["en"]), hinglish.search(texts["hinglish"])
    if not here or not there or also.search(texts["en"]):
        return None
    return say("check.polarity-contrary", word=here[0], other=there[0])


def _excused(text: str, other: str, lang: str) -> int:
    """How many denials of a text the other says in another way."""
    return sum(min(len(a.findall(text)), len(b.findall(other))) for a, b in _WITHOUT[lang])
