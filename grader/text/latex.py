"""Reads whitelisted LaTeX into a layout tree; everything else is refused with its position."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.errors import CannotRead
from grader.model import Node, say
from grader.text import tables as t
from grader.text.layout import EMPTY, classify, join, split_hole
from grader.text.scanner import CUT, Scanner

MAX_CHARACTERS = 4000
MAX_DEPTH = 60

_NUMBER = re.compile(r"\d+(?:\{,\}\d+)*(?:\.\d+)?|\.\d+")
_HOLE = re.compile(r"<<(.+?)>>", re.DOTALL)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]*")
_COLUMNS = re.compile(r"[lcr| ]+")
_GREEK_LETTERS = frozenset(t.GREEK.values())
_TEXT_ESCAPES = re.compile(r"\\([{}%$#&_ ])")


def parse(src: str) -> Node:
    """Read one formula, without its dollars, into a layout node."""
    if len(src) > MAX_CHARACTERS:
        raise CannotRead(say("latex.long", limit=MAX_CHARACTERS), MAX_CHARACTERS)
    reader = _Reader(src)
    node = reader.row()
    reader.refuse_cut()
    if node == EMPTY:
        raise CannotRead(say("latex.empty"), 0)
    return node


def _nearest(name: str, known: Iterable[str], least: float) -> list[str]:
    # Only needed for faults, and slow to import.
    from difflib import get_close_matches

    return get_close_matches(name, sorted(known), 1, least)


class _Reader(Scanner):
    # -------------------------------------------------------------- rows and scripts

    def row(self, stop: str = "", start: str = t.OPEN) -> Node:
        r"""Items up to a closing brace, a column or row border, an \end, a \right or `stop`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fault("latex.deep", self.at, limit=MAX_DEPTH)
        items: list[Node] = []
        scripted = False
        while True:
            token = self.peek()
            if token in CUT or (stop and token == stop):
                break
            if token in ("^", "_", "'"):
                base = items.pop() if items else EMPTY
                items.append(self.script(base, scripted))
                scripted = True
            else:
                items.append(self.atom())
                scripted = False
        self.depth -= 1
        return join(classify(items, start))

    def script(self, base: Node, scripted: bool) -> Node:
        """Attach the next script, or the next primes, to `base`."""
        at = self.at
        body, sub, sup = (base[1], base[2], base[3]) if scripted else (base, None, None)
        sign = self.take()
        if sign == "'":
            primes = [("op", "′", t.ORD)]
            while self.peek() == "'":
                self.take()
                primes.append(("op", "′", t.ORD))
            if sup is not None:
                raise self.fault("latex.double-script", at, sign="'")
            if self.peek() == "^":
                self.take()
                more = self.argument("^")
                primes.extend(more[1] if more[0] == "row" else [more])
            return ("scripts", body, sub, join(primes))
        if (sup if sign == "^" else sub) is not None:
            raise self.fault("latex.double-script", at, sign=sign)
        arg = self.argument(sign)
        return ("scripts", body, sub, arg) if sign == "^" else ("scripts", body, arg, sup)

    def argument(self, owner: str) -> Node:
        """A braced group, one digit or one atom."""
        token = self.peek()
        if token in CUT or token in ("^", "_", "'"):
            raise self.fault("latex.argument", self.at, macro=owner)
        if token.isdigit():
            self.at += 1
            return ("num", token)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fault("latex.deep", self.at, limit=MAX_DEPTH)
        node = join(classify([self.atom()], t.OPEN))
        self.depth -= 1
        return node

    def group(self) -> Node:
        """The row between braces."""
        opened = self.at
        self.take()
        node = self.row()
        if self.peek() != "}":
            if self.peek() == "":
                raise self.fault("latex.brace-open", opened)
            self.refuse_cut()
        self.take()
        return node

    # -------------------------------------------------------------- atoms

    def atom(self) -> Node:
        """One letter, number, sign, hole, group or macro with its arguments."""
        token = self.peek()
        at = self.at
        if token == "{":
            return self.group()
        if token[0] == "\\":
            self.take()
            return self.macro(token[1:], at)
        if self.src.startswith("<<", at):
            found = _HOLE.match(self.src, at)
            if not found:
                raise self.fault("latex.hole-empty" if self.src.startswith("<<>>", at) else "latex.hole", at)
            self.at = found.end()
            return ("hole", *split_hole(found[1]))
        number = _NUMBER.match(self.src, at)
        if number:
            self.at = number.end()
            return ("num", number[0].replace("{,}", ","))
        self.take()
        if (token.isascii() and token.isalpha()) or token in _GREEK_LETTERS:
            return ("id", token)
        if token in t.CHARACTERS:
            return ("op", *t.CHARACTERS[token])
        if token == "~":
            return ("space", t.SPACES[" "])
        raise self.fault("latex.character", at, char=token)

    def macro(self, name: str, at: int) -> Node:
        """The node of a macro whose name has been taken."""
        if name in t.GREEK:
            return ("id", t.GREEK[name])
        if name in t.OPERATORS:
            return ("op", *t.OPERATORS[name])
        if name in t.FUNCTIONS:
            return ("fn", name)
        if name in t.SPACES or name.isspace():
            return ("space", t.SPACES.get(name, t.SPACES[" "]))
        if name in t.FRACTIONS:
            return ("frac", self.argument("\\" + name), self.argument("\\" + name))
        if name in t.FONTS:
            return ("font", t.FONTS[name], self.argument("\\" + name))
        if name in t.ACCENTS:
            return ("accent", t.ACCENTS[name], self.argument("\\" + name))
        special = getattr(self, "read_" + name, None) if name in t.STRUCTURES and name.isalpha() else None
        if special is not None:
            node: Node = special(at)
            return node
        near = _nearest(name, (m for m in t.MACROS if m.isalpha()), 0.6)
        if near:
            raise self.fault("latex.unknown", at, macro="\\" + name, near="\\" + near[0])
        raise self.fault("latex.unknown-alone", at, macro="\\" + name)

    def read_boxed(self, _at: int) -> Node:
        """A framed formula."""
        return ("boxed", self.argument("\\boxed"))

    def read_sqrt(self, _at: int) -> Node:
        """A root with an optional index."""
        index = None
        if self.peek() == "[":
            opened = self.at
            self.take()
            index = self.row(stop="]")
            if self.take() != "]":
                raise self.fault("latex.brace-open", opened)
        return ("sqrt", self.argument("\\sqrt"), index)

    def read_operatorname(self, at: int) -> Node:
        """A function by its name."""
        if self.peek() == "*":
            self.take()
        name, start = self.raw_group("\\operatorname")
        if not _NAME.fullmatch(name):
            raise self.fault("latex.argument", start, macro="\\operatorname")
        return ("fn", name)

    def read_text(self, _at: int) -> Node:
        """Words inside a formula, which may hold placeholders."""
        raw, start = self.raw_group("\\text")
        parts: list[Node] = []
        for i, piece in enumerate(_HOLE.split(raw)):
            if i % 2:
                parts.append(("hole", *split_hole(piece)))
            elif piece:
                words = _TEXT_ESCAPES.sub(r"\1", piece)
                bad = re.search(r"\\.?|[{}]|<<", _TEXT_ESCAPES.sub("", piece))
                if bad:
                    raise self.fault("latex.character", start + raw.index(bad[0]), char=bad[0])
                parts.append(("text", words))
        return join(parts)

    def read_left(self, at: int) -> Node:
        """A pair of growing fences around a row."""
        opening = self.delimiter("\\left")
        body = self.row()
        if self.peek() != "\\right":
            if self.peek() == "":
                raise self.fault("latex.left-open", at)
            self.refuse_cut()
        self.take()
        closing = self.delimiter("\\right")
        # Array between fences is how a matrix or a case distinction is often typed.
        if body[0] == "matrix" and body[2] == body[3] == "":
            if (opening, closing) in t.MATRIX_FENCES:
                return ("matrix", body[1], opening, closing)
            if (opening, closing) == ("{", ""):
                return ("cases", body[1])
        return ("fence", opening, body, closing)

    def delimiter(self, macro: str) -> str:
        r"""The fence after \left or \right."""
        token = self.peek()
        at = self.at
        self.take()
        if token not in t.DELIMITERS:
            raise self.fault("latex.fence", at, macro=macro)
        return t.DELIMITERS[token]

    def read_begin(self, at: int) -> Node:
        """An environment: rows of cells."""
        name, start = self.raw_group("\\begin")
        if name not in t.ENVIRONMENTS:
            near = _nearest(name, t.ENVIRONMENTS, 0.0)
            raise self.fault("latex.environment", start, name=name, near=near[0])
        if name == "array":
            spec, spec_at = self.raw_group("array")
            if not _COLUMNS.fullmatch(spec):
                raise self.fault("latex.columns", spec_at)
        rows = self.cells(name, at)
        if name in ("cases", "aligned"):
            return (name, rows)
        if len({len(r) for r in rows}) > 1:
            raise self.fault("latex.ragged", at, name=name)
        return ("matrix", rows, *t.ENVIRONMENTS[name])

    def cells(self, name: str, at: int) -> tuple[tuple[Node, ...], ...]:
        r"""The cells up to the matching \end."""
        rows: list[tuple[Node, ...]] = []
        row: list[Node] = []
        while True:
            # The right side of an alignment mark continues a formula, so a sign there is an operation.
            continues = name == "aligned" and len(row) % 2 == 1
            row.append(self.row(start=t.ORD if continues else t.OPEN))
            token = self.peek()
            if token == "&":
                self.take()
                continue
            if token == "\\\\":
                self.take()
                rows.append(tuple(row))
                row = []
                continue
            if token != "\\end":
                if token == "":
                    raise self.fault("latex.environment-open", at, name=name)
                self.refuse_cut()
            self.take()
            ended, end_at = self.raw_group("\\end")
            if ended != name:
                raise self.fault("latex.environment-end", end_at, name=ended, open=name)
            if row != [EMPTY] or not rows:
                rows.append(tuple(row))
            return tuple(rows)
