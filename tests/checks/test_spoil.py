"""A few faults of the kept script, each found at its file and line; `python -m benchmarks.spoil` makes them all."""

import pytest

from benchmarks.spoil import faults, found

SOME = list(faults(seed=4, each=1))[::3]


@pytest.mark.parametrize("fault", SOME, ids=lambda f: f"{f.name} in {f.file.name}")
def test_a_fault_is_found_where_it_was_made(fault):
    good, words = found(fault)
    assert good, words
