"""Where entries end: commas and blanks that may group the digits of one number, signs that may join two entries."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from grader.errors import CannotRead
from grader.model import say

_MOST = 24  # readings of one text that are looked at
_LONGEST = 60  # pieces of one run
_BLANKS = " \u00a0\u2009\u202f"
_PIECE = r"\d+(?:\.\d+)?"
_RUN = re.compile(rf"(?<![\w.])(?<!\d,){_PIECE}(?:[,{_BLANKS}]{_PIECE})+")
_SEPARATOR = re.compile(rf"[,{_BLANKS}]")
_WESTERN = re.compile(rf"[1-9]\d{{0,2}}(?:(?P<sign>[,{_BLANKS}])\d{{3}})(?:(?P=sign)\d{{3}})*(?:\.\d+)?")
_INDIAN = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?")

_ONE_ENTRY = re.compile(r"[+\-−–]?\d+(?:[.,]\d+)*")
# A sign behind a blank, tight at what follows.
_GLUED = re.compile(r"(?<=[\w)\]])\s+[-+−](?=\S)")
_PARTED = re.compile(r"[,;]|\s+(?=[-+−]\S)")


def check_parted(text: str, typed: int, count: int) -> None:
    """Refuse `typed` entries where `count` are asked, if a comma may be a decimal point, or a sign part of an entry."""
    bare = text.strip().strip("[]()")
    signs = _GLUED.findall(bare)
    parted = "," in bare or ";" in bare
    if signs and (len(_PARTED.split(bare)) == count if parted else typed - len(signs) <= count < typed):
        raise CannotRead(say("vector.signs"), text.index(signs[0]))
    pieces = re.split(r",\s+|;|\s+", bare)
    if len(pieces) == count and "," in "".join(pieces) and all(_ONE_ENTRY.fullmatch(p) for p in pieces):
        raise CannotRead(say("vector.commas"), text.index(","))


_BULLETS = re.compile(r"\s*(?:[-–•*]\s+\S[^\n]*\n\s*){1,}[-–•*]\s+\S[^\n]*")
_COUNTED = re.compile(r"\s*1[.)]\s+\S[^\n]*\n\s*2[.)]\s+\S.*", re.DOTALL)


def check_unlisted(text: str) -> None:
    """Refuse lines with bullets, which may be minus signs, and lines that are counted, whose counts are no entries."""
    if "\n" in text and (_BULLETS.fullmatch(text) or _COUNTED.fullmatch(text)):
        raise CannotRead(say("vector.bullets"), 0)


def other_readings(text: str) -> Iterator[str]:
    """The text with some runs of digits joined to larger numbers, as `{1,000}` becomes `{1000}`."""
    runs = [found for found in _RUN.finditer(text) if _groups(found[0])]
    if not runs:
        return
    ways = itertools.product(*(_joined(run[0]) for run in runs))
    for chosen in itertools.islice(ways, _MOST):
        out, start = "", 0
        for run, way in zip(runs, chosen, strict=True):
            out += text[start : run.start()] + way
            start = run.end()
        out += text[start:]
        if out != text:
            yield out


def unclear_groups(text: str) -> CannotRead:
    """The refusal of a text whose digits could be grouped."""
    found = next(run for run in _RUN.finditer(text) if _groups(run[0]))
    return CannotRead(say("read.groups", text=found[0][:40]), found.start())


def _groups(run: str) -> bool:
    return len(_SEPARATOR.findall(run)) < _LONGEST and bool(_WESTERN.search(run) or _INDIAN.search(run))


def _joined(run: str) -> Iterator[str]:
    """Every way to read a run, the one with the largest numbers first."""
    ends = [found.start() for found in _SEPARATOR.finditer(run)]
    for end in (len(run), *reversed(ends)):
        head, rest = run[:end], run[end:]
        if end != (ends or [end])[0] and not (_WESTERN.fullmatch(head) or _INDIAN.fullmatch(head)):
            continue
        plain = _SEPARATOR.sub("", head)
        for tail in _joined(rest[1:]) if rest else ("",):
            yield plain + rest[:1] + tail
