"""Where distinct answers are marked: here, in processes, or by Dask; the same marks whatever the engine."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from grader.bank.worker import variants_of
from grader.batch.final import Engine
from grader.batch.mark import Direct, Key, Row, mark_chunk
from grader.errors import UserError
from grader.model import Bank, Mark, Say, say

CHUNK = 2000  # distinct answers at a time: a second's work or two


@contextlib.contextmanager
def engine_of(name: str, bank: Bank, workers: int | None = None, scheduler: str = "") -> Iterator[Engine]:
    """An engine by name, with its processes for as long as it is used."""
    count = workers or os.cpu_count() or 1
    if name == "processes":
        yield lambda variants, rows: _by_processes(bank.root, rows, count)
    elif name == "dask":
        with _client(count, scheduler) as client:
            yield lambda variants, rows: _by_dask(client, bank.root, rows)
    else:
        yield mark_chunk


def _distinct(rows: list[Row]) -> list[list[Row]]:
    """One row for each distinct answer, in chunks; in an order of their own, so that chunks do not depend on it."""
    first: dict[Key, Row] = {}
    for row in rows:
        first.setdefault(row[2:6], row)
    found = [first[key] for key in sorted(first)]
    return [found[at : at + CHUNK] for at in range(0, len(found), CHUNK)]


def work(root: str, rows: list[Row]) -> dict[Key, Mark | Say]:
    """The marks of a chunk, in whatever process this is."""
    return mark_chunk(variants_of(root), rows)


def _by_processes(root: str, rows: list[Row], count: int) -> Direct:
    chunks = _distinct(rows)
    out: dict[Key, Mark | Say] = {}
    left = chunks
    for _ in range(2):  # a process that is killed costs its chunks a second try, not the class its marks
        left = _round(root, left, count, out)
        if not left:
            return out
    for chunk in left:
        for row in chunk:  # one answer at a time, so that a poisonous one costs itself alone
            alone = _round(root, [[row]], 1, out)
            if alone:
                out[row[2:6]] = say("batch.fault", name="BrokenProcessPool")
    return out


def _round(root: str, chunks: list[list[Row]], count: int, out: dict[Key, Mark | Say]) -> list[list[Row]]:
    """Mark chunks in fresh processes; those that were not come back."""
    left = []
    with ProcessPoolExecutor(min(count, len(chunks) or 1), mp_context=get_context("spawn")) as pool:
        futures = [(chunk, pool.submit(work, root, chunk)) for chunk in chunks]
        for chunk, future in futures:
            try:
                out.update(future.result())
            except (BrokenProcessPool, OSError):
                left.append(chunk)
    return left


@contextlib.contextmanager
def _client(count: int, scheduler: str) -> Iterator[Any]:
    try:
        dask: Any = importlib.import_module("distributed")
    except ImportError as fault:
        raise UserError("batch.no-dask") from fault
    if scheduler:
        try:
            client = dask.Client(scheduler, timeout="10s")
        except (OSError, ValueError) as fault:
            raise UserError("batch.scheduler", address=scheduler) from fault
        with client:
            yield client
        return
    options = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with dask.LocalCluster(n_workers=count, **options) as cluster, dask.Client(cluster) as client:
        yield client


def _by_dask(client: Any, root: str, rows: list[Row]) -> Direct:
    out: dict[Key, Mark | Say] = {}
    chunks = _distinct(rows)
    futures = client.map(work, [root] * len(chunks), chunks, retries=3, pure=False)
    for chunk, future in zip(chunks, futures, strict=True):
        try:
            out.update(future.result())
        except Exception as fault:  # a worker that died on it thrice; Dask names its own errors
            out.update((row[2:6], say("batch.fault", name=type(fault).__name__)) for row in chunk)
    return out
