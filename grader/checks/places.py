"""Where in its file a part of an item stands, found again only when there is something to say about it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from grader.bank.build import SEGMENTS
from grader.bank.source import Source, read, shown
from grader.model import Issue, Item, Say, Topic

Path = tuple[Any, ...]


class Places:
    """Positions in the files of one bank."""

    def __init__(self, root: str) -> None:
        """Files are read again from `root` when they are needed."""
        self.root = FilePath(root)
        self._source = lru_cache(maxsize=64)(self._read)

    def _read(self, file: str) -> Source:
        return read((self.root / file).read_bytes(), file)

    def issue(self, item: Item | Topic, path: Path, why: Say, rule: str, warning: bool = False) -> Issue:
        """An issue at the deepest part of `path` that the file has."""
        source = self._source(item.file)
        base: Path = ()
        if isinstance(source.data, list):
            base = next(
                ((n,) for n, entry in enumerate(source.data) if isinstance(entry, dict) and entry.get("id") == item.id),
                (),
            )
        full = (*base, *_written(source.data, base, path))
        return Issue(source.where(full), shown(full), why, rule, warning)


def _written(data: Any, base: Path, path: Path) -> Path:
    """Where a text was written: options that are the item's segments stand there."""
    if path[:1] != ("parts",) or path[2:4] != ("answer", "options"):
        return path
    item = data[base[0]] if base else data
    try:
        own = item["parts"][path[1]]["answer"]["options"]
    except (LookupError, TypeError):
        return path
    return (SEGMENTS, *path[4:]) if own == SEGMENTS else path
