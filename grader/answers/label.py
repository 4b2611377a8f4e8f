"""A label in front of an answer: `W_out = E_in^T` is read as its right side where the part has that label."""

from __future__ import annotations

import re
from functools import lru_cache

_WRAPPED = re.compile(r"\s*(?:\$|\\\()(.*?)(?:\$|\\\))\s*", re.DOTALL)
_LEADING = re.compile(r"\s*=(?!=)")


@lru_cache(maxsize=256)
def _pattern(label: str) -> re.Pattern[str]:
    base, _, below = label.partition("_")
    name = rf"{re.escape(base)}_?\{{?{re.escape(below)}\}}?" if below else re.escape(base)
    return re.compile(rf"\s*{name}\s*(?:=(?!=)|≈|:)")


def without_label(text: str, label: str) -> str:
    """`text` without its own label, a leading equals sign or dollar signs, padded with blanks so that places stay."""
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped:
        text = " " * wrapped.start(1) + wrapped[1]
    found = (_pattern(label).match(text) if label else None) or _LEADING.match(text)
    return " " * found.end() + text[found.end() :] if found else text
