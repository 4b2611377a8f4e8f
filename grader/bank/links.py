"""What no file can know alone: ids are unique, and every name that points somewhere arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from grader.bank.draws import drawn_names, mentions
from grader.bank.options import unknown
from grader.bank.sets import KNOWN
from grader.bank.source import Path, Source, shown
from grader.maths.scope import AUTHOR_FUNCTIONS, CALCULUS, CONSTANTS
from grader.model import Issue, Item, Part, Say, Topic, say

Fault = tuple[Path, Say]
MEANINGS = {
    **dict.fromkeys((*AUTHOR_FUNCTIONS, *CALCULUS), "function"),
    **dict.fromkeys(CONSTANTS, "constant"),
    "where": "word",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """An item with the file it came from and its place in that file."""

    item: Item
    source: Source
    base: Path


@dataclass(frozen=True, slots=True)
class Names:
    """What there is to point at; `broken` are items that could not be built, `sets` the names of many items."""

    items: Mapping[str, Item]
    topics: Mapping[str, Topic]
    broken: frozenset[str]
    sets: frozenset[str]


def check(
    placed: list[Placed], topics: Mapping[str, Topic], broken: frozenset[str], sections: frozenset[str]
) -> list[Issue]:
    """Every fault between files, and inside an item between its parts."""
    issues: list[Issue] = []
    seen: dict[str, str] = {}
    for p in placed:
        for field, word in (("id", p.item.id), ("number", p.item.number)):
            if word in seen:
                issues.append(_issue(p, ((field,), say("bank.used-twice", name=word, where=seen[word]))))
            elif word:
                seen[word] = p.source.where((*p.base, field))
    sets = frozenset({*KNOWN, *topics, *sections, *(p.item.section for p in placed)})
    names = Names({p.item.id: p.item for p in reversed(placed)}, topics, broken, sets)
    for p in placed:
        issues.extend(_issue(p, fault) for rule in RULES for fault in rule(p.item, names))
    issues.extend(_issue(p, (("parts",), say("bank.follows-circle"))) for p in placed if _circular(p.item, names))
    return issues


def _issue(placed: Placed, fault: Fault) -> Issue:
    path = (*placed.base, *fault[0])
    return Issue(placed.source.where(path), shown(path), fault[1])


def _unknown(word: str, known: Mapping[str, object] | list[str], code: str) -> Say:
    return unknown(word, known, code)


# ------------------------------------------------------------------ rules


def _taken(item: Item, names: Names) -> Iterator[Fault]:
    """A parameter, or a name for a followed value, that already means something else in the item's formulas."""
    topic = names.topics[item.topic]
    given = dict.fromkeys(topic.givens, "given")
    shared = dict.fromkeys((n for n in topic.worlds.get(item.world, {}) if n != "where"), "world")
    known = {**MEANINGS, **given, **shared}
    for name in item.params:
        if name in known:
            yield ("params", name), say("bank.name-taken", name=name, what=say(f"bank.name.{known[name]}"))
    known |= dict.fromkeys(item.params, "param")
    for n, part in enumerate(item.parts):
        for name in part.follows:
            if name in known:
                path: Path = ("parts", n, "follows", name)
                yield path, say("bank.name-taken", name=name, what=say(f"bank.name.{known[name]}"))


def _where(item: Item, names: Names) -> Iterator[Fault]:
    """A condition on what the world draws, and on nothing the item draws itself, which no new draw can meet."""
    topic = names.topics[item.topic]
    own = {name for name, param in item.params.items() if "draw" in param}
    shared = drawn_names(topic, item) - own
    for n, condition in enumerate(item.where):
        spoken = {name for name in own | shared if mentions(condition, name)}
        if spoken and spoken <= shared:
            yield ("where", n), say("bank.where-world", condition=condition, world=item.world)


def _names(item: Item, names: Names) -> Iterator[Fault]:
    for field, word in (("id", item.id), ("number", item.number)):
        if word and word in names.sets:
            yield (field,), say("bank.reserved", name=word)
    if item.kind == "card":
        if not item.docs.get("back"):
            yield (), say("bank.missing", name="back")
    elif not item.parts:
        yield (), say("bank.missing", name="parts")
    worlds = names.topics[item.topic].worlds
    if item.world and item.world not in worlds:
        yield ("world",), _unknown(item.world, worlds, "bank.world")


def _parts(item: Item, names: Names) -> Iterator[Fault]:
    before: list[str] = []
    parts = {p.id for p in item.parts}
    for n, part in enumerate(item.parts):
        path: Path = ("parts", n)
        if part.id in before:
            yield (*path, "id"), say("bank.id-twice", name=part.id)
        if part.after and part.after not in before:
            later = say("bank.part-later", name=part.after) if part.after in parts else None
            yield (*path, "after"), later or _unknown(part.after, before, "bank.part")
        for name, target in part.follows.items():
            why = _target(target, before, names)
            if target in parts and target not in before:
                why = say("bank.part-later", name=target)
            if why:
                yield (*path, "follows", name), why
        before.append(part.id)


