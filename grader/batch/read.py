"""Submissions from a table of text: every record becomes a row or a refusal with its line, and text stays text."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from grader.batch.columns import Columns, Rows
from grader.batch.records import Record, ragged
from grader.batch.sources import Source, source_of
from grader.batch.times import fronts, is_open, time_of
from grader.csvtext import delimiter_of, unguarded
from grader.errors import UserError
from grader.model import Say, say
from grader.publish.sheet_id import SheetId, read_id, student_of

COLUMNS = ("student", "problem", "part", "answer")
EXTRA = ("seed", "attempt", "sheet", "at")
_UNUSED = ("name",)  # a column of our own forms that is for people
_MAX_DIGITS = 100
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_DAMAGE = (
    (re.compile(rf"\d{{1,2}}-{_MONTH}(?:-\d{{2,4}})?|{_MONTH}-\d{{2,4}}", re.IGNORECASE), "batch.damage-date"),
    (re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?|\d{1,2}/\d{1,2}/\d{4}|\d\d:\d\d:\d\d"), "batch.damage-date"),
    # Days, months and years in any order, as the settings of a country write them.
    (re.compile(rf"{_DAY}([-/.]){_DAY}\1(?:19|20)\d\d|(?:19|20)\d\d([-/.]){_DAY}\2{_DAY}"), "batch.damage-date"),
    (re.compile(rf"{_DAY}([-/]){_DAY}\1[23]\d"), "batch.damage-date"),
    (re.compile(r"-?\d+(?:[.,]\d+)?E[+-]\d{2,3}|-?\d[.,]\d{13,}e\+\d{2,3}"), "batch.damage-number"),
    (re.compile(r"-?\d+ days?, \d{1,2}:\d\d:\d\d"), "batch.damage-date"),
    (re.compile(r"#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|ERROR!)|Err:\d+|#{3,}"), "batch.damage-formula"),
)

# problem, part, answer, seed (None: the file's), attempt, time or ''
Said = tuple[str, str, str, int | None, int, str]
# number of the row, student, and what is said there
Row = tuple[int, str, str, str, str, int | None, int, str]
# number of the row, student, problem, part, why
Refused = tuple[int, str, str, str, Say]


@dataclass(frozen=True, slots=True)
class Submissions:
    """What a file holds: rows in order, refused records, columns that nothing is read from, and what to say of it.

    `lines` gives the line of a row's number where a line holds several rows; `sheets` the ids met.
    """

    said: Columns[Said]
    refused: tuple[Refused, ...]
    ignored: tuple[str, ...]
    notes: tuple[Say, ...]
    lines: dict[int, int]
    sheets: frozenset[SheetId]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows one by one, for a class that is not large."""
        return tuple((number, student, *said) for number, student, said in self.said)

    @property
    def unsure(self) -> int:
        """How many rows do not tell the seed of their variant."""
        return sum(1 for _ in self.said.where([thing[3] is None for thing in self.said.things]))


def read(data: bytes, name: str = "") -> Submissions:
    """The submissions in the bytes of a file; raises UserError for a file that is none."""
    return submissions(source_of(data, name))


def submissions(
    source: Source, ids: Set[str] | None = frozenset(), named: Mapping[str, str] | None = None
) -> Submissions:
    """The submissions of a long table: a row for each student and part.

    A student that a spreadsheet has spoiled is refused, unless it is among the `ids` of the class; None takes any.
    `named` gives the ids of names in small letters, whose sheets are theirs too.
    """
    names = [name.strip().lower() for name in source.header]
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise UserError("batch.header", missing=", ".join(missing))
    known = COLUMNS + EXTRA
    twice = [name for name in known if names.count(name) > 1]
    if twice:
        raise UserError("batch.column-twice", name=twice[0])
    taker = _Taker(ids, named or {})
    records, notes = source.records, source.notes
    if "at" in names:  # how the dates of a column are written only all of them tell
        records = list(records)
        at = names.index("at")
        times = [c[at] for _, c, _ in records if not isinstance(c, Say) and at < len(c)]
        found = fronts(times)
        taker.month_first = found == {"month"}
        notes = (*notes, *_about_dates(times, found))
    taker.all(records, names)
    ignored = tuple(
        name.strip()
        for name, plain in zip(source.header, names, strict=True)
        if plain not in known and plain not in _UNUSED
    )
    said, filled = _of_one_sheet(taker.rows.columns(), taker.own_seeds)
    notes = (*notes, say("batch.sheet-rest", count=filled)) if filled else notes
    return Submissions(said, tuple(taker.refused), ignored, notes, taker.lines, frozenset(taker.sheets))


