"""What the documents say is true: examples run, links lead somewhere, commands exist."""

import re
from pathlib import Path

import pytest

from grader.cli.main import COMMANDS

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
