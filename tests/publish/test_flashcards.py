"""Flashcards: what a front and a back hold, backs that meet their fronts, schedules kept, and Anki's own reading."""

import csv
import io
import re
import zipfile

import pytest

from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.errors import CannotRead
from grader.model import LANGS, Math, Para, Table, Text
from grader.publish.anki import FIELDS, MODEL
from grader.publish.card_formats import FORMATS, GRIDS, Wish, is_long, pages
from grader.publish.cards import build
from grader.publish.obsidian import markdown
from grader.text import latex
from grader.text.writers.obsidian import Obsidian
from grader.text.writers.plain import Plain

BANK = load(shipped("problems"))
VARIANTS = Variants(BANK)


def deck(words="all", langs=("en",), seed=0):
    return build(VARIANTS, select(BANK, words.split()), seed, langs)


def plain(texts):
    return [Plain().write(text.tokens).strip().replace("\u00a0", " ") for text in texts]


SIDES = [
    ("C1", "What happens when token x is embedded?", "Row x of E is copied. Nothing is multiplied."),
    ("T1", "True or false, and why?", "False Both give the same row"),
    ("W2", "by dot products and not by distances?", "is a plain linear layer"),
    ("2.2", "Compute all four logits", "[−0.24, −0.14, −0.49, 0.51]"),
    ("F2", "as a sum over the d entries", "∑"),
    ("S1", "c) Therefore the whole model becomes half as large.", "c) Therefore the whole model"),
]


@pytest.mark.parametrize(("word", "front", "back"), SIDES)
def test_both_sides(word, front, back):
    card = deck(word).cards[0]
    assert front in plain(card.front)[0]
    assert back in plain(card.back)[0]
    assert back not in plain(card.front)[0] or word == "S1"  # where the options are the question


def test_recall_shows_no_options():
    (card,) = deck("T1").cards
    assert "touches d numbers" not in plain(card.front)[0]


def test_a_part_that_speaks_of_another_brings_it_along():
    cards = {card.id: plain(card.front)[0] for card in deck("4.9 2.2").cards}
    assert "[0.1, 0.1, 0.6, 0.2]" not in cards["bias-as-prior.shares"]
    assert "[0.1, 0.1, 0.6, 0.2]" in cards["bias-as-prior.gap"]
    assert "[0.1, 0.1, 0.6, 0.2]" in cards["bias-as-prior.freedom"]  # through the gap
    assert "[−0.24, −0.14, −0.49, 0.51]" in cards["tied-logits.winner"]


def test_schedules_of_cards_left_out_wait_for_the_next_export():
    whole = markdown(deck("T1 T2"))[0].decode()
    kept = "<!--SR:!2026-12-01,3,250-->"
    reviewed = re.sub(r"\^(pakka-\S+)", rf"^\1\n{kept}", whole)
    less = markdown(deck("T1"), reviewed)[0].decode()
    assert less.count(kept) == 1
    other = markdown(deck("T1 T2", ("hinglish",)), less)[0].decode()
    assert markdown(deck("T1 T2"), other)[0].decode() == reviewed


FORMS = ["^{id}\n{kept}", "^{id} {kept}", "last words ^{id}\n{kept}", "last words {kept} ^{id}", "^{id}\r\n{kept}\r"]


@pytest.mark.parametrize("form", FORMS)
def test_schedules_are_kept_in_every_form_that_the_plugin_writes(form):
    made, _ = markdown(deck("T1"))
    name = re.search(r"\^(pakka\S+)", made.decode())[1]
    kept = "<!--SR:!2026-12-01,3,250-->"
    again, _ = markdown(deck("T1"), made.decode().replace(f"^{name}", form.format(id=name, kept=kept)))
    assert f"^{name}\n{kept}" in again.decode()


