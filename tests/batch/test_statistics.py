"""Statistics against published worked examples."""

import math

import pytest

from grader.batch.statistics import alpha, correlation, figures, wilson


def by_item(scores):
    return {item: {s: own[item] for s, own in scores.items()} for item in next(iter(scores.values()))}


def test_alpha_of_a_worked_example():
    # Five persons and four items of 0 and 1, by the formula as it is printed.
    table = {"a": "1111", "b": "1110", "c": "1010", "d": "0000", "e": "0100"}
    scores = {s: {str(i): float(c) for i, c in enumerate(row)} for s, row in table.items()}
    items = ["0", "1", "2", "3"]
    totals = [sum(own.values()) for own in scores.values()]
    average = sum(totals) / 5
    spread = sum((t - average) ** 2 for t in totals) / 4
    inside = sum(
        sum((own[i] - sum(o[i] for o in scores.values()) / 5) ** 2 for own in scores.values()) / 4 for i in items
    )
    value, error = alpha(by_item(scores), items)
    assert value == pytest.approx(4 / 3 * (1 - inside / spread))
    assert error == pytest.approx(math.sqrt(spread * (1 - value)))


def test_kr20_is_alpha_of_right_and_wrong():
    # KR-20 = k/(k-1) (1 - sum pq / variance), with variances over n on both sides, is the same number.
    rows = ["11110", "11100", "11000", "10000", "11111", "00000"]
    scores = {str(n): {str(i): float(c) for i, c in enumerate(row)} for n, row in enumerate(rows)}
    items = [str(i) for i in range(5)]
    p = [sum(float(r[i]) for r in rows) / 6 for i in range(5)]
    totals = [sum(map(int, r)) for r in rows]
    average = sum(totals) / 6
    kr20 = 5 / 4 * (1 - sum(x * (1 - x) for x in p) / (sum((t - average) ** 2 for t in totals) / 6))
    assert alpha(by_item(scores), items)[0] == pytest.approx(kr20)


def test_wilson_of_the_literature():
    # Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662; 15 of 148 gives 0.0624 to 0.1605; 0 of 20 to 0.1611.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_correlation_of_anscombe():
    # Anscombe (1973), first quartet: r = 0.816.
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    assert correlation(x, y) == pytest.approx(0.816, abs=5e-4)
    assert correlation([1, 1, 1], [1, 2, 3]) is None


def test_figures_of_a_perfect_scale():
    scores = {str(n): {str(i): float(i < n) for i in range(4)} for n in range(5)}
    found = {f.item: f for f in figures(by_item(scores), ["0", "1", "2", "3"])}
    assert [found[str(i)].facility for i in range(4)] == [0.8, 0.6, 0.4, 0.2]
    assert found["1"].discrimination == 1.0
    assert found["1"].point_biserial > 0.7
