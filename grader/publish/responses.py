"""The form to type a class's answers into: a row for every student and part, with the id of the student's sheet."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from grader.bank.naming import LETTERS
from grader.csvtext import guarded, text_of
from grader.model import Bank, Item
from grader.publish.sheet import Copy
from grader.publish.sheet_id import sheet_id, version_of

if TYPE_CHECKING:
    from openpyxl import Workbook

HEAD = ("student", "name", "sheet", "problem", "part", "answer")
# Wide enough to see an answer without dragging.
_WIDTHS = (14, 22, 24, 10, 8, 40)


def rows(bank: Bank, items: Sequence[Item], copies: Sequence[Copy]) -> Iterator[tuple[str, ...]]:
    """The form's rows under its head; the last cell waits for the answer."""
    items = [item for item in items if item.parts]
    version = version_of(bank)
    for copy in copies:
        code = sheet_id(version, items, copy.seed, copy.student)
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
    return fixed(book)


_LONG_AGO = datetime(2000, 1, 1)


def fixed(book: Workbook) -> bytes:
    """A workbook's bytes, the same whenever it is written."""
    book.properties.created = book.properties.modified = _LONG_AGO
    made = io.BytesIO()
    book.save(made)
    out = io.BytesIO()
    with zipfile.ZipFile(made) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            data = before.read(info)
            if info.filename == "docProps/core.xml":
                data = _MODIFIED.sub(rb"\g<1>2000-01-01T00:00:00Z\g<2>", data)
            after.writestr(zipfile.ZipInfo(info.filename, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")


FORMS = {".csv": csv_form, ".xlsx": xlsx_form}
