"""Opens the store's database at its newest version, lets one writer in, and says its faults in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, inspect, make_url, select

from grader.errors import UserError
from grader.records import schema

BUSY_SECONDS = 30
_WRITES = "store_writes"
# Any fixed number: the lock by which a PostgreSQL server lets one writer in at a time.
_LOCK = 7_045_1

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
        with transaction(made) as connection:
            _migrate(connection)
    except BaseException:
        made.dispose()
        raise
    return made


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where the driver guesses
    for pragma in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
    elif writes and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


@contextmanager
def transaction(made: Engine, writes: bool = True) -> Iterator[Connection]:
    """All of a block or nothing of it; a fault of the database becomes one sentence."""
    name = made.url.database or made.url.render_as_string(hide_password=True)
    try:
        with made.connect().execution_options(**{_WRITES: writes}) as connection, connection.begin():
            yield connection
    except exc.IntegrityError:
        raise
    except exc.DBAPIError as fault:
        words = str(fault.orig).lower()
        if any(word in words for word in _BUSY):
            raise UserError("store.busy", name=name) from fault
        if any(word in words for word in _CLOSED):
            raise UserError("store.closed", name=name) from fault
        raise UserError("store.damaged", name=name) from fault


def _migrate(connection: Connection) -> None:
    name = connection.engine.url.database or connection.engine.url.render_as_string(hide_password=True)
    present = set(inspect(connection).get_table_names())
    number = 0
    if "schema_version" in present:
        found = connection.execute(select(schema.version)).scalars().all()
        if len(found) != 1 or not isinstance(found[0], int) or found[0] < 1:
            raise UserError("store.damaged", name=name)
        number = found[0]
        if number > schema.VERSION:
            raise UserError("store.newer", name=name, found=number, known=schema.VERSION)
        if not present >= schema.NAMES:
            raise UserError("store.damaged", name=name)
    elif present & schema.NAMES or (present and connection.dialect.name == "sqlite"):
        # A file with other tables is somebody else's; a server's database may hold several programs' tables.
        raise UserError("store.foreign", name=name)
    else:
        connection.exec_driver_sql(schema.CREATE_VERSION)
        connection.execute(schema.version.insert().values(version=0))
    if number == schema.VERSION:
        return
    for statements in schema.MIGRATIONS[number:]:
        for statement in statements:
            connection.exec_driver_sql(statement)
    connection.execute(schema.version.update().values(version=schema.VERSION))
