"""A text to a content tree: the one reader for learners and authors, by precedence climbing over tokens."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.errors import CannotRead
from grader.maths.clean import clean
from grader.maths.limits import check_size
from grader.maths.scope import ARITY, INVERSE, Scope
from grader.maths.tokens import Lexer, Token
from grader.maths.tree import names, substitute
from grader.model import Node, Say, say

MAX_DEPTH = 100
MAX_NODES = 1500
MAX_MARKS = 100
MAX_TOWER = 20
_OPERAND = frozenset({"num", "sym", "const", "call", "(", "[", "{", "|", "‖", "√", "⌊", "⌈", "frac", "begin"})
_RELATIONS = {"=": "=", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "≠": "!="}
_SIGNS = frozenset({"+", "-"})
_SEPARATORS = frozenset({",", ";", "\n"})
_CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉"}
_ROUNDED = {"⌊": "floor", "⌈": "ceil"}
_MOST_TRIES = 150
_ENDS = frozenset({"num", "sym", "const", ")", "}", "%", "!"})  # what an entry ends with
_BARE = frozenset({"matrix", "array", "smallmatrix"})  # environments without brackets of their own
_ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})


def read(text: str, scope: Scope, lists: bool = False, relation: bool = False, flat: bool = False) -> Node:
    """The tree of `text`.

    `lists` lets a bare row of entries (`1, 2`, `1 2`, `1 2; 3 4`) be a list; `flat` makes a semicolon part entries as a
    comma does; `relation` lets one relation stand.
    Raises CannotRead with the place in `text` as it was typed.
    """
    global _last
    before = _last
    how = (text, lists, relation, flat)
    if before and how == before[0] and (scope is before[1] or scope == before[1]):
        return before[2]
    plain, places = clean(text, scope.limit)
    try:
        tree = _Parser(plain, scope, flat).whole(lists, relation)
        _last = (how, scope, tree)
        return tree
    except CannotRead as fault:
        at = fault.at
        if at is not None and places is not None:
            at = places[at] if at < len(places) else len(text)
        raise CannotRead(fault.why, at) from None


# The text read last and its tree: a wrong answer is read for the key and again for every mistake of its part.
_last: tuple[tuple[str, bool, bool, bool], Scope, Node] | None = None


class _Parser:
    """Recursive descent over one token list; `at` is the current token."""

    __slots__ = (
        "angles",
        "arguments",
        "at",
        "bars",
        "blanks",
        "depth",
        "height",
        "listed",
        "marks",
        "nodes",
        "raised",
        "scope",
        "separators",
        "tokens",
        "tries",
    )

    def __init__(self, plain: str, scope: Scope, flat: bool) -> None:
        self.scope = scope
        self.separators = (",", ";") if flat else (",",)
        self.tokens: list[Token] = Lexer(plain, scope).tokens()
        self.at = 0
        self.depth = 0
        self.nodes = 0
        self.height = 0  # how many exponents stand around
        self.tries = 0  # double bars that were none
        self.marks = 0  # transposes and factorials
        self.bars: list[str] = []
        self.blanks = False  # between blanks, a new entry starts
        self.listed = 0  # how many lists stand around
        self.angles = 0  # inside the argument of a trigonometric function
        self.arguments = 0  # inside a function's argument without brackets
        self.raised = bool(scope.bound)  # a power or a factorial: only these grow

    # ---- helpers

    def _fail(self, why: Say, token: Token | None = None) -> CannotRead:
        return CannotRead(why, (token or self.tokens[min(self.at, len(self.tokens) - 1)])[2])

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES and not self.scope.author:
            raise self._fail(say("read.too-many", limit=MAX_NODES))

    def _expect(self, kind: str, opening: Token) -> None:
        token = self.tokens[self.at]
        if token[0] != kind:
            if token[0] in (")", "]", "}") and kind != token[0]:
                raise self._fail(say("read.wrong-bracket", found=token[0], wanted=kind))
            if token[0] == "end" or kind in ("|", "‖"):
                raise self._fail(say("read.unclosed", bracket=opening[0], wanted=kind), opening)
            raise self._fail(say("read.unexpected", found=_shown(token)))
        self.at += 1

    # ---- the whole text

    def whole(self, lists: bool, relation: bool) -> Node:
        tokens = self.tokens
        if len(tokens) == 1:
            raise CannotRead(say("read.blank"), 0)
        if lists and (any(t[0] in _SEPARATORS for t in self._top_level()) or self._blank_row()):
            node = self._entries("end", tokens[0])
        else:
            node = self._sum()
            if relation and tokens[self.at][0] in _RELATIONS:
                op = _RELATIONS[tokens[self.at][0]]
                self.at += 1
                node = ("rel", op, node, self._sum())
                if tokens[self.at][0] in _RELATIONS:
                    raise self._fail(say("read.second-relation", sign=str(tokens[self.at][1])))
        token = tokens[self.at]
        if token[0] != "end":
            raise self._leftover(token)
        if self.scope.bound:
            node = substitute(node, self.scope.bound)
        if self.raised:
            check_size(node)
        return node

    def _top_level(self) -> list[Token]:
        out, depth = [], 0
        for token in self.tokens:
            kind = token[0]
            if kind in "([{" or kind == "begin":
                depth += 1
            elif kind in ")]}" or (kind == "end" and token[1] is not None):
                depth -= 1
            elif depth == 0:
                out.append(token)
        return out

    def _blank_row(self) -> bool:
        """A bare row such as `1 -2 3`: at least two operands parted by a blank alone, no list among them."""
        tokens = self.tokens
        if any(t[0] in ("[", "begin") for t in tokens):
            return False
        for before, token, following in zip(tokens, tokens[1:], [*tokens[2:], tokens[-1]], strict=False):
            if token[3] and before[0] in _ENDS and _starts_entry(token, following):
                return True
        return False

    def _leftover(self, token: Token) -> CannotRead:
        kind = token[0]
        if kind in (")", "]", "}"):
            return self._fail(say("read.unopened", bracket=kind), token)
        if kind in _RELATIONS:
            return self._fail(say("read.relation", sign=str(token[1])), token)
        if kind in (",", ";"):
            last = self.tokens[self.at + 1][0] in (",", ";", "end")
            return self._fail(say("read.unexpected", found=kind) if last else self._comma(), token)
        if kind == "\n":
            return self._fail(say("read.two-lines"), token)
        if kind == "±":
            return self._fail(say("read.two-answers"), token)
        return self._fail(say("read.unexpected", found=_shown(token)), token)

    def _comma(self) -> Say:
        tokens = self.tokens
        if len(tokens) == 4 and tokens[0][0] == tokens[2][0] == "num":
            return say("read.decimal-comma")
        return say("read.two-answers")

    # ---- sums and products

    def _sum(self) -> Node:
        self._deeper()
        first = "+"
        token = self.tokens[self.at]
        if token[0] in ("+", "-"):
            first = token[0]
            self.at += 1
            following = self.tokens[self.at]
            if following[0] in ("+", "-") and following[0] != first and not following[3]:
                raise self._fail(say("read.two-answers"), token)  # a typed plus-minus
        terms, signs = [self._product()], [first]
        while True:
            token = self.tokens[self.at]
            kind = token[0]
            if kind not in ("+", "-"):
                break
            if self.blanks and token[3]:
                if not self.tokens[self.at + 1][3]:
                    break
                raise self._fail(say("read.blank-sign"), token)
            self.at += 1
            terms.append(self._product())
            signs.append(kind)
        self.depth -= 1
        if len(terms) == 1:
            return ("neg", terms[0]) if first == "-" else terms[0]
        self._count()
        return ("sum", tuple(terms), "".join(signs))

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._fail(say("read.too-deep", limit=MAX_DEPTH))

    def _product(self) -> Node:
        tokens = self.tokens
        factors, ops = [self._signed() if tokens[self.at][0] in _SIGNS else self._power()], "*"
        while True:
            token = tokens[self.at]
            kind = token[0]
            if kind == "*" or kind == "·":
                if kind == "·":
                    self._check_dot(token)
                op = "*"
                self.at += 1
            elif kind == "/":
                op = "/"
                self.at += 1
            elif (
                kind in _OPERAND and not (kind in self.bars and kind == self.bars[-1]) and self._silent(token, factors)
            ):
                op = " "
            else:
                break
            factors.append(self._signed() if tokens[self.at][0] in _SIGNS else self._power())
            ops += op
        if len(factors) == 1:
            return factors[0]
        self._count()
        return ("prod", tuple(factors), ops)

    def _silent(self, token: Token, factors: list[Node]) -> bool:
        """Whether a silent product goes on with `token`."""
        if self.blanks and token[3]:
            return False
        if self.arguments and token[0] == "call":
            return False
        before = self.tokens[self.at - 1]
        if before[0] == "%":
            raise self._fail(say("read.unexpected", found=_shown(token)))
        if token[0] == "|" and before[0] == "num" and self.listed:
            raise self._fail(say("read.unexpected", found="|"), token)
        if token[0] == "num":
            if before[0] == "num":
                raise self._fail(say("read.two-numbers"))
            if before[0] == "'" and self.tokens[self.at - 2][0] == "num":
                raise self._fail(say("read.apostrophe"), before)
            raised = token[3] and self.tokens[self.at + 1][0] == "^"  # `N_0 2^t`: no power was lost
            if before[0] in ("sym", "const", "T", "'") and not (raised or (token[3] and factors[-1][0] == "pow")):
                raise self._fail(say("read.number-after-name"))
        return True

    def _check_dot(self, token: Token) -> None:
        """A raised dot glued between two plain numbers may be a decimal point, unless a power follows."""
        before, after, third = (
            self.tokens[self.at - 1],
            self.tokens[self.at + 1],
            self.tokens[min(self.at + 2, len(self.tokens) - 1)],
        )
        if before[0] == "num" == after[0] and not token[3] and not after[3] and third[0] != "^" and token[1] == "·":
            raise self._fail(say("read.raised-dot"), token)

    def _signed(self) -> Node:
        token = self.tokens[self.at]
        self._deeper()
        self.at += 1
        node = self._signed() if self.tokens[self.at][0] in _SIGNS else self._power()
        self.depth -= 1
        self._count()
        return ("neg", node) if token[0] == "-" else node

    # ---- powers and marks behind an operand

    def _power(self) -> Node:
        node = self._atom()
        while True:
            token = self.tokens[self.at]
            kind = token[0]
            if kind == "^" and not self._raises_degrees():
                self.at += 1
                node = self._raise(node, token)
            elif kind == "!":
                self._mark(token)
                if self.tokens[self.at + 1][0] == "!":
                    raise self._fail(say("read.double-factorial"), token)
                if node[0] == "num" and not isinstance(node[1], int):
                    raise self._fail(say("read.factorial", limit=170), token)
                self.at += 1
                self.raised = True
                node = ("fact", node)
            elif kind == "'":
                self._mark(token)
                self.at += 1
                node = ("T", node)
            elif kind in ("°", "^"):
                node = self._degrees(node, token)
            elif kind == "%":
                grouped = self.tokens[self.at - 1][0] in (")", "}") and not names(node)
                if node[0] != "num" and not grouped:
                    raise self._fail(say("read.per-cent"), token)
                if self._over(grouped):
                    raise self._fail(say("read.per-cent-over"), token)
                self.at += 1
                node = ("pct", node)
            else:
                return node
            self._count()

    def _over(self, grouped: bool) -> bool:
        """Whether a per cent sign stands behind `1/2`, half of one or one over two of them; a mixed number is whole."""
        kinds = [token[0] for token in self.tokens[max(self.at - 4, 0) : self.at]]
        mixed = kinds[:2] == ["num", "num"] and self.tokens[self.at - 3][3]
        return not self.scope.author and not grouped and kinds[-2:-1] == ["/"] and not mixed

    def _mark(self, token: Token) -> None:
        self.marks += 1
        if self.marks > MAX_MARKS and not self.scope.author:
            raise self._fail(say("read.too-many-marks", limit=MAX_MARKS), token)

    def _raises_degrees(self) -> bool:
        r"""Whether `^\circ` or `^{\circ}` follows."""
        first, second = self.tokens[self.at + 1][0], self.tokens[min(self.at + 2, len(self.tokens) - 1)][0]
        return first == "°" or (first == "{" and second == "°")

    def _degrees(self, node: Node, token: Token) -> Node:
        """An angle in degrees, which only the argument of a trigonometric function can be."""
        if not self.angles:
            raise self._fail(say("read.degrees"), token)
        if token[0] == "^":
            braced = self.tokens[self.at + 1][0] == "{"
            self.at += 3 if braced else 1
            if braced and self.tokens[self.at][0] != "}":
                raise self._fail(say("read.unexpected", found="°"), token)
        self.at += 1
        return ("prod", (node, ("frac", ("const", "pi"), ("num", 180, "180"))), "**")

    def _raise(self, base: Node, caret: Token) -> Node:
        """What follows a caret: a transpose mark, or an exponent that takes its own sign."""
        if self._transposed():
            return self._transpose(base)
        self.height += 1
        if self.height > MAX_TOWER and not self.scope.author:
            raise self._fail(say("read.too-high", limit=MAX_TOWER), caret)
        exponent = self._exponent(caret)
        self.height -= 1
        if not (base[0] == "sym" and exponent[0] in ("num", "sym") and len(str(exponent[1])) < 4):
            self.raised = True
        return ("pow", base, exponent)

    def _transposed(self) -> bool:
        """Whether a transpose mark stands here, in brackets or not: `T`, `{T}`, and of an inverse `-T`, `{-T}`."""
        kinds = [token[0] for token in self.tokens[self.at : self.at + 3]]
        if kinds[0] in "{(":
            del kinds[0]
        return kinds[0] == "T" or kinds[:2] == ["-", "T"]

    def _transpose(self, base: Node) -> Node:
        token = self.tokens[self.at]
        self._mark(token)
        self.at += token[0] in "{("
        if self.tokens[self.at][0] == "-":
            self.at += 1
            base = ("pow", base, ("neg", ("num", 1, "1")))
            self._count()
        self.at += 1
        if token[0] in "{(":
            self._expect(_CLOSING[token[0]], token)
        return ("T", base)

    def _exponent(self, caret: Token) -> Node:
        token = self.tokens[self.at]
        if token[0] in ("-", "+"):
            self._deeper()
            self.at += 1
            node = self._exponent(caret)
            self.depth -= 1
            return ("neg", node) if token[0] == "-" else node
        if token[0] == "{":
            node = self._braced()
        elif token[0] in _OPERAND and token[0] not in self.bars:
            node = self._single()
        else:
            raise self._fail(say("read.exponent"), caret)
        following = self.tokens[self.at]
        if following[0] == "^" and self.tokens[self.at + 1][0] != "T":  # a transpose is one of the whole power
            self._deeper()
            self.at += 1
            node = self._raise(node, following)
            self.depth -= 1
        elif following[0] == "!":
            self._mark(following)
            self.at += 1
            self.raised = True
            node = ("fact", node)
        return node

    def _single(self) -> Node:
        """An operand of which a number stays one number: in `x^2 1/2` the fraction is a factor."""
        token = self.tokens[self.at]
        if token[0] != "num":
            return self._atom()
        self.at += 1
        self._count()
        return ("num", *token[1])

    def _braced(self) -> Node:
        opening = self.tokens[self.at]
        if opening[0] != "{":
            if opening[0] == "num" and len(opening[1][1]) == 1:
                self.at += 1
                return ("num", *opening[1])
            if opening[0] in ("sym", "const"):
                self.at += 1
                return (opening[0], opening[1])
            raise self._fail(say("read.brace"))
        self.at += 1
        return self._inside(opening)

    def _inside(self, opening: Token) -> Node:
        """A sum up to the bracket that closes `opening`, in a fresh context."""
        kept = self.bars, self.blanks, self.arguments
        self.bars, self.blanks, self.arguments = [], False, 0
        if opening[0] in "|‖":
            self.bars = [opening[0]]
        if self.tokens[self.at][0] == _CLOSING[opening[0]] and opening[0] not in "|‖":
            raise self._fail(say("read.empty-bracket"), opening)
        node = self._sum()
        if opening[0] == "(" and self.tokens[self.at][0] in (",", ";"):
            node = self._entries(")", opening, node)
        self.bars, self.blanks, self.arguments = kept
        self._expect(_CLOSING[opening[0]], opening)
        return node

    # ---- operands

    def _atom(self) -> Node:
        token = self.tokens[self.at]
        kind, value = token[0], token[1]
        self.at += 1
        self._count()
        if kind == "num":
            return self._number(token)
        if kind == "sym" or kind == "const":
            node: Node = (kind, value)
            if kind == "sym" and not self.scope.author:
                return self._entry(node)
            return self._indexed(node) if kind == "sym" else node
        if kind == "(":
            node = self._inside(token)
            return self._indexed(node) if self.scope.author else node
        if kind == "call":
            node = self._numbered_root(token) or self._call(token)
            return self._indexed(node) if self.scope.author and self.tokens[self.at - 1][0] == ")" else node
        if kind == "[":
            return self._list(token)
        if kind in "|‖":
            return self._norm(token)
        if kind == "{" and self._raised_group():
            return self._inside(token)
        if kind in _ROUNDED:
            return ("call", _ROUNDED[kind], (self._inside(token),))
        if kind == "√":
            return self._root(token)
        if kind == "frac":
            return self._fraction()
        if kind == "begin":
            return self._environment(token)
        self.at -= 1
        raise self._missing(token)

    def _raised_group(self) -> bool:
        """Whether braces stand around what is raised, as programs print it: `{x}^{2}`."""
        depth = 1
        for place in range(self.at, len(self.tokens)):
            depth += (self.tokens[place][0] == "{") - (self.tokens[place][0] == "}")
            if not depth:
                return bool(self.tokens[place + 1][0] == "^")
        return False

    def _fraction(self) -> Node:
        r"""`\frac{a}{b}`, `\frac12` and `\frac1x`: LaTeX takes one digit or one letter where no brace stands."""
        digits = self.tokens[self.at]
        if digits[0] == "num" and re.fullmatch(r"\d\d", digits[1][1]):
            self.at += 1
            return ("frac", *(("num", int(d), d) for d in digits[1][1]))
        top = self._braced()
        return ("frac", top, self._braced())

    def _missing(self, token: Token) -> CannotRead:
        kind = token[0]
        if kind in (")", "]", "}"):
            depth = sum((t[0] in "([{") - (t[0] in ")]}") for t in self.tokens[: self.at] if len(t[0]) == 1)
            return self._fail(say("read.unopened", bracket=kind) if depth <= 0 else say("read.operand"), token)
        if kind == "{":
            return self._fail(say("read.braces"), token)
        if kind in ("end", "+", "-", "*", "/", "^", "·", ",", ";", "!", "%"):
            return self._fail(say("read.operand"), token)
        return self._leftover(token)

    def _number(self, token: Token) -> Node:
        value, text = token[1]
        tokens, at = self.tokens, self.at
        if tokens[at][0] == "num" and text.isdigit() and self._proper_fraction():
            top, bottom = tokens[at][1], tokens[at + 2][1]
            mixed = f"{text} {top[1]}/{bottom[1]}"
            if not self.blanks:
                if tokens[at - 2][0] in ("/", "^") or tokens[at + 3][0] in ("/", "^"):
                    raise self._fail(say("read.mixed-beside", text=mixed), token)
                self.at += 3
                return ("num", value + Fraction(top[0], bottom[0]), mixed)
            if value and tokens[at - 2][0] != "/":  # below a slash no mixed number stands
                raise self._fail(say("read.mixed-entry", text=mixed), token)
        if (
            "." in text
            and tokens[at][0] == "("
            and not tokens[at][3]
            and tokens[at + 1][0] == "num"
            and tokens[at + 1][1][1].isdigit()
            and tokens[at + 2][0] == ")"
            and not self.scope.author
        ):
            raise self._fail(say("read.recurring"), token)
        tight = not self.blanks or not tokens[at][3]
        if isinstance(value, int) and text.isdigit() and tight and tokens[at][0] == "frac":
            return self._mixed_bar(value, text)
        return ("num", value, text)

    def _proper_fraction(self) -> bool:
        """Whether a blank and a proper fraction of digits follow, as in a mixed number; of entries a tight one."""
        top, slash = self.tokens[self.at : self.at + 2]
        if not top[3] or slash[0] != "/":
            return False
        bottom = self.tokens[self.at + 2]
        if bottom[0] != "num" or (self.blanks and (slash[3] or bottom[3])):
            return False
        return bool(top[1][1].isdigit() and bottom[1][1].isdigit() and 0 < top[1][0] < bottom[1][0])

    def _mixed_bar(self, whole: int, text: str) -> Node:
        r"""`2\frac{1}{2}` is a mixed number as it is in print; another bar is a factor."""
        kept = self.at
        self.at += 1
        _, top, bottom = self._fraction()
        if all(n[0] == "num" and n[2].isdigit() for n in (top, bottom)) and 0 < top[1] < bottom[1]:
            return ("num", whole + Fraction(top[1], bottom[1]), f"{text} {top[2]}/{bottom[2]}")
        self.at = kept
        return ("num", whole, text)

    def _entry(self, node: Node) -> Node:
        """A learner's `v[1]`: an entry where `v` is a vector and digits alone stand inside, else a product."""
        kind = self.scope.symbols.get(node[1])
        if kind is None or not kind.table or 1 not in (kind.rows, kind.cols) or self.tokens[self.at][0] != "[":
            return node
        inner = self.tokens[self.at + 1]
        if inner[0] != "num" or not inner[1][1].isdigit() or self.tokens[self.at + 2][0] != "]":
            return node
        size = kind.rows if kind.cols == 1 else kind.cols
        if isinstance(size, int) and inner[1][0] >= size:
            raise self._fail(say("maths.index-range", index=inner[1][1], size=size), inner)
        self.at += 3
        return ("index", node, ("num", *inner[1]))

    def _indexed(self, node: Node) -> Node:
        while self.tokens[self.at][0] == "[" and not self.tokens[self.at][3]:
            opening = self.tokens[self.at]
            self.at += 1
            inner = self._inside(opening)
            node = ("index", node, inner)
            self._count()
        return node

    def _call(self, token: Token) -> Node:
        name = token[1]
        if name == "log_":
            return self._logarithm(token)
        self._deeper()
        following = self.tokens[self.at]
        power: Node | None = None
        if following[0] == "^" and name not in ("sqrt", "abs", "norm", "transpose"):
            self.at += 1
            power = self._exponent(following)
            if power == ("neg", ("num", 1, "1")):
                if name not in INVERSE:
                    raise self._fail(say("read.no-inverse", name=name), following)
                name, power = INVERSE[name], None
        self.angles += name in _ANGLES
        node: Node = ("call", name, self._arguments(name, token))
        self.angles -= name in _ANGLES
        self.depth -= 1
        if power is None:
            return node
        self.raised = True
        return ("pow", node, power)

    def _logarithm(self, token: Token) -> Node:
        """`log_8(x)`: a quotient of two logarithms; base 10 and 2 have functions of their own."""
        opening = self.tokens[self.at]
        base = self._braced() if opening[0] == "{" else self._single()
        if base[0] not in ("num", "sym", "const"):
            raise self._fail(say("read.log-base", text="log_"), token)
        inside = self._arguments("ln", token)
        if base[:2] in (("num", 10), ("num", 2)):
            return ("call", f"log{base[1]}", inside)
        return ("frac", ("call", "ln", inside), ("call", "ln", (base,)))

    def _numbered_root(self, token: Token) -> Node | None:
        r"""`\sqrt[3]{x}`, or None where no number stands in square brackets in front of the braces."""
        ahead = self.tokens[self.at : self.at + 4]
        if token[1] != "sqrt" or [t[0] for t in ahead] != ["[", "num", "]", "{"]:
            return None
        number = ahead[1]
        self.at += 3
        inner = self._braced()
        if number[1][0] == 3:
            return ("call", "cbrt", (inner,))
        return ("pow", inner, ("frac", ("num", 1, "1"), ("num", *number[1])))

    def _arguments(self, name: str, token: Token) -> tuple[Node, ...]:
        opening = self.tokens[self.at]
        if opening[0] == "(":
            self.at += 1
            inner = self._inside(opening)
            many = ARITY.get(name, 1)
            args = inner[1] if inner[0] == "list" and many != 1 and self._was_tuple else (inner,)
        elif opening[0] == "{":
            args = (self._braced(),)
            if ARITY.get(name) == 2 and self.tokens[self.at][0] == "{":  # a binomial in LaTeX
                args = (*args, self._braced())
        elif opening[0] in ("|", "‖") and opening[0] not in self.bars:
            args = (self._power(),)
        elif opening[0] in _OPERAND or opening[0] in "+-":
            if opening[0] in "+-" or (opening[0] in self.bars):
                raise self._fail(say("read.argument", name=name), token)
            self.arguments += 1
            args = (self._product_argument(),)
            self.arguments -= 1
        else:
            raise self._fail(say("read.argument", name=name), token)
        wanted = ARITY.get(name, 1)
        if wanted is not None and len(args) != wanted:
            raise self._fail(say("read.arity", name=name, wanted=wanted, found=len(args)), token)
        return args

    @property
    def _was_tuple(self) -> bool:
        """Whether the bracket just closed held entries (only a tuple makes a list inside round brackets)."""
        return self.tokens[self.at - 1][0] == ")"

    def _product_argument(self) -> Node:
        """A function's argument without brackets: the silent product that follows."""
        factors = [self._power()]
        while True:
            token = self.tokens[self.at]
            if token[0] not in _OPERAND or token[0] in self.bars or not self._silent(token, factors):
                break
            factors.append(self._power())
        return factors[0] if len(factors) == 1 else ("prod", tuple(factors), "*" + " " * (len(factors) - 1))

    def _norm(self, opening: Token) -> Node:
        if not self._double_bar(opening):
            return ("call", "abs" if opening[0] == "|" else "norm", (self._inside(opening),))
        kept = self.at, self.bars, self.depth, self.height
        try:
            self.at += 1
            node = self._inside(opening)
            self._expect("|", opening)
        except CannotRead:
            self.tries += 1
            if self.tries > _MOST_TRIES:
                raise
            self.at, self.bars, self.depth, self.height = kept  # bars inside bars: ||x| - 1|
            return ("call", "abs", (self._inside(opening),))
        return ("call", "norm", (node,))

    def _double_bar(self, opening: Token) -> bool:
        following = self.tokens[self.at]
        return opening[0] == "|" and following[0] == "|" and not following[3]

    def _root(self, token: Token) -> Node:
        if self.tokens[self.at][0] == "(":
            opening = self.tokens[self.at]
            self.at += 1
            return ("call", "sqrt", (self._inside(opening),))
        if self.tokens[self.at][0] not in _OPERAND:
            raise self._fail(say("read.argument", name="√"), token)
        self._deeper()
        if token[1] == "sqrt":  # LaTeX: one digit or one letter
            self.depth -= 1
            return ("call", "sqrt", (self._braced(),))
        inner = self._atom()
        self.depth -= 1
        following = self.tokens[self.at]
        if following[0] == "^":
            raise self._fail(say("read.root-reach"), following)
        glued = (
            following[0] in _OPERAND - {"√"} and following[0] not in self.bars and not (self.blanks and following[3])
        )
        if glued:
            raise self._fail(say("read.root-reach"), following)
        return ("call", "sqrt", (inner,))

    # ---- lists

    def _list(self, opening: Token) -> Node:
        if self.tokens[self.at][0] == "begin" and self.tokens[self.at][1] in _BARE:
            return self._bracketed_environment(opening)
        self._deeper()
        self.listed += 1
        node = self._entries("]", opening)
        self.listed -= 1
        self.depth -= 1
        self._expect("]", opening)
        return node

    def _bracketed_environment(self, opening: Token) -> Node:
        r"""`\left[\begin{matrix} .. \end{matrix}\right]`: the square brackets are the matrix's own."""
        begin = self.tokens[self.at]
        self.at += 1
        node = self._environment(begin)
        self._expect("]", opening)
        return node

    def _entries(self, closing: str, opening: Token, first: Node | None = None) -> Node:
        """Entries up to `closing`: rows by `;` or a new line, entries by comma, or by blanks where no comma stands."""
        kept = self.bars, self.blanks, self.arguments
        commas = first is not None or self._has_commas(closing)
        self.bars, self.blanks, self.arguments = [], not commas, 0
        rows: list[list[Node]] = [[first] if first is not None else []]
        while self.tokens[self.at][0] != closing or (self.tokens[self.at][1] is not None and closing == "end"):
            token = self.tokens[self.at]
            if token[0] == "end":
                raise self._fail(say("read.unclosed", bracket=opening[0], wanted=closing), opening)
            if token[0] in (";", "\n", ","):
                if not rows[-1]:
                    if token[0] != "\n":
                        raise self._fail(say("read.operand"), token)
                elif token[0] != ",":
                    rows.append([])
                self.at += 1
                if token[0] == "," and self.tokens[self.at][0] in (closing, ",", ";"):
                    raise self._fail(say("read.operand"))
                continue
            if token[0] in (")", "]", "}"):
                raise (
                    self._fail(say("read.wrong-bracket", found=token[0], wanted=closing), token)
                    if closing != "end"
                    else self._leftover(token)
                )
            if rows[-1] and commas and self.tokens[self.at - 1][0] not in (",", ";", "\n"):
                raise self._leftover(token)
            rows[-1].append(self._sum())
        self.bars, self.blanks, self.arguments = kept
        return self._table([r for r in rows if r], opening, commas)

    def _table(self, rows: list[list[Node]], opening: Token, commas: bool) -> Node:
        if not rows:
            raise self._fail(say("read.empty-bracket"), opening)
        if len(rows) > 1 and len({len(r) for r in rows}) > 1:
            raise self._fail(say("read.ragged"), opening)
        if len(rows) == 1:
            return ("list", tuple(rows[0]))
        if all(len(r) == 1 for r in rows):
            if self.listed > 1 or (opening[0] == "[" and self._followed_by_list()):
                raise self._fail(say("read.columns"), opening)
            return ("list", tuple(r[0] for r in rows))
        if (
            commas
            and all(len(r) == 2 and all(n[0] == "num" and n[2].isdigit() for n in r) and r[0] for r in rows)
            and len(rows) > 2
        ):
            raise self._fail(say("read.decimal-comma"), opening)
        return ("list", tuple(("list", tuple(r)) for r in rows))

    def _followed_by_list(self) -> bool:
        """Whether another bracket follows the one that ends here: columns side by side, or rows."""
        ahead = [t[0] for t in self.tokens[self.at + 1 : self.at + 3]]
        return ahead[:1] == ["["] or ahead == [",", "["]

    def _has_commas(self, closing: str) -> bool:
        depth = 0
        for token in self.tokens[self.at :]:
            kind = token[0]
            if depth == 0 and kind == closing:
                return False
            if kind in ("(", "[", "{", "begin"):
                depth += 1
            elif kind in (")", "]", "}"):
                depth -= 1
            elif kind in self.separators and depth == 0:
                return True
        return False

    def _environment(self, token: Token) -> Node:
        """A LaTeX matrix: cells by `&`, rows by a double backslash."""
        kept = self.bars, self.blanks, self.arguments
        self.bars, self.blanks, self.arguments = [], False, 0
        rows: list[list[Node]] = [[]]
        while True:
            rows[-1].append(self._sum())
            mark = self.tokens[self.at]
            if mark[0] == "&":
                self.at += 1
            elif mark[0] == "\n":
                self.at += 1
                if self.tokens[self.at][0] != "end":
                    rows.append([])
                    continue
            if mark[0] not in "&" and self.tokens[self.at][0] == "end" and self.tokens[self.at][1] == token[1]:
                break
            if mark[0] != "&":
                raise self._fail(say("read.unclosed", bracket="\\begin", wanted="\\end"), token)
        self.at += 1
        self.bars, self.blanks, self.arguments = kept
        if len({len(r) for r in rows}) > 1:
            raise self._fail(say("read.ragged"), token)
        if all(len(r) == 1 for r in rows):
            return ("list", tuple(r[0] for r in rows))
        return ("list", tuple(("list", tuple(r)) for r in rows))


def _starts_entry(token: Token, following: Token) -> bool:
    """Whether an entry begins behind a blank: with an operand, or with a sign that stands tight before one."""
    return token[0] in _OPERAND or (token[0] in _SIGNS and not following[3] and following[0] in _OPERAND)


def _shown(token: Token) -> str:
    if token[0] == "num":
        return str(token[1][1])[:40]
    return str(token[1])[:40] if token[1] is not None else token[0]