def _about_dates(times: Sequence[str], fronts: Set[str]) -> list[Say]:
    """What a teacher should know of how the dates of a column were read."""
    if len(fronts) > 1:
        return [say("batch.dates-differ")]
    if fronts:
        return [say("batch.month-first")] if fronts == {"month"} else []
    example = next(filter(is_open, times), "").strip()
    read = time_of(example) if example else None
    return [say("batch.day-first", example=example, read=read.date().isoformat())] if read else []


def _of_one_sheet(said: Columns[Said], seeds: Mapping[str, set[int]]) -> tuple[Columns[Said], int]:
    """Rows without a seed get that of the sheet of their student's other rows, if there is one; and how many did."""
    own = {student: next(iter(found)) for student, found in seeds.items() if len(found) == 1}
    if not own or all(thing[3] is not None for thing in said.things):
        return said, 0
    filled = 0
    out: Rows[Said] = Rows()
    for number, student, thing in said:
        if thing[3] is None and student in own:
            thing = (*thing[:3], own[student], *thing[4:])
            filled += 1
        out.add(number, out.name(student), out.thing(thing))
    return out.columns(), filled


class _Taker:
    """Takes rows one by one; what stands in many rows is looked at once, and kept once."""

    def __init__(self, ids: Set[str] | None, named: Mapping[str, str]) -> None:
        self.ids, self.named = ids, named
        self.rows: Rows[Said] = Rows()
        self.refused: list[Refused] = []
        self.lines: dict[int, int] = {}
        self.sheets: set[SheetId] = set()
        self.own_seeds: dict[str, set[int]] = {}  # of the sheets of each student
        self.month_first = False
        # By cells, what they say and what is wrong with it.
        self.cells: dict[tuple[str, str, str], tuple[str, str, str, Say | None]] = {}
        # By cells, the places of names and things in rows that had nothing wrong with them.
        self.sound: tuple[dict[str, int], dict[tuple[str, str, str], int]] = {}, {}

    def all(self, records: Iterable[Record], names: list[str]) -> None:
        """All records under columns with these names; several rows of one line get numbers of their own."""
        places = [names.index(name) if name in names else None for name in COLUMNS + EXTRA]
        further = any(name in names for name in EXTRA)
        ordered = places == [0, 1, 2, 3, None, None, None, None]
        who, what = self.sound
        number = 0
        for line, cells, typed in records:
            if ordered and line > number and not isinstance(cells, Say) and len(cells) == len(names):
                name, thing = who.get(cells[0]), what.get((cells[1], cells[2], cells[3]))
                if name is not None and thing is not None:  # as in most rows of a large class
                    number = line
                    self.rows.add(line, name, thing)
                    continue
            number = line if line > number else number + 1
            if number != line:
                self.lines[number] = line
            if isinstance(cells, Say) or len(cells) != len(names):
                self.refuse(number, cells, typed, places[:3], len(names))
            elif further:
                self.take(number, [cells[p] if p is not None else "" for p in places])
            else:
                self.plain(number, [cells[p] for p in places if p is not None])

    def refuse(
        self, number: int, cells: Sequence[str] | Say, typed: str, places: Sequence[int | None], wide: int
    ) -> None:
        """A record with a fault, or with too many or too few cells; it is named by what stands in the first ones."""
        if isinstance(cells, Say):
            # Of a record that has no cells they are guessed, where commas part them.
            bare = _guessed(typed)
            sound = len(bare) >= wide - 1
            first = [bare[p] if sound and p is not None and p < max(len(bare) - 1, 1) else "" for p in places]
            self.refused.append((number, _name(first[0])[:80], first[1][:80], first[2][:80], cells))
        else:
            first = [cells[p].strip() if p is not None and p < len(cells) else "" for p in places]
            self.refused.append((number, _name(first[0]), first[1], first[2], ragged(len(cells), wide)))

    def plain(self, number: int, cells: Sequence[str]) -> None:
        """A row of the four columns alone, or a refusal with its reason."""
        who, what = self.sound
        first, slot = cells[0], (cells[1], cells[2], cells[3])
        if first not in who:
            student, spoiled = self._student(first)
            if not student or spoiled:
                problem, part, _, damage = self._known(slot)
                why = spoiled or damage or say("batch.no-student")
                self.refused.append((number, student, problem, part, why))
                return
            who[first] = self.rows.name(student)
        if slot not in what:
            problem, part, answer, damage = self._known(slot)
            if damage:
                self.refused.append((number, self._student(first)[0], problem, part, damage))
                return
            what[slot] = self.rows.thing((problem, part, answer, None, 0, ""))
        self.rows.add(number, who[first], what[slot])

    def _student(self, cell: str) -> tuple[str, Say | None]:
        """The student that a cell names, and how a spreadsheet has spoiled the name."""
        student = _name(cell)
        return student, damage_of(student) if self.ids is not None and student not in self.ids else None

    def _known(self, slot: tuple[str, str, str]) -> tuple[str, str, str, Say | None]:
        known = self.cells.get(slot)
        if known is None:
            problem, part, answer = slot
            answer = unguarded(answer)
            known = self.cells[slot] = (problem.strip(), part.strip(), answer, damage_of(answer))
        return known

    def _is_of(self, sheet: SheetId, student: str) -> bool:
        """Whether a sheet is a student's, who may go by the name or the id."""
        own = self.named.get(student.casefold(), student)
        return sheet.student in (student_of(student), student_of(own))

    def take(self, number: int, cells: Sequence[str]) -> None:
        """A row of the four columns with a seed, an attempt, a sheet or a time, or a refusal with its reason."""
        student, spoiled = self._student(cells[0])
        problem, part, answer, damage = self._known((cells[1], cells[2], cells[3]))
        seed, attempt, sheet, at = (cell.strip() for cell in cells[len(COLUMNS) :])
        found = read_id(sheet) if sheet else None
        time = _time(at, self.month_first)
        why = None
        if not student:
            why = say("batch.no-student")
        elif not _whole(seed):
            why = say("batch.whole", name="seed", value=seed)
        elif not _whole(attempt):
            why = say("batch.whole", name="attempt", value=attempt)
        elif sheet and found is None:
            why = say("batch.sheet", value=sheet)
        elif found and found.student and not self._is_of(found, student):
            why = say("batch.sheet-student", value=sheet)
        elif time is None:
            why = say("batch.time", value=at)
        else:
            why = spoiled or damage
        if why:
            self.refused.append((number, student, problem, part, why))
            return
        if found:
            self.sheets.add(found)
            self.own_seeds.setdefault(student, set()).add(found.seed)
        own = found.seed if found else _number(seed) if seed else None
        said = (problem, part, answer, own, _number(attempt or "0"), time or "")
        self.rows.add(number, self.rows.name(student), self.rows.thing(said))


