"""The quiz loop, driven by a list of typed lines."""

from pathlib import Path

import pytest

from grader.bank.load import load
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.session.data import Forgetful
from grader.session.loop import Session
from grader.text.writers.plain import Plain

ROOT = Path(__file__).parents[1]


class Typed:
    """A screen that types prepared lines and keeps what it was told."""

    attended = True

    def __init__(self, lines):
        self.lines, self.told = list(lines), []

    def tell(self, tokens, role=""):
        self.told.append((role, Plain().write(tuple(tokens))))

    def ask(self, prompt, about):
        return self.lines.pop(0) if self.lines else None

    def text(self, *roles):
        return "\n".join(words for role, words in self.told if not roles or role in roles)


@pytest.fixture(scope="module")
def bank():
    return load(ROOT)


class Notes:
    """A keeper that remembers in lists."""

    def __init__(self):
        self.attempts, self.places, self.drafts = [], {}, {}

    def attempt(self, attempt):
        self.attempts.append(attempt)
        return True

    def draft(self, place, lines):
        self.drafts[place] = list(lines)

    def kept(self, place, part):
        self.places[place] = part


def _run(bank, words, lines, lang="en", seed=0, done=None):
    screen, kept = Typed(lines), Notes()
    session = Session(Variants(bank), select(bank, words), lang, seed, screen, kept)
    session.restore(done or {})
    progress = session.run()
    screen.kept = kept
    return progress, screen, kept.attempts


RIGHT = {
    "1.3": ["F c", "E_in^T"],
    "2.2": ["[-0.24, -0.14, -0.49, 0.51]", "d"],
    "2.3": ["0.20 0.22 0.16 0.42"],
    "3.2": ["[0.82, 0.74, -0.17, -0.29]", "cat", "0.74", "b"],
    "4.3": ["0.860"],
    "5.1": ["d g b i a e h", "d"],
    "5.2": ["[0*a + 1*c, 0*b + 1*d]", "[c, d]", "", "[0.4, 0.9]"],
}


@pytest.mark.parametrize("lang", ["en", "hinglish"])
@pytest.mark.parametrize("number", RIGHT)
def test_right_answers_score_full_marks(bank, number, lang):
    progress, screen, attempts = _run(bank, [number], RIGHT[number], lang)
    assert all(m.outcome == "right" for m in progress.marks.values()), screen.text()
    assert len(progress.marks) == len(bank.find(number).parts) == len(attempts)
    assert not progress.ended


def test_the_first_read_answer_is_the_score_and_later_ones_are_stored(bank):
    progress, _, attempts = _run(bank, ["4.3"], ["?", "0.4233", "0.860"])
    assert [m.outcome for m in progress.marks.values()] == ["wrong"]
    assert [a.mark.outcome for a in attempts] == ["wrong", "right"]


def test_unread_costs_nothing_and_points_at_the_place(bank):
    progress, screen, attempts = _run(bank, ["4.3"], ["0.86O", "0.860"])
    assert [m.outcome for m in progress.marks.values()] == ["right"]
    assert len(attempts) == 1
    assert "costs nothing" in screen.text("unread")
    assert screen.text("caret").split("\n")[1].index("^") == 4


def test_hint_show_skip_back_dispute_quit(bank):
    _, screen, attempts = _run(bank, ["2.2"], ["hint", "1,2,3,4", "dispute", "skip", "back", "show", "quit"])
    assert "one row at a time" in screen.text("hint")
    assert [a.disputed for a in attempts] == [False, True]
    assert "[−0.24, −0.14, −0.49, 0.51]" in screen.text("note")


def test_two_readings_are_asked_about_before_judging(bank):
    _, screen, attempts = _run(bank, ["4.3"], ["1 1/2", "n", "0.860"])
    assert "mixed number" in screen.text("note")
    assert [a.mark.outcome for a in attempts] == ["right"]


def test_the_end_of_the_input_ends_the_run_with_a_summary(bank):
    progress, screen, _ = _run(bank, ["1.3"], ["F c"])
    assert progress.ended
    assert "First tries: 1 of 1" in screen.text("note")


def test_named_mistakes_and_what_to_do_again(bank):
    _, screen, _ = _run(bank, ["3.2"], ["skip", "dog", "skip", "skip", "skip"])
    assert "quiz run 3.2" in screen.text("note")


