"""Figures are well-formed, safe, the same every time, and their labels stay apart."""

from xml.etree import ElementTree

import pytest

from grader.text.figures import FIGURES, build

E = [[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]]
TOKENS = ["cat", "dog", "the", "ran"]
SVG = "{http://www.w3.org/2000/svg}"
ARGS = {
    "lookup-table": {"of": E, "labels": TOKENS, "mark": 2},
    "arrows": {"of": E, "labels": TOKENS, "context": [0.3, -0.4, 0.7]},
    "bars": {"of": [0.19, 0.21, 0.15, 0.45], "labels": TOKENS, "mark": 3},
}
CONTEXTS = [[0.3, -0.4, 0.7], [0.5, 0.2, -0.3], [-0.9, 0.1, 0.2], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]


def texts(svg):
    return [(t.text, float(t.get("x")), float(t.get("y"))) for t in ElementTree.fromstring(svg).iter(SVG + "text")]


def test_all_are_tried():
    assert set(ARGS) == set(FIGURES)


def test_bars_below_zero_stand_on_the_other_side():
    root = ElementTree.fromstring(build("bars", {"of": [-1, -2, 3, 0], "labels": TOKENS}))
    bars = [(float(r.get("x")), float(r.get("width"))) for r in root.iter(SVG + "rect") if r.get("stroke-width") == "1"]
    (zero,) = {round(x + width, 1) for x, width in bars[:2]}
    assert [round(x, 1) for x, _ in bars[2:]] == [zero, zero]
    assert [round(width / bars[0][1], 2) for _, width in bars] == [1, 2, 3, 0]


@pytest.mark.parametrize("name", ARGS)
def test_figure(name):
    svg = build(name, ARGS[name])
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox")
    assert svg == build(name, ARGS[name])
    assert {t for t, _, _ in texts(svg)} >= set(TOKENS)
    assert not {"script", "image", "a", "use"} & {e.tag.removeprefix(SVG) for e in root.iter()}
    hostile = build(name, {**ARGS[name], "labels": ["<script>&\"'", "\x1b", "", "d"]})
    assert "<script" not in hostile
    ElementTree.fromstring(hostile)


@pytest.mark.parametrize("h", CONTEXTS)
def test_arrow_labels_stay_apart(h):
    found = texts(build("arrows", {"of": E, "labels": TOKENS, "context": h}))
    assert len(found) == 5
    for i, (a, ax, ay) in enumerate(found):
        assert 0 < ax < 396
        assert 10 < ay < 300
        for b, bx, by in found[i + 1 :]:
            assert abs(ax - bx) > 4.3 * (len(a) + len(b)) or abs(ay - by) > 15, (a, b)
