"""Content trees: what a formula means, kept as it was written.

A node is a tuple whose first member is its name:

| node | meaning |
|---|---|
| `('num', value, text)` | a literal: int or Fraction, and its text as typed |
| `('sym', name)` | a declared name |
| `('const', name)` | `pi`, `e` or `i` |
| `('sum', terms, signs)` | terms with one sign character (`+` or `-`) each |
| `('prod', factors, ops)` | factors with `*`, ` ` (silent) or `/` before each; the first is `*` |
| `('frac', a, b)` | a fraction with a bar |
| `('pow', a, b)`, `('neg', a)`, `('fact', a)` | power, minus, factorial |
| `('pct', a)`, `('T', a)` | per cent, transposed |
| `('call', name, args)` | a function; bars are `abs` and `norm` |
| `('list', items)` | a vector, or a matrix as a list of lists |
| `('index', a, i)` | an entry or a row, counted from 0 |
| `('words', words)` | an author's list of plain words |
| `('rel', op, a, b)` | a relation: `=`, `<`, `<=`, `>`, `>=`, `!=` |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from grader.model import Node

ZERO: Node = ("num", 0, "0")
ONE: Node = ("num", 1, "1")


def num(value: int | Fraction) -> Node:
    """A literal node with a text that reads back: a decimal where it terminates, else a fraction."""
    if value < 0:
        return ("neg", num(-value))
    return ("num", value, decimal_text(value))


def decimal_text(value: int | Fraction) -> str:
    """`value` as a decimal if it terminates within 30 places, else as p/q."""
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
    places, rest = 0, value.denominator
    while rest % 10 == 0:
        rest //= 10
        places += 1
    twos = fives = 0
    while rest % 2 == 0:
        rest //= 2
        twos += 1
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    places += max(twos, fives)
    if rest != 1 or places > 30:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def children(node: Node) -> tuple[Node, ...]:
    """The direct sub-nodes, left to right."""
    head = node[0]
    if head in ("sum", "prod", "list"):
        return node[1]  # type: ignore[no-any-return]
    if head == "call":
        return node[2]  # type: ignore[no-any-return]
    if head in ("frac", "pow", "index"):
        return (node[1], node[2])
    if head in ("neg", "fact", "pct", "T"):
        return (node[1],)
    if head == "rel":
        return (node[2], node[3])
    return ()


def rebuild(node: Node, parts: tuple[Node, ...]) -> Node:
    """`node` with other sub-nodes."""
    head = node[0]
    if head in ("sum", "prod"):
        return (head, parts, node[2])
    if head == "list":
        return (head, parts)
    if head == "call":
        return (head, node[1], parts)
    if head == "rel":
        return (head, node[1], *parts)
    return (head, *parts) if parts else node


def walk(node: Node) -> Iterator[Node]:
    """Every node, outermost first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def names(node: Node) -> frozenset[str]:
    """The symbols that occur."""
    return frozenset(n[1] for n in walk(node) if n[0] == "sym")


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """`node` with symbols replaced by trees; what is not in `values` stays."""
    if node[0] == "sym":
        return values.get(node[1], node)
    parts = children(node)
    if not parts:
        return node
    return rebuild(node, tuple(substitute(p, values) for p in parts))


def transform(node: Node, step: Callable[[Node], Node]) -> Node:
    """Apply `step` to every node, innermost first."""
    parts = children(node)
    if parts:
        node = rebuild(node, tuple(transform(p, step) for p in parts))
    return step(node)


def leaves(node: Node) -> int:
    """How many literals, names and constants occur: the length of a formula as a person counts it."""
    return sum(1 for n in walk(node) if not children(n))
