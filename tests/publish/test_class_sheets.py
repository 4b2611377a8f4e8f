"""Sheets for a class: ids that check themselves, safe names, a variant for each, the same bytes in any process."""

import csv
import io
import itertools
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.batch.read import read
from grader.cli.worksheet import command
from grader.errors import UserError
from grader.publish.formats import html_page, pdf_file, typst_source
from grader.publish.many import file_names, safe_name, sheets_of
from grader.publish.sheet import Copy, Wish
from grader.publish.sheet_id import MAX_SEED, SIGNS, read_id, seed_of, set_of, sheet_id, student_of, version_of

BANK = load(shipped("problems"))
ITEMS = select(BANK, ["level2"])
ROSTER = (
    "\ufeffname;id;lang\nAsha;s01;\n\u0905\u0928\u0928\u094d\u092f\u093e;s02;hinglish\n;s03;\nNobody;;\nTwice;s01;\n"
    "../../etc/passwd;../x;\n" + "x" * 300 + ";s05;\n"
)


@given(st.integers(0, MAX_SEED), st.text(max_size=20))
def test_an_id_tells_its_seed_and_knows_its_student(seed, student):
    found = read_id(sheet_id(version_of(BANK), ITEMS, seed, student))
    assert found is not None
    assert (found.version, found.set, found.seed) == (version_of(BANK), set_of(ITEMS), seed)
    assert found.student == student_of(student)


def test_every_wrong_sign_and_every_swap_shows():
    plain = sheet_id(version_of(BANK), ITEMS, 123456, "s01").replace("-", "")
    for place, sign in itertools.product(range(17), SIGNS):
        if plain[place] != sign:
            assert read_id(plain[:place] + sign + plain[place + 1 :]) is None
    for one, other in itertools.combinations(range(16), 2):
        if plain[one] != plain[other]:
            swapped = list(plain)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            assert read_id("".join(swapped)) is None
    assert read_id(plain.lower()) == read_id(plain) is not None
    assert read_id("") is read_id(plain + "7") is None


def test_a_seed_too_large_for_an_id_is_named():
    with pytest.raises(UserError):
        sheet_id(version_of(BANK), ITEMS, MAX_SEED + 1)


def test_seeds_of_a_class_differ_and_last():
    seeds = {seed_of(7, f"s{n}") for n in range(2000)}
    assert len(seeds) > 1990
    assert min(seeds) > 0
    assert seed_of(7, "s1") == seed_of(7, "s1") != seed_of(8, "s1")


ANANYA = "\u0905\u0928\u0928\u094d\u092f\u093e"
NAMES = [
    ("../../etc/passwd", "etc-passwd"),
    ("con", "con-"),
    ("", ""),
    ("a" * 300, "a" * 60),
    (".hidden", "hidden"),
    (ANANYA, ANANYA),
    ("a/b\\c:d*e?", "a-b-c-d-e"),
]


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_names_are_safe(text, name):
    assert safe_name(text) == name


def test_no_two_files_share_a_name():
    names = file_names([Copy(1, "s1"), Copy(2, "S1"), Copy(3, "s1 "), Copy(4, "///")], "sheet", ".pdf")
    assert len({name.casefold() for name in names}) == 4


def run(folder: Path, *words: str):
    return CliRunner().invoke(command, ["2.2", *words])


def test_a_class_gets_a_file_each(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text(ROSTER, encoding="utf-8")
    ran = run(tmp_path, "--roster", "r.csv", "-o", "out", "--format", "typ", "--seed", "5", "--responses", "f.csv")
    assert ran.exit_code == 1  # two lines were left out, each with a sentence
    assert "Line 5 of the class list: Nobody has no id" in ran.output
    assert "Line 6 of the class list: s01 stands there a second time" in ran.output
    files = sorted(path.name for path in Path("out").iterdir())
    assert files == sorted(["s01-Asha.typ", f"s02-{ANANYA}.typ", "s03.typ", "x-etc-passwd.typ", f"s05-{'x' * 60}.typ"])
    assert "Embedding layers aur tied weights" in Path(f"out/s02-{ANANYA}.typ").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(Path("f.csv").read_text(encoding="utf-8-sig"))))
    assert len(rows) == 5 * 2
    assert {read_id(row["sheet"]).student for row in rows} == {student_of(row["student"].lstrip("'")) for row in rows}


