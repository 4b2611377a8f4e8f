"""Writes formulas as words, for alternative texts and for reading aloud."""

from __future__ import annotations

import re

from grader.model import Break, Figure, List, Math, Node, Para, Table
from grader.text import layout
from grader.text import tables as t
from grader.text.writers.alphabets import letters
from grader.text.writers.base import Layout, words
from grader.text.writers.plain import Plain
from grader.text.writers.spoken_words import FUNCTIONS, PHRASES, SIGNS

_GREEK = {char: name for name, char in reversed(t.GREEK.items())}
_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩", "|": "|", "‖": "‖"}
_SHAPES = {"[": "vector", "{": "set", "|": "abs", "‖": "norm", "⌊": "floor", "⌈": "ceil", "⟨": "angle"}
_ATOMS = {"id", "num", "font", "accent", "text", "fn", "scripts"}
# Letters that name functions in this field; other letters in front of a bracket are factors.
_FUNCTION_LETTERS = "fgPHσφψ"
_POWERS: dict[Node, str] = {
    ("num", "2"): "squared",
    ("num", "3"): "cubed",
    ("id", "T"): "transpose",
    ("op", "⊤", t.ORD): "transpose",
    ("row", (("op", "-", t.ORD), ("num", "1"))): "inverse",
}


def spoken(tree: Node, lang: str) -> str:
    """A formula in words."""
    text = re.sub(r"\s+", " ", _SPEAKERS.get(lang, _SPEAKERS["en"])(tree)).strip()
    return re.sub(r" ([,;:.])(?!\S)", r"\1", re.sub(r"[,;]+(?=[,;])", "", text)).rstrip(",;")


