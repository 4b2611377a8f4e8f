"""Texts that attack: nothing of theirs runs, nothing hangs, nothing turns right."""

import json
import sys
import time
from pathlib import Path

import pytest

import grader

FOLDER = Path(__file__).parent / "hostile"
FILES = ("answers.jsonl", "own.jsonl")
ROWS = [json.loads(line) for name in FILES for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
ANSWERS = {
    "expr": {"kind": "expression", "value": "x^2 + 1", "symbols": {"x": "real", "y": "real", "z": "real"}},
    "num": {"kind": "number", "value": "0.5", "tolerance": {"abs": "0.005"}},
}
OUTCOMES = {"reject": {"unread"}, "grade-wrong": {"wrong"}, "ok": {"right"}}
FORBIDDEN = ("exec", "compile", "import", "open", "socket", "subprocess", "os.system", "os.exec", "os.posix_spawn")
_watching: list[str] | None = None


def _hook(event: str, args: tuple) -> None:
    if _watching is not None and event.split(".")[0] in {f.split(".")[0] for f in FORBIDDEN}:
        _watching.append(f"{event} {str(args)[:60]}")


sys.addaudithook(_hook)


def _text(row):
    return row["input"] if "input" in row else "".join(piece * count for piece, count in row["gen"])


def _allowed(row):
    words = {row["must"], row.get("also")} - {None}
    if words & {"reject", "grade-wrong"} and "ok" not in words:
        words |= {"reject", "grade-wrong"}  # conventions may swap these two, never anything with right
    out = set().union(*(OUTCOMES[w] for w in words))
    return out | {"held"} if row["class"] in ("gaming", "blow-up") else out


@pytest.fixture(scope="module", autouse=True)
def _warm():
    for answer in ANSWERS.values():
        grader.check(answer, "sqrt(2) + ln(3) + 1e-3 + 5!")
        grader.check(answer, "\u0430")


@pytest.mark.parametrize("row", ROWS, ids=[r["id"] for r in ROWS])
def test_row(row):
    global _watching
    text = _text(row)
    _watching = []
    started = time.perf_counter()
    try:
        verdict = grader.check(ANSWERS[row["ctx"]], text)
    finally:
        seen, _watching = _watching, None
    assert time.perf_counter() - started < 1.5
    assert not seen
    assert verdict.outcome in _allowed(row), (text[:60], verdict)
    assert not Path("pwned_marker").exists()
