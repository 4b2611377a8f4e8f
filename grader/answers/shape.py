"""Kind shape: the sizes of a table, `V x d`, `(4, 3)`, `4 by 3`; a count such as `V*d` is asked about, not judged."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from grader.answers.base import Context, Kind, Spec, right, wrong
from grader.answers.label import without_label
from grader.errors import BankFault, CannotRead
from grader.maths import author
from grader.maths.clean import clean
from grader.maths.tree import names
from grader.maths.write import plain
from grader.model import LISTED, Field, Line, Node, Verdict, say

OPTIONS = {"value": "text", "also_as": "text", "symbols": "symbols", "label": "text"}
_SIZE = r"(?:\d{1,3}(?:,\d{3})+|\d+|[A-Za-z](?:_\{?\w+\}?|\d+)?)"
# `shape = `, `E: ` in front of sizes; `rows`, `columns` behind them; `V = 4, d = 3` gives both.
_NAMED = re.compile(
    r"\s*(?:(?:shape|size|dimensions?)(?:\s*[:=]|\s+is\b|(?=\s*[(\[]|\s+\d))|[A-Za-z]\w{0,5}(?:\.shape)?\s*(?:[:=]|is\b)|[A-Za-z]\s+(?=\()"
    r"|(?:np\.)?shape\s*\(\s*\w+\s*\)\s*[:=])(?=\s*[(\[]?\s*\w+\s*(?:[xX×*,]|by))(?!.*=)",
    re.IGNORECASE,
)
_LEGEND = re.compile(r"\s*rows?\s*(?:[xX×*]|by)\s*(?:columns?|cols?)\s*[=:](?=\s*\S)", re.IGNORECASE)
_WORDS = re.compile(
    r"(?<=[\w ])\s(?:rows?|columns?|cols?)\b|(?<=[\w)\]])\s+(?:matrix|table|vector|tensor|array)\b", re.IGNORECASE
)
_VALUED = re.compile(r"\s*([A-Za-z]\w*)\s*=\s*(\d+)\s*")
_ROWS, _COLUMNS = (
    re.compile(
        rf"(?P<after>\w+)\s+(?:{word})\b|\b(?:{word})\s*[=:]?\s*(?P<before>(?!(?:x|by|and|aur)\b)\w+)", re.IGNORECASE
    )
    for word in ("rows?", "columns?|cols?")
)
_ARTICLE = re.compile(r"^\s*(?:(?:it is|is|an?|the)\s+)+(?=\S+\s*(?:[xX×*,]|by\b))")
_CROSS = re.compile(r"\\times(?![A-Za-z])|[✕✖⨯╳]")
_SPACE = re.compile(
    r"[\s$(]*(?:\w*\s*(?:∈|\\in(?![A-Za-z])))?\s*(?:ℝ|R|\\R|\\mathbb\s*\{?R\}?)\s*"
    r"(?:\^\s*[{(]([^{}()]*)[})]|([⁰¹²³⁴-⁹ˣ]+))[\s$).]*"
)
# What programs print: `torch.Size([4, 3])`, `(4, 3,)`.
_SIZE_CALL = re.compile(r"(?:torch\.)?Size\(\s*\[([^\[\]]*)\]\s*\)")
_OPEN_TUPLE = re.compile(r",(\s*[)\]])")
_PARTED = re.compile(r"[\w\s][x×,][\w\s]|\bby\b")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")
_LONGEST = 200
_BRACKETS = {"(": ")", "[": "]"}

Sizes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The sizes, perhaps in two writings (`V x d` and `4 x 3`), and the letters that may stand for sizes."""

    sizes: tuple[Sizes, ...]
    letters: frozenset[str]
    label: str


def prepare(spec: Spec, context: Context) -> Prepared:
    """Read the key's sizes; formulas of bound names are computed, other letters stay."""
    writings = [str(spec.get("value"))] + ([str(spec["also_as"])] if "also_as" in spec else [])
    own = frozenset(spec.get("symbols") or {})
    sizes = tuple(_key_sizes(text, context, own) for text in writings)
    letters = own | {s for one in sizes for s in one if not s.isdigit()}
    return Prepared(sizes, letters, spec.get("label", ""))


def _key_sizes(text: str, context: Context, own: frozenset[str]) -> Sizes:
    parts = re.split(r"\s+x\s+", text.strip())
    if len(parts) < 2:
        raise BankFault(say("bank.shape", value=text))
    out = []
    for part in parts:
        named = part in own or (re.fullmatch(_SIZE, part) and part not in context.values and not part.isdigit())
        free = {part} if named else set()
        tree: Node = author.bind(part, context.values, free)
        out.append(plain(tree) if names(tree) else str(author.whole(tree)))
    return tuple(out)


