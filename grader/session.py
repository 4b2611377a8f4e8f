"""The quiz loop: questions out through `tell`, answers in through `ask`; it neither prints nor reads itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from grader.bank.variants import Variant, Variants
from grader.marking import mark
from grader.maths.ambiguous import two_readings
from grader.model import (
    HELD,
    PARTLY,
    RIGHT,
    UNREAD,
    WRONG,
    Doc,
    Field,
    Item,
    Lines,
    Long,
    Mark,
    One,
    Order,
    Part,
    Say,
    Some,
    Text,
    Token,
    say,
)
from grader.text.asking import hints_of, inline
from grader.text.tell import tell

COMMANDS = ("hint", "show", "skip", "back", "dispute", "help", "quit")
# What a learner may also type for a command.
_WORDS = {**{c: c for c in COMMANDS}, "?": "help", "h": "help", "q": "quit", "exit": "quit", "madad": "help"}


class Screen(Protocol):
    """What the loop needs of a terminal, a web page or a test."""

    def tell(self, tokens: Sequence[Token], role: str = "") -> None:
        """Show tokens; `role` is title, prompt, ask, option, hint, echo, right, partly, wrong, unread, held or note."""

    def ask(self, prompt: Sequence[Token]) -> str | None:
        """One line typed, or None at the end of the input."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One read answer as it is stored."""

    mark: Mark
    earlier: dict[str, dict[str, str]]
    hints: int
    tries: int
    disputed: bool = False
    self_marked: bool | None = None


@dataclass(slots=True)
class Progress:
    """What has been answered so far: raw texts by item and part, and the mark that counts, the first one read."""

    raws: dict[str, dict[str, str]] = field(default_factory=dict)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    held: int = 0
    skipped: int = 0
    ended: bool = False


class Quit(Exception):
    """The learner leaves, or the input ended."""


