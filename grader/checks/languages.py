"""Rules between the languages of one text: the same placeholders, numbers and formulas, polarity, terms, review."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from grader.bank.hashes import doc_hash
from grader.bank.variants import Variant
from grader.checks.asked import numbers_alike
from grader.checks.counts import counts
from grader.checks.docs import Place, docs_of, tokens_inside, words
from grader.checks.polarity import polarity
from grader.model import LANGS, Doc, Math, Say, Topic, say
from grader.text.fill import holes
from grader.text.writers.latex_source import latex

Found = Iterator[tuple[tuple[object, ...], Say]]
_NUMBER = re.compile(r"(?:(?<![\w.)\]}-])-)?\d+(?:[.,]\d+)*(?:/\d+)?")  # with its sign, and a fraction whole


def languages(variant: Variant, tally: object) -> Found:
    """Every text says the same in both languages, as far as a machine can tell."""
    if not variant.seed:
        yield from compared(docs_of(variant.item), variant.topic)


def compared(places: Iterable[Place], topic: Topic) -> Found:
    """What the languages of any texts do not share, at the Hinglish one."""
    for path, doc, _ in places:
        if all(lang in doc.langs for lang in LANGS):
            for rule in _PAIRS:
                why = rule(doc, topic)
                if why:
                    yield (*path, "hinglish"), why


def _holes(doc: Doc, topic: Topic) -> Say | None:
    return _counted(doc, "check.placeholders", lambda tokens: [f"<<{e}>>" for e, _ in holes(tokens)])


def _numbers(doc: Doc, topic: Topic) -> Say | None:
    texts = {lang: words(doc.tokens(lang)).replace("−", "-") for lang in LANGS}
    english, other = numbers_alike(_NUMBER.findall(texts[LANGS[0]]), _NUMBER.findall(texts[LANGS[1]]), texts)
    if not english and not other:
        return None
    return say("check.numbers", en=_listed(Counter(english)), hinglish=_listed(Counter(other)))


def _formulas(doc: Doc, topic: Topic) -> Say | None:
    return _counted(doc, "check.formulas", lambda tokens: [latex(m.tree) for m in tokens_inside(tokens, Math)])


def _counted(doc: Doc, code: str, found: Callable[..., list[str]]) -> Say | None:
    """What one language has and the other has not."""
    english, other = (Counter(found(doc.tokens(lang))) for lang in LANGS)
    if english == other:
        return None
    return say(code, en=_listed(english - other), hinglish=_listed(other - english))


def _listed(names: Counter[str]) -> str:
    return ", ".join(sorted(names)) or "-"


def _polarity(doc: Doc, topic: Topic) -> Say | None:
    """Words that deny in one language alone turn the meaning round."""
    return polarity({lang: words(doc.tokens(lang)) for lang in LANGS})


def _terms(doc: Doc, topic: Topic) -> Say | None:
    """The field's terms stay English in Hinglish."""
    english, hinglish = (words(doc.tokens(lang)) for lang in LANGS)
    for term in (*topic.glossary, *topic.terms):
        pattern = re.compile(rf"\b{re.escape(term)}(?:s|es)?\b", re.IGNORECASE)
        if pattern.search(english) and not pattern.search(hinglish):
            return say("check.term", term=term)
    return None


# Words of each language that the other does not have; `is`, `the`, `to`, `in` and the like are words of both.
_ENGLISH = frozenset(
    ("of", "then", "and", "are", "it", "this", "that", "with", "from", "which", "what", "when", "each", "every", "its")
)
_SURELY_HINDI = frozenset(("hai", "hain", "mein", "nahi", "kijiye", "yeh", "woh", "hota", "hoti", "kaunsa", "kaunsi"))
_HINDI = _SURELY_HINDI | frozenset(("ka", "ki", "ke", "ko", "se", "par", "aur", "kya", "jo", "toh", "ek", "hi", "bhi"))
# Words of English sentences that may stand in Hinglish too.
_ENGLISH_TOO = frozenset(
    ("the", "is", "a", "an", "to", "your", "you", "has", "have", "there", "as", "in", "for", "was", "by", "at")
) | {"be", "or", "not"}
_WORD = re.compile(r"[^\W\d_]+")


def _language(doc: Doc, topic: Topic) -> Say | None:
    """Each text is in its own language, Hinglish in Latin letters."""
    texts = {lang: words(doc.tokens(lang)) for lang in LANGS}
    if texts[LANGS[0]] == texts[LANGS[1]]:
        return _copied(texts[LANGS[0]])
    strange = next((c for c in texts[LANGS[1]] if "\u0900" <= c <= "\u0dff"), "")
    if strange:
        return say("check.script", char=strange)
    english, hinglish = (set(map(str.casefold, _WORD.findall(text))) for text in texts.values())
    if hinglish & _ENGLISH and not hinglish & _HINDI:
        return say("check.language", word=sorted(hinglish & _ENGLISH)[0], lang=LANGS[1])
    if len(english & _SURELY_HINDI) > 1:
        return say("check.language", word=sorted(english & _SURELY_HINDI)[0], lang=LANGS[0])
    return None


def _copied(text: str) -> Say | None:
    """One text for both languages is no sentence of either, but a name, a term or a number."""
    found = set(map(str.casefold, _WORD.findall(text)))
    for lang, own in ((LANGS[1], _ENGLISH | _ENGLISH_TOO), (LANGS[0], _HINDI)):
        if len(found & own) > 1:
            return say("check.language", word=sorted(found & own)[0], lang=lang)
    return None


def _counts(doc: Doc, topic: Topic) -> Say | None:
    return counts({lang: words(doc.tokens(lang)) for lang in LANGS})


_PAIRS = (_holes, _numbers, _formulas, _polarity, _terms, _language, _counts)


def reviewed(variant: Variant, tally: object) -> Found:
    """Whether a text has changed since its translation was reviewed; `reviewed:` holds a mark for each text."""
    if not variant.seed and variant.item.reviewed:
        yield from changed(docs_of(variant.item), variant.item.reviewed)


def changed(places: Iterable[Place], reviewed: str) -> Found:
    """The texts whose marks are not those of the review."""
    places = tuple(places)
    kept, now = reviewed.split(), review(places).split()
    if len(kept) != len(now):
        yield ("reviewed",), say("check.reviewed-count", kept=len(kept), now=len(now))
        return
    for (path, _, _), before, mark in zip(places, kept, now, strict=True):
        if before != mark:
            yield (*path, "hinglish"), say("check.reviewed", kept=before, now=mark)


def review(places: Iterable[Place]) -> str:
    """A mark of four digits for each text, in both languages together."""
    return " ".join(doc_hash(doc)[:4] for _, doc, _ in places)
