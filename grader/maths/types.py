"""Types of symbols: `positive integer`, `matrix(V, d) symmetric`, `vector(3)`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from grader.errors import BankFault
from grader.model import say

Size = int | str
SCALAR_WORDS = ("real", "positive", "integer", "natural", "complex")
TABLE_WORDS = ("symmetric", "invertible", "diagonal")
MAX_SIZE = 16  # of a table whose size is a number; larger ones are written with names, and stand for any size
_TABLES = ("vector(n)", "row(n)", "matrix(r, c)", "identity(n)")
IDENTITY = "identity"
_FORM = re.compile(r"(vector|row|matrix|identity)\(([^()]*)\)")
_SIZE = re.compile(r"[A-Za-z]\w*|[1-9]\d*")


@dataclass(frozen=True, slots=True)
class SymbolType:
    """What a symbol may be: words for its entries, and rows x cols if it is a table."""

    words: frozenset[str]
    rows: Size = 1
    cols: Size = 1
    table: bool = False


REAL = SymbolType(frozenset({"real"}))


def _size(text: str) -> Size:
    return int(text) if text.isdigit() else text


@lru_cache(maxsize=1024)
def parse_type(text: str) -> SymbolType:
    """Read a type; raises BankFault naming the word that is not one."""
    found = _FORM.search(text)
    words = (text[: found.start()] + " " + text[found.end() :]).split() if found else text.split()
    allowed = SCALAR_WORDS + TABLE_WORDS if found else SCALAR_WORDS
    unknown = [w for w in words if w not in allowed]
    if unknown or not (words or found):
        raise BankFault(say("maths.type", type=text, allowed=", ".join((*allowed, *_TABLES))))
    if not found:
        return SymbolType(frozenset(words))
    sizes = [s.strip() for s in found[2].split(",")]
    if len(sizes) != (2 if found[1] == "matrix" else 1) or not all(_SIZE.fullmatch(s) for s in sizes):
        raise BankFault(say("maths.type", type=text, allowed=", ".join(_TABLES)))
    if any(s.isdigit() and int(s) > MAX_SIZE for s in sizes):
        raise BankFault(say("maths.size", type=text, limit=MAX_SIZE))
    rows: Size = _size(sizes[0]) if found[1] != "row" else 1
    cols: Size = _size(sizes[-1]) if found[1] != "vector" else 1
    if found[1] == IDENTITY:
        words.append(IDENTITY)
    return SymbolType(frozenset(words or ("real",)), rows, cols, table=True)


def parse_types(symbols: Mapping[str, str]) -> dict[str, SymbolType]:
    """Read a whole `symbols:` mapping."""
    return {name: parse_type(str(text)) for name, text in symbols.items()}
