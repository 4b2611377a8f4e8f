"""The house: who may import whom, what starts light, which calls no room may make."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "grader"

# A room may import only rooms named above it; rooms of one line may import one another.
ROOMS = (
    ("model",),
    ("errors",),
    ("files",),
    ("csvtext",),
    ("maths",),
    ("text",),
    ("answers",),
    ("bank",),
    ("rounded",),
    ("marking",),
    ("checks",),
    ("publish",),
    ("records",),
    ("batch",),
    ("session",),
    ("cli", "__init__"),
    ("__main__",),
)
RANK = {name: rank for rank, names in enumerate(ROOMS) for name in names}
FILES = sorted(PACKAGE.rglob("*.py"))


def _room(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def _imports(path: Path):
    """(module, whether it stands at the top of its file) of every import."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from ((name, id(node) in top) for name in names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in top) for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(PACKAGE)) for f in FILES])
def test_a_room_imports_only_rooms_above_it(path):
    room = _room(path)
    if room == "__init__":
        return  # the public names load what they need when called
    for module, _ in _imports(path):
        parts = module.split(".")
        if parts[0] != "grader" or len(parts) < 2 or parts[1] in ("__version__",):
            continue
        target = parts[1]
        assert target in RANK, f"{module} is in no room of the list"
        assert target == room or RANK[target] < RANK[room], f"{room} imports {module}"


def test_every_room_is_in_the_list():
    found = {_room(path) for path in FILES}
    assert found == set(RANK)


ONLY = {
    "sympy": {"maths/prove.py"},
    "flint": {"maths/balls.py", "maths/polys.py"},
    "pydantic": {"bank/schema.py", "bank/fields.py", "bank/json_schema.py"},
    "sqlalchemy": {"records"},
}


@pytest.mark.parametrize(("library", "allowed"), ONLY.items(), ids=list(ONLY))
def test_a_library_lives_in_one_place(library, allowed):
    users = {
        str(path.relative_to(PACKAGE))
        for path in FILES
        for module, _ in _imports(path)
        if module.split(".")[0] == library
    }
    assert {user for user in users if user.split("/")[0] not in allowed} <= allowed


FORBIDDEN = {"eval", "exec", "sympify", "parse_expr", "lambdify", "__import__"}


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(PACKAGE)) for f in FILES])
def test_no_text_becomes_code(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            assert node.id not in FORBIDDEN
        if isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN - {"exec", "eval"}


CLOCK = {"time", "datetime", "random", "secrets"}


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(PACKAGE)) for f in FILES])
def test_only_the_command_line_prints_and_reads_clock_environment_and_chance(path):
    if _room(path) == "cli" or path.name in ("store.py", "prove.py", "prover.py"):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print" for n in ast.walk(tree)
    )
    assert not any(
        isinstance(n, ast.Attribute) and n.attr in ("environ", "getenv", "now", "urandom") for n in ast.walk(tree)
    )
    assert not {module.split(".")[0] for module, _ in _imports(path)} & {"random", "secrets", "time"}


HEAVY = ("sympy", "typst", "pydantic", "sqlalchemy", "markdown_it", "jinja2")


def _loaded(args: list[str], env: dict[str, str]) -> set[str]:
    code = (
        "import sys\nfrom grader.cli.main import main\n"
        f"sys.argv = ['quiz', *{args!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print('LOADED', *sorted(m for m in sys.modules if '.' not in m))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rsplit("LOADED", 1)[1].split())


@pytest.mark.parametrize("args", [["--help"], ["list"], ["list", "level3"], ["run", "--help"]], ids=" ".join)
def test_starting_stays_light(args, tmp_path):
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    if "list" in args:
        subprocess.run(
            [sys.executable, "-m", "grader", "list"], capture_output=True, env=env, timeout=60, cwd=ROOT, check=True
        )
    assert not _loaded(args, env) & set(HEAVY)


def test_marking_is_free_of_sympy():
    code = (
        "import sys, grader\n"
        "answer = {'kind': 'expression', 'value': 'V*d + V', 'symbols': {'V': 'positive', 'd': 'positive'}}\n"
        "v = grader.check(answer, 'V(d+1)')\n"
        "assert v.outcome == 'right', v\n"
        "assert not {'sympy', 'pydantic', 'sqlalchemy', 'yaml'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=ROOT)


def test_public_names_are_functions_whatever_was_imported():
    import grader
    import grader.checks.run
    import grader.marking

    assert callable(grader.check)
    assert callable(grader.load)
    assert callable(grader.mark)
