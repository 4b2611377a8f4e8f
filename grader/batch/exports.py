"""Gradebooks for other systems: Moodle, Canvas, Gradescope, a workbook; no cell can become a formula."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence

from grader.batch.gradebook import Outcome
from grader.batch.marks import place_of
from grader.batch.tables import Table
from grader.csvtext import guarded, text_of
from grader.model import Bank
from grader.publish.many import file_names
from grader.publish.responses import fixed
from grader.publish.sheet import Copy


def moodle(bank: Bank, outcome: Outcome, title: str) -> dict[str, bytes]:
    """The CSV that Moodle's grade import reads: an id number and a column for the exercise."""
    head, *rows = outcome.grades
    total = head.index("total")
    said: dict[str, list[str]] = {}
    for row in outcome.marked:
        if row.comment and row.credit:
            said.setdefault(row.student, []).append(f"{place_of(row)}: {row.comment}")
    table = [
        ("ID number", title, "Feedback comments"),
        *((row[0], row[total], "\n".join(said.get(row[0], ()))) for row in rows),
    ]
    return {"moodle.csv": text_of(table).encode("utf-8")}


def canvas(bank: Bank, outcome: Outcome, title: str) -> dict[str, bytes]:
    """The CSV that Canvas imports: its fixed columns, the points possible, and one assignment."""
    head, *rows = outcome.grades
    total, out_of = head.index("total"), head.index("out of")
    possible = rows[0][out_of] if rows else "0"
    table = [
        ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", title),
        ("    Points Possible", "", "", "", "", possible),
        *((row[0], "", row[0], "", "", row[total]) for row in rows),
    ]
    return {"canvas.csv": text_of(table).encode("utf-8")}


def gradescope(bank: Bank, outcome: Outcome, title: str) -> dict[str, bytes]:
    """A results.json for each student, as Gradescope's autograder writes it: a test for every part of the class."""
    rows = outcome.marked
    counted = {(row.student, row.item): row for row in rows if row.credit}
    # As in the gradebook: every part of what was set, answered or not.
    parts = [(item, part) for item in map(bank.find, outcome.grades[0][1:]) if item for part in item.parts]
    students = [row[0] for row in outcome.grades[1:]]
    out = {}
    for student, name in zip(students, file_names([Copy(0, s) for s in students], "student", ""), strict=True):
        tests = []
        for item, part in parts:
            points = float(part.points)
            row = counted.get((student, f"{item.id}.{part.id}"))
            tests.append(
                {
                    "name": f"{item.number or item.id} {part.id}",
                    "score": float(row.credit) * points if row else 0.0,
                    "max_score": points,
                    "output": (row.comment or ("" if row.decided else row.message)) if row else "",
                }
            )
        text = json.dumps({"tests": tests, "output": title}, ensure_ascii=False, indent=1)
        out[f"gradescope/{name}/results.json"] = text.encode("utf-8")
    return out


def workbook(bank: Bank, outcome: Outcome, title: str) -> dict[str, bytes]:
    """One workbook of three sheets, its cells text but for the scores."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.worksheets[0])
    tables: Mapping[str, Table] = {"grades": outcome.grades, "marks": outcome.marks, "problems": outcome.problems}
    for name, table in tables.items():
        sheet = book.create_sheet(name)
        numbers = {n for n, head in enumerate(table[0]) if n and (name == "grades" or head in ("score", "credit"))}
        for row in table:
            sheet.append([_cell(cell, n in numbers) for n, cell in enumerate(row)])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.freeze_panes = "B2"
    return {"gradebook.xlsx": fixed(book)}


def _cell(text: str, number: bool) -> object:
    """A score as a number, any other text as text; signs that no workbook may hold become visible."""
    plain = "".join(c if (c >= " " or c in "\n\t") and c not in "\ufffe\uffff" else "\ufffd" for c in text)
    return float(plain) if number and plain.isascii() and plain.replace(".", "", 1).isdigit() else guarded(plain)


def parquet(bank: Bank, outcome: Outcome, title: str) -> dict[str, bytes]:
    """The table of marks as Parquet, for those whose classes are large; raises UserError without the extra."""
    from grader.errors import UserError

    try:
        import pyarrow
        from pyarrow import parquet as writer
    except ImportError as fault:
        raise UserError("batch.no-parquet") from fault
    head, *rows = outcome.marks
    columns = list(zip(*rows, strict=True)) or [()] * len(head)
    table = pyarrow.table({name: list(column) for name, column in zip(head, columns, strict=True)})
    out = io.BytesIO()
    writer.write_table(table, out)
    return {"marks.parquet": out.getvalue()}


EXPORTS: Mapping[str, Callable[[Bank, Outcome, str], dict[str, bytes]]] = {
    "moodle": moodle, "canvas": canvas, "gradescope": gradescope, "xlsx": workbook, "parquet": parquet,
}  # fmt: skip


# By what these files are known as ours, or as exports that may be replaced by the next.
SIGNS = ("ID number,", "Student,ID,SIS User ID", "xl/worksheets/sheet1.xml", '"tests"', "PAR1")


def export(bank: Bank, outcome: Outcome, names: Sequence[str], title: str) -> dict[str, bytes]:
    """The files of some exports by name, folders in front where a system wants a file for each student."""
    return {name: data for kind in names for name, data in EXPORTS[kind](bank, outcome, title).items()}
