"""Marks rows in two pure steps: each distinct answer once, then each student's answers together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice, product

from grader.bank.naming import by_name, parts_of, sure_part, usage
from grader.bank.variants import Variants
from grader.batch.columns import Columns, Rows
from grader.batch.policy import Attempted, Policy, chosen
from grader.batch.read import Refused, Said
from grader.errors import BankFault
from grader.marking import mark
from grader.model import ONE, PARTLY, RIGHT, UNREAD, WRONG, Bank, Item, Mark, Part, Say, say
from grader.publish.sheet_id import seed_of

# number, student, item id, part id, seed, answer, attempt
Row = tuple[int, str, str, str, int, str, int]
# item id, part id, seed, answer
Key = tuple[str, str, int, str]
# What a row says once it is known of which part: the key, the attempt, and as typed the problem, the part and the time.
Placed = tuple[str, str, int, str, int, str, str, str]
# A key that cannot be marked has the reason instead.
Direct = Mapping[Key, Mark | Say]
# A final mark, and what it earns; None where another answer of its part counts.
Settled = tuple[Mark | Say, Fraction | None]
# By item, part and seed, the answers that others may follow: the one that counts, then wrong ones before it.
Own = Mapping[tuple[str, str, int], Sequence[str]]
# How many ways of choosing among own answers are tried for one answer that follows several.
MAX_WAYS = 32
# A score that a person gave, and whether it is this student's own, which nothing is taken off.
Given = tuple[Fraction, bool]
LAST = Policy()
# Final marks by key and the followed answers (item, part, answer).
Memo = dict[tuple[Key, tuple[tuple[str, str, str], ...]], Mark | Say]


def address(
    bank: Bank, rows: Columns[Said], seed: int, personal: bool = False
) -> tuple[Columns[Placed], list[Refused]]:
    """The rows with ids of items and parts, and those refused because there is no such problem or part.

    Rows without a seed of their own have `seed`; with `personal` that of the sheet which the student got under it.
    """
    items = by_name(bank)
    known = _known(items, {thing[:2] for thing in rows.things})
    places = [known[thing[:2]] for thing in rows.things]
    if None not in places and not (personal and any(thing[3] is None for thing in rows.things)):
        told = [_placed(thing, at, seed) for thing, at in zip(rows.things, places, strict=True) if at]
        return rows.telling(told), []
    unsure = {(student, thing[0], thing[1]): None for _, student, thing in rows if known[thing[:2]] is None}
    parts = _parts(items, unsure)
    drawn: dict[str, int] = {}
    kept: Rows[Placed] = Rows()
    refused: list[Refused] = []
    for number, student, thing in rows:
        problem, part = thing[:2]
        found = known[(problem, part)]
        if found is None:
            item = items.get(problem.casefold())
            target = parts[(student, item.id)][part] if item and item.parts else None
            if item is None or target is None:
                refused.append((number, student, problem, part, _stray(items, item, problem, part)))
                continue
            found = item.id, target.id
        own = seed
        if personal and thing[3] is None:
            own = drawn[student] = drawn.get(student) or seed_of(seed, student)
        kept.add(number, kept.name(student), kept.thing(_placed(thing, found, own)))
    return kept.columns(), refused


def _placed(said: Said, place: tuple[str, str], seed: int) -> Placed:
    problem, part, answer, own, attempt, at = said
    return (*place, seed if own is None else own, answer, attempt, problem, part, at)


def _known(
    items: Mapping[str, Item], pairs: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, str] | None]:
    """By problem and part as written, the ids they mean; None for those of an item with a name that is not sure."""
    found = {(problem, part): items.get(problem.casefold()) for problem, part in pairs}
    sure = {pair: sure_part(item, pair[1]) if item else None for pair, item in found.items()}
    doubtful = {item.id for pair, item in found.items() if item and not sure[pair]}
    return {
        pair: (item.id, target.id) if item and (target := sure[pair]) and item.id not in doubtful else None
        for pair, item in found.items()
    }


def _parts(
    items: Mapping[str, Item], typed: Iterable[tuple[str, str, str]]
) -> dict[tuple[str, str], Mapping[str, Part | None]]:
    """By student and item, the parts that the student's names mean; what most others do decides only what is open.

    `typed` are students, problems and parts.
    """
    names: dict[tuple[str, str], dict[str, None]] = {}
    by_id: dict[str, Item] = {}
    for student, problem, part in typed:
        item = items.get(problem.casefold())
        if item is not None and item.parts:
            by_id[item.id] = item
            names.setdefault((student, item.id), {})[part] = None
    seen: dict[tuple[str, tuple[str, ...]], int] = {}
    custom: dict[str, int] = {}
    for (_, item_id), own in names.items():
        slot = (item_id, tuple(own))
        if slot not in seen:
            seen[slot] = usage(by_id[item_id], own)
        custom[item_id] = custom.get(item_id, 0) + seen[slot]
    found = {slot: parts_of(by_id[slot[0]], slot[1], custom[slot[0]]) for slot in seen}
    return {slot: found[(slot[1], tuple(own))] for slot, own in names.items()}


def _stray(items: Mapping[str, Item], item: Item | None, problem: str, part: str) -> Say:
    """Why there is no such problem, or no such part of it."""
    if item is None:
        near = get_close_matches(problem[:80].casefold(), list(items), 3, 0.5)
        if near:
            return say("batch.problem-near", name=problem, near=", ".join(near))
        return say("batch.problem", name=problem)
    if not item.parts:
        return say("batch.card", problem=problem)
    allowed = ", ".join(p.id for p in item.parts)
    if not part:
        return say("batch.part-missing", problem=problem, allowed=allowed)
    return say("batch.part", name=part, problem=problem, allowed=allowed)


def mark_chunk(variants: Variants, rows: Iterable[Row]) -> dict[Key, Mark | Say]:
    """The direct mark of every distinct answer of the rows; any other cut into chunks gives the same marks."""
    out: dict[Key, Mark | Say] = {}
    for row in rows:
        key = row[2:6]
        if key not in out:
            out[key] = _marked(variants, key, {})
    return out


def settle(
    variants: Variants,
    rows: Sequence[Row],
    direct: Direct,
    memo: Memo | None = None,
    policy: Policy = LAST,
    times: Mapping[int, str] | None = None,
    decided: Mapping[int, Given] | None = None,
) -> list[Settled]:
    """The final marks of one student's rows, in their order, each with what it earns, None where another counts.

    Of several answers of a part the policy chooses. Other parts follow it, or the first or last wrong one, whichever
    is better: to mend an answer costs nothing elsewhere. `memo` saves work where students share answers; it changes
    no mark. `times` are those of the rows by number, `decided` what people gave.
    """
    memo = {} if memo is None else memo
    extra = (times or {}, decided or {})
    places: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows):
        places.setdefault(row[2:4], []).append(place)
    first = {row[0]: direct[row[2:6]] for row in rows}
    last = {part: found[_choice(rows, found, first, policy, *extra)[0]] for part, found in places.items()}
    own = _own(rows, direct, {part: n for part, n in last.items() if isinstance(direct[rows[n][2:6]], Mark)})
    final = [_final(variants, row[2:6], direct[row[2:6]], own, memo) for row in rows]
    marks = {row[0]: mark for row, mark in zip(rows, final, strict=True)}
    earned: dict[int, Fraction] = {}
    for found in places.values():
        best, scores = _choice(rows, found, marks, policy, *extra)
        if isinstance(final[found[best]], Mark):
            earned[found[best]] = scores[best]
    return [(mark, earned.get(place)) for place, mark in enumerate(final)]


def may_follow(variants: Variants, key: Key, found: Mark | Say) -> bool:
    """Whether a student's own earlier answers may earn more than the direct mark of an answer."""
    return isinstance(found, Mark) and found.outcome in (WRONG, PARTLY) and bool(_place(variants, key)[1].follows)


