"""Turns a checked file into the bank's data: texts become tokens, credits fractions, lists tuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from grader.bank.fields import Words
from grader.bank.files import BankFile
from grader.bank.schema import AlsoEntry, ClaimEntry, ItemFile, MistakeEntry, PartEntry, Segment, Step, TopicFile
from grader.bank.source import Path, Source, shown
from grader.errors import CannotRead
from grader.model import (
    EMPTY,
    LANGS,
    Also,
    Claim,
    Doc,
    Example,
    FigureSpec,
    Issue,
    Item,
    Math,
    Mistake,
    Para,
    Part,
    Token,
    Topic,
    say,
)
from grader.text import latex, markdown

SEGMENTS = "segments"


class Builder:
    """Builds from one file; faults of texts go to its source."""

    def __init__(self, source: Source) -> None:
        self.source = source

    # -------------------------------------------------------------- texts

    def doc(self, words: Words | None, path: Path) -> Doc:
        """A text of the schema, with its faults noted."""
        if words is None:
            return EMPTY
        texts = {lang: text for lang in LANGS if (text := getattr(words, lang)) is not None}
        return self.texts(texts, path)

    def loose(self, value: Any, path: Path) -> Doc:
        """A text inside an answer: {en, hinglish}, or one text for both."""
        return self.texts(value if isinstance(value, dict) else dict.fromkeys(LANGS, str(value)), path)

    def texts(self, texts: Mapping[str, str], path: Path) -> Doc:
        """Parse every language's text."""
        langs: dict[str, tuple[Token, ...]] = {}
        single = isinstance(self.source.get(path), str)
        for lang, text in texts.items():
            tokens = self._parse(text, path if single else (*path, lang), markdown.parse)
            langs[lang] = tokens
            if single:
                return Doc(dict.fromkeys(LANGS, tokens))
        if len(langs) < len(LANGS):
            missing = next(lang for lang in LANGS if lang not in langs)
            why = say("bank.untranslated", lang=missing)
            self.source.issues.append(Issue(self.source.where(path), shown(path), why, "language", True))
        return Doc(langs)

    def _parse(self, text: str, path: Path, reader: Any) -> tuple[Token, ...]:
        try:
            return tuple(reader(text))
        except CannotRead as error:
            self.source.fault(self.source.where_text(path, error.at), path, error.why)
            return ()

    # -------------------------------------------------------------- topic

    def topic(self, data: TopicFile, place: BankFile) -> Topic:
        """The topic of a file."""

        def many(name: str, entries: Mapping[str, Words]) -> dict[str, Doc]:
            return {key: self.doc(words, (name, key)) for key, words in entries.items()}

        docs = {"about": self.doc(data.about, ("about",))} if data.about else {}
        for n, words in enumerate(data.prerequisites):
            docs[f"prerequisites.{n}"] = self.doc(words, ("prerequisites", n))
        for n, entry in enumerate(data.study):
            docs[f"study.{n}.title"] = self.doc(entry.title, ("study", n, "title"))
            docs[f"study.{n}.text"] = self.doc(entry.text, ("study", n, "text"))
        levels = many("levels", data.levels)
        for key in levels:
            if key not in "12345":
                self.source.fault(
                    self.source.where(("levels", key), key=True), ("levels", key), say("bank.level", name=key)
                )
        return Topic(
            place.topic,
            self.doc(data.title, ("title",)),
            data.symbols,
            freeze(data.givens),
            {name: freeze(world.model_dump(by_alias=True, exclude_none=True)) for name, world in data.worlds.items()},
            many("misconceptions", data.misconceptions),
            many("glossary", data.glossary),
            {int(key): doc for key, doc in levels.items() if key in "12345"},
            docs,
            place.name,
            tuple(data.sources),
            tuple(data.terms),
            data.reviewed,
            tuple(self._claim(entry, n) for n, entry in enumerate(data.claims)),
        )

    def _claim(self, data: ClaimEntry, n: int) -> Claim:
        note = self.doc(data.note, ("claims", n, "note")) if data.note else EMPTY
        return Claim(
            data.id, data.source, self.doc(data.says, ("claims", n, "says")), data.value or "", data.right or "",
            data.places, data.holds or "", freeze(data.given), freeze(data.cases), note,
        )  # fmt: skip

    # -------------------------------------------------------------- item

    def item(self, data: ItemFile, place: BankFile, topic: Topic, base: Path) -> Item:
        """The item of a file, or of the entry of a file at `base`."""
        if place.level and data.level not in (0, place.level):
            path = (*base, "level")
            why = say("bank.level-folder", level=data.level, folder=place.section)
            self.source.fault(self.source.where(path), path, why)
        docs = {f"statement.{key}": self.doc(words, (*base, "statement", key)) for key, words in data.statement.items()}
        if data.back:
            docs["back"] = self.doc(data.back, (*base, "back"))
        figures = tuple(
            FigureSpec(f.draw, freeze(f.__pydantic_extra__ or {}), self.doc(f.alt, (*base, "figures", n, "alt")))
            for n, f in enumerate(data.figures)
        )
        return Item(
            data.id,
            data.number,
            data.kind,
            place.topic,
            data.section or place.section,
            data.level or place.level,
            self.doc(data.title, (*base, "title")),
            self.doc(data.prompt, (*base, "prompt")),
            tuple(self.part(p, topic, (*base, "parts", n), data) for n, p in enumerate(data.parts)),
            data.minutes,
            data.world,
            {k: freeze(p.model_dump(by_alias=True, exclude_none=True)) for k, p in data.params.items()},
            tuple(data.where),
            figures,
            tuple(_examples(data)),
            self.doc(data.solution, (*base, "solution")),
            data.source,
            place.name,
            docs,
            data.replaces,
            data.reviewed,
            freeze(data.published),
            freeze(data.letters),
        )

    def part(self, data: PartEntry, topic: Topic, path: Path, item: ItemFile) -> Part:
        """One part."""
        return Part(
            data.id,
            self.doc(data.ask, (*path, "ask")),
            self.answer(data.answer, topic, (*path, "answer"), item),
            data.label,
            data.after,
            data.follows,
            Fraction(data.follow_credit),
            Fraction(data.points),
            tuple(self.mistake(m, (*path, "mistakes", n)) for n, m in enumerate(data.mistakes)),
            tuple(self.also(a, (*path, "also", n)) for n, a in enumerate(data.also)),
            tuple(self.doc(words, (*path, "hints", n)) for n, words in enumerate(data.hints)),
            tuple(self.step(s, (*path, "worked", n)) for n, s in enumerate(data.worked)),
        )

    def mistake(self, data: MistakeEntry, path: Path) -> Mistake:
        """One wrong path."""
        return Mistake(data.name, freeze(data.__pydantic_extra__ or {}), self.doc(data.words, (*path, "say")))

    def also(self, data: AlsoEntry, path: Path) -> Also:
        """One further answer."""
        spec = freeze(data.__pydantic_extra__ or {})
        return Also(spec, Fraction(data.credit), self.doc(data.words, (*path, "say")))

    def step(self, data: Step, path: Path) -> tuple[str, Doc]:
        """A step of a worked answer: its expression, and its words with the formula below them."""
        if data.math is None:
            return "", self.texts({k: v for k in LANGS if (v := getattr(data, k)) is not None}, path)
        words = self.doc(data.words, (*path, "say")).langs
        formula = self._parse(data.math, (*path, "math"), _display)
        return data.equals or "", Doc({lang: (*words.get(lang, ()), *formula) for lang in words or LANGS})

    # -------------------------------------------------------------- answers

    def answer(self, data: Mapping[str, Any], topic: Topic, path: Path, item: ItemFile) -> Mapping[str, Any]:
        """The answer with its options as {id, text, is, say} and its lines by letter, texts as Docs."""
        out = dict(data)
        if "options" in out:
            out["options"] = self.options(out["options"], topic, (*path, "options"), item)
            if data["options"] == SEGMENTS:
                out.setdefault("shuffle", False)  # they are one text
                out.setdefault("asks", "wrong")
        for name in ("lines", "left", "right"):
            if isinstance(out.get(name), dict):
                out[name] = {k: self.line(words, (*path, name, k)) for k, words in out[name].items()}
        if "reason" in out:
            place = (*path, "reason", "options")
            out["reason"] = {**out["reason"], "options": self.options(out["reason"]["options"], topic, place, item)}
        if "rubric" in out:
            place = (*path, "rubric")
            out["rubric"] = [
                {**e, "idea": self.loose(e["idea"], (*place, n, "idea"))} for n, e in enumerate(out["rubric"])
            ]
        frozen: Mapping[str, Any] = freeze(out)
        return frozen

    def line(self, value: Any, path: Path) -> Any:
        """A line of an order: its text, or a map with the text, a misconception and what to say of it."""
        if isinstance(value, dict) and "text" in value:
            texts = ("text", "say")
            return {k: self.loose(v, (*path, k)) if k in texts else v for k, v in value.items()}
        return self.loose(value, path)

    def segment(self, data: Segment, path: Path) -> dict[str, Any]:
        """A piece of the text in which an error is to be spotted, as an option."""
        out: dict[str, Any] = {"id": data.id, "text": self.doc(data.text, (*path, "text"))}
        if data.name:
            out["is"] = data.name
        if data.words:
            out["say"] = self.doc(data.words, (*path, "say"))
        return out

    def options(self, value: Any, topic: Topic, path: Path, item: ItemFile) -> Any:
        """Options from a list, a map or the item's segments; the name of a word list of the givens stays a name."""
        if value == SEGMENTS and item.segments:
            base = path[: path.index("parts")]
            return [self.segment(one, (*base, "segments", n)) for n, one in enumerate(item.segments)]
        if isinstance(value, str):
            if not isinstance(topic.givens.get(value), tuple):
                self.source.fault(self.source.where(path), path, say("bank.word-list", name=value))
            return value
        if isinstance(value, dict):
            return [{"id": key, "text": self.loose(words, (*path, key))} for key, words in value.items()]
        texts = ("text", "say")
        return [
            {key: self.loose(entry, (*path, n, key)) if key in texts else entry for key, entry in option.items()}
            for n, option in enumerate(value)
        ]


def _display(text: str) -> tuple[Token, ...]:
    return (Para((Math(latex.parse(text), True),)),)


def _examples(data: ItemFile) -> Iterable[Example]:
    for outcome in ("right", "partly", "wrong", "unread", "held"):
        for e in getattr(data.examples, outcome):
            yield Example(e.part, e.text, outcome, e.mistake, e.earlier, e.fixed)


def freeze(data: Any) -> Any:
    """Lists become tuples, all the way down."""
    if isinstance(data, dict):
        return {key: freeze(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return tuple(map(freeze, data))
    return data
