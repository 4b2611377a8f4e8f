"""Word documents by pandoc: formulas become Word's own, figures stand as pictures with their words."""

from __future__ import annotations

import base64
import io
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

from grader.errors import UserError
from grader.publish.typst_pdf import png

_SVG = re.compile(
    r'<figure role="img" aria-label="(?P<alt>[^"]*)">'
    r'(?P<svg><svg\b[^>]*?\bwidth="(?P<width>[\d.]+)".*?</svg>)\s*</figure>', re.DOTALL
)  # fmt: skip


def docx(page: str, made_by: str, paper: str = "a4", size: int = 11) -> bytes:
    """The bytes of a Word document of an HTML page; raises UserError where the converter is not installed."""
    try:
        import pypandoc
    except ImportError as fault:
        raise UserError("publish.no-word") from fault
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sheet.docx"
        command = [
            pypandoc.get_pandoc_path(), "--from=html+tex_math_single_backslash", "--to=docx", "--sandbox",
            f"--metadata=keywords:{made_by}", f"--output={target}",
        ]  # fmt: skip
        # A fixed time, so that the same sheet is the same file.
        done = subprocess.run(
            command, input=_SVG.sub(_picture, page).encode(), env={"SOURCE_DATE_EPOCH": "315532800"},
            capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            problem = done.stderr.decode("utf-8", "replace").strip()[:200]
            raise UserError("publish.cannot-write", name="Word", problem=problem)
        return _finished(target.read_bytes(), paper, size)


def _finished(data: bytes, paper: str, size: int) -> bytes:
    """The document with page breaks and sizes of paper and letters, which HTML cannot say; the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            part = before.read(info)
            if info.filename == "word/document.xml":
                text = _BREAK.sub('<w:br w:type="page"/>', part.decode())
                text = _DATA.sub('descr=""', text)
                text = _ENDS.sub(rf"\g<sign>{_EMPTY}\g<end>", _STARTS.sub(rf"\g<start>{_EMPTY}\g<sign>", text))
                wide, high = _PAGES[paper]
                text = text.replace("</w:sectPr>", f'<w:pgSz w:w="{wide}" w:h="{high}"/></w:sectPr>', 1)
                part = text.encode()
            elif info.filename == "word/styles.xml" and size > 12:
                part = re.sub(
                    rb'(<w:docDefaults>.*?<w:sz(?:Cs)? w:val=")\d+',
                    rb"\g<1>%d" % (2 * size),
                    part,
                    count=1,
                    flags=re.DOTALL,
                )
            after.writestr(zipfile.ZipInfo(info.filename, (1980, 1, 1, 0, 0, 0)), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


# A sign of our own where a page ends; twips of a page; what pandoc writes of a picture's source.
_BREAK = re.compile(r"<w:t[^>]*>\u240c</w:t>")
_PAGES = {"a4": (11906, 16838), "letter": (12240, 15840)}
_DATA = re.compile(r'descr="data:image[^"]*"')
# A formula that starts or ends with a relation: other programs than Word want something on both of its sides.
_SIGN = '(?P<sign><m:r><m:rPr><m:sty m:val="p" /></m:rPr><m:t>[=<>\u2248\u2260\u2264\u2265\u221d]</m:t></m:r>)'
_STARTS = re.compile(f"(?P<start><m:oMath>){_SIGN}")
_ENDS = re.compile(f"{_SIGN}(?P<end></m:oMath>)")
_EMPTY = "<m:r><m:rPr><m:nor /></m:rPr><m:t>\u200b</m:t></m:r>"


def _picture(found: re.Match[str]) -> str:
    """A figure as a PNG inside the page, which every version of Word can show."""
    data = base64.b64encode(png(found["svg"])).decode("ascii")
    return f'<img alt="{found["alt"]}" width="{found["width"]}" src="data:image/png;base64,{data}">'
