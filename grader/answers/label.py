"""What stands in front of an answer: its own label, `Ans:`, an equals sign, a numbered name before each entry."""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import lru_cache

from grader.errors import CannotRead
from grader.maths.clean import clean
from grader.maths.scope import one_name, pattern_of
from grader.model import say

_WRAPPED = re.compile(
    r"\s*(?:\$\$|\$|\\\(|\\\[|\\boxed\s*\{)(?P<inner>.*?)(?:\$\$|\$|\\\)|\\\]|(?<=\S)\})\s*\.?\s*", re.DOTALL
)
_SIGN = re.compile(r"(?<![<>!=:≤≥≠])(?:=(?!=)|≈|:(?!=))")
# `Ans. 0.2`, and the verb that ends a sentence in Hinglish.
_LEAD = re.compile(r"\s*(?:ans|answer|uttar|jawab)\b[.:)\-]*\s+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(r"(?<=\S)\s+(?:hain?|hoga|honge)\s*[.।]?\s*$", re.IGNORECASE)
# `V:- 4`, `Ans - 0.2`: a dash as people write it behind a heading, or a minus sign.
_DASHED = re.compile(
    r"\s*(?P<name>[^\W\d_][\w.{}]*?)(?P<before>\s*)(?P<colon>:?)(?P<gap>\s*)(?P<dash>[-–—−])(?P<after>\s*)(?=\S)"
)
ABOUT = re.compile(r"\s*(?:≈|~|\b(?:about|approx(?:imately)?|circa|ca|lagbhag)\b\.?)\s*", re.IGNORECASE)
_RAISED_GROUP = re.compile(r"\^[({]([^(){}]*)[)}]")
_BAR_FRACTION = re.compile(r"\\d?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_DROPPED = str.maketrans("", "", " {}")
_APPLIED = re.compile(r"\(\s*[A-Za-z]\w*\s*\)$")
_ANSWER = frozenset({"ans", "ans.", "answer", "uttar", "jawab", "उत्तर"})
_LETTERED = re.compile(r"(\s*[\[(]?\s*)([A-Za-z])\s*=(?!=)")
_TUPLE = re.compile(r"\s*\(((?:\s*[A-Za-z]\s*,)+\s*[A-Za-z]\s*)\)\s*=(?!=)")
_ENTRY = re.compile(r"(\s*[\[(]?\s*)(\\?[^\W\d_]+)_?\{?(\d+|[₀-₉]+)\}?\s*(?:=(?!=)|:|≈)")


@lru_cache(maxsize=256)
def _pattern(label: str) -> re.Pattern[str]:
    """Every spelling of a label, and its letter alone where it has a subscript."""
    return re.compile("|".join(pattern_of(one_name(name)) for name in (label, label.partition("_")[0])))


@lru_cache(maxsize=256)
def _shape(text: str) -> str:
    """A label without blanks, brackets of powers and LaTeX: s², s^2 and s^{2} are one, and P(A | B) is P(A|B)."""
    try:
        text = clean(text)[0]
    except CannotRead:
        text = unicodedata.normalize("NFKC", text)
    text = _BAR_FRACTION.sub(r"\1/\2", text)
    return _RAISED_GROUP.sub(r"^\1", text.replace("\\", "")).translate(_DROPPED)


def starts_with(text: str, label: str) -> bool:
    """Whether a label and an equals sign stand in front of a text."""
    found = _sign(text)
    return found is not None and is_label(text[: found.start()].strip(), label)


def _sign(text: str) -> re.Match[str] | None:
    """The first equals sign or colon outside all brackets."""
    for found in _SIGN.finditer(text):
        before = text[: found.start()]
        if all(before.count(opening) <= before.count(closing) for opening, closing in ("()", "[]", "{}")):
            return found
    return None


def is_label(text: str, label: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether a text is one name of the part: its label, one of its names in words, or a word for `answer`."""
    if text.casefold() in _ANSWER or text.casefold() in names:
        return True
    if label and (_shape(text) == _shape(label) or ("_" in label and text == label.replace("_", ""))):
        return True
    if " " in label and text.casefold() == label.casefold():
        return True  # words
    try:
        return bool(label and _pattern(label).fullmatch(clean(text)[0].strip()))
    except CannotRead:
        return False


def without_label(text: str, label: str, names: frozenset[str] = frozenset()) -> str:
    """`text` without its own label, a leading equals sign or dollar signs, padded with blanks so that places stay."""
    text = _unwrapped(text)
    text = _undashed(_TAIL.sub("", text), label, names)
    lead = _LEAD.match(text)
    if lead and "=" not in text[: lead.end() + 1]:
        text = " " * lead.end() + text[lead.end() :]
        text = _unwrapped(text)
    found = _sign(text)
    if not found:
        return text
    left = text[: found.start()].strip()
    if label and not is_label(left, label, names):
        left = _APPLIED.sub("", left)  # `f(x) =` is the name f
    if is_label(left, label, names) if left else found[0] != ":":
        text = " " * found.end() + text[found.end() :]
        return _unwrapped(text)
    return text


def without_heading(text: str) -> str:
    """A relation or a set without `Ans:`, dollar signs or a box around it, and without an equals sign in front."""
    text = _unwrapped(text)
    lead = _LEAD.match(text)
    if lead:
        text = " " * lead.end() + text[lead.end() :]
    found = _SIGN.search(text)
    if found and (not (left := text[: found.start()].strip()) or left.casefold() in _ANSWER):
        text = " " * found.end() + text[found.end() :]
    return _unwrapped(text)


def _undashed(text: str, label: str, names: frozenset[str]) -> str:
    """`V:- 4` with a colon alone; raises CannotRead where a dash behind a name may also be a minus sign."""
    found = _DASHED.match(text)
    if not found or not is_label(found["name"].strip(), label, names):
        return text
    if found["colon"] and not found["gap"] and found["after"]:
        return text[: found.start("dash")] + " " * len(found["dash"]) + text[found.end("dash") :]
    if (found["colon"] and not found["gap"]) or ((found["before"] or found["colon"]) and found["after"]):
        raise CannotRead(say("read.dash"), found.start("dash"))
    return text


def _unwrapped(text: str) -> str:
    """A formula without the signs that set it off in LaTeX, nor a box around it."""
    if "\\" not in text and "$" not in text:
        return text
    for _ in range(3):
        wrapped = _WRAPPED.fullmatch(text)
        if not wrapped or (
            text.lstrip().startswith("\\boxed") and wrapped["inner"].count("{") != wrapped["inner"].count("}")
        ):
            break
        text = " " * wrapped.start("inner") + wrapped["inner"]
    return text.replace("\\approx", "≈      ")


def without_entry_labels(text: str) -> str:
    """`z0 = 1, z1 = 2` and `x = 1, y = 2` without their names, where they count up; any other text as it stands."""
    if "=" not in text and ":" not in text and "≈" not in text:
        return text
    tuple_of = _TUPLE.match(text)
    if tuple_of and _count_up(re.findall("[A-Za-z]", tuple_of[1])):
        return " " * tuple_of.end() + text[tuple_of.end() :]
    pieces = re.split(r"([,;\n])", text)
    lettered = [_LETTERED.match(piece) for piece in pieces[::2]]
    if len(lettered) > 1 and all(lettered) and _count_up([one[2] for one in lettered if one]):
        for place, letter in enumerate(lettered):
            assert letter is not None
            pieces[2 * place] = letter[1] + " " * (letter.end() - letter.end(1)) + pieces[2 * place][letter.end() :]
        return "".join(pieces)
    found = [_ENTRY.match(piece) for piece in pieces[::2]]
    if len(found) < 2 or not all(found):
        return text
    entries = [f for f in found if f]
    counts = [int("".join(str(unicodedata.digit(c)) for c in f[3])) for f in entries]
    if len({f[2] for f in entries}) > 1 or counts[0] > 1 or counts != list(range(counts[0], counts[0] + len(counts))):
        return text
    for place, one in enumerate(entries):
        piece = pieces[2 * place]
        pieces[2 * place] = one[1] + " " * (one.end() - one.end(1)) + piece[one.end() :]
    return "".join(pieces)


def _count_up(letters: list[str]) -> bool:
    """Whether letters follow one another, as x, y, z do."""
    return len(letters) > 1 and all(ord(b) - ord(a) == 1 for a, b in itertools.pairwise(letters))
