"""What an option's own words are, and which typed texts say the same: case, blanks, dashes, `½` beside `1/2`, `0.5`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from grader.errors import CannotRead
from grader.maths import exact
from grader.maths.clean import clean, visible
from grader.maths.read import read as read_tree
from grader.maths.scope import FUNCTIONS, GREEK, Scope
from grader.model import Code, Doc, Emph, Math, Para, Text, Token

_CALLED = re.compile(rf"\b({'|'.join(sorted(FUNCTIONS, key=len, reverse=True))})\s*\(\s*(\w+)\s*\)")
_BLANKS = re.compile(r"(?<!\d)\s+|\s+(?!\d)")
_RAISED = re.compile(r"\^[({](\w+)[)}]")
_SIGNS = str.maketrans({"≥": ">=", "≤": "<=", "≠": "!=", "$": "", "`": ""})
_NUMBERS = Scope(grouping=False)


def fold(text: str) -> str:
    """Text for comparing wordings: NFKC, case, blanks and end marks do not count."""
    plain = unicodedata.normalize("NFKC", visible(text)).casefold()
    return " ".join(plain.split()).strip(" .!?,;:\"'")


def tidy(text: str) -> str:
    """A wording as a formula is typed: `cos(x)` as `cos x`, superscripts as powers, one kind of dash, no blanks."""
    try:
        plain = clean(visible(text))[0]
    except CannotRead:
        plain = unicodedata.normalize("NFKC", visible(text))
    plain = _RAISED.sub(r"^\1", plain.translate(_SIGNS).replace("**", "^"))
    if plain.startswith("(") and plain.endswith(")") and plain.count("(") == 1:
        plain = plain[1:-1]
    return _BLANKS.sub("", fold(_CALLED.sub(r"\1 \2", plain.casefold())))


_UNSPOKEN = re.compile(
    r"\\(?:cdot|times|mathrm|text|left|right|[,;])(?![a-z])|[$\\{}_^·⋅*×`\"'()!?;:]|(?<!\d)[.,]|[.,](?!\d)"
)
_SPELT = str.maketrans(dict(GREEK))
_CROSS = re.compile(r"(?<=\b\w) x (?=\w\b)")
_SENTENCE = 3  # words that make one


def loose(text: str) -> str:
    """A sentence without its commas, signs of products and typesetting; '' where it is no sentence."""
    plain = fold(text)
    if len(re.findall(r"[^\W\d_]{2,}", plain)) < _SENTENCE:
        return ""
    return "".join(_UNSPOKEN.sub("", _CROSS.sub(" ", plain)).translate(_SPELT).split())


@lru_cache(maxsize=1024)
def number_of(text: str) -> Fraction | None:
    """The exact number that a text is, or None."""
    try:
        tree = (
            read_tree(text.strip(" $`=.").replace("$", ""), _NUMBERS) if any(c.isdigit() for c in tidy(text)) else None
        )
        return exact.rational(tree, learner=True) if tree else None
    except (CannotRead, TypeError, ValueError):
        return None


def words_of(doc: Doc) -> list[str]:
    """The words of an option in each language; formulas as a line of text."""
    return [_words(tokens, lang) for lang, tokens in doc.langs.items()]


def _words(tokens: tuple[Token, ...], lang: str) -> str:
    if not _formulas(tokens):
        return _plain(tokens)
    from grader.text.writers.plain import Plain

    return Plain(lang=lang).write(tokens)


def _formulas(tokens: tuple[Token, ...]) -> bool:
    return any(isinstance(t, Math) or (isinstance(t, Emph | Para) and _formulas(t.items)) for t in tokens)


def _plain(tokens: tuple[Token, ...]) -> str:
    out = []
    for token in tokens:
        if isinstance(token, Text | Code):
            out.append(token.text)
        elif isinstance(token, Emph | Para):
            out.append(_plain(token.items))
    return "".join(out)


def saying(text: str, wordings: Mapping[str, list[str]]) -> set[str]:
    """The letters of the options whose words a text gives: word for word, as formulas, as sentences, or as numbers."""
    for same in (str.strip, fold, tidy, loose, number_of):
        wanted = same(text)
        if wanted is None or wanted == "":
            continue
        found = {letter for letter, words in wordings.items() for one in words if same(one) == wanted}
        if found:
            return found
    return set()
