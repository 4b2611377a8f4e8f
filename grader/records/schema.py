"""The tables of the store: migrations as a list of SQL statements, and how SQLAlchemy sees the result."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, Table, Text

# Version n is reached by the first n entries. An entry that was ever released is never changed: a new one is added.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE attempt (id TEXT PRIMARY KEY, at TEXT NOT NULL, learner TEXT NOT NULL, run TEXT NOT NULL,"
        " item TEXT NOT NULL, part TEXT NOT NULL, seed TEXT NOT NULL, lang TEXT NOT NULL, raw TEXT NOT NULL,"
        " earlier TEXT NOT NULL, hints INTEGER NOT NULL, certainty TEXT NOT NULL)",
        "CREATE TABLE mark (attempt TEXT NOT NULL REFERENCES attempt (id), n INTEGER NOT NULL, key_hash TEXT NOT NULL,"
        " grader TEXT NOT NULL, outcome TEXT NOT NULL, score TEXT NOT NULL, how TEXT NOT NULL, mistake TEXT NOT NULL,"
        " says TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (attempt, n))",
        'CREATE TABLE decision (id TEXT PRIMARY KEY, scope TEXT NOT NULL, what TEXT NOT NULL, "by" TEXT NOT NULL,'
        " at TEXT NOT NULL)",
        "CREATE INDEX attempt_by_learner ON attempt (learner, at)",
        "CREATE INDEX decision_by_scope ON decision (scope)",
    ),
)
VERSION = len(MIGRATIONS)

# Besides the migrations: one row with the number of those that were run.
CREATE_VERSION = "CREATE TABLE schema_version (version INTEGER NOT NULL)"

metadata = MetaData()


def _table(name: str, words: str, counts: str = "") -> Table:
    """A table of texts and counts; the database, not this, knows its keys."""
    columns = [Column(c, Text) for c in words.split()] + [Column(c, Integer) for c in counts.split()]
    return Table(name, metadata, *columns)


# A seed may be longer than a database's integers, so it is kept as text.
attempt = _table("attempt", "id at learner run item part seed lang raw earlier certainty", "hints")
mark = _table("mark", "attempt key_hash grader outcome score how mistake says at", "n")
decision = _table("decision", "id scope what by at")
version = _table("schema_version", "", "version")
NAMES = frozenset(metadata.tables)
