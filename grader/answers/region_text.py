"""How people type sets of numbers: words, LaTeX and look-alike signs in one spelling, with where each stood."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from grader.errors import CannotRead
from grader.maths.clean import clean
from grader.maths.scope import one_name, pattern_of

OR, AND, EXCEPT, IN, NOT_IN, REALS, EMPTY, INFINITY = "∪∩∖∈∉ℝ∅∞"
SIGNS = "<>≤≥=≠"
_WRAPPED = re.compile(r"\s*(?:\$\$?|\\\(|\\\[)(.*?)(?:\$\$?|\\\)|\\\])[\s.]*", re.DOTALL)
_TEXT = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{([^{}]*)\}")

# Characters and LaTeX that the cleaning of formulas does not know, as words that the second table does.
_RICH = {
    r"∪|⋃|∨|\\(?:cup|bigcup|lor|vee)(?![A-Za-z])": " or ",
    r"∩|⋂|∧|\\(?:cap|bigcap|land|wedge)(?![A-Za-z])": " and ",
    r"∖|\\(?:setminus|backslash)(?![A-Za-z])": " except ",
    r"∉|\\notin(?![A-Za-z])": " notin ",
    r"∈|∊|\\in(?![A-Za-z])": " in ",
    r"(?:ℝ|\\mathbb\s*\{?R\}?|\bR)\s*[-−]\s*(?=\\?\{)": " reals except ",
    r"ℝ|\\mathbb\s*(?:\{R\}|R(?![A-Za-z]))|\\(?:R|Reals)(?![A-Za-z])": " reals ",
    r"∅|⌀|\\(?:emptyset|varnothing)(?![A-Za-z])": " empty ",
    r"⩽|≦|\\(?:leqslant|leq|le)(?![A-Za-z])": "≤",
    r"⩾|≧|\\(?:geqslant|geq|ge)(?![A-Za-z])": "≥",
    r"\\neq?(?![A-Za-z])": "≠",
    r"‹|\\lt(?![A-Za-z])": "<",
    r"›|\\gt(?![A-Za-z])": ">",
    r"\\(?:infty|infin)(?![A-Za-z])": "∞",
    r"\\pm(?![A-Za-z])": "±",
    r"\\(?:left|right|bigl|bigr|Bigl|Bigr|big|Big)(?![A-Za-z])\s*\.?": "",
    r"\\(?:lbrack)(?![A-Za-z])": "[",
    r"\\(?:rbrack)(?![A-Za-z])": "]",
    r"\\lbrace(?![A-Za-z])": "\\{",
    r"\\rbrace(?![A-Za-z])": "\\}",
    r"\\(?:mid|vert)(?![A-Za-z])": "|",
    r"\\colon(?![A-Za-z])": ":",
    r"\\(?:q?quad|displaystyle)(?![A-Za-z])|\\[,;:!]": " ",
    r"\\rangle(?![A-Za-z])": ")",
    r"\\langle(?![A-Za-z])": "(",
    r"[“”«»„$]": " ",
}  # fmt: skip
_WORDS = {
    r"(?:<\s?=|=<)": "≤",
    r"(?:>\s?=|=>)": "≥",
    r"(?:!=|=/=|<>|\b(?:is )?not equals?(?: to)?\b)": "≠",
    r"==|\b(?:is )?equals?(?: to)?\b": "=",
    r"\b(?:is )?(?:greater|more|bigger|larger) than or equals?(?: to)?\b|\b(?:is )?at least\b": "≥",
    r"\b(?:is )?(?:less|smaller) than or equals?(?: to)?\b|\b(?:is )?at most\b": "≤",
    r"\b(?:is )?(?:greater|more|bigger|larger) than\b": ">",
    r"\b(?:is )?(?:less|smaller) than\b": "<",
    r"\b(?:or|ya|union|athva)\b": OR,
    r"&&?|\b(?:and|aur|but|lekin|magar|where|with|intersect(?:ion)?)\b": AND,
    r"\b(?:except(?: for)?|excluding|without|minus)\b": EXCEPT,
    r"\b(?:is not in|not in|notin|does not belong to|doesn'?t belong to)\b": NOT_IN,
    r"\b(?:is in|in|belongs? to|lies in|is (?:an )?element of)\b|\bis (?=(?:an?y? |all )?real\b)": IN,
    r"\b(?:(?:the set of|all|any|every|an?|sabhi|saa?re|sab) )*real(?:s\b|(?: (?:numbers?|values?|line))?\b)": REALS,
    r"\b(?:empty(?: set)?|null set|no (?:real )?solutions?|koi (?:real )?(?:hal|solution|value) nahin?)\b": EMPTY,
    r"\b(?:inf(?:inity|ty)?|oo)\b|∞": INFINITY,
    r"\b(?:such that|jahan)\b": "|",
    r"\b(?:is|hai|hain|either|both|so|therefore|hence|isliye)\b": " ",
    r"\b(?:(?:the )?(?:open |closed )?interval(?! *[=:])|the set(?! of))\b": " ",
    r"[+＋]\s?/\s?[-−]|[+＋][-−]\s?(?=[\w(√])": "±",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plain:
    """A text in one spelling, and the place in what was typed of each of its characters."""

    text: str
    places: tuple[int, ...]

    def at(self, place: int) -> int:
        """Where a character stood."""
        return self.places[min(place, len(self.places) - 1)] if self.places else 0

    def swapped(self, pattern: re.Pattern[str], spell: Callable[[re.Match[str]], str]) -> Plain:
        """Every match spelled anew; its characters stand where the match began."""
        out: list[str] = []
        places: list[int] = []
        start = 0
        for found in pattern.finditer(self.text):
            new = spell(found)
            out += self.text[start : found.start()], new
            places += self.places[start : found.start()]
            places += [self.places[found.start()]] * len(new)
            start = found.end()
        if not out:
            return self
        return Plain("".join(out) + self.text[start:], (*places, *self.places[start:]))

    def cleaned(self) -> Plain:
        """What phones and PDFs do undone."""
        text, places = clean(self.text)
        return Plain(text, self.places if places is None else tuple(self.places[p] for p in places))


def _table(spellings: dict[str, str], flags: int = 0) -> tuple[re.Pattern[str], tuple[str, ...]]:
    return re.compile("|".join(f"({p})" for p in spellings), flags), tuple(spellings.values())


_RICH_TABLE, _WORD_TABLE = _table(_RICH), _table(_WORDS, re.IGNORECASE)
_ENDED, _BEGUN = r"([)\]}\[ℝ])\s*", r"(?=\s*[\[({\]ℝ])"  # a set before, a set behind
# Signs that mean something between sets alone; what follows is for the rest of the backslashes.
_BETWEEN = (
    (re.compile(_ENDED + r"[uU]" + _BEGUN), rf"\1{OR}"),
    (re.compile(r"([\d∞])\s*\\(?=\s*\{)"), rf"\1{EXCEPT}"),
    (re.compile(_ENDED + r"\\(?=\s*[\[({\d])(?!\[[^\[\]]*\\\])"), rf"\1{EXCEPT}"),
    (re.compile(r"([)\]}ℝ])\s*[-/](?=\s*\{)|(ℝ)\s*-(?=\s*[\[(\]])"), rf"\1\2{EXCEPT}"),
    (re.compile(r"\\([{}])"), r"\1"),
    (re.compile(r"\\ "), " "),
    (re.compile(rf"[,;\n]\s*([{OR}{AND}{EXCEPT}])"), r"\1"),  # a comma in front of a word says nothing more
    (re.compile(rf"([{OR}{AND}{EXCEPT}])\s*\n"), r"\1"),
)
_LETTER = r"(?<![A-Za-z0-9_\\])%s(?![A-Za-z0-9_^*+({])"
_BARS = re.compile(r"(?<=[\w)\]}|∞%])(\s*)\|\|(?=\s+\||\s*[^\s<>≤≥=≠|])")
_SAID = re.compile(r"[<>≤≥=≠)\]}]")


@lru_cache(maxsize=256)
def _named(name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What depends on the symbol: a name `U` or `R` is no union and not the reals."""
    spelled = pattern_of(one_name(name))
    out = [
        (re.compile(rf"(?<![A-Za-z0-9_])({spelled})\s*[εϵE€](?=\s*[(\[{{\]ℝR])"), rf"\1{IN}"),
        (re.compile(rf"\b(?:for )?(?:all|every|sabhi|saare) (?:the )?(?:values of )?{spelled}\s*[|:]"), " "),
    ]
    if name != "R":
        out.append((re.compile(_LETTER % "R"), REALS))
    if name != "U":
        out.append((re.compile(r"(?<=\s)U(?=\s)"), OR))
    return tuple(out)


