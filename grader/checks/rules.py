"""The rules of `quiz check`: one function a rule, each given one variant, each yielding (path, why)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from grader.answers.base import Kind
from grader.answers.quantity import formula_of
from grader.bank.variants import FigureFault, FollowFault, Variant
from grader.checks import asked
from grader.checks.choices import entries, in_place, options
from grader.checks.languages import languages, reviewed
from grader.checks.leaks import leaks
from grader.checks.paper import paper
from grader.checks.printed import printed
from grader.checks.proof import Evidence, derivation, linked
from grader.checks.prose import prose
from grader.checks.rounding import rounding, tolerances
from grader.errors import BankFault, CannotRead, Undecided
from grader.marking import mark_texts
from grader.maths import author
from grader.model import RIGHT, UNREAD, Doc, Part, Say, say

Path = tuple[object, ...]
Found = Iterator[tuple[Path, Say]]


class Tally(NamedTuple):
    """What one variant's check counts beside its faults."""

    evidence: Evidence


Rule = Callable[[Variant, Tally], Found]


# Kinds whose `value:` is a formula, to which a worked chain leads.
_FORMULAS = frozenset({"number", "integer", "expression", "vector", "list", "matrix", "steps"})
# Faults of a key that another field than its value must mend.
_FIELDS = {
    "bank.kind": "kind", "bank.places": "places", "bank.number": "tolerance", "bank.tolerance": "tolerance",
    "bank.tolerance-negative": "tolerance", "maths.type": "symbols", "maths.size": "symbols",
    "bank.interval-symbol": "symbols", "bank.form": "form", "bank.up-to": "up_to", "bank.up-to-table": "up_to",
    "bank.policy": "policy", "bank.options-count": "options", "bank.options-name": "options", "bank.accept": "accept",
    "bank.rubric": "rubric", "bank.share": "reason_credit", "bank.order": "prerequisites",
}  # fmt: skip


def keys(variant: Variant, tally: Tally) -> Found:
    """Every key can be computed, and its own text is marked right."""
    for n, part in enumerate(variant.item.parts):
        path = ("parts", n, "answer")
        try:
            kind, key = variant.key(part)
            if kind.name != "explain":
                text = kind.show(key)
                verdict = kind.judge(key, kind.read(key, text))
                short = any(word.code == "steps.bare" for word in verdict.says)
                if verdict.outcome != RIGHT and not short:  # nobody can write the lines between for the author
                    yield (*path, "value"), say("check.key", text=text, outcome=say(f"outcome-word.{verdict.outcome}"))
        except FollowFault as fault:
            yield ("parts", n, "follows"), fault.why
        except BankFault as fault:
            formula = next((field for field in ("pick", "value", "from") if field in part.answer), "kind")
            field = _FIELDS.get(fault.why.code, formula)
            yield (*path, field if field in part.answer else formula), fault.why
        except CannotRead as fault:
            yield path, say("check.key-unread", why=fault.why)
        except Undecided:
            yield path, say("maths.undecided")


def texts(variant: Variant, tally: Tally) -> Found:
    """Every placeholder can be computed and shown, and every figure drawn."""
    item = variant.item
    yield from _doc(variant, item.title, ("title",), None)
    yield from _doc(variant, item.prompt, ("prompt",), None)
    yield from _doc(variant, item.solution, ("solution",), None)
    for name, doc in item.docs.items():
        yield from _doc(variant, doc, tuple(name.split(".")), None)
    for n, part in enumerate(item.parts):
        yield from _doc(variant, part.ask, ("parts", n, "ask"), part)
        for k, hint in enumerate(part.hints):
            yield from _doc(variant, hint, ("parts", n, "hints", k), part)
        for k, (_, words) in enumerate(part.worked):
            yield from _doc(variant, words, ("parts", n, "worked", k), part)
        for k, mistake in enumerate(part.mistakes):
            yield from _doc(variant, mistake.say, ("parts", n, "mistakes", k, "say"), part)
        for k, also in enumerate(part.also):
            yield from _doc(variant, also.say, ("parts", n, "also", k, "say"), part)
    try:
        for lang in ("en", "hinglish"):
            variant.figures(lang)
    except FigureFault as fault:
        yield ("figures", fault.place, fault.name), fault.why


def _doc(variant: Variant, doc: Doc, path: Path, part: Part | None) -> Found:
    try:
        variant.doc(doc, part)
    except BankFault as fault:
        yield path, fault.why
    except CannotRead as fault:
        yield path, fault.why


def complete(variant: Variant, tally: Tally) -> Found:
    """Warnings: what a good item has and this one lacks."""
    if variant.seed:
        return
    item = variant.item
    has = {"title": item.title.langs, "prompt": item.prompt.langs, "parts": item.parts, "examples": item.examples}
    for name, there in has.items():
        if not there and item.kind == "problem":
            yield (), say("check.lacks", name=name)
    tried = {e.part for e in variant.item.examples if e.outcome == "wrong"}
    for n, name in asked.unproved(item):
        yield ("parts", n), say("check.no-right-example", part=name)
    for n, part in enumerate(variant.item.parts):
        if part.id not in tried and part.answer.get("kind") != "explain":
            yield ("parts", n), say("check.no-wrong-example", part=part.id)


