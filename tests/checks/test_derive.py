"""A value follows from its `derive:`, by proof where SymPy has one; a stale one is caught with the closed form."""

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
    ("{kind: expression, derive: 'diff(dot(v, v), v)[1]', symbols: {v: vector(2)}}", "value: '2*v[1]'"),
]


@pytest.mark.parametrize(("answer", "after"), FORMS)
def test_the_closed_form_goes_into_the_file(tmp_path, answer, after):
    folder = tmp_path / "problems" / "topic" / "level1"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "bank.yaml").write_text("id: small\ntitle: {en: Small, hinglish: Chhota}\n")
    (folder.parent / "topic.yaml").write_text("title: {en: Topic, hinglish: Vishay}\n")
    text = (
        "# kept\nid: one\nkind: problem\nparams:\n"
        "  a: {default: '6', draw: {integer: true, from: '3', to: '12'}}\n"
        f"parts:\n  - id: p\n    ask: {{en: Find, hinglish: Nikaliye}}\n    answer: {answer}\n    points: '2'\n"
    )
    file = folder / "one.yaml"
    file.write_text(text)
    issues = check(load(tmp_path), range(3)).issues
    assert len(write_forms(str(tmp_path), issues)) == 1
    new = file.read_text()
    assert after in new
    assert new.startswith("# kept\nid: one")
    assert new.endswith("    points: '2'\n")
    assert [i.say.code for i in check(load(tmp_path), range(3)).issues if i.rule in ("derive", "key")] == []
    assert write_forms(str(tmp_path), check(load(tmp_path), range(3)).issues) == []
