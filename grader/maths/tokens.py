"""A cleaned formula cut into tokens: (kind, value, start, blank before)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from grader.errors import CannotRead
from grader.maths.scope import GREEK, Scope, nearest
from grader.model import say

Token = tuple[str, Any, int, bool]

MAX_EXPONENT = 2400  # 10**2400 still fits in 8,192 bits
MAX_DIGITS = 1000
_NUMBER = re.compile(
    r"([1-9]\d{0,2}(?:,\d{3})+(?![\d,])|[1-9]\d?(?:,\d{2})+,\d{3}(?![\d,])|\d+)?(\.\d*)?(?:[eE]([+-]?\d+))?"
)
_PLAIN_NUMBER = re.compile(r"(\d+)?(\.\d*)?(?:[eE]([+-]?\d+))?")
# `log8(x)`: a base, or a factor of the argument.
_PIE = re.compile(r"(?<![A-Za-z])pie(?![A-Za-z])")  # as pi is spelled in haste
_BASES = frozenset({"log2", "log10"})
_BASED = re.compile(r"\d+\s*[\w(]")
# Inverse functions that may also be a symbol `a` in front of a function.
_A_BEFORE = frozenset({"asin", "acos", "atan", "asinh", "acosh", "atanh"})
_TIMES_TEN = re.compile(r"[ \t]*[xX][ \t]*(?=10[ \t]*(?:\^|\*\*))")
_RUN = re.compile(r"[\w.,]*\w")
_SUBSCRIPT = re.compile(r"_\{(\w+)\}")
_WORD = re.compile(r"\\?[^\W\d_](?:\w|\{\w*\})*", re.UNICODE)
_DONT_KNOW = re.compile(
    r"\s*(?:idk|dunno|(?:i )?(?:do not|don'?t|dont) know|(?:mujhe )?pata nah?in?|kya pata|nahi pata)\W*", re.IGNORECASE
)
# Words of size and their power of ten, read behind one lone number.
SIZES = {
    "k": 3, "thousand": 3, "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5,
    "m": 6, "million": 6, "crore": 7, "crores": 7, "b": 9, "billion": 9,
}  # fmt: skip
_LIBRARIES = frozenset({"np", "numpy", "math", "torch"})
_MEMBER = re.compile(r"\.[^\W\d_]")  # behind the name of a library
_COMMAND = re.compile(r"\\([A-Za-z]+|.)", re.DOTALL)
# What most formulas are made of: signs, short whole numbers, and names with nothing attached.
_COMMON = re.compile(
    r"([ \t\r]*)(?:([-+/^()]|\*(?!\*))|(\d{1,15})(?![\d.,eE_]|[ \t]*[xX][ \t]*10)|([A-Za-z]+)(?![\w{]))"
)
_SINGLE = {c: c for c in "+-*/^()[]{},;&|!%'·√‖=<>≤≥≠±°⌊⌋⌈⌉"}
# LaTeX commands that stand for one plain token; None is a blank.
_COMMANDS: dict[str, str | None] = {
    "cdot": "·*", "times": "*", "div": "/", "left": None, "right": None, ",": None, ";": None, ":": None, "!": None,
    " ": None, "quad": None, "qquad": None, "lvert": "|", "rvert": "|", "vert": "|", "lVert": "‖", "rVert": "‖",
    "|": "‖", "Vert": "‖", "top": "T", "intercal": "T", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
    "neq": "≠", "pm": "±", "%": "%", "{": "{", "}": "}", "lbrack": "[", "rbrack": "]", "bigl": None, "bigr": None,
    "displaystyle": None, "big": None, "Big": None, "bigg": None, "Bigg": None,
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "degree": "°", "circ": "°",
}  # fmt: skip
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac")
_BINOMIALS = ("binom", "dbinom", "tbinom")
_ENVIRONMENT = re.compile(r"\s*\{(?:([bpB]?matrix)\*?|(array)|(smallmatrix))\}")
_NAMED = re.compile(r"\s*\{\w{1,20}\*?\}")
_SPACING = re.compile(r"\[\d+(?:\.\d+)?(?:pt|em|ex|mm|cm)\]")  # behind the end of a row
_COLUMNS = re.compile(r"\s*\{[lcr| ]*\}")  # `{cc}` behind the name of an array


class Lexer:
    """One pass over a cleaned text; `tokens()` is its whole use."""

    __slots__ = ("blank", "depth", "out", "scope", "text")

    def __init__(self, text: str, scope: Scope) -> None:
        """Keep the text, without a comma or semicolon that ends it, and the names it may use."""
        bare = text.rstrip()
        self.text = bare[:-1] if len(bare) > 1 and bare[-1] in ",;" and bare[-2] != "\\" else text
        self.scope = scope
        self.out: list[Token] = []
        self.blank = False
        self.depth = 0  # inside brackets a comma parts entries and never groups digits

    def tokens(self) -> list[Token]:
        """All tokens, ending with ('end', None, length, False); raises CannotRead with a place in the cleaned text."""
        text, place = self.text, 0
        size = len(text)
        while place < size:
            found = _COMMON.match(text, place)
            if found is not None and self._common(found):
                place = found.end()
                continue
            char = text[place]
            if char in " \t\r":
                self.blank, place = True, size - len(text[place:].lstrip(" \t\r"))
            elif char.isdigit() or (char == "." and place + 1 < size and text[place + 1].isdigit()):
                place = self._number(place)
            elif char.isalpha():
                place = self._name(place)
            elif char == "\\":
                place = self._command(place)
            elif char == "*" and text[place + 1 : place + 2] == "*":
                place = self._add("^", "^", place, 2)
            elif char in "<>" and text[place + 1 : place + 2] == "=":
                place = self._add("≤" if char == "<" else "≥", char, place, 2)
            elif char == "!" and text[place + 1 : place + 2] == "=":
                place = self._add("≠", "≠", place, 2)
            elif char == "=" and text[place + 1 : place + 2] == "=":
                place = self._add("=", "=", place, 2)
            elif char == "\n":
                place = self._add("\n", "\n", place, 1)
            elif char == "." and not text[place + 1 :].strip():
                place += 1
            elif char == "." and self._turns(place):
                self._add("^", "^", place, 0)
                place = self._add("T", "T", place + 1, 1)
            elif char == "@" and self.scope.tabled:
                place = self._add("*", "@", place, 1)
            elif char == "~":
                self.blank, place = True, place + 1
            elif char == "∞":
                raise CannotRead(say("read.infinity"), place)
            elif char in _SINGLE:
                self.depth += (char in "([{") - (char in ")]}")
                place = self._add(char, char, place, 1)
            else:
                raise CannotRead(say("read.stray", char=char), place)
        self.out.append(("end", None, size, self.blank))
        return self.out

    def _common(self, found: re.Match[str]) -> bool:
        """Add a token that needs no second look; False where it does."""
        blank, sign, digits, word = found.groups()
        if sign is not None:
            token = sign, sign, found.start(2), self.blank or blank != ""
            if sign == "(":
                self.depth += 1
            elif sign == ")":
                self.depth -= 1
        elif digits is not None:
            token = "num", (int(digits), digits), found.start(3), self.blank or blank != ""
        else:
            name = self.scope.names.get(word)
            if name is None or word == "T" or word in _A_BEFORE:
                return False
            token = *name, found.start(4), self.blank or blank != ""
        self.out.append(token)
        self.blank = False
        return True

    def _add(self, kind: str, value: Any, place: int, length: int) -> int:
        self.out.append((kind, value, place, self.blank))
        self.blank = False
        return place + length

    def _number(self, place: int) -> int:
        scope, text = self.scope, self.text
        grouping = scope.grouping and not self.depth
        found = (_NUMBER if grouping else _PLAIN_NUMBER).match(text, place)
        if found is None:  # pragma: no cover - the caller saw a digit
            raise CannotRead(say("read.stray", char=text[place]), place)
        whole, part, power = found[1] or "", found[2] or "", found[3]
        end = found.end()
        if part == "." and not text[end:].strip():  # the sentence's full stop
            part, end = "", end - 1
        if power is not None and "e" in scope.symbols and text[found.start(3) - 1] == "e":
            power, end = None, found.start(3) - 1
        after = text[end : end + 2]
        stop = after[:1] == "." and not text[end + 1 :].strip()  # a full stop, not a second decimal point
        if (
            after[:1].isdigit()
            or after[:1] == "_"
            or (after[:1] == "." and not stop and (part or after[1:2].isdigit()))
        ):
            code = "read.dots" if "..." in text[place : end + 3] else "read.number"
            raise CannotRead(say(code, text=self._as_typed(place)), end)
        if grouping and after[:1] == "," and after[1:2].isdigit():
            raise CannotRead(say("read.grouping", text=self._as_typed(place)), end)
        if power is not None and (len(power) > 6 or abs(int(power)) > MAX_EXPONENT):
            raise CannotRead(say("read.too-large"), place)
        digits = whole.replace(",", "")
        if len(digits) + len(part) > MAX_DIGITS:
            raise CannotRead(say("read.too-large"), place)
        self._add("num", (_value(digits, part[1:], int(power or 0)), text[place:end]), place, 0)
        times = _TIMES_TEN.match(text, end)
        if times and "x" not in scope.symbols:
            self._add("*", "*", end, 0)
            return times.end()
        return end

    def _as_typed(self, place: int) -> str:
        """The whole run of digits and marks that a number stands in."""
        found = _RUN.match(self.text, place)
        return found[0][:40] if found else self.text[place]

    def _name(self, place: int) -> int:
        text = self.text
        if text[place] in "Tt" and self._transposes(text[place]) and text[place] not in self.scope.symbols:
            return self._add("T", "T", place, 1)
        found = self.scope.pattern.match(text, place)
        if found is None or found.lastgroup is None:
            raise self._unknown(place)
        kind, meaning = self.scope.by_group[found.lastgroup]
        end = found.end()
        if kind == "const" and _PIE.match(text, place):
            raise CannotRead(
                say("read.unknown-near", name="pie", near="pi", known=", ".join(self.scope.symbols) or "pi"), place
            )
        after = text[end : end + 1]
        if found[0] in _A_BEFORE and kind == "call" and "a" in self.scope.symbols and not self.scope.author:
            raise CannotRead(say("read.a-before", name=found[0], function=found[0][1:]), place)
        if found[0] == "log" and kind == "call":
            return self._logarithm(place, end)
        if found[0] in _BASES and kind == "call" and (after.isalnum() or after == "√"):
            raise CannotRead(say("read.log-base", text=text[place : end + 12].split()[0]), place)
        over = end == place + 1 and self.out[-1:] and self.out[-1][0] == "frac"  # LaTeX takes one letter
        if after == "_" or (after.isdigit() and kind != "call" and not over):
            raise self._unknown(place)
        return self._add(kind, meaning, place, 0) + (end - place)

    def _logarithm(self, place: int, end: int) -> int:
        """`log`, or `log_` with its base behind it."""
        if self.text[end : end + 1] == "_":
            self._add("call", "log_", place, 0)
            return end + 1
        if _BASED.match(self.text, end):
            raise CannotRead(say("read.log-base", text=self.text[place : end + 12].split()[0]), place)
        return self._add("call", "ln", place, end - place)

    def _turns(self, place: int) -> bool:
        """Whether `.T` follows a table, as in numpy."""
        after = self.text[place + 1 : place + 3]
        return after[:1] == "T" and not after[1:].isalnum() and bool(self.out) and self.out[-1][0] in ("sym", ")", "]")

    def _transposes(self, letter: str) -> bool:
        """Whether a `T` stands as an exponent: `A^T`, `A^{T}`, and `A^{-T}` in capitals."""
        kinds = [token[0] for token in self.out[-3:]]
        if letter == "T" and kinds[-1:] == ["-"]:
            kinds.pop()
        return bool(kinds) and (kinds[-1] == "^" or (kinds[-1] in "{(" and kinds[-2:-1] == ["^"]))

    def _unknown(self, place: int) -> CannotRead:
        """The refusal of a name, quoting the whole run of letters it stands in."""
        text, scope, start = self.text, self.scope, place
        while start and (text[start - 1].isalnum() or text[start - 1] == "_") and not text[start - 1].isdigit():
            start -= 1
        found = _WORD.match(text, start)
        word = _SUBSCRIPT.sub(r"_\1", found[0]) if found else text[place]
        here = _WORD.match(text, place)
        tail = here[0] if here else word
        if _DONT_KNOW.fullmatch(text):
            return CannotRead(say("read.dont-know"), start)
        if (word in ("O", "o") and text[start + 1 : start + 2] in (".", ",")) or re.fullmatch(r"[Oo]\d+", word):
            return CannotRead(say("read.letter-o"), start)
        if scope.symbols and nearest(word, scope.symbols):
            near = nearest(word, scope.symbols)
            return CannotRead(
                say("read.unknown-near", name=word[:40], near=near, known=", ".join(scope.symbols)), start
            )
        if tail in scope.closed or word in scope.closed:
            return CannotRead(say("read.given", name=tail if tail in scope.closed else word), place)
        if word in _LIBRARIES or _MEMBER.match(text, found.end() if found else place + 1):
            return CannotRead(say("read.library", name=word[:40]), start)
        power = re.fullmatch(r"([A-Za-z])(\d)", word)
        if power and power[1] in scope.names:
            return CannotRead(say("read.lost-power", name=word, power=f"{power[1]}^{power[2]}"), start)
        near = scope.near(found[0] if found else word)
        if (
            not scope.symbols
            and word.lower() in SIZES
            and word not in ("m", "b")
            and text[:start].rstrip()[-1:].isdigit()
        ):
            return CannotRead(say("read.no-names-size", word=word), start)
        if not scope.symbols:
            code = "read.no-names-near" if near else "read.no-names"
            return CannotRead(say(code, name=word[:40], near=near) if near else say(code, name=word[:40]), start)
        known = ", ".join(scope.symbols)
        if near:
            return CannotRead(say("read.unknown-near", name=word[:40], near=near, known=known), start)
        return CannotRead(say("read.unknown", name=word[:40], known=known), start)

    def _command(self, place: int) -> int:
        found = _COMMAND.match(self.text, place)
        name = found[1] if found else ""
        end = found.end() if found else place + 1
        if name in _FRACTIONS:
            return self._add("frac", name, place, end - place)
        if name in _BINOMIALS:
            return self._add("call", "binom", place, end - place)
        if name == "sqrt":
            braced = self.text[end:].lstrip()[:1] in ("{", "[", "(")
            return self._add("call", "sqrt", place, end - place) if braced else self._add("√", name, place, end - place)
        if name == "log" and "log" not in self.scope.symbols:
            return self._logarithm(place, end)
        if name == "\\":
            space = _SPACING.match(self.text, end)
            return self._add("\n", "\n", place, (space.end() if space else end) - place)
        if name in ("begin", "end"):
            environment = _ENVIRONMENT.match(self.text, end)
            if not environment:
                found = _NAMED.match(self.text, end)
                raise CannotRead(say("read.environment", name=found[0] if found else "\\" + name), place)
            end = environment.end()
            columns = _COLUMNS.match(self.text, end) if name == "begin" and environment[2] else None
            return self._add(
                name, environment[environment.lastindex or 1], place, (columns or environment).end() - place
            )
        if name in _COMMANDS:
            plain = _COMMANDS[name]
            if plain is None:
                self.blank = True
            else:
                self._add("*" if plain == "·*" else plain, name, place, 0)
            return end
        elif name.startswith("var") and name[3:] in GREEK.values():
            return self._name_after(place, place + 4)
        elif name in GREEK.values() or (len(name) > 1 and name in self.scope.names):
            # A backslash before one letter is a slip for a slash, or a division from the left: never a product.
            return self._name_after(place, place + 1)
        raise CannotRead(say("read.command", name="\\" + name[:40]), place)

    def _name_after(self, place: int, start: int) -> int:
        """The name that begins at a backslash, or at `start` behind it."""
        found = self.scope.pattern.match(self.text, place) or self.scope.pattern.match(self.text, start)
        if found is None or found.lastgroup is None:
            raise self._unknown(start)
        kind, meaning = self.scope.by_group[found.lastgroup]
        if self.text[found.end() : found.end() + 1].isdigit() and kind != "call":
            raise self._unknown(place + 1)
        return self._add(kind, meaning, place, 0) + (found.end() - place)


def _value(digits: str, part: str, power: int) -> int | Fraction:
    """The exact value of a decimal literal."""
    power -= len(part)
    number = int((digits + part) or "0")
    if power >= 0:
        return int(number * 10**power)
    value = Fraction(number, 10**-power)
    return int(value) if value.denominator == 1 else value
