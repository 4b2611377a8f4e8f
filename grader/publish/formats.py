"""The formats of a worksheet: suffix -> what makes the file's bytes of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.errors import UserError
from grader.files import write_files
from grader.publish.sheet import Sheet
from grader.publish.templates import context, render
from grader.text.writers import html, typst

Format = Callable[[Sheet, Sequence[Path]], bytes]


def typst_source(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """Typst source, pictures included; compiles anywhere."""
    data = context(sheet, typst.Typst(lang=sheet.lang))
    return render("worksheet/sheet.typ.j2", data, typst.escape, templates).encode("utf-8")


def html_page(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """One HTML page that needs nothing else."""
    data = context(sheet, html.Html(lang=sheet.lang))
    return render("worksheet/sheet.html.j2", data, html.safe, templates).encode("utf-8")


def pdf_file(sheet: Sheet, templates: Sequence[Path] = ()) -> bytes:
    """A PDF for print."""
    from grader.publish.typst_pdf import pdf

    return pdf(typst_source(sheet, templates).decode("utf-8"))


FORMATS: Mapping[str, Format] = {".pdf": pdf_file, ".html": html_page, ".typ": typst_source}


def format_of(name: str) -> Format:
    """The format that a file's name asks for."""
    found = FORMATS.get(Path(name).suffix.lower())
    if found is None:
        raise UserError("publish.suffix", name=name, allowed=", ".join(FORMATS))
    return found


def save(path: Path, data: bytes) -> None:
    """Write beside, sync and rename, so that nobody ever reads half a file."""
    if not path.parent.is_dir():
        raise UserError("publish.no-folder", name=str(path.parent))
    try:
        write_files(path.parent, {path.name: data})
    except OSError as fault:
        raise UserError("publish.cannot-write", name=str(path), problem=fault.strerror or str(fault)) from fault
