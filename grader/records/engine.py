"""Opens the store's database at its newest version, lets one writer in, and says its faults in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, inspect, make_url, select

from grader.errors import UserError
from grader.records import schema

BUSY_SECONDS = 30
READ, WRITE, BARE = "read", "write", "bare"
_MODE = "store_mode"

# How a block begins, by database; the lock of PostgreSQL is any fixed number, held by one writer at a time.
_BEGIN = {
    ("sqlite", READ): "BEGIN",
    ("sqlite", WRITE): "BEGIN IMMEDIATE",
    ("postgresql", WRITE): "SELECT pg_advisory_xact_lock(70451)",
}

# What a driver says of a lock; anything else of a file that opened is damage.
_BUSY = ("locked", "busy")
_CLOSED = ("unable to open", "readonly", "read-only", "disk i/o", "full", "could not connect", "connection refused")


def engine(url: str) -> Engine:
    """The engine of a database, with its tables made or brought up to date."""
    try:
        place = make_url(url)
        made = create_engine(place)
    except (exc.ArgumentError, exc.NoSuchModuleError, ImportError, ValueError):
        raise UserError("store.url") from None
    if made.dialect.name == "sqlite":
        event.listen(made, "connect", _prepare)
    event.listen(made, "begin", _begin)
    try:
        # Nothing is written, not even a journal mode, before the database is known to be the store's own.
        with transaction(made, READ) as connection:
            _found(connection)
        if made.dialect.name == "sqlite":
            with transaction(made, BARE) as connection:  # SQLite changes its journal only between transactions
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        with transaction(made) as connection:
            _migrate(connection, _found(connection))
    except BaseException:
        made.dispose()
        raise
    return made


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where the driver guesses
    for pragma in (f"busy_timeout = {BUSY_SECONDS * 1000}", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    words = _BEGIN.get((connection.dialect.name, connection.get_execution_options().get(_MODE, READ)))
    if words:
        connection.exec_driver_sql(words)


@contextmanager
def transaction(made: Engine, mode: str = WRITE) -> Iterator[Connection]:
    """All of a block or nothing of it; a fault of the database becomes one sentence."""
    name = made.url.database or made.url.render_as_string(hide_password=True)
    try:
        with made.connect().execution_options(**{_MODE: mode}) as connection, connection.begin():
            yield connection
    except exc.IntegrityError:
        raise
    except exc.DBAPIError as fault:
        words = str(fault.orig).lower()
        if any(word in words for word in _BUSY):
            raise UserError("store.busy", name=name) from fault
        if any(word in words for word in _CLOSED):
            raise UserError("store.closed", name=name) from fault
        if made.dialect.name != "sqlite" and isinstance(fault, exc.OperationalError):
            raise UserError("store.server", name=made.url.render_as_string(hide_password=True)) from fault
        raise UserError("store.damaged", name=name) from fault


def _found(connection: Connection) -> int:
    """The version of the tables, 0 where there are none; raises UserError for a database that is not the store's."""
    name = connection.engine.url.database or connection.engine.url.render_as_string(hide_password=True)
    present = set(inspect(connection).get_table_names())
    if "schema_version" not in present:
        # A file with other tables is somebody else's; a server's database may hold several programs' tables.
        if present & schema.NAMES or (present and connection.dialect.name == "sqlite"):
            raise UserError("store.foreign", name=name)
        return 0
    rows = connection.execute(select(schema.version)).scalars().all()
    number = rows[0] if len(rows) == 1 else None
    if not isinstance(number, int) or number < 1 or not present >= schema.NAMES:
        raise UserError("store.damaged", name=name)
    if number > schema.VERSION:
        raise UserError("store.newer", name=name, found=number, known=schema.VERSION)
    return number


def _migrate(connection: Connection, number: int) -> None:
    if number == schema.VERSION:
        return
    if number == 0:
        connection.exec_driver_sql(schema.CREATE_VERSION)
        connection.execute(schema.version.insert().values(version=0))
    for statements in schema.MIGRATIONS[number:]:
        for statement in statements:
            connection.exec_driver_sql(statement)
    connection.execute(schema.version.update().values(version=schema.VERSION))
