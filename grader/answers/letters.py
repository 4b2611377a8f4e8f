"""Letters and wordings of offered options: how `b)`, `option B` or an option's own words are read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from grader.answers.wordings import fold, saying, words_of
from grader.errors import CannotRead
from grader.maths.clean import MAX_CHARS, visible
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.model import Doc, say

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NUMBERED = re.compile(r"\s*\(?(\d{1,2})[.)]\s+(?=\S)")
_COUNTED = re.compile(r"(?<![\w.])\(?(\d{1,2})[.):=-]?\s*(?=\(?[A-Za-z]\b)")
# Words between letters that say nothing more.
_AND = re.compile(
    r"\b(?:and|aur|then|phir|both|only|first(?:ly)?|finally|lastly|pehle|options?|choices?)\b|&|^\s*[-•*]\s+(?=\w)",
    re.IGNORECASE | re.MULTILINE,
)
_AROUND = re.compile(
    r"(?:(?:i (?:think|choose|pick)|choose|only|sirf|it is|it's|its|the|my|correct|right|sahi|mera|because"
    r"|ky[uo]+n?ki)\s+)*"
    r"(?:(?:options?|choices?|vikalp|answers?|ans|jawab|uttar|pieces?|parts?|hissa|line|reason|wajah|karan)\b"
    r"\s*(?:(?:is|are|hai|hain)\b|[:=])?\s*)+"
    r"|(?:i (?:think|choose|pick)(?: it is)?|choose|only|sirf|it is|it's|its|because|kyunki|kyuki)\s+",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s+(?:(?:sabse )?(?:sahi|achha) hai|sabse sahi|hai|hoga|only|line"
    r"|(?:is )?(?:the )?(?:correct|right|reason|best)(?: (?:one|answer|option|reason))?)$"
)
_HEAD = re.compile(r"\(?([a-z])(?:[).:]\s*|\s*[-–=]\s*|\s+)(.+)")


@dataclass(frozen=True, slots=True)
class Offered:
    """One option as shown: its letter, the author's id, its words, the misconception behind it and its explanation."""

    letter: str
    id: str
    text: Doc
    name: str = ""
    say: Doc | None = None


def bare(text: str) -> str:
    """A letter without what people put round it: brackets, full stop, the word option."""
    plain = _BEHIND.sub("", around(fold(text)))
    return plain.strip("()[]{}.,;:*`$ ")


def around(plain: str) -> str:
    """A folded text without what leads to an answer: `option`, `my answer is`, `because`."""
    found = _AROUND.match(plain)
    return plain[found.end() :] if found else plain


def pick(text: str, offered: tuple[Offered, ...]) -> Offered:
    """The one option that a text names; raises CannotRead."""
    if len(text) > MAX_CHARS:
        raise CannotRead(say("read.too-long", count=len(text), limit=MAX_CHARS), MAX_CHARS)
    if text.lstrip()[:1] in ("!", "¬", "~"):
        raise CannotRead(say("choice.not"), 0)
    plain = fold(text)
    if not plain:
        raise CannotRead(say("read.blank"), 0)
    by_letter = {o.letter: o for o in offered}
    wordings = {o.letter: words_of(o.text) for o in offered}
    letter = bare(text)
    said = saying(text, wordings) or saying(around(plain), wordings)
    if len(said) > 1:
        raise CannotRead(say("choice.two", letters=", ".join(sorted(said))), 0)
    if said:
        if letter in by_letter and letter not in said:
            raise CannotRead(say("choice.disagree", letter=letter), 0)
        return by_letter[said.pop()]
    if letter in by_letter:
        return by_letter[letter]
    head = _HEAD.fullmatch(around(plain))
    said = saying(head[2], wordings) if head and head[1] in by_letter else set()
    if head and said:
        if said == {head[1]}:
            return by_letter[head[1]]
        raise CannotRead(say("choice.disagree", letter=head[1]), 0)
    raise unknown(text, by_letter)


def unknown(text: str, letters: Iterable[str]) -> CannotRead:
    """The refusal of a text that is none of the options, or says that nobody knows."""
    try:
        read_tree(text, Scope())
    except CannotRead as fault:
        if fault.why.code == "read.dont-know":
            return fault
    return CannotRead(say("choice.unknown", text=text.strip()[:40], letters=", ".join(letters)), 0)


def without_numbers(text: str) -> str:
    """Lines numbered 1., 2., ... without their numbers; any other text as it stands."""
    lines = text.split("\n")
    found = [_NUMBERED.match(line) for line in lines]
    if len(lines) < 2 or [f and int(f[1]) for f in found] != list(range(1, len(lines) + 1)):
        return text
    return "\n".join(" " * f.end() + line[f.end() :] for f, line in zip(found, lines, strict=True) if f)


def without_counts(text: str) -> str:
    """Letters counted `1. b 2. d`, in lines or in one, without their numbers; any other text as it stands."""
    found = list(_COUNTED.finditer(text))
    if len(found) < 2 or [int(f[1]) for f in found] != list(range(1, len(found) + 1)):
        return text
    for f in found:
        text = text[: f.start()] + " " * len(f[0]) + text[f.end() :]
    return text


def sequence(text: str, offered: tuple[Offered, ...], separators: str) -> list[Offered]:
    """The letters of a text in their order: `c a d b`, `cadb`, `c > a`; raises CannotRead for anything else."""
    by_letter = {o.letter: o for o in offered}
    lead = _AROUND.match(text)
    text = " " * lead.end() + text[lead.end() :] if lead else text
    plain = _AND.sub(lambda m: " " * len(m[0]), unicodedata.normalize("NFKC", visible(text)).casefold())
    out = []
    for place, char in enumerate(plain):
        if char in by_letter:
            out.append(by_letter[char])
        elif char.isalpha() or char.isdigit():
            fault = unknown(text, by_letter)
            start, said = _word_at(plain, place)
            word = say("choice.unknown", text=said, letters=", ".join(by_letter))
            raise CannotRead(fault.why if fault.why.code == "read.dont-know" else word, min(start, len(text)))
        elif not char.isspace() and char not in separators:
            raise CannotRead(say("read.stray", char=char), min(place, len(text)))
    if not out:
        raise CannotRead(say("read.blank"), 0)
    return out


def _word_at(text: str, place: int) -> tuple[int, str]:
    """Where the word round a place starts, and what it is."""
    start = len(text[:place]) - len(re.split(r"\W", text[:place])[-1])
    found = re.compile(r"\w+").match(text, start)
    return start, found[0][:40] if found else text[place]
