"""The store: nothing accepted is lost, doubled or changed, and a faulty file is refused in one sentence."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction

import pytest
from sqlalchemy import exc
from sqlalchemy.dialects import postgresql

from grader.errors import UserError
from grader.model import say
from grader.records import schema
from grader.records.rows import Attempt, Decision, Marking
from grader.records.store import Store

ATTEMPT = Attempt(
    "a1", "2026-01-02T03:04:05Z", "asha", "r1", "item", "part", 7, "en", "1/2", {"other": {"p": "[1]"}}, 1, "sure"
)
MARKING = Marking("a1", "ff", "0.1.0", "partly", Fraction(1, 3), "agreed", "2026-01-02T03:04:05Z", "slip", (say("x"),))


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'records.db'}"


@pytest.fixture
def store(url):
    with Store(url) as made:
        yield made


def test_what_goes_in_comes_out(store, url):
    assert store.record(ATTEMPT, MARKING)
    with Store(url) as again:
        assert again.current_marks("asha") == ((ATTEMPT, replace(MARKING, n=1)),)
        assert again.attempts() == (ATTEMPT,)


def test_the_same_id_again_changes_nothing(store):
    assert store.add_attempt(ATTEMPT)
    assert not store.add_attempt(replace(ATTEMPT, raw="other"))
    assert not store.record(ATTEMPT, MARKING)
    assert store.attempts() == (ATTEMPT,)
    assert store.marks("a1") == ()


def test_the_newest_marking_counts(store):
    store.record(ATTEMPT, MARKING)
    assert store.add_mark(replace(MARKING, outcome="right", score=Fraction(1))) == 2
    assert [m.n for m in store.marks("a1")] == [1, 2]
    assert [(m.n, m.outcome) for _, m in store.current_marks("asha")] == [(2, "right")]


def test_attempts_keep_their_order(store):
    ids = ["z", "b", "m", "a"]
    for name in ids:
        store.record(replace(ATTEMPT, id=name), MARKING)
    store.record(replace(ATTEMPT, id="first", at="2026-01-01T00:00:00Z"), MARKING)
    store.record(replace(ATTEMPT, id="bo", learner="bo"), MARKING)
    assert [a.id for a, _ in store.current_marks("asha")] == ["first", *ids]
    assert [a.id for a in store.attempts(learner="bo", item="item", part="part")] == ["bo"]
    assert len(store.current_marks()) == 6


def test_a_marking_needs_its_attempt(store):
    with pytest.raises(exc.IntegrityError):
        store.add_mark(MARKING)


def test_decisions(store):
    decision = Decision("d1", "a1", "right", "teacher", "2026-01-02T03:04:05Z")
    assert store.add_decision(decision)
    assert not store.add_decision(replace(decision, what="wrong"))
    assert store.decisions("a1") == store.decisions() == (decision,)
    assert store.decisions("other") == ()


@pytest.mark.parametrize(
    ("raw", "stored"),
    [("0.30", "0.30"), ("x\ny\r\n", "x\ny\r\n"), ("'; DROP TABLE mark; --",) * 2, ("é√𝑥",) * 2, ("a\x00b", "a\\x00b"),
     ("\udce9", "\\udce9"), ("", "")],
)  # fmt: skip
def test_any_text_is_kept(store, raw, stored):
    assert store.record(replace(ATTEMPT, raw=raw, seed=2**200), MARKING)
    (found,) = store.attempts()
    assert (found.raw, found.seed) == (stored, 2**200)


def test_many_threads_write(store):
    def write(letter):
        for n in range(10):
            store.record(replace(ATTEMPT, id=f"{letter}{n}"), MARKING)
            store.add_mark(replace(MARKING, attempt="shared"))

    store.add_attempt(replace(ATTEMPT, id="shared"))
    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.current_marks()) == 41
    assert [m.n for m in store.marks("shared")] == list(range(1, 41))


def test_synced_and_shared(store):
    with store._engine.connect() as connection:
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    assert pragma == {"journal_mode": "wal", "synchronous": 2}


def _nothing(path):
    pass


def _newer(path):
    Store(f"sqlite:///{path}").close()
    _run(path, "UPDATE schema_version SET version = 99")


def _no_version(path):
    Store(f"sqlite:///{path}").close()
    _run(path, "DELETE FROM schema_version")


def _table_gone(path):
    Store(f"sqlite:///{path}").close()
    _run(path, "DROP TABLE decision")


def _foreign(path):
    _run(path, "CREATE TABLE recipes (x)")


def _run(path, statement):
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def _cut(path):
    with Store(f"sqlite:///{path}") as store:
        for n in range(200):
            store.add_attempt(replace(ATTEMPT, id=str(n), raw="x" * 500))
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: path.write_bytes(b"not a database, but long enough to look at. " * 50), "store.damaged"),
        (_cut, "store.damaged"),
        (_no_version, "store.damaged"),
        (_table_gone, "store.damaged"),
        (_newer, "store.newer"),
        (_foreign, "store.foreign"),
        (lambda path: path.mkdir(), "store.closed"),
    ],
    ids=["text", "cut", "no-version", "table-gone", "newer", "foreign", "folder"],
)
def test_a_faulty_file_is_refused(tmp_path, make, code):
    path = tmp_path / "records.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(UserError) as refused:
        Store(f"sqlite:///{path}").attempts()
    assert refused.value.why.code == code
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize("url", ["records.db", "", "nosuch:///x", "nosuchdriver+x://y"])
def test_a_faulty_url_is_refused(url):
    with pytest.raises(UserError) as refused:
        Store(url)
    assert refused.value.why.code == "store.url"


def test_migrations_make_the_tables_that_the_code_sees(store, url):
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    for name, table in schema.metadata.tables.items():
        made = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
        assert made == {column.name for column in table.c}
    connection.close()


def test_an_older_database_is_brought_up_to_date(store, url, monkeypatch):
    store.record(ATTEMPT, MARKING)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE later (x TEXT)",)))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    for _ in range(2):
        with Store(url) as newer:
            assert newer.attempts() == (ATTEMPT,)


def test_the_statements_suit_postgresql():
    words = str(schema.decision.insert().values(id="x").compile(dialect=postgresql.dialect()))
    assert words.startswith("INSERT INTO decision")


WRITER = """
import sys
from tests_rows import ATTEMPT, MARKING
from dataclasses import replace
from grader.records.store import Store
store = Store(sys.argv[1])
for n in range(100000):
    store.record(replace(ATTEMPT, id=str(n)), MARKING)
    print(n, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("accepted", [1, 7, 40])
def test_kill_loses_and_doubles_nothing(tmp_path, url, accepted):
    rows = tmp_path / "tests_rows.py"
    rows.write_text(
        "from fractions import Fraction\nfrom grader.records.rows import Attempt, Marking\n"
        "from grader.model import Say\n"
        f"ATTEMPT = {ATTEMPT!r}\nMARKING = {MARKING!r}\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
    )
    said = [writer.stdout.readline().strip() for _ in range(accepted)]
    writer.kill()
    said += writer.stdout.read().split()
    writer.stdout.close()
    writer.wait()
    with Store(url) as store:
        stored = [a.id for a, _ in store.current_marks()]
        # One more may have been written whose word did not get out any more.
        assert stored[: len(said)] == said
        assert len(stored) <= len(said) + 1
        assert len(store.attempts()) == len(stored)
        for name in stored:
            assert not store.record(replace(ATTEMPT, id=name), MARKING)
            assert len(store.marks(name)) == 1
