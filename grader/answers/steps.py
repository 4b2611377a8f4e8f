"""Kind steps: a derivation line by line; each line equals the one before, the last is the key."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.answers.base import FORMULA, MAX_RAW, Context, Kind, Spec, key_tree, learner_scope, right, types_of, wrong
from grader.answers.letters import without_numbers
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.cells import cells_of
from grader.maths.equal import EQUAL, OPEN, Key, decide
from grader.maths.essence import essence, spelling, unpadded
from grader.maths.outline import outline
from grader.maths.read import read as read_tree
from grader.maths.scope import Scope
from grader.maths.shapes import shape_of
from grader.maths.table import Table
from grader.maths.tree import transform
from grader.maths.write import plain
from grader.model import HELD, PARTLY, ZERO, Field, Lines, Node, Verdict, say

OPTIONS = {"from": "expr", "value": "expr", "symbols": "symbols", "allow": "texts", "least": "int"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the derivation starts, where it must end, and how many lines it needs at least."""

    start: Key
    end: Key
    scope: Scope
    least: int


def prepare(spec: Spec, context: Context) -> Prepared:
    """Bind both ends; raises BankFault where they are not equal themselves."""
    types = types_of(spec)
    try:
        start = Key(author.bind(spec["from"], context.values, types), types)
        end = Key(key_tree(spec, context), types)
        if decide(start, end.tree).outcome != EQUAL:
            raise BankFault(say("bank.steps-ends"))
    except CannotRead as fault:
        raise BankFault(fault.why) from fault
    return Prepared(start, end, replace(learner_scope(spec, context), grouping=False), int(spec.get("least", 2)))


# Between steps and in front of them: `=>`, `->`, `Step 2:`.
_ARROW = re.compile(r"=>|⇒|->|→|⟹")
_STEP = re.compile(
    r"^[ \t]*(?:(?:step|line)[ \t]*\d*|ans|answer|jawab|uttar)[ \t]*[:.)][ \t]*", re.IGNORECASE | re.MULTILINE
)


_MARKED = re.compile(r"[ \t]*(?:[-–—•*]|(\d))[ \t]+(?=[\[(])")


def _unlisted(text: str) -> str:
    """Lines without the dashes or counts of a list, where every line has one."""
    lines = text.split("\n")
    found = [_MARKED.match(line) for line in lines]
    if len(lines) < 2 or not all(found):
        return text
    counts = [f[1] for f in found if f]
    if any(counts) and counts != [str(n) for n in range(1, len(lines) + 1)]:
        return text
    return "\n".join(" " * f.end() + line[f.end() :] for f, line in zip(found, lines, strict=True) if f)


_DELIMITERS = re.compile(r"\$+|\\[()\[\]]")
_BOX = re.compile(r"\\boxed\s*\{((?:[^{}\n]|\{[^{}\n]*\})*)\}")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def read(key: Prepared, text: str) -> tuple[Node, ...]:
    """One tree a line; a line may start with `=` or hold a chain of them. Raises CannotRead with the place."""
    pieces: list[tuple[int, str]] = []
    place = 0
    text = _BOX.sub(lambda m: m[1].rjust(len(m[0])), _unlisted(_DELIMITERS.sub(_blank, text)))
    for line in without_numbers(_ARROW.sub(lambda m: "=".rjust(len(m[0])), _STEP.sub(_blank, text))).splitlines():
        pieces += [(place + at, body) for at, body in _pieces(line, key.start.shape.table) if body.strip()]
        place += len(line) + 1
    out: list[Node] = []
    for n, (start, body) in enumerate(pieces):
        try:
            out.append(_line(key, body, start))
        except CannotRead:
            chained = len(pieces) > 1 and "=" in text[start + len(body) : pieces[1][0]]
            if n or not chained or "[" in body or _entries(key.start) is None:
                raise  # only what stands before the first equals sign may be the question's own notation
    if not out:
        raise CannotRead(say("read.blank"), 0)
    return tuple(out)


def _pieces(line: str, tables: bool) -> list[tuple[int, str]]:
    """A line at its equals signs, and at semicolons (between lists commas too) outside all brackets."""
    out, start, depth = [], 0, 0
    for place, char in enumerate(line):
        depth += (char in "([{") - (char in ")]}")
        between = char == ";" or (char == "," and tables and line[:place].rstrip().endswith("]"))
        if char == "=" or (depth == 0 and between):
            out.append((start, line[start:place]))
            start = place + 1
    return [*out, (start, line[start:])]


