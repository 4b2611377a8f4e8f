"""Rows in columns are the rows they were made of."""

from grader.batch.columns import Columns, Rows

ROWS = [(2, "b", "x"), (3, "a", "y"), (5, "b", "y"), (9, "c", "x"), (10, "a", "z")]


def columns() -> Columns[str]:
    return Rows(ROWS).columns()


def test_rows_come_back():
    found = columns()
    assert [*found] == ROWS
    assert len(found) == 5
    assert found.at(3) == (9, "c", "x")
    assert (found.names, found.things) == (["b", "a", "c"], ["x", "y", "z"])


def test_a_choice_of_rows_keeps_nothing_of_the_others():
    found = columns()
    kept = found.kept([thing != "y" for thing in found.things])
    assert [*kept] == [row for row in ROWS if row[2] != "y"]
    assert kept.things == ["x", "z"]
    assert found.kept([True] * 3) is found
    assert [*found.kept([False] * 3)] == []


def test_two_names_become_one():
    found = columns().renamed(lambda name: "b" if name == "c" else name.upper())
    assert [row[1] for row in found] == ["B", "A", "B", "b", "A"]
    found = columns().renamed(lambda name: "b" if name == "c" else name)
    assert found.names == ["b", "a"]
    assert [row[1] for row in found] == ["b", "a", "b", "b", "a"]


def test_where_names_come_first():
    found = columns()
    assert [(found.names[who], place) for who, place in found.first().items()] == [("b", 0), ("a", 1), ("c", 3)]
    told = found.telling([1, 2, 3])
    assert [row[2] for row in told] == [1, 2, 2, 1, 3]
    assert [*told.where([False, True, True])] == [1, 2, 4]
