"""Makes a bank of many problems from the skeleton of `quiz new`, and times its first load and its list.

python -m benchmarks.large_bank [PROBLEMS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKELETONS = Path(__file__).parents[1] / "templates" / "new"


def made(root: Path, count: int) -> None:
    """Write a bank of `count` problems over five levels."""
    topic = root / "problems" / "topic"
    for level in range(1, 6):
        (topic / f"level{level}").mkdir(parents=True)
    (topic / "topic.yaml").write_text(
        (SKELETONS / "topic.yaml").read_text(encoding="utf-8").replace("ID-HERE", "topic")
    )
    text = (SKELETONS / "problem.yaml").read_text(encoding="utf-8")
    for n in range(count):
        (topic / f"level{n % 5 + 1}" / f"p{n}.yaml").write_text(text.replace("ID-HERE", f"p{n}"), encoding="utf-8")


def listed(root: Path, cache: Path) -> float:
    """Seconds of one `quiz list`, the whole process."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "grader", "list", "--bank", str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"XDG_CACHE_HOME": str(cache)})
    assert "p0" in done.stdout
    return time.perf_counter() - start


def main() -> None:
    """Print both figures and their ratio."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        root, cache = Path(folder) / "bank", Path(folder) / "cache"
        made(root, count)
        first = listed(root, cache)
        time.sleep(2.5)  # so that the files are older than one tick of the clock
        listed(root, cache)
        again = min(listed(root, cache) for _ in range(3))
        print(f"{count} problems: format checked and listed in {first:.1f} s, listed from the cache in {again:.2f} s")
        print(f"ratio {first / again:.0f}")


if __name__ == "__main__":
    main()
