"""The schemas for editors: made of the models, named in every file, and true of every file."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from grader.bank.json_schema import schemas

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "schema"
FILES = sorted((ROOT / "problems").rglob("*.yaml")) + sorted((ROOT / "questions").rglob("*.yaml"))
_FIRST = "# yaml-language-server: $schema="


def _schema_of(file: Path) -> str:
    if file.name in ("bank.yaml", "topic.yaml"):
        return file.name.replace(".yaml", ".json")
    return "questions.json" if "questions" in file.relative_to(ROOT).parts else "problem.json"


def test_the_files_are_what_the_models_say():
    assert {p.name: json.loads(p.read_text("utf-8")) for p in FOLDER.glob("*.json")} == schemas()


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_each_file_names_its_schema_and_meets_it(file):
    text = file.read_text("utf-8")
    first = text.splitlines()[0]
    assert first.startswith(_FIRST)
    named = (file.parent / first.removeprefix(_FIRST)).resolve()
    assert named == FOLDER / _schema_of(file)
    jsonschema.validate(yaml.safe_load(text), json.loads(named.read_text("utf-8")))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"minuts": 3}, "minuts"),
        ({"minutes": "three"}, "three"),
        ({"parts": [{"id": "a", "answer": {"kind": "nmber"}}]}, "nmber"),
    ],
)
def test_a_fault_is_seen_by_an_editor(change, path):
    with pytest.raises(jsonschema.ValidationError, match=path):
        jsonschema.validate({"id": "one", "kind": "problem", **change}, schemas()["problem.json"])
