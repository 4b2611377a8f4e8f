"""What a teacher is handed, as a table of text: CSV of any make, workbooks, JSON lines, Parquet, a file a student."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path, PurePosixPath
from typing import Any

from grader.batch.personal import PERSONAL, of_files
from grader.batch.records import MAX_CELL, Record, checked, records
from grader.batch.written import Items
from grader.csvtext import decoded, delimiter_of
from grader.errors import UserError
from grader.model import Say, say

NOTHING: Items = {}
MAX_FILES, MAX_FILE, MAX_ALL = 20_000, 5 << 20, 200 << 20
_SEP = re.compile(r"(\s*sep=(.))(?=\r?\n)")
_NAMES = {";": "semicolons", "\t": "tabs", "|": "bars"}


@dataclass(frozen=True, slots=True)
class Source:
    """The names of the columns, the records under them, and what is worth saying of how they were read."""

    header: Sequence[str]
    records: Iterable[Record]
    notes: tuple[Say, ...] = ()


def source_of(data: bytes, name: str = "", items: Items = NOTHING) -> Source:
    """The table in a file's bytes, whatever it is; raises UserError for one that is none."""
    if data.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                names = archive.namelist()
                if "xl/workbook.xml" in names:
                    if sum(entry.file_size for entry in archive.infolist()) > MAX_ALL:
                        raise UserError("batch.workbook-large", size=MAX_ALL >> 20)
                    return _workbook(data)
                if "mimetype" in names or "[Content_Types].xml" in names:
                    raise UserError("batch.workbook", problem=".ods, .docx")
                return _archive(archive, items)
        except zipfile.BadZipFile as fault:
            raise UserError("batch.workbook", problem=str(fault)[:100]) from fault
    if data.startswith(b"PAR1"):
        return _parquet(data)
    text, encoding = decoded(data)
    text = _sound(text)
    if name.lower().endswith((".jsonl", ".ndjson")) or text.lstrip().startswith("{"):
        return _json_lines(text)
    notes = () if encoding == "UTF-8" else (say("batch.encoding", encoding=encoding),)
    named = _SEP.match(text)
    if named:  # what Excel writes in front to say by what columns are parted; its line is kept empty
        text = text[named.end(1) :]
    sign = named[2] if named else delimiter_of(text.lstrip("\r\n"))
    if sign != ",":
        notes = (*notes, say("batch.separator", found=_NAMES[sign]))
    found = records(text, sign)
    first = next(found, None)
    if first is None:
        raise UserError("batch.empty")
    return Source(() if isinstance(first[1], Say) else first[1], found, notes)


def folder_source(files: Mapping[str, bytes | Say], items: Items = NOTHING) -> Source:
    """The answers of a folder with a file for each student, named after them; `files` by their names."""
    return Source(PERSONAL, of_files(sorted(files.items()), items))


_OURS = re.compile(
    r"(?:(?:grades|marks|problems|decisions|moodle|canvas)\.csv|summary\.html|options\.json|gradebook\.xlsx"
    r"|marks\.parquet|results\.json)(?:\.bak\d*)?"
)
_MARKS = b"student,problem,part,answer,outcome"  # how our table of marks begins


def _is_ours(path: Path, root: Path) -> bool:
    """Whether a file stands, under a name that we give, in a folder of marks inside the folder of answers."""
    if not _OURS.fullmatch(path.name):
        return False
    for folder in path.parents:
        table = folder / "marks.csv"
        if table.is_file():
            with table.open("rb") as file:
                if file.read(len(_MARKS)) == _MARKS:
                    return True
        if folder == root:
            return False
    return False


def open_source(path: Path, items: Items = NOTHING) -> Source:
    """The table in a file, or in the files of a folder; raises UserError where it cannot be opened.

    `items` are those of the bank by number and id in small letters, by which lines of a student's file begin answers.
    """
    try:
        if path.is_dir():
            found = sorted(
                p for p in path.rglob("*") if p.is_file() and not p.name.startswith(".") and not _is_ours(p, path)
            )
            if len(found) > MAX_FILES:
                raise UserError("batch.zip-large", files=MAX_FILES, size=MAX_ALL >> 20)
            if not found:
                raise UserError("batch.empty-folder", name=str(path))
            return folder_source({str(p.relative_to(path)): _content(p) for p in found}, items)
        return source_of(path.read_bytes(), path.name, items)
    except OSError as fault:
        raise UserError("batch.open", exit_code=1, name=str(path), problem=fault.strerror or "") from fault


def _content(path: Path) -> bytes | Say:
    """What is in a student's file; a link may lead to anything on this machine."""
    if path.is_symlink():
        return say("batch.link", name=path.name)
    return path.read_bytes() if path.stat().st_size <= MAX_FILE else say("batch.long", limit=MAX_FILE)


# ------------------------------------------------------------------ workbooks, JSON, Parquet


