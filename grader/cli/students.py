"""What commands for a class share: its list, with what is wrong in it said, and names as paper can hold them."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.common import warn
from grader.model import say

if TYPE_CHECKING:
    from grader.batch.roster import Roster

LONGEST = 60  # letters of a name that a sheet has room for


def roster_of(path: Path, lang: str) -> Roster:
    """A class list; lines that are left out and what else is worth saying of it are said. Raises UserError."""
    from grader.batch.gradebook import bytes_of
    from grader.batch.roster import read

    found = read(bytes_of(path))
    for note in (*found.notes, *found.faults):
        warn(note, lang)
    return found


def printed_name(name: str, student: str, lang: str) -> str:
    """What the fonts can print of a name: all of it, but for signs, or nothing; what is left out is said."""
    from grader.publish.typst_pdf import printable

    shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"
    kept = "".join(c for c in shown if c == "…" or printable(c) or unicodedata.category(c)[0] in "LMN")
    if printable(kept.removesuffix("…")):
        kept = " ".join(kept.split())
        if kept != name:
            warn(say("publish.name-part", name=name, shown=kept, id=student), lang)
        return kept
    warn(say("publish.name", name=name, id=student), lang)
    return ""
