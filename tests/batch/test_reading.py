"""The reader: one bad record costs itself alone, and text stays text."""

import time

import pytest

from grader.batch import roster
from grader.batch.read import read
from grader.batch.records import MAX_CELL
from grader.errors import UserError

HEAD = "student,problem,part,answer\n"


def rows(text, head=HEAD):
    return read((head + text).encode()).rows


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("007,2.2,logits,0.30\n", "0.30"),
        ("007,2.2,logits,1/2\n", "1/2"),
        ("007,2.2,logits,0.30", "0.30"),
        ("007,2.2,logits, x \n", " x "),
        ("007,2.2,logits,\n", ""),
        ("007,2.2,logits,0.30\r\n", "0.30"),
        (" 007 ,2.2 ,logits,0.30\r", "0.30"),
        ('007,2.2,logits,"[1, 2]"\n', "[1, 2]"),
        ('"007","2.2","logits","a""b"\n', 'a"b'),
        ('007,2.2,logits,"a\nb"\n', "a\nb"),
        ('007,2.2,logits,"a\r\n\r\nb"\r\n', "a\r\n\r\nb"),
        ('007,2.2,logits,5" long\n', '5" long'),
        ("007,2.2,logits,a\u2028b\x0bc\n", "a\u2028b\x0bc"),
        ("007,2.2,logits,=1+1\n", "=1+1"),
        ("\n,,,\n007,2.2,logits,é\n\n", "é"),
    ],
)
def test_a_row(text, answer):
    ((_, *cells),) = rows(text)
    assert cells == ["007", "2.2", "logits", answer, None, 0, ""]


GOOD = "s,2.2,logits,1\n"

# the text behind a head and one good row; the lines of rows; the lines and codes of refusals
RAGGED, QUOTE, UNCLOSED, LONG = "batch.ragged", "batch.quote", "batch.unclosed", "batch.long"
FAULTS = [
    ("a,b\n" + GOOD, [2, 4], [(3, RAGGED)]),
    ("s,2.2,logits,[1, 2]\n" + GOOD, [2, 4], [(3, "batch.ragged-long")]),
    ('s,2.2,logits,"1\n' + GOOD, [2, 4], [(3, UNCLOSED)]),
    ('s,2.2,logits,"1\n' * 3 + GOOD, [2, 6], [(3, QUOTE), (4, QUOTE), (5, UNCLOSED)]),
    ('s,2.2,logits,"1" x\n' + GOOD, [2, 4], [(3, QUOTE)]),
    ('s,2.2,logits,"1\n2" x\n' + GOOD, [2, 5], [(3, QUOTE), (4, RAGGED)]),
    ('s,2.2,logits,"1\n2\n3"\n' + GOOD, [2, 3, 6], []),
    ("s,2.2,logits,a\x00\n" + GOOD, [2, 4], [(3, "batch.nul")]),
    ('s,2.2,logits,"a\x00"\n' + GOOD, [2, 4], [(3, "batch.nul")]),
    (" ,2.2,logits,1\n" + GOOD, [2, 4], [(3, "batch.no-student")]),
    (f"s,2.2,logits,{'x' * MAX_CELL}\n" + GOOD, [2, 3, 4], []),
    (f"s,2.2,logits,{'x' * (MAX_CELL + 1)}\n" + GOOD, [2, 4], [(3, LONG)]),
    (f's,2.2,logits,"{"x" * MAX_CELL}y"\n' + GOOD, [2, 4], [(3, LONG)]),
    (f's,2.2,logits,"{"x" * 300_000}"\n' + GOOD, [2, 4], [(3, LONG)]),
]


