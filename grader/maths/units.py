"""Units of measure: symbols and prefixes to exact factors over base units.

A table of our own, because factors must be exact rationals and reading what people type is this house's work.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from grader.errors import CannotRead
from grader.maths.scope import nearest
from grader.model import say

# Base units: metre, kilogram, second, ampere, kelvin, mole, candela, radian, bit.
_BASE = ("m", "kg", "s", "A", "K", "mol", "cd", "rad", "bit")
Dimension = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """`factor` and, for temperatures, `offset` to base units; degrees carry a factor of pi/180 apart, as `turns`."""

    factor: Fraction
    dimension: Dimension
    offset: Fraction = Fraction(0)
    degrees: int = 0  # the power of pi/180, which is no rational


def _dim(**powers: int) -> Dimension:
    return tuple(powers.get(name, 0) for name in _BASE)


def _unit(factor: str | int, **powers: int) -> Unit:
    return Unit(Fraction(factor), _dim(**powers))


_PREFIXED: dict[str, Unit] = {
    "m": _unit(1, m=1), "g": _unit("1/1000", kg=1), "s": _unit(1, s=1), "A": _unit(1, A=1), "K": _unit(1, K=1),
    "mol": _unit(1, mol=1), "cd": _unit(1, cd=1), "rad": _unit(1, rad=1), "Hz": _unit(1, s=-1),
    "N": _unit(1, kg=1, m=1, s=-2), "Pa": _unit(1, kg=1, m=-1, s=-2), "J": _unit(1, kg=1, m=2, s=-2),
    "W": _unit(1, kg=1, m=2, s=-3), "C": _unit(1, A=1, s=1), "V": _unit(1, kg=1, m=2, s=-3, A=-1),
    "ohm": _unit(1, kg=1, m=2, s=-3, A=-2), "Ω": _unit(1, kg=1, m=2, s=-3, A=-2), "F": _unit(1, kg=-1, m=-2, s=4, A=2),
    "H": _unit(1, kg=1, m=2, s=-2, A=-2), "T": _unit(1, kg=1, s=-2, A=-1), "Wb": _unit(1, kg=1, m=2, s=-2, A=-1),
    "L": _unit("1/1000", m=3), "l": _unit("1/1000", m=3), "eV": _unit("1.602176634e-19", kg=1, m=2, s=-2),
    "bar": _unit(100000, kg=1, m=-1, s=-2), "cal": _unit("4.184", kg=1, m=2, s=-2), "bit": _unit(1, bit=1),
    "B": _unit(8, bit=1), "Bq": _unit(1, s=-1), "S": _unit(1, kg=-1, m=-2, s=3, A=2), "M": _unit(1000, mol=1, m=-3),
    # Two units that are usually written tight.
    "Nm": _unit(1, kg=1, m=2, s=-2), "Wh": _unit(3600, kg=1, m=2, s=-2), "Ws": _unit(1, kg=1, m=2, s=-2),
    "Ah": _unit(3600, A=1, s=1), "As": _unit(1, A=1, s=1), "VA": _unit(1, kg=1, m=2, s=-3),
    "Vs": _unit(1, kg=1, m=2, s=-2, A=-1),
}  # fmt: skip
_PLAIN: dict[str, Unit] = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), _unit(60, s=1)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), _unit(3600, s=1)),
    **dict.fromkeys(("d", "day", "days"), _unit(86400, s=1)),
    **dict.fromkeys(("Å", "angstrom", "angstroms"), _unit("1e-10", m=1)),
    **dict.fromkeys(("foot", "feet"), _unit("0.3048", m=1)), **dict.fromkeys(("mile", "miles"), _unit("1609.344", m=1)),
    **dict.fromkeys(("tonne", "tonnes"), _unit(1000, kg=1)), **dict.fromkeys(("kgs", "kilo", "kilos"), _unit(1, kg=1)),
    **dict.fromkeys(("in", "inches"), _unit("0.0254", m=1)),
    **dict.fromkeys(("kilohm", "kilohms"), _unit(1000, kg=1, m=2, s=-3, A=-2)),
    "percent": _unit("1/100"), "atm": _unit(101325, kg=1, m=-1, s=-2), "mph": _unit("0.44704", m=1, s=-1),
    "rpm": Unit(Fraction(6), _dim(rad=1, s=-1), degrees=1),
    "t": _unit(1000, kg=1), "%": _unit("1/100"), "rev": Unit(Fraction(360), _dim(rad=1), degrees=1),
    "deg": Unit(Fraction(1), _dim(rad=1), degrees=1), "°": Unit(Fraction(1), _dim(rad=1), degrees=1),
    "degree": Unit(Fraction(1), _dim(rad=1), degrees=1), "degrees": Unit(Fraction(1), _dim(rad=1), degrees=1),
    "degC": Unit(Fraction(1), _dim(K=1), Fraction("273.15")),
    "°C": Unit(Fraction(1), _dim(K=1), Fraction("273.15")),
    "degF": Unit(Fraction(5, 9), _dim(K=1), Fraction("459.67")),
    "°F": Unit(Fraction(5, 9), _dim(K=1), Fraction("459.67")),
    "inch": _unit("0.0254", m=1), "ft": _unit("0.3048", m=1), "km/h": _unit("5/18", m=1, s=-1),
    "kmph": _unit("5/18", m=1, s=-1), "kmh": _unit("5/18", m=1, s=-1),
}  # fmt: skip
_PREFIXES = {
    "Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3, "h": 2, "da": 1, "d": -1, "c": -2, "m": -3,
    "u": -6, "µ": -6, "μ": -6, "n": -9, "p": -12, "f": -15, "a": -18,
}  # fmt: skip
# Whole words: a name in any case, perhaps with an s, a prefix in letters or spelled out.
_SPELLED = {
    "metre": "m", "meter": "m", "gram": "g", "gramme": "g", "second": "s", "sec": "s", "ampere": "A", "amp": "A",
    "kelvin": "K", "mole": "mol", "candela": "cd", "radian": "rad", "hertz": "Hz", "newton": "N", "pascal": "Pa",
    "joule": "J", "watt": "W", "coulomb": "C", "volt": "V", "ohm": "ohm", "farad": "F", "henry": "H", "tesla": "T",
    "weber": "Wb", "litre": "L", "liter": "L", "electronvolt": "eV", "calorie": "cal", "bit": "bit", "byte": "B",
    "becquerel": "Bq", "siemens": "S", "molar": "M",
}  # fmt: skip
_SPELLED_PREFIXES = {
    "tera": 12, "giga": 9, "mega": 6, "kilo": 3, "hecto": 2, "deci": -1, "centi": -2, "milli": -3, "micro": -6,
    "nano": -9, "pico": -12, "femto": -15,
}  # fmt: skip
_LETTERS = "A-Za-zΩµμ°%Å"
_FACTOR = re.compile(
    rf"\s*([*·./]|-(?=[{_LETTERS}]))?\s*([{_LETTERS}]+)(?:\s*\^\s*[({{]?\s*([-−+]?\d)\s*[)}}]?|([-−]?\d))?"
)
_WORD = re.compile(rf"[{_LETTERS}]+")
MAX_FACTORS = 20
_ENDLESS = re.compile(rf"[{_LETTERS}]{{40,}}")  # no unit is as long a word
_CIRCLE = r"(?:\bdeg(?:rees?)?\b\.?|°)\s*"
# Words and signs of compound units, in the order in which they are undone.
_SAID = (
    (re.compile(r"℃"), "degC"), (re.compile(r"℉"), "degF"),
    (re.compile(rf"{_CIRCLE}(?:C|celsius|centigrade)\b|\b(?:celsius|centigrade)\b", re.I), "degC"),
    (re.compile(rf"{_CIRCLE}(?:F|fahrenheit)\b|\bfahrenheit\b", re.I), "degF"),
    (re.compile(rf"{_CIRCLE}kelvin\b", re.I), "K"),
    (re.compile(rf"\b({'|'.join(_SPELLED_PREFIXES)})[ -]+(?=[a-zA-Z])", re.I), r"\1"),
    (re.compile(r"\s*\bper\b\s*"), "/"),
    (re.compile(r"\b(?:square|sq\.?)\s+([A-Za-z]+)|\b([A-Za-z]+)\s+squared\b"), r"\1\2^2"),
    (re.compile(r"\b(?:cubic|cu\.?)\s+([A-Za-z]+)|\b([A-Za-z]+)\s+cubed\b"), r"\1\2^3"),
)  # fmt: skip
# Units written tight: a power behind them belongs to the last one, or to both. `kgs` is a plural or a product.
_TIGHT = re.compile(r"(?:[kMmµμGn]?(?:Nm|Wh|Ws|Ah|As|VA|Vs)|kmh|kmph|kgs)")
_UNDER = re.compile(r"/\s*\(([^()/]+)\)")  # a bracket under the bar divides by each of its units
_WHOLE = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_SIGNS = str.maketrans({"\u2126": "Ω", "\u212b": "Å", "⋅": "·", "º": "°", "˚": "°"})
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """The unit of a text such as `kg m^2/s^2` or `kΩ`; raises CannotRead naming what is none."""
    if len(_WORD.findall(text)) > MAX_FACTORS:
        raise CannotRead(say("unit.too-many", limit=MAX_FACTORS), None)
    if _ENDLESS.search(text):
        raise CannotRead(say("unit.unknown", name=text.strip()[:20]), None)
    plain = "".join(_RAISED.get(c, c) for c in text.translate(_SIGNS).replace("**", "^")).strip()
    whole = _WHOLE.fullmatch(plain)
    plain = (whole[1] or whole[2] or "").strip() if whole else plain
    for pattern, new in _SAID:
        plain = pattern.sub(new, plain)
    bracketed = bool(_UNDER.search(plain))
    plain = _UNDER.sub(lambda m: "/" + re.sub(r"(?<=\d)(?=[A-Za-zΩ])|[\s*·.]+", "/", m[1].strip()), plain)
    if plain in _PLAIN:
        return _PLAIN[plain]
    if not plain:
        raise CannotRead(say("unit.unread", text=text[:20]), None)
    place, total, under = 0, Unit(Fraction(1), _dim()), False
    while place < len(plain):
        found = _FACTOR.match(plain, place)
        if found is None:
            raise CannotRead(say("unit.unread", text=plain[place : place + 20]), None)
        power = int((found[3] or found[4] or "1").replace("−", "-")) * (-1 if found[1] == "/" else 1)
        if found[2] == "ms" and power < 0 and found[1] != "/":
            raise CannotRead(say("unit.milli", text=found[0].strip()), None)
        if (found[3] or found[4]) and _TIGHT.fullmatch(found[2]):
            raise CannotRead(say("unit.tight", text=found[0].strip()), None)
        if under and found[1] != "/":
            raise CannotRead(say("unit.under", text=text.strip()[:20]), None)
        under = found[1] == "/" and not bracketed
        total = _times(total, _symbol(found[2]), power)
        place = found.end()
    return total


def _times(left: Unit, right: Unit, power: int) -> Unit:
    # Beside other units, and under a bar, a degree is a difference of temperatures.
    alone = left == Unit(Fraction(1), _dim()) and power == 1
    if right.offset and power not in (1, -1):
        raise CannotRead(say("unit.offset"), None)
    right = right if alone else replace(right, offset=Fraction(0))
    left = replace(left, offset=Fraction(0))
    dimension = tuple(a + b * power for a, b in zip(left.dimension, right.dimension, strict=True))
    return Unit(left.factor * right.factor**power, dimension, right.offset, left.degrees + right.degrees * power)


def _symbol(name: str) -> Unit:
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _PREFIXED:
        return _PREFIXED[name]
    for prefix, power in _PREFIXES.items():
        base = _PREFIXED.get(name[len(prefix) :]) if name.startswith(prefix) else None
        if base:
            return Unit(base.factor * Fraction(10) ** power, base.dimension)
    spelled = _spelled(name)
    if spelled:
        return spelled
    near = nearest(name, [*_PREFIXED, *_PLAIN]) if 1 < len(name) < 15 else ""  # a letter is near many
    raise CannotRead(
        say("unit.unknown-near", name=name[:20], near=near) if near else say("unit.unknown", name=name[:20]), None
    )


def _spelled(name: str) -> Unit | None:
    """`kilometers`, `Ohms`, `kOhm`, `msec`."""
    low = name.casefold()
    words = [(low, 0)]
    words += [(low[len(p) :], power) for p, power in _SPELLED_PREFIXES.items() if low.startswith(p)]
    words += [(name[len(p) :].casefold(), power) for p, power in _PREFIXES.items() if name.startswith(p)]
    for word, power in words:
        base = _PREFIXED.get(_SPELLED.get(word) or _SPELLED.get(word.removesuffix("s")) or "")
        if base:
            return Unit(base.factor * Fraction(10) ** power, base.dimension)
    return _PLAIN.get(low) if len(name) > 2 else None
