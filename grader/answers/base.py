"""What every kind of answer is: five functions behind one name, over the values an item binds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.answers.label import starts_with
from grader.answers.pasted import check_unraised, plain_text
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.clean import MAX_CHARS
from grader.maths.scope import Scope
from grader.maths.tree import names, walk
from grader.maths.types import SymbolType, parse_types
from grader.model import EMPTY, ONE, RIGHT, WRONG, ZERO, Doc, Field, Node, Say, Verdict, say

Spec = Mapping[str, Any]
MISSING = say("bank.missing", name="value")
MAX_RAW = 5000  # characters of what may be long: a plain list, a derivation, many choices
# Traits: typed as maths, so that a wrong text is read once more in other ways; a value, which a name may stand in front
# of; entries, which commas part.
MATHS, NAMED, ENTRIES = "maths", "named", "entries"
FORMULA, VALUE, VALUES = frozenset({MATHS}), frozenset({MATHS, NAMED}), frozenset({MATHS, NAMED, ENTRIES})
# Signs as phones and word processors write them, in one plain character each, so that places stay.
_SIGNS = str.maketrans({
    "＝": "=", "，": ",", "；": ";", "：": ":", "\u00a0": " ", "\u2007": " ", "\u202f": " ",
    **dict.fromkeys("‐‑‒–﹣－", "−"),
})  # fmt: skip
_BLANK_LINES = re.compile(r"(?:\s*\n)?")


@dataclass(frozen=True, slots=True)
class Context:
    """What an answer's formulas may use: bound `values`, and the topic's declared types."""

    values: Mapping[str, Node] = field(default_factory=dict)
    order: Callable[[int], tuple[int, ...]] | None = None  # the shown order of options; None keeps the author's


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of answer.

    `options` maps each field of `answer:` to the sort of value it takes. `prepare(spec, context)` computes the key
    once; `read(key, text)` gives a value or raises CannotRead; `judge(key, value)` gives a Verdict; `fields(key)` says
    how to ask; `join(values)` makes the raw text; `show(key)` is the key as text that `read` takes back;
    `tree(key, value)` is a value (None: the key's own) for the parts that follow, or None where nothing can follow;
    `note(key)` is what whoever marks by hand must know beside the key; `offers(key)` are the options as shown;
    `longest` is how many characters are read; `traits` are what steps that serve several kinds go by.
    """

    name: str
    options: Mapping[str, str]
    prepare: Callable[[Spec, Context], Any]
    read: Callable[[Any, str], Any]
    judge: Callable[[Any, Any], Verdict]
    fields: Callable[[Any], tuple[Field, ...]]
    join: Callable[[tuple[Any, ...]], str]
    show: Callable[[Any], str]
    tree: Callable[[Any, Any], Node | None] = lambda key, value: None
    note: Callable[[Any], Say | None] = lambda key: None
    offers: Callable[[Any], tuple[Any, ...]] = lambda key: ()
    longest: int = MAX_CHARS
    traits: frozenset[str] = frozenset()


def read_raw(kind: Kind, key: Any, raw: str) -> Any:
    """What a kind reads of a raw text without the blank lines round it; raises CannotRead, for a long one at once."""
    if len(raw) > kind.longest:
        raise CannotRead(say("read.too-long", count=len(raw), limit=kind.longest), kind.longest)
    if "\n" in raw:
        end = len(raw.rstrip())
        raw = _BLANK_LINES.sub(lambda m: " " * len(m[0]), raw[:end] if "\n" in raw[end:] else raw, count=1)
    raw = plain_text(raw)
    if MATHS in kind.traits and not raw.isascii():
        raw = raw.translate(_SIGNS)
        label = getattr(key, "label", "")
        if NAMED in kind.traits and not (label and starts_with(raw, label)):
            check_unraised(raw)
    return kind.read(key, raw)


def types_of(spec: Spec) -> dict[str, SymbolType]:
    """The learner's own symbols of an answer."""
    return parse_types(spec.get("symbols") or {})


def symbols_of(spec: Spec) -> dict[str, str]:
    """The same, each with its type as it is written."""
    return {name: str(words) for name, words in (spec.get("symbols") or {}).items()}


def texts_of(spec: Spec, option: str) -> list[str]:
    """An option that is a list of texts; one text alone is a list of one."""
    given = spec.get(option) or ()
    return [given] if isinstance(given, str) else [str(text) for text in given]


def learner_scope(spec: Spec, context: Context, **changes: Any) -> Scope:
    """What a learner may type for this answer; givens and params are closed unless `allow:` opens them."""
    symbols = types_of(spec)
    allowed = {name: context.values[name] for name in texts_of(spec, "allow") if name in context.values}
    values = frozenset(name for name, value in context.values.items() if value[0] != "words")
    closed = values - frozenset(symbols) - frozenset(allowed)
    return Scope(symbols, closed=closed, bound=allowed, **changes)


def key_tree(spec: Spec, context: Context) -> Node:
    """The reference formula with everything bound but the learner's symbols."""
    text = spec.get("value")
    if text is None:
        raise BankFault(MISSING)
    if not isinstance(text, str):
        raise BankFault(say("bank.value-text", value=str(text)))
    return author.bind(text, context.values, types_of(spec))


def fraction(text: object, name: str) -> Fraction:
    """An author's number such as '0.005' or '1/2'."""
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        raise BankFault(say("bank.number", name=name, value=str(text)[:40])) from None


_CASES = (("e", "E"), ("i", "I"))  # constants, and names that differ from them in case alone


def check_case(tree: Node, key: Node, symbols: Mapping[str, SymbolType]) -> None:
    """Ask about a constant where a declared name in the other case is not used: `e = mc^2` for E."""
    for constant, name in _CASES:
        if name in symbols and constant not in symbols and name in names(key) and name not in names(tree):
            typed, wanted = (any(node == ("const", constant) for node in walk(one)) for one in (tree, key))
            if typed and not wanted:
                raise CannotRead(say("read.unknown-near", name=constant, near=name, known=", ".join(symbols)), None)


def right(how: str, echo: object, *says: Say, witness: tuple[tuple[str, str], ...] = ()) -> Verdict:
    """Full marks."""
    return Verdict(RIGHT, ONE, how, echo, witness, says=says)


def wrong(
    how: str, echo: object, *says: Say, witness: tuple[tuple[str, str], ...] = (), mistake: str | None = None
) -> Verdict:
    """No marks."""
    return Verdict(WRONG, ZERO, how, echo, witness, mistake, says)


def doc_of(text: object) -> Doc:
    """A text of an option: a Doc from a bank, or plain words given through the API."""
    from grader.model import Text

    if isinstance(text, Doc):
        return text
    return Doc({"en": (Text(str(text)),)}) if text is not None else EMPTY
