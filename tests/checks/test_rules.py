"""Each rule finds its own fault, at its place, and is silent on the bank it was spoilt from."""

import re
from pathlib import Path

import pytest

from grader.bank.load import load
from grader.checks.rules import RULES, WARNINGS
from grader.checks.run import check
from grader.text.tell import plain

TOPIC = """\
title: {en: Topic, hinglish: Topic}
givens: {E: '[[1, 2], [3, 4]]', tokens: [cat, dog]}
misconceptions: {sum-taken: {en: 'You added.', hinglish: 'Aapne joda.'}}
glossary: {logit: {en: A score, hinglish: Ek score}}
levels: {1: {en: One, hinglish: Ek}}
"""
ITEM = """\
id: first
number: "1.1"
kind: problem
title: {en: A product, hinglish: Ek product}
params:
  a: {default: '3', draw: {integer: true, from: '2', to: '9'}}
  b: {default: '12', draw: {integer: true, from: '11', to: '19'}}
prompt: {en: 'The logit of $a = <<a>>$ is not $b = <<b>>$.', hinglish: '$a = <<a>>$ ka logit $b = <<b>>$ nahi hai.'}
parts:
  - id: p
    ask: {en: Multiply $a$ by $b$., hinglish: $a$ aur $b$ ko multiply kijiye.}
    answer: {kind: number, value: 'a*b', tolerance: {abs: '0.5'}}
    mistakes: [{is: sum-taken, value: 'a + b'}]
    worked: [{math: '<<a>> \\cdot <<b>>', equals: 'a*b', say: {en: So, hinglish: Toh}}]
  - id: q
    ask: {en: Which is larger?, hinglish: Bada kaunsa hai?}
    answer:
      kind: choice
      value: b
      options:
        - {id: a, is: sum-taken, text: {en: 'The sum', hinglish: 'Sum'}}
        - {id: b, text: {en: 'The product', hinglish: 'Product'}}
  - id: half
    ask: {en: Divide $a$ by 7., hinglish: $a$ ko 7 se divide kijiye.}
    answer: {kind: number, value: 'a/7', places: 1}
  - id: r
    follows: {s: half}
    ask: {en: Double it., hinglish: Double kijiye.}
    answer: {kind: number, value: '2*s', tolerance: {abs: '0.2'}}
examples:
  right: [{part: p, text: '<<a*b>>'}]
  wrong: [{part: p, text: '<<a + b>>', mistake: sum-taken}, {part: q, text: 'a', fixed: true},
          {part: r, text: '100'}, {part: half, text: '100'}]
"""

# rule, what is replaced, by what, where the fault must stand (a word of its line)
SPOILT = [
    ("language", "hinglish: '$a = <<a>>$ ka logit", "hinglish: '$a = <<a + 1>>$ ka logit", "prompt"),
    ("language", "$b = <<b>>$ nahi hai", "$b = <<b>>$ hai", "prompt"),
    ("language", "ka logit", "ka score", "prompt"),
    ("language", "Divide $a$ by 7.", "Divide $a$ by 8.", "ask"),
    ("language", "Multiply $a$ by $b$.", "Multiply $b$ by $b$.", "ask"),
    ("prose", "say: {en: So, hinglish: Toh}", "say: {en: So it is 36., hinglish: Toh 36 hai.}", "worked"),
    ("mistake", "value: 'a + b'", "value: 'b*a'", "is: sum-taken"),
    ("tolerance", "value: 'a + b'", "value: 'a*b + 1/10'", "is: sum-taken"),
    ("rounding", "tolerance: {abs: '0.2'}", "tolerance: {abs: '0.0001'}", "2*s"),
    ("option", "text: {en: 'The sum', hinglish: 'Sum'}", "text: {en: 'The sum', hinglish: 'Product'}", "id: b"),
    ("option", "is: sum-taken, text", "text", "id: a"),
    ("worked", "equals: 'a*b'", "equals: 'a*b + 0*a + 1'", "a*b"),
    ("printed", "'<<a>> \\cdot <<b>>'", "'<<a>> + <<b>>'", "math"),
    ("example", "text: '<<a*b>>'", "text: '<<a*b + 1>>'", "right"),
    ("draw", "from: '11', to: '19'", "from: '19', to: '11'", "  b: {default"),
    ("text", "Double it.", "Double <<t>>.", "ask"),
    ("key", "value: '2*s'", "value: '2/(s-s)'", "2/(s-s)"),
    ("published", "examples:", "published: {'0': '000000000000'}\nexamples:", "published"),
    ("tolerance", "value: 'a*b', tolerance: {abs", "value: 'a*b - a*b', tolerance: {rel", "a*b - a*b"),
    ("reviewed", "examples:", "reviewed: 0000 0000\nexamples:", "reviewed"),
]


