"""Times as spreadsheets, forms and Moodle write them; the day before the month, but for years in front."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

_CLOCKS = ("%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p")
_DAYS = ("%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y/%m/%d")
_FORMS = (
    *(f"{day} {clock}" for day in _DAYS for clock in _CLOCKS), *_DAYS, "%d %B %Y, %I:%M %p", "%d %B %Y, %H:%M",
    "%d %B %Y %I:%M %p", "%d %B %Y %H:%M",
)  # fmt: skip
_ZONE = re.compile(r"\s*(?:(?:GMT|UTC)(?:[+-]\d{1,2}(?::\d\d)?)?|IST)$")
_WEEKDAY = re.compile(r"^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,\s*")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?=\D|$)")


def fronts(texts: Iterable[str]) -> set[str]:
    """What must stand in front in some dates of a column, `day` or `month`; of both the dates contradict each other."""
    found = [match for text in texts if (match := _SLASHED.match(text.strip()))]
    days, months = any(int(m[1]) > 12 for m in found), any(int(m[2]) > 12 for m in found)
    return {name for name, there in (("day", days), ("month", months)) if there}


def is_open(text: str) -> bool:
    """Whether a date may begin with its day or with its month, and these are not the same number."""
    found = _SLASHED.match(text.strip())
    return found is not None and int(found[1]) != int(found[2])


def time_of(text: str, month_first: bool = False) -> datetime | None:
    """The time that a text means; None for what is none."""
    plain = _WEEKDAY.sub("", _ZONE.sub("", text.strip()))
    if month_first:
        plain = _SLASHED.sub(r"\2/\1/\3", plain)
    for form in ("", *_FORMS):
        try:
            return datetime.fromisoformat(plain) if not form else datetime.strptime(plain, form)
        except ValueError:
            continue
    return None
