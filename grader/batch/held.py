"""Held and own-words answers of a class in groups of like text, so that one decision marks them all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from pathlib import Path

from grader.answers.base import symbols_of
from grader.answers.explain import Prepared as Rubric
from grader.bank.draws import drawn_names
from grader.bank.naming import located
from grader.bank.variants import Variants
from grader.batch.again import read_marks
from grader.batch.decisions import load, same_text
from grader.batch.marks import place_of
from grader.batch.policy import share_of
from grader.errors import BankFault, CannotRead, UserError
from grader.model import HELD, UNREAD, Bank, Say, say
from grader.text.writers.plain import Plain

NEAR = 0.94  # of two texts that a reader would mark alike; letters of formulas are never near
MAX_COMPARED = 400


@dataclass(frozen=True, slots=True)
class Group:
    """One text and those hardly different from it; `seed` is that of the variant."""

    problem: str
    item: str
    part: str
    seed: str
    answer: str
    others: tuple[str, ...]
    count: int
    key: str
    rubric: Rubric | None

    def ideas(self, lang: str) -> Iterator[tuple[str, str]]:
        """The ideas of a rubric in a language, with their weights."""
        for idea in self.rubric.rubric if self.rubric else ():
            yield Plain(lang=lang).write(idea.idea.tokens(lang)).strip(), str(idea.weight)


def groups(bank: Bank, folder: Path, unread: bool = False) -> list[Group]:
    """The groups that nobody has decided yet, the largest first; with `unread` what the machine could not read too."""
    wanted = (HELD, UNREAD) if unread else (HELD,)
    decisions = load(folder)
    texts: dict[tuple[str, str, str, str], dict[str, list[str]]] = {}
    for row in read_marks(folder):
        item, _, part = row.item.rpartition(".")
        decided = decisions.on(row.student, item, part, int(row.seed or 0), row.answer)
        if row.outcome in wanted and row.answer.strip() and not (decided and decided.score):
            slot = (place_of(row), item, part, row.seed if _varies(bank, item, part) else "")
            texts.setdefault(slot, {}).setdefault(same_text(row.answer), []).append(row.answer)
    variants = Variants(bank)
    out = []
    for (problem, item, part, seed), found in texts.items():
        rubric, key = _reference(variants, item, part, int(seed or 0))
        for same in _joined(found, near=rubric is not None):
            first, *others = sorted(same, key=lambda text: (-len(found[text]), text))
            count = sum(len(found[text]) for text in same)
            shown = tuple(found[text][0] for text in others)
            out.append(Group(problem, item, part, seed, found[first][0], shown, count, key, rubric))
    return sorted(out, key=lambda group: (-group.count, group.problem, group.answer))


def _varies(bank: Bank, item: str, part: str) -> bool:
    """Whether an answer is another one in another variant; own words on a question without draws are not."""
    found = located(bank, f"{item}.{part}")
    if found is None or found[1].answer.get("kind") != "explain":
        return True
    return bool(drawn_names(bank.topics[found[0].topic], found[0]) or found[1].follows)


def _reference(variants: Variants, item: str, part: str, seed: int) -> tuple[Rubric | None, str]:
    found = located(variants.bank, f"{item}.{part}")
    if found is None:
        return None, ""
    kind, key = variants.of(found[0], seed).key(found[1])
    return (key, "") if isinstance(key, Rubric) else (None, kind.show(key))


def _joined(texts: dict[str, list[str]], near: bool) -> list[list[str]]:
    """Texts with those nearly identical to them; only words may be near, a formula is another one."""
    out: list[list[str]] = []
    for text in sorted(texts):
        own = _bare(text)
        matcher = SequenceMatcher(None, "", own, autojunk=False)
        home = next((group for group in out[:MAX_COMPARED] if near and _alike(matcher, own, _bare(group[0]))), None)
        if home is None:
            out.append([text])
        else:
            home.append(text)
    return out


_DENIALS = re.compile(r"\b(?:not|no|never|none|cannot|without|nahin?|nhi|na|mat|bina)\b|n[\'’]t\b|\d+", re.IGNORECASE)


def _bare(text: str) -> str:
    """Words without what a reader passes over: capitals, accents, quotes and marks."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w\s'’+*/=<>-]", " ", plain).split())


def _alike(matcher: SequenceMatcher[str], own: str, text: str) -> bool:
    """Whether a text is nearly the matcher's `own`, with the same denials and numbers; cheap bounds come first."""
    matcher.set_seq1(text)
    if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < NEAR or matcher.ratio() < NEAR:
        return False
    here, there = (sorted(found.casefold() for found in _DENIALS.findall(one)) for one in (text, own))
    return here == there


def score_of(group: Group, typed: str) -> str | None:
    """The share that a line means: itself, or of a rubric the weights of the numbered ideas; None for neither."""
    words = typed.replace(",", " ").split()
    if group.rubric and words and all(w.isdigit() for w in words):
        chosen = {int(w) for w in words} - {0}
        if any(w > len(group.rubric.rubric) for w in chosen):
            return None
        total = sum((i.weight for n, i in enumerate(group.rubric.rubric, 1) if n in chosen), Fraction(0))
        return str(min(total, Fraction(1)))
    try:
        return str(share_of(typed))
    except UserError:
        return None


def proved(bank: Bank, group: Group) -> Say:
    """What the prover says of a held formula beside the key."""
    from grader.maths.prover import Prover
    from grader.model import PROVED, REFUTED

    found = located(bank, f"{group.item}.{group.part}")
    if found is None or group.rubric:
        return say("held.unproved")
    item, part = found
    try:
        kind, key = Variants(bank).of(item, int(group.seed or 0)).key(part)
        answer, tree = kind.tree(key, kind.read(key, group.answer)), kind.tree(key, None)
    except (BankFault, CannotRead):
        return say("held.unproved")
    if answer is None or tree is None:
        return say("held.unproved")
    outcome = Prover().equal(tree, answer, symbols_of(part.answer), (group.item, group.part))
    return say("held.proved" if outcome == PROVED else "held.refuted" if outcome == REFUTED else "held.unproved")