def test_ids_last_and_own_words_have_their_ideas_behind():
    cards = {card.id: card for card in deck().cards}
    ids = [card.id for card in deck().cards]
    assert len(ids) == len(set(ids))
    back = Plain().write(cards["one-table-two-roles.own-words"].back[0].tokens)
    assert back.startswith("(1)")
    assert "So they can be compared" in back
    # Where options were shown, the letter stands with the words of the right one.
    assert Plain().write(cards["one-table-two-roles.reason"].back[0].tokens).startswith("c)")
    assert not Plain().write(cards["why-position-apart.reason"].back[0].tokens).startswith("b)")
    assert {"card-lookup", "tied-logits.logits"} <= set(ids)
    assert ids == [card.id for card in deck(langs=("hinglish",), seed=5).cards]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_meet_their_fronts_when_the_sheet_is_turned(flip):
    made = pages(deck(), flip)
    assert [page["front"] for page in made] == [True, False] * (len(made) // 2)
    for front, back in zip(made[::2], made[1::2], strict=True):
        rows, cols = front["rows"], front["cols"]
        assert (rows, cols) in GRIDS[1]
        for row in range(rows):
            for col in range(cols):
                behind = (row, cols - 1 - col) if flip == "long" else (rows - 1 - row, col)
                name = front["cells"][row * cols + col]["name"]
                assert name == back["cells"][behind[0] * cols + behind[1]]["name"]


def test_long_cards_come_last_on_larger_ones():
    made = deck("all", LANGS)
    laid = pages(made, "long")
    assert [page["rows"] * page["cols"] for page in laid] == sorted(
        (page["rows"] * page["cols"] for page in laid), reverse=True
    )
    names = sorted(cell["name"] for page in laid if page["front"] for cell in page["cells"] if cell["name"])
    assert names == sorted(card.name for card in made.cards)
    assert any(map(is_long, made.cards))


@pytest.mark.parametrize("langs", [("en",), ("hinglish",), LANGS])
@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_takes_every_card(suffix, langs):
    made = deck(langs=langs)
    data, refused = FORMATS[suffix](made, Wish(at=1_700_000_000))
    assert data
    assert refused == []
    if suffix != ".apkg":
        assert data == FORMATS[suffix](made, Wish(at=1_700_000_000))[0]


def test_a_table_for_other_programs():
    rows = list(csv.DictReader(io.StringIO(FORMATS[".csv"](deck("2.2 C1"), Wish())[0].decode())))
    assert [row["id"] for row in rows] == ["tied-logits.logits", "tied-logits.winner", "card-lookup"]


def test_obsidian_cards_are_whole():
    text = markdown(deck(langs=LANGS))[0].decode()
    head, *blocks = re.split(r"\n\n", text.strip())
    assert head.splitlines()[-1].startswith("#flashcards/")
    assert len(blocks) == len(deck().cards)
    for block in blocks:
        lines = block.split("\n")
        assert lines.count("?") == 1
        assert re.fullmatch(r"\^pakka-[A-Za-z0-9-]+", lines[-1])
        assert "" not in lines
        assert "::" not in re.sub(r"<svg.*?</svg>", "", block)
        assert "==" not in re.sub(r"<svg.*?</svg>", "", block)


def test_a_schedule_survives_and_no_other_line_does():
    made = deck("C1 C2")
    text = markdown(made)[0].decode()
    kept = "<!--SR:!2026-12-01,3,250-->"
    edited = text.replace("card-lookup-en\n", f"card-lookup-en\n{kept}\n") + "\nstray\n"
    again = markdown(made, edited)[0].decode()
    assert again == text.replace("card-lookup-en\n", f"card-lookup-en\n{kept}\n")


def test_a_card_that_would_be_parted_is_named_and_the_rest_made():
    with pytest.raises(CannotRead):
        Obsidian().write((Para((Text("a::b"),)),))
    assert Obsidian().write((Math(latex.parse("a == b"), False),)).count("==") == 0
    table = Table((), (((Text("a|b"),),),))
    assert Obsidian().write((table,)) == "|  |\n| --- |\n| a\\|b |\n"


def test_the_package_is_a_zip_that_says_who_made_it():
    with zipfile.ZipFile(io.BytesIO(FORMATS[".apkg"](deck("C1"), Wish(at=1.0))[0])) as file:
        assert b"quiz flashcards" in file.comment
        assert any(name.startswith("collection.anki2") for name in file.namelist())


@pytest.mark.heavy
def test_anki_itself_reads_updates_and_keeps_reviews(tmp_path, monkeypatch):
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    collection = Collection(str(tmp_path / "collection.anki2"))

    def imported(data):
        path = tmp_path / "deck.apkg"
        path.write_bytes(data)
        request = ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions())
        log = collection.import_anki_package(request).log
        return len(log.new), len(log.updated), len(log.duplicate), len(log.conflicting)

    cards = deck("all", LANGS)
    count = len(cards.cards)
    assert imported(FORMATS[".apkg"](cards, Wish(at=1_700_000_000))[0]) == (count, 0, 0, 0)
    assert imported(FORMATS[".apkg"](cards, Wish(at=1_700_000_000))[0]) == (0, 0, count, 0)
    note = collection.get_note(collection.find_notes("Id:card-lookup")[0])
    assert note.note_type()["id"] == MODEL
    assert tuple(note.keys()) == FIELDS
    assert r"\(x\)" in note["Front"]
    assert "cards" in note.tags
    assert collection.decks.name(note.cards()[0].did).startswith("Pakka::")
    collection.decks.select(note.cards()[0].did)
    card = collection.sched.getCard()
    collection.sched.answerCard(card, 3)
    reviewed, reps = card.id, collection.get_card(card.id).reps
    assert reps == 1
    changed = build(VARIANTS, BANK.items, 3, LANGS)  # another variant: other numbers in the same notes
    new, updated, same, conflict = imported(FORMATS[".apkg"](changed, Wish(at=1_700_000_900))[0])
    assert (new, conflict) == (0, 0)
    assert updated > 20
    assert updated + same == count
    assert collection.note_count() == count
    assert collection.get_card(reviewed).reps == reps
    assert "svg" in collection.get_note(collection.find_notes("Id:tied-logits.logits")[0])["Front"]
    collection.close()
