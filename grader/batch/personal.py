"""The answers in a file of one student: a CSV of their own, or one answer a line under the number of its problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import PurePosixPath

from grader.batch.records import Record, ragged, records
from grader.csvtext import decoded, delimiter_of, text_of
from grader.model import Say, say

# One answer a line: `2.2 (a): 0.42`, `2.2 winner = ran`.
_LINE = re.compile(
    r"\s*(?P<problem>[A-Za-z]*\d+(?:\.\d+)?|[a-z][a-z0-9-]{2,})\s*(?:\(?(?P<part>[A-Za-z][\w-]*)\)?)?\s*(?P<sign>[:=\t])\s*(?P<answer>.*)"
)

PERSONAL = ("student", "problem", "part", "answer", "seed", "sheet", "attempt", "at")


def of_files(files: Iterable[tuple[str, bytes | Say]], known: Set[str]) -> Iterator[Record]:
    """The answers of every file in turn; a file that is none is one refusal."""
    files = list(files)
    line = 1
    for (name, data), student in zip(files, _students([name for name, _ in files]), strict=True):
        if not isinstance(data, Say) and _is_binary(data):
            data = say("batch.file-binary", name=name)
        found = [data] if isinstance(data, Say) else [*_of_student(student, decoded(data)[0], known)]
        for cells in found or [say("batch.file-empty", name=name)]:
            line += 1
            yield line, cells, text_of([[student, *[""] * (len(PERSONAL) - 1)]])


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


def _of_student(student: str, text: str, known: Set[str]) -> Iterator[Sequence[str] | Say]:
    """The answers in one student's file: a CSV with the columns problem and answer, or one answer a line.

    A line `sheet: 3F7K-...` or `seed: 7` in front tells whose variant it is.
    """
    sign = delimiter_of(text.lstrip())
    head = [cell.strip().casefold() for cell in text.lstrip().split("\n", 1)[0].split(sign)]
    if {"problem", "answer"} <= set(head):
        found = records(text, sign)
        next(found)
        for _, cells, _ in found:
            if isinstance(cells, Say):
                yield cells
            elif len(cells) != len(head):
                yield ragged(len(cells), len(head))
            else:
                own = dict(zip(head, cells, strict=True))
                yield [student, *(own.get(name, "") for name in PERSONAL[1:])]
        return
    answers: list[list[str]] = []
    told = {"seed": "", "sheet": ""}
    for line in text.splitlines():
        line = _asked(line, known)
        match = _LINE.fullmatch(line)
        about = _ABOUT.fullmatch(line)
        following = _PART.fullmatch(line)
        if about:
            told[about[1].casefold()] = about[2]
        elif following and answers and _follows(following[1], answers[-1][2]):
            answers.append([student, answers[-1][1], following[1], following[2].strip()])
        elif match and _begins(match, bool(answers), known):
            answers.append([student, match["problem"], match["part"] or "", match["answer"].strip()])
        elif line.strip() and answers and not _another(line, known):
            answers[-1][3] += ("\n" if answers[-1][3] else "") + line.strip()  # a derivation goes on
        elif line.strip():
            yield say("batch.file-line", text=line.strip()[:40])
    yield from ([*answer, told["seed"], told["sheet"], "", ""] for answer in answers)


def _asked(line: str, known: Set[str]) -> str:
    """A line without what people put in front of the number of a known problem: `Question`, `1.`, `- `, `**`."""
    found = _QUESTION.match(line)
    if not found or (known and found[2].casefold() not in known):
        return line
    head = found[1]
    return line.replace("**", "", 2)[len(head) - 2 :] if "**" in head else line[len(head) :]


def _follows(letter: str, before: str) -> bool:
    """Whether a letter is that of a later part than the one before."""
    return len(before) == 1 and before.casefold() < letter.casefold()


# What stands in front of a problem's number: signs of lists, a number of its own, a word for question.
_QUESTION = re.compile(
    r"(\s*(?:[-–—•*>#·]+\s*|\d{1,2}[.)]\s+)*\**\s*"
    r"(?:(?:Q|Question|Ques|Qn|Problem|Prob|Pr|Exercise|Ex|No|Number|Answer|Ans|Part|Task|Sawaal|Sawal|Prashna?)\b"
    r"[.:]?\s*(?:no\.?\s*)?|Q)?)"
    r"([A-Za-z]?\d+(?:\.\d+)?|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=[\s:=(*.)])", re.IGNORECASE,
)  # fmt: skip
# The next part of the same problem: `(b): ran`, `b) ran`.
_PART = re.compile(r"\s*\(?([A-Za-z])\)\s*[:=]?\s*(\S.*)")


def _begins(match: re.Match[str], going_on: bool, known: Set[str]) -> bool:
    """Whether a line begins an answer: with the name of a problem, behind another answer with that of a known one."""
    name = match["problem"]
    if not (name[-1:].isdigit() or "-" in name):
        return False
    if not known or not going_on:
        return True
    equation = match["sign"] == "=" and not match["part"]  # 0.74 = 0.3^2 + .., x2 = 5
    return name.casefold() in known and not equation


def _another(line: str, known: Set[str]) -> bool:
    """Whether a line begins an answer to another problem: in a form that is not read, or to one that is not there."""
    found = _NEXT.match(line)
    named = _LINE.fullmatch(line)
    stray = named is not None and named["sign"] == ":" and _NUMBER.fullmatch(named["problem"]) is not None
    if stray or (found is not None and (not known or found[1].casefold() in known)):
        return True
    spoken = _SPOKEN.match(line)  # `my answer to 2.1 (b): ran`
    return spoken is not None and spoken[1].casefold() in known


_NUMBER = re.compile(r"[A-Za-z]\d+|\d+\.\d+")  # of a problem
_ABOUT = re.compile(r"\s*(sheet|seed)\s*[:=]\s*(\S+)\s*", re.IGNORECASE)
_SPOKEN = re.compile(r"\s*(?:[A-Za-z']+\s+){1,4}([A-Za-z]?\d+(?:\.\d+)?)\s*(?:\(?[a-z]\)?)?\s*:")
# An answer to another problem, in another form.
_NEXT = re.compile(r"\s*([QTSWE]?\d+(?:\.\d+)?)\.?\s*\(?[a-z]?\)?\s*[-.)]?\s")