def test_a_run_goes_on_where_it_was_left(bank):
    _, screen, _ = _run(bank, ["3.2"], ["[0.82, 0.74, -0.17, -0.29]", "dog", "cat"])
    done = screen.kept.places
    assert done[("dog-context", "winner")][:3] == ("dog", "cat", "answered")
    progress, screen, attempts = _run(bank, ["3.2"], ["0.74", "b"], done=done)
    assert [a.mark.part for a in attempts] == ["self", "reason"]
    assert {part: m.outcome for (_, part), m in progress.marks.items()} == {
        "logits": "right",
        "winner": "wrong",
        "self": "right",
        "reason": "right",
    }


def test_an_answer_that_was_shown_is_no_evidence(bank):
    """Not after `back`, not after a pause; an answer given before it was shown stays the score."""
    _, screen, attempts = _run(bank, ["3.2"], ["show", "back", "[0.82, 0.74, -0.17, -0.29]", "quit"])
    assert [a.shown for a in attempts] == [True]  # given up, which earns nothing and brings the item back
    assert "First tries: 0 of 0" in screen.text("note")
    _, screen, attempts = _run(bank, ["3.2"], ["back", "[0.82, 0.74, -0.17, -0.29]", "cat"], done=screen.kept.places)
    assert [a.mark.part for a in attempts] == ["winner"]
    assert "Shown: 1" in screen.text("note")
    _, screen, _ = _run(bank, ["3.2"], ["[1, 2, 3, 4]", "show", "back", "[0.82, 0.74, -0.17, -0.29]", "quit"])
    assert "First tries: 0 of 1" in screen.text("note")


@pytest.mark.parametrize(
    "lines",
    [
        ["[0*a+1*c, 0*b+1*d]", "hint", "[c, d]", ""],
        ["[0*a+1*c, 0*b+1*d]", "help", "[c, d]", ""],
        ["[0*a+1*c, 0*b+1*d]", "[c, d", "", "[c, d]", ""],
    ],
)
def test_a_word_or_an_unread_line_takes_no_line_away(bank, lines):
    _, _, attempts = _run(bank, ["5.2"], [*lines, "quit"])
    assert [(a.mark.outcome, a.mark.raw) for a in attempts] == [("right", "[0*a+1*c, 0*b+1*d]\n[c, d]")]


@pytest.mark.parametrize("word", ["back", "skip"])
def test_unfinished_lines_wait_for_the_learner(bank, word):
    _, _, attempts = _run(
        bank,
        ["1.2", "5.2"],
        ["skip", "[0*a+1*c, 0*b+1*d]", word, *(["skip"] if word == "back" else ["back"]), "[c, d]", ""],
    )
    assert [(a.mark.outcome, a.mark.raw) for a in attempts] == [("right", "[0*a+1*c, 0*b+1*d]\n[c, d]")]


def test_each_line_is_kept_before_the_next_is_asked_for(bank):
    seen = []

    class Watched(Typed):
        def ask(self, prompt, about):
            seen.append(dict(kept.drafts))
            return super().ask(prompt, about)

    screen, kept = Watched(["[0*a+1*c, 0*b+1*d]", "[c, d]", ""]), Notes()
    Session(Variants(bank), select(bank, ["5.2"]), "en", 0, screen, kept).run()
    place = ("one-hot-copies-row", "row")
    assert [one.get(place) for one in seen[:3]] == [None, ["[0*a+1*c, 0*b+1*d]"], ["[0*a+1*c, 0*b+1*d]", "[c, d]"]]


def test_unfinished_lines_survive_the_end_of_the_input(bank):
    progress, screen, attempts = _run(bank, ["5.2"], ["[0*a+1*c, 0*b+1*d]"])
    assert progress.ended
    assert attempts == []
    assert screen.kept.drafts == {("one-hot-copies-row", "row"): ["[0*a+1*c, 0*b+1*d]"]}


def test_lines_of_one_part_never_go_to_another(bank):
    _, _, attempts = _run(bank, ["5.2"], ["[0*a+1*c, 0*b+1*d]", "hint", "skip", "[0.4, 0.9]"])
    assert [(a.mark.part, a.mark.outcome) for a in attempts] == [("numbers", "right")]


def test_a_skipped_part_can_still_be_answered(bank):
    progress, _, attempts = _run(bank, ["3.2"], ["skip", "back", "[0.82, 0.74, -0.17, -0.29]", "quit"])
    assert [a.mark.outcome for a in attempts] == ["right"]
    assert progress.over[("dog-context", "logits")] == "answered"


