"""A class of twelve, its gradebook computed by hand."""

import csv
import io
from fractions import Fraction
from pathlib import Path

from grader.bank.load import load
from grader.bank.sets import select
from grader.bank.variants import Variants
from grader.batch.gradebook import grade

BANK = load(Path(__file__).parents[2])
SET = select(BANK, ["1.3", "2.2", "2.3", "4.1", "4.3"])  # 2 + 2 + 1 + 3 + 1 = 9 points
LOGITS, PROBS = "[-0.24, -0.14, -0.49, 0.51]", "[0.20, 0.22, 0.16, 0.42]"


def _seed_3():
    """The logits of seed 3, multiplied out here once more."""
    h = [n[1] if n[0] == "num" else -n[1][1] for n in Variants(BANK).of(BANK.find("2.2"), 3).values["h"][1]]
    table = [("0.2", "-0.5", "0.8"), ("0.3", "-0.4", "0.7"), ("-0.9", "0.1", "0.2"), ("0.6", "0.3", "-0.5")]
    z = [sum((Fraction(e) * Fraction(x) for e, x in zip(row, h, strict=True)), Fraction(0)) for row in table]
    return "[" + ", ".join(f"{float(v):.4f}" for v in z) + "]"


ROWS = [
    # s01: everything right: 9
    ("s01", "1.3", "verdict", "F c", ""), ("s01", "1.3", "correction", "W_out = E_{in}^T", ""),
    ("s01", "2.2", "logits", LOGITS, ""), ("s01", "2.2", "winner", "ran", ""), ("s01", "2.3", "probs", PROBS, ""),
    ("s01", "4.1", "untied", "77,194,752", ""), ("s01", "4.1", "tied", "38647633", ""),
    ("s01", "4.1", "saving", "38,547,119", ""), ("s01", "4.3", "loss", "0.860", ""),
    # s02: one sign lost in 2.2 (3/4), all that follows right by the own value: 0.75 + 1 + 1 + 1 = 3.75
    ("s02", "2.2", "logits", "[0.24, -0.14, -0.49, 0.51]", ""), ("s02", "2.2", "winner", "d", ""),
    ("s02", "2.3", "probs", "[0.29, 0.20, 0.14, 0.38]", ""), ("s02", "4.3", "loss", "0.976", ""),
    # s03: the printed softmax that sums to 0.95 (0), the loss rounded too early (1/2): 0.5
    ("s03", "2.3", "probs", "[0.19, 0.21, 0.15, 0.40]", ""), ("s03", "4.3", "loss", "0.868", ""),
    # s04: true for a right reason (0), the matrix unchanged (0): 0
    ("s04", "1.3", "verdict", "T c", ""), ("s04", "1.3", "correction", "W_out = E_in", ""),
    # s05: 1 + 1, then both counts in either grouping (1 + 1), a saving of Vd against the stated convention (0): 4
    ("s05", "1.3", "verdict", "galat c", ""), ("s05", "1.3", "correction", "E_in'", ""),
    ("s05", "4.1", "untied", "7,71,94,752", ""), ("s05", "4.1", "tied", "3,86,47,633", ""),
    ("s05", "4.1", "saving", "38597376", ""),
    # s06: one table counted for two (0), tied right (1), the difference of the own two (1): 2
    ("s06", "4.1", "untied", "38597376", ""), ("s06", "4.1", "tied", "38647633", ""),
    ("s06", "4.1", "saving", "-50257", ""),
    # s07: nothing that can be read: 0
    ("s07", "2.2", "logits", "[-0,24; -0,14; -0,49; 0,51]", ""), ("s07", "2.2", "winner", "?", ""),
    # s08: an answer that cannot be decided, for a person: 0
    ("s08", "1.3", "correction", "E_in^T + exp(-10^5) E_in^T", ""),
    # s09: a blank row takes nothing away: 1
    ("s09", "2.3", "probs", PROBS, ""), ("s09", "2.3", "probs", "", ""),
    # s10: another variant, its own logits right (1), the shares invented (0): 1
    ("s10", "2.2", "logits", _seed_3(), "3"), ("s10", "2.3", "probs", "[0.97, 0.01, 0.01, 0.01]", "3"),
    # s11: parts by their letters on the sheet: 2
    ("s11", "2.2", "a", LOGITS, ""), ("s11", "2.2", "(b)", "ran", ""),
    # s12: a problem and a part that do not exist: refused, 0
    ("s12", "9.9", "x", "1", ""), ("s12", "2.2", "sum", "1", ""),
]  # fmt: skip
TOTALS = dict(
    s01="9", s02="3.75", s03="0.5", s04="0", s05="4", s06="2",
    s07="0", s08="0", s09="1", s10="1", s11="2", s12="0",
)  # fmt: skip


def _file():
    out = io.StringIO()
    csv.writer(out).writerows([("student", "problem", "part", "answer", "seed"), *ROWS])
    return out.getvalue().encode()


def test_the_gradebook_is_the_one_computed_by_hand():
    outcome = grade(BANK, _file(), items=SET)
    head, *lines = outcome.grades
    assert head == ("student", "1.3", "2.2", "2.3", "4.1", "4.3", "total", "out of", "percent")
    assert {line[0]: line[6] for line in lines} == TOTALS
    assert {line[7] for line in lines} == {"9"}
    assert next(line[8] for line in lines if line[0] == "s02") == "41.67"
    assert (outcome.rows, outcome.graded, outcome.refused, outcome.held) == (len(ROWS), len(ROWS) - 3, 2, 1)
    what = [(row[1], row[4]) for row in outcome.problems[1:]]
    assert what == [
        ("s07", "unread"), ("s07", "unread"), ("s08", "held"), ("s09", "replaced"), ("s12", "refused"),
        ("s12", "refused"),
    ]  # fmt: skip


def test_the_same_file_gives_the_same_tables():
    assert grade(BANK, _file(), items=SET) == grade(BANK, _file(), items=SET)