def _choice(
    rows: Sequence[Row],
    places: Sequence[int],
    marks: Mapping[int, Mark | Say],
    policy: Policy,
    times: Mapping[int, str],
    decided: Mapping[int, Given],
) -> tuple[int, list[Fraction]]:
    """Which of some rows counts and what each earns; `marks` by the number of a row."""
    attempts = []
    for place in places:
        row = rows[place]
        found = marks[row[0]]
        given = decided.get(row[0])
        score = given[0] if given is not None else found.score if isinstance(found, Mark) else None
        read = isinstance(found, Mark) and found.outcome != UNREAD
        typed = bool(row[5].strip())
        attempts.append(Attempted(row[6], times.get(row[0], ""), row[5], typed, read, score, given))
    return chosen(attempts, policy)


def _own(rows: Sequence[Row], direct: Direct, last: Mapping[tuple[str, str], int]) -> Own:
    """The answers that others may follow, by seed as well: an answer follows only values of its own variant."""
    wrong: dict[tuple[str, str, int], list[str]] = {}
    for row in sorted(rows, key=lambda row: row[6]):
        found = direct[row[2:6]]
        if isinstance(found, Mark) and found.outcome not in (RIGHT, UNREAD):
            wrong.setdefault(row[2:5], []).append(row[5])
    own = {(item, part, rows[place][4]): [rows[place][5]] for (item, part), place in last.items()}
    for slot, texts in wrong.items():
        own[slot] = list(dict.fromkeys((*own.get(slot, ()), texts[0], texts[-1])))
    return own


