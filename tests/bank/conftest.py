"""A small bank to break in one place at a time."""

from pathlib import Path

import pytest

TOPIC = """\
title: {en: Topic, hinglish: Vishay}
givens: {E: '[[1, 2], [3, 4]]', tokens: [cat, dog]}
worlds: {tiny: {h: {default: '[1, 2]', draw: {vector: 2, from: '-1', to: '1', step: '0.1'}}, where: ['min(h) < 0']}}
misconceptions: {sign-dropped: {en: Sign, hinglish: Sign}}
levels: {1: {en: One, hinglish: Ek}}
"""
FIRST = """\
id: first
number: "1.1"
kind: problem
world: tiny
prompt: {en: 'With $h = <<h>>$', hinglish: '$h = <<h>>$'}
parts:
  - id: z
    ask: {en: Compute, hinglish: Nikaliye}
    answer: {kind: vector, value: 'E*h', tolerance: {abs: '0.005'}}
    mistakes: [{is: sign-dropped, value: 'E*abs(h)'}]
    worked: [{math: 'z = <<E*h>>', equals: 'E*h', say: {en: So, hinglish: Toh}}]
  - id: winner
    ask: {en: Which, hinglish: Kaunsa}
    follows: {z: z}
    answer: {kind: choice, options: tokens, pick: 'argmax(z)'}
examples:
  right: [{part: z, text: '[5, 11]', earlier: {}}]
"""
TRAPS = """\
- id: a-trap
  kind: true_false
  statement: {"false": {en: A, hinglish: A}, "true": {en: B, hinglish: B}}
  parts:
    - id: verdict
      follows: {z: first.z}
      answer:
        kind: true_false
        value: polarity
        reason: {value: b, options: [{id: a, is: sign-dropped, text: '$x$'}, {id: b, text: {en: B, hinglish: B}}]}
- {id: a-card, kind: card, prompt: '$x$', back: '$y$'}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "problems/bank.yaml": "id: small\ntitle: {en: Small, hinglish: Chhota}\n",
        "problems/topic/topic.yaml": TOPIC,
        "problems/topic/level1/first.yaml": FIRST,
        "questions/topic/traps.yaml": TRAPS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path
