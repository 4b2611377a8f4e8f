"""Steps through LaTeX source and words its faults."""

from __future__ import annotations

import re

from grader.errors import CannotRead
from grader.model import say

_MACRO = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
# Where a row of items ends.
CUT = frozenset({"", "}", "&", "\\\\", "\\end", "\\right"})


class Scanner:
    """A position in a source, with the few moves that reading needs."""

    def __init__(self, src: str) -> None:
        """Start at the front."""
        self.src = src
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        """The next macro or character after blanks, '' at the end."""
        src = self.src
        while self.at < len(src) and src[self.at].isspace():
            self.at += 1
        if self.at >= len(src):
            return ""
        found = _MACRO.match(src, self.at)
        return found[0] if found else src[self.at]

    def take(self) -> str:
        """Step over the next macro or character."""
        token = self.peek()
        self.at += len(token)
        return token

    def fault(self, code: str, at: int, **slots: object) -> CannotRead:
        """The exception for a fault at a position."""
        return CannotRead(say(code, **slots), at)

    def refuse_cut(self) -> None:
        """Raise for whatever stopped the outermost row, unless it is the end."""
        token = self.peek()
        if token == "}":
            raise self.fault("latex.brace-close", self.at)
        if token in ("&", "\\\\"):
            raise self.fault("latex.align", self.at, sign=token)
        if token:
            raise self.fault("latex.unpaired", self.at, macro=token)

    def raw_group(self, macro: str) -> tuple[str, int]:
        """The source between the next pair of braces and where it starts."""
        if self.peek() != "{":
            raise self.fault("latex.argument", self.at, macro=macro)
        self.take()
        start, depth = self.at, 1
        while self.at < len(self.src):
            char = self.src[self.at]
            if char == "\\":
                self.at += 1
            elif char == "{":
                depth += 1
            elif char == "}":
                depth -= 1
                if not depth:
                    self.at += 1
                    return self.src[start : self.at - 1], start
            self.at += 1
        raise self.fault("latex.brace-open", start - 1)
