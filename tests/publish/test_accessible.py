"""Pages pass an automatic accessibility check in a real browser; PDFs are tagged; Word opens as Word."""

import importlib.util
import io
import json
import re
import shutil
import subprocess
import zipfile
from html import unescape
from pathlib import Path

import pytest

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.batch.again import read_marks, read_table
from grader.batch.gradebook import Rules, graded, write
from grader.batch.pages import feedback, feedback_html, report_page
from grader.batch.read import read
from grader.batch.report import report
from grader.model import LANGS
from grader.publish.formats import html_page, pdf_file, word_file
from grader.publish.many import sheets_of
from grader.publish.sheet import Copy, Wish

BANK = load(shipped("problems"))
VARIANTS = Variants(BANK)
pytestmark = pytest.mark.heavy


def axe(page: bytes, folder: Path) -> list[str]:
    """What the rules of axe find in a page, opened in chromium; its answer is written into the page itself."""
    source = Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert browser, "a chromium is needed"
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.decode())
    run = (
        "axe.run(document, {resultTypes: ['violations']}).then(r => {"
        "document.title = 'done'; const p = document.createElement('pre'); p.id = 'axe-result';"
        "p.textContent = JSON.stringify(r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))]));"
        "document.body.appendChild(p); })"
    )
    file = folder / "page.html"
    file.write_text(
        text.replace("</body>", f"<script>{source.read_text()}</script><script>{run}</script></body>"), "utf-8"
    )
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=20000",
        "--dump-dom",
        file.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    found = re.search(r'<pre id="axe-result">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-500:]
    return [f"{rule}: {nodes}" for rule, nodes in json.loads(unescape(found[1]))]


def sheets(words, wish):
    return [sheets_of(VARIANTS, select(BANK, words.split()), wish, Copy(3, "s01", "Asha"))]


@pytest.mark.parametrize("langs", [("en",), ("hinglish",), LANGS])
def test_a_sheet_passes(tmp_path, langs):
    page = html_page(sheets("level1 level2 level3 T1 S1 W6 5.1", Wish(langs, key=True, solutions=True, space="work")))
    assert axe(page, tmp_path) == []


def test_feedback_and_report_pass(tmp_path):
    answers = (
        'student,problem,part,answer\ns01,2.2,logits,"[0.24, -0.14, -0.49, 0.51]"\ns01,T1,,F a\ns02,2.2,winner,dog\n'
    )
    write(graded(BANK, read(answers.encode()), Rules()), tmp_path)
    rows = read_marks(tmp_path)
    for lang in LANGS:
        assert axe(report_page(report(BANK, rows, read_table(tmp_path / "grades.csv")), lang), tmp_path) == []
        made = feedback(BANK, "s01", "Asha", rows[:2], lang, select(BANK, ["2.2", "2.3", "T1"]))
        assert axe(feedback_html(made, lang), tmp_path) == []


def test_the_pdf_is_tagged_and_its_text_reads(tmp_path):
    from pypdf import PdfReader

    made = PdfReader(io.BytesIO(pdf_file(sheets("level2", Wish(("en",))))))
    root = made.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert made.metadata.title == "Embedding layers and tied weights"
    assert made.xmp_metadata is not None
    assert b"pdfuaid:part" in made.xmp_metadata.stream.get_data()
    text = "".join(page.extract_text() for page in made.pages)
    assert "Four logits from one table" in text
    assert "Asha" in text
    assert re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]", text)


def test_options_stay_on_one_page_in_large_print():
    from pypdf import PdfReader

    made = PdfReader(io.BytesIO(pdf_file(sheets("level3 true-false", Wish(LANGS, large=True)))))
    pages = [page.extract_text() for page in made.pages]
    firsts = [found[1] for page in pages if (found := re.search(r"(?m)^\s*([a-z])\)", page))]
    assert len(firsts) > 10
    assert set(firsts) == {"a"}


def test_word_has_equations_of_its_own_and_the_same_bytes():
    made = word_file(sheets("level2 level3", Wish(("en",), key=True)))
    assert made == word_file(sheets("level2 level3", Wish(("en",), key=True)))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        body = archive.read("word/document.xml").decode()
    assert body.count("<m:oMath") > 40
    # Nothing stands on one side of an equals sign only.
    assert not re.search(r"<m:oMath>[^/]*/></m:rPr><m:t>=|=</m:t></m:r></m:oMath>", body)
    assert "Four logits from one table" in re.sub("<[^>]+>", "", body)