def _line(key: Prepared, body: str, offset: int) -> Node:
    try:
        tree = read_tree(body, key.scope, lists=key.start.shape.table)
        found = shape_of(tree, key.scope.symbols)
        if ";" in body and key.start.shape.table and key.start.shape.rows == 1:
            raise CannotRead(say("steps.column"), body.index(";"))
        lone = not found.table or (found.rows, found.cols) == (1, 1)
        if key.start.shape.table and lone and (key.start.shape.rows, key.start.shape.cols) != (1, 1):
            # `(c d)` may be a row or a product, and `a*0 + c = c` is one entry: asked about, not judged.
            raise CannotRead(say("steps.table"), 0)
    except CannotRead as fault:
        raise CannotRead(fault.why, offset + (fault.at or 0)) from None
    return tree


def judge(key: Prepared, lines: tuple[Node, ...]) -> Verdict:
    """Credit up to the first line that does not follow; a bare result without its way is partly."""
    echo = lines[-1]
    before, good, how = key.start, 0, "exact"
    met = {outline(key.start.tree)}  # a line in another order, or one come back to, is no step
    for place, line in enumerate(lines):
        decision = decide(before, line)
        if decision.outcome == OPEN:
            return Verdict(HELD, ZERO, decision.how, line, says=(say("verdict.held"),))
        if decision.outcome != EQUAL:
            message = say("steps.breaks" if place else "steps.start", line=place + 1, text=plain(line))
            if not good:
                return wrong(decision.how, line, message)
            return Verdict(PARTLY, Fraction(good, len(lines) + 1), decision.how, line, (), None, (message,))
        how = max(how, decision.how, key=("exact", "proved", "agreed").index)
        drawn = outline(line)
        if drawn not in met and outline(unpadded(line)) not in met and essence(line) != essence(key.start.tree):
            met.add(drawn)
            good += 1
        shape = shape_of(line, key.start.symbols)
        before = Key(line, key.start.symbols, key.start.shape if shape.flat else None, learner=True)
    if not _finished(key, lines[-1]):
        return (
            Verdict(
                PARTLY, Fraction(good, good + 1) if good else Fraction(0), how, echo, says=(say("steps.unfinished"),)
            )
            if good
            else wrong(how, echo, say("steps.unfinished"))
        )
    if good < key.least:
        return Verdict(PARTLY, Fraction(1, 2), how, echo, says=(say("steps.bare"),))
    return right(how, echo)


def _finished(key: Prepared, line: Node) -> bool:
    """Whether the last line is the key as it is written, up to order, signs and notation, in each entry."""
    if decide(key.end, line).outcome != EQUAL:
        return False
    if outline(line) == outline(key.end.tree):
        return True
    if not key.end.shape.table and outline(_unturned(line)) == outline(_unturned(key.end.tree)):
        return True  # a number is its own transpose, term by term
    try:
        return [outline(c) for c in cells_of(line).cells] == [outline(c) for c in cells_of(key.end.tree).cells]
    except CannotRead:
        return False  # one number, or a formula of tables that is written otherwise


def _unturned(tree: Node) -> Node:
    return transform(spelling(tree), lambda node: node[1] if node[0] == "T" else node)


def fields(key: Prepared) -> tuple[Field, ...]:
    """Several lines."""
    return (Lines(say("hint.steps", start=key.start.tree)),)


def join(values: tuple[Any, ...]) -> str:
    """One step a line."""
    return "\n".join(values[0])


def _entries(start: Key) -> Table | None:
    """The entries of the start; None for one value, and where matrices have no entries but a name."""
    try:
        return cells_of(start.tree) if start.shape.table else None
    except CannotRead:
        return None


def show(key: Prepared) -> str:
    """A way that earns full marks: the products written out entry by entry, then the end."""
    table = _entries(key.start)
    if table is None:
        return f"{plain(key.start.tree)}\n{plain(key.end.tree)}"
    rows = [("list", tuple(table.cells[r * table.cols : (r + 1) * table.cols])) for r in range(table.rows)]
    middle: Node = (
        rows[0]
        if table.rows == 1
        else ("list", tuple(c for row in rows for c in row[1]))
        if table.cols == 1
        else ("list", tuple(rows))
    )
    return f"{plain(middle)}\n{plain(key.end.tree)}"


KIND = Kind("steps", OPTIONS, prepare, read, judge, fields, join, show, longest=MAX_RAW, traits=FORMULA)
