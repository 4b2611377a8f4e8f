"""Messages come back from JSON with words in both languages and formulas as plain text."""

import json
from fractions import Fraction

import pytest

from grader.maths.tree import num
from grader.model import Code, Doc, Emph, Math, Para, Text, say
from grader.records.says import from_json, to_json

WORDS = Doc({"en": (Para((Text("Add "), Math(("id", "z")))),), "hinglish": (Text("Jodiye"),)})
TABLE = [
    ({}, {}),
    ({"n": 3, "s": "a", "none": None, "yes": True}, {"n": 3, "s": "a", "none": None, "yes": True}),
    ({"x": Fraction(-1, 3)}, {"x": Fraction(-1, 3)}),
    ({"x": num(Fraction(1, 2))}, {"x": "0.5"}),
    ({"x": ("sum", (("sym", "a"), num(1)), "+-")}, {"x": "a - 1"}),
    ({"x": ("list", "words")}, {"x": ("list", "words")}),
    ({"x": ["a", 2, ("sym", "q")]}, {"x": ("a", 2, "q")}),
    ({"x": (Code("c"), Emph((Text("d"),)))}, {"x": ("c", "d")}),
    ({"x": Code("c")}, {"x": "c"}),
    ({"x": say("inner", y=WORDS)}, {"x": say("inner", y=Doc({"en": (Text("Add z"),), "hinglish": (Text("Jodiye"),)}))}),
    ({"x": "\udce9\x00"}, {"x": "\udce9\x00"}),
]


@pytest.mark.parametrize(("slots", "back"), TABLE)
def test_there_and_back(slots, back):
    text = to_json([say("code", **slots), say("other")])
    text.encode("ascii")
    json.loads(text)
    assert from_json(text) == (say("code", **back), say("other"))
    assert to_json(from_json(text)) == text
