"""A topic's texts to read: what it is about, what to know before, its words, and its explanations."""

from __future__ import annotations

from collections.abc import Iterator

from grader.bank.variants import Variants
from grader.model import Emph, Text, Token, Topic, say
from grader.text.asking import inline
from grader.text.tell import tell


def study(variants: Variants, topic: Topic, lang: str) -> Iterator[tuple[tuple[Token, ...], str]]:
    """Tokens with their roles."""

    def words(name: str) -> tuple[Token, ...]:
        return variants.topic_doc(topic, topic.docs[name]).tokens(lang)

    def heading(code: str) -> tuple[tuple[Token, ...], str]:
        return tell(say(code), lang), "title"

    yield inline(topic.title.tokens(lang)), "title"
    if "about" in topic.docs:
        yield words("about"), "prompt"
    before = [name for name in topic.docs if name.startswith("prerequisites.")]
    if before:
        yield heading("study.before")
        for name in before:
            yield (Text("- "), *inline(words(name))), "option"
    if topic.glossary:
        yield heading("study.words")
        for term, doc in topic.glossary.items():
            yield (
                (Emph((Text(term),), True), Text(": "), *inline(variants.topic_doc(topic, doc).tokens(lang))),
                "option",
            )
    for name in topic.docs:
        if name.startswith("study.") and name.endswith(".title"):
            yield inline(words(name)), "title"
            yield words(name.removesuffix("title") + "text"), "prompt"
