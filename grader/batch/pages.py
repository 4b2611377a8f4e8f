"""Pages for teachers and students: the report of a class, and what each student gets back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader.bank.variants import Variants
from grader.batch.marks import MarkRow
from grader.batch.report import Report, held_or_wrong
from grader.csvtext import text_of
from grader.errors import CannotRead, Undecided, UserError
from grader.marking import mark_texts
from grader.maths.tree import decimal_text
from grader.model import HELD, Bank, Item, Say, Text, say
from grader.publish.areas import Area, Option, Words, told
from grader.publish.formats import math_font, with_scripts
from grader.publish.sheet import TAGS, Wish, item_of
from grader.publish.templates import Safe, context, render
from grader.publish.typst_pdf import pdf, printable
from grader.text.tell import plain
from grader.text.writers import html, typst
from grader.text.writers.base import Writer
from grader.text.writers.plain import Plain

MADE_BY, REPORT_BY = "pakka: made by quiz feedback", "pakka: made by quiz report"
# By what the tables of a report are known as ours: how their heads begin.
TABLE_SIGNS = (
    "misconception,students,met", "part,students,facility", "part,answers,facility", "part,answer,lower third",
    "part,answer,right,lower third", "part,seed,answers", "part,language,answers", "part,learner,answer,outcome",
)  # fmt: skip
_ASKED_FOR = ("languages.csv", "disputes.csv")  # tables that only a class list or a record gives
_REPORT = (
    "title", "students", "mean", "alpha", "error", "no-alpha", "spread", "ideas", "idea", "prevalence", "where",
    "samples", "next", "parts", "part", "met", "facility", "discrimination", "biserial", "right", "partly", "wrong",
    "unread", "held", "empty", "reason", "options", "variants", "languages", "disputes", "low", "no-ideas",
)  # fmt: skip
_STRANGE = 60  # signs of a page that no font has
_LETTERED = ("some", "order", "match")
_LONGEST = 2000
_FEEDBACK = ("answer", "solution", "total", "comment")


# ------------------------------------------------------------------ the report


def report_page(report: Report, lang: str, folders: Sequence[Path] = ()) -> bytes:
    """The report as one HTML page that needs nothing else."""
    words = {name: plain(say(f"report.{name}"), lang) for name in _REPORT}
    data = {
        "tag": TAGS[lang],
        "words": words,
        "students": report.students,
        "waits": plain(say("report.waits", count=report.held), lang) if report.held else "",
        "mean": _percent(report.mean),
        "alpha": f"{report.alpha[0]:.2f}" if report.alpha else "",
        "error": f"{report.alpha[1]:.2f}" if report.alpha else "",
        "spread": Safe(_histogram(report.scores)),
        "ideas": [
            {
                "words": Plain(lang=lang).write(one.words.tokens(lang)).strip() or one.name,
                "name": one.name,
                "count": f"{one.students} / {one.met}",
                "share": _percent(one.share),
                "interval": f"{_percent(one.low)} \u2013 {_percent(one.high)}",
                "bar": Safe(_bar(one.low, one.share, one.high)),
                "where": ", ".join(one.items),
                "samples": list(one.samples),
                "next": f"quiz worksheet {' '.join(one.next)}" if one.next else "",
            }
            for one in report.misconceptions
        ],
        "items": [
            {
                "part": one.item,
                "count": one.count,
                "facility": _figure(one.facility),
                "discrimination": _figure(one.discrimination),
                "biserial": _figure(one.point_biserial),
                "outcomes": list(held_or_wrong(report.outcomes[one.item]).values()),
                "reason": report.wrong_reason.get(one.item, 0),
                "low": one.point_biserial is not None and one.point_biserial < 0.1,
            }
            for one in report.items
        ],
        "tables": [
            _shown(words[name], table, lang)
            for name, table in (
                ("options", report.options),
                ("variants", report.variants),
                ("languages", report.languages),
                ("disputes", report.disputes),
            )
            if len(table) > 1
        ],
    }
    return (render("report/report.html.j2", data, html.safe, folders) + f"<!-- {REPORT_BY} -->\n").encode()


def _shown(name: str, table: Sequence[Sequence[str]], lang: str) -> dict[str, Any]:
    """A table with its head in the language."""
    head = [plain(say(f"report.head.{cell.replace(' ', '-')}"), lang) for cell in table[0]]
    return {"name": name, "head": head, "rows": [list(row) for row in table[1:]]}


def report_tables(report: Report) -> dict[str, bytes]:
    """Every table of the report as CSV."""
    ideas: list[Sequence[str]] = [("misconception", "students", "met", "share", "low", "high", "items", "samples")]
    ideas += [
        (m.name, str(m.students), str(m.met), f"{m.share:.4f}", f"{m.low:.4f}", f"{m.high:.4f}", " ".join(m.items),
         " | ".join(m.samples))
        for m in report.misconceptions
    ]  # fmt: skip
    head = ("part", "students", "facility", "discrimination", "point-biserial")
    items: list[Sequence[str]] = [(*head, *held_or_wrong({}), "right for the wrong reason")]
    items += [
        (i.item, str(i.count), _number(i.facility), _number(i.discrimination), _number(i.point_biserial),
         *map(str, held_or_wrong(report.outcomes[i.item]).values()), str(report.wrong_reason.get(i.item, 0)))
        for i in report.items
    ]  # fmt: skip
    tables: dict[str, Sequence[Sequence[str]]] = {
        "misconceptions.csv": ideas,
        "items.csv": items,
        "options.csv": report.options,
        "variants.csv": report.variants,
        "languages.csv": report.languages,
        "disputes.csv": report.disputes,
    }
    tables = {name: table for name, table in tables.items() if len(table) > 1 or name not in _ASKED_FOR}
    return {name: text_of(table).encode("utf-8") for name, table in tables.items()}


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _number(value: float | None) -> str:
    """A figure for a table: a plain hyphen for minus, nothing for none."""
    return "" if value is None else f"{value:.4f}"


def _figure(value: float | None) -> str:
    return "\u2013" if value is None else f"{value:.2f}".replace("-", "\u2212")


def _histogram(scores: Sequence[float]) -> str:
    """How many students have how much, in tenths: bars with their counts, readable without colour."""
    counts = [0] * 10
    for score in scores:
        counts[min(int(score * 10), 9)] += 1
    most = max(counts, default=0) or 1
    bars = []
    for n, count in enumerate(counts):
        high = 90 * count / most
        bars.append(f'<rect x="{20 + 44 * n}" y="{110 - high:.1f}" width="38" height="{high:.1f}" fill="#5a7fae"/>')
        bars.append(
            f'<text x="{39 + 44 * n}" y="{104 - high:.1f}" text-anchor="middle" font-size="12">{count or ""}</text>'
        )
        bars.append(
            f'<text x="{39 + 44 * n}" y="126" text-anchor="middle" font-size="11">{10 * n}\u2013{10 * n + 10}</text>'
        )
    words = ", ".join(f"{10 * n}-{10 * n + 10} %: {count}" for n, count in enumerate(counts))
    return f'<svg role="img" aria-label="{words}" viewBox="0 0 470 132" width="470" height="132">{"".join(bars)}</svg>'


def _bar(low: float, share: float, high: float) -> str:
    """A share as a bar with its interval as a line."""
    bar = f'<rect x="0" y="3" width="{120 * share:.1f}" height="8" fill="#5a7fae"/>'
    line = f'<path d="M{120 * low:.1f} 7H{120 * high:.1f}" stroke="#1a1a1a" stroke-width="2"/>'
    return f'<svg aria-hidden="true" viewBox="0 0 120 14" width="120" height="14">{bar}{line}</svg>'


# ------------------------------------------------------------------ what a student gets back


@dataclass(frozen=True, slots=True)
class Given:
    """One answer of a student beside the question's own solution."""

    letter: str
    ask: Words
    answer: str
    read: Words
    points: str
    says: tuple[Words, ...]
    comment: str
    key: Words
    worked: tuple[Words, ...]
    nothing: Words
    offered: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A problem with what the student answered to its parts."""

    number: str
    title: Words
    prompt: Words
    figures: tuple[Words, ...]
    parts: tuple[Given, ...]
    solution: Words | None


@dataclass(frozen=True, slots=True)
class Feedback:
    """All that one student gets back."""

    title: str
    tag: str
    student: str
    name: str
    total: str
    waits: Words
    items: tuple[Answered, ...]
    words: Mapping[str, Words]


def feedback(
    bank: Bank, student: str, name: str, rows: Sequence[MarkRow], lang: str, items: Sequence[Item], seed: int = 0,
    refused: Mapping[str, str] | None = None,
) -> Feedback:  # fmt: skip
    """The answers that count, what was read of each, its points and messages, and the solution of the own variant.

    `items` are what was set, answered or not; `seed` is that of whoever answered nothing; `refused` says by address of
    a part why an answer could not be marked.
    """
    variants = Variants(bank)
    counted = {row.item: row for row in rows if row.credit}
    seed = next((int(row.seed or 0) for row in rows), seed)
    total = points = Fraction(0)
    waiting = 0
    answered = []
    for item in items:
        own = {part.id: counted.get(f"{item.id}.{part.id}") for part in item.parts}
        seen = next((int(row.seed or 0) for row in own.values() if row), seed)
        shown = item_of(variants, item, Wish((lang,), solutions=True), seen, lang)
        given = []
        for part, piece in zip(item.parts, shown.parts, strict=True):
            row = own[part.id]
            points += part.points
            earned = Fraction(row.credit) * part.points if row else Fraction(0)
            why = (refused or {}).get(f"{item.id}.{part.id}", "") if row is None else ""
            waits = bool(why) or bool(row and row.outcome == HELD and not row.decided)
            shown_points = f"{'…' if waits else format(float(earned), 'g')} / {decimal_text(part.points)}"
            waiting += waits
            total += earned
            read, says = _told(variants, item, part.id, row, own, lang) if row else (Words(), ())
            nothing = told(say("feedback.refused", why=Text(why)) if why else say("feedback.none"), lang)
            given.append(
                Given(piece.letter, piece.ask, _cut(row.answer) if row else "", read, shown_points,
                      says, row.comment if row else "", piece.key or Words(), piece.worked, nothing,
                      _offered(piece.areas))
            )  # fmt: skip
        answered.append(Answered(shown.number, shown.title, shown.prompt, shown.figures, tuple(given), shown.solution))
    topics = {item.topic for item in items}
    title = bank.topics[next(iter(topics))].title if len(topics) == 1 else bank.title
    words = {word: told(say(f"feedback.{word}"), lang) for word in _FEEDBACK}
    return Feedback(
        Plain(lang=lang).write(title.tokens(lang)).strip(), TAGS[lang], student, name,
        f"{float(total):g} / {decimal_text(points)}",
        told(say("feedback.waits", count=waiting), lang) if waiting else Words(), tuple(answered), words,
    )  # fmt: skip


def _told(
    variants: Variants, item: Item, part: str, row: MarkRow, own: Mapping[str, MarkRow | None], lang: str
) -> tuple[Words, tuple[Words, ...]]:
    """What was read and what is said of it, in the student's language; the points are those of the record."""
    variant = variants.of(item, int(row.seed or 0))
    texts = {name: other.answer for name, other in own.items() if other}
    try:
        verdict = mark_texts(variant, texts, {})[part].verdict
    except (CannotRead, Undecided):
        return Words(), ()
    echo = verdict.echo
    # A person has overruled the machine; and that nothing was typed is said once.
    quiet = not row.answer.strip() or (row.decided and float(row.credit) == 1)
    says = () if quiet else verdict.says
    if not row.decided and float(row.credit) < float(row.score):
        off = round(100 * (1 - float(row.credit) / float(row.score)))
        says = (*says, say("feedback.taken-off", share=off))
    read = Words() if echo is None else told(echo if isinstance(echo, Say) else say("session.echo", read=echo), lang)
    return read, tuple(told(message, lang) for message in says)


