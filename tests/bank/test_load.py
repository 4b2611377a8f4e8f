"""One change to a good bank -> the fault, its file:line:col and its path; everything else still loads."""

import os

import pytest

from grader.bank.index import index
from grader.bank.load import load
from grader.errors import UserError
from grader.text.tell import codes

TOPIC = "problems/topic/topic.yaml"
ITEM = "problems/topic/level1/first.yaml"
TRAPS = "questions/topic/traps.yaml"

PART = "  - {{id: p{n}, ask: {{en: A, hinglish: B}}, answer: {{kind: number, value: '1'}}}}\n"

# file, what stands there, what is put in its place, code, line:col, path
BAD = [
    (ITEM, "kind: problem", "kindd: problem\nkind: problem", "bank.unknown-near", "3:1", "kindd"),
    (ITEM, "kind: problem", "zzz: 1\nkind: problem", "bank.unknown", "3:1", "zzz"),
    (ITEM, "kind: problem", "kind: problm", "bank.word", "3:7", "kind"),
    (ITEM, "kind: problem\n", "", "bank.missing", "1:1", "kind"),
    (ITEM, '"1.1"', "1.1", "bank.quote", "2:9", "number"),
    (ITEM, "parts:\n", "parts:\n" + "".join(PART.format(n=n) for n in range(26)), "bank.too-long", "7:3", "parts"),
    (ITEM, "id: first", "id: 7", "bank.quote", "1:5", "id"),
    (ITEM, "id: first", "id: First one", "bank.id", "1:5", "id"),
    (ITEM, "'0.005'", "0.005", "bank.quote", "9:59", "parts[0].answer.tolerance.abs"),
    (ITEM, "kind: vector", "kind: vectr", "bank.kind-near", "9:20", "parts[0].answer.kind"),
    (ITEM, "kind: vector, ", "", "bank.missing", "9:13", "parts[0].answer"),
    (ITEM, "tolerance:", "tolerence:", "bank.unknown-near", "9:42", "parts[0].answer.tolerence"),
    (ITEM, "value: 'E*abs", "valu: 'E*abs", "bank.unknown-near", "10:35", "parts[0].mistakes[0].valu"),
    (ITEM, "is: sign-dropped", "is: sign-droped", "bank.misconception-near", "10:21", "parts[0].mistakes[0].is"),
    (ITEM, "id: winner", "id: z", "bank.id-twice", "12:9", "parts[1].id"),
    (ITEM, "{z: z}", "{z: y}", "bank.part", "14:18", "parts[1].follows.z"),
    (ITEM, "{z: z}", "{z: a-trp.verdict}", "bank.item-near", "14:18", "parts[1].follows.z"),
    (ITEM, "{z: z}", "{z: first.winner}", "bank.follows-circle", "7:3", "parts"),
    (ITEM, "options: tokens", "options: words", "bank.word-list", "15:37", "parts[1].answer.options"),
    (ITEM, "world: tiny", "world: tinny", "bank.world-near", "4:8", "world"),
    (ITEM, "world: tiny", "world: tiny\nminutes: 012", "bank.number-zero", "5:10", "minutes"),
    (ITEM, "world: tiny", "world: tiny\nwhere: ['max(h) > 0.5']", "bank.where-world", "5:9", "where[0]"),
    (ITEM, "'With $h = <<h>>$'", "'With $h = <<h>>'", "text.dollar", "5:20", "prompt.en"),
    (ITEM, "'z = <<E*h>>'", r"'z = \frc{1}{2}'", "latex.unknown", "11:26", "parts[0].worked[0].math"),
    (ITEM, ", equals: 'E*h'", "", "bank.step", "11:14", "parts[0].worked[0]"),
    (ITEM, "{part: z, text", "{part: y, text", "bank.part", "17:18", "examples.right[0].part"),
    (ITEM, "prompt: {", "prompt: {eng: x, ", "bank.unknown-near", "5:10", "prompt.eng"),
    (ITEM, "hinglish: '$h", "hinglish: null, x: '$h", "bank.unknown", "5:50", "prompt.x"),
    (ITEM, "ask: {en: Compute, hinglish: Nikaliye}", "ask: [a]", "bank.wants", "8:10", "parts[0].ask"),
    (ITEM, "ask: {en: Compute, hinglish: Nikaliye}", "points: '-1'", "bank.points", "8:13", "parts[0].points"),
    (TRAPS, "value: b", "value: x", "bank.option", "10:25", "[0].parts[0].answer.reason.value"),
    (
        TRAPS,
        "is: sign-dropped",
        "is: x",
        "bank.misconception-option",
        "10:50",
        "[0].parts[0].answer.reason.options[0].is",
    ),
    (TRAPS, "id: a-card", "id: a-trap", "bank.used-twice", "11:8", "[1].id"),
    (TRAPS, ", back: '$y$'", "", "bank.missing", "11:3", "[1]"),
    (TRAPS, "id: a-card", "id: traps", "bank.reserved", "11:8", "[1].id"),
    (ITEM, "value: 'E*h', ", "", "bank.missing", "9:13", "parts[0].answer"),
    (
        ITEM,
        "tolerance: {abs: '0.005'}",
        "tolerance: {abs: '0.005'}, places: 2",
        "bank.one-rule",
        "9:53",
        "parts[0].answer.tolerance",
    ),
    (
        ITEM,
        "kind: vector, value: 'E*h', tolerance: {abs: '0.005'}",
        "kind: choices, options: {a: x, b: y}, value: a a",
        "bank.word-twice",
        "9:59",
        "parts[0].answer.value",
    ),
    (
        ITEM,
        "kind: vector, value: 'E*h', tolerance: {abs: '0.005'}",
        "kind: order, lines: {a: x, b: y, c: z}, value: a b",
        "bank.line-unused",
        "9:50",
        "parts[0].answer.lines.c",
    ),
    (ITEM, "kind: problem", "kind: true_false", "bank.no-verdict", "3:7", "kind"),
    (ITEM, "kind: problem", "kind: spot_the_error", "bank.missing", "1:1", ""),
    (ITEM, "kind: problem", "kind: spot_the_error\nsegments: [{id: a, text: x}]", "bank.no-segments", "3:7", "kind"),
    (ITEM, "kind: vector", "kind: [vector]", "bank.wants", "9:20", "parts[0].answer.kind"),
    (ITEM, "kind: problem", "kind: problem\nminutes: 99999999999999999999", "bank.number-long", "4:10", "minutes"),
    (
        ITEM,
        "tolerance: {abs: '0.005'}",
        "places: 99999999999999999999",
        "bank.number-long",
        "9:50",
        "parts[0].answer.places",
    ),
    (ITEM, "$h = <<h>>$'}", "$h = <<h>> <<>>$'}", "latex.hole-empty", "5:56", "prompt.hinglish"),
    (TOPIC, "vector: 2, from", "integer: false, from", "bank.only-true", "3:56", "worlds.tiny.h.draw.integer"),
    (TRAPS, "id: a-card", "id: level1", "bank.reserved", "11:8", "[1].id"),
    (ITEM, "id: first", "id: traps", "bank.reserved", "1:5", "id"),
    (ITEM, 'number: "1.1"', "number: traps", "bank.reserved", "2:9", "number"),
    (TOPIC, "default: '[1, 2]', ", "", "bank.missing", "3:20", "worlds.tiny.h.default"),
    (TOPIC, "vector: 2, from", "vektor: 2, from", "bank.unknown-near", "3:47", "worlds.tiny.h.draw.vektor"),
    (TOPIC, "vector: 2, ", "vector: 2, index: 3, ", "bank.draw", "3:46", "worlds.tiny.h.draw"),
    (TOPIC, "levels: {1", "levels: {6", "bank.level", "5:10", "levels.6"),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "where", "path"), BAD, ids=[f"{b[3]}-{b[5]}" for b in BAD])
