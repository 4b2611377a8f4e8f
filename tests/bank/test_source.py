"""What YAML itself may get wrong: a file's bytes -> the code and the place of the fault."""

import pytest

from grader.bank.source import Unquoted, read

GOOD = [
    ("a: " + "x" * 20_000, "x" * 20_000),
    ("a: no", "no"),
    ("a: on", "on"),
    ("a: 012", "012"),
    ("a: 0o14", 12),
    ("a: 0x1F", 31),
    ("a: 12:30", "12:30"),
    ("a: 2024-01-01", "2024-01-01"),
    ("a: 1_000", "1_000"),
    ("a: true", True),
    ("a: ~", None),
    ("a:", None),
    ("a: 0.30", "0.30"),
    ("a: 1e3", "1e3"),
    ("a: '0.30'", "0.30"),
    ("a: [&x b, *x]", ["b", "b"]),
    ('a: "x\\ny"', "x\ny"),
    ('a: "x\\\\nu"', "x\\nu"),
    ("1: b\na: c", "c"),
    ("a: " + "[" * 39 + "]" * 39, None),
]
BAD = [
    (b"a: 1\nb: 2\na: 3\n", "bank.twice", "3:1"),
    (b"a: {x: 1,\n  x: 2}", "bank.twice", "2:3"),
    (b"a: !!str 1", "bank.tag", "1:4"),
    (b"a: !x {}", "bank.tag", "1:4"),
    (b"a: !!python/object/apply:os.system [ls]", "bank.tag", "1:4"),
    (b'a: "\\theta"', "bank.control", "1:4"),
    (b'a: "\\frac{1}{2}"', "bank.control", "1:4"),
    (b'a: "x \\nabla"', "bank.escape", "1:4"),
    (b'a: "\\partial"', "bank.escape", "1:5"),
    (b"a: 'x\x07y'", "bank.hidden", "1:6"),
    (b"a: x\rb", "bank.hidden", "1:5"),
    (b"a: x\ty", "bank.hidden", "1:4"),
    (b"a: 1\n---\nb: 2", "bank.documents", "2:1"),
    (b"\xef\xbb\xbfa: 1", "bank.bom", "1:1"),
    ("a: 1".encode("utf-16-le"), "bank.nul", "1:2"),
    (b"a: 1\nb: \xff", "bank.encoding", "2:4"),
    (b"a: 1\n" * 250_000, "bank.large", "1:1"),
    (b"", "bank.empty-file", "1:1"),
    (b"# nothing", "bank.empty-file", "1:1"),
    (b"a: " + b"[" * 41 + b"]" * 41, "bank.deep", "1:43"),
    (b"[" * 900, "bank.deep", "1:41"),
    (b"[" * 400_000, "bank.deep", "1:1001"),  # libyaml stops by itself
    (b'a: "x\\u202ey"', "bank.hidden", "1:4"),
    ("a: x\u202ey".encode(), "bank.hidden", "1:5"),
    (b"a: *x", "bank.alias", "1:4"),
    (b"a: &a [*a]", "bank.alias", "1:8"),
    (b"a: &a [1,2,3,4,5,6,7,8,9,10]\nb: &b [*a,*a,*a]\nc: [*b,*b]", "bank.aliases", "3:5"),
    (b"? [a]\n: 1", "bank.key", "1:3"),
    (b"a: [" + b"1," * 20_000 + b"]", "bank.values", "1:40001"),
    (b"a: " + b"x" * 20_001, "bank.text-long", "1:4"),
    (b"a: [1", "bank.yaml-flow", "2:1"),
    (b"a: b: c", "bank.yaml-colon", "1:5"),
]


@pytest.mark.parametrize(("text", "value"), GOOD)
def test_a_good_file(text, value):
    source = read(text.encode(), "f.yaml")
    assert source.issues == []
    if value is not None:
        assert source.data["a"] == value
        assert type(source.data["a"]) in (type(value), Unquoted)


@pytest.mark.parametrize(("raw", "code", "where"), BAD, ids=[b[1] + str(n) for n, b in enumerate(BAD)])
def test_a_bad_file(raw, code, where):
    issues = read(raw, "f.yaml").issues
    assert [(i.say.code, i.where) for i in issues] == [(code, f"f.yaml:{where}")]


def test_several_faults_at_once():
    source = read(b'a: "\\t"\na: !x 1\nb: !y 2\n', "f.yaml")
    assert [i.say.code for i in source.issues] == ["bank.control", "bank.twice", "bank.tag", "bank.tag"]


TEXTS = [
    ("a: 'x $y'", "$", "1:7"),
    ("a: 'it''s $y'", "$", "1:11"),
    ('a: "x\\\\ $y"', "$", "1:9"),
    ("a: >-\n  one two\n  three $y\n", "$", "3:9"),
    ("a: |\n  one\n\n  é $y\n", "$", "4:5"),
    ("a: 'one\n  two $y'", "$", "2:7"),
]


@pytest.mark.parametrize(("text", "sign", "where"), TEXTS)
def test_a_place_inside_a_text(text, sign, where):
    source = read(text.encode(), "f.yaml")
    assert source.where_text(("a",), source.data["a"].index(sign)) == f"f.yaml:{where}"
