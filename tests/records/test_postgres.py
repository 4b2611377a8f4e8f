"""The store on a real PostgreSQL server, which the test starts itself."""

import os
import shutil
import tempfile
import uuid
from fractions import Fraction
from pathlib import Path

import pytest

from grader.records.rows import Attempt, Decision, Marking
from grader.records.store import Store

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def url():
    folder = Path(tempfile.mkdtemp())  # not below a folder that only its owner may enter: the server is another user
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pgserver

    folder.chmod(0o777)
    server = pgserver.get_server(folder / "data")
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def attempt(n, learner="s01"):
    at, earlier = f"2026-11-30T10:00:{n % 60:02d}+00:00", {"a": {"b": "c"}}
    name = str(uuid.UUID(int=n))
    return Attempt(name, at, learner, "run", "tied-logits", "logits", 0, "en", "[1, 2]\x00", earlier, 0, "")


def marking(n, score="1/2"):
    return Marking(
        str(uuid.UUID(int=n)), "k" * 64, "0.1", "partly", Fraction(score), "exact", "2026-11-30T10:00:00+00:00"
    )


def test_the_same_store_as_on_sqlite(url):
    with Store(url) as store:
        assert store.record(attempt(1), marking(1))
        assert not store.record(attempt(1), marking(1))  # the same id again adds nothing
        assert store.add_mark(marking(1, "1")) == 2
        assert store.add_attempt(attempt(2, "s02"))
        assert store.add_decision(Decision("d1", attempt(1).id, "disputed", "s01", "2026-11-30T10:01:00+00:00"))
        ((found, mark),) = store.current_marks("s01")
        assert (found.raw, mark.score, mark.n) == ("[1, 2]\\x00", Fraction(1), 2)
        assert [m.n for m in store.marks(attempt(1).id)] == [1, 2]
        assert [d.what for d in store.decisions()] == ["disputed"]
        assert [a.learner for a in store.attempts()] == ["s01", "s02"]
    with Store(url) as again:  # a second opening finds the schema there and the rows kept
        assert len(again.attempts()) == 2


def test_two_writers_lose_nothing(url):
    import threading

    def write(first):
        with Store(url) as store:
            for n in range(first, first + 20):
                store.record(attempt(n, "many"), marking(n))

    threads = [threading.Thread(target=write, args=(100 + 20 * t,)) for t in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(url) as store:
        assert len(store.current_marks("many")) == 80
