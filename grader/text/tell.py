"""Says a message in a language: its authored words with the slots put in as tokens, never as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from grader.errors import CannotRead
from grader.model import LANGS, Code, Doc, Emph, Math, Node, Para, Say, Text, Token
from grader.text import latex
from grader.text.visible import cut

_FOLDER = Path(__file__).parent / "messages"

# `{slot}`, or `{slot?one thing|many things}` where the slot is a count.
_SLOT = re.compile(r"\{([a-z_]+)(?:\?([^|{}]*)\|([^{}]*))?\}")
_MARKUP = re.compile(r"`([^`]+)`|\$([^$]+)\$|\*\*(.+?)\*\*|\*(.+?)\*")


@lru_cache(maxsize=len(LANGS))
def messages(lang: str) -> Mapping[str, str]:
    """Every message of a language by its code."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded = yaml.load((_FOLDER / f"{lang}.yaml").read_text(encoding="utf-8"), Loader=loader)
    return {str(code): str(words) for code, words in loaded.items()}


def codes(lang: str) -> tuple[str, ...]:
    """The codes a language has, in the order of its file."""
    return tuple(messages(lang))


def placeholders(words: str) -> frozenset[str]:
    """The names of the slots of a message."""
    return frozenset(found[1] for found in _SLOT.finditer(words))


def tell(say: Say, lang: str) -> tuple[Token, ...]:
    """The inline tokens of a message."""
    table = messages(lang if lang in LANGS else "en")
    words = table.get(say.code)
    if words is None:
        words = messages("en")[say.code]
    return _merge(_inline(words, dict(say.slots), lang))


def plain(say: Say, lang: str) -> str:
    """A message as one line of Unicode text."""
    from grader.text.writers.plain import Plain

    return Plain(lang=lang).write(tell(say, lang))


def _inline(words: str, slots: Mapping[str, object], lang: str) -> Iterable[Token]:
    at = 0
    for found in _MARKUP.finditer(words):
        yield from _plain(words[at : found.start()], slots, lang)
        at = found.end()
        code, formula, strong, stressed = found.groups()
        if code is not None:
            yield Code(_SLOT.sub(lambda m: _code(m, slots, lang), code))
        elif formula is not None:
            yield Math(latex.parse(formula))
        else:
            yield Emph(_merge(_inline(strong or stressed, slots, lang)), strong is not None)
    yield from _plain(words[at:], slots, lang)


def _plain(words: str, slots: Mapping[str, object], lang: str) -> Iterable[Token]:
    at = 0
    for found in _SLOT.finditer(words):
        yield Text(words[at : found.start()])
        at = found.end()
        if found[2] is not None:
            yield Text(found[2] if slots[found[1]] == 1 else found[3])
        else:
            yield from _slot(slots[found[1]], lang)
    yield Text(words[at:])


def _slot(value: object, lang: str) -> Iterable[Token]:
    if isinstance(value, Say):
        yield from tell(value, lang)
    elif isinstance(value, Doc):
        for token in value.tokens(lang):
            yield from token.items if isinstance(token, Para) else (token,)
    elif isinstance(value, Token):
        yield value
    elif isinstance(value, tuple | list):
        if value and isinstance(value, tuple) and _is_content(value):
            from grader.maths.write import latex as source

            try:
                yield Math(latex.parse(source(value)))
            except CannotRead:  # an echo that cannot be set must not end a session
                yield Code(_code_of(value))
            return
        for i, part in enumerate(value):
            if i and not isinstance(part, Token):
                yield Text(", ")
            yield from _slot(part, lang)
    else:
        yield Text(_words(value))


def _code_of(value: Node) -> str:
    from grader.maths.write import plain as source

    return source(value)


def _code(found: re.Match[str], slots: Mapping[str, object], lang: str) -> str:
    """A slot inside backquotes: always plain text."""
    value = slots[found[1]]
    if isinstance(value, tuple) and _is_content(value):
        return _code_of(value)
    if isinstance(value, Say | Doc | Token | tuple | list):
        from grader.text.writers.plain import Plain

        return Plain(lang=lang).write(_merge(_slot(value, lang)))
    return _words(value)


# The first members of content nodes, as `maths.tree` lists them.
_CONTENT = frozenset({"num", "sym", "const", "sum", "prod", "frac", "pow", "neg", "call", "fact", "pct", "abs", "norm",
                      "T", "list", "index", "rel"})  # fmt: skip


def _is_content(value: tuple[object, ...]) -> bool:
    # A one-word tuple such as ("list",) is words, not a node.
    return len(value) > 1 and isinstance(value[0], str) and value[0] in _CONTENT


def _words(value: object) -> str:
    if isinstance(value, int | Fraction):
        return str(value)
    short = cut(str(value))
    # A list is cut between its words.
    return short[: short.rindex(", ") + 2] + "…" if short.endswith("…") and short.count(", ") > 2 else short


def _merge(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """Neighbouring words as one token, empty ones gone."""
    out: list[Token] = []
    for token in tokens:
        if isinstance(token, Text):
            if not token.text:
                continue
            if out and isinstance(out[-1], Text):
                out[-1] = Text(out[-1].text + token.text)
                continue
        out.append(token)
    return tuple(out)
