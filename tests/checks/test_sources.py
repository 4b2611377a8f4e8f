"""The ledger: where a claim stands is computed; the sources' errors come out by themselves."""

from pathlib import Path

import pytest

from grader.bank.load import load
from grader.bank.variants import Variants
from grader.checks.run import check
from grader.checks.sources import Standing, described, ledger
from grader.text.tell import plain

ROOT = Path(__file__).parents[2]
EXPECTED = {
    "note-logits": "verified", "note-shares": "contradicted", "note-shares-sum": "contradicted",
    "true-share": "contradicted", "loss": "verified", "untied-count": "verified", "tied-count": "verified",
    "saving": "conditional", "dog-logits": "verified", "own-token": "conditional", "own-logit": "verified",
    "unseen-row": "conditional", "two-terms": "conditional", "closest-code": "contradicted",
    "closest-is-fast": "verified", "tied-symmetric": "verified", "untied-symmetric": "contradicted",
    "near-uniform": "conditional", "lookup-is-product": "verified", "lookup-cost": "contradicted",
    "inverse-roles": "contradicted", "nine-words": "contradicted", "one-bias-convention": "conditional",
}  # fmt: skip


@pytest.fixture(scope="module")
def standings():
    bank = load(ROOT)
    found = [entry for topic in bank.topics.values() for entry in ledger(topic, Variants(bank))]
    assert all(isinstance(entry, Standing) for entry in found)
    return {entry.claim.id: entry for entry in found}


def test_the_errata_come_out_by_computation(standings):
    assert {name: entry.status for name, entry in standings.items()} == EXPECTED


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("note-shares", "[0.20, 0.22, 0.16, 0.42]"),
        ("true-share", "0.4233"),
        ("nine-words", "13"),
        ("saving", "u = 0, t = 1"),
        ("own-token", "Fails for t = 1."),
        ("near-uniform", "Holds for s = 0.02."),
    ],
)
def test_the_right_value_or_the_cases_are_named(standings, claim, words):
    assert words in plain(described(standings[claim]), "en")


def test_another_value_stands_elsewhere(tmp_path):
    folder = tmp_path / "problems" / "topic"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
    (folder / "topic.yaml").write_text(
        "title: {en: T, hinglish: T}\nclaims:\n"
        "  - {id: a, source: s, says: {en: A, hinglish: A}, value: '1/3', is: '0.333', places: 3}\n"
        "  - {id: b, source: s, says: {en: B, hinglish: B}, value: '1/3', is: '0.333'}\n"
        "  - {id: c, source: s, says: {en: C, hinglish: C}, holds: 'n^2 > n', cases: {n: ['1', '2']}}\n"
        "  - {id: d, source: s, says: {en: D, hinglish: D}, holds: 'm > 1'}\n"
    )
    bank = load(tmp_path)
    (topic,) = bank.topics.values()
    found = list(ledger(topic, Variants(bank)))
    assert [entry.status for entry in found[:3]] == ["verified", "contradicted", "conditional"]
    assert not isinstance(found[3], Standing)
    assert found[3][0] == ("claims", 3, "holds")
    assert [issue.path for issue in check(bank, [0]).issues if issue.rule == "claim"] == ["claims[3].holds"]
