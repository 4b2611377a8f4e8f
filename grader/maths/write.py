"""A content tree to text: `plain` reads back as the same tree, `latex` shows how it was read."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.maths.scope import GREEK
from grader.maths.tree import walk
from grader.model import Node

_SUM, _PROD, _POW, _ATOM = 1, 2, 3, 4
_GREEK_WORDS = frozenset(GREEK.values())
# The names of inverse functions that no symbol `a` can be read out of.
_ARCS = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arsinh", "acosh": "arcosh", "atanh": "artanh"}
_TEX_FUNCTIONS = frozenset(
    {"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "exp", "ln", "min", "max"}
)
_TEX_RELATIONS = {"=": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
_POWER_OF_TEN = re.compile(r"([\d.]+)[eE]\+?(-?\d+)")


def _rank(node: Node) -> int:
    head = node[0]
    if head in ("sum", "neg", "rel"):
        return _SUM
    if head in ("prod", "frac"):
        return _PROD
    if head == "num":
        return _SUM if " " in node[2] else _PROD if "/" in node[2] else _ATOM
    return _POW if head in ("pow", "T") else _ATOM


# ------------------------------------------------------------------ plain


def plain(node: Node) -> str:
    """One line that the reader takes back."""
    return _PLAIN[node[0]](node)


def _bracketed(node: Node, least: int) -> str:
    text = plain(node)
    return text if _rank(node) >= least else f"({text})"


def _plain_sum(node: Node) -> str:
    out = ""
    for i, (term, sign) in enumerate(zip(node[1], node[2], strict=True)):
        lead = ("-" if sign == "-" else "") if i == 0 else f" {sign} "
        out += lead + _bracketed(term, _PROD)
    return out


def _plain_prod(node: Node) -> str:
    out = ""
    for i, (factor, op) in enumerate(zip(node[1], node[2], strict=True)):
        text = _bracketed(factor, _POW)
        if i and op == " ":
            if factor[0] == "num" or text[0].isdigit() or factor[0] == "list":
                text = f"({text})"
            glue = (
                ""
                if (out[-1].isdigit() and not text.startswith("e")) or (text[0] == "(" and not out[-1].isalpha())
                else " "
            )
            out += glue + text
        else:
            out += (op if i else "") + text
    return out


def _plain_call(node: Node) -> str:
    name, args = node[1], node[2]
    if name in ("abs", "norm") and not any(n[0] == "call" and n[1] in ("abs", "norm") for n in walk(args[0])):
        bar = "|" if name == "abs" else "||"
        return f"{bar}{plain(args[0])}{bar}"
    return f"{_ARCS.get(name, name)}({', '.join(plain(a) for a in args)})"


_PLAIN: dict[str, Callable[[Node], str]] = {
    "num": lambda n: n[2].replace(",", ""),
    "sym": lambda n: n[1],
    "const": lambda n: n[1],
    "sum": _plain_sum,
    "prod": _plain_prod,
    "frac": lambda n: f"{_bracketed(n[1], _POW)}/{_bracketed(n[2], _POW)}",
    "pow": lambda n: f"{_bracketed(n[1], _ATOM)}^{_bracketed(n[2], _ATOM)}",
    "neg": lambda n: f"-{_bracketed(n[1], _PROD)}",
    "fact": lambda n: f"({plain(n[1])})!" if n[1][0] == "fact" else f"{_bracketed(n[1], _ATOM)}!",
    "pct": lambda n: f"{plain(n[1])}%",
    "T": lambda n: f"{_bracketed(n[1], _ATOM)}^T",
    "call": _plain_call,
    "list": lambda n: f"[{', '.join(plain(i) for i in n[1])}]",
    "index": lambda n: f"{_bracketed(n[1], _ATOM)}[{plain(n[2])}]",
    "rel": lambda n: f"{plain(n[2])} {n[1]} {plain(n[3])}",
}

# ------------------------------------------------------------------ LaTeX


def latex(node: Node) -> str:
    """LaTeX of the layout whitelist; a slash becomes a bar, so that the reader's grouping is seen."""
    return _LATEX[node[0]](node)


def _braced(node: Node, least: int) -> str:
    text = latex(node)
    rank = _PROD if node[0] == "num" and "times" in text else _rank(node)
    return text if rank >= least else rf"\left({text}\right)"