def _target(target: str, before: list[str], names: Names) -> Say | None:
    """Why a followed part cannot be followed, if it cannot."""
    home, dot, part = target.partition(".")
    if not dot:
        return None if target in before else _unknown(target, before, "bank.part")
    if home in names.broken:
        return None
    other = names.items.get(home)
    if other is None:
        return _unknown(home, names.items, "bank.item")
    return None if other.part(part) else _unknown(part, [p.id for p in other.parts], "bank.part")


def _misconceptions(item: Item, names: Names) -> Iterator[Fault]:
    known = names.topics[item.topic].misconceptions
    for n, part in enumerate(item.parts):
        for m, mistake in enumerate(part.mistakes):
            if mistake.name not in known:
                path: Path = ("parts", n, "mistakes", m, "is")
                yield path, _unknown(mistake.name, known, "bank.misconception")
        for place, option, name in _named(part):
            if name and name not in known:
                yield ("parts", n, "answer", *place), say("bank.misconception-option", option=option, name=name)


def _named(part: Part) -> Iterator[tuple[Path, str, str]]:
    for n, (option, name) in enumerate(_ids(part.answer.get("options")).items()):
        yield ("options", n, "is"), option, name
    reason = part.answer.get("reason")
    if isinstance(reason, Mapping):
        for n, (option, name) in enumerate(_ids(reason.get("options")).items()):
            yield ("reason", "options", n, "is"), option, name


def _ids(options: object) -> Mapping[str, str]:
    """Option ids with the misconceptions they name; a word list has neither."""
    if isinstance(options, tuple):
        return {option["id"]: option.get("is", "") for option in options}
    return {}


def _choices(item: Item, names: Names) -> Iterator[Fault]:
    """A right option, a line of an order or a prerequisite that is not there."""
    for n, part in enumerate(item.parts):
        answer, path = part.answer, ("parts", n, "answer")
        reason = answer.get("reason")
        if isinstance(reason, Mapping):
            known = _ids(reason.get("options"))
            right = reason["value"]
            for word in right.values() if isinstance(right, Mapping) else (right,):
                if known and word not in known:
                    yield (*path, "reason", "value"), _unknown(word, known, "bank.option")
        yield from _statement(item, answer, path)
        if answer["kind"] == "choice" and "value" in answer:
            known = _ids(answer.get("options"))
            if known and answer["value"] not in known:
                yield (*path, "value"), _unknown(answer["value"], known, "bank.option")
        if answer["kind"] == "order":
            lines = answer.get("lines", {})
            for field in ("value", "distractors"):
                for word in str(answer.get(field, "")).split():
                    if word not in lines:
                        yield (*path, field), _unknown(word, lines, "bank.option")


def _statement(item: Item, answer: Mapping[str, object], path: Path) -> Iterator[Fault]:
    """A verdict follows the statement where there is one, and has one to follow."""
    twins = {name.partition(".")[2] for name in item.docs if name.startswith("statement.")}
    if answer["kind"] == "true_false" and bool(twins) != (answer.get("value") == "polarity"):
        yield (*path, "value"), say("bank.polarity" if twins else "bank.no-statement")
    reason = answer.get("reason")
    right = reason["value"] if isinstance(reason, Mapping) else None
    if isinstance(right, Mapping) and twins and not twins <= set(right):
        yield (*path, "reason", "value"), say("bank.missing", name=", ".join(sorted(twins - set(right))))


def _examples(item: Item, names: Names) -> Iterator[Fault]:
    counts: dict[str, int] = {}
    parts = [p.id for p in item.parts]
    known = names.topics[item.topic].misconceptions
    for example in item.examples:
        n = counts[example.outcome] = counts.get(example.outcome, -1) + 1
        path: Path = ("examples", example.outcome, n)
        if example.part not in parts:
            yield (*path, "part"), _unknown(example.part, parts, "bank.part")
        if example.mistake and example.mistake not in known:
            yield (*path, "mistake"), _unknown(example.mistake, known, "bank.misconception")
        for target in example.earlier:
            why = _target(target, parts, names)
            if why:
                yield (*path, "earlier", target), why


RULES: tuple[Callable[[Item, Names], Iterator[Fault]], ...] = (
    _taken,
    _where,
    _names,
    _parts,
    _misconceptions,
    _choices,
    _examples,
)


def _circular(item: Item, names: Names) -> bool:
    """Whether following other items leads back to this one."""
    todo, seen = [item], set[str]()
    while todo:
        for part in todo.pop().parts:
            for target in part.follows.values():
                home, dot, _ = target.partition(".")
                if dot and home == item.id:
                    return True
                if dot and home not in seen and home in names.items:
                    seen.add(home)
                    todo.append(names.items[home])
    return False
