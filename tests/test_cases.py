"""Every row of tests/cases and tests/answers: what is typed, and the outcome it must get."""

from pathlib import Path

import pytest
import yaml

import grader
from grader.answers import KINDS

FOLDERS = [Path(__file__).parent / name for name in ("cases", "answers")]


def _rows() -> list:
    return list(_each())


def _each():
    for path in sorted(p for folder in FOLDERS for p in folder.glob("*.yaml")):
        if path.stem not in KINDS:
            continue
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            for text, outcome in case["rows"]:
                yield pytest.param(
                    case["answer"], text, outcome, id=f"{path.stem}: {case['answer'].get('value')} <- {text!r}"
                )


@pytest.mark.parametrize(("answer", "text", "outcome"), _rows())
def test_row(answer, text, outcome):
    verdict = grader.check(answer, text)
    assert verdict.outcome in outcome.split("|"), verdict


def _written(field, shown):
    """Values for a field as a form would hand them over: the first option, some cells, or the key as a line."""
    from grader.model import Cells, Lines, Long, Match, One, Order, Some

    if isinstance(field, One):
        return field.options[0][0]
    if isinstance(field, Order):
        return [letter for letter, _ in field.lines]
    if isinstance(field, Cells):
        return [["0.5"] * field.cols for _ in range(field.rows)]
    if isinstance(field, Some):
        return [letter for letter, _ in field.options][:2]
    if isinstance(field, Match):
        return {field.left[0][0]: field.right[0][0]}
    if isinstance(field, Long):
        return "own words"
    return shown.splitlines() if isinstance(field, Lines) else shown


@pytest.mark.parametrize("name", sorted({p.stem for folder in FOLDERS for p in folder.glob("*.yaml")} & set(KINDS)))
def test_what_fields_join_is_read_back(name):
    from grader.answers.base import Context

    kind = KINDS[name]
    for folder in FOLDERS:
        path = folder / f"{name}.yaml"
        for case in yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else []:
            key = kind.prepare(case["answer"], Context())
            kind.read(key, kind.join(tuple(_written(f, kind.show(key)) for f in kind.fields(key))))


def test_every_kind_has_a_table():
    assert {p.stem for folder in FOLDERS for p in folder.glob("*.yaml")} >= set(KINDS)


def test_an_allowed_given_may_be_used_and_others_not():
    answer = {"kind": "vector", "value": "E*h", "allow": ["E"]}
    given = {"E": [[1, 2], [3, 4]], "h": [1, 1]}
    assert grader.check(answer, "E*[1, 1]", given).outcome == "right"
    assert grader.check(answer, "E*h", given).outcome == "unread"
