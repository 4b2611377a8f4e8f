"""Draws the bank's figures as small SVG pictures that stay readable without colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import atan2, cos, hypot, pi, sin
from typing import Any, cast

from grader.text.visible import visible
from grader.text.writers.alphabets import MINUS

_FONT = 'font-family="sans-serif, Lohit Devanagari"'
_INK, _GREY, _RULE = "#1a1a1a", "#767676", "#9a9a9a"
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 2", "1 4")
_NEGATIVE, _POSITIVE = (178, 112, 60), (62, 106, 170)

Args = Mapping[str, object]


def build(name: str, args: Args) -> str:
    """The SVG text of the figure `name`; the same arguments always give the same bytes."""
    return FIGURES[name](args)


def _rows(args: Args, name: str) -> list[list[float]]:
    return [[float(x) for x in row] for row in cast(Sequence[Sequence[Any]], args[name])]


def _numbers(args: Args, name: str) -> list[float]:
    return [float(x) for x in cast(Sequence[Any], args[name])]


def _labels(args: Args, name: str, count: int) -> list[str]:
    given = [str(x) for x in cast(Sequence[object], args.get(name) or ())]
    return (given + [""] * count)[:count]


def _num(value: float) -> str:
    """A coordinate: at most two decimals, no minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _shown(value: float) -> str:
    """A number for reading."""
    return f"{value:g}".replace("-", MINUS)


def _text(
    x: float, y: float, words: str, anchor: str = "middle", size: int = 15, more: Mapping[str, str] | None = None
) -> str:
    extra = "".join(f' {key}="{value}"' for key, value in {"fill": _INK, **(more or {})}.items())
    place = f'x="{_num(x)}" y="{_num(y)}" text-anchor="{anchor}" font-size="{size}"'
    return f"<text {place}{extra}>{escape(visible(words), quote=True)}</text>"


def _svg(width: float, height: float, body: Sequence[str]) -> str:
    size = f'viewBox="0 0 {_num(width)} {_num(height)}" width="{_num(width)}" height="{_num(height)}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONT}>', *body, "</svg>\n"])


def _columns(words: Sequence[str], size: int = 15) -> float:
    """Room for the longest of some labels."""
    return max((len(w) for w in words), default=0) * size * 0.58


# ------------------------------------------------------------------ lookup table


def lookup_table(args: Args) -> str:
    """Rows of `of` as tinted cells with their `labels` and IDs, behind the table's name `label`; row `mark` framed."""
    rows = _rows(args, "of")
    tokens = _labels(args, "labels", len(rows))
    mark = args.get("mark")
    wide, high = 64.0, 34.0
    names = _columns(tokens)
    name = f"{args['label']} =" if args.get("label") else ""
    start = 16 + (_columns([name], 17) + 14 if name else 0)
    left = start + names + (12 if names else 0) + 34
    top = 30.0
    largest = max((abs(x) for row in rows for x in row), default=1.0) or 1.0
    body = []
    if name:
        middle = top + high * len(rows) / 2 + 6
        body.append(_text(16, middle, name, "start", 17, more={"font-style": "italic"}))
    if any(tokens):
        body.append(_text(start, top - 10, "token", "start", 13, more={"fill": _GREY}))
    body.append(_text(left - 17, top - 10, "ID", "middle", 13, more={"fill": _GREY}))
    for j in range(len(rows[0])):
        body.append(_text(left + wide * (j + 0.5), top - 10, str(j), "middle", 13, more={"fill": _GREY}))
    for i, row in enumerate(rows):
        y = top + high * i
        weight = {"font-weight": "bold"} if i == mark else {}
        body.append(_text(start, y + 22, tokens[i], "start", more=weight))
        body.append(_text(left - 17, y + 22, str(i), more=weight))
        for j, value in enumerate(row):
            place = f'x="{_num(left + wide * j)}" y="{_num(y)}" width="{_num(wide)}" height="{_num(high)}"'
            body.append(f'<rect {place} fill="{_tint(value / largest)}" stroke="{_RULE}"/>')
            body.append(_text(left + wide * (j + 0.5), y + 22, _shown(value), more=weight))
    width = left + wide * len(rows[0]) + 16
    if isinstance(mark, int) and 0 <= mark < len(rows):
        place = (
            f'x="{_num(left)}" y="{_num(top + high * mark)}" width="{_num(wide * len(rows[0]))}" height="{_num(high)}"'
        )
        body.append(f'<rect {place} fill="none" stroke="{_INK}" stroke-width="3.5"/>')
        tip, y = left - 3, top + high * (mark + 0.5)
        body.append(_filled([(tip - 6, y - 5), (tip, y), (tip - 6, y + 5)], _INK))
    return _svg(width, top + high * len(rows) + 12, body)