def _workbook(data: bytes) -> Source:
    import warnings

    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and pictures, which nobody reads here
            # Twice: what cells show, and what was typed; a formula that was never computed shows nothing.
            books = [load_workbook(io.BytesIO(data), read_only=True, data_only=values) for values in (True, False)]
            for sheet in (sheet for book in books for sheet in book.worksheets):
                sheet.reset_dimensions()  # what a file says of its size may be anything
            shown, typed = ([list(row) for row in book.worksheets[0].iter_rows(values_only=True)] for book in books)
            others = [sheet.title for sheet in books[0].worksheets[1:] if any(any(c is not None for c in row) for row in
                      sheet.iter_rows(values_only=True, max_row=5))]  # fmt: skip
            rows = [
                [own if value is None else value for value, own in zip(row, other, strict=False)]
                for row, other in zip(shown, typed, strict=False)
            ]
    except Exception as fault:
        raise UserError("batch.workbook", problem=str(fault)[:100]) from fault
    table = [(n, [_cell(value) for value in row]) for n, row in enumerate(rows, 1)]
    filled = [(n, cells) for n, cells in table if any(c.strip() for c in cells)]
    if not filled:
        raise UserError("batch.empty")
    wide = max((i + 1 for i, c in enumerate(filled[0][1]) if c.strip()), default=0)
    header = filled[0][1][:wide]
    notes = (say("batch.sheets", names=", ".join(others)),) if others else ()
    return Source(header, (_record(n, cells, wide) for n, cells in filled[1:]), notes)


def _record(line: int, cells: Sequence[str], wide: int) -> Record:
    """A row as long as the head; a longer one where something stands beyond it."""
    filled = max((n + 1 for n, cell in enumerate(cells) if cell.strip()), default=0)
    return line, [*cells[: max(wide, filled)], *[""] * (wide - len(cells))], ""


def _cell(value: Any) -> str:
    """A cell as text; a date as it is written in ISO 8601, by which an answer that was made one is known."""
    if value is None:
        return ""
    if isinstance(value, datetime | date | time):
        return str(value)[:30]
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)[: MAX_CELL + 1]


class _Twice(ValueError):
    """A name that stands twice in one object."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out: dict[str, object] = {}
    for typed, value in pairs:
        name = typed.strip().lower() if typed.strip().lower() in PERSONAL else typed
        if name in out:
            raise _Twice(name)
        out[name] = value
    return out


def _json_lines(text: str) -> Source:
    """One object a line; the columns are the names of all of them."""
    rows: list[tuple[int, dict[str, Any] | Say, str]] = []
    names: dict[str, None] = {}
    for n, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line, parse_float=str, parse_int=str, object_pairs_hook=_once)
        except _Twice as fault:
            rows.append((n, say("batch.json-twice", name=str(fault)[:40]), line))
            continue
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            names.update(dict.fromkeys(found))
            rows.append((n, found, line))
        else:
            rows.append((n, say("batch.json"), line))
    if not names:
        raise UserError("batch.empty")
    if "part" not in names and "problem" in names:  # which nobody writes where every problem has one
        names["part"] = None
    header = tuple(names)

    def cells() -> Iterator[Record]:
        for n, row, line in rows:
            yield n, row if isinstance(row, Say) else checked([_plain(row.get(name)) for name in header]), line[:200]

    return Source(header, cells())


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):  # numbers were kept as they are written
        return "[" + ", ".join(map(_plain, value)) + "]"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _sound(text)


def _sound(text: str) -> str:
    """The text with a question mark for halves of characters, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _parquet(data: bytes) -> Source:
    try:
        from pyarrow import parquet
    except ImportError as fault:
        raise UserError("batch.no-parquet") from fault
    try:
        table = parquet.read_table(io.BytesIO(data))
    except Exception as fault:
        raise UserError("batch.workbook", problem=str(fault)[:100]) from fault
    columns = [table.column(name).to_pylist() for name in table.column_names]

    def cells() -> Iterator[Record]:
        for n, row in enumerate(zip(*columns, strict=True), 2):
            yield n, [_cell(value) for value in row], ""

    return Source(tuple(table.column_names), cells())


# ------------------------------------------------------------------ a file a student


def _archive(archive: zipfile.ZipFile, items: Items) -> Source:
    """The files of a zip, read in memory: names are labels, never paths, and a bomb is refused by its own figures."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_FILES or sum(info.file_size for info in infos if info.file_size <= MAX_FILE) > MAX_ALL:
        raise UserError("batch.zip-large", files=MAX_FILES, size=MAX_ALL >> 20)
    files: list[tuple[str, bytes | Say]] = []
    for info in infos:
        if info.filename.startswith("__MACOSX/") or PurePosixPath(info.filename).name.startswith("."):
            continue
        if ".." in info.filename.replace("\\", "/").split("/") or info.filename.startswith(("/", "\\")):
            files.append((info.filename, say("batch.zip-name", name=info.filename)))
        elif info.file_size > MAX_FILE:
            files.append((info.filename, say("batch.long", limit=MAX_FILE)))
        else:
            try:
                with archive.open(info) as file:
                    files.append((info.filename, file.read(MAX_FILE + 1)[:MAX_FILE]))
            except Exception:
                files.append((info.filename, say("batch.zip-file", name=info.filename)))
    return Source(PERSONAL, of_files(sorted(files, key=lambda pair: pair[0]), items))
