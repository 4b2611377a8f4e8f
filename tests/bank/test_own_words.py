"""Every option of the shipped bank is read by its own words, however they are set and led up to."""

import re

import pytest

from grader.answers import judge
from grader.answers.wordings import loose
from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.variants import Variants
from grader.text.writers.obsidian import Obsidian
from grader.text.writers.plain import Plain

VARIANTS = Variants(load(shipped("problems")))


def _sentences():
    """Item, part, kind, key, verdict in front, option and whether it is right; options of three words and more."""
    for item in VARIANTS.bank.items:
        for part in item.parts:
            kind, key = VARIANTS.of(item, 1).key(part)
            if kind.name not in ("true_false", "choice"):
                continue
            right = key.reason if kind.name == "true_false" else key.id
            for option in kind.offers(key):
                if all(loose(Plain(lang=lang).write(option.text.tokens(lang))) for lang in option.text.langs):
                    yield f"{item.number} {option.id}", kind, key, option, option.id == right


SENTENCES = list(_sentences())


@pytest.mark.parametrize("lang", ["en", "hinglish"])
@pytest.mark.parametrize(("name", "kind", "key", "option", "right"), SENTENCES, ids=[s[0] for s in SENTENCES])
def test_an_option_by_its_own_words(name, kind, key, option, right, lang):
    front = ("T " if key.value else "F ") if kind.name == "true_false" else ""
    words = Plain(lang=lang).write(option.text.tokens(lang)).strip()
    set_as_latex = Obsidian(lang=lang).write(option.text.tokens(lang)).strip().replace("\\.", ".")
    texts = [
        f"{front}{option.letter} {words}",
        f"{front}{option.letter}) {words}",
        f"{front}{option.letter}, {words.lower().rstrip('.')}",
        f"{front}{re.sub('[,;]', '', words)}" if "[" not in words else words,
        f"{front}{set_as_latex}",
        f"{front.strip()}, because {words}" if front else words,
    ]
    outcomes = {text: judge(kind, key, text).outcome for text in texts}
    assert set(outcomes.values()) == {"right" if right else "wrong"}, outcomes