def _final(variants: Variants, key: Key, direct: Mark | Say, own: Own, memo: Memo) -> Mark | Say:
    """The best mark by the key and by the student's own answers; of equal ones that by the answers that count."""
    if isinstance(direct, Say) or direct.outcome not in (WRONG, PARTLY):
        return direct
    best: Mark | Say | None = None
    for followed in _ways(variants, key, own):
        slot = (key, followed)
        if slot not in memo:
            memo[slot] = _followed(variants, key, followed)
        found = memo[slot]
        if best is None or (isinstance(found, Mark) and (isinstance(best, Say) or found.score > best.score)):
            best = found
        if isinstance(best, Mark) and best.score == ONE:
            break
    return direct if best is None else best


def _ways(variants: Variants, key: Key, own: Own) -> Iterator[tuple[tuple[str, str, str], ...]]:
    """Choices of one own answer for each part that is followed; the answers that count come first."""
    item, part = _place(variants, key)
    places = [p for p in variants.of(item, key[2]).ancestors(part) if (*p, key[2]) in own]
    places.reverse()  # the nearest is varied first
    if places:
        for texts in islice(product(*(own[(*p, key[2])] for p in places)), MAX_WAYS):
            yield tuple((*p, text) for p, text in zip(places, texts, strict=True))


def _followed(variants: Variants, key: Key, followed: Iterable[tuple[str, str, str]]) -> Mark | Say:
    earlier: dict[str, dict[str, str]] = {}
    for source, name, raw in followed:
        earlier.setdefault(source, {})[name] = raw
    return _marked(variants, key, earlier)


def _marked(variants: Variants, key: Key, earlier: Mapping[str, Mapping[str, str]]) -> Mark | Say:
    item, part = _place(variants, key)
    try:
        return mark(variants.of(item, key[2]), part, key[3], earlier)
    except BankFault as fault:
        return fault.told  # the bank's fault, not the student's: the row is refused with it
    except Exception as fault:  # an oversight of ours costs one row, never a class its tables
        return say("batch.fault", name=type(fault).__name__)


def _place(variants: Variants, key: Key) -> tuple[Item, Part]:
    item = variants.bank.find(key[0])
    part = item.part(key[1]) if item else None
    assert item is not None
    assert part is not None
    return item, part
