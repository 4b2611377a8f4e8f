"""The same verdicts in any process, whatever the hash seed."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = """
import json, sys, yaml, pathlib, grader
from grader.answers import KINDS
out = []
for path in sorted(pathlib.Path("tests/cases").glob("*.yaml")):
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))[:6]:
        for text, _ in case["rows"]:
            v = grader.check(case["answer"], text)
            out.append([v.outcome, str(v.score), v.how, str(v.echo), v.witness, [s.code for s in v.says], v.at])
print(json.dumps(out, default=str))
"""


def _verdicts(seed: str) -> list:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, env=env, cwd=ROOT, timeout=100)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_verdicts_do_not_depend_on_the_hash_seed():
    first = _verdicts("1")
    assert len(first) > 400
    assert first == _verdicts("2")
