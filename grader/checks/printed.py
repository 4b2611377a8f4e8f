"""Whether the formulas that a worked solution prints say what its `equals:` proves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from grader.answers.base import types_of
from grader.bank.variants import Variant
from grader.errors import BankFault, CannotRead, Undecided
from grader.maths import author, balls
from grader.maths.equal import DIFFERENT, Key, decide
from grader.maths.table import Table
from grader.maths.tree import children, names, rebuild
from grader.model import Doc, Math, Node, Para, Part, Say, Token, say
from grader.text.fill import holes
from grader.text.writers.latex_source import latex as source


def printed(variant: Variant, part: Part, words: Doc, equals: str) -> Iterator[Say]:
    """A fault for each side of a printed chain of equations that can be read and differs from `equals`."""
    numbers = _numbers(variant, part, words)
    values = _lettered(variant) | variant.values_for(part)
    for token in _formulas(variant.doc(words, part).tokens("en")):
        for side in sides(token.tree):
            problem = _compared(part, values, side.text, equals, numbers.of(side))
            if problem:
                yield problem


def _formulas(tokens: tuple[Token, ...]) -> Iterator[Math]:
    for token in tokens:
        if isinstance(token, Math) and token.display:
            yield token
        elif isinstance(token, Para):
            yield from _formulas(token.items)


class Side(NamedTuple):
    """One side of a chain of equations as LaTeX, whether `≈` stands in front of it, and whether `…` cuts it off."""

    text: str
    about: bool = False
    cut: bool = False


_OTHER = frozenset(";→⇒⇔<>≤≥≠≡∼≃")


def sides(tree: Node) -> Iterator[Side]:
    """The sides of a chain of equations; a formula with commas between equations is several statements."""
    items = tuple(_in_one_line(tree[1] if tree[0] == "row" else (tree,)))
    if any(n[0] == "op" and n[1] in _OTHER for n in items):
        return
    statements: list[list[Node]] = [[]]
    for item in items:
        if item[0] == "space" and statements[-1] and statements[-1][-1][:2] == ("op", ","):
            statements[-1].pop()
            statements.append([])
        else:
            statements[-1].append(item)
    if len(statements) > 1:
        return  # several statements side by side say more than one `equals:` proves
    side: list[Node] = []
    about = False
    for item in (*statements[0], ("op", "=", "rel")):
        if item[:2] in (("op", "="), ("op", "≈")):
            if side:
                cut = side[-1][:2] == ("op", "…")
                yield Side(source(("row", tuple(side[:-1] if cut else side))), about, cut)
            side, about = [], item[1] == "≈"
        else:
            side.append(item)


def _in_one_line(items: tuple[Node, ...]) -> Iterator[Node]:
    """A chain whose sides stand below each other as one line; lines that begin anew are parted as statements are."""
    for item in items:
        if item[0] != "aligned":
            yield item
            continue
        for n, row in enumerate(item[1]):
            pieces = [piece for cell in row for piece in (cell[1] if cell[0] == "row" else (cell,))]
            if n and pieces and pieces[0][:2] not in (("op", "="), ("op", "≈")):
                yield from (("op", ",", "punct"), ("space", 1.0))
            yield from pieces


_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_GROUPS = re.compile(r"(?<=\d)\{,\}(?=\d{2,3})")
_ALONE = re.compile(r"[-+]?\d+(?:\.\d+)?")
_FINE = 3  # decimals from which a number that an author typed counts as rounded
_EXACT = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of a step as printed: those that a placeholder rounded, and those that it gave exactly."""

    rounded: frozenset[str]
    exact: frozenset[str]
    loose: bool = False
    cut: bool = False

    def of(self, side: Side) -> _Numbers:
        """The same behind `≈`, where every decimal, and a number alone, may be rounded, and in front of `…`."""
        return replace(self, loose=side.about, cut=side.cut)

    def may_be_rounded(self, text: str, side: str) -> bool:
        """Whether a printed number stands for any within half a unit of its last place."""
        if (
            text in self.rounded
            or (self.cut and "." in text)
            or (self.loose and ("." in text or _ALONE.fullmatch(side) is not None))
        ):
            return True
        typed = "." in text and text not in self.exact
        return typed and (len(text.partition(".")[2]) >= _FINE or _ALONE.fullmatch(side) is not None)