def test_an_oversight_costs_one_answer_and_not_the_run(bank, monkeypatch):
    import grader.session.loop as loop

    real = loop.mark

    def failing(variant, part, raw, earlier):
        if raw == "boom":
            raise TypeError("an oversight")
        return real(variant, part, raw, earlier)

    monkeypatch.setattr(loop, "mark", failing)
    _, screen, attempts = _run(bank, ["4.3"], ["boom", "0.860"])
    assert "TypeError" in screen.text("unread")
    assert [a.mark.outcome for a in attempts] == ["right"]


def test_a_second_dispute_says_so(bank):
    _, screen, attempts = _run(bank, ["4.3"], ["0.9", "dispute", "dispute", "0.860"])
    assert [a.disputed for a in attempts] == [False, True, False]
    assert "already" in screen.text("note")


def test_a_first_try_is_kept_over_a_pause(bank):
    _, screen, _ = _run(bank, ["4.3"], ["0.9", "quit"])
    progress, _, _ = _run(bank, ["4.3"], ["0.860"], done=screen.kept.places)
    assert [m.outcome for m in progress.marks.values()] == ["wrong"]


def test_what_is_typed_in_place_of_yes_or_no_is_not_lost(bank):
    progress, screen, _ = _run(bank, ["2.1"], ["1/2(0.4)", "(1/2)*(0.4)"])
    assert [(m.outcome, m.raw) for m in progress.marks.values()] == [("right", "(1/2)*(0.4)")]
    _, screen, _ = _run(bank, ["2.1"], ["1/2(0.4)", "hint", "skip"])
    assert screen.text("hint")
    progress, _, _ = _run(bank, ["2.1"], ["1/2(0.4)", "quit"])
    assert progress.ended
    assert not progress.marks


def test_where_nobody_is_there_nothing_is_asked_back(bank):
    screen = Typed(["1/2(0.4)"])
    screen.attended = False
    session = Session(Variants(bank), select(bank, ["2.1"]), "en", 0, screen, Notes())
    assert [m.outcome for m in session.run().marks.values()] == ["right"]
    assert "from left to right" in screen.text("note")


def test_a_dispute_that_nobody_keeps_says_so(bank):
    screen = Typed(["5", "dispute", "quit"])
    Session(Variants(bank), select(bank, ["2.1"]), "en", 0, screen, Forgetful()).run()
    assert "keeps no record" in screen.text("note")


def test_what_was_skipped_or_shown_is_to_do_again(bank):
    _, screen, _ = _run(bank, ["2.1", "4.3"], ["skip", "show"])
    assert "quiz run 2.1 4.3" in screen.text("note")


def test_how_sure_is_asked_once_and_counted(bank):
    screen, kept = Typed(["0.2", "1", "0.4233", "sure", "0.860", "skip"]), Notes()
    Session(Variants(bank), select(bank, ["2.1", "4.3"]), "en", 0, screen, kept, rate=True).run()
    assert [(a.mark.outcome, a.certainty) for a in kept.attempts] == [
        ("right", "sure"),
        ("wrong", "sure"),
        ("right", ""),
    ]
    assert "Certainty points: −3 (at most 6)" in screen.text("note")
    assert '"sure" was right 1 of 2' in screen.text("note")


def test_certainty_and_cards_of_a_run_count_when_it_is_taken_up_again(bank):
    kept = Notes()
    words = ["2.1", "4.3", "C1", "C2"]
    typed = Typed(["0.2", "sure", "skip", "", "y", "quit"])
    Session(Variants(bank), select(bank, words), "en", 0, typed, kept, rate=True).run()
    assert kept.places[("card-lookup", "card")].said == "yes"
    screen = Typed(["", "n"])
    again = Session(Variants(bank), select(bank, words), "en", 0, screen, Notes(), rate=True)
    again.restore(kept.places)
    again.run()
    assert "Certainty points: 3 (at most 3)" in screen.text("note")
    assert "Cards known: 1 of 2" in screen.text("note")


def test_a_slip_at_the_certainty_is_no_answer(bank):
    screen, kept = Typed(["0.2", "4", "2", "quit"]), Notes()
    Session(Variants(bank), select(bank, ["2.1", "4.3"]), "en", 0, screen, kept, rate=True).run()
    assert [(a.mark.raw, a.certainty) for a in kept.attempts] == [("0.2", "fairly")]
    assert "4 is none of the three" in screen.text("unread")


