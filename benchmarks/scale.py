"""How long classes take to mark: rows with few distinct answers, distinct answers, engines, memory."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def rows(count: int, distinct: int, path: Path) -> None:
    """A long CSV: numbers, vectors and formulas as 60, 15 and 25 in a hundred."""
    rng = random.Random(1)
    answers = []
    for n in range(distinct):
        kind = n % 20
        if kind < 12:
            answers.append(f"4.9,gap,{n / 7919:.6f}")
        elif kind < 15:
            answers.append(f'4.9,shares,"[{n / 997300:.8f}, 0.1, 0.6, 0.2]"')
        else:
            answers.append(f"4.6,count,V*k + k*d + {n}*V/{n + 1}")
    with path.open("w", encoding="utf-8") as file:
        file.write("student,problem,part,answer\n")
        met: Counter[str] = Counter()
        for n in range(count):
            answer = answers[n] if n < distinct else rng.choice(answers)
            part = answer[:7]
            met[part] += 1
            file.write(f"s{met[part]},{answer}\n")  # each student answers a part once


def measure(count: int, distinct: int, engine: str) -> tuple[float, float]:
    """Seconds and the peak of memory in MB of `quiz grade` as a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers.csv"
        rows(count, distinct, file)
        command = [sys.executable, "-m", "grader", "grade", str(file), "-o", f"{folder}/out", "--engine", engine]
        started = time.perf_counter()
        subprocess.run([*command, "--workers", "2"], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        return time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Print a table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print("rows  distinct  engine  seconds  peak MB so far")
    for count in (most // 100, most // 10, most):
        print(
            count,
            int(count * 0.03),
            "local",
            *(f"{v:.1f}" for v in measure(count, int(count * 0.03), "local")),
            flush=True,
        )
    for engine in ("local", "processes", "dask"):
        count = most // 10
        print(count, count, engine, *(f"{v:.1f}" for v in measure(count, count, engine)), flush=True)


if __name__ == "__main__":
    main()
