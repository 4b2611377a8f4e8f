"""How marks are put into words."""

from __future__ import annotations

from fractions import Fraction

from grader.model import RIGHT, Doc, Mark, Say, Token, Verdict, say
from grader.text.asking import inline


def evidence_of(made: Mark) -> Say | None:
    """How a mark is known, in plain words."""
    return evidence_of_verdict(made.verdict)


def evidence_of_verdict(verdict: Verdict) -> Say | None:
    """How a verdict is known, in plain words; the key's value at a witness is never among them."""
    if verdict.how == "agreed" and verdict.outcome == RIGHT:
        number = dict(verdict.witness).get("points")
        return say("how.agreed-points", points=int(number)) if number else say("how.agreed")
    if verdict.how == "refuted":
        found = dict(verdict.witness)
        shown = ", ".join(f"{n} = {v}" for n, v in verdict.witness if n not in ("key", "answer", "gap")).replace(
            "-", "−"
        )
        if shown and "gap" in found:
            return say("how.refuted-gap", point=shown, gap=found["gap"].replace("-", "−"))
        return say("how.refuted", point=shown, value=found["answer"].replace("-", "−")) if shown else None
    return say("how.proved") if verdict.how == "proved" and verdict.outcome == RIGHT else None


def points(score: Fraction) -> str:
    """A score for reading: 2, 0.75."""
    return str(score.numerator) if score.denominator == 1 else f"{float(score):.2f}".rstrip("0")


def words_of(doc: Doc, lang: str) -> tuple[Token, ...]:
    """The inline tokens of a one-paragraph text."""
    return inline(doc.tokens(lang))
