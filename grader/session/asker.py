"""How the quiz loop asks: fields and lines, drafts of long answers, yes or no, and words typed in their place."""

from __future__ import annotations

from grader.model import Field, Lines, Long, One, Say, Text, say
from grader.session.data import WORDS, Keeper, Place, Progress, Screen, command_of, yes_or_no_of
from grader.text.asking import hints_of, inline, offered_by
from grader.text.tell import tell


class Quit(Exception):
    """The learner leaves, or the input ended."""


class Asker:
    """Speaks with one learner through a screen, and keeps what was typed and not yet used."""

    def __init__(self, lang: str, screen: Screen, keeper: Keeper) -> None:
        """Nothing is asked yet."""
        self.lang, self.screen, self.keeper = lang, screen, keeper
        self.progress = Progress()
        self.place: Place = ("", "")
        self.pending: str | None = None  # an answer or a word that was typed in place of yes or no

    def _say(self, message: Say, role: str = "note") -> None:
        self.screen.tell(tell(message, self.lang), role)

    def _fields(self, fields: tuple[Field, ...]) -> None:
        for place, one in enumerate(fields):
            if place and isinstance(one, One):
                self._say(say("session.because"), "how")
            for letter, doc in offered_by(one):
                self.screen.tell((Text(f"{letter})  "), *inline(doc.tokens(self.lang))), "option")
        for hint in hints_of(fields):
            self._say(hint, "how")

    def _answer(self, fields: tuple[Field, ...]) -> str:
        """One raw text: a line, or several up to an empty one where steps are asked."""
        if not any(isinstance(f, Lines | Long) for f in fields):
            return self._line(say("session.prompt"))
        lines = list(self.progress.drafts.get(self.place, ()))
        for line in lines:
            self.screen.tell((Text(line),), "option")
        if not lines:
            first = self._line(say("session.prompt"))
            if first.strip().casefold() in WORDS:
                return first
            lines = [first]
        while lines[-1].strip() and lines[-1].strip().casefold() not in WORDS:
            self._draft(lines)  # before the next is asked for, so that a kill takes none of them
            following = self.screen.ask(tell(say("session.prompt-more"), self.lang), self.place)
            if following is None and self.screen.attended:
                raise Quit
            if following is None:  # the end of a pipe ends the answer as well
                break
            lines.append(following)
        if lines[-1].strip().casefold() in WORDS:
            self._draft(lines[:-1])  # a word in between takes nothing away
            return lines[-1]
        self._draft([])
        return "\n".join(line for line in lines if line.strip())

    def _draft(self, lines: list[str]) -> None:
        """Keep the lines of an answer that is not finished."""
        lines = [line for line in lines if line.strip()]
        if lines != self.progress.drafts.get(self.place, []):
            self.progress.drafts[self.place] = lines
            self.keeper.draft(self.place, lines)

    def _line(self, prompt: Say) -> str:
        if self.pending is not None:
            waiting, self.pending = self.pending, None
            return waiting
        typed = self.screen.ask(tell(prompt, self.lang), self.place)
        if typed is None:
            raise Quit
        return typed

    def _yes_or_no(self, question: Say) -> bool | None:
        """Yes or no, None where that is skipped; asked again for whatever says neither; raises Quit."""
        while True:
            typed = self._line(question)
            said, word = yes_or_no_of(typed), command_of(typed)
            if said is not None or word == "skip":
                return said
            if word == "quit":
                raise Quit
            self._say(say("session.yes-no-again"), "unread")

    def _confirmed(self, question: Say) -> bool:
        """Yes or no; whatever else is typed is the next line of the question itself."""
        typed = self._line(question)
        said = yes_or_no_of(typed) if typed.strip() else True
        if said is None:
            self.pending = typed
        return bool(said)