@pytest.mark.parametrize(("text", "lines", "refused"), FAULTS)
def test_a_faulty_record_is_refused_alone(text, lines, refused):
    found = read((HEAD + GOOD + text).encode())
    assert [row[0] for row in found.rows] == lines
    assert [(row[0], row[4].code) for row in found.refused] == refused


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "batch.empty"),
        (b"\n\r\n", "batch.empty"),
        (b"007,2.2,logits,1\n", "batch.header"),
        (b"student,problem,part\n", "batch.header"),
        (b'student,"problem,part,answer\n', "batch.header"),
        (b"student,problem,part,answer,answer\n", "batch.column-twice"),
    ],
)
def test_a_file_that_is_none(data, code):
    with pytest.raises(UserError) as refused:
        read(data)
    assert refused.value.why.code == code


MAKES = [
    (b"student;problem;part;answer\ns01;2.2;logits;0,3\n", "0,3", ["batch.separator"]),
    (
        "student\tproblem\tpart\tanswer\ns01\t2.2\tlogits\t0.3\n".encode("utf-16"),
        "0.3",
        ["batch.encoding", "batch.separator"],
    ),
    ("student,problem,part,answer\ns01,2.2,logits,é\n".encode("cp1252"), "é", ["batch.encoding"]),
    (b'{"student": "s01", "problem": "2.2", "part": "logits", "answer": 0.30}\n', "0.30", []),
]


@pytest.mark.parametrize(("data", "answer", "notes"), MAKES)
def test_files_of_any_make(data, answer, notes):
    found = read(data)
    assert [row[1:5] for row in found.rows] == [("s01", "2.2", "logits", answer)]
    assert [note.code for note in found.notes] == notes


def test_columns_in_any_order_with_others_between():
    head = "\ufeffAttempt,answer,Group,part,student,Problem,seed\n"
    text = "2,x,g,p,s,q,5\n,y,g,p,s,q,\n1.5,y,g,p,s,q,\n,,g,p,s,q,-1\n"
    found = read((head + text).encode())
    assert found.rows == ((2, "s", "q", "p", "x", 5, 2, ""), (3, "s", "q", "p", "y", None, 0, ""))
    assert [(r[0], r[4].code) for r in found.refused] == [(4, "batch.whole"), (5, "batch.whole")]
    assert found.ignored == ("Group",)


@pytest.mark.parametrize("line", ['x","\n', '"\n', '",x,"\n', 's,2,p,"\n', '""\n', '"""\n', '",""\n', '"x\n""\n'])
def test_quotes_cost_time_in_proportion(line):
    started = time.perf_counter()
    read((HEAD + 'a,"\n' + line * 50_000).encode())
    assert time.perf_counter() - started < 5


SWALLOWED = """student,problem,part,answer
s01,1.1,V,"4
s02,1.1,V,4
s03,1.1,shape,4 x 3
s04,1.1,shape,4"
s05,1.1,V,4
"""


def test_a_stray_quote_costs_its_own_line_and_no_other_student():
    found = read(SWALLOWED.encode())
    assert [row[1] for row in found.rows] == ["s02", "s03", "s04", "s05"]
    assert [(line, student) for line, student, *_ in found.refused] == [(2, "s01")]
    assert found.refused[0][4].code == "batch.swallowed"


def test_a_quoted_cell_of_several_lines_is_one_answer():
    for answer in (
        "0*a + 1*c, 0*b + 1*d\n[c, d]",
        "[1, 2, 3]\n[4, 5, 6]",
        "a, b, c, d\nd, c, b, a",
        "x = 1, y = 2, z = 3\n1, 2, 3, 4",
    ):
        found = read(f'student,problem,part,answer\ns01,5.2,row,"{answer}"\n'.encode())
        assert [row[4] for row in found.rows] == [answer]


@pytest.mark.parametrize("head", ["roll_no", "Roll-No.", "Roll No", "student_id", "SIS User ID"])
def test_a_class_list_knows_its_ids_however_they_are_headed(head):
    found = roster.read(f"{head},name\n1,Ravi\n2,Ravi\n".encode())
    assert [(s.id, s.name) for s in found.students] == [("1", "Ravi"), ("2", "Ravi")]
