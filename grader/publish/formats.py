"""The formats of a worksheet: suffix -> what makes the file's bytes of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from grader.errors import UserError
from grader.files import same_file, write_files
from grader.publish.sheet import Sheet
from grader.publish.templates import context, render
from grader.text.writers import html, typst

# What tells a file of ours from a person's own: keywords of the Typst document, so of the PDF too; a comment in HTML.
MADE_BY = "pakka: made by quiz worksheet"

Format = Callable[[Sheet, Sequence[Path]], bytes]
T = TypeVar("T")


def typst_source(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """Typst source, pictures included; compiles anywhere."""
    data = context(sheet, typst.Typst(lang=sheet.lang))
    source = render("worksheet/sheet.typ.j2", data, typst.escape, templates)
    return f'#set document(keywords: "{MADE_BY}")\n{source}'.encode()


def html_page(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """One HTML page that needs nothing else."""
    data = context(sheet, html.Html(lang=sheet.lang))
    page = render("worksheet/sheet.html.j2", data, html.safe, templates)
    return f"{page}<!-- {MADE_BY} -->\n".encode()


def pdf_file(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """A PDF for print."""
    from grader.publish.typst_pdf import pdf

    return pdf(typst_source(sheet, templates).decode("utf-8"))


FORMATS: Mapping[str, Format] = {".pdf": pdf_file, ".html": html_page, ".typ": typst_source}


def format_of(name: str, formats: Mapping[str, T]) -> T:
    """The one of the formats that a file's name asks for; raises UserError for another name."""
    found = formats.get(Path(name).suffix.lower())
    if found is None:
        raise UserError("publish.suffix", name=name, allowed=", ".join(formats))
    return found


def spare(output: Path, templates: Path) -> None:
    """Raise UserError where the sheet would replace one of the templates it is made of."""
    if any(same_file(output, file) for file in templates.rglob("*") if file.is_file()):
        raise UserError("publish.input", name=output.name)


def save(path: Path, data: bytes, force: bool = False, signs: Sequence[str] = (MADE_BY,)) -> list[str]:
    """Write so that nobody ever reads half a file; one without any of our `signs` is replaced only by `force`.

    Returns the name under which what stood there is kept, if it was another text.
    """
    if not path.parent.is_dir():
        raise UserError("publish.no-folder", name=str(path.parent))
    try:
        if not force and path.is_file() and path.stat().st_size:
            there = path.read_bytes()
            if not any(sign.encode() in there for sign in signs):
                raise UserError("publish.foreign", name=path.name)
        return write_files(path.parent, {path.name: data}, spare=True)
    except OSError as fault:
        raise UserError("publish.cannot-write", name=str(path), problem=fault.strerror or str(fault)) from fault