def test_one_fault(root, file, old, new, code, where, path):
    text = (root / file).read_text()
    assert text.count(old) >= 1
    (root / file).write_text(text.replace(old, new, 1))
    bank = load(root)
    found = [(i.say.code, i.where, i.path) for i in bank.issues if not i.warning]
    assert (code, f"{file}:{where}", path) in found
    assert {f[0] for f in found if f[1].startswith(file)} == {code}
    assert all(i.say.code in codes("en") and i.say.code in codes("hinglish") for i in bank.issues)


def test_a_good_bank(root):
    bank = load(root)
    assert bank.issues == ()
    assert [i.id for i in bank.items] == ["first", "a-trap", "a-card"]
    first, trap, card = bank.items
    assert (first.level, first.section, trap.section) == (1, "level1", "traps")
    assert first.parts[1].answer["options"] == "tokens"
    one, other = trap.parts[0].answer["reason"]["options"]
    assert (one["id"], one["is"], other["id"], "is" in other) == ("a", "sign-dropped", "b", False)
    assert one["text"].tokens("en") == one["text"].tokens("hinglish") != other["text"].tokens("en")
    assert list(trap.docs) == ["statement.false", "statement.true"]
    assert card.docs["back"].tokens("hinglish") == card.docs["back"].tokens("en")


