"""The ledger of the sources' claims: where each one stands comes out by computation, never by a label."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grader.answers.rules import Rule, accepts, number_key
from grader.bank.variants import Variants
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.table import Table
from grader.model import Claim, Node, Say, Topic, say
from grader.text.writers.plain import Plain

VERIFIED, CONTRADICTED, CONDITIONAL = "verified", "contradicted", "conditional"
MAX_CASES = 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one claim stands, and the words for it: the right value, or the cases that hold."""

    topic: str
    claim: Claim
    status: str
    why: Say | None = None


Fault = tuple[tuple[object, ...], Say]


def ledger(topic: Topic, variants: Variants) -> Iterator[Standing | Fault]:
    """The standing of each claim of a topic; (path, fault) for one that cannot be computed."""
    givens = variants.givens(topic)
    for n, claim in enumerate(topic.claims):
        try:
            yield _standing(topic, claim, givens)
        except (BankFault, CannotRead) as fault:
            yield ("claims", n, *_field(claim, givens)), fault.why


def _field(claim: Claim, givens: Mapping[str, Node]) -> tuple[object, ...]:
    """The first formula of a claim that cannot be read; the whole claim where all can."""
    values = dict(givens)
    for name, text in claim.given.items():
        try:
            values[name] = author.bind(text, values)
        except BankFault:
            return ("given", name)
    for field in ("value", "right", "holds"):
        try:
            if getattr(claim, field):
                author.bind(getattr(claim, field), values, claim.cases)
        except BankFault:
            return ("is" if field == "right" else field,)
    return ()


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def claims(topic: Topic) -> Iterator[tuple[tuple[object, ...], Say]]:
    """A claim whose value does not stand in its words, and an id that stands twice."""
    met: set[str] = set()
    for n, claim in enumerate(topic.claims):
        if claim.id in met:
            yield ("claims", n, "id"), say("bank.id-twice", name=claim.id)
        met.add(claim.id)
        for lang, tokens in claim.says.langs.items():
            said = set(map(Fraction, _NUMBER.findall(re.sub(r"(?<=\d),(?=\d)", "", Plain(lang=lang).write(tokens)))))
            # Small numbers are written as words.
            missing = [one for one in _NUMBER.findall(claim.value) if Fraction(one) not in said and not _counts(one)]
            if missing:
                yield ("claims", n, "value"), say("check.claim-value", value=missing[0], lang=lang)


def _counts(number: str) -> bool:
    return number.isdigit() and int(number) <= 10


def _standing(topic: Topic, claim: Claim, givens: Mapping[str, Node]) -> Standing:
    values = dict(givens)
    for name, text in claim.given.items():
        values[name] = author.bind(text, values)
    return _value(topic, claim, values) if claim.value else _relation(topic, claim, values)


def _value(topic: Topic, claim: Claim, values: Mapping[str, Node]) -> Standing:
    """A value beside the right one, each entry to the places given."""
    typed, right = (_cells(author.bind(text, values)) for text in (claim.value, claim.right))
    rule = Rule(places=claim.places)
    same = len(typed) == len(right) and all(
        accepts(number_key(b, rule), a)[0] for a, b in zip(typed, right, strict=True)
    )
    if same:
        return Standing(topic.id, claim, VERIFIED)
    return Standing(topic.id, claim, CONTRADICTED, say("sources.right", value=_shown(right, claim.places)))


def _cells(tree: Node) -> list[Node]:
    value = author.compute(tree)
    if not isinstance(value, Table):
        return [tree]
    if all(isinstance(cell, Fraction) for cell in value.cells):
        return [author.tree_of(cell) for cell in value.cells]
    return [("index", tree, author.tree_of(i)) for i in range(len(value.cells))]


def _shown(cells: list[Node], places: int | None) -> str:
    from grader.bank.show import shown

    texts = [shown(author.compute(cell), "" if places is None else str(places)).plain for cell in cells]
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"


def _relation(topic: Topic, claim: Claim, values: Mapping[str, Node]) -> Standing:
    """A relation in every case: all hold, none does, or it depends on the case."""
    cases = list(itertools.islice(itertools.product(*claim.cases.values()), MAX_CASES))
    holding: list[tuple[str, ...]] = []
    failing: list[tuple[str, ...]] = []
    for case in cases:
        bound = {**values, **{n: author.bind(t, values) for n, t in zip(claim.cases, case, strict=True)}}
        (holding if _true(author.bind(claim.holds, bound)) else failing).append(case)
    status = CONDITIONAL if holding and failing else VERIFIED if holding else CONTRADICTED
    if status != CONDITIONAL:
        why = None if status == VERIFIED else say("sources.never", relation=claim.holds)
        return Standing(topic.id, claim, status, why)
    return Standing(
        topic.id, claim, status,
        say("sources.cases", holds=_listed(claim, holding), fails=_listed(claim, failing)),
    )  # fmt: skip


def _true(tree: Node) -> bool:
    if tree[0] == "rel" and tree[1] == "=":
        left, right = (author.compute(side) for side in tree[2:])
        if isinstance(left, Table) and isinstance(right, Table):
            return left.shape == right.shape and all(a == b for a, b in zip(left.cells, right.cells, strict=True))
    return author.holds(tree)


def _listed(claim: Claim, cases: list[tuple[str, ...]]) -> str:
    many = "; ".join(", ".join(f"{n} = {t}" for n, t in zip(claim.cases, case, strict=True)) for case in cases[:4])
    return many + (" …" if len(cases) > 4 else "")


def described(standing: Standing) -> Say:
    """One line of the ledger."""
    claim = standing.claim
    return say(
        f"sources.{standing.status}",
        source=claim.source,
        says=claim.says,
        **({"why": standing.why} if standing.why else {}),
    )
