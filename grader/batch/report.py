"""A lesson plan from marks: how the class stands, which ideas went wrong and where they show, what to set next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from grader.answers.base import Kind
from grader.bank.naming import located
from grader.bank.variants import Variants
from grader.batch.columns import Columns
from grader.batch.decisions import same_text
from grader.batch.marks import MarkRow, Marks, place_of
from grader.batch.statistics import ItemFigures, alpha, by_student, figures, mean, weighted, wilson
from grader.batch.tables import Table
from grader.errors import BankFault, CannotRead, Undecided
from grader.model import HELD, PARTLY, RIGHT, UNREAD, WRONG, Bank, Doc, Part, Say
from grader.text.tell import plain
from grader.text.writers.plain import Plain

Found = TypeVar("Found")
Slot = TypeVar("Slot")
SAMPLES = 3
NEXT = 8
DISPUTES = ("part", "learner", "answer", "outcome", "at")


@dataclass(frozen=True, slots=True)
class Misconception:
    """An idea that went wrong: in how many students of those who met items that can show it, with an interval."""

    topic: str
    name: str
    words: Doc
    students: int
    met: int
    low: float
    high: float
    items: tuple[str, ...]
    samples: tuple[str, ...]
    next: tuple[str, ...]

    @property
    def share(self) -> float:
        """Of those who could have shown it."""
        return self.students / self.met if self.met else 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """All that a teacher reads; scores are shares from 0 to 1."""

    students: int
    mean: float
    held: int
    alpha: tuple[float, float] | None
    items: tuple[ItemFigures, ...]
    misconceptions: tuple[Misconception, ...]
    outcomes: Mapping[str, Mapping[str, int]]
    wrong_reason: Mapping[str, int]
    options: Table
    variants: Table
    languages: Table
    disputes: Table
    scores: tuple[float, ...]


def report(
    bank: Bank,
    rows: Marks,
    grades: Table,
    langs: Mapping[str, str] | None = None,
    disputes: Sequence[Sequence[str]] = (),
    lang: str = "en",
) -> Report:
    """The report of a class; only answers that count are taken, and those of one student are one.

    `langs` are the languages of students, `disputes` rows of marks that learners doubted. The mean and the spread are
    those of the gradebook; what is held yet is in no other figure. An empty cell is no answer, as one that is missing:
    both are 0 for whoever handed in anything.
    """
    counted = rows.columns.kept([bool(row.credit and row.answer.strip()) for row in rows.columns.things])
    counts = Counter(counted.what)  # in the order in which things come first
    waits = [row.outcome == HELD and not row.decided for row in counted.things]
    marked = counted.kept([not one for one in waits])
    variants = Variants(bank)
    words = _once(partial(said, variants, lang))
    scores = _scores(counted, waits)
    places = list(dict.fromkeys(counted.things[what].item for what in counts))
    outcomes: dict[str, Counter[str]] = {place: Counter() for place in places}
    reasons: Counter[str] = Counter()
    for what, count in counts.items():
        row = counted.things[what]
        outcomes[row.item][_outcome(row)] += count
        if _outcome(row) == WRONG and _for_wrong_reason(variants, row):
            reasons[row.item] += count
    students = len(set(counted.who))
    for found in outcomes.values():
        found["empty"] = students - found.total()
    percent = len(grades[0]) - 1
    totals = [float(row[percent]) / 100 for row in grades[1:]]
    points = {f"{item.id}.{part.id}": float(part.points) for item in bank.items for part in item.parts}
    return Report(
        len(totals),
        mean(totals),
        sum(counts[what] for what, one in enumerate(waits) if one),
        alpha(weighted(scores, points), [place for place in places if scores[place]]),
        tuple(figures(scores, places, points)),
        tuple(_misconceptions(bank, counted, words)),
        outcomes,
        reasons,
        _options(bank, marked, scores, words),
        _means("seed", _by_seed(marked)),
        _means("language", _by_language(marked, langs)) if langs else ((),),
        (DISPUTES, *(tuple(row) for row in disputes)),
        tuple(sorted(totals)),
    )


def _scores(rows: Columns[MarkRow], waits: Sequence[bool]) -> dict[str, dict[str, float]]:
    """By part and student, the share that counts: 0 for no answer, nothing where one waits for a person."""
    scores: dict[str, dict[str, float]] = {row.item: {} for row in rows.things}
    waiting: dict[str, set[str]] = {}
    for place in rows.where(waits):
        _, student, row = rows.at(place)
        waiting.setdefault(row.item, set()).add(student)
    into = [(scores[row.item], float(row.credit)) for row in rows.things]
    for who, what in zip(rows.who, rows.what, strict=True):
        own, score = into[what]
        own[rows.names[who]] = score
    nothing = dict.fromkeys((rows.names[who] for who in dict.fromkeys(rows.who)), 0.0)
    return {item: _known(nothing | own, own, waiting.get(item, set())) for item, own in scores.items()}


def _known(whole: dict[str, float], given: Mapping[str, float], waiting: Set[str]) -> dict[str, float]:
    """The scores of a part without those that wait; none at all where all that were given do."""
    if not waiting:
        return whole
    left = {} if waiting >= set(given) else whole
    return {student: score for student, score in left.items() if student not in waiting}


def _outcome(row: MarkRow) -> str:
    """The outcome of the machine, or what a person made of it."""
    if row.decided and row.credit:
        return RIGHT if float(row.credit) == 1 else PARTLY if float(row.credit) else WRONG
    return row.outcome


def _for_wrong_reason(variants: Variants, row: MarkRow) -> bool:
    """The verdict was right and the reason was not: a miss of its own sort."""
    found = located(variants.bank, row.item)
    if found is None or found[1].answer.get("kind") != "true_false" or "reason" not in found[1].answer:
        return False
    read = _read(variants, row)
    return read is not None and row.outcome == WRONG and bool(read[2].value == read[1].value)


def _read(variants: Variants, row: MarkRow) -> tuple[Kind, Any, Any] | None:
    """The kind and the key that a row was marked by, and what was read; None where the bank cannot read it now."""
    at = located(variants.bank, row.item)
    try:
        if at is None:
            return None
        kind, key = variants.of(at[0], int(row.seed or 0)).key(at[1])
        return kind, key, kind.read(key, row.answer)
    except (BankFault, CannotRead, Undecided):
        return None


def _misconceptions(bank: Bank, rows: Columns[MarkRow], said: Callable[[MarkRow], str]) -> list[Misconception]:
    """Each named idea, the commonest first; `said` puts an answer in words."""
    able: dict[tuple[str, str], set[str]] = {}  # items that can show it
    for item in bank.items:
        for part in item.parts:
            for name in _names(part):
                able.setdefault((item.topic, name), set()).add(f"{item.id}.{part.id}")
    counts = Counter(rows.what)
    shown: dict[tuple[str, str], list[int]] = {}
    for what in counts:
        row = rows.things[what]
        shows = row.mistake and not (row.decided and _outcome(row) == RIGHT)
        its = bank.find(_item_of(row.item)) if shows else None
        if its:
            shown.setdefault((its.topic, row.mistake), []).append(what)
    used = {_item_of(rows.things[what].item) for what in counts}
    places_of = {
        slot: able.get(slot, set()) | {rows.things[what].item for what in found} for slot, found in shown.items()
    }
    read = [row.item if row.outcome != UNREAD or row.decided else "" for row in rows.things]
    met_by = _students(rows, read, set().union(*places_of.values()))
    shown_by = _students(rows, range(len(rows.things)), {what for found in shown.values() for what in found})
    out = []
    for (topic, name), found in shown.items():
        places = places_of[(topic, name)]
        met = len(set().union(*(met_by[place] for place in places)))
        count = len(set().union(*(shown_by[what] for what in found)))
        low, high = wilson(count, met)
        samples: Counter[str] = Counter()
        for what in found:
            samples[said(rows.things[what])] += counts[what]
        further = {_item_of(place) for place in places} - used
        numbers = [item.number or item.id for item in bank.items if item.id in further]
        words = bank.topics[topic].misconceptions.get(name, Doc({}))
        items = tuple(dict.fromkeys(place_of(rows.things[what]) for what in found))
        texts = tuple(answer for answer, _ in samples.most_common(SAMPLES))
        out.append(Misconception(topic, name, words, count, met, low, high, items, texts, tuple(numbers[:NEXT])))
    return sorted(out, key=lambda one: (-one.low, -one.students, one.name))


def _students(rows: Columns[MarkRow], told: Sequence[Slot], wanted: Set[Slot]) -> dict[Slot, set[int]]:
    """Who has rows that tell each of the wanted; `told` is what each thing tells."""
    found: dict[Slot, set[int]] = {slot: set() for slot in wanted}
    into = [found.get(slot) for slot in told]
    for who, what in zip(rows.who, rows.what, strict=True):
        own = into[what]
        if own is not None:
            own.add(who)
    return found


def _item_of(address: str) -> str:
    """The id of the item in an address, of whose part nothing need be left in the bank."""
    return address.rpartition(".")[0]


def _names(part: Part) -> set[str]:
    """The misconceptions that answers of a part can show."""
    found = {mistake.name for mistake in part.mistakes}

    def inside(value: Any) -> None:
        if isinstance(value, Mapping):
            if isinstance(value.get("is"), str):
                found.add(value["is"])
            for one in value.values():
                inside(one)
        elif isinstance(value, tuple | list):
            for one in value:
                inside(one)

    inside(part.answer)
    return found


def _options(
    bank: Bank,
    rows: Columns[MarkRow],
    scores: Mapping[str, Mapping[str, float]],
    said: Callable[[MarkRow], str],
) -> Table:
    """How often each option was taken in the lower, middle and upper third of the class: a table with its head."""
    listed = {place for place in scores if _is_listed(bank, place)}
    holds = [row.item in listed and row.outcome != UNREAD for row in rows.things]
    means = {student: mean(own) for student, own in by_student(scores).items()} if any(holds) else {}
    ranked = sorted(means, key=lambda student: (means[student], student))
    third = {student: 3 * n // max(len(ranked), 1) for n, student in enumerate(ranked)}
    slots = {what: (place_of(row), said(row)) for what, row in enumerate(rows.things) if holds[what]}
    right = {slot for what, slot in slots.items() if _outcome(rows.things[what]) == RIGHT}
    counts = {slot: [0, 0, 0] for slot in slots.values()}
    for place in rows.where(holds):
        counts[slots[rows.what[place]]][third[rows.names[rows.who[place]]]] += 1
    ordered = sorted(counts.items(), key=lambda pair: (pair[0][0], -sum(pair[1]), pair[0][1]))
    return (
        ("part", "answer", "right", "lower third", "middle third", "upper third"),
        *((*slot, "x" if slot in right else "", *map(str, found)) for slot, found in ordered),
    )


def _is_listed(bank: Bank, place: str) -> bool:
    """Whether the answers of a part are chosen from what it lists."""
    at = located(bank, place)
    return at is not None and at[1].answer.get("kind") in ("choice", "choices", "true_false", "order", "match")


def _once(step: Callable[[MarkRow], Found]) -> Callable[[MarkRow], Found]:
    """A step that depends on the part, the variant and the answer alone, taken once for each of them."""
    known: dict[tuple[str, str, str], Found] = {}

    def found(row: MarkRow) -> Found:
        slot = row.item, row.seed, row.answer
        if slot not in known:
            known[slot] = step(row)
        return known[slot]

    return found


def echo_of(variants: Variants, row: MarkRow) -> Any:
    """What was read of an answer; None where nothing was."""
    read = _read(variants, row)
    try:
        return read[0].judge(*read[1:]).echo if read else None
    except Undecided:
        return None


def said(variants: Variants, lang: str, row: MarkRow) -> str:
    """What an answer says, its letters undone, for each student has others; else the answer itself."""
    echo = echo_of(variants, row)
    slots = dict(echo.slots) if isinstance(echo, Say) else {}
    words = [slots.get("verdict"), slots.get("text")]
    said = [plain(word, lang) if isinstance(word, Say) else _words(word, lang) for word in words if word]
    return ", ".join(said) or same_text(row.answer)


def _words(thing: Any, lang: str) -> str:
    return Plain(lang=lang).write(thing.tokens(lang)).strip() if isinstance(thing, Doc) else str(thing)


# By part and group, how often each share was earned.
_Groups = Mapping[tuple[str, str], Counter[float]]


def _by_seed(rows: Columns[MarkRow]) -> _Groups:
    found: dict[tuple[str, str], Counter[float]] = {}
    for what, count in Counter(rows.what).items():
        row = rows.things[what]
        found.setdefault((place_of(row), row.seed), Counter())[float(row.credit)] += count
    return found


def _by_language(rows: Columns[MarkRow], langs: Mapping[str, str]) -> _Groups:
    found: dict[tuple[str, str], Counter[float]] = {}
    for _, student, row in rows:
        found.setdefault((place_of(row), langs.get(student, "")), Counter())[float(row.credit)] += 1
    return found


def _means(name: str, groups: _Groups) -> Table:
    """The mean of each part by group, where there are several with at least five answers: a table with its head."""
    kept = [
        (part, one, str(own.total()), f"{mean([*own.elements()]):.2f}")
        for (part, one), own in sorted(groups.items(), key=lambda pair: pair[0])
        if own.total() >= 5
    ]
    several = {part for part, count in Counter(row[0] for row in kept).items() if count > 1}
    return (("part", name, "answers", "mean"), *(row for row in kept if row[0] in several))


def held_or_wrong(outcomes: Mapping[str, int]) -> dict[str, int]:
    """The outcomes in the order of a report."""
    return {name: outcomes.get(name, 0) for name in (RIGHT, "partly", WRONG, UNREAD, HELD, "empty")}