def read(key: Prepared, text: str) -> Sizes:
    """The sizes of a text; raises CannotRead for a count, blanks alone, a slash, an unknown letter."""
    text = re.sub(r"\bby\b", "by", _undone(text), flags=re.IGNORECASE)
    text = _SIZE_CALL.sub(lambda m: f"({m[1]})".rjust(len(m[0])), _OPEN_TUPLE.sub(r" \1", text))
    plain_text, _ = clean(without_label(text, key.label))
    named = _NAMED.match(plain_text)
    body = _WORDS.sub("", plain_text[named.end() :] if named else plain_text).strip().rstrip(".")
    valued = [_VALUED.fullmatch(piece) for piece in body.strip("()[]").split(",")]
    if len(valued) == len(key.sizes[0]) and _fits(key, tuple(v[1] for v in valued if v)):
        body = ", ".join(v[2] for v in valued if v)
    if not body:
        raise CannotRead(say("read.blank"), 0)
    start = plain_text.index(body[0])
    crossed = "×" in text
    try:
        sides = [_sizes(key, side.strip(), start, crossed) for side in body.split("=")]
    except CannotRead as fault:
        parted = fault.why.code == "shape.unread" and (crossed or _PARTED.search(body))
        raise CannotRead(say("shape.form"), start) if parted else fault from None
    if len(sides) > 1 and not all(_fits(key, side) for side in sides):
        raise CannotRead(say("shape.unread"), start)
    return sides[-1]


def _undone(text: str) -> str:
    """One kind of cross, and no space of all such tables round the sizes: `ℝ^{3×4}` says 3 × 4."""
    text = _CROSS.sub("×", text.replace(";", ",").replace("==", "="))
    text = _ARTICLE.sub(lambda m: " " * len(m[0]), _LEGEND.sub(lambda m: " " * len(m[0]), text))
    worded = _worded(text)
    if worded:
        return worded
    space = _SPACE.fullmatch(text)
    if not space:
        return text
    sizes = space[1] or unicodedata.normalize("NFKC", space[2])
    return sizes.rjust(max(space.end(1), space.end(2)))


def _worded(text: str) -> str | None:
    """`3 columns and 4 rows` as 4 × 3: what a size is called decides, not where it stands."""
    if not _ROWS.search(text) or not _COLUMNS.search(text):
        return None
    numbered = re.match(r"\s*\w+\s+(?:rows?|columns?|cols?)\b", text, re.IGNORECASE) is not None
    found = [[m for m in pattern.finditer(text)] for pattern in (_ROWS, _COLUMNS)]
    sizes = [m["after"] if numbered else m["before"] for one in found for m in one]
    return f"{sizes[0]} × {sizes[1]}" if len(sizes) == 2 and all(sizes) else None


def _sizes(key: Prepared, body: str, start: int, crossed: bool) -> Sizes:
    bracketed = bool(body) and body[0] in _BRACKETS and body.endswith(_BRACKETS[body[0]])
    inner = body[1:-1] if bracketed else body
    sizes = _by_commas(inner) if "," in inner and not re.search(r"[xX*]|by", inner) else _by_signs(inner, crossed)
    if sizes is None:
        raise CannotRead(say("shape.unread"), start)
    out = []
    for size in sizes:
        one = size.replace(",", "") if _GROUPED.fullmatch(size) else size
        if not one.isdigit() and one not in key.letters:
            raise CannotRead(say("shape.letter", name=size[:20], known=", ".join(sorted(key.letters)) or "-"), start)
        out.append(one)
    return tuple(out)


def _by_commas(text: str) -> list[str] | None:
    parts = [p.strip() for p in text.split(",")]
    # A comma with a blank behind it parts sizes; a tight one might group the digits of one.
    if len(parts) > 2 and re.search(r"\d,\d{3}(?!\d)", text):
        return None
    return parts if all(re.fullmatch(_SIZE, p) for p in parts) else None


def _by_signs(text: str, crossed: bool) -> list[str] | None:
    """Sizes parted by x, by, or a cross; a typed asterisk alone is a product and could be a count."""
    if "*" in text and not crossed:
        return None
    parts = re.findall(rf"({_SIZE})(?:(\s*(?:[xX*]|-?by-?|cross)\s*)|$)", text)
    joined = "".join(size + sign for size, sign in parts)
    if len(parts) < 2 or joined != text or not parts[-1][0] or parts[-1][1]:
        glued = re.fullmatch(r"([A-Za-z])[xX]([A-Za-z])", text)
        return [glued[1], glued[2]] if glued else None
    return [size for size, _ in parts]


def _fits(key: Prepared, value: Sizes) -> bool:
    """Whether every size is right; where a name goes with a number, each size may be given by either."""
    if value in key.sizes:
        return True
    named = all(sum(not size.isdigit() for size in set(at)) <= 1 for at in zip(*key.sizes, strict=False))
    same = {len(one) for one in key.sizes} == {len(value)}
    return same and named and all(size in at for size, at in zip(value, zip(*key.sizes, strict=True), strict=True))


def judge(key: Prepared, value: Sizes) -> Verdict:
    """Size by size."""
    echo = say("echo.shape", shape=" x ".join(value))
    if _fits(key, value):
        return right(LISTED, echo)
    if _fits(key, value[::-1]):
        return wrong(LISTED, echo, say("shape.transposed"))
    if len(value) != len(key.sizes[0]):
        return wrong(LISTED, echo, say("shape.count", found=len(value), wanted=len(key.sizes[0])))
    return wrong(LISTED, echo)


def fields(key: Prepared) -> tuple[Field, ...]:
    """One line."""
    return (Line(say("hint.shape")),)


def join(values: tuple[Any, ...]) -> str:
    """The line itself."""
    return str(values[0])


def show(key: Prepared) -> str:
    """The key as a learner would write it."""
    return " x ".join(key.sizes[0])


KIND = Kind("shape", OPTIONS, prepare, read, judge, fields, join, show, longest=_LONGEST)
