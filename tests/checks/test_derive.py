"""A value follows from its `derive:`, by proof where SymPy has one; a stale one is caught with the closed form."""

import time

import pytest
import yaml

from grader.bank.load import load
from grader.checks.run import check
from grader.checks.write import write_forms
from grader.text.tell import plain

# answer, the code of the fault it must bring, or None
CASES = [
    ({"kind": "expression", "value": "2*x", "derive": "diff(x^2, x)", "symbols": {"x": "real"}}, None),
    ({"kind": "expression", "value": "3*x", "derive": "diff(x^2, x)", "symbols": {"x": "real"}}, "check.derive"),
    ({"kind": "expression", "value": "x*exp(x) - exp(x)", "derive": "integrate(x*exp(x), x)", "symbols": {"x": "real"},
      "up_to": "constant"}, None),
    ({"kind": "expression", "value": "sin(x)^2/2 + C", "derive": "integrate(sin(x)*cos(x), x)",
      "symbols": {"x": "real", "C": "real"}, "up_to": "constant"}, None),
    ({"kind": "expression", "value": "cos(x)^2/2", "derive": "integrate(sin(x)*cos(x), x)", "symbols": {"x": "real"},
      "up_to": "constant"}, "check.derive"),
    ({"kind": "number", "value": "1/3", "derive": "integrate(x^2, x, 0, 1)"}, None),
    ({"kind": "number", "value": "a/2", "derive": "integrate(a*x, x, 0, 1)"}, None),
    ({"kind": "number", "value": "a/3", "derive": "integrate(a*x, x, 0, 1)"}, "check.derive"),
    ({"kind": "number", "derive": "integrate(x^a, x, 0, 1)"}, "check.derive-missing"),
    ({"kind": "number", "derive": "limit(1/x^2, x, 0)"}, "check.derive-none"),
    ({"kind": "number", "value": "1", "derive": "limit(sin(1/x), x, 0)"}, "check.derive-open"),
    ({"kind": "number", "value": "1", "derive": "limit(sin(x)/x, x, 0)"}, None),
    ({"kind": "expression", "value": "(c - b)/a", "derive": "solve(a*x + b - c, x)",
      "symbols": {"b": "real", "c": "real"}}, None),
    ({"kind": "number", "value": "2", "derive": "solve(x^2 - 4, x)"}, "check.derive-open"),  # two roots
    ({"kind": "expression", "value": "softmax(z) - [0, 0, 0, 1]", "derive": "diff(-ln(softmax(z)[3]), z)",
      "symbols": {"z": "vector(4)"}}, None),
    ({"kind": "expression", "value": "softmax(z) - [0, 0, 1, 0]", "derive": "diff(-ln(softmax(z)[3]), z)",
      "symbols": {"z": "vector(4)"}}, "check.derive"),
    ({"kind": "expression", "value": "2*h", "derive": "diff(dot(h, h), h)", "symbols": {"h": "vector(3)"}}, None),
    ({"kind": "expression", "value": "x*log2(x)", "derive": "x*ln(x)/ln(2)", "symbols": {"x": "positive"}}, None),
    ({"kind": "expression", "value": "2*x", "derive": "diff(x^2, )", "symbols": {"x": "real"}}, "bank.formula"),
]  # fmt: skip


SLOW = [
    "integrate(exp(sin(x^x))*ln(cos(x)), x)",
    "solve(x^17 + sin(x) - exp(x) + x^x, x)",
    "diff((x + a)^1000, x)",
]


@pytest.mark.parametrize("derive", SLOW)
def test_a_derivation_that_takes_too_long_is_given_up_once(bank_with, derive):
    start = time.monotonic()
    bank = bank_with(f"{{kind: expression, value: x, derive: '{derive}', symbols: {{x: real}}}}")
    found = [i.say.code for i in check(bank, range(5)).issues if i.rule == "derive"]
    assert found == ["check.derive-late"]
    assert time.monotonic() - start < 30


def test_a_value_that_is_missing_is_one_fault(bank_with):
    bank = bank_with(
        "{kind: number, derive: 'integrate(x, x, 0, 2)'}\n    hints: ['<<a>>']\n    worked: [{math: '2', equals: '2'}]"
    )
    assert [i.say.code for i in check(bank, range(3)).issues if not i.warning] == ["check.derive-missing"]


@pytest.mark.parametrize("kind", ["realish", "matrix(V)"])
def test_a_type_that_is_none_is_one_fault_and_no_traceback(bank_with, capfd, kind):
    bank = bank_with(
        f"{{kind: expression, value: x, derive: 'diff(x^2/2, x)', symbols: {{x: '{kind}'}}}}\n"
        "    worked: [{math: x, equals: x}]"
    )
    assert [(i.rule, i.say.code) for i in check(bank, range(3)).issues if not i.warning] == [("key", "maths.type")]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("answer", "code"), CASES, ids=lambda c: str(c["derive"] if isinstance(c, dict) else c))
