"""The id printed on a sheet: bank version, set, seed and student in 16 characters, and one that checks them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from grader.bank.hashes import key_hash
from grader.errors import UserError
from grader.model import Bank, Item

# 31 signs, a prime number, so that every wrong sign and every swap of two shows; I, L, O, U and V are left out.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTWXYZ"
_BASE = len(SIGNS)
_LENGTH = 16
_WEIGHTS = tuple(pow(3, place, _BASE) for place in range(1, _LENGTH + 1))  # 3 generates every remainder but 0
VERSION_BITS, SET_BITS, SEED_BITS, STUDENT_BITS = 12, 16, 30, 20
MAX_SEED = (1 << SEED_BITS) - 1
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "W", "V": "W"})


@dataclass(frozen=True, slots=True)
class SheetId:
    """What an id holds; only the seed is told in full, the others are compared."""

    version: int
    set: int
    seed: int
    student: int


def sheet_id(version: int, items: Iterable[Item], seed: int, student: str = "") -> str:
    """The id of one sheet, `3F7K-Q2M9-XW4D-8RT5-C`; `version` is that of the bank.

    Raises UserError for a seed that is too large for an id.
    """
    if seed > MAX_SEED:
        raise UserError("publish.seed", value=seed, limit=MAX_SEED)
    value = version
    for bits, part in ((SET_BITS, set_of(items)), (SEED_BITS, seed), (STUDENT_BITS, student_of(student))):
        value = value << bits | part
    digits = []
    for _ in range(_LENGTH):
        value, digit = divmod(value, _BASE)
        digits.append(digit)
    text = "".join(SIGNS[d] for d in (*reversed(digits), _check(list(reversed(digits)))))
    return "-".join((text[0:4], text[4:8], text[8:12], text[12:16], text[16]))


def read_id(text: str) -> SheetId | None:
    """What an id holds, in any case, with or without hyphens; None where a sign is wrong, missing or swapped."""
    plain = "".join(c for c in text.upper().translate(_ALIKE) if c not in "- \u2010\u2011\u2013")
    if len(plain) != _LENGTH + 1 or any(c not in SIGNS for c in plain):
        return None
    digits = [SIGNS.index(c) for c in plain]
    if _check(digits[:-1]) != digits[-1]:
        return None
    value = 0
    for digit in digits[:-1]:
        value = value * _BASE + digit
    found = []
    for bits in (STUDENT_BITS, SEED_BITS, SET_BITS):
        found.append(value & ((1 << bits) - 1))
        value >>= bits
    student, seed, chosen = found
    return SheetId(value, chosen, seed, student) if value < 1 << VERSION_BITS else None


def _check(digits: list[int]) -> int:
    return sum(w * d for w, d in zip(_WEIGHTS, digits, strict=True)) % _BASE


def _short(text: str, bits: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> (64 - bits)


def version_of(bank: Bank) -> int:
    """What the bank asks and how it marks, as a number of 12 bits: a change of any key changes it, a typo does not."""
    keys = sorted(f"{item.id}.{part.id}:{key_hash(bank, item, part)}" for item in bank.items for part in item.parts)
    return _short("\n".join(keys), VERSION_BITS)


def set_of(items: Iterable[Item]) -> int:
    """The items of a set, in any order, as a number of 16 bits."""
    return _short("\n".join(sorted(item.id for item in items if item.parts)), SET_BITS)


def student_of(student: str) -> int:
    """A student's name or number as 20 bits; 0 for nobody."""
    return _short(f"student:{student}", STUDENT_BITS) if student else 0


def seed_of(secret: int, name: str) -> int:
    """The seed of a student or a version under a class's seed: an HMAC, so that no name tells another's; never 0."""
    drawn = hmac.digest(str(secret).encode(), name.encode(), "sha256")
    return int.from_bytes(drawn[:8]) % MAX_SEED + 1
