"""Computed values as text: numbers that print well, vectors, matrices, words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.errors import BankFault
from grader.maths import author, balls
from grader.maths.exact import round_half
from grader.maths.table import Table
from grader.maths.tree import decimal_text
from grader.model import Node, say
from grader.text.figure_arguments import MATRIX, WORD, WORDED
from grader.text.fill import Filled

DEFAULT_PLACES = 4
_LONG = re.compile(r"-?[0-9]{5,}")


def shown(value: Any, form: str = "", lang: str = "en") -> Filled:
    """A value filled in; `form` is a number of places, or `,` for grouped digits."""
    if form and form != "," and not form.isdigit():
        raise BankFault(say("bank.placeholder", form=form))
    if form.isdigit() and int(form) > 50:
        raise BankFault(say("bank.placeholder", form=form))
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    if isinstance(value, str):
        return Filled(value, rf"\text{{{value}}}")
    if isinstance(value, Table):
        return _table(value, form, lang)
    text = _number(value, form, lang)
    latex = text.replace(",", "{,}")
    if "/" in text:
        sign, size = ("-", text[1:]) if text[0] == "-" else ("", text)
        top, bottom = size.split("/")
        latex = rf"{sign}\frac{{{top}}}{{{bottom}}}"
    return Filled(text, latex, text.startswith("-"))


def _number(value: Any, form: str, lang: str) -> str:
    if form.isdigit() or not isinstance(value, Fraction):
        return fixed(value, int(form) if form.isdigit() else DEFAULT_PLACES)
    return grouped(decimal_text(value), lang) if form == "," else decimal_text(value)


def fixed(value: Any, places: int) -> str:
    """Exactly `places` decimals, rounded; a zero has no sign. Raises BankFault for what has no finite value."""
    if not isinstance(value, Fraction) and not value.is_finite():
        raise BankFault(say("maths.no-value"))
    units = (
        int(round_half(value * 10**places, 0)) if isinstance(value, Fraction) else balls.rounded_units(value, places)
    )
    digits = str(abs(units)).rjust(places + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def grouped(text: str, lang: str) -> str:
    """Digits in groups: 38,597,376, in Hinglish 3,85,97,376."""
    sign, size = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, dot, rest = size.partition(".")
    head, tail = whole[:-3], whole[-3:]
    step = 2 if lang == "hinglish" else 3
    groups = [head[max(0, i - step) : i] for i in range(len(head), 0, -step)][::-1]
    return sign + ",".join([*groups, tail]) + dot + rest


def is_long(text: str) -> bool:
    """Whether a text is a whole number that is read more easily in groups."""
    return _LONG.fullmatch(text) is not None


def _table(value: Table, form: str, lang: str) -> Filled:
    cells = [_number(c, form, lang) for c in value.cells]
    if value.is_vector:
        return Filled("[" + ", ".join(cells) + "]", r"\left[" + r",\; ".join(cells) + r"\right]")
    rows = [cells[r * value.cols : (r + 1) * value.cols] for r in range(value.rows)]
    plain = "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
    return Filled(plain, r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{bmatrix}")


def figure_argument(value: Any, values: Mapping[str, Node], shape: str) -> Any:
    """A figure's argument as plain Python: formulas are computed, and a list of them is a vector; words stay words."""
    if shape in WORDED and not (isinstance(value, str) and value in values):
        return list(map(str, value)) if isinstance(value, tuple) else value
    computed = author.compute(_figure_tree(value, values))
    if shape == WORD and not isinstance(computed, str):
        return value  # the name of a table is its own label
    if isinstance(computed, Table):
        numbers = [_plain_number(c) for c in computed.cells]
        if computed.flat or (computed.is_vector and shape != MATRIX):
            return numbers
        return [numbers[r * computed.cols : (r + 1) * computed.cols] for r in range(computed.rows)]
    if isinstance(computed, tuple):
        return list(computed)
    return computed if isinstance(computed, str) else _plain_number(computed)


def _figure_tree(value: Any, values: Mapping[str, Node]) -> Node:
    if isinstance(value, tuple):
        return ("list", tuple(_figure_tree(entry, values) for entry in value))
    return author.bind(str(value), values)


def _plain_number(value: Any) -> int | float:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return float(value.mid())
