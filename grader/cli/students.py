"""What commands for a class share: its list, with what is wrong in it said, and names as paper can hold them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.common import warn
from grader.model import say

if TYPE_CHECKING:
    from grader.batch.roster import Roster


def roster_of(path: Path, lang: str) -> Roster:
    """A class list; lines that are left out and what else is worth saying of it are said. Raises UserError."""
    from grader.batch.gradebook import bytes_of
    from grader.batch.roster import read

    found = read(bytes_of(path))
    for note in (*found.notes, *found.faults):
        warn(note, lang)
    return found


def printed_name(name: str, student: str, lang: str) -> str:
    """A name that the fonts can print; '' for another, which is said: the id tells whose sheet it is."""
    from grader.publish.typst_pdf import printable

    if printable(name):
        return name
    warn(say("publish.name", name=name, id=student), lang)
    return ""
