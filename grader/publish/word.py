"""Word documents by pandoc: formulas become Word's own; figures and too wide formulas are pictures with their words."""

from __future__ import annotations

import base64
import copy
import importlib
import io
import re
import subprocess
import tempfile
import zipfile
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

from grader.errors import UserError
from grader.publish.typst_pdf import RESOLUTION, formula_png, png

_SVG = re.compile(
    r'<figure role="img" aria-label="(?P<alt>[^"]*)">'
    r'(?P<svg><svg\b[^>]*?\bwidth="(?P<width>[\d.]+)".*?</svg>)\s*</figure>', re.DOTALL
)  # fmt: skip
_FORMULA = re.compile(r'<img alt="(?P<alt>[^"]*)" data-line="(?P<line>\d+)" data-typst="(?P<source>[^"]*)">')
# What the template says of layout, which HTML cannot: a paragraph that ends a section and has the words of its foot,
# and the styles of what must not stand apart from what follows, the second not from what is before it either.
SECTION_END = "\u240c"
QUESTION, NOTE = "Question", "Answer Note"
_HEADINGS = {"Title": 10, "Heading 1": 6, "Heading 2": 2}  # points more than the letters of large print
_NUMERIC, _BROKEN = re.compile(r"[\d.,+%\u2212-]+"), 12
_SHORT = 6  # rows of a table that stays on one page
_EDGES, _LETTER = 11, 0.6  # points that a column's edges take, and the width of a letter in its size
_POINTS = 12  # the letters of the converter's documents
_PAGES = {"a4": (11906, 16838), "letter": (12240, 15840)}  # twips
_RELATIONS = "=<>\u2248\u2260\u2264\u2265\u221d"


