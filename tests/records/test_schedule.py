"""Review from evidence: what comes back when, over sixty simulated days, and the same whoever computes it."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from grader.bank.choose import fresh, met, missed, mixed
from grader.bank.load import load
from grader.bank.locate import shipped
from grader.bank.variants import Variants
from grader.records.progress import progress
from grader.records.rows import Attempt, Marking
from grader.records.schedule import AGAIN, GOOD, HARD, due, reviews, schedule

START = datetime(2026, 1, 1, 18, tzinfo=UTC)


def answer(item, at, outcome="right", part="a", run="r", hints=0, mistake=""):
    score = {"right": Fraction(1), "partly": Fraction(1, 2)}.get(outcome, Fraction(0))
    attempt = Attempt(f"{item}{part}{run}{at}", at.isoformat(), "me", run, item, part, 0, "en", "x", hints=hints)
    return attempt, Marking(attempt.id, "k", "g", outcome, score, "exact", attempt.at, mistake)


RATINGS = [
    ([("right", "a", 0)], GOOD),
    ([("right", "a", 1)], HARD),
    ([("partly", "a", 0)], HARD),
    ([("partly", "a", 1)], AGAIN),
    ([("wrong", "a", 0)], AGAIN),
    ([("right", "a", 0), ("wrong", "b", 0)], AGAIN),
    ([("wrong", "a", 0), ("right", "a", 0)], AGAIN),  # the first answer counts
    ([("right", "a", 0), ("wrong", "a", 0)], GOOD),
    ([("held", "a", 0)], None),
    ([("unread", "a", 0), ("right", "a", 0)], GOOD),
]


@pytest.mark.parametrize(("answers", "rating"), RATINGS)
def test_rating(answers, rating):
    history = [answer("i", START + timedelta(minutes=n), o, p, hints=h) for n, (o, p, h) in enumerate(answers)]
    assert [r.rating for r in reviews(history)] == ([rating] if rating else [])


def test_sixty_days():
    rng = random.Random(4)
    items = [f"i{n}" for n in range(20)]
    skill = {item: rng.random() for item in items}
    history, met = [], dict.fromkeys(items, 0)
    for day in range(60):
        now = START + timedelta(days=day)
        fresh = items[day : day + 1]  # one new item a day
        waiting = [entry.item for entry in due(schedule(history), now)]
        assert len(waiting) == len(set(waiting))
        for n, item in enumerate([*waiting, *fresh]):
            at = now + timedelta(minutes=n)
            outcome = "right" if rng.random() < skill[item] else "wrong"
            history.append(answer(item, at, outcome, run=f"{day}"))
            met[item] += 1
        plan = schedule(history)
        assert not set(waiting) & {entry.item for entry in due(plan, now + timedelta(hours=2))}
        today = {a.item: m.outcome for a, m in history if a.run == f"{day}"}
        once = {i for i in today if met[i] == 1}
        for wrong in (i for i in once if today[i] == "wrong"):
            assert all(plan[wrong].at < plan[known].at for known in once if today[known] == "right")
    plan = schedule(history)
    assert set(plan) == set(items)
    assert all(plan[item].met == met[item] for item in items)
    shuffled = history[:]
    rng.shuffle(shuffled)
    assert schedule(shuffled) == plan


def test_missed_comes_before_known():
    plan = schedule([answer("known", START), answer("missed", START, "wrong"), answer("helped", START, hints=2)])
    assert plan["missed"].at <= plan["helped"].at < plan["known"].at
    assert [entry.item for entry in due(plan, START + timedelta(days=40))][-1] == "known"
    assert due(plan, START) == []


def test_a_clock_that_was_set_back_harms_nothing():
    plan = schedule([answer("i", START, run="1"), answer("i", START - timedelta(days=400), run="2")])
    assert plan["i"].met == 2


BANK = load(shipped("problems"))


def test_progress():
    logits, winner = (answer("tied-logits", START, o, p, mistake=m) for o, p, m in
                      (("right", "logits", ""), ("wrong", "winner", "farthest-wins")))  # fmt: skip
    again = answer("tied-logits", START + timedelta(days=1), "wrong", "winner", run="s", mistake="farthest-wins")
    found = progress(BANK.items, [logits, winner, again], {"tied-logits": 1}, START + timedelta(days=1))
    level2 = next(group for group in found.groups if group.name == "level2")
    assert (level2.items, level2.met, level2.share, level2.due) == (3, 1, Fraction(0), 1)
    assert [(i.name, i.count, i.items) for i in found.ideas] == [("farthest-wins", 2, ("2.2",))]
    assert (found.days[-2:], found.streak) == ((2, 1), 2)
    assert progress(BANK.items, [], {}, START).streak == 0
    held = (replace(logits[0], id="h"), replace(logits[1], outcome="held"))
    assert progress(BANK.items, [held], {}, START).days[-1] == 1  # a day with own words is a day of work
    assert progress(BANK.items, [logits], {}, START).groups[1].share == 1  # what was not reached is no miss


def test_choosing():
    results = {"tied-logits": 0.5, "softmax-probs": 1.0}
    assert [item.id for item in missed(BANK.items, results.get)] == ["tied-logits"]
    level2 = [item for item in BANK.items if item.section == "level2"]
    assert {item.id for item in mixed(level2, 2, results.get, "n", 0)} == {"one-coordinate", "tied-logits"}
    whole = mixed(BANK.items, 1000, results.get, "n", 0)
    assert sorted(i.id for i in whole) == sorted(i.id for i in BANK.items)
    assert [i.id for i in whole] != [i.id for i in mixed(BANK.items, 1000, results.get, "n", 1)]


def test_what_waits_for_a_person_is_in_no_share():
    item = load(shipped("problems")).find("W1")
    history = [
        answer(item.id, START, "held", "own-words"),
        answer(item.id, START + timedelta(minutes=1), "right", "reason"),
    ]
    assert [group.share for group in progress([item], history, {}, START).groups] == [Fraction(1)]


def test_cards_are_met_and_come_back():
    item = load(shipped("problems")).find("C1")
    history = [answer(item.id, START, "wrong", "card")]
    group = progress([item], history, schedule(history), START).groups[0]
    assert (group.met, group.share, group.due) == (1, 0, 1)
    assert not met([item], {}.get)
    assert met([item], {item.id: 0.0}.get)


def test_an_item_comes_back_in_another_guise():
    bank = load(shipped("problems"))
    variants = Variants(bank)
    for item in bank.items:
        seed = fresh(variants, item, 1)
        assert seed >= 1
        if item.kind == "true_false":
            shown = [variants.of(item, s) for s in (0, seed)]
            assert len({repr((v.prompt, [k.fields(key) for k, key in map(v.key, item.parts)])) for v in shown}) == 2