def _tint(share: float) -> str:
    """A pale colour by size and sign; dark text stays readable on it in grey."""
    strength = 0.5 * min(abs(share), 1.0)
    base = _NEGATIVE if share < 0 else _POSITIVE
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in base)


# ------------------------------------------------------------------ arrows


def arrows(args: Args) -> str:
    """Token vectors (rows of `of`, named by `labels`) and the vector `context` in grey, projected onto a plane."""
    vectors = _rows(args, "of")
    tokens = _labels(args, "labels", len(vectors))
    context = _numbers(args, "context")
    axes = _plane(context, vectors)
    flat = [_project(v, axes) for v in vectors]
    flat_context = _project(context, axes)
    width, height = 396.0, 300.0  # so wide that its letters have 18 points on a page in large print
    longest = max([hypot(*p) for p in (*flat, flat_context)] + [1e-9])
    low = [min([p[k] for p in (*flat, flat_context)] + [0.0]) for k in (0, 1)]
    high = [max([p[k] for p in (*flat, flat_context)] + [0.0]) for k in (0, 1)]
    scale = min(
        (width - 150) / max(high[0] - low[0], 0.4 * longest), (height - 110) / max(high[1] - low[1], 0.4 * longest)
    )
    ox = width / 2 - scale * (low[0] + high[0]) / 2
    oy = height / 2 + scale * (low[1] + high[1]) / 2

    def place(p: tuple[float, float]) -> tuple[float, float]:
        return ox + scale * p[0], oy - scale * p[1]

    ends = [place(p) for p in flat]
    tip = place(flat_context)
    body = [_arrow((ox, oy), tip, _GREY, 7.0, "none")]
    for n, end in enumerate(ends):
        body.append(_arrow((ox, oy), end, _INK, 2.2, _DASHES[n % len(_DASHES)]))
    body.append(f'<circle cx="{_num(ox)}" cy="{_num(oy)}" r="3.5" fill="{_INK}"/>')
    names = [str(args.get("label", "h")), *tokens]
    points = [tip, *ends]
    spots = _label_spots(points, (ox, oy), names, (width, height))
    for n, ((x, y), name) in enumerate(zip(spots, names, strict=True)):
        px, py = points[n]
        if hypot(x - px, y - 5 - py) > 26:
            side = x - px
            edge = x - (1 if side > 0 else -1) * (_columns([name]) / 2 + 2) if abs(side) > 14 else x
            body.append(
                f'<path d="M{_num(px)} {_num(py)}L{_num(edge)} {_num(y - 5)}" stroke="{_RULE}" stroke-width="0.8"/>'
            )
        style = {"fill": "#5a5a5a", "font-style": "italic"} if n == 0 else {}
        body.append(_text(x, y, name, more=style))
    return _svg(width, height, body)


