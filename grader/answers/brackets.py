"""Brackets in a text: how deep each character stands, which is left open, and stretches parted where none is open."""

from __future__ import annotations

from grader.answers.region_text import AND, EXCEPT, IN, NOT_IN, OR
from grader.errors import CannotRead
from grader.model import say

Span = tuple[int, int]
_DEEPEST = 40


def depths(text: str) -> list[int]:
    """How many brackets stand around each character; raises CannotRead for one without a partner.

    A square bracket may face outwards: `]1, 2[` leaves both ends out.
    """
    stack: list[tuple[int, bool]] = []  # the place of an open bracket, and whether a separator stood behind it
    out: list[int] = []
    for place, char in enumerate(text):
        before = text[:place].rstrip()[-1:]
        starts = before in f"{OR}{AND}{EXCEPT}{IN}{NOT_IN}=({{:|,;" or not before
        if char in "({" or (char == "[" and not (stack and stack[-1][1] and not starts)) or (char == "]" and starts):
            out.append(len(stack))
            stack.append((place, False))
            if len(stack) > _DEEPEST:
                raise CannotRead(say("read.too-deep", limit=_DEEPEST), place)
        elif char in ")]}[":
            if not stack:
                raise CannotRead(say("read.unopened", bracket=char), place)
            opening = text[stack.pop()[0]]
            if (opening == "{") != (char == "}"):
                raise CannotRead(say("read.wrong-bracket", found=char, wanted="}" if opening == "{" else ")"), place)
            out.append(len(stack))
        else:
            out.append(len(stack))
            if stack and char in ",;":
                stack[-1] = stack[-1][0], True
    if stack:
        raise _unclosed(text, stack[-1][0])
    return out


def _unclosed(text: str, place: int) -> CannotRead:
    opening, ends = text[place], text[place - 1 : place].isalnum()
    if opening == "{" or ends:
        return CannotRead(say("read.unclosed", bracket=opening, wanted="}" if opening == "{" else ")"), place)
    return CannotRead(say("interval.unclosed", bracket=opening), place)


class Stretches:
    """A text and how many brackets stand around each of its characters; a stretch is a pair of places."""

    def __init__(self, text: str, around: list[int]) -> None:
        """Keep both."""
        self.text, self.depths = text, around

    def cut(self, span: Span, marks: str) -> list[Span]:
        """A stretch parted at marks that stand in no bracket of its own."""
        start, level = span[0], self.level(span)
        out = []
        for place in range(*span):
            if self.text[place] in marks and self.depths[place] == level:
                out.append((start, place))
                start = place + 1
        return [*out, (start, span[1])]

    def level(self, span: Span) -> int:
        """How many brackets stand around a stretch."""
        return min(self.depths[span[0] : span[1]], default=0)

    def bare(self, span: Span) -> Span:
        """A stretch without the blanks at its ends."""
        text = self.text[span[0] : span[1]]
        return span[0] + len(text) - len(text.lstrip()), span[1] - len(text) + len(text.rstrip())

    def said(self, span: Span) -> str:
        """The text of a stretch without the blanks at its ends."""
        return self.text[span[0] : span[1]].strip()

    def inside(self, span: Span) -> Span | None:
        """What one pair of brackets round the whole stretch holds."""
        level = self.level(span)
        ends = span[1] - span[0] > 1 and self.depths[span[0]] == self.depths[span[1] - 1] == level
        if not ends or self.text[span[0]] not in "([{]" or self.text[span[1] - 1] not in ")]}[":
            return None
        inner = span[0] + 1, span[1] - 1
        return inner if all(d > level for d in self.depths[inner[0] : inner[1]]) else None


_PARTNERS = {"(": ")", "[": "]", "{": "}"}


def check_closed(text: str) -> None:
    """Name the bracket that is still open at the end; which bracket closes which is the reader's business."""
    opened: list[int] = []
    for place, char in enumerate(text):
        if char in _PARTNERS:
            opened.append(place)
        elif char in _PARTNERS.values() and opened:
            opened.pop()
    if opened:
        bracket = text[opened[-1]]
        raise CannotRead(say("read.unclosed", bracket=bracket, wanted=_PARTNERS[bracket]), opened[-1])