def test_a_class_gets_the_same_bytes_from_any_number_of_processes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text("id\n" + "".join(f"s{n}\n" for n in range(20)), encoding="utf-8")
    assert run(tmp_path, "--roster", "r.csv", "-o", "many", "--format", "html").exit_code == 0
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert run(tmp_path, "--roster", "r.csv", "-o", "one", "--format", "html").exit_code == 0
    many, one = ({path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("many", "one"))
    assert many == one
    assert len(set(many.values())) == 20


def test_versions_in_one_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, "--versions", "A,B", "-o", "v.typ", "--lang", "both").exit_code == 0
    text = Path("v.typ").read_text(encoding="utf-8")
    assert "Version A" in text
    assert "Version B" in text
    assert '#pagebreak(to: "odd")' in text
    assert "Chaaron logits" in text
    assert "Compute all four logits" in text


def test_options_of_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["--paper", "letter", "--large-print", "--no-points", "--space", "work", "-o", "s.typ"]
    assert run(tmp_path, *words).exit_code == 0
    text = Path("s.typ").read_text(encoding="utf-8")
    assert "us-letter" in text
    assert "size: 18pt" in text
    assert "points" not in text.split("#counter(page).update(1)")[1]
    assert "#work(" in text
    assert run(tmp_path, "--space", "none", "-o", "n.typ").exit_code == 0
    assert "#answer-cells(1, 4" not in Path("n.typ").read_text(encoding="utf-8")


GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("lang", ["en", "hinglish"])
def test_the_source_of_a_sheet_is_the_one_that_was_looked_at(lang):
    """Where a change is meant, look at the page of `quiz worksheet 2.1 4.6 T1 --key`, then write the new source."""
    wish = Wish((lang,), date="30-11-2026", key=True)
    items = select(BANK, ["2.1", "4.6", "T1"])
    made = typst_source([sheets_of(Variants(BANK), items, wish, Copy(3, "s01", "Asha"))])
    body = made.decode().split("#counter(page).update(1)", 1)[1]
    # The id changes with every key of the bank, and its code with it.
    shown = re.sub(r"bytes\(\".*?\"\)", "bytes(..)", re.sub(r"(?:[0-9A-Z]{4}\\?-){4}[0-9A-Z]", "ID", body))
    assert shown == (GOLDEN / f"sheet-{lang}.typ").read_text(encoding="utf-8")


NARROW = """\
id: narrow
number: "1.1"
kind: problem
title: {en: A number, hinglish: Ek number}
params: {s: {default: '7', draw: {integer: true, from: '1', to: '2000'}}}
where: ['s = 7']
prompt: {en: 'Take $s = <<s>>$.', hinglish: '$s = <<s>>$ lijiye.'}
parts: [{id: p, ask: {en: Double it., hinglish: Double kijiye.}, answer: {kind: number, value: '2*s'}}]
"""


@pytest.mark.parametrize("output", ["out", "all.html"])
def test_a_student_without_a_variant_is_named_and_the_others_have_their_sheets(tmp_path, monkeypatch, output):
    folder = tmp_path / "problems" / "topic" / "level1"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
    (folder.parent / "topic.yaml").write_text("title: {en: T, hinglish: T}\nlevels: {1: {en: One, hinglish: Ek}}\n")
    (folder / "narrow.yaml").write_text(NARROW)
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text("id\n" + "".join(f"s{n:02}\n" for n in range(20)), encoding="utf-8")
    words = ["narrow", "--bank", str(tmp_path), "--roster", "r.csv", "-o", output, "--format", "html"]
    ran = CliRunner().invoke(command, words)
    assert ran.exit_code == 1, ran.output
    left = re.findall(r"(s\d\d) has no sheet\. No draw of narrow met every condition", " ".join(ran.output.split()))
    assert 0 < len(left) < 20, ran.output
    made = [path.stem for path in Path("out").iterdir()] if output == "out" else left
    assert output != "out" or sorted([*made, *left]) == [f"s{n:02}" for n in range(20)]
    assert output == "out" or Path(output).is_file()