class Session:
    """One run over some items in one language at one seed."""

    def __init__(
        self,
        variants: Variants,
        items: Sequence[Item],
        lang: str,
        seed: int,
        screen: Screen,
        record: Callable[[Attempt], None],
    ) -> None:
        """Keep what the loop needs; `record` stores each read answer."""
        self.variants, self.items, self.lang, self.seed = variants, items, lang, seed
        self.screen, self.record = screen, record
        self.progress = Progress()

    # ---- the loop

    def run(self) -> Progress:
        """Ask every part of every item; stops early where the learner quits or the input ends."""
        places = [(item, part) for item in self.items for part in item.parts]
        at, shown = 0, None
        try:
            while at < len(places):
                item, part = places[at]
                variant = self.variants.of(item, self.seed)
                if shown is not item:
                    self._item(variant)
                    shown = item
                step = self._part(variant, part)
                at = max(at + step, 0)
                if step < 0:
                    shown = None
        except Quit:
            self.progress.ended = True
        self._summary()
        return self.progress

    def _say(self, message: Say, role: str = "note") -> None:
        self.screen.tell(tell(message, self.lang), role)

    def _item(self, variant: Variant) -> None:
        item = variant.item
        level = variant.topic.levels.get(item.level)
        title = say("session.title", number=item.number or item.id, title=_words(variant.doc(item.title), self.lang))
        self._say(title, "title")
        if level:
            self._say(say("session.level", level=item.level, name=_words(level, self.lang)), "note")
        self.screen.tell(variant.doc(item.prompt).tokens(self.lang), "prompt")
        for figure in variant.figures(self.lang):
            self.screen.tell((figure,), "figure")

    def _part(self, variant: Variant, part: Part) -> int:
        """Ask one part until it is right, shown or skipped; the step to the next part, or back."""
        kind, key = variant.key(part)
        fields = kind.fields(key)
        self._question(variant, part, fields)
        hints = tries = 0
        last: Mark | None = None
        while True:
            raw = self._answer(fields)
            word = _WORDS.get(raw.strip().casefold())
            if word == "hint":
                hints = self._hint(variant, part, hints)
            elif word == "show":
                self._solution(variant, part)
                return 1
            elif word == "skip":
                self.progress.skipped += 1
                return 1
            elif word == "back":
                return -1
            elif word == "dispute":
                self._dispute(last, hints, tries)
            elif word == "help":
                self._say(say("session.help"))
                self._fields(fields)
            elif word == "quit":
                raise Quit
            else:
                last = self._mark(variant, part, raw, hints, tries)
                if last is None:
                    continue
                tries += 1
                if last.outcome == RIGHT or (last.outcome == HELD and self._held(variant, part, last)):
                    return 1
                if last.outcome in (WRONG, PARTLY):
                    self._say(say("session.again", hints=len(part.hints) - hints))

    def show(self, item: Item, solution: bool) -> None:
        """One item without asking anything, perhaps with its solution."""
        variant = self.variants.of(item, self.seed)
        self._item(variant)
        for part in item.parts:
            kind, key = variant.key(part)
            self._question(variant, part, kind.fields(key))
            if solution:
                self._solution(variant, part)
        if solution and item.solution.langs:
            self.screen.tell(variant.doc(item.solution).tokens(self.lang), "worked")

    # ---- asking

    def _question(self, variant: Variant, part: Part, fields: tuple[Field, ...]) -> None:
        several = len(variant.item.parts) > 1
        letter = "abcdefghijklmnopqrstuvwxyz"[variant.item.parts.index(part)]
        words = variant.doc(part.ask, part).tokens(self.lang)
        self.screen.tell((Text(f"({letter}) "), *inline(words)) if several else words, "ask")
        self._fields(fields)

    def _fields(self, fields: tuple[Field, ...]) -> None:
        for one in fields:
            if isinstance(one, One | Some | Order):
                options = one.lines if isinstance(one, Order) else one.options
                for letter, doc in options:
                    self.screen.tell((Text(f"{letter})  "), *inline(doc.tokens(self.lang))), "option")
        for hint in hints_of(fields):
            self._say(hint, "how")

    def _answer(self, fields: tuple[Field, ...]) -> str:
        """One raw text: a line, or several up to an empty one where steps are asked."""
        first = self._line(say("session.prompt"))
        if not any(isinstance(f, Lines | Long) for f in fields) or first.strip().casefold() in _WORDS:
            return first
        lines = [first]
        while lines[-1].strip():
            following = self.screen.ask(tell(say("session.prompt-more"), self.lang))
            if following is None:
                break
            lines.append(following)
        return "\n".join(line for line in lines if line.strip())

    def _line(self, prompt: Say) -> str:
        typed = self.screen.ask(tell(prompt, self.lang))
        if typed is None:
            raise Quit
        return typed

    # ---- marking

    def _mark(self, variant: Variant, part: Part, raw: str, hints: int, tries: int) -> Mark | None:
        """The mark of one text, told; None where it could not be read or the learner takes it back."""
        earlier = {i: dict(t) for i, t in self.progress.raws.items()}
        made = mark(variant, part, raw, earlier)
        verdict = made.verdict
        if made.outcome == UNREAD:
            self._unread(made)
            return None
        if isinstance(verdict.echo, tuple):
            question = two_readings(verdict.echo)
            if question and not self._confirmed(question):
                return None
        self.progress.raws.setdefault(variant.item.id, {}).setdefault(part.id, raw)
        self.progress.marks.setdefault((variant.item.id, part.id), made)
        self.record(Attempt(made, earlier, hints, tries + 1))
        self._tell_mark(made)
        return made

    def _confirmed(self, question: Say) -> bool:
        self._say(question, "note")
        return self._line(say("session.confirm")).strip().casefold() in ("", "y", "yes", "haan", "ha", "j")

    def _unread(self, made: Mark) -> None:
        at = made.verdict.at
        if (
            at is not None
            and made.raw.strip()
            and "\n" not in made.raw
            and len(made.raw) <= 76
            and made.raw.isprintable()
        ):
            self.screen.tell((Text(made.raw),), "caret")
            self.screen.tell((Text("\u00a0" * min(at, len(made.raw)) + "^"),), "caret")
        for message in made.verdict.says:
            self._say(say("session.unread", why=message), "unread")

    def _tell_mark(self, made: Mark) -> None:
        verdict = made.verdict
        if verdict.echo is not None:
            self._say(verdict.echo if isinstance(verdict.echo, Say) else say("session.echo", read=verdict.echo), "echo")
        self._say(say(f"outcome.{verdict.outcome}", points=_points(verdict.score)), verdict.outcome)
        if verdict.outcome != HELD:
            evidence = evidence_of(made)
            if evidence:
                self._say(evidence, "how")
        for message in verdict.says:
            self._say(message, "note")

    def _held(self, variant: Variant, part: Part, made: Mark) -> bool:
        """A person decides: the reference is shown, and the learner says whether it agrees; outside the score."""
        kind, key = variant.key(part)
        self._say(say("session.reference", key=kind.show(key)), "note")
        agreed = self._confirmed(say("session.agree"))
        self.progress.held += 1
        self.progress.marks.pop((variant.item.id, part.id), None)
        self.record(Attempt(made, {}, 0, 1, self_marked=agreed))
        return True

    def _dispute(self, last: Mark | None, hints: int, tries: int) -> None:
        if last is None:
            self._say(say("session.nothing-to-dispute"))
            return
        self.record(Attempt(last, {}, hints, tries, disputed=True))
        self._say(say("session.disputed"))

    # ---- hints and solutions

    def _hint(self, variant: Variant, part: Part, given: int) -> int:
        if given >= len(part.hints):
            self._say(say("session.no-hints"))
            return given
        self.screen.tell(variant.doc(part.hints[given], part).tokens(self.lang), "hint")
        return given + 1

    def _solution(self, variant: Variant, part: Part) -> None:
        kind, key = variant.key(part)
        self._say(say("session.reference", key=kind.show(key)), "note")
        for _, words in part.worked:
            self.screen.tell(variant.doc(words, part).tokens(self.lang), "worked")

    # ---- the end

    def _summary(self) -> None:
        marks = self.progress.marks
        self._say(say("session.summary"), "title")
        total = sum((m.score for m in marks.values()), Fraction(0))
        self._say(say("session.score", points=_points(total), count=len(marks)))
        if self.progress.held:
            self._say(say("session.held", count=self.progress.held))
        levels = sorted({item.level for item in self.items if any(k[0] == item.id for k in marks)})
        for level in levels:
            of = [m for (i, _), m in marks.items() if any(item.id == i and item.level == level for item in self.items)]
            self._say(
                say(
                    "session.by-level",
                    level=level,
                    points=_points(sum((m.score for m in of), Fraction(0))),
                    count=len(of),
                )
            )
        for (item_id, _), made in marks.items():
            if made.verdict.mistake:
                self._misconception(item_id, made.verdict.mistake)
        missed = [self._name(i) for (i, _), m in marks.items() if m.outcome != RIGHT]
        if missed:
            self._say(say("session.next", items=" ".join(dict.fromkeys(missed))))
        elif marks:
            self._say(say("session.all-right"))

    def _misconception(self, item_id: str, name: str) -> None:
        item = next(i for i in self.items if i.id == item_id)
        words = self.variants.bank.topics[item.topic].misconceptions.get(name)
        if words:
            self._say(say("session.misconception", item=item.number or item.id, text=words), "note")

    def _name(self, item_id: str) -> str:
        item = next(i for i in self.items if i.id == item_id)
        return item.number or item.id


def evidence_of(made: Mark) -> Say | None:
    """How a verdict is known, in plain words; the key's value at a witness is never among them."""
    verdict = made.verdict
    if verdict.how == "agreed":
        points = dict(verdict.witness).get("points")
        return say("how.agreed-points", points=points) if points else say("how.agreed")
    if verdict.how == "refuted":
        shown = [f"{n} = {v}" for n, v in verdict.witness if n not in ("key", "answer")]
        value = dict(verdict.witness).get("answer")
        return say("how.refuted", point=", ".join(shown), value=value) if shown and value else None
    return say(f"how.{verdict.how}") if verdict.how in ("exact", "proved") else None


def _points(score: Fraction) -> str:
    return str(score.numerator) if score.denominator == 1 else f"{float(score):.2f}".rstrip("0")


def _words(doc: Doc, lang: str) -> tuple[Token, ...]:
    return inline(doc.tokens(lang))
