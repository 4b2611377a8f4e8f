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


# Parts of the shipped bank that follow no other, with what an answer to them looks like.
NUMBERS = (
    "2.1,z0", "3.1,angle", "3.2,self", "3.4,sum", "3.6,factor", "3.7,value", "4.9,gap", "5.3,norm", "5.7,bound",
    "5.8,number", "5.9,numbers", "S7,sum", "E5,logit", "E5,difference",
)  # fmt: skip
VECTORS = (
    "2.2,logits",
    "3.2,logits",
    "3.4,gradient",
    "4.8,target",
    "4.8,gradient",
    "4.9,shares",
    "5.3,logits",
    "E6,logits",
)
FORMULAS = {
    "4.6,count": "V*k + k*d", "4.6,even": "V*d/(V + d)", "4.7,saving": "V*n - m*n", "4.8,best": "1 - 3*a/4",
    "5.4,loss": "ln(exp(z_0) + exp(z_1)) - z_1", "5.8,half": "sqrt(ln(V - 1)/d)", "5.9,formula": "p_j/(1 - p_k)",
    "E4,self": "d*s^2",
}  # fmt: skip


def rows(count: int, distinct: int, path: Path) -> None:
    """A long CSV of distinct and repeated answers: numbers, vectors and formulas as 60, 15 and 25 in a hundred."""
    rng = random.Random(1)
    answers = []
    for n in range(distinct):
        kind, turn = n % 20, n // 20
        if kind < 12:
            answers.append((NUMBERS[n % len(NUMBERS)], f"{n / 7919:.6f}"))
        elif kind < 15:
            answers.append((VECTORS[n % len(VECTORS)], f'"[{n / 997300:.8f}, 0.1, 0.6, 0.2]"'))
        else:
            part = list(FORMULAS)[(turn + kind) % len(FORMULAS)]
            answers.append((part, f"{FORMULAS[part]} + {n}/{n + 1}"))
    with path.open("w", encoding="utf-8") as file:
        file.write("student,problem,part,answer\n")
        met: Counter[str] = Counter()
        for n in range(count):
            part, answer = answers[n] if n < distinct else rng.choice(answers)
            met[part] += 1
            file.write(f"s{met[part]},{part},{answer}\n")  # each student answers a part once


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
