"""Reads one YAML file: data, the place of every value in it, and every fault of spelling at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from grader.bank.files import MAX_BYTES
from grader.model import Issue, Say, say

MAX_DEPTH = 40
MAX_ALIASES = 50
MAX_VALUES = 20_000
MAX_TEXT = 20_000
MAX_DIGITS = 18  # of a whole number without quotes; int() of a huge text is refused by Python itself

Path = tuple[str | int, ...]


class Unquoted(str):
    """A decimal written without quotes: only its text is exact, so it never becomes a float."""

    __slots__ = ()


# YAML 1.2 core schema; anything else that is plain is a string, so `no`, `12:30` and dates stay what they look like.
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")  # `012` is 10 to some readers and 12 to others, so a text to be quoted
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_RAW_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\r(?!\n)"
)
# "\nabla" in double quotes is a line break and "abla".
_BROKEN_MACRO = re.compile(r"(?<!\\)(?:\\\\)*\\n(?:abla|eq?|eg|u|otin|mid|parallel|eq)\b")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: line and column from 1, and its slice of the file."""

    line: int
    column: int
    start: int
    end: int
    style: str = ""


@dataclass(slots=True)
class Source:
    """One file as read; `data` is None if nothing could be made of it."""

    file: str
    text: str = ""
    data: Any = None
    places: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    issues: list[Issue] = field(default_factory=list)

    def where(self, path: Path, key: bool = False) -> str:
        """file:line:col of a value (or its key), or of what encloses it."""
        for length in range(len(path), -1, -1):
            table = self.keys if key and length == len(path) else self.places
            place = table.get(path[:length])
            if place:
                return f"{self.file}:{place.line}:{place.column}"
        return f"{self.file}:1:1"

    def where_text(self, path: Path, at: int | None) -> str:
        """file:line:col of a character of a text, found by walking value and file side by side."""
        place, value = self.places.get(path), self.get(path)
        if place is None or at is None or not isinstance(value, str):
            return self.where(path)
        raw = place.start
        if place.style in ("|", ">"):
            raw = self.text.find("\n", raw) + 1
        elif place.style in ("'", '"'):
            raw += 1
        for char in value[:at]:
            if not char.isspace():
                found = self.text.find(char, raw, place.end)
                if found < 0:
                    return self.where(path)
                raw = found + 1
                if (char == "'" and place.style == "'") or (char == "\\" and place.style == '"'):
                    raw += 1
        if at < len(value) and not value[at].isspace():
            found = self.text.find(value[at], raw, place.end)
            raw = found if found >= 0 else raw
        return f"{self.file}:{_line_column(self.text, raw)}"

    def get(self, path: Path) -> Any:
        """The value at a path, or None."""
        data = self.data
        for step in path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                return None
        return data

    def fault(self, where: str, path: Path, why: Say) -> None:
        """Note a fault."""
        if why.code == "bank.quote":
            why = say("bank.quote", value=self._written(path) or str(dict(why.slots)["value"]))
        self.issues.append(Issue(where, shown(path), why))

    def _written(self, path: Path) -> str:
        """A plain value as it stands in the file: 012 and not 12."""
        place = self.places.get(path)
        return self.text[place.start : place.end].strip() if place and not place.style else ""


# What libyaml says of a slip, and the code of what to write instead; its own words are for people who know its parts.
_YAML_SLIPS = {
    "character that cannot start": "bank.yaml-token",
    "expected alphabetic or numeric character": "bank.yaml-token",
    "mapping keys are not allowed": "bank.yaml-token",
    "expected '!'": "bank.yaml-token",
    "expected '>'": "bank.yaml-token",
    "tag": "bank.yaml-token",
    "directive": "bank.yaml-token",
    "non-alphabetical": "bank.yaml-token",
    "tab character": "bank.yaml-tab",
    "mapping values are not allowed": "bank.yaml-colon",
    "could not find expected ':'": "bank.yaml-key",
    "block sequence entries": "bank.yaml-dash",
    "expected node content": "bank.yaml-comma",
    "did not find expected ',' or": "bank.yaml-flow",
    "unexpected end": "bank.yaml-quote",
    "document indicator": "bank.yaml-quote",
    "comment or line break": "bank.yaml-block",
    "indentation indicator": "bank.yaml-block",
    "escape": "bank.escape",
    "hexdecimal": "bank.escape",
    "did not find expected key": "bank.yaml-indent",
    "did not find expected '-'": "bank.yaml-indent",
    "document start": "bank.yaml-indent",
}