def _bank(root: Path, item: str):
    folder = root / "problems" / "topic" / "level1"
    folder.mkdir(parents=True)
    (root / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
    (folder.parent / "topic.yaml").write_text(TOPIC)
    (folder / "first.yaml").write_text(item)
    return load(root)


def test_the_bank_itself_is_silent(tmp_path):
    report = check(_bank(tmp_path, ITEM), range(6))
    assert [(i.where, i.rule, plain(i.say, "en")) for i in report.issues] == []


@pytest.mark.parametrize(("rule", "before", "after", "line"), SPOILT)
def test_each_rule_finds_its_fault(tmp_path, rule, before, after, line):
    assert before in ITEM
    spoilt = ITEM.replace(before, after, 1)
    issues = check(_bank(tmp_path, spoilt), range(6)).issues
    found = [i for i in issues if i.rule == rule]
    assert found, [(i.where, i.rule, plain(i.say, "en")) for i in issues]
    lines = spoilt.splitlines()
    places = [lines[int(i.where.rsplit(":", 2)[1]) - 1] for i in found]
    assert any(line in place for place in places), places


def test_every_rule_has_its_section_and_no_section_is_left_over():
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (\w+)$", page, re.MULTILINE))
    assert sections == {name for name, _ in RULES} | {"format", "draw", "given", "published", "claim", "spread"}
    for name in (*WARNINGS, "spread"):
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        assert "Warning." in section


def test_variants_that_are_one_question_again(tmp_path):
    spoilt = ITEM.replace("from: '2', to: '9'", "from: '3', to: '4'").replace(
        "from: '11', to: '19'", "from: '12', to: '12'"
    )
    issues = check(_bank(tmp_path, spoilt), range(20)).issues
    assert [(i.rule, i.say.code, i.warning) for i in issues if "params" in i.path] == [
        ("spread", "check.distinct", True)
    ]


def test_a_key_that_always_stands_in_one_place(tmp_path):
    spoilt = ITEM.replace("kind: choice\n", "kind: choice\n      shuffle: false\n")
    found = [i for i in check(_bank(tmp_path, spoilt), range(20)).issues if i.rule == "spread"]
    assert [(i.say.code, i.warning, i.path) for i in found] == [("check.position", True, "parts[1].answer")]


@pytest.mark.parametrize(("told", "leaks"), [("<<a*b>>", True), ("0<<a*b>>", False), ("<<a*b + 1>>", False)])
def test_a_question_that_tells_its_answer(tmp_path, told, leaks):
    text = "{en: Multiply $a$ by $b$., hinglish: $a$ aur $b$ ko multiply kijiye.}"
    spoilt = ITEM.replace("'12'", "'112'").replace("'11'", "'111'").replace("'19'", "'119'")
    spoilt = spoilt.replace(text, f"{{en: 'It is {told}.', hinglish: '{told} hai.'}}")
    found = [i for i in check(_bank(tmp_path, spoilt), [0]).issues if i.rule == "leak"]
    assert [(i.say.code, i.path) for i in found] == ([("check.leak", "parts[0].ask")] if leaks else [])
