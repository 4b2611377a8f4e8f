"""Letters in other faces and positions, where Unicode has them."""

from __future__ import annotations

from grader.model import Node

_LOW = "abcdefghijklmnopqrstuvwxyz"
_UP = _LOW.upper()
# First capital and first small letter of each face in the mathematical alphabets, and the letters encoded elsewhere.
_FACES = {
    "bold": (0x1D400, 0x1D41A, {}),
    "cal": (0x1D49C, 0x1D4B6, dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True))),
    "bb": (0x1D538, 0x1D552, dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))),
    "mono": (0x1D670, 0x1D68A, {}),
}
# Faces whose letters nearly every terminal font has; the others stay plain there.
_COMMON = {("cal", c) for c in "BEFHILMR"} | {("bb", c) for c in "CHNPQRZ"}

SUPERSCRIPTS = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθφχ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿᵠᵡ",
        strict=True,
    )
) | {"′": "′", "⊤": "ᵀ", "*": "*", "∗": "*"}
SUBSCRIPTS = dict(zip("0123456789+-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
COMBINING = {
    "hat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0304",
    "tilde": "\u0303",
    "vec": "\u20d7",
    "dot": "\u0307",
    "underline": "\u0332",
}
MINUS = "−"


def face(char: str, font: str, everywhere: bool = True) -> str:
    """`char` in a face; with everywhere=False only where common fonts have the letter."""
    if font not in _FACES or not (everywhere or (font, char) in _COMMON):
        return char
    upper, lower, others = _FACES[font]
    if char in others:
        return others[char]
    if char in _UP:
        return chr(upper + _UP.index(char))
    return chr(lower + _LOW.index(char)) if char in _LOW else char


def shifted(text: str, table: dict[str, str]) -> str | None:
    """The text in raised or lowered characters, or None if one is missing."""
    plain = text.replace(MINUS, "-").replace(" ", "")
    return "".join(table[c] for c in plain) if plain and all(c in table for c in plain) else None


def letters(node: Node) -> str | None:
    r"""The letters of a node that is only letters, as in `\mathrm{out}`, else None."""
    items = node[1] if node[0] == "row" else (node,)
    return "".join(n[1] for n in items) if all(n[0] in ("id", "num") for n in items) else None
