"""Word files as another program reads them: they open, with pictures, formulas, page breaks and sizes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.worksheet import command

pytestmark = pytest.mark.heavy

_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath"
_PROPERTIES = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"


def made(folder: Path, *options: str):
    from docx import Document

    target = folder / "sheet.docx"
    words = ["1.1", "2.2", "-o", str(target), "--lang", "en", *options]
    CliRunner().invoke(command, words, catch_exceptions=False)
    return Document(str(target))


def test_a_word_file_opens_with_its_text_formulas_and_figures(tmp_path: Path) -> None:
    document = made(tmp_path)
    text = "\n".join(paragraph.text for paragraph in document.paragraphs)
    assert "What a table says at first sight" in text
    assert "\\1" not in text
    assert len(list(document.element.iter(_MATHS))) > 10
    shapes = document.inline_shapes
    assert len(shapes) == 3  # with the code of the sheet
    # No wider than the text, and for those who hear it with the numbers of the table.
    assert all(shape.width < 5_400_000 for shape in shapes)
    told = [found.get("descr") for found in document.element.iter(_PROPERTIES)]
    assert all("cat" in words for words in told[1:])
    assert len(told[0].split("-")) == 5  # the code of the sheet
    pictures = [part.content_type for part in document.part.package.iter_parts() if "/media/" in part.partname]
    assert set(pictures) == {"image/png"}  # which every version of Word can show


@pytest.mark.parametrize(("paper", "inches"), [("a4", (8.27, 11.69)), ("letter", (8.5, 11.0))])
def test_paper_letters_and_page_breaks(tmp_path: Path, paper: str, inches: tuple[float, float]) -> None:
    document = made(tmp_path, "--paper", paper, "--large-print", "--versions", "A,B", "--key", "--solutions")
    section = document.sections[0]
    assert (round(section.page_width.inches, 2), round(section.page_height.inches, 2)) == inches
    # Each of two versions has its sheet, its key and its solutions on pages of their own, each with its foot.
    feet = [section.footer.paragraphs[0].text.split("\t")[0] for section in document.sections]
    assert len(feet) == 6
    assert [foot.split(" · ")[1] for foot in feet] == [
        "Version A",
        "Answer key",
        "Worked solutions",
        "Version B",
        "Answer key",
        "Worked solutions",
    ]
    assert {one.page_width for one in document.sections} == {section.page_width}
    assert len({foot.rsplit(" ", 1)[1] for foot in feet}) == 2
    assert "\u240c" not in "".join(one.text for one in document.paragraphs)
    sizes = document.styles.element.xpath("w:docDefaults//w:sz/@w:val")
    assert sizes == ["36"]


def test_a_question_stays_with_its_answers_and_says_where_it_is(tmp_path: Path) -> None:
    document = made(tmp_path, "--space", "work")
    table = document.tables[0]
    assert all(row._tr.xpath("w:trPr/w:cantSplit") for row in table.rows)
    kept = [row.cells[0].paragraphs[0].paragraph_format.keep_with_next for row in table.rows]
    assert kept == [True] * (len(kept) - 1) + [None]
    assert document.styles["Question"].paragraph_format.keep_with_next
    before = table._tbl.getprevious()
    assert before.xpath("w:pPr/w:pStyle/@w:val") == ["Question"]
    (foot,) = (section.footer.paragraphs[0] for section in document.sections)
    assert foot._p.xpath("w:fldSimple/@w:instr") == ["PAGE", "NUMPAGES"]
    assert "Embedding layers and tied weights · " in foot.text


def test_a_template_of_ones_own_needs_no_ends_of_sections(tmp_path: Path) -> None:
    own = tmp_path / "own" / "worksheet"
    own.mkdir(parents=True)
    (own / "word.html.j2").write_text("<p>{= copies[0].id =}</p>", encoding="utf-8")
    document = made(tmp_path, "--templates", str(own.parent))
    assert len(document.sections) == 1


def test_a_verdict_stays_with_its_reasons(tmp_path: Path) -> None:
    from docx import Document

    target = tmp_path / "traps.docx"
    CliRunner().invoke(command, ["true-false", "-o", str(target), "--lang", "en"], catch_exceptions=False)
    verdicts, reasons = Document(str(target)).tables[:2]
    last = [table.rows[-1].cells[0].paragraphs[0].paragraph_format.keep_with_next for table in (verdicts, reasons)]
    assert last == [True, None]


def test_each_copy_of_a_class_begins_on_a_front_with_its_title(tmp_path: Path) -> None:
    document = made(tmp_path, "--versions", "A,B", "--key")
    starts = [section.start_type for section in document.sections]
    assert [int(start) for start in starts[1:]] == [4, 4, 4]  # odd pages
    assert sum(one.style.name == "Title" for one in document.paragraphs) == 2


def test_a_file_of_ours_is_written_again_and_one_that_was_edited_is_not(tmp_path: Path) -> None:
    from docx import Document

    made(tmp_path)
    again = CliRunner().invoke(command, ["2.2", "-o", str(tmp_path / "sheet.docx"), "--lang", "en"])
    assert again.exit_code == 0
    assert (tmp_path / "sheet.docx.bak").is_file()
    document = Document(str(tmp_path / "sheet.docx"))
    document.add_paragraph("A word of my own.")
    document.save(str(tmp_path / "sheet.docx"))
    again = CliRunner().invoke(command, ["2.2", "-o", str(tmp_path / "sheet.docx"), "--lang", "en"])
    assert again.exception.why.code == "publish.foreign"
    text = [one.text for one in Document(str(tmp_path / "sheet.docx")).paragraphs]
    assert "A word of my own." in text


def test_a_wide_table_keeps_its_numbers_whole() -> None:
    import io

    from docx import Document

    from grader.publish.word import docx

    row = "<tr>" + "<td>1,234,567</td>" * 12 + "</tr>"
    for size, largest in ((11, 6.5), (18, 6.5)):
        page = f"<html><body><table>{row}</table><table><tr><td>12</td></tr></table></body></html>"
        wide, narrow = Document(io.BytesIO(docx(page, "x", size=size))).tables
        sizes = {run.font.size for cell in wide.rows[0].cells for p in cell.paragraphs for run in p.runs}
        assert len(sizes) == 1
        assert 4 <= sizes.pop().pt <= largest
        assert narrow.rows[0].cells[0].paragraphs[0].runs[0].font.size is None
