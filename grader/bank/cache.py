"""Keeps a compiled bank as JSON, so that an unchanged bank opens without YAML, pydantic or Markdown."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader import model
from grader.files import write_files
from grader.text import codec

# To be raised whenever the files below would be read differently: format, tokens, checks.
FORMAT = 5
KEPT = 24  # files of some ten banks

_CLASSES: dict[str, type[Any]] = {
    c.__name__: c
    for c in (
        model.Bank, model.Topic, model.Item, model.Part, model.Mistake, model.Also, model.Example, model.FigureSpec,
        model.Issue, model.Say, model.Claim,
    )
}  # fmt: skip
_FIELDS = {cls: [f.name for f in fields(cls)] for cls in _CLASSES.values()}


def digest(raw: bytes | None) -> str:
    """The fingerprint of a file's bytes."""
    return hashlib.sha256(raw).hexdigest() if raw is not None else ""


def place(folder: Path, root: Path) -> Path:
    """Where the compiled form of the bank at `root` lies."""
    return folder / f"bank-{hashlib.sha256(str(root).encode()).hexdigest()[:16]}.json"


def read(path: Path, digests: Mapping[str, str]) -> model.Bank | None:
    """The compiled bank, if it was made of exactly these files; a damaged cache counts as none."""
    try:
        data = json.loads(path.read_bytes())
        if data["format"] != FORMAT or data["files"] != dict(digests):
            return None
        bank = _in(data["bank"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
    return bank if isinstance(bank, model.Bank) else None


def write(path: Path, digests: Mapping[str, str], bank: model.Bank) -> None:
    """Store a compiled bank; where that is not possible, the next start is slower and nothing else."""
    keep(path, json.dumps({"format": FORMAT, "files": dict(digests), "bank": _out(bank)}, ensure_ascii=False))


def keep(path: Path, text: str) -> None:
    """Store a text in the folder of caches, from which the oldest go."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_files(path.parent, {path.name: text.encode("utf-8")})
        for old in sorted(path.parent.glob("bank-*"), key=lambda file: file.stat().st_mtime_ns)[:-KEPT]:
            old.unlink(missing_ok=True)


# Every object is a list that starts with its kind, so that no authored word can look like one.


def _out(thing: Any) -> Any:
    if thing is None or isinstance(thing, bool | int):
        return thing
    if isinstance(thing, str):
        return str(thing)
    if isinstance(thing, tuple):
        return ["t", *map(_out, thing)]
    if isinstance(thing, model.Doc):
        return ["d", {lang: codec.encode(tokens) for lang, tokens in thing.langs.items()}]
    if isinstance(thing, Mapping):
        return ["m", *(_out(part) for pair in thing.items() for part in pair)]
    if isinstance(thing, Fraction):
        return ["f", thing.numerator, thing.denominator]
    return [type(thing).__name__, *(_out(getattr(thing, name)) for name in _FIELDS[type(thing)])]


class _Lazy(Mapping[str, tuple[model.Token, ...]]):
    """The texts of a Doc by language, decoded when they are asked for: most commands show few of a bank's texts."""

    __slots__ = ("_codes", "_tokens")

    def __init__(self, codes: Mapping[str, Any]) -> None:
        self._codes = codes
        self._tokens: dict[str, tuple[model.Token, ...]] = {}

    def __getitem__(self, lang: str) -> tuple[model.Token, ...]:
        found = self._tokens.get(lang)
        if found is None:
            found = self._tokens[lang] = codec.decode(self._codes[lang])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)


def _in(data: Any) -> Any:
    if not isinstance(data, list):
        return data
    kind = data[0]
    if kind == "t":
        return tuple(map(_in, data[1:]))
    if kind == "d":
        return model.Doc(_Lazy(data[1]))
    if kind == "m":
        parts = list(map(_in, data[1:]))
        return dict(zip(parts[::2], parts[1::2], strict=True))
    if kind == "f":
        return Fraction(data[1], data[2])
    return _CLASSES[kind](*map(_in, data[1:]))
