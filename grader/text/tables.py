"""What LaTeX is allowed in formulas: every macro with the character and the kind of sign it stands for."""

from __future__ import annotations

BIN, REL, PUNCT, OPEN, CLOSE, BIG, ORD = "bin", "rel", "punct", "open", "close", "big", "ord"


def _pairs(words: str) -> dict[str, str]:
    items = words.split()
    return dict(zip(items[::2], items[1::2], strict=True))


GREEK = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ "
    "mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ"
)

_KINDS = {
    BIN: "cdot · times × div ÷ pm ± mp ∓ cup ∪ cap ∩ circ ∘ odot ⊙ otimes ⊗ oplus ⊕ ast ∗ star ⋆ setminus ∖ land ∧ "
    "wedge ∧ lor ∨ vee ∨ bullet •",
    REL: "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ propto ∝ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ "
    "supseteq ⊇ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ iff ⇔ "
    "Leftrightarrow ⇔ mapsto ↦ mid ∣ parallel ∥ perp ⊥ sim ∼ simeq ≃ cong ≅ ll ≪ gg ≫ lt < gt >",
    BIG: "sum ∑ prod ∏ int ∫",
    ORD: "partial ∂ nabla ∇ infty ∞ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ forall ∀ exists ∃ neg ¬ top ⊤ prime ′ "
    "emptyset ∅ vert | Vert ‖ | ‖ % % $ $ # # _ _",
    OPEN: "langle ⟨ lvert | lVert ‖ lfloor ⌊ lceil ⌈ { {",
    CLOSE: "rangle ⟩ rvert | rVert ‖ rfloor ⌋ rceil ⌉ } }",
    PUNCT: "colon :",
}
OPERATORS = {macro: (char, kind) for kind, words in _KINDS.items() for macro, char in _pairs(words).items()}
OPERATORS["&"] = ("&", ORD)

# Characters that may be typed as they are.
CHARACTERS: dict[str, tuple[str, str]] = {
    **{c: (c, BIN) for c in "+-*"},
    **{c: (c, REL) for c in "=<>:"},
    **{c: (c, PUNCT) for c in ",;"},
    **{c: (c, OPEN) for c in "(["},
    **{c: (c, CLOSE) for c in ")]"},
    **{c: (c, ORD) for c in "/|!?.—"},
    "−": ("-", BIN),
    "–": ("-", BIN),
}
for _char, _kind in OPERATORS.values():
    if not _char.isascii():
        CHARACTERS.setdefault(_char, (_char, _kind))

LIMIT_FUNCTIONS = frozenset({"min", "max", "argmax", "argmin", "lim", "sup", "inf"})
FUNCTIONS = LIMIT_FUNCTIONS | {
    "ln", "log", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arg", "softmax", "det", "dim", "rank",
}  # fmt: skip
LIMIT_SIGNS = frozenset("∑∏")
FONTS = {
    "mathbf": "bold",
    "boldsymbol": "bold",
    "mathcal": "cal",
    "mathbb": "bb",
    "mathrm": "rm",
    "mathit": "it",
    "mathtt": "mono",
}
ACCENTS = {n: n for n in ("hat", "bar", "vec", "tilde", "overline", "underline", "dot")}
SPACES = {"quad": 1.0, "qquad": 2.0, ",": 0.17, ":": 0.22, ";": 0.28, "!": -0.17, " ": 0.33}
FRACTIONS = frozenset({"frac", "dfrac", "tfrac"})
ENVIRONMENTS = {
    "matrix": ("", ""),
    "bmatrix": ("[", "]"),
    "pmatrix": ("(", ")"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "Bmatrix": ("{", "}"),
    "array": ("", ""),
    "cases": ("{", ""),
    "aligned": ("", ""),
}
DELIMITERS = {
    "(": "(",
    ")": ")",
    "[": "[",
    "]": "]",
    "|": "|",
    ".": "",
    "/": "/",
    "<": "⟨",
    ">": "⟩",
    **{"\\" + m: c for m, (c, k) in OPERATORS.items() if k in (OPEN, CLOSE) or m in ("|", "vert", "Vert")},
}
MATRIX_FENCES = frozenset({("[", "]"), ("(", ")"), ("|", "|"), ("‖", "‖"), ("{", "}")})
STRUCTURES = frozenset({"sqrt", "left", "right", "begin", "end", "text", "operatorname", "boxed", "\\"})

MACROS: frozenset[str] = frozenset().union(
    GREEK, OPERATORS, FUNCTIONS, FONTS, ACCENTS, SPACES, FRACTIONS, STRUCTURES
)  # fmt: skip
LAYOUT = (
    "row", "id", "num", "op", "fn", "frac", "sqrt", "scripts", "fence", "matrix", "cases", "aligned", "text", "space",
    "font", "accent", "boxed", "hole",
)  # fmt: skip