def test_cards_have_a_back_and_no_score(bank):
    progress, screen, attempts = _run(bank, ["C1", "C2", "C3", "C4"], ["", "", "ji haan", "", "n", "skip", "", "skip"])
    assert list(progress.known.values()) == [True, False]  # an empty line is no word
    assert [(a.mark.item, a.mark.outcome) for a in attempts] == [
        (item.id, outcome) for item, outcome in zip(select(bank, ["C1", "C2"]), ("right", "wrong"), strict=True)
    ]
    assert screen.text("unread") == "Type y or n, or skip."
    assert "Cards known: 1 of 2" in screen.text("note")
    assert "First tries" not in screen.text("note")
    assert "quiz run C2 C3 C4" in screen.text("note")
    assert "Row x of E is copied" in screen.text("worked")


def test_own_words_are_ticked_and_neither_right_nor_wrong(bank):
    _, screen, attempts = _run(bank, ["W1"], ["In one space.", "", "", "9", "1", "quit"])
    assert [a.self_marked for a in attempts] == [None, False]
    assert screen.text("unread").count("cannot be ticked") == 2
    assert "1 of 2 ideas" in screen.text("note")
    _, screen, _ = _run(bank, ["W1"], ["In one space.", "", "quit"])
    assert screen.kept.drafts[("one-table-two-roles", "own-words")] == ["In one space."]  # asked for again, not typed
    right = Variants(bank).of(bank.find("W1"), 0)
    letter = right.key(right.item.parts[1])[0].show(right.key(right.item.parts[1])[1])
    _, screen, _ = _run(bank, ["W1"], ["In one space.", "", "0", letter], lang="en")
    assert "Everything right" not in screen.text("note")
    _, screen, _ = _run(bank, ["W1"], ["show"], lang="hinglish")
    assert "Achhe jawab mein yeh ideas hote hain" in screen.text("note")
    assert "ek hi space mein hain" in screen.text("option")


def test_a_verdict_is_shown_as_it_is_typed(bank):
    _, screen, _ = _run(bank, ["T1"], ["show"], lang="hinglish")
    assert "Jawab: galat c) Row dono se" in screen.text("note")


def test_each_item_may_have_its_own_seed(bank):
    screen = Typed(["skip", "skip", "skip"])
    items = select(bank, ["2.2", "2.3"])
    Session(Variants(bank), items, "en", 0, screen, Notes(), {"tied-logits": 4}).run()
    shown = screen.text("prompt")
    variants = Variants(bank)
    for item, seed in zip(items, (4, 0), strict=True):
        assert Plain().write(variants.of(item, seed).prompt.tokens("en")) in shown


@pytest.mark.parametrize("lang", ["en", "hinglish"])
def test_traps_run_through(bank, lang):
    items = select(bank, ["traps"])
    variants, lines = Variants(bank), []
    for item in items:
        for part in item.parts:
            kind, key = variants.of(item, 0).key(part)
            lines += ["because of it", "", "1 2"] if kind.name == "explain" else [kind.show(key)]
    screen = Typed(lines)
    progress = Session(variants, items, lang, 0, screen, Notes()).run()
    assert not progress.ended
    assert {m.outcome for m in progress.marks.values()} == {"right"}
    assert len(progress.marks) == sum(p.answer["kind"] != "explain" for i in items for p in i.parts)
    assert progress.judged == progress.held  # nobody else looks at what the learner ticked
    assert len(progress.judged) == 2


def test_a_dispute_speaks_of_the_question_that_is_asked(bank):
    _, screen, attempts = _run(bank, ["2.1", "4.3"], ["7", "skip", "dispute", "quit"])
    assert [a.disputed for a in attempts] == [False]
    assert "no answer of yours here" in screen.text("note")


def test_a_card_asks_until_it_is_told_and_held_answers_count_once(bank):
    screen = Typed(["", "maybe", "quit"])
    progress = Session(Variants(bank), select(bank, ["cards"]), "en", 0, screen, Notes()).run()
    assert progress.known == {}
    assert progress.over == {}


def test_an_answer_is_kept_where_a_run_is_left_at_the_certainty(bank):
    kept = Notes()
    Session(Variants(bank), select(bank, ["T1"]), "en", 0, Typed(["F a", "quit"]), kept, rate=True).run()
    assert [(a.mark.raw, a.certainty) for a in kept.attempts] == [("F a", "")]
