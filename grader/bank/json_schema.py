"""JSON Schemas of the bank's files, for editors; made of the models that check them.

python -m grader.bank.json_schema FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from grader.answers import KINDS
from grader.bank.schema import BankFile, ItemFile, TopicFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
# The sorts of values that options of answers take; the others are checked on loading alone.
_SORTS: dict[str, dict[str, Any]] = {
    "text": _TEXT, "expr": _TEXT, "int": {"type": "integer"}, "bool": {"type": "boolean"}, "texts": _TEXTS,
    "symbols": {"type": "object", "additionalProperties": _TEXT},
    "tolerance": {"type": "object", "properties": {"abs": _TEXT, "rel": _TEXT}, "additionalProperties": False},
    "map": {"type": "object"},
}  # fmt: skip


def schemas() -> dict[str, dict[str, Any]]:
    """File name -> schema, for `bank.yaml`, `topic.yaml`, a problem, and a file of questions."""
    problem = _of(ItemFile)
    shared = problem.pop("$defs")
    questions = {"$schema": DIALECT, "title": "Questions", "type": "array", "items": {"$ref": "#/$defs/ItemFile"},
                 "$defs": {**shared, "ItemFile": {k: v for k, v in problem.items() if k != "$schema"}}}  # fmt: skip
    return {
        "bank.json": _of(BankFile),
        "topic.json": _of(TopicFile),
        "problem.json": {**problem, "$defs": shared},
        "questions.json": questions,
    }


def _of(model: type[BaseModel]) -> dict[str, Any]:
    schema = {"$schema": DIALECT, **model.model_json_schema(by_alias=True)}
    part = schema.get("$defs", {}).get("PartEntry")
    if part:
        part["properties"]["answer"] = _answer()
    return schema


def _answer() -> dict[str, Any]:
    """An answer by its kind: the options that kind has."""
    kinds = []
    for name, kind in sorted(KINDS.items()):
        options = {option: _SORTS.get(sort, {}) for option, sort in kind.options.items()}
        kinds.append({"properties": {"kind": {"const": name}, **options}, "additionalProperties": False})
    return {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": sorted(KINDS)}}, "anyOf": kinds}


def write(folder: Path) -> None:
    """Write every schema into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / name).write_text(json.dumps(schema, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