def worked(variant: Variant, tally: Tally) -> Found:
    """Each link of a worked chain equals the one before, and the last is the key; a break stands where it was made."""
    for n, part in enumerate(variant.item.parts):
        steps = [(k, text) for k, (text, _) in enumerate(part.worked) if text]
        if not steps:
            continue
        target = part.answer.get("value") if part.answer["kind"] in _FORMULAS else None
        if part.answer["kind"] == "quantity":
            target = formula_of(str(part.answer.get("value")), variant.values_for(part))
        chain = [*steps, (-1, str(target))] if target else steps
        broken: dict[int, Say] = {}
        for link, ((_, before), (_, after)) in enumerate(itertools.pairwise(chain)):
            try:
                problem = linked(variant, part, before, after, tally.evidence)
            except BankFault as fault:
                problem = fault.why
            if problem:
                broken[link] = problem
        for link, problem in broken.items():
            k = chain[_culprit(link, broken, len(chain))][0]
            yield ("parts", n, *(("answer", "value") if k < 0 else ("worked", k, "equals"))), problem


def _culprit(link: int, broken: Mapping[int, Say], count: int) -> int:
    """The place in a chain that a broken link speaks against: the one that its other links leave alone."""
    if link - 1 in broken or (link == 0 and len(broken) == 1 and count > 2):
        return link  # broken on both sides, or the first of a chain that holds from there on
    return link + 1


def derived(variant: Variant, tally: Tally) -> Found:
    """Where calculus or solving made a value, the value follows from it."""
    for n, part in enumerate(variant.item.parts):
        if "derive" in part.answer:
            try:
                problem = derivation(variant, part, tally.evidence)
            except BankFault as fault:
                problem = fault.why
            if problem:
                yield ("parts", n, "answer", "derive"), problem


def shown(variant: Variant, tally: Tally) -> Found:
    """The formulas that a worked solution prints agree with what its steps prove."""
    for name, text in variant.item.letters.items():
        try:
            author.bind(text, variant.values)
        except BankFault as fault:
            yield ("letters", name), fault.why
    for n, part in enumerate(variant.item.parts):
        for k, (text, words) in enumerate(part.worked):
            if text:
                for why in printed(variant, part, words, text):
                    yield ("parts", n, "worked", k, "math"), why


def mistakes(variant: Variant, tally: Tally) -> Found:
    """No mistake is the key, and no two mistakes are one, in any variant."""
    for n, part in enumerate(variant.item.parts):
        seen: dict[str, str] = {}
        for k, mistake in enumerate(part.mistakes):
            path = ("parts", n, "mistakes", k)
            try:
                found = variant.key(part, mistake.spec)
                text = _shown(found)
                if text is None:
                    continue
                kind, key = variant.key(part)
                if kind.judge(key, kind.read(key, text)).outcome == RIGHT:
                    yield path, say("check.mistake-is-key", name=mistake.name, text=text)
                if text in seen:
                    yield path, say("check.mistake-twice", name=mistake.name, other=seen[text], text=text)
                seen[text] = mistake.name
            except (BankFault, CannotRead) as fault:
                yield path, fault.why
            except Undecided:
                yield path, say("maths.undecided")


def _shown(found: tuple[Kind, object]) -> str | None:
    """A mistake's answer as a learner would type it; a derivation has no single text."""
    kind, key = found
    return None if kind.name == "steps" else kind.show(key)


def examples(variant: Variant, tally: Tally) -> Found:
    """Every example gets the outcome and the mistake that its author wrote beside it."""
    item = variant.item
    places: dict[str, int] = {}
    for example in item.examples:
        place = places.get(example.outcome, 0)
        places[example.outcome] = place + 1
        if example.fixed and variant.seed:
            continue
        path = ("examples", example.outcome, place)
        part = item.part(example.part)
        if part is None:
            continue
        try:
            raw = variant.raw(example.text, part)
            mark = mark_texts(variant, {part.id: raw}, _earlier(variant, part, example.earlier))[part.id]
        except BankFault as fault:
            yield path, fault.why
            continue
        if mark.outcome != example.outcome:
            kind, key = variant.key(part)
            why = mark.verdict.says[0] if mark.outcome == UNREAD else say("check.key-is", key=kind.show(key))
            wanted, got = (say(f"outcome-word.{o}") for o in (example.outcome, mark.outcome))
            yield path, say("check.example", text=raw, wanted=wanted, got=got, why=why)
        elif example.mistake and mark.verdict.mistake != example.mistake:
            found = mark.verdict.mistake
            code = "check.example-mistake" if found else "check.example-no-mistake"
            yield path, say(code, text=raw, wanted=example.mistake, **({"got": found} if found else {}))


def _earlier(variant: Variant, part: Part, raws: Mapping[str, str]) -> dict[str, dict[str, str]]:
    out: dict[str, dict[str, str]] = {}
    for target, raw in raws.items():
        item_id, _, part_id = target.rpartition(".")
        out.setdefault(item_id or variant.item.id, {})[part_id] = variant.raw(raw, part)
    return out


RULES: tuple[tuple[str, Rule], ...] = (
    ("key", keys),
    ("tie", asked.ties),
    ("complete", complete),
    ("text", texts),
    ("text", paper),
    ("derive", derived),
    ("worked", worked),
    ("printed", shown),
    ("mistake", mistakes),
    ("also", asked.also),
    ("example", examples),
    ("shown", asked.shown),
    ("asked", asked.precision),
    ("sizes", asked.sizes),
    ("language", languages),
    ("reviewed", reviewed),
    ("prose", prose),
    ("leak", leaks),
    ("option", options),
    ("option", entries),
    ("option", in_place),
    ("rounding", rounding),
    ("tolerance", tolerances),
)
# Rules, and single findings, that leave a doubt.
WARNINGS = frozenset(
    {
        "check.in-place",
        "check.polarity-count",
        "check.counts",
        "check.language",
        "check.wide",
        "complete",
        "prose",
        "reviewed",
        "rounding",
        "leak",
    }
)
