"""Spoils copies of the shipped bank, one fault at a time, and counts how many `quiz check` finds at the right place.

python -m benchmarks.spoil [SEED]
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from grader.bank.load import load
from grader.checks.run import check
from grader.text.tell import plain

ROOT = Path(__file__).parents[1]
SEEDS = range(6)
NEAR = 3  # lines: a fault of a text may be named where its entry begins


class Fault(NamedTuple):
    """What is done to one line of one file."""

    name: str
    file: Path
    line: int
    text: str


Way = Callable[[str, random.Random], str | None]


def _changed(pattern: str, replace: Callable[[re.Match[str]], str]) -> Way:
    """Replace one match of a pattern; None where there is none."""

    def way(line: str, rng: random.Random) -> str | None:
        found = list(re.finditer(pattern, line))
        if not found:
            return None
        one = rng.choice(found)
        return line[: one.start()] + replace(one) + line[one.end() :]

    return way


def _digit(found: re.Match[str]) -> str:
    return str((int(found[0]) + 1) % 10)


def _next_letter(found: re.Match[str]) -> str:
    return "cdab"["abcd".index(found[0])]


# name, which lines, what is done to one of them
WAYS: list[tuple[str, str, Way]] = [
    ("a digit in a proved step", r"^\s+equals: ", _changed(r"(?<![\w\[])\d(?![\w\]])", _digit)),
    ("another row in a proved step", r"^\s+equals: ", _changed(r"(?<=E\[)\d(?=\])", _digit)),
    ("a sign in a proved step", r"^\s+equals: ", _changed(r" \+ ", lambda m: " - ")),
    ("a digit in a printed step", r"^\s+- math: ", _changed(r"(?<![\w<\[{.])\d(?=\.\d)", _digit)),
    ("a dropped minus in a printed step", r"^\s+- math: ", _changed(r" - (?=\d)", lambda m: " + ")),
    ("another key", r"^\s+answer: .*pick: ", _changed(r"argmax", lambda m: "argmin")),
    ("a sign in the key", r"^\s+answer: .*value: '[^']*'", _changed(r"(?<=value: ')", lambda m: "-")),
    ("a factor in the key", r"^\s+answer: .*value: '(?!0)[^']*'", _changed(r"(?<=value: ')", lambda m: "2*")),
    ("a wrong transpose", r"value: 'transpose\(E_in\)', symbols", _changed(r"transpose\(E_in\)", lambda m: "E_in")),
    ("another option is right", r"^\s+(?:answer: )?.*value: [a-d]$",
     _changed(r"[a-d]$", _next_letter)),
    ("a dropped nahi", r"^\s+hinglish: .*\bnahi\b", _changed(r" nahi\b", lambda m: "")),
    ("a dropped not", r"^\s+(?:- )?en: .*\bnot\b", _changed(r" not\b", lambda m: "")),
    ("a nahi too many", r"^\s+hinglish: .* hai\b", _changed(r" hai\b", lambda m: " nahi hai")),
    ("a number in one language", r"^\s+hinglish: .*[^$<]\b\d+\b", _changed(r"(?<=[a-z] )\d(?=[ .,])", _digit)),
    ("a placeholder in one language", r"^\s+hinglish: .*<<", _changed(r"<<(\w)", lambda m: "<<2*" + m[1])),
    ("a formula in one language", r"^\s+hinglish: .*\$", _changed(r"h_L", lambda m: "h_1")),
    ("a term lost", r"^\s+hinglish: .*\blogit", _changed(r"\blogits?\b", lambda m: "score")),
    ("a word changed after the review", r"^\s+hinglish: ", _changed(r"\bsab\w*\b", lambda m: "kuch")),
    ("an example's digit", r"^\s+- \{part: .*fixed: true, mistake", _changed(r"(?<=\.)\d", _digit)),
    ("an example's mistake", r"^\s+- \{part: .*mistake: ",
     _changed(r"mistake: [\w-]+", lambda m: "mistake: sum-not-one")),
    ("an unknown misconception", r"^\s+(?:- )?is: ", _changed(r"is: ([\w-]+)", lambda m: f"is: {m[1]}s")),
    ("an unknown field", r"^\s+(?:- )?hints:", _changed(r"hints", lambda m: "hintz")),
    ("an unknown name", r"^\s+answer: .*value: '[^']*E", _changed(r"E(?=[\[*,)'])", lambda m: "F")),
    ("a broken placeholder", r"<<", _changed(r">>", lambda m: ">")),
    ("broken LaTeX", r"\$", _changed(r"\\cdot", lambda m: r"\cdott")),
    ("a tolerance that lets mistakes in", r"tolerance: \{abs: '0.005'\}", _changed(r"0\.005", lambda m: "3")),
    ("a reversed range", r"from: '-1', to: '1'", _changed(r"from: '-1', to: '1'", lambda m: "from: '1', to: '-1'")),
    ("an impossible condition", r"^\s+- '(?:min|max|distinct)\(", _changed(r"'(?=\w)", lambda m: "'1 < 0 * ")),
    ("a part that does not exist", r"^\s+follows: ", _changed(r"(?<=[:.] )?(\w+)\}", lambda m: m[1] + "x}")),
    ("an unquoted answer", r"text: '<<", _changed(r"text: '(<<[^']*)'", lambda m: f"text: [{m[1]}")),
    ("a duplicate key", r"^\s+label: ", _changed(r"^(\s+)label: (.*)$", lambda m: f"{m[0]}\n{m[1]}label: {m[2]}")),
    ("a tab", r"^  - id: ", _changed(r"^  ", lambda m: "\t")),
    ("a stale derive", r"answer: \{kind: (?:number|integer|vector), value: ",
     _changed(r", value: ", lambda m: ", derive: '17 + 0*diff(x, x)', value: ")),
]  # fmt: skip


def faults(seed: int, each: int = 3) -> Iterator[Fault]:
    """At most `each` faults of every way, at lines drawn from all files of the bank."""
    rng = random.Random(seed)
    files = sorted((ROOT / "problems").rglob("*.yaml"))
    lines = [(file, n, line) for file in files for n, line in enumerate(file.read_text("utf-8").splitlines())]
    for name, where, way in WAYS:
        places = [
            (f, n, text) for f, n, line in lines if re.search(where, line) and (text := way(line, rng)) and text != line
        ]
        for file, n, text in rng.sample(places, min(each, len(places))):
            yield Fault(name, file, n, text)


def found(fault: Fault) -> tuple[bool, str]:
    """Whether a bank with the fault is complained of near its line, and the first complaint."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(ROOT / "problems", root / "problems")
        file = root / fault.file.relative_to(ROOT)
        lines = file.read_text("utf-8").splitlines()
        lines[fault.line] = fault.text
        file.write_text("\n".join(lines) + "\n", "utf-8")
        bank = load(root)
        name = str(file.relative_to(root))
        touched = [item for item in bank.items if item.file == name] or list(bank.items)
        issues = check(bank, SEEDS, items=touched).issues
        said = [(i.where.rsplit(":", 2), f"{i.where}: {i.rule}: {plain(i.say, 'en')}") for i in issues]
    near = [words for (where, line, _), words in said if where == name and abs(int(line) - 1 - fault.line) <= NEAR]
    return bool(near), (near or [words for _, words in said] or ["silent"])[0]


def main() -> None:
    """Print each fault that was missed, and the count."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    caught = total = 0
    for fault in faults(seed):
        good, words = found(fault)
        total, caught = total + 1, caught + good
        if not good or "-v" in sys.argv:
            print(
                f"{'caught' if good else 'MISSED'}: {fault.name}: {fault.file.name}:{fault.line + 1}\n  {words[:200]}"
            )
    print(f"{caught} of {total} caught at their file and line")


if __name__ == "__main__":
    main()
