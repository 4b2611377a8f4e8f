"""The answers in a file of one student: a CSV of their own, or one answer a line under the number of its problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import PurePosixPath

from grader.batch.records import Record, ragged, records
from grader.batch.written import Items, answers
from grader.csvtext import decoded, delimiter_of, text_of
from grader.model import Say, say

PERSONAL = ("student", "problem", "part", "answer", "seed", "sheet", "attempt", "at")


def of_files(files: Iterable[tuple[str, bytes | Say]], items: Items) -> Iterator[Record]:
    """The answers of every file in turn; a file that is none is one refusal."""
    files = list(files)
    for (name, data), student in zip(files, _students([name for name, _ in files]), strict=True):
        if not isinstance(data, Say) and _is_binary(data):
            data = say("batch.file-binary", name=name)
        found = [(1, data)] if isinstance(data, Say) else [*_of_student(student, _text(name, data), items)]
        for line, cells in found or [(1, say("batch.file-empty", name=name))]:
            yield line, cells, text_of([[student, *[""] * (len(PERSONAL) - 1)]])


def _text(name: str, data: bytes) -> str:
    """What is written in a file; of a page, as Moodle keeps what is typed into it, the words with their lines."""
    text = decoded(data)[0]
    if not name.lower().endswith((".html", ".htm")):
        return text
    found = _Words()
    found.feed(text)
    found.close()
    return "".join(found.pieces)


class _Words(HTMLParser):
    """The words of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """A line ends where a block begins."""
        if tag in ("p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4"):
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        """Words; lines of the source are none of the page."""
        self.pieces.append(data.replace("\xa0", " ").replace("\n", " "))


_MARKS = (b"PK\x03\x04", b"%PDF", b"\x89PNG", b"\xff\xd8")  # how documents and pictures begin


def _is_binary(data: bytes) -> bool:
    """Whether a file is none of text, by its first bytes or by zeros that no encoding of text has there."""
    head = data[:4000]
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff")) or max(head[::2].count(0), head[1::2].count(0)) > len(head) // 4
    return data.startswith(_MARKS) or (0 in head and not wide)


def _students(names: Sequence[str]) -> list[str]:
    """Whose a file is: by its name; by Moodle's folder, or where the name of several files is one, by their folders."""
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    stems = [path.stem for path in paths]
    found = [next(filter(None, map(_MOODLE.fullmatch, path.parts[:-1])), None) for path in paths]
    people: dict[str, set[str]] = {}  # by name the numbers of participants: two may have one name
    for one in found:
        if one:
            people.setdefault(one[1], set()).add(one[2])
    out = []
    for path, stem, own in zip(paths, stems, found, strict=True):
        moodle = (f"{own[1]} ({own[2]})" if len(people[own[1]]) > 1 else own[1]) if own else ""
        shared = stems.count(stem) > 1 and len(path.parts) > 1
        out.append(moodle or (path.parts[-2] if shared else stem))
    return out


_MOODLE = re.compile(r"(.+)_(\d+)_assignsubmission_.*")  # `Asha Rao_123_assignsubmission_file_/answers.txt`


def _of_student(student: str, text: str, items: Items) -> Iterator[tuple[int, Sequence[str] | Say]]:
    """The answers in one student's file by line: a CSV with the columns problem and answer, or lines with problems.

    A line `sheet: 3F7K-...` or `seed: 7` in front tells whose variant it is.
    """
    sign = delimiter_of(text.lstrip())
    head = [cell.strip().casefold() for cell in text.lstrip().split("\n", 1)[0].split(sign)]
    if {"problem", "answer"} <= set(head):
        found = records(text, sign)
        next(found)
        for line, cells, _ in found:
            if isinstance(cells, Say):
                yield line, cells
            elif len(cells) != len(head):
                yield line, ragged(len(cells), len(head))
            else:
                own = dict(zip(head, cells, strict=True))
                yield line, [student, *(own.get(name, "") for name in PERSONAL[1:])]
        return
    for line, one in answers(text, items):
        yield line, one if isinstance(one, Say) else [student, *one, "", ""]