def normal(typed: str, name: str) -> Plain:
    """A text in one spelling, `name` being its symbol; raises CannotRead for a character that has no place."""
    plain = Plain(typed, tuple(range(len(typed))))
    wrapped = _WRAPPED.fullmatch(typed)
    if wrapped:
        plain = Plain(wrapped[1], plain.places[wrapped.start(1) : wrapped.end(1)])
    plain = plain.swapped(_TEXT, lambda m: f" {m[1]} ").swapped(_RICH_TABLE[0], _from(_RICH_TABLE))
    plain = _cleaned(plain).swapped(_WORD_TABLE[0], _from(_WORD_TABLE))
    for pattern, new in (*_named(name), *_BETWEEN):
        plain = plain.swapped(pattern, lambda m, new=new: m.expand(new))  # type: ignore[misc]
    text = plain.text
    return plain.swapped(_BARS, lambda m: OR if _parts(text, m) else m[0])


def _from(table: tuple[re.Pattern[str], tuple[str, ...]]) -> Callable[[re.Match[str]], str]:
    return lambda found: table[1][(found.lastindex or 1) - 1]


def _cleaned(plain: Plain) -> Plain:
    try:
        return plain.cleaned()
    except CannotRead as fault:
        raise CannotRead(fault.why, plain.at(fault.at or 0)) from None


def _parts(text: str, bars: re.Match[str]) -> bool:
    """Whether two bars stand between conditions, and are no bars around numbers."""
    left, right = text[: bars.start()], text[bars.end() :]
    return bool(_SAID.search(left) and _SAID.search(right)) and left.count("|") % 2 == 0
