"""The quiz loop: questions out through `tell`, answers in through `ask`; it neither prints nor reads itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.bank.naming import LETTERS
from grader.bank.variants import Variant, Variants
from grader.marking import mark
from grader.maths.ambiguous import two_readings
from grader.model import (
    HELD,
    PARTLY,
    RIGHT,
    UNREAD,
    WRONG,
    Field,
    Item,
    Mark,
    Part,
    Say,
    Text,
    say,
)
from grader.session.asker import Quit
from grader.session.certainty import LEVELS, level_of
from grader.session.data import (
    ANSWERED,
    CARD,
    KNOWN,
    NOT_KNOWN,
    SHOWN,
    SKIPPED,
    Attempt,
    Keeper,
    Kept,
    Place,
    Progress,
    Screen,
    command_of,
)
from grader.session.own import OwnWord
from grader.session.summary import summary
from grader.session.words import evidence_of, points, words_of
from grader.text.asking import inline


class Session(OwnWord):
    """One run over some items in one language at one seed."""

    def __init__(
        self,
        variants: Variants,
        items: Sequence[Item],
        lang: str,
        seed: int,
        screen: Screen,
        keeper: Keeper,
        seeds: Mapping[str, int] | None = None,
        rate: bool = False,
    ) -> None:
        """Keep what the loop needs; `keeper` stores each read answer and each part that is done.

        `seeds` gives single items a seed of their own; with `rate` the learner says how sure each first answer is.
        """
        super().__init__(lang, screen, keeper)
        self.variants, self.items, self.seed = variants, items, seed
        self.seeds, self.rate = dict(seeds or {}), rate
        self.index = 0
        self.last: Mark | None = None  # the mark that `dispute` speaks of
        self.disputed: Mark | None = None

    def _seed(self, item: str) -> int:
        return self.seeds.get(item, self.seed)

    def _variant(self, item: Item) -> Variant:
        return self.variants.of(item, self._seed(item.id))

    # ---- the loop

    def restore(self, kept: Mapping[Place, Kept], drafts: Mapping[Place, Sequence[str]] | None = None) -> int:
        """Take up what was done before; how many parts have ended.

        `drafts` are the lines of answers that were not finished.
        """
        self.progress.drafts.update({place: list(lines) for place, lines in (drafts or {}).items()})
        for item in self.items:
            for part in item.parts or (CARD,):
                place = (item.id, part.id)
                if place in kept:
                    self._restored(item, part, place, kept[place])
        return len(self.progress.over)

    def _restored(self, item: Item, part: Part, place: Place, kept: Kept) -> None:
        progress = self.progress
        if kept.over:
            progress.over[place] = kept.over
        if part is CARD:
            if kept.said:
                progress.known[place] = kept.said == KNOWN
        elif kept.said in LEVELS:
            progress.sure[place] = kept.said
        if kept.hints.isdigit():
            progress.hints[place] = int(kept.hints)
        if kept.first:
            made = mark(self._variant(item), part, kept.first, progress.raws)
            if made.outcome not in (UNREAD, HELD):
                progress.marks[place] = made
            if made.outcome == HELD:
                progress.held.add(place)
            if kept.over != SHOWN:
                progress.raws.setdefault(item.id, {})[part.id] = kept.last

    def run(self) -> Progress:
        """Ask every part that is not done; stops early where the learner quits or the input ends."""
        places = [(item, part) for item in self.items for part in item.parts or (CARD,)]
        at, shown = 0, None
        back = False
        try:
            while at < len(places):
                item, part = places[at]
                if (item.id, part.id) in self.progress.over and not back:
                    at += 1
                    continue
                self.place = (item.id, part.id)
                self.index = at
                variant = self._variant(item)
                if shown is not item:
                    self._item(variant)
                    shown = item
                step = self._card(variant) if part is CARD else self._part(variant, part)
                back = step < 0
                if back:
                    shown = None
                at = max(at + step, 0)
        except Quit:
            self.progress.ended = True
        for message, role in summary(self.variants.bank, self.items, self.progress, self.seed):
            self._say(message, role)
        return self.progress

    def _done(self, item: Item, part: Part, over: str) -> None:
        place = (item.id, part.id)
        if self.progress.over.get(place) != SHOWN:  # whoever has seen the answer cannot give it
            self.progress.over[place] = over
        self._keep(item, part)
        if item.parts and part is item.parts[-1] and item.solution.langs and over != SKIPPED:
            self.screen.tell(self._variant(item).doc(item.solution).tokens(self.lang), "note")

    def _keep(self, item: Item, part: Part) -> None:
        place = (item.id, part.id)
        first = self.progress.marks.get(place)
        last = self.progress.raws.get(item.id, {}).get(part.id, "")
        said = self.progress.sure.get(place, "")
        if place in self.progress.known:
            said = KNOWN if self.progress.known[place] else NOT_KNOWN
        hints = str(self.progress.hints.get(place, "") or "")
        self.keeper.kept(place, Kept(first.raw if first else "", last, self.progress.over.get(place, ""), said, hints))

    def _item(self, variant: Variant) -> None:
        item = variant.item
        level = variant.topic.levels.get(item.level)
        title = say("session.title", number=item.number or item.id, title=words_of(variant.doc(item.title), self.lang))
        self._say(title, "title")
        if level:
            self._say(say("session.level", level=item.level, name=words_of(level, self.lang)), "note")
        if variant.prompt.langs:
            self.screen.tell(variant.prompt.tokens(self.lang), "prompt")
        for figure in variant.figures(self.lang):
            self.screen.tell((figure,), "figure")

    def _part(self, variant: Variant, part: Part) -> int:
        """Ask one part until it is right, shown or skipped; the step to the next part, or back."""
        kind, key = variant.key(part)
        fields = kind.fields(key)
        self._question(variant, part, fields)
        self.last = None  # a dispute speaks of this question
        hints, tries = self.progress.hints.get((variant.item.id, part.id), 0), 0
        last: Mark | None = None
        while True:
            raw = self._answer(fields)
            word = command_of(raw)
            if word == "hint":
                hints = self._hint(variant, part, hints)
                self.progress.hints[(variant.item.id, part.id)] = hints
                self._keep(variant.item, part)
            elif word == "show":
                self.progress.raws.get(variant.item.id, {}).pop(part.id, None)  # nothing follows from a seen answer
                self._solution(variant, part)
                self._given_up(variant, part, hints, tries)
                self._done(variant.item, part, SHOWN)
                return 1
            elif word == "skip":
                self._done(variant.item, part, self.progress.over.get((variant.item.id, part.id), SKIPPED))
                return 1
            elif word == "back":
                if self.index == 0:
                    self._say(say("session.no-back"))
                else:
                    return -1
            elif word == "dispute":
                self._dispute(hints, tries)
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
                if last.outcome == HELD:
                    self._held(variant, part, last)
                if last.outcome in (RIGHT, HELD):
                    self._done(variant.item, part, ANSWERED)
                    return 1
                if last.outcome in (WRONG, PARTLY):
                    left = len(part.hints) - hints
                    self._say(say("session.again", hints=left) if left else say("session.again-no-hints"))

    def _card(self, variant: Variant) -> int:
        """A card: its front, then its back, then whether the learner knew it; outside the score."""
        if self.screen.attended:
            word = command_of(self._line(say("session.card")))
            if word == "quit":
                raise Quit
            if word == "back" and self.index:
                return -1
            if word == "skip":
                self._done(variant.item, CARD, SKIPPED)
                return 1
        self._back(variant)
        known = self._known(variant)
        self._done(variant.item, CARD, SKIPPED if known is None and self.screen.attended else ANSWERED)
        return 1

    def show(self, item: Item, solution: bool) -> None:
        """One item without asking anything, perhaps with its solution."""
        variant = self._variant(item)
        self._item(variant)
        if not item.parts:
            self._back(variant)
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
        letter = LETTERS[variant.item.parts.index(part)]
        words = variant.doc(part.ask, part).tokens(self.lang)
        self.screen.tell((Text(f"({letter}) "), *inline(words)) if several else words, "ask")
        self._fields(fields)

    # ---- marking

    def _mark(self, variant: Variant, part: Part, raw: str, hints: int, tries: int) -> Mark | None:
        """The mark of one text, told; None where it could not be read or the learner takes it back."""
        # Another item's answer is followed only where both show the same variant.
        earlier = {i: dict(t) for i, t in self.progress.raws.items() if self._seed(i) == variant.seed}
        try:
            made = mark(variant, part, raw, earlier)
        except Exception as fault:  # an oversight of ours costs one answer, never the run
            self._say(say("session.unread", why=say("batch.fault", name=type(fault).__name__)), "unread")
            return None
        verdict = made.verdict
        if made.outcome == UNREAD:
            self._unread(made)
            kept = raw[: made.verdict.at or 0].split("\n")[:-1]  # the lines before the one that was not read
            if kept:
                self._draft(kept)
                self._say(say("session.lines-kept"), "note")
            return None
        if isinstance(verdict.echo, tuple):
            question = two_readings(verdict.echo)
            if question:
                self._say(question, "note")
                if self.screen.attended and not self._confirmed(say("session.confirm")):
                    return None
        place = (variant.item.id, part.id)
        if self.progress.over.get(place) != SHOWN:  # a seen answer is no evidence
            leaving = False
            if self.rate and made.outcome != HELD and place not in self.progress.marks:
                try:
                    self._rated(place)
                except Quit:
                    leaving = True  # the answer was given, and is kept before the run is left
            self.progress.raws.setdefault(variant.item.id, {})[part.id] = raw
            self.progress.marks.setdefault(place, made)
            sure = self.progress.sure.get(place, "") if self.progress.marks[place] is made else ""
            self.keeper.attempt(Attempt(made, earlier, hints, tries + 1, certainty=sure))
            self._keep(variant.item, part)
            if leaving:
                raise Quit
        self.last = made
        self._tell_mark(made)
        return made

    def _rated(self, place: Place) -> None:
        """How sure the learner is of a first answer, before the outcome is told; asked until it is one of three."""
        while True:
            typed = self._line(say("session.certain"))
            if command_of(typed) == "quit":
                raise Quit
            level = level_of(typed)
            if level:
                self.progress.sure[place] = level
                return
            if not typed.strip():
                return
            self._say(say("session.certain-again", text=typed.strip()[:20]), "unread")

    def _unread(self, made: Mark) -> None:
        at = made.verdict.at
        if at is not None and made.raw.strip():
            start = made.raw.rfind("\n", 0, at) + 1
            line = made.raw[start:].split("\n")[0]
            if len(line) <= 76 and line.isprintable():
                self.screen.tell((Text(line),), "caret")
                self.screen.tell((Text("\u00a0" * min(at - start, len(line)) + "^"),), "caret")
        for message in made.verdict.says:
            stuck = message.code == "read.dont-know"
            self._say(say("session.stuck") if stuck else say("session.unread", why=message), "unread")

    def _tell_mark(self, made: Mark) -> None:
        verdict = made.verdict
        if verdict.echo is not None:
            self._say(verdict.echo if isinstance(verdict.echo, Say) else say("session.echo", read=verdict.echo), "echo")
        if not any(message.code == "explain.held" for message in verdict.says):  # which says the same
            self._say(say(f"outcome.{verdict.outcome}", points=points(verdict.score)), verdict.outcome)
        if verdict.outcome != HELD:
            evidence = evidence_of(made)
            if evidence:
                self._say(evidence, "how")
        for message in verdict.says:
            self._say(message, "note")

    def _given_up(self, variant: Variant, part: Part, hints: int, tries: int) -> None:
        """Keep that an answer was shown before any was given: it earns nothing, but the item comes back."""
        if (variant.item.id, part.id) not in self.progress.marks:
            made = mark(variant, part, "", self.progress.raws)
            self.keeper.attempt(Attempt(made, {}, hints, tries, shown=True))

    def _dispute(self, hints: int, tries: int) -> None:
        if self.last is None or self.last.verdict.outcome == RIGHT:
            self._say(say("session.nothing-to-dispute"))
            return
        if self.last is self.disputed:
            self._say(say("session.disputed-before"))
            return
        kept = self.keeper.attempt(Attempt(self.last, {}, hints, tries, disputed=True))
        self._say(say("session.disputed" if kept else "session.disputed-unkept"))
        self.disputed = self.last

    # ---- hints and solutions

    def _hint(self, variant: Variant, part: Part, given: int) -> int:
        if given >= len(part.hints):
            self._say(say("session.no-hints"))
            return given
        self.screen.tell(variant.doc(part.hints[given], part).tokens(self.lang), "hint")
        return given + 1

    def _solution(self, variant: Variant, part: Part) -> None:
        self._reference(variant, part)
        for _, words in part.worked:
            self.screen.tell(variant.doc(words, part).tokens(self.lang), "worked")
