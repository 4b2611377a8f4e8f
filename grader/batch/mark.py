"""Marks rows in two pure steps: each distinct answer once, then each student's answers together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from grader.bank.sets import find_part
from grader.bank.variants import Variants
from grader.batch.read import Refused
from grader.batch.read import Row as Read
from grader.errors import BankFault
from grader.marking import mark
from grader.model import PARTLY, WRONG, Bank, Item, Mark, Part, Say, say

# line, student, item id, part id, seed, answer, attempt
Row = tuple[int, str, str, str, int, str, int]
# item id, part id, seed, answer
Key = tuple[str, str, int, str]
# A key that cannot be marked has the reason instead.
Direct = Mapping[Key, Mark | Say]
# A final mark, and whether it is the one of its part that counts.
Settled = tuple[Mark | Say, bool]
# Final marks by key and the followed answers (item, part, answer).
Memo = dict[tuple[Key, tuple[tuple[str, str, str], ...]], Mark | Say]


def address(bank: Bank, rows: Iterable[Read], seed: int) -> tuple[list[Row], list[Refused]]:
    """The rows with ids of items and parts, and those refused because there is no such problem or part."""
    items = {n.casefold(): i for i in reversed(bank.items) for n in (i.number, i.id) if n and i.parts}
    found: dict[tuple[str, str], tuple[Item, Part] | Say] = {}
    kept: list[Row] = []
    refused: list[Refused] = []
    for line, student, problem, part, answer, own_seed, attempt in rows:
        name = (problem, part)
        if name not in found:
            found[name] = _found(items, problem, part)
        place = found[name]
        if isinstance(place, Say):
            refused.append((line, student, problem, part, place))
        else:
            item, target = place
            kept.append((line, student, item.id, target.id, seed if own_seed is None else own_seed, answer, attempt))
    return kept, refused


def _found(items: Mapping[str, Item], problem: str, part: str) -> tuple[Item, Part] | Say:
    item = items.get(problem.casefold())
    if item is None:
        near = get_close_matches(problem[:80].casefold(), list(items), 3, 0.5)
        if near:
            return say("batch.problem-near", name=problem, near=", ".join(near))
        return say("batch.problem", name=problem)
    target = find_part(item, part)
    if target is None:
        if not part:
            return say("batch.part-missing", problem=problem, allowed=", ".join(p.id for p in item.parts))
        return say("batch.part", name=part, problem=problem, allowed=", ".join(p.id for p in item.parts))
    return item, target


def mark_chunk(variants: Variants, rows: Iterable[Row]) -> dict[Key, Mark | Say]:
    """The direct mark of every distinct answer of the rows; any other cut into chunks gives the same marks."""
    out: dict[Key, Mark | Say] = {}
    for row in rows:
        key = row[2:6]
        if key not in out:
            out[key] = _marked(variants, key, {})
    return out


def settle(variants: Variants, rows: Sequence[Row], direct: Direct, memo: Memo | None = None) -> list[Settled]:
    """The final marks of one student's rows, in their order.

    The last answer of a part counts, by attempt and then by place in the file; it is also what other parts follow.
    `memo` saves work where students share answers; it changes no mark.
    """
    memo = {} if memo is None else memo
    last: dict[tuple[str, str], int] = {}
    for place, row in enumerate(rows):
        if isinstance(direct[row[2:6]], Mark):
            before = last.get(row[2:4])
            if before is None or _replaces(row, rows[before]):
                last[row[2:4]] = place
    # By seed as well: an answer follows only values of its own variant.
    own = {(item, part, rows[place][4]): rows[place][5] for (item, part), place in last.items()}
    return [
        (_final(variants, row[2:6], direct[row[2:6]], own, memo), last.get(row[2:4]) == place)
        for place, row in enumerate(rows)
    ]


def _replaces(row: Row, before: Row) -> bool:
    """A later answer replaces an earlier one; an empty one replaces nothing but another empty one."""
    if not row[5].strip() and before[5].strip():
        return False
    return before[6] <= row[6] or not before[5].strip()


def _final(
    variants: Variants, key: Key, direct: Mark | Say, own: Mapping[tuple[str, str, int], str], memo: Memo
) -> Mark | Say:
    if isinstance(direct, Say) or direct.outcome not in (WRONG, PARTLY):
        return direct
    item, part = _place(variants, key)
    followed = []
    for source, name in variants.of(item, key[2]).ancestors(part):
        raw = own.get((source, name, key[2]))
        if raw is not None:
            followed.append((source, name, raw))
    if not followed:
        return direct
    slot = (key, tuple(followed))
    if slot not in memo:
        earlier: dict[str, dict[str, str]] = {}
        for source, name, raw in followed:
            earlier.setdefault(source, {})[name] = raw
        memo[slot] = _marked(variants, key, earlier)
    return memo[slot]


def _marked(variants: Variants, key: Key, earlier: Mapping[str, Mapping[str, str]]) -> Mark | Say:
    item, part = _place(variants, key)
    try:
        return mark(variants.of(item, key[2]), part, key[3], earlier)
    except BankFault as fault:
        return fault.why  # the bank's fault, not the student's: the row is refused with it


def _place(variants: Variants, key: Key) -> tuple[Item, Part]:
    item = variants.bank.find(key[0])
    part = item.part(key[1]) if item else None
    assert item is not None
    assert part is not None
    return item, part
