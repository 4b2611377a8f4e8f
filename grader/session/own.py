"""What learners judge themselves: whether they knew a card, agree with a reference, or named the ideas of a rubric."""

from __future__ import annotations

from grader.answers.explain import Prepared as Rubric
from grader.bank.show import grouped, is_long
from grader.bank.variants import Variant
from grader.model import ONE, RIGHT, WRONG, ZERO, Mark, Part, Say, Text, Verdict, say
from grader.session.asker import Asker, Quit
from grader.session.data import CARD, SELF_MARKED, Attempt, command_of
from grader.text.asking import inline

_NONE = (["0"], ["none"], ["koi"], ["koi", "nahi"])


def ticks_of(typed: str, count: int) -> set[int] | None:
    """The numbers of ideas that a line names; None for a blank one, and for one that names another thing."""
    words = typed.casefold().replace(",", " ").replace("aur", " ").replace("and", " ").split()
    if words in _NONE:
        return set()
    numbers = {int(word) for word in words if word.isascii() and word.isdigit()}
    whole = bool(words) and all(word.isascii() and word.isdigit() for word in words)
    return numbers if whole and all(1 <= n <= count for n in numbers) else None


class OwnWord(Asker):
    """Asks for the learner's own word on what no machine decides."""

    def _back(self, variant: Variant) -> None:
        self.screen.tell(variant.doc(variant.item.docs["back"]).tokens(self.lang), "worked")

    def _known(self, variant: Variant) -> bool | None:
        """Whether a card was known, kept for when it comes back; None where nobody says."""
        if not self.screen.attended:
            return None
        self._say(say("session.card-known"), "how")
        known = self._yes_or_no(say("session.yes-no"))
        if known is not None:
            self.progress.known[self.place] = known
            verdict = Verdict(RIGHT if known else WRONG, ONE if known else ZERO, SELF_MARKED, None)
            made = Mark(variant.item.id, CARD.id, variant.seed, "yes" if known else "no", verdict)
            self.keeper.attempt(Attempt(made, {}, 0, 1))
        return known

    def _held(self, variant: Variant, part: Part, made: Mark) -> None:
        """A person decides: the reference is shown, and the learner says whether it agrees; outside the score."""
        _, key = variant.key(part)
        self.progress.held.add((variant.item.id, part.id))
        self.progress.marks.pop((variant.item.id, part.id), None)
        if isinstance(key, Rubric):
            self._ticked(made, key)
            return
        self._reference(variant, part)
        if self.screen.attended:
            self._say(say("session.agree"), "note")
            agreed = self._yes_or_no(say("session.yes-no"))
            if agreed is not None:
                self.progress.judged.add(self.place)
                self.keeper.attempt(Attempt(made, {}, 0, 1, self_marked=agreed))

    def _ideas(self, key: Rubric) -> None:
        for place, idea in enumerate(key.rubric, 1):
            self.screen.tell((Text(f"{place}.  "), *inline(idea.idea.tokens(self.lang))), "option")

    def _ticked(self, made: Mark, key: Rubric) -> None:
        """Own words: the learner ticks the ideas of the rubric; counted apart from the score."""
        count = len(key.rubric)
        self._say(say("session.rubric" if self.screen.attended else "session.ideas"), "note")
        self._ideas(key)
        if not self.screen.attended:
            return
        ticked: set[int] | None = None
        while ticked is None:
            typed = self._line(say("session.prompt"))
            word = command_of(typed)
            if word == "quit":
                self._draft(made.raw.split("\n"))  # so that the words need not be typed again
                raise Quit
            if word:
                self.pending = typed
                return
            ticked = ticks_of(typed, count)
            if ticked is None:
                self._say(say("session.ticks-again", text=typed.strip()[:20], count=count), "unread")
        share = sum((i.weight for n, i in enumerate(key.rubric, 1) if n in ticked), start=made.score)
        self._say(say("session.ticked", ticked=len(ticked), count=count), "note")
        self.progress.judged.add(self.place)
        self.keeper.attempt(Attempt(made, {}, 0, 1, self_marked=share >= 1))

    def _reference(self, variant: Variant, part: Part) -> None:
        kind, key = variant.key(part)
        if isinstance(key, Rubric):
            self._say(say("session.ideas"), "note")
            self._ideas(key)
            return
        shown = kind.show(key)
        if "\n" in shown:
            self._say(say("session.reference-lines"), "note")
            for line in shown.split("\n"):
                self.screen.tell((Text(line),), "option")
            return
        if is_long(shown):
            self._say(say("session.reference", key=grouped(shown, self.lang)), "note")
            return
        note = kind.note(key)
        echo = kind.judge(key, kind.read(key, shown)).echo
        bare = Say(_BARE[echo.code], echo.slots) if isinstance(echo, Say) and echo.code in _BARE else shown
        self._say(say("session.reference", key=echo if isinstance(echo, tuple) else bare), "note")
        if note:
            self._say(note, "note")


# How an answer is echoed, and the same without the words in front.
_BARE = {"echo.option": "echo.bare", "echo.verdict": "echo.bare-verdict", "echo.verdict-reason": "echo.bare-reason"}
