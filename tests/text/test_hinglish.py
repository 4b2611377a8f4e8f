"""What docs/hinglish.md says holds in every Hinglish text: one spelling, one tone, verdicts that are read."""

import re
from pathlib import Path

import pytest
import yaml

import grader
from grader.bank.load import load
from grader.bank.locate import shipped
from grader.checks.docs import docs_of, docs_of_topic, words
from grader.text.tell import messages

PAGE = (Path(grader.__file__).parents[1] / "docs" / "hinglish.md").read_text(encoding="utf-8")
NEVER = {
    word.strip(): right.strip()
    for right, wrong in re.findall(r"^\| ([^|`]+) \| ([^|`]+) \|$", PAGE.split("## One spelling")[1], re.MULTILINE)
    if right.strip() != "written" and "---" not in right
    for word in wrong.split(",")
}
ROUGH = ("tum", "tumhe", "tumhara", "tumhari", "tu", "karo", "likho", "dekho", "socho", "batao", "karna chahiye tumhe")


def texts():
    """(where, text) of every Hinglish text."""
    bank = load(shipped("problems"))
    for item in bank.items:
        for path, doc, _ in docs_of(item):
            if "hinglish" in doc.langs:
                yield f"{item.id} {path}", words(doc.langs["hinglish"])
    for topic in bank.topics.values():
        for path, doc, _ in docs_of_topic(topic):
            if "hinglish" in doc.langs:
                yield f"{topic.id} {path}", words(doc.langs["hinglish"])
    for code, text in messages("hinglish").items():
        yield code, re.sub(r"`[^`]*`|\{[^}]*\}", "", text)
    for file in (shipped("templates") / "templates" / "new").glob("*.yaml"):
        for text in _hinglish(yaml.safe_load(file.read_text(encoding="utf-8"))):
            yield file.name, re.sub(r"\$[^$]*\$|<<.*?>>", "", text)


def _hinglish(data):
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "hinglish" and isinstance(value, str):
                yield value
            else:
                yield from _hinglish(value)
    elif isinstance(data, list):
        for value in data:
            yield from _hinglish(value)


@pytest.mark.parametrize("wrong", NEVER)
def test_one_spelling(wrong):
    # Words that are English as well are looked for where no English word can stand.
    if wrong in ("to", "me", "main", "he", "h", "pure", "no"):
        return
    pattern = re.compile(rf"\b{re.escape(wrong)}\b", re.IGNORECASE)
    assert [where for where, text in texts() if pattern.search(text)] == [], NEVER[wrong]


@pytest.mark.parametrize("word", ROUGH)
def test_the_respectful_form(word):
    pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)
    assert [where for where, text in texts() if pattern.search(text)] == []


def test_the_table_is_read():
    assert len(NEVER) > 40
    assert NEVER["nahin"] == "nahi"


@pytest.mark.parametrize("line", re.findall(r"^\| (true|false) \| (.+) \|$", PAGE, re.MULTILINE))
def test_verdicts_of_the_page_are_read(line):
    verdict, listed = line
    for text in re.findall(r"`([^`]+)`", listed):
        for typed in (text, f"{text} hai", text.upper()):
            found = grader.check({"kind": "true_false", "value": verdict}, typed)
            assert found.outcome == "right", typed
