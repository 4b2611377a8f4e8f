"""From raw texts to marks: key, further answers, follow-through, named mistakes, in that order; the best score wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.answers.base import Kind, read_raw
from grader.answers.second import second_look
from grader.bank.naming import part_name
from grader.bank.variants import Variant, Variants
from grader.errors import BankFault, CannotRead, Undecided, UserError
from grader.maths import effort
from grader.model import (
    EMPTY,
    HELD,
    ONE,
    PARTLY,
    RIGHT,
    UNDECIDED,
    UNREAD,
    WRONG,
    ZERO,
    Bank,
    Doc,
    Item,
    Mark,
    Node,
    Part,
    Verdict,
    say,
)
from grader.rounded import may_come_from

Earlier = Mapping[str, Mapping[str, str]]
# The learner's own values in place of followed keys, and whose they are.
Own = tuple[dict[str, Node], str]


def mark_item(
    item: Item | str, texts: Mapping[str, str], seed: int, earlier: Earlier, bank: Bank | None
) -> dict[str, Mark]:
    """Mark the given parts of one item; see `grader.mark`."""
    if bank is None:
        from grader.bank.load import load
        from grader.bank.locate import shipped

        bank = load(shipped("problems"))
    found = bank.find(item) if isinstance(item, str) else item
    if found is None:
        raise UserError("mark.item", name=str(item))
    variant = Variants(bank).of(found, seed)
    return mark_texts(variant, texts, earlier)


def mark_texts(variant: Variant, texts: Mapping[str, str], earlier: Earlier) -> dict[str, Mark]:
    """Mark several parts of one variant; each may follow the others' texts."""
    known = {**earlier, variant.item.id: {**earlier.get(variant.item.id, {}), **texts}}
    marks = {}
    for part_id, raw in texts.items():
        part = variant.item.part(part_id)
        if part is None:
            raise UserError(
                "mark.part", name=part_id, item=variant.item.id, allowed=", ".join(p.id for p in variant.item.parts)
            )
        marks[part_id] = mark(variant, part, raw, known)
    return marks


def mark(variant: Variant, part: Part, raw: str, earlier: Earlier) -> Mark:
    """The mark of one raw text; `earlier` holds raw texts by item and part for follow-through."""
    kind, key = variant.key(part)

    def made(verdict: Verdict, via: str = "key", followed: str | None = None) -> Mark:
        return Mark(variant.item.id, part.id, variant.seed, raw, _explained(variant, verdict), via, followed)

    try:
        value = read_raw(kind, key, raw)
    except CannotRead as fault:
        return made(Verdict(UNREAD, ZERO, "", says=(fault.why,), at=fault.at))
    verdict = second_look(kind, key, raw, _judge(kind, key, value))
    if verdict.outcome in (RIGHT, HELD, UNREAD):
        return made(verdict)
    best, via, name = verdict, "key", None
    for candidate, way, source in _others(variant, part, raw, verdict, earlier):
        if candidate.score > best.score:
            best, via, name = candidate, way, source
        if best.score == ONE:
            break
    if best.outcome == RIGHT or best.mistake:
        return made(best, via, name)
    own = list(_learner_values(variant, part, earlier))
    best = _with_mistake(variant, part, raw, best, own)
    if best.outcome == WRONG and not best.mistake:
        for instead, source in own:
            if may_come_from(variant, part, kind.tree(key, value), instead):
                says = (say("mark.rounded", source=source),)
                return made(Verdict(HELD, ZERO, UNDECIDED, best.echo, says=says), "followed", source)
    return made(best, via, name)


def _judge(kind: Kind, key: Any, value: Any) -> Verdict:
    effort.start()
    try:
        return kind.judge(key, value)
    except CannotRead as fault:
        return Verdict(UNREAD, ZERO, "", says=(fault.why,), at=fault.at)
    except Undecided:
        return Verdict(HELD, ZERO, UNDECIDED, says=(say("verdict.held"),))
    finally:
        effort.free()


def _judged(found: tuple[Kind, Any], raw: str) -> Verdict:
    kind, key = found
    try:
        return _judge(kind, key, read_raw(kind, key, raw))
    except CannotRead as fault:
        return Verdict(UNREAD, ZERO, "", says=(fault.why,), at=fault.at)


