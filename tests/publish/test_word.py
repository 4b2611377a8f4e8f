"""Word files as another program reads them: they open, with pictures, formulas, page breaks and sizes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.worksheet import command

pytestmark = pytest.mark.heavy

_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath"
_PROPERTIES = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_BREAK = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}br"


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
    assert len(shapes) == 2
    # No wider than the text, and for those who hear it with the numbers of the table.
    assert all(shape.width < 5_400_000 for shape in shapes)
    told = [found.get("descr") for found in document.element.iter(_PROPERTIES)]
    assert all("cat" in words for words in told)
    pictures = [part.content_type for part in document.part.package.iter_parts() if "/media/" in part.partname]
    assert set(pictures) == {"image/png"}  # which every version of Word can show


@pytest.mark.parametrize(("paper", "inches"), [("a4", (8.27, 11.69)), ("letter", (8.5, 11.0))])
def test_paper_letters_and_page_breaks(tmp_path: Path, paper: str, inches: tuple[float, float]) -> None:
    document = made(tmp_path, "--paper", paper, "--large-print", "--versions", "A,B", "--key", "--solutions")
    section = document.sections[0]
    assert (round(section.page_width.inches, 2), round(section.page_height.inches, 2)) == inches
    # Each of two versions has its sheet, its key and its solutions on pages of their own.
    assert sum(found.get(_BREAK.replace("br", "type")) == "page" for found in document.element.iter(_BREAK)) == 5
    sizes = document.styles.element.xpath("w:docDefaults//w:sz/@w:val")
    assert sizes == ["36"]