# 'That's: a text in single quotes that ends at a letter, with another letter right behind.
_LONE_APOSTROPHE = re.compile(r"(?:[:\[{,\-]\s+)('(?:[^']|'')*\w')(\w+)")


def _unreadable(text: str, error: yaml.MarkedYAMLError) -> tuple[yaml.Mark | None, Say]:
    """Where a file stops being YAML, and what to write instead."""
    problem, mark = str(error.problem or error.context), error.problem_mark or error.context_mark
    if "nesting depth" in problem:
        return mark, say("bank.deep", limit=MAX_DEPTH)
    code = next((c for words, c in _YAML_SLIPS.items() if words in problem), "bank.yaml")
    if code == "bank.yaml-key":
        mark = error.context_mark or mark  # the line without a colon, not the one behind it
    line = text.split("\n")[mark.line] if mark and mark.line <= text.count("\n") else ""
    if code == "bank.yaml-indent" and mark:
        before, after = line[: mark.column].strip(" -"), line[mark.column :]
        code = "bank.yaml-name" if after[:1] == ":" else "bank.yaml-after" if before else code
    if code == "bank.yaml-token" and mark and "\t" in line[: mark.column + 1]:
        code = "bank.yaml-tab"
    return mark, say(code)


def shown(path: Path) -> str:
    """A path as people read it: parts[0].ask.en."""
    out = ""
    for step in path:
        out += f"[{step}]" if isinstance(step, int) else f".{step}" if out else str(step)
    return out


def _line_column(text: str, at: int) -> str:
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"


def read(raw: bytes, file: str) -> Source:
    """The data of a file's bytes, with every fault that can be seen without knowing what the file is for."""
    source = Source(file)
    text = _decode(raw, source)
    if text is None:
        return source
    source.text = text
    bad = _RAW_CONTROL.search(text)
    if bad:
        where = f"{file}:{_line_column(text, bad.start())}"
        why = say("bank.hidden", char=f"U+{ord(bad[0]):04X}") if bad[0] != "\0" else say("bank.nul")
        source.fault(where, (), why)
        return source
    try:
        _Builder(source).build()
    except yaml.MarkedYAMLError as error:
        mark, why = _unreadable(text, error)
        where = f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else f"{file}:1:1"
        slip = None if why.code == "bank.escape" else _apostrophe(text, mark.line if mark else 0)
        if slip:
            where, why = f"{file}:{slip[0]}:{slip[1]}", say("bank.apostrophe", text=slip[2])
        source.data = None
        source.fault(where, (), why)
    return source


def _apostrophe(text: str, line: int) -> tuple[int, int, str] | None:
    """Line, column and surroundings of an apostrophe inside single quotes, at or just above a line that is faulty."""
    for n in range(line, max(line - 4, -1), -1):
        row = text.split("\n")[n] if n <= text.count("\n") else ""
        found = _LONE_APOSTROPHE.search(row)
        if found:
            return n + 1, found.end(1), found[1][-20:] + found[2][:10]
    return None


def _decode(raw: bytes, source: Source) -> str | None:
    start = f"{source.file}:1:1"
    if len(raw) > MAX_BYTES:
        source.fault(start, (), say("bank.large", limit=MAX_BYTES))
        return None
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        source.fault(start, (), say("bank.bom"))
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        source.fault(f"{source.file}:{line}:{column}", (), say("bank.encoding"))
        return None


class _Stop(Exception):
    """The rest of the file is not worth reading."""


