"""A text to a set of numbers: pieces by and, or, except and commas, each an interval, points, or a condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from grader.answers.brackets import Span, Stretches, depths
from grader.answers.conditions import TURNED, Bound, Unsolved, held
from grader.answers.region_text import AND, EMPTY, EXCEPT, IN, INFINITY, NOT_IN, OR, REALS, SIGNS, Plain
from grader.errors import CannotRead
from grader.maths.regions import ALL, Interval, Line, Region, end, point
from grader.maths.scope import one_name, pattern_of
from grader.maths.tree import names
from grader.model import Node, say

_SEPARATORS = ",;\n"
_MOST_PIECES = 40
_CALLED = r"[Ss]|[DI](?:_\w+)?|[Dd]omain|[Rr]ange|[Ii]nterval|[Ss]olutions?|[Ss]olution set|[Aa]ns(?:wer)?|[Uu]ttar"
_CONDITION = re.compile(rf"[{SIGNS}{IN}{NOT_IN}]")
_STRUCTURE = re.compile(rf"[{SIGNS}{IN}{NOT_IN}{OR}{AND}{EXCEPT}{REALS}{EMPTY}]")


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a part of the text: `formula` with the name in it, `number` without."""

    name: str
    formula: Callable[[str], Node]
    number: Callable[[str], Node]


def region_of(plain: Plain, reading: Reading, line: Line) -> Region:
    """The set that a text in one spelling means; raises CannotRead with its place, Unsolved, Undecided."""
    try:
        text = plain.text.rstrip(". \t\n")
        if sum(text.count(mark) for mark in OR + AND + EXCEPT) >= _MOST_PIECES:
            raise CannotRead(say("read.too-many", limit=_MOST_PIECES), len(text))
        reader = _Reader(text, depths(text), reading, line)
        return reader.whole((0, len(text)))
    except CannotRead as fault:
        raise CannotRead(fault.why, None if fault.at is None else plain.at(fault.at)) from None