def _plane(first: Sequence[float], others: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Two orthonormal directions: that of the context, and that in which the tokens differ most from it."""
    size = hypot(*first) or 1.0
    u = [x / size for x in first]
    rests = [[x - _dot(v, u) * a for x, a in zip(v, u, strict=True)] for v in others]
    # A few rounds of the power method from the longest rest; exact enough for a picture and always the same.
    w = max(rests, key=lambda r: hypot(*r), default=[0.0] * len(u))
    for _ in range(30):
        w = [sum(_dot(r, w) * r[k] for r in rests) for k in range(len(u))]
        length = hypot(*w)
        if length < 1e-12:
            break
        w = [x / length for x in w]
    if hypot(*w) < 1e-9:
        w = [0.0] * len(u)
    return w, u


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _project(v: Sequence[float], axes: tuple[list[float], list[float]]) -> tuple[float, float]:
    return _dot(v, axes[0]), _dot(v, axes[1])


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str, thick: float, dash: str) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    angle, length = atan2(dy, dx), hypot(dx, dy)
    head = min(6 + 2 * thick, max(length, 1.0))
    neck = (end[0] - head * 0.8 * cos(angle), end[1] - head * 0.8 * sin(angle))
    wings = [(end[0] - head * cos(angle + s * 0.42), end[1] - head * sin(angle + s * 0.42)) for s in (1, -1)]
    style = f'stroke="{colour}" stroke-width="{_num(thick)}" stroke-dasharray="{dash}"'
    return f'<path d="M{_point(start)}L{_point(neck)}" {style}/>' + _filled([end, *wings], colour)


def _filled(corners: Sequence[tuple[float, float]], colour: str) -> str:
    return f'<path d="M{"L".join(map(_point, corners))}Z" fill="{colour}"/>'


def _point(p: tuple[float, float]) -> str:
    return f"{_num(p[0])} {_num(p[1])}"


def _label_spots(
    points: Sequence[tuple[float, float]], origin: tuple[float, float], names: Sequence[str], size: tuple[float, float]
) -> list[tuple[float, float]]:
    """A place near every arrow tip where the label meets no other label and no arrow."""
    taken: list[tuple[float, float, float, float]] = []
    spots = []
    for (px, py), name in zip(points, names, strict=True):
        half = _columns([name]) / 2 + 3
        outward = atan2(py - origin[1], px - origin[0])
        best: tuple[float, tuple[float, float]] | None = None
        for ring in (14.0, 22.0, 32.0, 44.0, 58.0):
            for step in range(16):
                turn = (step + 1) // 2 * (1 if step % 2 else -1) * pi / 8
                x = px + cos(outward + turn) * (ring + half * abs(cos(outward + turn)))
                y = py + sin(outward + turn) * ring
                frame = (x - half, y - 10, x + half, y + 10)
                out = frame[0] < 2 or frame[1] < 2 or frame[2] > size[0] - 2 or frame[3] > size[1] - 2
                cost = 100.0 * out + 50.0 * sum(_overlap(frame, other) for other in taken)
                cost += 20.0 * sum(_crosses(frame, origin, p) for p in points) + ring / 8 + abs(turn)
                if best is None or cost < best[0]:
                    best = cost, (x, y)
        assert best is not None
        x, y = best[1]
        taken.append((x - half, y - 10, x + half, y + 10))
        spots.append((x, y + 5))
    return spots


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _crosses(frame: tuple[float, float, float, float], start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a line passes through a frame, looked at in small steps."""
    for n in range(61):
        x = start[0] + (end[0] - start[0]) * n / 60
        y = start[1] + (end[1] - start[1]) * n / 60
        if frame[0] < x < frame[2] and frame[1] < y < frame[3]:
            return True
    return False


# ------------------------------------------------------------------ bars


def bars(args: Args) -> str:
    """Probabilities `of` as bars named by `labels`; bar `mark` is dark."""
    values = _numbers(args, "of")
    names = _labels(args, "labels", len(values))
    mark = args.get("mark")
    left = 20 + _columns(names) + 10
    room, high = 260.0, 30.0
    low, top = min(0.0, *values), max(0.0, *values)
    scale = room / ((top - low) or 1.0)
    zero = left - low * scale
    body = []
    for n, value in enumerate(values):
        y = 12 + high * n
        body.append(_text(left - 10, y + 19, names[n], "end"))
        size = abs(value) * scale
        fill = "#4a4a4a" if n == mark else "#c9d3e3"
        start = zero if value >= 0 else zero - size
        place = f'x="{_num(start)}" y="{_num(y + 4)}" width="{_num(size)}" height="{_num(high - 8)}"'
        body.append(f'<rect {place} fill="{fill}" stroke="{_INK}" stroke-width="1"/>')
        end = zero + max(value, 0.0) * scale + 8
        body.append(_text(end, y + 19, _shown(value), "start", more={"font-weight": "bold"} if n == mark else None))
    bottom = 12 + high * len(values)
    body.append(f'<path d="M{_num(zero)} 8L{_num(zero)} {_num(bottom + 4)}" stroke="{_INK}" stroke-width="1.5"/>')
    return _svg(left + room + 70, bottom + 14, body)


FIGURES: dict[str, Callable[[Args], str]] = {"lookup-table": lookup_table, "arrows": arrows, "bars": bars}
