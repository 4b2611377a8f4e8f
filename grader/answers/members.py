"""How people list values: `x = 2 or x = -2`, `S = {1, 2}`, `±2`, `1, 2 and 3`, as one row with places kept."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from grader.answers.brackets import check_closed
from grader.answers.region_text import Plain
from grader.errors import CannotRead
from grader.model import say

_EMPTY = re.compile(
    r"\s*(?:[∅⌀]|\{\s*\}|\[\s*\]|\\(?:emptyset|varnothing)|\\\{\s*\\\}|empty(?: set)?|null set"
    r"|no (?:real )?(?:solutions?|roots?|values?)"
    r"|(?:koi (?:real )?(?:hal|solution|root|value)? ?)nahin?(?: hai)?)[\s.]*",
    re.IGNORECASE,
)
_NAME = r"\\?[^\W\d_₀-₉]+(?:_?\{?[0-9]+\}?|_\w|[₀-₉]+)?"
_NAMED = re.compile(
    rf"(^|[,;\n{{]|(?<=[,;\s])(?:(?:or|and|ya|aur)\s|&))(\s*(?:the\s+)?({_NAME})\s*(?:=(?!=)|:|∈|\\in\b|\bin\b|\bare\b|\bis\b)\s*)",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*[,;]?\s*(?:\b(?:and|or|aur|ya)\b|∨|∪|&&?|\\(?:lor|vee|cup)(?![A-Za-z]))\s*", re.IGNORECASE)
_UNION = re.compile(r"\}\s*(?:∪|U|union|\\cup(?![A-Za-z]))\s*\\?\{")
_EITHER = re.compile(r"([^,;\n\[\]]*?)(?:±|[+＋]/?[-−]|\\pm(?![A-Za-z]))([^,;\n\[\]]*)")
_SETS = frozenset({"S", "A", "M", "L", "roots", "solutions", "set", "members"})  # names of the whole set
_TEXT = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{([^{}]*)\}")


def says_empty(text: str) -> bool:
    """Whether a text says that there are no members."""
    return bool(_EMPTY.fullmatch(text))


def members_of(text: str, taken: Collection[str], label: str = "") -> Plain:
    """The members in braces or bare, with commas between; raises CannotRead for values of several names.

    Names in `taken` are the question's own and stay; with a `label` no other name may stand in front.
    """
    text = _TEXT.sub(lambda m: m[1].rjust(len(m[0])), text).rstrip().rstrip(".;")
    check_closed(text)
    text = _nameless(_UNION.sub(lambda m: ",".ljust(len(m[0])), text), taken, label)
    text = _JOINED.sub(lambda m: ",".ljust(len(m[0])), text)
    plain = Plain(_unbraced(text), tuple(range(len(text))))
    return plain.swapped(_EITHER, lambda m: f"{m[1]}+{m[2]},{m[1]}-{m[2]}")


def _nameless(text: str, taken: Collection[str], label: str) -> str:
    """Without a name before each value, where they are all of one letter: `x1 = 2, x2 = -2`."""
    found = [f for f in _NAMED.finditer(text) if f[3] not in taken]
    bases = {re.sub(r"[_{}\d₀-₉]", "", f[3]) for f in found}
    own = re.sub(r"[_{}\d]", "", label)
    if len(bases | ({own} if label else set())) > 1 and not (own and bases <= _SETS):
        raise CannotRead(say("set.names"), found[-1].start(3))
    for f in found:
        text = text[: f.start(2)] + " " * len(f[2]) + text[f.end(2) :]
    return text


def _unbraced(text: str) -> str:
    """A set's braces as square brackets, which the reader knows as a list; places stay."""
    text = text.replace("\\left\\{", "     \\{").replace("\\right\\}", "      \\}")
    stripped = text.strip()
    if not stripped.startswith(("{", "\\{")) or not stripped.endswith("}"):
        return text
    opened = text.replace("\\{", " {").replace("\\}", " }")
    first, last = opened.index("{"), opened.rindex("}")
    depth = list(itertools.accumulate((c == "{") - (c == "}") for c in opened[first:last]))
    if 0 in depth:
        raise CannotRead(say("set.one"), first + depth.index(0))
    return opened[:first] + "[" + opened[first + 1 : last] + "]" + opened[last + 1 :]