def test_every_file_is_heard_and_the_good_ones_load(root):
    (root / "problems/topic/level1/bad.yaml").write_text("id: bad\nkind: problem\nparts: [{id: a}]\nx: 1\n")
    (root / "problems/topic/stray.yaml").write_text("a: 1\n")
    (root / "problems/other/level1").mkdir(parents=True)
    (root / "problems/other/level1/lost.yaml").write_text("id: lost\nkind: why\nparts: []\n")
    bank = load(root)
    assert [i.id for i in bank.items] == ["first", "a-trap", "a-card"]
    assert [i.say.code for i in bank.issues] == ["bank.no-topic", "bank.missing", "bank.unknown", "bank.stray"]


def test_a_missing_language_is_a_warning(root):
    path = root / ITEM
    path.write_text(path.read_text().replace(", hinglish: Nikaliye", ""))
    (issue,) = load(root).issues
    assert (issue.warning, issue.say.code, issue.where) == (True, "bank.untranslated", f"{ITEM}:8:10")
    assert len(load(root).items) == 3


def test_a_link_out_of_the_bank_is_not_read(root, tmp_path_factory):
    secret = tmp_path_factory.mktemp("out") / "secret.yaml"
    secret.write_text("id: secret\n")
    (root / "problems/topic/level1/linked.yaml").symlink_to(secret)
    assert [i.say.code for i in load(root).issues] == ["bank.outside"]


def _loop(path):
    path.symlink_to(path.name)


@pytest.mark.parametrize("make", [_loop, os.mkfifo, os.mkdir, lambda path: path.symlink_to("nowhere")])
def test_what_is_no_file_is_one_fault(root, make):
    make(root / "problems/topic/level1/odd.yaml")
    bank = load(root)
    assert [(i.say.code, i.where) for i in bank.issues] == [("bank.unreadable", "problems/topic/level1/odd.yaml:1:1")]
    assert len(bank.items) == 3
    assert len(index(root).items) == 3


def test_a_file_in_capital_letters_is_read_or_named(root):
    folder = root / "problems/topic/level1"
    (folder / "second.YAML").write_text((folder / "first.yaml").read_text().replace("first", "second", 1))
    (root / "problems/topic/TOPIC.YML").write_text("a: 1\n")
    assert [(i.say.code, i.where) for i in load(root).issues] == [
        ("bank.stray", "problems/topic/TOPIC.YML:1:1"),
        ("bank.used-twice", "problems/topic/level1/second.YAML:2:9"),
    ]


def test_what_must_be_quoted_is_shown_as_it_was_written(root):
    (root / ITEM).write_text((root / ITEM).read_text().replace("'0.005'", "012"))
    assert [dict(i.say.slots)["value"] for i in load(root).issues if i.say.code == "bank.quote"] == ["012"]


def test_no_bank(tmp_path):
    for name in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(UserError):
            load(name)


def test_a_file_of_another_kind_is_not_listed_line_by_line(root):
    (root / "problems/topic/level1/data.yaml").write_text("".join(f"k{n}: 1\n" for n in range(5000)))
    issues = load(root).issues
    assert len(issues) == 101
    assert [dict(i.say.slots) for i in issues if i.say.code == "bank.more-faults"] == [{"count": 4902}]