def docx(page: str, made_by: str, paper: str = "a4", size: int = 11, duplex: bool = False) -> bytes:
    """The bytes of a Word document of an HTML page, with `duplex` each section on a front.

    Raises UserError where the converter is not installed.
    """
    try:
        pandoc: Any = importlib.import_module("pypandoc")
        reader: Any = importlib.import_module("docx")
    except ImportError as fault:
        raise UserError("publish.no-word") from fault
    page = _FORMULA.sub(partial(_formula, max(size, _POINTS)), _SVG.sub(_picture, page))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sheet.docx"
        command = [
            pandoc.get_pandoc_path(), "--from=html+tex_math_single_backslash", "--to=docx", "--sandbox",
            f"--output={target}",
        ]  # fmt: skip
        # A fixed time, so that the same sheet is the same file.
        done = subprocess.run(
            command, input=page.encode(), env={"SOURCE_DATE_EPOCH": "315532800"},
            capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            problem = done.stderr.decode("utf-8", "replace").strip()[:200]
            raise UserError("publish.cannot-write", name="Word", problem=problem)
        document = reader.Document(str(target))
    _lay_out(document, paper, size, duplex)
    _mend_for_other_programs(document.element.body)
    return _same_each_time(document, made_by)


def _picture(found: re.Match[str]) -> str:
    """A figure as a PNG inside the page, which every version of Word can show."""
    return _image(found["alt"], found["width"], png(found["svg"]))


def _formula(points: int, found: re.Match[str]) -> str:
    """A formula as a PNG as wide as its line, which no program cuts."""
    data, pixels = formula_png(unescape(found["source"]), points)
    width = min(round(pixels * 96 / RESOLUTION), int(found["line"]) * points * 7 // 10)
    return _image(found["alt"], str(width), data)


def _image(alt: str, width: str, data: bytes) -> str:
    return f'<img alt="{alt}" width="{width}" src="data:image/png;base64,{base64.b64encode(data).decode("ascii")}">'


def _lay_out(document: Any, paper: str, size: int, duplex: bool) -> None:
    """Paper, letters, sections with their feet, and what stays on one page."""
    from docx.enum.section import WD_SECTION
    from docx.shared import Emu, Pt, Twips

    last = document.sections[-1]
    last.page_width, last.page_height = map(Twips, _PAGES[paper])
    last.left_margin = last.right_margin = Twips(1190)
    if size > 12:
        for found in document.styles.element.xpath("w:docDefaults//w:sz | w:docDefaults//w:szCs"):
            found.set(_qn("w:val"), str(2 * size))
        for name, more in _HEADINGS.items():
            document.styles[name].font.size = Pt(size + more)
    room = last.page_width - last.left_margin - last.right_margin
    for table in document.tables:
        _fit(table, Emu(room).pt, max(size, _POINTS))
    for name in (QUESTION, NOTE) if size <= 12 else (NOTE,):  # of large letters too few stand on a page
        if name in document.styles:
            document.styles[name].paragraph_format.keep_with_next = True
    for table in document.tables:
        for row in table.rows:
            _of(row._tr.get_or_add_trPr(), "w:cantSplit")
        after = table._tbl.getnext()
        goes_on = after is not None and after.tag == _qn("w:p") and after.style == NOTE.replace(" ", "")
        rows = list(table.rows)
        kept = rows[:1] if len(rows) > _SHORT else rows if goes_on else rows[:-1]
        for cell in (cell for row in kept for cell in row.cells):
            for paragraph in cell.paragraphs:
                paragraph.paragraph_format.keep_with_next = True
    ends = [one for one in document.paragraphs if one.text.startswith(SECTION_END)]
    feet = [one.text.removeprefix(SECTION_END).strip() for one in ends]
    for end in ends[:-1]:
        end.clear()
        end.paragraph_format.space_before = end.paragraph_format.space_after = Pt(0)
        end.paragraph_format.line_spacing = Pt(1)
        end._p.get_or_add_pPr().append(copy.deepcopy(last._sectPr))
    for end in ends[-1:]:
        end._p.getparent().remove(end._p)
    for section, words in zip(document.sections, feet, strict=False):
        _foot(section, words, alone=len(feet) == 1)
    for section in list(document.sections)[1:] if duplex else ():
        section.start_type = WD_SECTION.ODD_PAGE


def _fit(table: Any, room: float, size: int) -> None:
    """A table that is wider than the page gets smaller letters, so that no number is broken; sizes in points."""
    from docx.shared import Pt

    columns = [[cell.text.split() for cell in column.cells] for column in table.columns]
    least = sum(max((_whole(word) for words in column for word in words), default=0) for column in columns)
    share = (room - _EDGES * len(columns)) / max(1, _LETTER * size * least)
    if share < 1:
        for run in (run for row in table.rows for cell in row.cells for p in cell.paragraphs for run in p.runs):
            run.font.size = Pt(max(4, int(2 * share * size) / 2))


def _whole(word: str) -> int:
    """How many characters stay on one line: all of a number, of another word what a narrow column takes."""
    return len(word) if _NUMERIC.fullmatch(word) else min(len(word), _BROKEN)


def _foot(section: Any, words: str, alone: bool) -> None:
    """The words of a section's foot and the page; of how many if `alone`, for not every program counts a section's."""
    from docx.enum.text import WD_TAB_ALIGNMENT
    from docx.shared import Pt

    _of(section._sectPr, "w:pgNumType").set(_qn("w:start"), "1")
    section.footer.is_linked_to_previous = False
    line = section.footer.paragraphs[0]
    line.paragraph_format.tab_stops.add_tab_stop(
        section.page_width - section.left_margin - section.right_margin, WD_TAB_ALIGNMENT.RIGHT
    )
    line.add_run(f"{words}\t").font.size = Pt(9)
    for text, field in (("", "PAGE"), (" / ", "NUMPAGES"))[: 2 if alone else 1]:
        line.add_run(text).font.size = Pt(9)
        run = line.add_run("1")
        run.font.size = Pt(9)
        simple = _of(line._p, "w:fldSimple", new=True)
        simple.set(_qn("w:instr"), field)
        simple.append(run._r)


def _of(parent: Any, tag: str, new: bool = False) -> Any:
    """The child of an element by its tag, made where there is none, or anyway if `new`."""
    from docx.oxml import OxmlElement

    found = None if new else parent.find(_qn(tag))
    if found is None:
        found = OxmlElement(tag)
        parent.append(found)
    return found


def _qn(tag: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(tag))


def _mend_for_other_programs(body: Any) -> None:
    """Formulas that start or end with a relation want something on both of its sides; pictures need no file name."""
    for formula in body.iter(_qn("m:oMath")):
        for place, run in ((0, formula[0]), (len(formula) + 1, formula[-1])):
            if run.tag == _qn("m:r") and "".join(run.itertext()).strip() in tuple(_RELATIONS):
                empty = _of(formula, "m:r", new=True)
                _of(_of(empty, "m:rPr"), "m:nor")
                _of(empty, "m:t").text = "\u200b"
                formula.insert(place, empty)
    for picture in body.iter(_qn("pic:cNvPr")):
        picture.set("descr", "")


def _same_each_time(document: Any, made_by: str) -> bytes:
    """The bytes of the document, with one time for all of its parts, and a sign that no editor keeps."""
    first, out = io.BytesIO(), io.BytesIO()
    document.save(first)
    with zipfile.ZipFile(first) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        after.comment = made_by.encode()
        for info in before.infolist():
            after.writestr(
                zipfile.ZipInfo(info.filename, (1980, 1, 1, 0, 0, 0)), before.read(info), zipfile.ZIP_DEFLATED
            )
    return out.getvalue()
