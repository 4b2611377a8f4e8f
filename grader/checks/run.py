"""Checks a bank: what its files say, then every rule on the default and on drawn variants of every item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from grader.answers.base import MISSING
from grader.bank.draws import DrawFault, drawn_names
from grader.bank.links import MEANINGS
from grader.bank.variants import GivenFault, Variant, Variants
from grader.checks.declared import entries, symbols
from grader.checks.docs import docs_of_topic
from grader.checks.frozen import published
from grader.checks.languages import changed, compared
from grader.checks.places import Places
from grader.checks.proof import Evidence
from grader.checks.rules import RULES, WARNINGS, Rule, Tally
from grader.checks.sources import Standing, claims, ledger
from grader.checks.spread import spread, twins
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths.prover import Prover
from grader.model import Bank, Issue, Item, Say, Topic, say


@dataclass(frozen=True, slots=True)
class Report:
    """Issues in file order, and what was looked at."""

    issues: tuple[Issue, ...]
    items: int
    variants: int
    evidence: dict[str, int]

    @property
    def faults(self) -> int:
        """Issues that are no warnings."""
        return sum(not i.warning for i in self.issues)


def check(
    bank: Bank,
    seeds: Sequence[int],
    step: Callable[[Item], None] = lambda item: None,
    items: Sequence[Item] | None = None,
) -> Report:
    """Check every item, or those given, at every seed; an item without a draw is checked once.

    `step` is told each item.
    """
    items = bank.items if items is None else items
    checked = frozenset(item.id for item in items)
    issues: dict[tuple[str, str, str], Issue] = {}
    places = Places(bank.root)
    variants = Variants(bank)
    count = 0
    for issue in _topics(variants, places):
        issues.setdefault((issue.where, issue.path, issue.rule), issue)
    with Prover() as prover:
        evidence = Evidence(prover)
        for item in items:
            step(item)
            own = seeds if is_drawn(bank, item) else seeds[:1]
            for seed in own:
                count += 1
                for issue in _variant(variants, item, seed, evidence, places, checked):
                    issues.setdefault((issue.where, issue.path, issue.rule), issue)
            for path, why in published(variants, item):
                if why.code.startswith("check.") or not any(
                    i.where.startswith(f"{item.file}:") for i in issues.values()
                ):
                    issue = places.issue(item, path, why, "published")
                    issues.setdefault((issue.where, issue.path, issue.rule), issue)
            for path, why in entries(item.params, variants, bank.topics[item.topic]):
                issue = places.issue(item, ("params", *path), why, "draw")
                issues.setdefault((issue.where, issue.path, issue.rule), issue)
            for path, why in twins(variants, item, own):
                issue = places.issue(item, path, why, "statement")
                issues.setdefault((issue.where, issue.path, issue.rule), issue)
            for path, why in spread(variants, item, own):
                issue = places.issue(item, path, why, "spread", warning=True)
                issues.setdefault((issue.where, issue.path, issue.rule), issue)
    found = sorted(
        [*bank.issues, *issues.values()], key=lambda i: (i.where.rsplit(":", 2)[0], *_place(i.where), i.path)
    )
    return Report(tuple(found), len(items), count, dict(sorted(evidence.counts.items())))


def _topics(variants: Variants, places: Places) -> Iterator[Issue]:
    """Topic texts whose placeholders cannot be computed, or whose languages differ."""
    for topic in variants.bank.topics.values():
        docs = tuple(docs_of_topic(topic))
        try:
            variants.givens(topic)
        except GivenFault as fault:
            yield _given_issue(variants, fault, places)
            continue
        for path, doc, _ in docs:
            try:
                variants.topic_doc(topic, doc)
            except BankFault as fault:
                yield places.issue(topic, path, fault.why, "text")
        for path, why in _given_names(topic):
            yield places.issue(topic, path, why, "given")
        for path, why in symbols(topic):
            yield places.issue(topic, path, why, "given")
        for world, params in topic.worlds.items():
            for path, why in entries(params, variants, topic):
                yield places.issue(topic, ("worlds", world, *path), why, "draw")
        for path, why in (*claims(topic), *(one for one in ledger(topic, variants) if not isinstance(one, Standing))):
            yield places.issue(topic, path, why, "claim")
        for path, why in compared(docs, topic):
            yield places.issue(topic, path, why, "language", warning=why.code in WARNINGS)
        for path, why in changed(docs, topic.reviewed) if topic.reviewed else ():
            yield places.issue(topic, path, why, "reviewed", warning=True)


def _place(where: str) -> tuple[int, int]:
    _, line, column = where.rsplit(":", 2)
    return int(line), int(column)


def is_drawn(bank: Bank, item: Item) -> bool:
    """Whether another seed makes another variant: by a draw, its own or its world's, a followed item, or options."""
    if drawn_names(bank.topics[item.topic], item):
        return True
    kinds = ("choice", "choices", "match", "order", "true_false")
    shuffled = any(part.answer.get("kind") in kinds for part in item.parts)
    return shuffled or any("." in target for part in item.parts for target in part.follows.values())