def damage_of(answer: str) -> Say | None:
    """What a spreadsheet has made of an answer, which nobody typed; None for any other text."""
    if len(answer) > 40 or answer.isalnum():  # every damage has a sign in it
        return None
    plain = answer.strip()
    code = next((code for pattern, code in _DAMAGE if pattern.fullmatch(plain)), None)
    return say(code, text=plain) if code else None


def _time(text: str, month_first: bool) -> str | None:
    """A time in ISO 8601; None for what is no time, '' for nothing."""
    found = time_of(text, month_first) if text else None
    return found.isoformat() if found else None if text else ""


def _guessed(line: str) -> list[str]:
    """The cells of a line that is no sound record, as far as its quotes tell."""
    try:
        cells = next(csv.reader([line], delimiter=delimiter_of(line)), [])
    except csv.Error:
        cells = []
    return [cell.strip() for cell in cells]


def _name(cell: str) -> str:
    """A student's name as one: without what guards it in tables, accents composed, blanks one plain blank."""
    plain = cell.isascii() and cell.isalnum()  # as most ids are
    return cell if plain else " ".join(unicodedata.normalize("NFC", unguarded(cell)).split())


def _number(cell: str) -> int:
    return int(cell.removesuffix(".0"))


def _whole(cell: str) -> bool:
    whole = cell.removesuffix(".0")  # as some tools write whole numbers
    return not cell or (whole.isascii() and whole.isdigit() and len(whole) <= _MAX_DIGITS)
