"""The shipped bank: silent under its own check, and marked as the sources' audit says."""

from pathlib import Path

import pytest

import grader
from grader.bank.load import load
from grader.checks.run import check
from grader.text.tell import plain

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def bank():
    return load(ROOT)


def test_the_shipped_bank_is_silent(bank):
    report = check(bank, range(5))
    assert [(i.where, i.path, plain(i.say, "en")) for i in report.issues] == []
    assert report.evidence["proved"]


def _mark(bank, item, part, text, earlier=None):
    return grader.mark(item, {part: text}, earlier=earlier or {}, bank=bank)[part]


# What the sources get right and wrong: item, part, text, outcome, score, mistake.
AUDIT = [
    ("1.3", "verdict", "F c", "right", 1, None),
    ("1.3", "verdict", "galat c", "right", 1, None),
    ("1.3", "verdict", "T c", "wrong", 0, None),
    ("1.3", "correction", "W_out = E_in^T", "right", 1, None),
    ("1.3", "correction", "W_out = E_in", "wrong", 0, "tie-means-equal"),
    ("2.2", "logits", "[-0.24, -0.14, -0.49, 0.51]", "right", 1, None),
    ("2.2", "winner", "ran", "right", 1, None),
    ("2.3", "probs", "[0.20, 0.22, 0.16, 0.42]", "right", 1, None),
    ("2.3", "probs", "[0.19, 0.21, 0.15, 0.40]", "wrong", 0, "sum-not-one"),
    ("3.2", "logits", "[0.82, 0.74, -0.17, -0.29]", "right", 1, None),
    ("3.2", "winner", "cat", "right", 1, None),
    ("3.2", "winner", "dog", "wrong", 0, "own-row-wins"),
    ("3.2", "self", "0.74", "right", 1, None),
    ("4.3", "loss", "0.860", "right", 1, None),
    ("4.3", "loss", "0.868", "partly", 0.5, None),
    ("5.2", "row", "[0*a + 1*c, 0*b + 1*d]\n[c, d]", "right", 1, None),
    ("5.2", "row", "= [0a + c, 0b + d] = [c, d]", "right", 1, None),
    ("5.2", "row", "[c, d]", "partly", 0.5, None),
    ("5.2", "numbers", "[0.4, 0.9]", "right", 1, None),
]


@pytest.mark.parametrize(("item", "part", "text", "outcome", "score", "mistake"), AUDIT)
def test_audit(bank, item, part, text, outcome, score, mistake):
    mark = _mark(bank, item, part, text)
    assert (mark.outcome, float(mark.score), mark.verdict.mistake) == (outcome, score, mistake)


def test_a_wrong_first_answer_is_carried_forward(bank):
    logits = "[0.24, -0.14, -0.49, 0.51]"  # a lost sign
    earlier = {"2.2": {"logits": logits}}
    probs = _mark(bank, "2.3", "probs", "[0.29, 0.20, 0.14, 0.38]", earlier)
    assert (probs.outcome, probs.via, float(probs.score)) == ("right", "followed", 1)
    loss = _mark(bank, "4.3", "loss", "0.968", {"2.3": {"probs": "[0.29, 0.20, 0.14, 0.38]"}})
    assert (loss.outcome, loss.via) == ("right", "followed")
    assert _mark(bank, "4.3", "loss", "0.968").outcome == "wrong"


def test_rounding_too_early_is_half_credit_alone_and_behind_a_right_answer(bank):
    for earlier in ({}, {"2.3": {"probs": "[0.20, 0.22, 0.16, 0.42]"}}):
        mark = _mark(bank, "4.3", "loss", "0.868", earlier)
        assert (mark.outcome, mark.via, float(mark.score)) == ("partly", "also", 0.5)


def test_what_follows_exactly_from_an_earlier_value_counts_as_well(bank):
    logits, probs = "[0.82, 0.74, -0.17, -0.29]", "[0.38, 0.35, 0.14, 0.13]"  # those of another context
    for earlier in ({"2.2": {"logits": logits}}, {"2.2": {"logits": logits}, "2.3": {"probs": probs}}):
        assert _mark(bank, "4.3", "loss", "2.075", earlier).outcome == "right"


def test_an_unread_earlier_answer_is_not_followed(bank):
    for raw in ("?", "0.24", "[1, 2]"):
        assert _mark(bank, "2.3", "probs", "[0.29, 0.20, 0.14, 0.38]", {"2.2": {"logits": raw}}).outcome != "right"


def test_every_key_is_right_in_twenty_variants(bank):
    from grader.bank.variants import Variants
    from grader.marking import mark_texts

    variants = Variants(bank)
    for item in bank.items:
        for seed in range(20):
            variant = variants.of(item, seed)
            for part in item.parts:
                kind, key = variant.key(part)
                if kind.name != "steps":
                    made = mark_texts(variant, {part.id: kind.show(key)}, {})[part.id]
                    wanted = "held" if kind.name == "explain" else "right"
                    assert made.outcome == wanted, (item.id, seed, part.id, kind.show(key))


def test_seeds_draw_the_same_anywhere(bank):
    from grader.bank.variants import Variants

    item = bank.find("2.2")
    shown = [Variants(bank).of(item, seed).key(item.parts[0]) for seed in (0, 1, 2)]
    assert [kind.show(key) for kind, key in shown] == [
        "[-0.24, -0.14, -0.49, 0.51]",
        *[kind.show(key) for kind, key in (Variants(bank).of(item, s).key(item.parts[0]) for s in (1, 2))],
    ]
