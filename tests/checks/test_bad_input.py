"""What a stranger's bank may hold: each fault is one plain sentence at its line, and the other files still load."""

import re

import pytest

from grader.bank.draws import drawn
from grader.bank.load import load
from grader.bank.source import read
from grader.checks.run import check
from grader.errors import BankFault
from grader.model import LANGS
from grader.text.tell import plain

# what it is, what is replaced, by what, the code of the fault, its line
BAD = [
    ("nan tol", "tolerance: {abs: '0.5'}", "tolerance: {abs: 'nan'}", "bank.number", 12),
    ("nan tol2", "tolerance: {abs: '0.5'}", "tolerance: {abs: .nan}", "bank.quote", 12),
    ("neg tol", "tolerance: {abs: '0.5'}", "tolerance: {abs: '-0.5'}", "bank.tolerance-negative", 12),
    ("inf tol", "tolerance: {abs: '0.5'}", "tolerance: {abs: 'oo'}", "bank.number", 12),
    ("empty tol", "tolerance: {abs: '0.5'}", "tolerance: {}", "bank.tolerance-shape", 12),
    (
        "rel zero key",
        "value: 'a*b', tolerance: {abs: '0.5'}",
        "value: 'a*b-a*b', tolerance: {rel: '0.01'}",
        "check.link-values",
        12,
    ),
    ("cyclic params", "default: '3', draw: {integer: true, from: '2', to: '9'}", "default: 'b'", "bank.param-uses", 6),
    ("self follow", "follows: {s: half}", "follows: {s: r}", "bank.part-later", 27),
    ("later follow", "ask: {en: Multiply", "follows: {s: r}\n    ask: {en: Multiply", "bank.part-later", 11),
    ("undefined", "value: 'a*b', tol", "value: 'a*c', tol", "bank.formula", 12),
    ("impossible where", "prompt: {", "where: ['a > 100']\nprompt: {", "bank.where", 8),
    ("where false default", "prompt: {", "where: ['a > 3']\nprompt: {", "bank.where-default", 8),
    ("where not a relation", "prompt: {", "where: ['a + 3']\nprompt: {", "maths.condition", 8),
    ("where undefined", "prompt: {", "where: ['zz > 3']\nprompt: {", "bank.formula", 8),
    (
        "figure traversal",
        "prompt: {",
        "figures: [{draw: '../../etc/passwd', alt: {en: x, hinglish: x}}]\nprompt: {",
        "figure.name",
        8,
    ),
    (
        "figure path arg",
        "prompt: {",
        "figures: [{draw: lookup_table, matrix: '../../etc/passwd', alt: {en: x, hinglish: x}}]\nprompt: {",
        "figure.name",
        8,
    ),
    ("html", "The logit of", "The <b>logit</b> <script>alert(1)</script> of", "text.unsupported", 8),
    ("code value", "value: 'a*b', tol", 'value: \'__import__("os").system("ls")\', tol', "bank.formula", 12),
    ("code lambda", "value: 'a*b', tol", "value: 'lambda x: x', tol", "bank.formula", 12),
    ("attr", "value: 'a*b', tol", "value: 'a.__class__', tol", "bank.formula", 12),
    (
        "regex kind",
        "answer: {kind: number, value: 'a/7', places: 1}",
        "answer: {kind: text, value: 'x', pattern: '(a+)+$'}",
        "bank.unknown",
        25,
    ),
    (
        "text with accept",
        "answer: {kind: number, value: 'a/7', places: 1}",
        "answer: {kind: text, value: '(a+)+$'}",
        "bank.unknown",
        25,
    ),
    ("reversed from to", "from: '2', to: '9'", "from: '9', to: '2'", "bank.draw-reversed", 6),
    (
        "decimal zero step",
        "draw: {integer: true, from: '2', to: '9'}",
        "draw: {decimal: true, from: '2', to: '9', step: '0'}",
        "bank.draw-range",
        6,
    ),
    (
        "decimal neg step",
        "draw: {integer: true, from: '2', to: '9'}",
        "draw: {decimal: true, from: '2', to: '9', step: '-1'}",
        "bank.draw-range",
        6,
    ),
    (
        "decimal huge",
        "draw: {integer: true, from: '2', to: '9'}",
        "draw: {decimal: true, from: '2', to: '10^12', step: '10^(-12)'}",
        "bank.number",
        6,
    ),
    ("text from", "from: '2', to: '9'", "from: 'cat', to: '9'", "bank.number", 6),
    ("reserved param e", "  a: {default", "  pi: {default", "bank.name-taken", 6),
    ("reserved param sqrt", "  a: {default", "  sqrt: {default", "bank.name-taken", 6),
    ("reserved param diff", "  a: {default", "  where: {default", "bank.name-taken", 6),
    ("reserved param num", "  a: {default", "  '1a': {default", "bank.id", 6),
    ("reserved given", "params:", "params:\n  E: {default: '3'}", "bank.name-taken", 6),
    ("power bomb", "value: 'a*b', tol", "value: '9^9^9^9', tol", "bank.formula", 12),
    ("factorial bomb", "value: 'a*b', tol", "value: '(10^9)!', tol", "bank.formula", 12),
    ("sum bomb", "value: 'a*b', tol", "value: 'sum(k, k, 1, 10^12)', tol", "bank.formula", 12),
    ("deep formula", "value: 'a*b', tol", "value: '" + "(" * 9_000 + "a" + ")" * 9_000 + "', tol", "bank.formula", 12),
    ("float places", "places: 1", "places: 1.5", "bank.wants", 25),
    ("neg places", "places: 1", "places: -1", "bank.places", 25),
    ("big places", "places: 1", "places: 100000", "bank.places", 25),
    ("points 0", "ask: {en: Double", "points: '0'\n    ask: {en: Double", "bank.points", 28),
    ("points huge", "ask: {en: Double", "points: '1000000000'\n    ask: {en: Double", "bank.points", 28),
    ("no parts", "parts:", "parts: []\nxparts:", "bank.unknown-near", 10),
    ("level clash", "kind: problem", "kind: problem\nlevel: 3", "bank.level-folder", 4),
    ("id same as set", "id: first", "id: level1", "bank.reserved", 1),
    ("value list", "value: 'a*b', tol", "value: ['a*b'], tol", "bank.wants", 12),
    ("value number", "value: 'a*b', tol", "value: 12.5, tol", "bank.quote", 12),
    ("value bool", "value: 'a*b', tol", "value: no, tol", "bank.formula", 12),
    ("time", "value: 'a*b', tol", "value: 12:30, tol", "bank.formula", 12),
    ("choice value missing opt", "value: b\n", "value: z\n", "bank.option", 19),
    ("two opts same id", "{id: b, text", "{id: a, text", "bank.id-twice", 22),
    (
        "single opt",
        "        - {id: a, is: sum-taken, text: {en: 'The sum', hinglish: 'Sum'}}\n",
        "",
        "bank.options-count",
        21,
    ),
    ("latex macro unknown", "$a = <<a>>$ is", "$\\foo{a} = <<a>>$ is", "latex.unknown", 8),
    ("latex input", "$a = <<a>>$ is", "$\\input{/etc/passwd}$ is", "latex.unknown", 8),
    ("latex deep", "$a = <<a>>$ is", "$" + "{" * 500 + "a" + "}" * 500 + "$ is", "latex.deep", 8),
    ("unclosed <<", "<<a>>$ is", "<<a$ is", "latex.hole", 8),
    ("unknown example outcome", "  right: [{part: p", "  rigth: [{part: p", "bank.unknown-near", 31),
    ("example text num", "text: '100'}, {part: half", "text: 100}, {part: half", "bank.quote", 34),
    ("published not seed", "examples:", "published: {'x': '0'}\nexamples:", "check.published-seed", 30),
    ("no type", "value: 'a*b', tol", "value: 'a*b', symbols: {x: realish}, tol", "bank.unknown", 12),
    ("table bomb", "value: 'a*b', tol", "value: 'len(onehot(3, 10^8))', tol", "shape.too-large", 12),
    (
        "product bomb",
        "value: 'a*b', tol",
        "value: 'sum(onehot(3, 4000)*transpose(onehot(3, 4000)))', tol",
        "shape.too-large",
        12,
    ),
    ("table bomb in where", "prompt: {", "where: ['distinct(onehot(1, 5000), 0.1)']\nprompt: {", "shape.too-large", 8),
    ("table bomb in a text", "<<a>>$ is", "<<len(onehot(2, 3000000))>>$ is", "shape.too-large", 8),
    (
        "power bomb of a table",
        "value: 'a*b', tol",
        "value: 'sum((onehot(1, 60)*transpose(onehot(1, 60)))^60)', tol",
        "shape.too-slow",
        12,
    ),
    (
        "entries bomb",
        "answer: {kind: number, value: 'a/7', places: 1}",
        "answer: {kind: vector, value: 'softmax(onehot(1, 4096))'}",
        "bank.entries",
        25,
    ),
    (
        "a condition on nothing drawn",
        "prompt: {",
        "where: ['sum(softmax(onehot(1, 4000))) > 2']\nprompt: {",
        "bank.where-default",
        8,
    ),
    ("decimals bomb", "value: 'a*b', tol", "value: 'round(a/7, 10^8)', tol", "maths.rounded", 12),
    (
        "set bomb",
        "answer: {kind: number, value: 'a/7', places: 1}",
        "answer: {kind: set, value: '{" + ", ".join(map(str, range(3000))) + "}'}",
        "bank.set-large",
        25,
    ),
    (
        "drawn bomb",
        "draw: {integer: true, from: '2', to: '9'}",
        "draw: {matrix: [100, 100], from: '2', to: '9', step: '1'}",
        "shape.too-large",
        6,
    ),
    *(
        (
            name,
            "prompt: {",
            f"figures:\n  - draw: {draw}\n    {argument}\n    alt: x\nprompt: {{",
            f"figure.{code}",
            line,
        )
        for name, draw, argument, code, line in [
            ("bars of a matrix", "bars", "of: E", "wants.vector", 10),
            ("table of a vector", "lookup-table", "of: '[a, b]'", "wants.matrix", 10),
            ("figure without of", "bars", "labels: tokens", "missing", 9),
            ("figure argument", "bars", "{of: '[a, b]', marks: '1'}"[1:-1].replace(", m", "\n    m"), "argument", 11),
            ("mark too large", "bars", "of: '[a, b]'\n    mark: '7'", "mark", 11),
            ("mark between", "bars", "of: '[a, b]'\n    mark: '1/2'", "wants.place", 11),
            ("labels too few", "bars", "of: '[a, b]'\n    labels: [u]", "labels", 11),
            ("labels no words", "bars", "of: '[a, b]'\n    labels: E", "wants.words", 11),
            ("context too long", "arrows", "of: E\n    context: '[1, 2, 3]'", "context", 11),
        ]
    ),
    ("a default of no name", "default: '3'", "default: 'zz'", "bank.formula", 6),
    (
        "an entry of a chain",
        "answer: {kind: number, value: 'a/7', places: 1}",
        "answer: {kind: vector, value: '[a, b]'}\n    worked: [{math: '1', equals: '[a, a]'}]",
        "check.link-entry",
        25,
    ),
    ("minutes neg", "kind: problem", "kind: problem\nminutes: -3", "bank.too-small", 4),
]


