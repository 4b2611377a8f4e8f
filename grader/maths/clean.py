"""What phones, word processors and PDF files do to a formula, undone: one plain text and where each character stood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from grader.errors import CannotRead
from grader.model import say

MAX_CHARS = 1000

_DASHES = "‐‑‒–—―−﹣－˗"
_DROPPED = "\u2061\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u00ad\ufe0e\ufe0f"
# Isolates are dropped round a whole text, as programs put them there, and refused inside, where they hide an order.
_ENDS = _DROPPED + "\u2066\u2067\u2068\u2069\u061c"
_UNSEEN_ENDS = re.compile(rf"^[\s{_ENDS}]+|[\s{_ENDS}]+$")
_SUPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵀᵗˣʸᶻᵏᵈᵃᵇᶜᵐᵖʳˢ⁼", "0123456789+-()niTtxyzkdabcmprs=", strict=True))
_SUB = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚₓₜ", "0123456789aehijklmnopxt", strict=True))
_VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
           "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}  # fmt: skip
_PLAIN = {
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys("×✕✖\u2062", "*"),
    **dict.fromkeys("∗＊", "*"),
    **dict.fromkeys("÷⁄∕", "/"),
    **dict.fromkeys("⋅∙•", "·"),
    **dict.fromkeys("∣｜", "|"),
    **dict.fromkeys("‖∥", "‖"),
    **dict.fromkeys("′’‘ʹ", "'"),
    "µ": "μ",
    "⊤": "^T",
    **dict.fromkeys("º˚", "°"),
    "∛": " cbrt ",
    "∞": "∞",
}
_KEPT = set("·√‖≤≥≠±∞≈°⌊⌋⌈⌉") | set("αβγδεζηθικλμνξοπρςστυφχψωΓΔΘΛΞΠΣΦΨΩϵϑϕ")
_LOOKALIKE = {"х": "x", "у": "y", "а": "a", "е": "e", "о": "o", "с": "c", "р": "p", "і": "i", "ѕ": "s", "Е": "E",
              "Т": "T",               "Ε": "E", "Τ": "T", "Χ": "X", "Ν": "N", "ο": "o"}  # fmt: skip

# A change of typeface around one word changes nothing: `\mathbf{E}` is E.
_FACES = "mathbf|mathrm|mathit|mathsf|mathcal|mathbb|boldsymbol|bm|text|textbf|textit|operatorname|vec|rm|bf"
_FACE = re.compile(
    rf"\\(?:{_FACES})(?:\s*\{{(?P<braced>\s*(?:[A-Za-z][A-Za-z0-9_]*|\d+)\s*)\}}|\s+(?P<bare>[A-Za-z])(?![A-Za-z]))"
)
_COMMAND_END = re.compile(r"\\[A-Za-z]+$")

_BASE = re.compile(r"_\{?\d+\}? *$|\blog2 *$")
_WORD_END = re.compile(r"\w{2,}$")  # a function, or a word in front
_FRACTION_END = re.compile(r"[/⁄∕]([₀-₉]+)")

Cleaned = tuple[str, list[int] | None]


def visible(text: str) -> str:
    """`text` without the marks that nobody sees: zero-width blanks, direction marks, soft hyphens."""
    return text if text.isascii() else "".join(c for c in text if c not in _DROPPED)


def without_ends(text: str) -> str:
    """The text with blanks for what nobody sees at its ends, so that places stay."""
    return _UNSEEN_ENDS.sub(lambda m: " " * len(m[0]), text)


def clean(text: str, limit: int = MAX_CHARS) -> Cleaned:
    """The plain text and, unless nothing moved, each plain character's place in `text`.

    Raises CannotRead for a text over `limit` characters and for a character that no formula has.
    """
    if len(text) > limit:
        raise CannotRead(say("read.too-long", count=len(text), limit=limit), limit)
    plain, places = _plain_characters(text)
    if "\\" not in plain or not _FACE.search(plain):
        return plain, places
    kept = list(_without_faces(plain))
    return "".join(char for char, _ in kept), [places[i] if places else i for _, i in kept]


def _without_faces(plain: str) -> Iterator[tuple[str, int]]:
    """The characters that stay, with their places, when changes of typeface are taken out."""
    start = 0
    for found in _FACE.finditer(plain):
        before = plain[start : found.start()]
        yield from zip(before, range(start, found.start()), strict=True)
        if _COMMAND_END.search(before):
            yield " ", found.start()  # a command in front must not run into the letters: \\cdot\\mathbf{x}
        first, last = found.span("braced" if found["braced"] else "bare")
        yield from zip(plain[first:last], range(first, last), strict=True)
        start = found.end()
    yield from zip(plain[start:], range(start, len(plain)), strict=True)


def _plain_characters(text: str) -> Cleaned:
    if text.isascii():
        for place, char in enumerate(text):
            if (char < " " and char not in "\t\n\r") or char == "\x7f":
                raise _refused(char, place)
        return text, None
    out: list[str] = []
    places: list[int] = []
    place, size = 0, len(text)
    while place < size:
        char = text[place]
        end = place + 1
        if char in _SUPER or char in _SUB:
            table, (opening, closing) = (_SUPER, ("^(", ")")) if char in _SUPER else (_SUB, ("_{", "}"))
            while end < size and text[end] in table:
                end += 1
            inner = "".join(table[c] for c in text[place:end])
            below = _FRACTION_END.match(text, end) if table is _SUPER and inner.isdigit() else None
            if below:  # ¹/₃
                end = below.end()
                inner = f"{inner}/{''.join(_SUB[c] for c in below[1])}"
                out.extend(f"({inner})")
                places.extend([place] * (len(inner) + 2))
                place = end
                continue
            piece = "^T" if inner == "T" and table is _SUPER else opening + inner + closing
        elif char in _VULGAR:
            before = "".join(out[-12:])
            if before[-1:].isalpha() and not _WORD_END.search(before):
                raise CannotRead(
                    say("read.lost-power", name=before[-1] + char, power=f"{before[-1]}^({_VULGAR[char]})"), place
                )
            top, bottom = _VULGAR[char].split("/")
            # Tight behind a whole number, and behind a base such as `log_2`, it is one piece with nothing in between.
            apart = before.rstrip(" ")[-1:].isdigit() and before.endswith(" ") and not _BASE.search(before)
            piece = _VULGAR[char] if apart else f"\\frac{{{top}}}{{{bottom}}}"
        else:
            # `E^⊤` has its own sign for raising.
            raised = char == "⊤" and "".join(out[-4:]).rstrip(" {").endswith("^")
            piece = "T" if raised else _plain(char, place)
        out.extend(piece)
        places.extend([place] * len(piece))
        place = end
    return "".join(out), places


def _plain(char: str, place: int) -> str:
    """One character in its plain form; '' for what is dropped."""
    if char in _DROPPED:
        return ""
    if char in _PLAIN:
        return _PLAIN[char]
    if char in _KEPT and char not in _LOOKALIKE:
        return char
    code = ord(char)
    if 32 <= code < 127 or char in "\t\n\r":
        return char
    if 0xFF01 <= code <= 0xFF5E:
        return chr(code - 0xFEE0)
    if unicodedata.category(char) == "Zs":
        return " "
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if 0x1D400 <= code <= 0x1D7FF:
        plain = unicodedata.normalize("NFKC", char)
        if plain.isascii() or plain in _KEPT:
            return plain
    raise _refused(char, place)


def _refused(char: str, place: int) -> CannotRead:
    near = _LOOKALIKE.get(char)
    if near:
        return CannotRead(say("read.lookalike", char=char, near=near), place)
    name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
    shown = char if char.isprintable() and not unicodedata.combining(char) else f"U+{ord(char):04X}"
    return CannotRead(say("read.character", char=shown, name=name), place)
