"""Word documents by pandoc: formulas become Word's own, figures stand as pictures with their words."""

from __future__ import annotations

import base64
import re
import subprocess
import tempfile
from pathlib import Path

from grader.errors import UserError

_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_LABEL = re.compile(r'aria-label="([^"]*)"')


def docx(page: str, made_by: str) -> bytes:
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
        return target.read_bytes()


def _picture(found: re.Match[str]) -> str:
    """A figure as a PNG inside the page, which every version of Word can show."""
    import typst

    words = _LABEL.search(found[0])
    svg = found[0] if "xmlns" in found[0] else found[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    quoted = svg.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    source = f'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes("{quoted}"))'
    with tempfile.TemporaryDirectory() as root:
        made = typst.Compiler(root=root, ignore_system_fonts=True).compile(source.encode(), format="png", ppi=220)
    assert isinstance(made, bytes)
    data = base64.b64encode(made).decode("ascii")
    return f'<img alt="{words[1] if words else ""}" src="data:image/png;base64,{data}">'
