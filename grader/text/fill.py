"""Puts values where an authored text has placeholders, minding the signs next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, cast

from grader.model import Math, Node, Text, Token, Value
from grader.text import latex, layout
from grader.text.tables import BIN, CLOSE, OPEN, ORD, PUNCT, REL


@dataclass(frozen=True, slots=True)
class Filled:
    """A value as running text and as LaTeX source; `negative` if it starts with a minus sign."""

    plain: str
    latex: str
    negative: bool = False


Show = Callable[[str, str], Filled]

_tree = lru_cache(maxsize=4096)(latex.parse)
# Shown as they are in front of a superscript.
_WHOLE = {"id", "num", "fence", "matrix", "text", "fn"}


def holes(tokens: Iterable[Token]) -> tuple[tuple[str, str], ...]:
    """The (expression, format) of every placeholder, in reading order."""
    return tuple(_holes(tuple(tokens)))


def _holes(thing: object) -> Iterator[tuple[str, str]]:
    if isinstance(thing, Value):
        yield thing.expr, thing.format
    elif isinstance(thing, Token):
        for field in fields(cast(Any, thing)):
            yield from _holes(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        if len(thing) == 3 and thing[0] == "hole":
            yield thing[1], thing[2]
        else:
            for part in thing:
                yield from _holes(part)


def fill(tokens: Iterable[Token], show: Show) -> tuple[Token, ...]:
    """The tokens with every placeholder replaced by what `show` gives for it."""
    return _joined(_token(token, show) for token in tokens)


def _token(token: Token, show: Show) -> Token:
    if isinstance(token, Value):
        return Text(show(token.expr, token.format).plain)
    if isinstance(token, Math):
        return replace(token, tree=_node(token.tree, show)) if any(_holes(token.tree)) else token
    changes = {}
    for field in fields(cast(Any, token)):
        old = getattr(token, field.name)
        if isinstance(old, tuple):
            new = _nested(old, show)
            if new != old:
                changes[field.name] = new
    return cast(Token, replace(cast(Any, token), **changes)) if changes else token


def _nested(thing: Any, show: Show) -> Any:
    if isinstance(thing, Token):
        return _token(thing, show)
    if isinstance(thing, tuple):
        return _joined(_nested(part, show) for part in thing)
    return thing


def _joined(parts: Iterable[Any]) -> tuple[Any, ...]:
    """Texts side by side as one, so that a writer sees what stands before and behind a quotation mark."""
    out: list[Any] = []
    for part in parts:
        if out and isinstance(part, Text) and isinstance(out[-1], Text):
            part = Text(out.pop().text + part.text)
        out.append(part)
    return tuple(out)


# ------------------------------------------------------------------ formulas


def _node(node: Any, show: Show) -> Any:
    """A layout node (or any tuple inside one) with its holes filled."""
    if not isinstance(node, tuple) or not node:
        return node
    if node[0] == "hole":
        return _tree(show(node[1], node[2]).latex)
    if node[0] == "row":
        return _row(node[1], show)
    if node[0] == "scripts" and node[1][0] == "hole":
        base = _node(node[1], show)
        return ("scripts", base if base[0] in _WHOLE else _fenced(base), *(_node(n, show) for n in node[2:]))
    return tuple(_node(part, show) for part in node)


def _row(items: tuple[Node, ...], show: Show) -> Node:
    out: list[Node] = []
    for i, item in enumerate(items):
        if item[0] != "hole":
            out.append(_node(item, show))
            continue
        filled = show(item[1], item[2])
        tree = _tree(filled.latex)
        before = _last(out)
        after = next((n for n in items[i + 1 :] if n[0] != "space"), None)
        if filled.negative and before is not None and before[:2] == ("op", "+"):
            _minus(out, tree)
        elif _needs_fence(tree, filled.negative, None if _opening_bar(out) else before, after):
            out.append(_fenced(tree))
        else:
            out.extend(_items(tree))
    return layout.join(out)


def _items(tree: Node) -> tuple[Node, ...]:
    return tree[1] if tree[0] == "row" else (tree,)


def _fenced(tree: Node) -> Node:
    return ("fence", "(", tree, ")")


def _last(out: list[Node]) -> Node | None:
    return next((n for n in reversed(out) if n[0] != "space"), None)


def _opening_bar(out: list[Node]) -> bool:
    """Whether the last sign is a bar that opens, so that `|<<a>>|` needs no parentheses."""
    last = _last(out)
    return last is not None and last[0] == "op" and last[1] in "|‖" and out.count(last) % 2 == 1


def _minus(out: list[Node], tree: Node) -> None:
    """Turn `+` and a negative value into `-` and the positive one."""
    at = max(i for i, n in enumerate(out) if n[0] == "op")
    body = list(_items(tree))
    if body[0][:2] == ("op", "-"):
        out[at] = ("op", "-", out[at][2])
        out.extend(body[1:])
    else:
        out.append(_fenced(tree))


def _needs_fence(tree: Node, negative: bool, before: Node | None, after: Node | None) -> bool:
    """Whether a value would be misread between these neighbours."""
    body = _items(tree)
    several = any(n[0] == "op" and n[2] == BIN and n[1] in "+-±∓" for n in body)
    left = layout.kind_of(before)
    operand_before = before is not None and left in (ORD, CLOSE) and not _sign(before)
    digits = body[0][0] == "num"
    if digits and operand_before and before is not None and before[0] not in ("op", "text"):
        return True
    if body[-1][0] == "num" and after is not None and after[0] in ("num", "hole"):
        return True
    if before is None or left in (REL, PUNCT, OPEN):
        return several and _multiplied(after)
    if before[:2] == ("op", "+"):
        return several and _multiplied(after)
    return negative or several


def _sign(node: Node) -> bool:
    return node[0] == "op" and node[1] in ("+", "-")


def _multiplied(after: Node | None) -> bool:
    if after is None:
        return False
    kind = layout.kind_of(after)
    return kind in (ORD, OPEN) if after[0] != "op" else after[1] in ("·", "×", "/", "(", "[")