class _Reader(Stretches):
    """One text and the brackets round each of its characters; every method reads a stretch of it."""

    def __init__(self, text: str, around: list[int], reading: Reading, line: Line) -> None:
        super().__init__(text, around)
        self.reading, self.line = reading, line
        name = pattern_of(one_name(reading.name))
        self.member = re.compile(rf"\s*(?:{name})\s*(?:([{IN}{NOT_IN}])|=(?=\s*[\[\](]|\s*\{{|\s*[{REALS}{EMPTY}]))")
        self.called = re.compile(rf"\s*(?:{_CALLED}|{name})\s*[:=]\s*(?!=)")
        self.builder = re.compile(rf"\s*(?:{name})\s*(?:{IN}([^|:]*))?[|:]")

    def _tree(self, span: Span, read: Callable[[str], Node]) -> Node:
        if not self.said(span):
            raise CannotRead(say("read.operand"), span[1])
        if _STRUCTURE.search(self.text, *span):
            raise CannotRead(say("interval.none"), span[0])
        return read(" " * span[0] + self.text[span[0] : span[1]])  # blanks in front, so that places stay

    # ---- commas, or, and, except

    def whole(self, span: Span) -> Region:
        """A text or what stands in brackets; a comma is an and where both ways to group it are one set."""
        span = self._behind_name(span)
        if not self.said(span):
            raise CannotRead(say("read.blank"), span[0])
        pieces = self._joined(
            [s for s in self.cut(span, _SEPARATORS) if self.said(s) or self.text[s[0] - 1 : s[0]] != "\n"]
        )
        if len(pieces) == 1:
            return self._any(pieces[0])
        regions = [self._any(p) for p in pieces]
        if all(self._equality(p[0]) for p in pieces):
            return self.line.union([i for region in regions for i in region])
        total = self._all(regions)
        sets = sum(self._is_set(self.bare(p[0])) and r != ALL for p, r in zip(pieces, regions, strict=True))
        if sets > 1 or not total or not self._groups_alike(span, total):
            raise CannotRead(say("interval.and-or"), pieces[0][0][1])
        return total

    def _behind_name(self, span: Span) -> Span:
        """A stretch without `Ans:` or `D =` in front."""
        called = self.called.match(self.text, *span)
        if not called:
            return span
        rest = self.bare((called.end(), span[1]))
        return rest if ":" in called[0] or self._is_set(rest) else span

    def _groups_alike(self, span: Span, total: Region) -> bool:
        """Whether a comma that binds as tight as `and` gives the same set."""
        if OR not in self.text[span[0] : span[1]]:
            return True
        level = self.level(span)
        swapped = "".join(
            AND if c in _SEPARATORS and self.depths[i] == level and span[0] <= i < span[1] else c
            for i, c in enumerate(self.text)
        )
        return self.line.same(_Reader(swapped, self.depths, self.reading, self.line)._any([span]), total)

    def _joined(self, spans: list[Span]) -> list[list[Span]]:
        """Stretches with the lone values that go on with the one before: `x != 2, 3`, `R except 0 and 1`."""
        out: list[list[Span]] = []
        for span in spans:
            if out and (
                (self._value(span) and self._takes_values(out[-1][0])) or self._taken_away(out[-1][0], self.bare(span))
            ):
                out[-1].append(span)
            else:
                out.append([span])
        return out

    def _value(self, span: Span) -> bool:
        span = self.bare(span)
        return bool(self.said(span)) and not self._is_set(span) and not _STRUCTURE.search(self.text, *span)

    def _takes_values(self, span: Span) -> bool:
        signs = [c for c in self.text[span[0] : span[1]] if c in SIGNS + EXCEPT]
        return bool(signs) and signs[-1] in "=≠" + EXCEPT

    def _taken_away(self, before: Span, span: Span) -> bool:
        """Whether a bare set goes on with what stands behind except, or behind not in."""
        signs = [c for c in self.text[before[0] : before[1]] if c in SIGNS + EXCEPT + NOT_IN]
        named = self.member.match(self.text, *span)
        return bool(signs) and signs[-1] in EXCEPT + NOT_IN and self._is_set(span) and not named

    def _equality(self, span: Span) -> bool:
        return [c for c in self.text[span[0] : span[1]] if c in SIGNS] == ["="]

    def _any(self, spans: list[Span]) -> Region:
        """Pieces by or; further values behind the last piece."""
        parts = self._joined(self.cut(spans[0], OR))
        for part in parts:
            excluding = len(self.cut(part[0], EXCEPT)) > 1 and len(parts) + len(part) > 2
            denied = NOT_IN in self.text[part[0][0] : part[0][1]]  # x not in A or B is in neither
            if excluding or (len(part) > 1 and not denied and not self._equality(part[0])):
                raise CannotRead(say("interval.and-or"), parts[0][0][1])
        parts[-1] += spans[1:]
        return self.line.union([i for p in parts for i in self._every(p)])

    def _every(self, spans: list[Span]) -> Region:
        """Pieces by and."""
        parts = self._joined(self.cut(spans[0], AND))
        parts[-1] += spans[1:]
        regions = [self._less(p) for p in parts]
        total = self._all(regions)
        sets = all(self._is_set(self.bare(p[0])) or self._equality(p[0]) for p in parts)
        if len(parts) > 1 and sets and not total:
            raise CannotRead(say("interval.and-or"), parts[0][0][1])
        return total

    def _all(self, regions: list[Region]) -> Region:
        total = ALL
        for region in regions:
            total = self.line.intersection(total, region)
        return total

    def _less(self, spans: list[Span]) -> Region:
        """A piece without what stands behind except."""
        first, *gone = self.cut(spans[0], EXCEPT)
        if not gone:
            return self._atom(self.bare(first), spans[1:])
        total = self._atom(self.bare(first), [])
        for span in (*gone, *spans[1:]):
            taken = self._points(span) if self._value(span) else self._atom(self.bare(span), [])
            total = self.line.difference(total, taken)
        return total

    # ---- one piece

    def _is_set(self, span: Span) -> bool:
        """Whether a stretch is brackets with ends or points in them, or all numbers, perhaps of a name."""
        member = self.member.match(self.text, *span)
        if member:
            return True
        inside = self.inside(span)
        if inside is None:
            return self.said(span) in (REALS, EMPTY)
        return self.text[span[0]] == "{" or len(self.cut(inside, _SEPARATORS)) > 1

    def _atom(self, span: Span, more: list[Span]) -> Region:
        said = self.said(span)
        if not said:
            raise CannotRead(say("read.operand"), span[1])
        member = self.member.match(self.text, *span)
        if member:
            region = self._atom(self.bare((member.end(), span[1])), more)
            if member[1] != NOT_IN:
                return region
            further = [self._points(s) if self._value(s) else self._atom(self.bare(s), []) for s in more]
            return self.line.difference(ALL, self.line.union([i for one in (region, *further) for i in one]))
        if said in (REALS, EMPTY):
            return ALL if said == REALS else ()
        inside = self.inside(span)
        if inside is not None and self.text[span[0]] == "{":
            return self._braces(inside)
        if inside is not None and _STRUCTURE.search(self.text, *inside):
            return self.whole(inside)
        if inside is not None and len(self.cut(inside, _SEPARATORS)) > 1:
            return self._bracketed(span, inside)
        return self._condition(span, more)

    def _braces(self, inside: Span) -> Region:
        builder = self.builder.match(self.text, *inside)
        if builder:
            domain = self._atom(self.bare(builder.span(1)), []) if builder[1] else ALL
            return self.line.intersection(domain, self.whole((builder.end(), inside[1])))
        if _CONDITION.search(self.text, *inside):
            return self.whole(inside)
        if not self.said(inside):
            return ()
        return self.line.union([i for s in self.cut(inside, _SEPARATORS) for i in self._points(s)])

    def _points(self, span: Span) -> Region:
        """One number, or two by a plus-minus sign."""
        text = self.text[span[0] : span[1]]
        signs = "+-" if text.count("±") == 1 else "±"
        regions = [point(end(self._number(span, text.replace("±", sign)))) for sign in signs]
        return self.line.union([i for region in regions for i in region])

    def _number(self, span: Span, text: str) -> Node:
        if not text.strip():
            raise CannotRead(say("read.operand"), span[1])
        return self.reading.number(" " * span[0] + text)

    def _bracketed(self, span: Span, inside: Span) -> Region:
        ends = self.cut(inside, _SEPARATORS)
        if len(ends) != 2:
            raise CannotRead(say("interval.two-ends"), ends[2][0] - 1)
        low, high = (self._end(s) for s in ends)
        low_in, high_in = self.text[span[0]] == "[", self.text[span[1] - 1] == "]"
        if low == "+" or high == "-":
            raise CannotRead(say("interval.reversed"), span[0])
        if (low == "-" and low_in) or (high == "+" and high_in):
            raise CannotRead(say("interval.infinity"), span[0] if low == "-" and low_in else span[1] - 1)
        piece = Interval(
            None if isinstance(low, str) else low, None if isinstance(high, str) else high, low_in, high_in
        )
        if self.line.is_empty(piece):
            equal = piece.low and piece.high and not self.line.compare(piece.low, piece.high)
            raise CannotRead(say("interval.empty" if equal else "interval.reversed"), span[0])
        return (piece,)

    def _end(self, span: Span) -> Bound:
        infinite = self._infinite(span)
        return infinite or end(self._tree(span, self.reading.number))

    def _infinite(self, span: Span) -> str:
        """'+' or '-' for an infinity, else ''."""
        said = self.said(span).replace(" ", "")
        return {INFINITY: "+", "+" + INFINITY: "+", "-" + INFINITY: "-"}.get(said, "")

    # ---- conditions

    def _condition(self, span: Span, more: list[Span]) -> Region:
        sides = self.cut(span, SIGNS)
        signs = [self.text[s[1]] for s in sides[:-1]]
        if not signs:
            raise self._no_set(span)
        directions = {"<≤".find(s) >= 0 for s in signs}
        if len(signs) > 2 or len(directions) > 1 or (len(signs) == 2 and {"=", "≠"} & set(signs)):
            raise CannotRead(say("interval.chain"), sides[1][1])
        if len(signs) == 1 and not self.said(sides[0]):
            return self._bounded(("sym", self.reading.name), signs, sides[1:], more)
        trees = [
            None if self._infinite(s) or "±" in self.said(s) else self._tree(s, self.reading.formula) for s in sides
        ]
        named = [i for i, t in enumerate(trees) if t is not None and names(t)]
        if not named:
            raise CannotRead(say("interval.name", name=self.reading.name), span[0])
        if len(named) > 1:
            raise Unsolved
        if len(signs) == 2 and named != [1]:
            raise CannotRead(say("interval.chain"), sides[1][1])
        place = named[0]
        turned = [TURNED[s] if i < place else s for i, s in enumerate(signs)]
        middle = trees[place]
        assert middle is not None
        return self._bounded(middle, turned, [s for i, s in enumerate(sides) if i != place], more)

    def _no_set(self, span: Span) -> CannotRead:
        """What is wrong with a stretch that is neither set nor condition."""
        if self.inside(span) is not None and {self.text[span[0]], self.text[span[1] - 1]} & set("[]"):
            return CannotRead(say("interval.two-ends"), span[0])
        try:
            self._tree(span, self.reading.formula)
        except CannotRead as fault:
            if not fault.why.code.startswith(("read.unknown", "read.no-names")):
                return fault
        return CannotRead(say("interval.none"), span[0])

    def _bounded(self, middle: Node, signs: list[str], bounds: list[Span], more: list[Span]) -> Region:
        if signs[-1] in "=≠":
            points = self.line.union([i for s in (*bounds, *more) for i in self._held(middle, "=", s)])
            return points if signs[-1] == "=" else self.line.difference(ALL, points)
        total = self._all([self._held(middle, sign, bound) for sign, bound in zip(signs, bounds, strict=True)])
        if len(signs) == 2 and not total:
            raise CannotRead(say("interval.never"), bounds[0][0])
        return total

    def _held(self, middle: Node, sign: str, bound: Span) -> Region:
        try:
            if "±" not in self.said(bound):
                return held(self.line, middle, sign, self._end(bound))
            if sign != "=":
                raise CannotRead(say("read.two-answers"), bound[0])
            at = [p.low for p in self._points(bound) if p.low is not None]
            return self.line.union([i for one in at for i in held(self.line, middle, sign, one)])
        except CannotRead as fault:
            raise CannotRead(fault.why, bound[0] if fault.at is None else fault.at) from None