def name_latex(name: str) -> str:
    """`E_in` with its index upright, `beta` as its letter."""
    base, _, below = name.partition("_")
    shown = f"\\{base}" if base in _GREEK_WORDS else base if len(base) == 1 else rf"\mathrm{{{base}}}"
    if not below:
        return shown
    return f"{shown}_{{{below}}}"


def _latex_num(node: Node) -> str:
    text: str = node[2].replace(",", "")
    power = _POWER_OF_TEN.fullmatch(text)
    if power:
        return rf"{power[1]} \times 10^{{{power[2]}}}"
    mixed = re.fullmatch(r"(?:(\d+) )?(\d+)/(\d+)", text)
    if mixed:
        return rf"{mixed[1] or ''}\frac{{{mixed[2]}}}{{{mixed[3]}}}"
    return text


def _latex_sum(node: Node) -> str:
    out = ""
    for i, (term, sign) in enumerate(zip(node[1], node[2], strict=True)):
        lead = ("-" if sign == "-" else "") if i == 0 else f" {sign} "
        out += lead + _braced(term, _PROD)
    return out


def _latex_prod(node: Node) -> str:
    out, last = "", None
    for i, (factor, op) in enumerate(zip(node[1], node[2], strict=True)):
        if op == "/":
            out = rf"\frac{{{out}}}{{{latex(factor)}}}"
        else:
            text = _braced(factor, _PROD if factor[0] == "frac" else _POW)
            if i and (op == "*" or text[0].isdigit()):
                out += rf" \cdot {text}"
            else:
                out += (" " if i else "") + text
        last = factor
    assert last is not None
    return out


def _latex_pow(node: Node) -> str:
    base, power = node[1], latex(node[2])
    if base[0] == "call" and base[1] in _TEX_FUNCTIONS and len(base[2]) == 1 and node[2][0] == "num":
        return rf"\{base[1]}^{{{power}}}\left({latex(base[2][0])}\right)"
    return f"{_braced(base, _ATOM)}^{{{power}}}"


def _latex_call(node: Node) -> str:
    name, args = node[1], [latex(a) for a in node[2]]
    if name in ("abs", "norm"):
        bar = "|" if name == "abs" else r"\|"
        return rf"\left{bar} {args[0]} \right{bar}"
    if name == "sqrt":
        return rf"\sqrt{{{args[0]}}}"
    if name == "transpose":
        return rf"{_braced(node[2][0], _ATOM)}^{{T}}"
    name = _ARCS.get(name, name)
    shown = f"\\{name}" if name in _TEX_FUNCTIONS else rf"\operatorname{{{name}}}"
    return rf"{shown}\left({', '.join(args)}\right)"


def _latex_list(node: Node) -> str:
    if any(i[0] == "list" for i in node[1]):
        rows = r" \\ ".join(" & ".join(latex(c) for c in row[1]) for row in node[1])
        return rf"\begin{{bmatrix}} {rows} \end{{bmatrix}}"
    return r"\left[" + r",\; ".join(latex(i) for i in node[1]) + r"\right]"


_LATEX: dict[str, Callable[[Node], str]] = {
    "num": _latex_num,
    "sym": lambda n: name_latex(n[1]),
    "const": lambda n: r"\pi" if n[1] == "pi" else n[1],
    "sum": _latex_sum,
    "prod": _latex_prod,
    "frac": lambda n: rf"\frac{{{latex(n[1])}}}{{{latex(n[2])}}}",
    "pow": _latex_pow,
    "neg": lambda n: f"-{_braced(n[1], _PROD)}",
    "fact": lambda n: rf"\left({latex(n[1])}\right)!" if n[1][0] == "fact" else f"{_braced(n[1], _ATOM)}!",
    "pct": lambda n: rf"{latex(n[1])}\%",
    "T": lambda n: f"{_braced(n[1], _ATOM)}^{{T}}",
    "call": _latex_call,
    "list": _latex_list,
    "index": lambda n: rf"{_braced(n[1], _ATOM)}[{latex(n[2])}]",
    "rel": lambda n: f"{latex(n[2])} {_TEX_RELATIONS[n[1]]} {latex(n[3])}",
}
