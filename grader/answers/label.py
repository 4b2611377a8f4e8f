"""A label in front of an answer: `W_out = E_in^T` is read as its right side where the part has that label."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=256)
def _pattern(label: str) -> re.Pattern[str]:
    base, _, below = label.partition("_")
    name = rf"{re.escape(base)}_?\{{?{re.escape(below)}\}}?" if below else re.escape(base)
    return re.compile(rf"\s*{name}\s*=(?!=)")


def without_label(text: str, label: str) -> str:
    """`text` without its own label, padded with blanks so that places stay."""
    if not label or "=" not in text:
        return text
    found = _pattern(label).match(text)
    return " " * found.end() + text[found.end() :] if found else text