def _numbers(variant: Variant, part: Part, words: Doc) -> _Numbers:
    values, rounded, exact = variant.values_for(part), set[str](), set[str]()
    for expr, form in holes(words.tokens("en")):
        shown = variant.raw(f"<<{expr}:{form}>>" if form else f"<<{expr}>>", part)
        if form == ",":
            shown = shown.replace(",", "")
        try:
            same = _close(author.compute(author.bind(shown.replace("−", "-"), values)),
                          author.compute(author.bind(expr, values)), Fraction(0))  # fmt: skip
        except (BankFault, CannotRead):
            same = False
        (exact if same else rounded).update(_NUMBERS.findall(shown))
    return _Numbers(frozenset(rounded), frozenset(exact - rounded))


def _loosened(node: Node, side: str, numbers: _Numbers, env: dict[str, Any]) -> Node:
    """The tree with a name for each number that may be rounded; `env` gets the balls that they stand for."""
    if node[0] == "num":
        text = str(node[2])
        if not numbers.may_be_rounded(text, side):
            return node
        unit = Fraction(1, 10 ** len(text.partition(".")[2]))
        name = f"rounded{len(env)}"
        with balls.precision(_BITS):
            env[name] = balls.between(
                node[1] if numbers.cut else node[1] - unit / 2, node[1] + unit / (2 - numbers.cut)
            )
        return ("sym", name)
    return rebuild(node, tuple(_loosened(part, side, numbers, env) for part in children(node)))


def _lettered(variant: Variant) -> dict[str, Node]:
    """What the letters that the item prints stand for; one that cannot be read is named elsewhere."""
    out = {}
    for name, text in variant.item.letters.items():
        with suppress(BankFault):
            out[name] = author.bind(text, variant.values)
    return out


def _compared(part: Part, values: Mapping[str, Node], side: str, equals: str, numbers: _Numbers) -> Say | None:
    symbols = types_of(part.answer)
    try:
        left = author.bind(_GROUPS.sub("", side), values, symbols)
        right = author.bind(equals, values, symbols)
        if names(left) or names(right):
            wrong = decide(Key(right, symbols), left).outcome == DIFFERENT
        else:
            wrong = not _printable(left, author.compute(right), side, numbers)
    except Undecided:
        return None
    except (BankFault, CannotRead) as fault:
        slots = dict(fault.why.slots)
        # Two vectors side by side may be a dot product, and 0 a vector of zeros.
        vectors = slots.get("left") == slots.get("right") and _VECTOR.search(str(slots.get("left"))) is not None
        if fault.why.code == "shape.multiply" and not vectors:
            return say("check.printed-shape", side=side, why=fault.why)
        return None  # a side in names that have no value here is prose to a machine
    return say("check.printed", side=side, equals=equals) if wrong else None


def _printable(left: Node, right: Any, side: str, numbers: _Numbers) -> bool:
    """Whether a printed side has the value, as exactly as its own numbers tell."""
    if _close(author.compute(left), right, _EXACT):
        return True
    env: dict[str, Any] = {}
    loose = _loosened(left, side, numbers, env)
    return bool(env) and _close(balls.ball(loose, env, _BITS), right, _EXACT)


def _close(left: Any, right: Any, share: Fraction) -> bool:
    if isinstance(left, Table) and isinstance(right, Table):
        pairs = zip(left.cells, right.cells, strict=False)
        return len(left.cells) == len(right.cells) and all(_close(a, b, share) for a, b in pairs)
    if isinstance(left, str | tuple) or isinstance(right, str | tuple):
        return bool(left == right)
    if isinstance(left, Table) or isinstance(right, Table):
        return False  # a table is no number
    with balls.precision(_BITS):
        return balls.within(left, right, share)


_BITS = 320
_VECTOR = re.compile(r"(?:^1 ×|× 1$)|^1$")
