"""Both languages say everything the code asks for, and nothing a slot holds becomes markup."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

import grader
from grader.model import LANGS, Code, Emph, Math, Text, say
from grader.text import tell as t

SAYERS = {"say", "Say", "UserError"}


def sources():
    for file in sorted(Path(grader.__file__).parent.rglob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"), str(file))


def used():
    """Codes given to a sayer; string literals; fronts and tails of codes put together (`"hint." + x`, f"{x}-near")."""
    codes, literals, fronts, tails = set(), set(), set(), set()
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            ends = node.values[:: max(len(node.values) - 1, 1)] if isinstance(node, ast.JoinedStr) else ()
            for end in (node.left, node.right) if isinstance(node, ast.BinOp) else ends:
                if isinstance(end, ast.Constant) and isinstance(end.value, str):
                    fronts.update([end.value] if end.value.endswith(".") else [])
                    tails.update([end.value] if end.value.startswith("-") else [])
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in SAYERS and isinstance(node.args[0].value, str):
                    codes.add(node.args[0].value)
    return codes, literals, tuple(fronts), tails


def test_same_codes_and_slots():
    assert set(t.codes("en")) == set(t.codes("hinglish"))
    for code in t.codes("en"):
        slots = {lang: t.placeholders(t.messages(lang)[code]) for lang in LANGS}
        assert slots["en"] == slots["hinglish"], code


@pytest.mark.parametrize("lang", LANGS)
def test_sorted(lang):
    assert list(t.codes(lang)) == sorted(t.codes(lang))


def test_every_code_exists():
    codes, *_ = used()
    assert sorted(codes - set(t.codes("en"))) == []


def test_every_message_is_used():
    codes, literals, fronts, tails = used()
    known = codes | literals
    left = [c for c in t.codes("en") if c not in known and not c.startswith(fronts)]
    assert [c for c in left if not any(c.endswith(end) and c.removesuffix(end) in known for end in tails)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_message_is_readable(lang):
    for code in t.codes(lang):
        slots = dict.fromkeys(t.placeholders(t.messages(lang)[code]), 1)
        assert t.plain(say(code, **slots), lang)


MESSAGES = {
    "m.plain": "a {x} b",
    "m.code": "`{x}`!",
    "m.stress": "*{x}* **b** $z_j$",
    "m.count": "{n} {n?try|tries}",
}
TABLE = [
    ("m.plain", {"x": "*no* `m` $x$ {x}"}, (Text("a *no* `m` $x$ {x} b"),)),
    ("m.plain", {"x": 3}, (Text("a 3 b"),)),
    ("m.plain", {"x": Fraction(1, 2)}, (Text("a 1/2 b"),)),
    ("m.plain", {"x": "\x1b[2J\n"}, (Text("a \\x1b[2J\\n b"),)),
    ("m.plain", {"x": "y" * 200}, (Text("a " + "y" * 79 + "… b"),)),
    ("m.plain", {"x": say("m.code", x="q")}, (Text("a "), Code("q"), Text("! b"))),
    ("m.plain", {"x": (Code("c"), Text("d"))}, (Text("a "), Code("c"), Text("d b"))),
    ("m.plain", {"x": ("one", "two")}, (Text("a one, two b"),)),
    ("m.plain", {"x": ("sym", "q")}, (Text("a "), Math(("id", "q")), Text(" b"))),
    ("m.code", {"x": "a`b"}, (Code("a`b"), Text("!"))),
    ("m.code", {"x": ("sym", "q")}, (Code("q"), Text("!"))),
    ("m.count", {"n": 1}, (Text("1 try"),)),
    ("m.count", {"n": 0}, (Text("0 tries"),)),
    (
        "m.stress",
        {"x": "s"},
        (Emph((Text("s"),)), Text(" "), Emph((Text("b"),), True), Text(" "),
         Math(("scripts", ("id", "z"), ("id", "j"), None))),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "slots", "tokens"), TABLE)
def test_tell(monkeypatch, code, slots, tokens):
    monkeypatch.setattr(t, "messages", lambda lang: MESSAGES)
    assert t.tell(say(code, **slots), "en") == tokens


def test_hinglish():
    words = t.plain(say("latex.unknown", macro="\\fraac", near="\\frac"), "hinglish")
    assert words == "\\fraac yahan nahi chalta. Shayad aapka matlab \\frac tha?"


@pytest.mark.parametrize("lang", LANGS)
def test_refusals_are_sentences(lang):
    families = ("read.", "number.", "unit.", "vector.", "steps.", "shape.", "choice.", "maths.", "bank.", "check.")
    pieces = ("bank.what.", "bank.name.", "check.written", "vector.cell")  # stand inside sentences
    for code, text in t.messages(lang).items():
        if code.startswith(families) and not code.startswith(pieces):
            assert not text[0].islower(), code
            assert text.endswith((".", "?", ":", "{why}")), code