def _given_names(topic: Topic) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A given that already means something else in every formula."""
    for name in topic.givens:
        if name in MEANINGS:
            yield ("givens", name), say("bank.name-taken", name=name, what=say(f"bank.name.{MEANINGS[name]}"))


def _given_issue(variants: Variants, fault: GivenFault, places: Places) -> Issue:
    """A given that cannot be read, in its topic's file."""
    return places.issue(variants.bank.topics[fault.topic], ("givens", fault.name), fault.why, "given")


def _draw_issue(variants: Variants, item: Item, fault: BankFault, places: Places) -> Issue:
    """A fault of a draw, at the item's own parameters or conditions, or at those of its world in the topic's file."""
    if isinstance(fault, GivenFault):
        return _given_issue(variants, fault, places)
    named = (fault.name,) if isinstance(fault, DrawFault) and fault.name != "" else ()
    condition = fault.why.code.startswith("bank.where") or any(isinstance(name, int) for name in named)
    path = (("where",) if condition else ()) + named
    if not isinstance(fault, DrawFault) or fault.scope == item.id:
        return places.issue(item, path if condition else ("params", *path), fault.why, "draw")
    path = ("worlds", fault.scope, *path)
    return places.issue(variants.bank.topics[item.topic], path, fault.why, "draw")


def _guarded(rule: str, run: Rule, variant: Variant, tally: Tally) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A rule's findings; a fault that it did not expect is one more finding, and the other items are still checked."""
    try:
        yield from run(variant, tally)
    except (BankFault, CannotRead) as fault:
        yield ("parts",), fault.why
    except (Undecided, ArithmeticError, TypeError, ValueError, LookupError, AttributeError):
        # What no rule foresaw must not keep the other items from being checked.
        yield ("parts",), say("check.unforeseen", rule=rule)


def _slot(why: Say) -> tuple[str, str]:
    return why.code, repr(why.slots)


def _elsewhere(why: Say, bank: Bank, checked: Set[str]) -> bool:
    """Whether a fault is one of a followed part, which is named where it stands."""
    if why.code == "bank.follows":
        return any(not issue.warning for issue in bank.issues)
    return why.code == "bank.follows-faulty" and str(dict(why.slots)["name"]).partition(".")[0] in checked


def _variant(
    variants: Variants, item: Item, seed: int, evidence: Evidence, places: Places, checked: Set[str]
) -> list[Issue]:
    try:
        variant = variants.of(item, seed)
    except BankFault as fault:
        return [_draw_issue(variants, item, fault, places)]
    out = []
    # One fault of a formula shows in many rules; it is said where it was first met.
    said: set[tuple[str, str]] = set()
    if any("derive" in part.answer and "value" not in part.answer for part in item.parts):
        said.add(_slot(MISSING))  # the rule of `derive:` says it, with what the value would be
    for rule, run in RULES:
        for path, why in _guarded(rule, run, variant, Tally(evidence)):
            slot = _slot(why)
            if (slot in said and not why.code.startswith("check.")) or _elsewhere(why, variants.bank, checked):
                continue
            said.add(slot)
            told = say("check.at-seed", seed=seed, why=why) if seed else why
            out.append(places.issue(item, path, told, rule, warning=rule in WARNINGS or why.code in WARNINGS))
    return out