class _Builder:
    """Builds data from parser events, so that depth and aliases are bounded before anything is nested or copied."""

    def __init__(self, source: Source) -> None:
        self.source = source
        # libyaml counts columns in characters; line starts turn its marks into positions in our text.
        self.starts = [0] + [m.end() for m in re.finditer(r"\n", source.text)]
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.aliases = self.values = 0
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events = iter(yaml.parse(source.text, Loader=loader))

    def build(self) -> None:
        """Read the one document."""
        try:
            next(self.events)
            event = next(self.events)
            if not isinstance(event, yaml.DocumentStartEvent):
                self._fault("bank.empty-file", (), None)
                return
            self.source.data = self._value(next(self.events), (), 0)[0]
            next(self.events)
            event = next(self.events)
            if isinstance(event, yaml.DocumentStartEvent):
                self._fault("bank.documents", (), event)
        except _Stop:
            self.source.data = None

    def _offset(self, mark: Any) -> int:
        return int(self.starts[mark.line] + mark.column) if mark.line < len(self.starts) else len(self.source.text)

    def _place(self, event: Any, end: Any = None) -> Place:
        mark = event.start_mark
        stop = self._offset((end or event).end_mark)
        return Place(mark.line + 1, mark.column + 1, self._offset(mark), stop, getattr(event, "style", "") or "")

    def _fault(self, code: str, path: Path, event: Any, **slots: object) -> None:
        where = f"{self.source.file}:1:1"
        if event is not None:
            where = f"{self.source.file}:{event.start_mark.line + 1}:{event.start_mark.column + 1}"
        self.source.fault(where, path, say(code, **slots))

    def _value(self, event: Any, path: Path, depth: int) -> tuple[Any, int]:
        """The value that starts at an event, and how many values it holds."""
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, path)
        if getattr(event, "tag", None) is not None:
            self._fault("bank.tag", path, event, tag=event.tag)
        self.source.places[path] = self._place(event)
        self.values += 1
        if self.values > MAX_VALUES:
            self._fault("bank.values", path, event, limit=MAX_VALUES)
            raise _Stop
        if isinstance(event, yaml.ScalarEvent):
            out: tuple[Any, int] = (self._scalar(event, path), 1)
        elif depth >= MAX_DEPTH:
            self._fault("bank.deep", path, event, limit=MAX_DEPTH)
            raise _Stop
        elif isinstance(event, yaml.SequenceStartEvent):
            out = self._sequence(path, depth)
        else:
            out = self._mapping(path, depth)
        if event.anchor:
            self.anchors[event.anchor] = out
        return out

    def _alias(self, event: Any, path: Path) -> tuple[Any, int]:
        self.source.places[path] = self._place(event)
        if event.anchor not in self.anchors:
            self._fault("bank.alias", path, event, name=event.anchor)
            raise _Stop
        data, size = self.anchors[event.anchor]
        # What counts is what an alias unfolds to: ten aliases of ten aliases are a hundred.
        self.aliases += size
        if self.aliases > MAX_ALIASES:
            self._fault("bank.aliases", path, event, limit=MAX_ALIASES)
            raise _Stop
        return data, size

    def _sequence(self, path: Path, depth: int) -> tuple[Any, int]:
        items: list[Any] = []
        size = 1
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            value, inner = self._value(event, (*path, len(items)), depth + 1)
            items.append(value)
            size += inner
        return items, size

    def _mapping(self, path: Path, depth: int) -> tuple[Any, int]:
        data: dict[str, Any] = {}
        size = 1
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                self._fault("bank.key", path, event)
                raise _Stop
            key = str(event.value)
            inside = (*path, key)
            if event.tag is not None:
                self._fault("bank.tag", inside, event, tag=event.tag)
            if key in data:
                first = self.source.keys[inside]
                self._fault("bank.twice", inside, event, name=key, line=first.line)
            else:
                self.source.keys[inside] = self._place(event)
            self._control(event, inside)
            value, inner = self._value(next(self.events), inside, depth + 1)
            data.setdefault(key, value)
            size += inner + 1
        return data, size

    def _scalar(self, event: Any, path: Path) -> Any:
        text = str(event.value)
        if len(text) > MAX_TEXT:
            self._fault("bank.text-long", path, event, limit=MAX_TEXT)
            raise _Stop
        self._control(event, path)
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text) if len(text) <= MAX_DIGITS else Unquoted(text)
        if _BASED.fullmatch(text):
            return int(text, 0) if len(text) <= MAX_DIGITS else Unquoted(text)
        return Unquoted(text) if _FLOAT.fullmatch(text) else text

    def _control(self, event: Any, path: Path) -> None:
        bad = _CONTROL.search(event.value)
        if bad:
            place = self._place(event)
            escaped = event.style == '"' and bad[0] not in self.source.text[place.start : place.end]
            code = "bank.control" if escaped and bad[0] in "\b\t\f\v\r\a" else "bank.hidden"
            self._fault(code, path, event, char=f"U+{ord(bad[0]):04X}")
        elif event.style == '"':
            place = self._place(event)
            broken = _BROKEN_MACRO.search(self.source.text, place.start, place.end)
            if broken:
                self._fault("bank.escape", path, event)