def _offered(areas: Sequence[Area]) -> tuple[Option, ...]:
    """What the letters of an answer stand for, where it is made of several."""
    return tuple(one for area in areas if area.name in _LETTERED for one in (*area.options, *area.right))


def _cut(answer: str) -> str:
    """An answer as it is shown: what is longer is no answer that anybody reads."""
    return answer if len(answer) <= _LONGEST else f"{answer[:_LONGEST]} …"


def _first(texts: Sequence[str], block: bool) -> str:
    return texts[0]


def feedback_html(made: Feedback, lang: str, folders: Sequence[Path] = ()) -> bytes:
    """One HTML page that needs nothing else."""
    data = _data(made, html.Html(lang=lang)) | {"font": math_font()}
    page = with_scripts(render("feedback/feedback.html.j2", data, html.safe, folders))
    return f"{page}<!-- {MADE_BY} -->\n".encode()


def feedback_pdf(made: Feedback, lang: str, folders: Sequence[Path] = ()) -> bytes:
    """A PDF."""
    source = render("feedback/feedback.typ.j2", _data(made, typst.Typst(lang=lang)), typst.escape, folders)
    # What a student typed may hold any sign; one that no font has is named by its number.
    source = "".join(c if _prints(c) else f"U+{ord(c):04X}" for c in source.replace("\ufe0f", ""))
    source = f'#set document(keywords: "{MADE_BY}")\n{source}'
    for _ in range(_STRANGE):
        try:
            return pdf(source)
        except UserError as fault:
            named = str(dict(fault.why.slots).get("char", ""))
            escaped = _ESCAPED.fullmatch(named)
            char = chr(int(escaped[1], 16)) if escaped else named
            if fault.why.code != "publish.glyph" or len(char) != 1 or char.isascii() or char not in source:
                raise
            source = source.replace(char, f"U+{ord(char):04X}")
    return pdf(source)


_ESCAPED = re.compile(r"\\u\{([0-9a-fA-F]+)\}")


def _prints(char: str) -> bool:
    """Whether some font has a sign, as far as its sort tells: letters of known scripts, signs of text and of maths."""
    kind = unicodedata.category(char)
    if char.isascii() or (printable(char) and kind != "Me"):
        return True
    return ord(char) < 0x1F000 and (
        kind[0] in "PZ" or kind in ("Sm", "No", "Sk", "Cf", "Nd", "Sc") or "\u2100" <= char < "\u2bff"
    )


def _data(made: Feedback, writer: Writer) -> Any:
    return context([made], [writer], _first)


PAGES = {"html": feedback_html, "pdf": feedback_pdf}
