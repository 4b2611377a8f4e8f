"""Worksheets: the same bytes for the same inputs, no key unless asked for, and texts that appear as typed."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.variants import Variants
from grader.cli.worksheet import command
from grader.errors import UserError
from grader.model import (
    LANGS,
    Cells,
    Doc,
    Field,
    Figure,
    Item,
    Line,
    Lines,
    Long,
    Match,
    Math,
    One,
    Order,
    Para,
    Some,
    Text,
    say,
)
from grader.publish.areas import AREAS, Words, areas
from grader.publish.formats import FORMATS, html_page, pdf_file, save, typst_source
from grader.publish.sheet import Copy, Sheet, SheetPart, Wish, build
from grader.publish.templates import Safe, context, render
from grader.publish.typst_pdf import pdf
from grader.text import latex
from grader.text.writers.html import Html

BANK = load(shipped("problems"))
VARIANTS = Variants(BANK)
HOSTILE = "{= 7*7 =} {% raw %} #panic() $x$ <script>alert(1)</script> \\u{41} // /* ; ( ] ] )"


PROBLEMS = tuple(item for item in BANK.items if item.kind == "problem")


def sheet(lang: str = "en", seed: int = 0, items: tuple[Item, ...] = BANK.items, **options: object) -> Sheet:
    return build(VARIANTS, items, Wish((lang,), **options), Copy(seed))  # type: ignore[arg-type]


def one(sheet: Sheet) -> list[tuple[Sheet]]:
    """One copy in one language."""
    return [(sheet,)]


def doc(words: str) -> Doc:
    return Doc({"en": (Para((Text(words),)),)})


def shown(page: bytes) -> str:
    """What a reader of the page sees."""
    return unescape(re.sub(r"<[^>]*>", "", page.decode()))


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("lang", LANGS)
def test_every_item_compiles_to_the_same_bytes(lang: str, seed: int) -> None:
    made = sheet(lang, seed, key=True, solutions=True)
    assert made.count == sum(bool(item.parts) for item in BANK.items)
    again = build(Variants(BANK), BANK.items, Wish((lang,), key=True, solutions=True), Copy(seed))
    for make in (pdf_file, html_page, typst_source):
        assert make(one(made)) == make(one(again))


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_names_its_language_and_levels(lang: str) -> None:
    page = html_page(one(sheet(lang))).decode()
    assert f'<html lang="{ {"en": "en", "hinglish": "hi-Latn"}[lang] }">' in page
    topic = next(iter(BANK.topics.values()))
    for level in {item.level for item in BANK.items if item.level}:
        assert topic.levels[level].tokens(lang)[0].items[0].text in page  # type: ignore[attr-defined]
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page).replace("http-equiv", "")


# ------------------------------------------------------------------ keys


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("make", [typst_source, html_page], ids=["typ", "html"])
def test_no_key_unless_asked_for(make: object, lang: str) -> None:
    bare = sheet(lang, items=PROBLEMS)
    for group in bare.groups:
        for item in group.members:
            assert item.solution is None
            assert all(part.key is None and part.worked == () for part in item.parts)
    keyed, solved = sheet(lang, items=PROBLEMS, key=True), sheet(lang, items=PROBLEMS, solutions=True)
    plain, with_key, with_steps = (make(one(made), ()).decode() for made in (bare, keyed, solved))  # type: ignore[operator]
    # The numbers of the keys of 2.2, 2.3, 3.2 and 4.3, as a page shows them.
    secrets = [("0.49", "0.51"), ("0.20", "0.16"), ("0.17", "0.29"), ("0.860",)]
    for numbers in secrets:
        assert not all(number in plain for number in numbers), numbers
        assert all(number in with_key for number in numbers)
        assert all(number in with_steps for number in numbers)
    assert "d g b i a e h" not in plain
    assert "d g b i a e h" in with_key
    for heading in ("Answer key", "Worked solutions", "Poore solutions"):
        assert heading not in plain


def test_the_pdf_holds_no_key() -> None:
    # The PDF's text is compressed; it is the compiled source, so that is where a key would have to stand.
    assert pdf_file(one(sheet())) == pdf(typst_source(one(sheet())).decode())
    assert len(pdf_file(one(sheet()))) < len(pdf_file(one(sheet(key=True))))


# ------------------------------------------------------------------ texts as typed


def hostile() -> Sheet:
    made = sheet("en", title=HOSTILE, date=HOSTILE)
    words = Words((Text(HOSTILE),))
    behind = Words((Math(latex.parse("x")), Text("; more (y) after"), Math(latex.parse("y")), Text("(z)")))
    group = made.groups[0]
    item = replace(group.members[0], title=words, prompt=behind, number=HOSTILE)
    item = replace(item, parts=tuple(replace(part, ask=words, letter="a", points=HOSTILE) for part in item.parts))
    return replace(made, groups=(replace(group, heading=words, members=(item,)),))


def test_html_shows_what_was_typed() -> None:
    page = html_page(one(hostile()))
    assert b"<script" not in page
    assert shown(page).count(HOSTILE) >= 6
    assert "; more (y) after" in shown(page)


def test_typst_shows_what_was_typed() -> None:
    source = typst_source(one(hostile())).decode()
    ids = re.compile(r"[0-9A-Z]{4}(?:\\?-[0-9A-Z]{1,4}){4}")
    assert "49" not in ids.sub("", source.split("title()")[1])
    body = source.split("title()")[1].replace("\\", "")
    assert body.count(HOSTILE.replace("\\", "")) >= 6
    assert ".body))\\; more (y) after" in source
    assert ".body))\\(z)" in source
    pdf(source)


@pytest.mark.parametrize("value", ["{= 7*7 =}", "<b>", "#x"])
def test_only_what_a_writer_made_passes(tmp_path: Path, value: str) -> None:
    (tmp_path / "t.j2").write_text("{= a =}|{= b =}|{= a ~ b =}|{= n + 1 =}|{= none =}", encoding="utf-8")
    data = {"a": value, "b": Safe(value), "n": 41, "none": None}
    made = render("t.j2", data, lambda text: f"[{text}]", [tmp_path])
    assert made == f"[{value}]|{value}|[{value}{value}]|42|"


TEMPLATES = [
    ("{= missing =}", "publish.template"),
    ("{% if %}", "publish.template-line"),
    ("{% include 'nowhere.j2' %}", "publish.no-template"),
    ("{= a.__class__.__mro__ =}", "publish.template"),
    ("{= [].append(1) =}", "publish.template"),
    ("{% include '../secret' %}", "publish.no-template"),
]


@pytest.mark.parametrize(("text", "code"), TEMPLATES)
def test_a_template_is_refused_in_one_sentence(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "t" / "t.j2").write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        render("t.j2", {"a": "x"}, str, [tmp_path / "t"])
    assert refused.value.why.code == code


def test_own_templates_are_used_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "worksheet").mkdir()
    (tmp_path / "worksheet" / "sheet.css").write_text("/* mine */", encoding="utf-8")
    page = html_page(one(sheet()), [tmp_path])
    assert b"/* mine */" in page
    assert b"<h2>" in page


def test_only_texts_and_numbers_reach_a_template() -> None:
    with pytest.raises(TypeError):
        context([{"a": object()}], [Html()], lambda texts, block: "")


# ------------------------------------------------------------------ answer areas

OPTIONS = (("a", doc("cat")), ("b", doc("a much longer text than fits beside")))
FIELDS: list[tuple[Field, str]] = [
    (Line(say("x"), "kg"), "kg"),
    (Cells(3, 12, say("x")), "12"),
    (Lines(say("x")), ""),
    (Long(say("x")), ""),
    (One(OPTIONS), "longer text"),
    (Some(OPTIONS), "Tick all that apply"),
    (Order(OPTIONS), "letters in order"),
    (Match(OPTIONS, OPTIONS[:1]), "cat"),
]


def test_every_field_is_tried() -> None:
    assert {type(field) for field, _ in FIELDS} == set(AREAS)


def test_every_area_prints() -> None:
    made = sheet()
    item = replace(made.groups[0].members[0], parts=tuple(_part(field) for field, _ in FIELDS))
    made = replace(made, groups=(replace(made.groups[0], members=(item,)),))
    assert pdf_file(one(made)).startswith(b"%PDF")
    page = html_page(one(made)).decode()
    assert page.count('class="answer"') == len(FIELDS)
    for _, words in FIELDS:
        assert words in page


def _part(field: Field) -> SheetPart:
    return SheetPart("a", Words((Text("Ask"),)), "1", areas((field,), "W_out", "en"))


# ------------------------------------------------------------------ refusals and files

CHINESE = "<svg xmlns='http://www.w3.org/2000/svg'><text y='9'>\u6f22</text></svg>"
BAD = [
    (Words((Text("smile \U0001f600"),)), "publish.glyph", "\U0001f600"),
    (Words((Figure(CHINESE, "x"),)), "publish.glyph", "\u6f22"),
    (Words((Figure("<svg", "x"),)), "publish.typst", ""),
]


@pytest.mark.parametrize(("words", "code", "char"), BAD)
def test_typst_names_the_item(words: Words, code: str, char: str) -> None:
    made = sheet()
    group = made.groups[-1]
    members = (*group.members[:-1], replace(group.members[-1], prompt=words))
    with pytest.raises(UserError) as refused:
        pdf_file(one(replace(made, groups=(*made.groups[:-1], replace(group, members=members)))))
    slots = dict(refused.value.why.slots)
    assert (refused.value.why.code, slots["item"]) == (code, group.members[-1].id)
    assert slots.get("char", "") == char


def test_a_template_short_of_the_standard_still_prints() -> None:
    assert pdf("$x$").startswith(b"%PDF")
    with pytest.raises(UserError) as refused:
        pdf("// item: one\n$x$ \U0001f600")
    assert refused.value.why.code == "publish.glyph"


def test_a_set_of_cards_has_no_sheet() -> None:
    with pytest.raises(UserError):
        build(VARIANTS, [replace(BANK.items[0], parts=())], Wish(), Copy())


@pytest.mark.parametrize("suffix", [suffix for suffix in FORMATS if suffix != ".docx"])
def test_the_command_writes_and_says_so(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(f"sheet{suffix}")
    items = [item for item in BANK.items if item.level == 2]
    problems, points = len(items), sum(len(item.parts) for item in items)
    ran = CliRunner().invoke(command, ["level2", "-o", str(file), "--lang", "en"], catch_exceptions=False)
    assert ran.output.startswith(f"Wrote {file}: {problems} problems, {points} points")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.stat().st_size > 1000


@pytest.mark.parametrize(
    ("name", "code"), [("a.doc", "publish.suffix"), ("a.PDFX", "publish.suffix"), ("no/a.pdf", "publish.no-folder")]
)
def test_the_command_refuses(tmp_path: Path, name: str, code: str) -> None:
    ran = CliRunner().invoke(command, ["level2", "-o", str(tmp_path / name), "--lang", "en"])
    assert isinstance(ran.exception, UserError)
    assert ran.exception.why.code == code


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").mkdir()
    with pytest.raises(UserError):
        save(tmp_path / "a.pdf", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
