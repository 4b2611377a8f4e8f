"""Which names a text may use: a learner's few, or an author's many."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from grader.maths.types import IDENTITY, SymbolType
from grader.model import Node

# Names a learner may type -> the function's one name, and how many arguments it takes (None: one or more).
FUNCTIONS: dict[str, str] = {
    "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec", "csc": "csc", "cosec": "csc",
    "asin": "asin", "acos": "acos", "atan": "atan", "arcsin": "asin", "arccos": "acos", "arctan": "atan",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh", "atanh": "atanh",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh",
    "exp": "exp", "ln": "ln", "log": "ln", "log10": "log10", "log2": "log2", "lg": "log10",
    "loge": "ln", "log_e": "ln",
    "sqrt": "sqrt", "cbrt": "cbrt", "abs": "abs", "norm": "norm", "dot": "dot",
    "binom": "binom", "binomial": "binom", "comb": "binom", "nCr": "binom",
    "transpose": "transpose", "min": "min", "max": "max", "floor": "floor", "ceil": "ceil", "sign": "sign",
}  # fmt: skip
AUTHOR_FUNCTIONS: dict[str, str] = {
    **FUNCTIONS,
    **{
        name: name
        for name in ("softmax", "argmax", "argmin", "round", "distinct", "sum", "len", "onehot", "degrees", "cut")
    },
}
# What the prover alone carries out: the origin of a value, in `derive:`.
CALCULUS: dict[str, str] = {name: name for name in ("diff", "integrate", "limit", "solve")}
ARITY: dict[str, int | None] = {
    "dot": 2, "binom": 2, "min": None, "max": None, "round": 2, "cut": 2, "distinct": 2, "onehot": 2,
    **dict.fromkeys(CALCULUS),
}  # fmt: skip
INVERSE = {"sin": "asin", "cos": "acos", "tan": "atan", "sinh": "asinh", "cosh": "acosh", "tanh": "atanh"}
CONSTANTS = ("pi", "e", "i")
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ϑ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "ϕ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_DIGITED = re.compile(r"([A-Za-z]+)_?(\d+)")
_SUBSCRIPTED = re.compile(r"([A-Za-z]\w*?)_([A-Za-z0-9]+)")


def one_name(name: str) -> str:
    """`x1`, `x_1`, `x_{1}` are one name: `x_1`."""
    plain = name.replace("{", "").replace("}", "")
    digited = _DIGITED.fullmatch(plain)
    return f"{digited[1]}_{digited[2]}" if digited else plain


def pattern_of(name: str) -> str:
    """A pattern of every way to type one declared name."""
    glyphs = "|".join(g for g, word in GREEK.items() if word == name.split("_")[0])
    digited = _DIGITED.fullmatch(name)
    parts = _SUBSCRIPTED.fullmatch(name)
    if digited:
        base, end = digited[1], rf"(?:_\{{{digited[2]}\}}|_?{digited[2]})"
    elif parts:
        base, end = parts[1], rf"(?:_\{{{parts[2]}\}}|_{parts[2]})"
    else:
        base, end = name, ""
    stem = re.escape(base)
    if glyphs:
        stem = rf"(?:\\?{stem}|{glyphs})"
    return stem + end


@dataclass(frozen=True)
class Scope:
    """The names one text may use.

    `closed` are names that exist in the item but not for the learner; `bound` are names that a learner may use for the
    values they stand for.
    """

    symbols: Mapping[str, SymbolType] = field(default_factory=dict)
    author: bool = False
    calculus: bool = False
    closed: frozenset[str] = frozenset()
    constants: tuple[str, ...] = CONSTANTS
    grouping: bool = True
    limit: int = 1000
    bound: Mapping[str, Node] = field(default_factory=dict)

    @cached_property
    def tabled(self) -> bool:
        """Whether some name is a vector or a matrix."""
        return bool(self.bound) or any(kind.table for kind in self.symbols.values())

    @property
    def functions(self) -> Mapping[str, str]:
        """Typed function names and what they mean here."""
        if self.calculus:
            return {**AUTHOR_FUNCTIONS, **CALCULUS}
        return AUTHOR_FUNCTIONS if self.author else FUNCTIONS

    @cached_property
    def names(self) -> dict[str, tuple[str, str]]:
        """Typed name -> (kind, meaning); declared symbols win over functions, functions over constants."""
        table = {c: ("const", c) for c in self.constants}
        table.update({f: ("call", meaning) for f, meaning in self.functions.items()})
        table.update({f"{s}_{t.rows}": ("sym", s) for s, t in self.symbols.items() if IDENTITY in t.words})
        table.update({one_name(s): ("sym", s) for s in (*self.bound, *self.symbols)})
        if not self.author:  # `hL` for h_L, where it is no product of names
            for s in self.symbols:
                joined = s.replace("_", "")
                if joined != s and joined not in table and not all(letter in table for letter in joined):
                    table[joined] = ("sym", s)
        return table

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Every name that may stand here, the longest first."""
        spelled = {name: pattern_of(name) for name in self.names}
        ordered = sorted(spelled, key=lambda n: (-len(n), n))
        groups = "|".join(f"(?P<n{i}>{spelled[n]})" for i, n in enumerate(ordered))
        return re.compile(groups or r"(?!)")

    @cached_property
    def by_group(self) -> dict[str, tuple[str, str]]:
        """Pattern group -> (kind, meaning)."""
        ordered = sorted(self.names, key=lambda n: (-len(n), n))
        return {f"n{i}": self.names[n] for i, n in enumerate(ordered)}

    def near(self, name: str) -> str:
        """The nearest name that may stand here, or ''."""
        return nearest(name, self.names)


def nearest(name: str, known: Iterable[str], cutoff: float = 0.7) -> str:
    """The nearest of `known` to `name`, or '': same letters in another case first."""
    pool = sorted(known)
    close = [k for k in pool if k.casefold() == name.casefold()] or [k for k in pool if k.startswith(name + "_")]
    if not close and len(name) > 2:  # a slip in two letters is any two letters
        close = difflib.get_close_matches(name[:40], pool, n=1, cutoff=cutoff)
    return close[0] if close else ""
