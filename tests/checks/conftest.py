"""One small bank with a part of each kind of fault to come, to spoil in one place at a time."""

from pathlib import Path

import pytest

from grader.bank.load import load

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
  right: [{part: p, text: '<<a*b>>'}, {part: q, text: '@b'}, {part: half, text: '<<a/7:2>>'},
          {part: r, text: '<<2*a/7:3>>'}]
  wrong: [{part: p, text: '<<a + b>>', mistake: sum-taken}, {part: q, text: 'a', fixed: true},
          {part: r, text: '100'}, {part: half, text: '100'}]
"""


@pytest.fixture
def item() -> str:
    """The text of its one item."""
    return ITEM


@pytest.fixture
def bank_of(tmp_path: Path):
    """The loaded bank of some item texts, the first in first.yaml."""

    def made(*items: str):
        folder = tmp_path / "problems" / "topic" / "level1"
        folder.mkdir(parents=True)
        (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
        (folder.parent / "topic.yaml").write_text(TOPIC)
        for name, text in zip(("first", "other"), items, strict=False):
            (folder / f"{name}.yaml").write_text(text)
        return load(tmp_path)

    return made
