"""Every row of tests/cases: what is typed, and the outcome it must get."""

from pathlib import Path

import pytest
import yaml

import grader
from grader.answers import KINDS

FOLDER = Path(__file__).parent / "cases"


def _rows() -> list:
    return list(_each())


def _each():
    for path in sorted(FOLDER.glob("*.yaml")):
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
