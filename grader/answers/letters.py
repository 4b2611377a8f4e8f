"""Letters and wordings of offered options: how `b)`, `option B` or an option's own words are read."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from grader.errors import CannotRead
from grader.maths.clean import visible
from grader.model import Code, Doc, Emph, Para, Text, Token, say

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NUMBERED = re.compile(r"\s*\(?(\d{1,2})[.)]\s+(?=\S)")
_AND = re.compile(r"\b(?:and|aur|then|phir)\b|&", re.IGNORECASE)
_AROUND = re.compile(r"^(?:option|vikalp|answer|ans|jawab|uttar)\b\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offered:
    """One option as shown: its letter, the author's id, its words, the misconception behind it and its explanation."""

    letter: str
    id: str
    text: Doc
    name: str = ""
    say: Doc | None = None


def fold(text: str) -> str:
    """Text for comparing wordings: NFKC, case, blanks and end marks do not count."""
    plain = unicodedata.normalize("NFKC", visible(text)).casefold()
    return " ".join(plain.split()).strip(" .!?,;:\"'")


def wording(tokens: tuple[Token, ...]) -> str:
    """The plain words of simple tokens; formulas are left out."""
    out = []
    for token in tokens:
        if isinstance(token, Text | Code):
            out.append(token.text)
        elif isinstance(token, Emph | Para):
            out.append(wording(token.items))
    return "".join(out)


def bare(text: str) -> str:
    """A letter without what people put round it: brackets, full stop, the word option."""
    plain = _AROUND.sub("", fold(text))
    return plain.strip("()[]{}.,;: ")


def pick(text: str, offered: tuple[Offered, ...]) -> Offered:
    """The one option that a text names; raises CannotRead."""
    plain = fold(text)
    if not plain:
        raise CannotRead(say("read.blank"), 0)
    words: dict[str, Offered] = {}
    for option in offered:
        for tokens in option.text.langs.values():
            words.setdefault(fold(wording(tokens)), option)
    by_letter = {o.letter: o for o in offered}
    letter = bare(text)
    named = by_letter.get(letter)
    if plain in words and plain:
        worded = words[plain]
        if named and named is not worded:
            raise CannotRead(say("choice.disagree", letter=letter), 0)
        return worded
    if named:
        return named
    head = re.fullmatch(r"\(?([a-z])(?:[).:]\s*|\s*[-–]\s*|\s+)(.+)", plain)
    if head and head[1] in by_letter and head[2] in words:
        if words[head[2]] is by_letter[head[1]]:
            return by_letter[head[1]]
        raise CannotRead(say("choice.disagree", letter=head[1]), 0)
    raise CannotRead(say("choice.unknown", text=text.strip()[:40], letters=", ".join(by_letter)), 0)


def without_numbers(text: str) -> str:
    """Lines numbered 1., 2., ... without their numbers; any other text as it stands."""
    lines = text.split("\n")
    found = [_NUMBERED.match(line) for line in lines]
    if len(lines) < 2 or [f and int(f[1]) for f in found] != list(range(1, len(lines) + 1)):
        return text
    return "\n".join(" " * f.end() + line[f.end() :] for f, line in zip(found, lines, strict=True) if f)


def sequence(text: str, offered: tuple[Offered, ...], separators: str) -> list[Offered]:
    """The letters of a text in their order: `c a d b`, `cadb`, `c > a`; raises CannotRead for anything else."""
    by_letter = {o.letter: o for o in offered}
    plain = _AND.sub(lambda m: " " * len(m[0]), unicodedata.normalize("NFKC", visible(text)).casefold())
    out = []
    for place, char in enumerate(plain):
        if char in by_letter:
            out.append(by_letter[char])
        elif char.isalpha() or char.isdigit():
            raise CannotRead(
                say("choice.unknown", text=_word_at(plain, place), letters=", ".join(by_letter)), min(place, len(text))
            )
        elif not char.isspace() and char not in separators:
            raise CannotRead(say("read.stray", char=char), min(place, len(text)))
    if not out:
        raise CannotRead(say("read.blank"), 0)
    return out


def _word_at(text: str, place: int) -> str:
    found = re.compile(r"\w+").match(text, place)
    return found[0][:40] if found else text[place]
