"""What a teacher's own bank may hold: wide tables, labels that are no names, lists that must not tell their order."""

import io
from pathlib import Path

import pytest

from grader.bank.load import load
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.checks.run import check
from grader.publish.formats import html_page, pdf_file, word_file
from grader.publish.many import sheets_of
from grader.publish.sheet import Copy, Wish

ITEM = """\
id: own
kind: problem
title: {en: Own, hinglish: Apna}
prompt: {en: 'Given $M = <<[WIDE]>>$.', hinglish: 'Diya hai $M = <<[WIDE]>>$.'}
parts:
  - id: v
    label: 'rate % \u0915'
    ask: {en: Write it., hinglish: Likhiye.}
    answer: {kind: vector, value: 'WIDE'}
  - id: m
    ask: {en: Match., hinglish: Jodiye.}
    answer: {kind: match, left: {1: {en: L, hinglish: L}, 2: {en: M, hinglish: M}, 3: {en: N, hinglish: N}},
             right: {a: {en: l, hinglish: l}, b: {en: m, hinglish: m}, c: {en: n, hinglish: n}}, value: 1-a 2-b 3-c}
  - id: o
    ask: {en: Put in order., hinglish: Order mein likhiye.}
    answer: {kind: order, lines: {a: {en: One, hinglish: Ek}, b: {en: Two, hinglish: Do},
                                  c: {en: Three, hinglish: Teen}}}
""".replace("WIDE", str([111_111 * n for n in range(1, 12)]))


@pytest.fixture
def variants(tmp_path: Path) -> Variants:
    folder = tmp_path / "problems" / "topic" / "level1"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "bank.yaml").write_text("id: b\ntitle: {en: B, hinglish: Bank}\n")
    (folder.parent / "topic.yaml").write_text("title: {en: T, hinglish: Topic}\nlevels: {1: {en: One, hinglish: Ek}}\n")
    (folder / "own.yaml").write_text(ITEM, encoding="utf-8")
    bank = load(tmp_path)
    assert not bank.issues
    return Variants(bank)


def test_partners_and_lines_do_not_stand_in_the_right_order(variants):
    item = variants.bank.find("own")
    keys = {name: set() for name in ("m", "o")}
    for seed in range(1, 25):
        for name, found in keys.items():
            kind, key = variants.of(item, seed).key(item.part(name))
            text = kind.show(key)
            assert kind.judge(key, kind.read(key, text)).outcome == "right"
            found.add(text)
    assert len(keys["m"]) > 3
    assert len(keys["o"]) > 3
    assert "a b c" not in keys["o"]
    told = [issue.path for issue in check(variants.bank, [0]).issues if issue.say.code == "check.in-place"]
    assert told == ["parts[1].answer", "parts[2].answer"]  # as they are written, which seed 0 prints


@pytest.mark.heavy
@pytest.mark.parametrize("large", [False, True])
def test_nothing_stands_beside_the_paper(variants, large):
    from pypdf import PdfReader

    items = select(variants.bank, ["own"])
    made = pdf_file([sheets_of(variants, items, Wish(("en",), key=True, large=large), Copy(0))])
    seen = []
    for page in PdfReader(io.BytesIO(made)).pages:
        page.extract_text(
            visitor_text=lambda text, cm, tm, *_: seen.append((text, cm[0] * tm[4] + cm[2] * tm[5] + cm[4]))
        )
    edge = [x for text, x in seen if text.strip()]
    assert len(edge) > 20
    assert max(edge) < 595 - 40


def test_a_label_that_is_no_name_is_printed_as_words(variants):
    items = select(variants.bank, ["own"])
    page = html_page([sheets_of(variants, items, Wish(("en",), key=True), Copy(0))]).decode()
    assert page.count("rate % \u0915 =") == 2
    assert "font-size:" in page.split("<body")[1]  # the wide row, in smaller letters


@pytest.mark.heavy
@pytest.mark.parametrize("large", [False, True])
def test_a_formula_wider_than_its_place_is_not_cut_in_word(variants, large):
    from docx import Document

    item = variants.bank.find("own")
    wish = Wish(key=True, large=large)
    document = Document(io.BytesIO(word_file([sheets_of(variants, [item], wish, Copy())])))
    section = document.sections[0]
    room = section.page_width - section.left_margin - section.right_margin
    shapes = list(document.inline_shapes)[1:]  # behind the code of the sheet
    assert len(shapes) == 2  # the given, and the key
    for shape in shapes:
        assert 0.6 * room < shape.width < 0.8 * room
        assert "111111" in shape._inline.docPr.get("descr")