class _Spoken(Layout[str]):
    def __init__(self, column: int) -> None:
        self.column = column

    def phrase(self, name: str, *parts: object) -> str:
        """A phrase with its parts."""
        return PHRASES[name][self.column].format(*parts)

    def do_row(self, items: tuple[Node, ...]) -> str:
        """Items in order; brackets are named only where they are needed."""
        out: list[str] = []
        before: Node | None = None
        i = 0
        while i < len(items):
            item = items[i]
            if item[0] == "space":
                i += 1
                continue
            end = _partner(items, i, before)
            if end:
                text = self.bracketed(item[1], items[i + 1 : end], before)
                closing = items[end]
                out.append(self.raised(text, closing[2], closing[3]) if closing[0] == "scripts" else text)
                before, i = ("fence",), end + 1
                continue
            if _is_function(before, ("fn",)) and not _is_function(item, ("fn",)):
                out.append(self.phrase("of"))
            out.append(self(item))
            before, i = item, i + 1
        return " ".join(out)

    def bracketed(self, sign: str, inside: tuple[Node, ...], before: Node | None) -> str:
        """What stands between two brackets."""
        body = self(layout.join(inside))
        if _is_function(before):
            return f"{self.phrase('of')} {body}"
        if sign == "[" and before is not None and layout.kind_of(before) == t.ORD and before[0] != "op":
            return self.phrase("at", body)
        if sign in _SHAPES:
            return self.phrase(_SHAPES[sign], body)
        return body if len(inside) <= 1 and inside[0][0] in _ATOMS else self.phrase("brackets", body)

    def do_id(self, char: str) -> str:
        """A letter by its name."""
        return _GREEK.get(char, char)

    def do_num(self, text: str) -> str:
        """A number."""
        return text

    def do_op(self, char: str, kind: str) -> str:
        """A sign by its name."""
        return SIGNS[char][self.column] if char in SIGNS else char

    def do_fn(self, name: str) -> str:
        """A function by its name."""
        return FUNCTIONS[name][self.column] if name in FUNCTIONS else name

    def do_frac(self, above: Node, below: Node) -> str:
        """A fraction; longer ones say where they end."""
        parts = self(above), self(below)
        simple = all(n[0] in _ATOMS or _pair(n) for n in (above, below))
        return self.phrase("frac" if simple else "long frac", *parts)

    def do_sqrt(self, body: Node, index: Node | None) -> str:
        """A root."""
        return self.phrase("root", self(body)) if index is None else self.phrase("nth root", self(body), self(index))

    def do_scripts(self, base: Node, sub: Node | None, sup: Node | None) -> str:
        """Limits of a large sign, or sub and power."""
        text = self(base)
        if base[0] == "op" and base[2] == t.BIG:
            if sub is not None and sup is not None:
                return self.phrase("from to", text, self(sub), self(sup))
            return (
                self.phrase("over", text, self(sub))
                if sub is not None
                else self.phrase("up to", text, self(sup or base))
            )
        if base[0] == "fn" and base[1] in t.LIMIT_FUNCTIONS and sub is not None:
            return self.phrase("limits", text, self(sub)).removesuffix(" " + self.phrase("of"))
        if sup is not None and base[:2] == ("font", "bb"):
            by = self(sup).replace(SIGNS["×"][self.column], self.phrase("by"))
            return self.phrase("beside", text, by)
        return self.raised(text, sub, sup)

    def raised(self, text: str, sub: Node | None, sup: Node | None) -> str:
        """Words with a sub and a power."""
        if sub is not None:
            name = letters(sub[2]) if sub[0] == "font" else None
            text = self.phrase("sub", text, name or self(sub))
        if sup is None:
            return text
        if sup in _POWERS:
            return self.phrase(_POWERS[sup], text)
        items = sup[1] if sup[0] == "row" else (sup,)
        primes = sum(n[:2] == ("op", "′") for n in items)
        text += " ".join(["", *[SIGNS["′"][self.column]] * primes])
        if primes:
            return self.raised(text, None, layout.join(items[primes:]) if primes < len(items) else None)
        return self.phrase("power", text, self(sup))

    def do_fence(self, opening: str, body: Node, closing: str) -> str:
        """Fences named as brackets, or as what they mean."""
        inside = body[1] if body[0] == "row" else (body,)
        return self.bracketed(opening or closing, inside, None)

    def do_matrix(self, rows: tuple[tuple[Node, ...], ...], opening: str, closing: str) -> str:
        """Size first, then row by row."""
        sizes = []
        for count, name in ((len(rows), "rows"), (len(rows[0]), "columns")):
            sizes.append(self.phrase(f"1 {name}") if count == 1 else self.phrase(name, count))
        body = "; ".join(self.phrase("row", n, ", ".join(map(self, row))) for n, row in enumerate(rows, 1))
        return self.phrase("determinant" if opening == "|" else "matrix", *sizes, body)

    def do_cases(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Case by case."""
        return self.phrase("cases", "; ".join(" ".join(map(self, row)) for row in rows))

    def do_aligned(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        """Line by line."""
        return "; ".join(" ".join(map(self, row)) for row in rows)

    def do_text(self, text: str) -> str:
        """Words."""
        return words(text)

    def do_space(self, em: float) -> str:
        """Nothing."""
        return ""

    def do_font(self, font: str, body: Node) -> str:
        """Letters of a word together, else the body."""
        return (letters(body) if font in ("rm", "mono", "it") else None) or self(body)

    def do_accent(self, accent: str, body: Node) -> str:
        """The body and its accent."""
        return self.phrase(accent, self(body))

    def do_boxed(self, body: Node) -> str:
        """The body of a frame."""
        return self.phrase("boxed", self(body))


def _is_function(node: Node | None, kinds: tuple[str, ...] = ("fn", "text", "font", "id")) -> bool:
    """Whether a node is a function's name; a word in roman type in front of a bracket is one too."""
    if node is None:
        return False
    if node[0] == "scripts":
        return _is_function(node[1], kinds)
    if node[0] == "id":
        return "id" in kinds and node[1] in _FUNCTION_LETTERS
    return node[0] in kinds and (node[0] != "font" or node[1] == "rm")


def _pair(node: Node) -> bool:
    """Whether a node is two things without a large sign, as in `∂L`."""
    return node[0] == "row" and len(node[1]) == 2 and all(layout.kind_of(n) != t.BIG for n in node[1])


def _partner(items: tuple[Node, ...], start: int, before: Node | None) -> int:
    """The index of the bracket that closes the one at `start`, or 0."""
    if items[start][0] != "op" or items[start][1] not in _PAIRS:
        return 0
    opening = items[start][1]
    closing = _PAIRS[opening]
    if opening == closing:
        # A bar after an operand divides rather than opens.
        if (
            items[start][2] != t.OPEN
            and before is not None
            and layout.kind_of(before) in (t.ORD, t.CLOSE)
            and before[0] != "op"
        ):
            return 0
        return next((i for i in range(start + 1, len(items)) if _closes(items[i], closing)), 0)
    depth = 0
    for i in range(start, len(items)):
        item = items[i]
        if item[0] == "op":
            depth += (item[1] == opening) - (item[1] == closing)
        elif item[0] == "scripts" and item[1][0] == "op":
            depth -= item[1][1] == closing
        if depth == 0:
            return i
    return 0


def _closes(item: Node, closing: str) -> bool:
    node = item[1] if item[0] == "scripts" else item
    return bool(node[:2] == ("op", closing))


_SPEAKERS = {"en": _Spoken(0), "hinglish": _Spoken(1)}


class Spoken(Plain):
    """Words only: formulas read out, tables row by row."""

    def write_break(self, token: Break) -> str:
        """A pause."""
        return ", "

    def write_para(self, token: Para) -> str:
        """One paragraph a line."""
        return self.write(token.items) + "\n"

    def write_list(self, token: List) -> str:
        """Entries with their numbers."""
        return "".join(f"{n}. {self.write(entry)}" for n, entry in enumerate(token.entries, 1))

    def write_table(self, token: Table) -> str:
        """Every row on a line."""
        rows = (token.head, *token.rows) if any(token.head) else token.rows
        return "".join(", ".join(self.write(cell) for cell in row) + "\n" for row in rows)

    def write_figure(self, token: Figure) -> str:
        """The figure's words."""
        return words(token.alt) + "\n"

    def write_math(self, token: Math) -> str:
        """A formula in words."""
        return spoken(token.tree, self.lang)
