"""The append-only store of attempts, their markings and people's decisions, over SQLite or PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, and_, exists, func, literal_column, select

from grader.records import schema
from grader.records.engine import READ, engine, transaction
from grader.records.rows import Attempt, Decision, Marking
from grader.records.says import from_json, to_json

_A, _M, _D = schema.attempt, schema.mark, schema.decision
_A_COLUMNS, _M_COLUMNS, _D_COLUMNS = tuple(_A.c), tuple(_M.c), tuple(_D.c)


class Store:
    """One database; what is in it is added to and never changed."""

    def __init__(self, url: str) -> None:
        """Open the database of an SQLAlchemy URL, such as `sqlite:////home/me/records.db`; raises UserError."""
        self._engine = engine(url)
        # Attempts of one instant keep the order in which they came.
        tie: Any = literal_column("attempt.rowid") if self._engine.dialect.name == "sqlite" else _A.c.id
        self._order = (_A.c.at, tie)

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- adding

    def record(self, attempt: Attempt, marking: Marking) -> bool:
        """Add an attempt with its first marking, both or neither; False, and nothing added, if its id is known."""
        with transaction(self._engine) as connection:
            if not _add(connection, _A, _attempt_out(attempt)):
                return False
            _mark(connection, replace(marking, attempt=attempt.id))
        return True

    def add_attempt(self, attempt: Attempt) -> bool:
        """Add an attempt; False, and nothing added, if its id is known."""
        with transaction(self._engine) as connection:
            return _add(connection, _A, _attempt_out(attempt))

    def add_mark(self, marking: Marking) -> int:
        """Add a marking of a stored attempt; its number, which makes it the current one."""
        with transaction(self._engine) as connection:
            return _mark(connection, marking)

    def add_decision(self, decision: Decision) -> bool:
        """Add a decision; False, and nothing added, if its id is known."""
        with transaction(self._engine) as connection:
            return _add(connection, _D, {name: _storable(getattr(decision, name)) for name in _names(_D_COLUMNS)})

    # ---- reading

    def attempts(
        self, learner: str | None = None, item: str | None = None, part: str | None = None
    ) -> tuple[Attempt, ...]:
        """The attempts of a learner, item or part, oldest first; all of them without arguments."""
        query = select(_A).where(*_wanted(learner=learner, item=item, part=part)).order_by(*self._order)
        return tuple(map(_attempt_in, self._rows(query)))

    def marks(self, attempt: str) -> tuple[Marking, ...]:
        """Every marking of an attempt, first to current."""
        query = select(_M).where(_M.c.attempt == attempt).order_by(_M.c.n)
        return tuple(_mark_in(row, 0) for row in self._rows(query))

    def current_marks(self, learner: str | None = None) -> tuple[tuple[Attempt, Marking], ...]:
        """A learner's marked attempts with the marking that counts, oldest first; everybody's without one."""
        newest = select(_M.c.attempt, func.max(_M.c.n).label("n")).group_by(_M.c.attempt).subquery()
        query = (
            select(*_A_COLUMNS, *_M_COLUMNS)
            .join(_M, _M.c.attempt == _A.c.id)
            .join(newest, and_(newest.c.attempt == _M.c.attempt, newest.c.n == _M.c.n))
            .where(*_wanted(learner=learner))
            .order_by(*self._order)
        )
        return tuple((_attempt_in(row), _mark_in(row, len(_A_COLUMNS))) for row in self._rows(query))

    def decisions(self, scope: str | None = None) -> tuple[Decision, ...]:
        """The decisions on something, oldest first; all of them without a scope."""
        query = select(_D).order_by(_D.c.at, _D.c.id)
        if scope is not None:
            query = query.where(_D.c.scope == scope)
        return tuple(Decision(*map(str, row)) for row in self._rows(query))

    def _rows(self, query: Any) -> Iterable[Row[Any]]:
        with transaction(self._engine, READ) as connection:
            return connection.execute(query).all()


def _names(columns: Iterable[Column[Any]]) -> list[str]:
    return [column.name for column in columns]


def _wanted(**values: str | None) -> list[Any]:
    return [_A.c[name] == value for name, value in values.items() if value is not None]


def _add(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    # Only one writer is in, so nobody adds the same id between the two statements.
    if connection.execute(select(exists().where(table.c.id == row["id"]))).scalar():
        return False
    connection.execute(table.insert().values(row))
    return True


def _mark(connection: Connection, marking: Marking) -> int:
    last = connection.execute(select(func.max(_M.c.n)).where(_M.c.attempt == marking.attempt)).scalar()
    n = int(last or 0) + 1
    row = {name: getattr(marking, name) for name in _names(_M_COLUMNS)}
    row |= {"n": n, "score": str(marking.score), "says": to_json(marking.says)}
    connection.execute(_M.insert().values(row))
    return n


def _attempt_out(attempt: Attempt) -> dict[str, Any]:
    row = {name: getattr(attempt, name) for name in _names(_A_COLUMNS)}
    earlier = json.dumps({item: dict(parts) for item, parts in attempt.earlier.items()}, sort_keys=True)
    return {name: _storable(value) for name, value in (row | {"seed": str(attempt.seed), "earlier": earlier}).items()}


def _attempt_in(row: Row[Any]) -> Attempt:
    values: dict[str, Any] = dict(zip(_names(_A_COLUMNS), row[: len(_A_COLUMNS)], strict=True))
    return Attempt(**(values | {"seed": int(values["seed"]), "earlier": json.loads(values["earlier"])}))


def _mark_in(row: Row[Any], at: int) -> Marking:
    values: dict[str, Any] = dict(zip(_names(_M_COLUMNS), row[at : at + len(_M_COLUMNS)], strict=True))
    return Marking(**(values | {"score": Fraction(values["score"]), "says": from_json(values["says"])}))


def _storable(value: Any) -> Any:
    """Half characters and NUL, which databases refuse and no answer can be read with, become visible escapes."""
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")
