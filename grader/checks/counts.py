"""Whether both languages of a text count alike in words: `three products` are no `do products`."""

from __future__ import annotations

import re

from grader.model import LANGS, Say, say

_ENGLISH = {
    2: "two both twice second double pair half other another each either neither between",
    3: "three third thirds", 4: "four fourth quarter", 5: "five fifth", 6: "six sixth", 7: "seven seventh",
    8: "eight eighth", 9: "nine ninth", 10: "ten tenth", 11: "eleven", 12: "twelve dozen", 15: "fifteen", 20: "twenty",
    50: "fifty", 100: "hundred", 1000: "thousand", 10**6: "million",
}  # fmt: skip
_HINGLISH = {
    2: "do dono donon doosra doosri doosre dugna dugni double aadha aadhi aadhe jodi",
    3: "teen teeno teenon teesra teesri teesre tihai", 4: "chaar chaaron chautha chauthi chauthai",
    5: "paanch paanchon paanchva paanchvi", 6: "chhe chhah chhatha chhathi", 7: "saat saaton saatva",
    8: "aath aathon aathva", 9: "nau", 10: "das dason dasva", 11: "gyarah", 12: "barah darjan", 15: "pandrah",
    20: "bees", 50: "pachaas", 100: "sau", 1000: "hazaar", 10**6: "million",
}  # fmt: skip
_VALUES = {
    lang: {word: value for value, words in table.items() for word in words.split()}
    for lang, table in zip(LANGS, (_ENGLISH, _HINGLISH), strict=True)
}
_WORD = re.compile(r"[^\W\d_]+|\d+")


def counts(texts: dict[str, str]) -> Say | None:
    """The counts in words that stand in one language each; None where they agree, or only one language counts."""
    found = {lang: _counted(texts[lang], _VALUES[lang]) for lang in LANGS}
    alone = {
        lang: [word for word, value in found[lang].items() if value not in found[other].values()]
        for lang, other in (LANGS, LANGS[::-1])
    }
    if not all(alone.values()):
        return None
    return say("check.counts", en=", ".join(alone[LANGS[0]]), hinglish=", ".join(alone[LANGS[1]]))


def _counted(text: str, values: dict[str, int]) -> dict[str, int]:
    out = {}
    for word in _WORD.findall(text.casefold()):
        value = int(word[:9]) if word.isdigit() else values.get(word)
        if value is not None and value > 1:
            out[word] = value
    return out
