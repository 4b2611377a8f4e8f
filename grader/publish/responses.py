"""The form to type a class's answers into: a row for every student and part, with the id of the student's sheet."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from grader.bank.naming import LETTERS
from grader.csvtext import guarded, text_of
from grader.model import Bank, Item
from grader.publish.sheet import Copy
from grader.publish.sheet_id import sheet_id

HEAD = ("student", "name", "sheet", "problem", "part", "answer")
# Wide enough to see an answer without dragging.
_WIDTHS = (14, 22, 24, 10, 8, 40)


def rows(bank: Bank, items: Sequence[Item], copies: Sequence[Copy]) -> Iterator[tuple[str, ...]]:
    """The form's rows under its head; the last cell waits for the answer."""
    items = [item for item in items if item.parts]
    for copy in copies:
        code = sheet_id(bank, items, copy.seed, copy.student)
        for item in items:
            for place, _ in enumerate(item.parts):
                letter = LETTERS[place] if len(item.parts) > 1 else ""
                yield (copy.student, copy.name, code, item.number or item.id, letter, "")


def csv_form(table: Sequence[Sequence[str]]) -> bytes:
    """The form as CSV, with the mark by which spreadsheets know UTF-8."""
    return b"\xef\xbb\xbf" + text_of([HEAD, *table]).encode("utf-8")


def xlsx_form(table: Sequence[Sequence[str]]) -> bytes:
    """The form as a workbook whose cells are all text, so that `2-1` stays what was typed."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.worksheets[0])
    sheet = book.create_sheet("responses")
    for row in (HEAD, *table):
        sheet.append([guarded(cell) for cell in row])
    for column, width in zip("ABCDEF", _WIDTHS, strict=True):
        sheet.column_dimensions[column].width = width
        for cell in sheet[column]:
            cell.number_format = "@"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


FORMS = {".csv": csv_form, ".xlsx": xlsx_form}
