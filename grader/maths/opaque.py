"""Whether two formulas are one whatever their bars, maxima and steps are: each is a name, its argument written out."""

from __future__ import annotations

from grader.maths import polys
from grader.maths.atoms import Names, with_names
from grader.maths.tree import names, transform
from grader.model import Node

_BRANCHED = frozenset({"abs", "sign", "max", "min", "floor", "ceil", "round", "cut"})


def same_apart(key: Node, answer: Node) -> bool:
    """Whether the two are equal as quotients of polynomials in their names, functions and branches."""
    seen: Names = {}
    branches: dict[tuple[str, ...], str] = {}
    try:
        left, right = (with_names(_named(tree, seen, branches), seen) for tree in (key, answer))
        return bool(polys.Form(left, names(left) | names(right)).equals(right))
    except polys.NotPolynomial:
        return False


def _named(tree: Node, seen: Names, branches: dict[tuple[str, ...], str]) -> Node:
    def named(node: Node) -> Node:
        if node[0] != "call" or node[1] not in _BRANCHED:
            return node
        written = [_written(with_names(part, seen), odd=node[1] == "abs") for part in node[2]]
        slot = (node[1], *(sorted(written) if node[1] in ("max", "min") else written))
        return ("sym", branches.setdefault(slot, f" b{len(branches)}"))

    return transform(tree, named)


def _written(part: Node, odd: bool) -> str:
    """A formula written out, the same for all that are equal; with `odd` for its opposite too."""
    ring = polys.ring_of(part, part)
    top, bottom = ring.quotient(part)
    common = top.gcd(bottom)
    lead = (bottom / common).leading_coefficient()
    top, bottom = top / common / lead, bottom / common / lead
    return f"{min(str(top), str(-top)) if odd else top} / {bottom}"
