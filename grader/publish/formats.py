"""The formats of a worksheet: suffix -> what makes one file's bytes of one sheet or several, bound together."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from grader.errors import UserError
from grader.files import same_file, write_files
from grader.publish.sheet import TAGS, Sheet
from grader.publish.templates import Safe, context, render
from grader.publish.typst_pdf import fonts, pdf
from grader.text.writers import html, typst, word
from grader.text.writers.base import Writer
from grader.text.writers.typst_math import quoted

# What tells a file of ours from a person's own: keywords of the Typst document, so of the PDF too; a comment in HTML.
MADE_BY = "pakka: made by quiz worksheet"

# Copies for one file: each a sheet in one language, or the same sheet in two.
Bound = Sequence[Sequence[Sheet]]
Format = Callable[[Bound, Sequence[Path]], bytes]
T = TypeVar("T")
_SHORT = 40  # two texts up to this many characters share a line


@lru_cache(maxsize=1)
def math_font() -> Safe:
    """The font of mathematical signs as base64, to stand in a page."""
    return Safe(base64.b64encode((fonts() / "pakka-math.woff2").read_bytes()).decode("ascii"))


_DEVANAGARI = re.compile("[\u0900-\u097f]")


def with_scripts(page: str) -> str:
    """The page with the font of Devanagari inside, where it has any: not every machine has one."""
    if not _DEVANAGARI.search(page):
        return page
    font = base64.b64encode((fonts() / "Lohit-Devanagari.ttf").read_bytes()).decode("ascii")
    face = (
        f'@font-face {{ font-family: "Lohit Devanagari"; src: url(data:font/ttf;base64,{font}) format("truetype"); }}'
    )
    return page.replace("<style>", f"<style>\n{face}", 1)


def typst_source(bound: Bound, templates: Sequence[Path] = ()) -> bytes:
    """Typst source, pictures included; compiles anywhere."""
    data = {"copies": [_copy(sheets, typst.Typst, _typst_joined, _typst_code) for sheets in bound]}
    source = render("worksheet/sheet.typ.j2", data, typst.escape, templates)
    return f'#set document(keywords: "{MADE_BY}")\n{source}'.encode()


def html_page(bound: Bound, templates: Sequence[Path] = ()) -> bytes:
    """One HTML page that needs nothing else."""
    data = {"copies": [_copy(sheets, html.Html, _html_joined, _html_code) for sheets in bound], "font": math_font()}
    page = with_scripts(render("worksheet/sheet.html.j2", data, html.safe, templates))
    return f"{page}<!-- {MADE_BY} -->\n".encode()


def pdf_file(bound: Bound, templates: Sequence[Path] = ()) -> bytes:
    """A PDF for print."""
    try:
        return pdf(typst_source(bound, templates).decode("utf-8"))
    except UserError as fault:
        if not templates or fault.why.code != "publish.typst":
            raise
        slots = dict(fault.why.slots)
        folder = ", ".join(map(str, templates))
        raise UserError(
            "publish.typst-template", exit_code=1, folder=folder, problem=slots["problem"], line=slots["line"]
        ) from fault


def word_file(bound: Bound, templates: Sequence[Path] = ()) -> bytes:
    """A Word document whose formulas can be edited there; raises UserError without the extra `word`."""
    from grader.publish.word import docx

    first = bound[0][0]
    writer = partial(word.Word, line=word.LINE * 2 // 3 if first.size > 12 else word.LINE)
    data = {"copies": [_copy(sheets, writer, _html_joined, _word_code) for sheets in bound]}
    page = render("worksheet/word.html.j2", data, html.safe, templates)
    return docx(page, MADE_BY, first.paper, first.size, duplex=len(bound) > 1)


FORMATS: Mapping[str, Format] = {".pdf": pdf_file, ".html": html_page, ".typ": typst_source, ".docx": word_file}


def _copy(
    sheets: Sequence[Sheet],
    writer: Callable[[str], Writer],
    joined: Callable[[Sequence[str], bool, str], str],
    code: Callable[[str], str],
) -> Any:
    """One copy for a template: its texts in one language or two, and the code that a camera reads."""
    tag = TAGS.get(sheets[-1].lang, sheets[-1].lang)
    data = context(sheets, [writer(sheet.lang) for sheet in sheets], lambda texts, block: joined(texts, block, tag))
    return data | {"code": Safe(code(sheets[0].id)), "code_words": Safe(quoted(sheets[0].id))}


def _typst_joined(texts: Sequence[str], block: bool, tag: str) -> str:
    first, *others = texts
    if block:
        return "\n\n".join([first, *(f"#also-block[{text}]" for text in others)])
    apart = "#linebreak()" if max(map(len, texts)) > _SHORT else " / "
    return first + "".join(f"{apart}#also[{text}]" for text in others)


def _html_joined(texts: Sequence[str], block: bool, tag: str) -> str:
    first, *others = texts
    if block:
        return first + "".join(f'<div class="also" lang="{tag}">{text}</div>' for text in others)
    apart = "<br>" if max(map(len, texts)) > _SHORT else " / "
    return first + "".join(f'{apart}<span class="also" lang="{tag}">{text}</span>' for text in others)


def _squares(text: str) -> str:
    """A QR code as SVG: black squares, the quiet zone left to the page."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", xmldecl=False, border=1, nl=False, omitsize=True)
    return out.getvalue().decode("ascii")


def _typst_code(text: str) -> str:
    return quoted(_squares(text))


def _html_code(text: str) -> str:
    return _squares(text).replace("<svg ", '<svg aria-hidden="true" ', 1)


def _word_code(text: str) -> str:
    """The code as a figure, whose size Word wants to know."""
    svg = _squares(text).replace("<svg ", '<svg width="60" height="60" ', 1)
    return f'<figure role="img" aria-label="{html.safe(text)}">{svg}</figure>'


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
    return save_all(path.parent, {path.name: data}, force, signs)


def save_all(
    folder: Path, contents: Mapping[str, bytes], force: bool = False, signs: Sequence[str] = (MADE_BY,)
) -> list[str]:
    """The same for files of one folder by name, all or none."""
    if not folder.is_dir():
        raise UserError("publish.no-folder", name=str(folder))
    try:
        check_own(folder, contents, force, signs)
        return write_files(folder, contents, spare=True)
    except OSError as fault:
        name = fault.filename or str(folder)
        raise UserError("publish.cannot-write", name=name, problem=fault.strerror or str(fault)) from fault


def check_own(folder: Path, names: Iterable[str], force: bool, signs: Sequence[str]) -> None:
    """Raise UserError naming a file that is there, not empty, and bears none of our signs; not with `force`."""
    for name in () if force else names:
        path = folder / name
        if path.is_file() and path.stat().st_size:
            there = path.read_bytes()
            if not any(sign.encode() in there for sign in signs):
                raise UserError("publish.foreign", name=name)