def _others(
    variant: Variant, part: Part, raw: str, verdict: Verdict, earlier: Earlier
) -> Iterator[tuple[Verdict, str, str | None]]:
    """Further right answers, then follow-through."""
    for also in part.also:
        found = _judged(variant.key(part, also.spec), raw)
        if found.outcome == RIGHT:
            says = (say("own", text=variant.doc(also.say, part)),) if also.say.langs else ()
            yield (
                Verdict(RIGHT if also.credit == ONE else PARTLY, also.credit, found.how, verdict.echo, says=says),
                "also",
                None,
            )
    for instead, source in _learner_values(variant, part, earlier):
        try:
            found = _judged(variant.key(part, None, instead), raw)
        except BankFault:
            continue  # the learner's value makes no key: nothing follows from it
        if found.outcome in (RIGHT, PARTLY):
            credit = part.follow_credit * found.score
            more = found.says if found.outcome == PARTLY else ()
            told = (say("mark.followed", source=source), *more)
            yield (
                Verdict(RIGHT if credit == ONE else PARTLY, credit, found.how, verdict.echo, says=told),
                "followed",
                source,
            )


def _learner_values(variant: Variant, part: Part, earlier: Earlier) -> Iterator[Own]:
    """The learner's own values of the followed parts, if they were read, differ from the key and satisfy `where`."""
    if not part.follows:
        return
    followed = variant.followed(part)
    typed = {n: _typed(other, target, earlier) for n, (other, target) in followed.items()}
    derived = {n: _derived(other, target, earlier) for n, (other, target) in followed.items()}
    seen: list[dict[str, Node]] = []
    for found in (typed, derived):
        instead = {n: pair[0] for n, pair in found.items() if pair}
        if not instead or instead in seen or not _guarded(variant, part, instead):
            continue
        seen.append(instead)
        yield instead, ", ".join(pair[1] for pair in found.values() if pair)


def _guarded(variant: Variant, part: Part, instead: dict[str, Node]) -> bool:
    try:
        return variant.holds(variant.values_for(part, instead))
    except BankFault:
        return False


def _typed(variant: Variant, part: Part, earlier: Earlier) -> tuple[Node, str] | None:
    """What the learner typed for a part, as a tree, and the part's name; None where nothing was read."""
    texts = earlier.get(variant.item.id) or earlier.get(variant.item.number) or {}
    raw = texts.get(part.id)
    if not raw:
        return None
    kind, key = variant.key(part)
    try:
        value = read_raw(kind, key, raw)
    except CannotRead:
        return None
    if _judge(kind, key, value).outcome == RIGHT:
        return None  # what is right is followed by the key itself, unrounded
    tree = kind.tree(key, value)
    return (tree, part_name(variant.item, part)) if tree is not None else None


def _derived(variant: Variant, part: Part, earlier: Earlier) -> tuple[Node, str] | None:
    """What follows exactly for a part from the learner's own values further back, unrounded; None without such."""
    for instead, source in _learner_values(variant, part, earlier):
        try:
            kind, key = variant.key(part, None, instead)
        except BankFault:
            continue
        tree = kind.tree(key, None)
        if tree is not None:
            return tree, source
    return None


def _with_mistake(variant: Variant, part: Part, raw: str, verdict: Verdict, own: Sequence[Own]) -> Verdict:
    """The verdict with the first mistake that explains the text, on the key, then on the learner's earlier value."""
    for instead in (None, *(instead for instead, _ in own)):
        for mistake in part.mistakes:
            try:
                found = _judged(variant.key(part, mistake.spec, instead), raw)
            except BankFault:
                continue  # a wrong path that has no value in this variant explains nothing
            if found.outcome == RIGHT:
                words = variant.doc(mistake.say, part)
                says = (say("own", text=words),) if words.langs else ()
                return replace(
                    verdict, mistake=mistake.name, says=(*says, *(s for s in verdict.says if s.code != "own"))
                )
    return verdict


def _explained(variant: Variant, verdict: Verdict) -> Verdict:
    """A named misconception without words of its own gets the topic's."""
    if not verdict.mistake or any(s.code == "own" for s in verdict.says):
        return verdict
    words: Doc = variant.topic.misconceptions.get(verdict.mistake, EMPTY)
    return replace(verdict, says=(*verdict.says, say("own", text=words))) if words.langs else verdict