def test_derive(tmp_path, answer, code):
    item = {
        "id": "one",
        "kind": "problem",
        "params": {"a": {"default": "6", "draw": {"integer": True, "from": "3", "to": "12"}}},
        "parts": [{"id": "p", "ask": {"en": "Find", "hinglish": "Nikaliye"}, "answer": answer}],
    }
    folder = tmp_path / "problems" / "topic" / "level1"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
    (folder.parent / "topic.yaml").write_text("title: {en: Topic, hinglish: Vishay}\n")
    (folder / "one.yaml").write_text(yaml.safe_dump(item))
    found = [i for i in check(load(tmp_path), [0]).issues if i.rule == "derive"]
    assert [i.say.code for i in found] == ([code] if code else []), [plain(i.say, "en") for i in found]


FORMS = [
    # answer as written in the file, what stands there after --write
    ("{kind: expression, derive: 'diff(x^3, x)', symbols: {x: real}}", "value: '3*x^2'"),
    ("{kind: expression, value: '2*x', derive: 'diff(x^3, x)', symbols: {x: real}}", "value: '3*x^2'"),
    ("{kind: number, value: '1', derive: 'integrate(a*x, x, 0, 2)'}", "value: '2*a'"),
    (
        "\n      kind: number\n      derive: 'integrate(a*x, x, 0, 2)'\n      tolerance: {abs: '0.1'}",
        "      value: '2*a'\n",
    ),
    ("{kind: number, derive: 'integrate(x^a, x, 0, 1)'}", "value: '1/(a + 1)'"),
    ("{kind: expression, derive: 'diff(dot(v, v), v)[1]', symbols: {v: vector(2)}}", "value: '2*v[1]'"),
]


@pytest.fixture
def bank_with(tmp_path):
    """The bank of one item with one part of some answer."""

    def made(answer: str):
        folder = tmp_path / "problems" / "topic" / "level1"
        folder.mkdir(parents=True)
        (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
        (folder.parent / "topic.yaml").write_text("title: {en: Topic, hinglish: Vishay}\n")
        text = (
            "# kept\nid: one\nkind: problem\nparams:\n"
            "  a: {default: '6', draw: {integer: true, from: '3', to: '12'}}\n"
            f"parts:\n  - id: p\n    ask: {{en: Find, hinglish: Nikaliye}}\n    answer: {answer}\n    points: '2'\n"
        )
        (folder / "one.yaml").write_text(text)
        return load(tmp_path)

    return made


LEFT = [
    "&d {kind: expression, value: '2*x', derive: 'diff(x^3, x)', symbols: {x: real}}\n    label: w\n"
    "  - {id: q, ask: {en: Find, hinglish: Nikaliye}, answer: *d}\n  - id: r\n"
    "    ask: {en: Find, hinglish: Nikaliye}\n    answer: {kind: number, value: '1'}",
    "{kind: expression, value: &v '2*x', derive: 'diff(x^3, x)', symbols: {x: real}}\n    label: *v",
]


@pytest.mark.parametrize("answer", LEFT)
def test_a_place_behind_an_anchor_is_left_and_said(tmp_path, bank_with, answer):
    bank = bank_with(answer)
    file = tmp_path / "problems/topic/level1/one.yaml"
    before = file.read_bytes()
    done, left = write_forms(str(tmp_path), check(bank, range(2)).issues)
    assert (done, {form for _, form in left}, file.read_bytes()) == ([], {"3*x^2"}, before)


def test_line_ends_are_kept(tmp_path, bank_with):
    bank_with("\n      kind: expression\n      derive: 'diff(x^3, x)'\n      symbols: {x: real}")
    file = tmp_path / "problems/topic/level1/one.yaml"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert write_forms(str(tmp_path), check(load(tmp_path), range(2)).issues)[0]
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")


@pytest.mark.parametrize(("answer", "after"), FORMS)
def test_the_closed_form_goes_into_the_file(tmp_path, bank_with, answer, after):
    bank_with(answer)
    file = tmp_path / "problems/topic/level1/one.yaml"
    issues = check(load(tmp_path), range(3)).issues
    done, left = write_forms(str(tmp_path), issues)
    assert (len(done), left) == (1, [])
    new = file.read_text()
    assert after in new
    assert new.startswith("# kept\nid: one")
    assert new.endswith("    points: '2'\n")
    assert [i.say.code for i in check(load(tmp_path), range(3)).issues if i.rule in ("derive", "key")] == []
    assert write_forms(str(tmp_path), check(load(tmp_path), range(3)).issues) == ([], [])