@pytest.mark.parametrize(("before", "after", "code", "line"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_one_bad_thing(item, bank_of, before, after, code, line):
    assert before in item
    other = item.replace("id: first", "id: other").replace('"1.1"', '"1.2"')
    report = check(bank_of(item.replace(before, after, 1), other), range(3))
    assert {i.where.split(":")[0] for i in report.issues} == {"problems/topic/level1/first.yaml"}
    assert (code, line) in {(_inner(i.say).code, int(i.where.split(":")[1])) for i in report.issues}
    for issue in report.issues:
        for lang in LANGS:
            sentence = plain(issue.say, lang)
            assert sentence[-1] in ".?…", sentence
            assert len(sentence) < 400
            assert not re.search(r"Error|Traceback|<class|check\.\w", sentence), sentence


def _inner(why):
    return _inner(dict(why.slots)["why"]) if why.code == "check.at-seed" else why


SLIPS = [
    # what stands in a file, the code of the fault, its line
    ("id: x\ntitle\nparts: []\n", "bank.yaml-key", 2),
    ("id: - x\n", "bank.yaml-dash", 1),
    ("id: x\na: [1, , 2]\n", "bank.yaml-comma", 2),
    ("a: {b: 1}}\n", "bank.yaml-after", 1),
    ("a: 'x' y\n", "bank.yaml-after", 1),
    ("a: |text\n  more\n", "bank.yaml-block", 1),
    ("a: * E\n", "bank.yaml-token", 1),
    ("a:\n  b: 2\n\tc: 3\n", "bank.yaml-tab", 3),
    ("-\ta: 2\n", "bank.yaml-tab", 1),
    ("a: 'x\n---\ny'\n", "bank.yaml-quote", 2),
    (" a: 1\nb: 2\n", "bank.yaml-indent", 2),
    ("a: 1\n: 2\n", "bank.yaml-name", 2),
    ("id:x\nb: 2\n", "bank.yaml-colon", 2),
    ('a: "\\x1"\n', "bank.escape", 1),
    ("a: {b: 1 c: 2}\n", "bank.yaml-flow", 1),
    ("%YAML 3.0\n---\na: 1\n", "bank.yaml", 1),
]


@pytest.mark.parametrize(("text", "code", "line"), SLIPS)
def test_a_slip_of_yaml_gets_a_sentence_that_says_what_to_write(text, code, line):
    issues = read(text.encode(), "x.yaml").issues
    assert [(i.say.code, i.where.split(":")[1]) for i in issues] == [(code, str(line))]


def test_a_given_that_cannot_be_read_leaves_other_topics_checked(item, bank_of, tmp_path):
    bank_of(item.replace("places: 1", "places: 1, tolerance: {abs: '1'}"))
    other = tmp_path / "problems" / "other" / "level1"
    other.mkdir(parents=True)
    topic = (tmp_path / "problems" / "topic" / "topic.yaml").read_text(encoding="utf-8")
    (other.parent / "topic.yaml").write_text(topic.replace("[[1, 2]", "[[1/0, 2]"))
    (other / "second.yaml").write_text(item.replace("id: first", "id: second").replace('"1.1"', '"1.2"'))
    found = [i for i in check(load(tmp_path), [0, 1]).issues if not i.warning]
    assert {(i.where.split(":")[0], i.rule) for i in found} == {
        ("problems/topic/level1/first.yaml", "format"),
        ("problems/other/topic.yaml", "given"),
    }


@pytest.mark.parametrize("condition", ["norm((A^64)*v) < 0", "norm(A^-1*v) < 0", "norm(softmax(A*v)) > 5"])
def test_a_condition_that_is_much_work_is_given_up_sooner(condition):
    rule = {"from": "-1", "to": "1", "step": "0.01"}
    params = {
        "A": {"default": "0", "draw": {"matrix": [16, 16], **rule}},
        "v": {"default": "0", "draw": {"vector": 16, **rule}},
    }
    with pytest.raises(BankFault) as caught:
        drawn("item", params, (condition,), 1, {})
    assert caught.value.why.code == "bank.where"
    assert int(dict(caught.value.why.slots)["tries"]) < 200
