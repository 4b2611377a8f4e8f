"""What the documents say is true: examples run, links lead somewhere, commands exist."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import grader
from grader.answers import KINDS
from grader.bank import schema
from grader.bank.files import MAX_BYTES
from grader.bank.source import MAX_ALIASES, MAX_DEPTH, MAX_VALUES
from grader.cli.main import COMMANDS
from grader.maths.scope import AUTHOR_FUNCTIONS, FUNCTIONS
from grader.text.figures import FIGURES

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=[p.name for p in PAGES])
def test_links_lead_to_files(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_python_examples_of_the_readme_run():
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_commands_of_the_documents_exist():
    for page in PAGES:
        for name in re.findall(r"`quiz ([a-z-]+)", page.read_text(encoding="utf-8")):
            if page.name != "ROADMAP.md":
                assert name in COMMANDS, f"{page.name}: quiz {name}"


def test_the_roadmap_names_only_what_is_missing():
    missing = (ROOT / "ROADMAP.md").read_text(encoding="utf-8")
    assert missing.startswith("# Not yet\n")


def test_the_tutorial_runs_as_it_is_written(tmp_path):
    page = (ROOT / "docs" / "first-bank.md").read_text(encoding="utf-8")
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    folder = tmp_path / "bank"
    folder.mkdir()
    (folder / "answers.csv").write_text("student,problem,part,answer\ns01,first-one,product,42\n", encoding="utf-8")
    commands = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert len(commands) == 7
    for line in commands:
        args = shlex.split(line)
        assert args[0] == "quiz"
        done = subprocess.run(
            [sys.executable, "-m", "grader", *args[1:]],
            cwd=folder, env=env, capture_output=True, text=True, input="42\n", timeout=60, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    assert "s01,1,1,1,100" in (folder / "marks" / "grades.csv").read_text(encoding="utf-8")


def _sections():
    page = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    return {part.split("\n")[0]: part for part in page.split("\n## ")[1:]}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_and_option_is_documented(name):
    section = _sections()[name]
    for option in KINDS[name].options:
        if option not in ("value", "places", "figures", "tolerance", "symbols", "label", "all_or_nothing"):
            assert f"`{option}" in section or option in section, option


def test_no_section_without_its_kind():
    assert set(_sections()) == set(KINDS)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_documented_answers_get_the_documented_outcome(name):
    for block in re.findall(r"```yaml\n(.*?)```", _sections()[name], re.DOTALL):
        for case in yaml.safe_load(block):
            assert case["answer"]["kind"] == name
            for text, outcome in case["rows"]:
                verdict = grader.check(case["answer"], text)
                assert verdict.outcome == outcome, (text, verdict)


# heading of docs/bank-format.md -> the models whose fields its section must name
SECTIONS = [
    ("problems/bank.yaml", (schema.BankFile,)),
    ("topic.yaml", (schema.TopicFile, schema.ClaimEntry, schema.Study)),
    ("An item", (schema.ItemFile, schema.Segment)),
    ("A parameter", (schema.Param, schema.Draw)),
    ("A figure", (schema.FigureEntry,)),
    ("A part", (schema.PartEntry, schema.MistakeEntry, schema.AlsoEntry, schema.Step)),
    ("Examples", (schema.Examples, schema.ExampleEntry)),
]


@pytest.mark.parametrize(("heading", "models"), SECTIONS, ids=[s[0] for s in SECTIONS])
def test_the_format_page_names_every_field(heading, models):
    page = (ROOT / "docs" / "bank-format.md").read_text(encoding="utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    said = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]*)`|\{en, hinglish\}", section))))
    for model in models:
        fields = {field.alias or name for name, field in model.model_fields.items()}
        assert fields <= said | {"en", "hinglish"}, (model.__name__, fields - said)


def test_the_format_page_names_functions_figures_and_limits():
    page = (ROOT / "docs" / "bank-format.md").read_text(encoding="utf-8")
    own = set(AUTHOR_FUNCTIONS) - set(FUNCTIONS)
    assert own <= set(re.findall(r"`([a-z]+)", page)), own
    figures = page.split("## A figure\n")[1].split("\n## ")[0]
    assert set(FIGURES) == set(re.findall(r"^\| `([a-z-]+)` \| `", figures, re.MULTILINE)) - {"draw"}
    for limit in (MAX_BYTES, MAX_VALUES, MAX_DEPTH, MAX_ALIASES):
        assert f"{limit:,}" in page, limit
