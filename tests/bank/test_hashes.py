"""Fingerprints: of the key, of the words, and neither of the other."""

import os
import subprocess
import sys

import pytest

from grader.bank.hashes import key_hash, text_hash
from grader.bank.load import load
from grader.model import LANGS

FIRST, TOPIC, TRAPS = "problems/topic/level1/first.yaml", "problems/topic/topic.yaml", "questions/topic/traps.yaml"
KEYS = {"first.z", "first.winner", "a-trap.verdict"}

# file, old, new, the keys that change, the languages whose words change (in any item)
CHANGES = [
    (FIRST, "hinglish: Nikaliye", "hinglish: Nikaaliye", set(), {"hinglish"}),
    (FIRST, "en: Compute", "en: Work out", set(), {"en"}),
    (FIRST, "en: So", "en: Thus", set(), {"en"}),
    (FIRST, "value: 'E*h', tol", "value: 'E*h + 0', tol", KEYS, set()),
    (FIRST, "'0.005'", "'0.004'", KEYS, set()),
    (FIRST, "E*abs(h)", "E*abs(-h)", KEYS, set()),
    (FIRST, "argmax(z)", "argmin(z)", {"first.winner"}, set()),
    (FIRST, "follows: {z: z}", "follows: {z: z}\n    follow_credit: '1/2'", {"first.winner"}, set()),
    (FIRST, "answer: {kind: vector, value: 'E*h',", "answer: {value: 'E*h', kind: vector,", set(), set()),
    (FIRST, "id: z\n", "id: z\n    points: 2\n", set(), set()),
    (TOPIC, "[cat, dog]", "[cat, cow]", KEYS, set()),
    (TOPIC, "default: '[1, 2]'", "default: '[2, 1]'", {"first.z", "first.winner", "a-trap.verdict"}, set()),
    (TOPIC, "en: Sign", "en: Signs", set(), set()),
    (TRAPS, "text: {en: B, hinglish: B}", "text: {en: B, hinglish: C}", set(), {"hinglish"}),
    (TRAPS, "value: b,", "value: a,", {"a-trap.verdict"}, set()),
    (TRAPS, "{id: a, is: sign-dropped,", "{id: a,", {"a-trap.verdict"}, set()),
    (TRAPS, '"true": {en: B', '"true": {en: C', set(), {"en"}),
]


def keys(bank):
    return {f"{item.id}.{part.id}": key_hash(bank, item, part) for item in bank.items for part in item.parts}


def words(bank):
    return {(item.id, lang): text_hash(item, lang) for item in bank.items for lang in LANGS}


def changed(before, after):
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(("file", "old", "new", "key_changes", "langs"), CHANGES)
def test_a_change(root, file, old, new, key_changes, langs):
    before = load(root)
    assert keys(before).keys() == KEYS
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    after = load(root)
    assert after.issues == ()
    assert changed(keys(before), keys(after)) == key_changes
    assert {lang for _, lang in changed(words(before), words(after))} == langs


@pytest.mark.parametrize("lines", ["{a: {en: A, hinglish: A}, b: {en: B, hinglish: B}}"])
def test_the_letters_of_lines_count_and_their_order(root, lines):
    path = root / "problems/topic/level1/proof.yaml"
    found = []
    for written in (lines, lines.replace("A", "C"), "{b: {en: B, hinglish: B}, a: {en: A, hinglish: A}}"):
        path.write_text(
            "id: proof\nkind: problem\nprompt: {en: P, hinglish: P}\n"
            "parts: [{id: p, ask: {en: P, hinglish: P}, "
            f"answer: {{kind: order, value: 'a b', lines: {written}}}}}]\n"
        )
        bank = load(root)
        found.append(keys(bank)["proof.p"])
    assert found[0] == found[1] != found[2]


def test_the_same_in_any_process(root):
    bank = load(root)
    code = (
        "import sys\nfrom grader.bank.load import load\nfrom grader.bank.hashes import key_hash, text_hash\n"
        "bank = load(sys.argv[1])\n"
        "for i in bank.items:\n"
        "    print(*[key_hash(bank, i, p) for p in i.parts], text_hash(i, 'en'), text_hash(i, 'hinglish'))\n"
    )
    here = "".join(
        " ".join([*(key_hash(bank, i, p) for p in i.parts), *(text_hash(i, lang) for lang in LANGS)]) + "\n"
        for i in bank.items
    )
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        run = subprocess.run([sys.executable, "-c", code, str(root)], capture_output=True, text=True, env=environment)
        assert run.stdout == here, run.stderr


def test_the_cache_keeps_them(root, tmp_path):
    built, cached = (load(root, tmp_path / "cache") for _ in range(2))
    assert keys(built) == keys(cached)
    assert words(built) == words(cached)