def test_one_sheet_id_a_student_is_enough():
    own = {student: sheet_id(version_of(BANK), ITEMS, seed_of(7, student), student) for student in ("s01", "s02")}
    table = ["student,problem,part,answer,sheet"]
    for student in ("s01", "s02", "s03"):
        table += [f"{student},2.2,winner,a,{own.get(student, '')}", f'{student},2.2,logits,"[1, 2, 3, 4]",']
    found = read("\n".join(table).encode())
    seeds = {student: {row[5] for row in found.rows if row[1] == student} for student in ("s01", "s02", "s03")}
    assert seeds == {"s01": {seed_of(7, "s01")}, "s02": {seed_of(7, "s02")}, "s03": {None}}
    assert [(note.code, dict(note.slots)["count"]) for note in found.notes] == [("batch.sheet-rest", 2)]
    # Of two sheets nobody knows which one a row without an id was on.
    other = sheet_id(version_of(BANK), ITEMS, 5, "s01")
    both = read("\n".join([*table, f"s01,1.1,V,4,{other}"]).encode())
    assert [row[5] for row in both.rows if row[1] == "s01"] == [seed_of(7, "s01"), None, 5]


def test_a_page_says_whose_key_it_is_and_brings_its_script():
    variants, wish = Variants(BANK), Wish(key=True, solutions=True)
    copies = [Copy(3, "s01", "\u0905\u0928\u093f\u0924\u093e"), Copy(4, "s02", "Ravi")]
    page = html_page([sheets_of(variants, ITEMS, wish, copy) for copy in copies]).decode()
    heads = re.findall(r'<h2 id="(?:key|solutions)-[^"]*">(.*?)</h2>', page)
    assert [re.sub(r"^.*? · (s\d\d) · .*$", r"\1", head) for head in heads] == ["s01", "s01", "s02", "s02"]
    assert 'Lohit Devanagari"; src: url(data:font/ttf' in page
    assert len(re.findall(r'@bottom-left \{ content: "[0-9A-Z-]+"', page)) == 2
    plain = html_page([sheets_of(variants, ITEMS, wish, copies[1])]).decode()
    assert "data:font/ttf" not in plain


@pytest.mark.heavy
def test_in_one_file_for_all_each_key_begins_on_a_front():
    from pypdf import PdfReader

    variants, wish = Variants(BANK), Wish(key=True)
    items = select(BANK, ["level2", "level3"])
    bound = [sheets_of(variants, items, wish, Copy(seed, f"s{seed}")) for seed in (1, 2)]
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf_file(bound))).pages]
    starts = [n for n, text in enumerate(pages) if "1 / " in text]
    assert len(starts) == 4
    assert all(n % 2 == 0 for n in starts)
    assert all(not text.strip() for n, text in enumerate(pages) if " / " not in text)  # a filler has no foot


def test_a_fault_of_typst_in_a_template_is_the_template_s(tmp_path):
    own = tmp_path / "own" / "worksheet"
    own.mkdir(parents=True)
    shipped = (Path(__file__).parents[2] / "templates" / "worksheet" / "copy.typ.j2").read_text(encoding="utf-8")
    (own / "copy.typ.j2").write_text(shipped + "\n#let q = (\n", encoding="utf-8")
    found = run(tmp_path, "--templates", str(own.parent), "-o", "x.pdf")
    assert found.exception.why.code == "publish.typst-template"
    assert not Path("x.pdf").exists()
