"""The bank format as models, and every fault of a file's data as an Issue with its place."""
# ruff: noqa: RUF012 - pydantic copies the defaults of its models

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from grader.bank.fields import Id, Name, Points, Share, Str, Strict, Text, fault
from grader.bank.options import near, number_fault
from grader.bank.source import Path, Source, Unquoted
from grader.maths.limits import MAX_ENTRIES
from grader.model import Say, say

M = TypeVar("M", bound=BaseModel)
MAX_FAULTS = 100  # what a person reads at once; beyond, the file is of another kind
KINDS_OF_ITEM = ("problem", "true_false", "spot_the_error", "why", "edge_case", "card")

# What a draw needs besides the word that names it.
_RANGED = {"vector": ("from", "to", "step"), "matrix": ("from", "to", "step"), "decimal": ("from", "to", "step"),
           "integer": ("from", "to"), "choice": (), "index": (), "permutation": ()}  # fmt: skip


_Side = Annotated[int, Field(ge=1, le=100)]


class Draw(Strict):
    """How a parameter is drawn."""

    vector: Annotated[int, Field(ge=1, le=1000)] | None = None
    matrix: tuple[_Side, _Side] | None = Field(None, strict=False)
    decimal: Literal[True] | None = None
    integer: Literal[True] | None = None
    choice: Annotated[list[Str], Field(min_length=1, max_length=1000)] | None = None
    index: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    permutation: Annotated[int, Field(ge=2, le=1000)] | None = None
    low: Str | None = Field(None, alias="from")
    to: Str | None = None
    step: Str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Draw:
        ways = [name for name in _RANGED if getattr(self, name) is not None]
        if len(ways) != 1:
            raise fault("bank.draw", allowed=", ".join(_RANGED))
        given = {"from": self.low, "to": self.to, "step": self.step}
        for name in _RANGED[ways[0]]:
            if given[name] is None:
                raise fault("bank.missing", name=name)
        if self.matrix and self.matrix[0] * self.matrix[1] > MAX_ENTRIES:
            raise fault("shape.too-large", count=self.matrix[0] * self.matrix[1], limit=MAX_ENTRIES)
        return self


class Param(Strict):
    """A parameter: its value for seed 0 and its draw for the others; without a draw it never changes."""

    default: Str
    draw: Draw | None = None


class World(Strict):
    """Parameters that several items share in one draw."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, Param]
    where: list[Str] = []


class BankFile(Strict):
    """problems/bank.yaml."""

    id: Id
    title: Text


class Study(Strict):
    """A text to read: a mnemonic, an explanation, when to use a thing and when not."""

    title: Text
    text: Text


class ClaimEntry(Strict):
    """What a source claims, with what computes where it stands: a value beside the right one, or a relation."""

    id: Id
    source: Str
    says: Text
    given: dict[str, Str] = {}
    cases: dict[str, Annotated[list[Str], Field(min_length=1)]] = {}
    value: Str | None = None
    right: Str | None = Field(None, alias="is")
    places: Annotated[int, Field(ge=0, le=50)] | None = None
    holds: Str | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _one_form(self) -> ClaimEntry:
        if (self.holds is None) == (self.value is None) or (self.value is None) != (self.right is None):
            raise fault("bank.claim")
        return self


class TopicFile(Strict):
    """problems/<topic>/topic.yaml."""

    title: Text
    about: Text | None = None
    symbols: dict[str, Str] = {}
    givens: dict[str, Str | list[Str]] = {}
    worlds: dict[str, World] = {}
    misconceptions: dict[Id, Text] = {}
    glossary: dict[str, Text] = {}
    levels: dict[str, Text] = {}
    prerequisites: list[Text] = []
    study: list[Study] = []
    sources: list[Str] = []
    terms: list[Str] = []
    reviewed: Str = ""
    claims: list[ClaimEntry] = []


class Step(Strict):
    """One step of a worked answer: words, or a formula with the expression it stands for."""

    en: Str | None = None
    hinglish: Str | None = None
    math: Str | None = None
    equals: Str | None = None
    words: Text | None = Field(None, alias="say")

    @model_validator(mode="after")
    def _one_form(self) -> Step:
        if (self.en is None) == (self.math is None) or (self.math is None) != (self.equals is None):
            raise fault("bank.step")
        return self


class MistakeEntry(Strict):
    """A wrong path; the other keys override fields of the answer."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: Id = Field(alias="is")
    words: Text | None = Field(None, alias="say")


class AlsoEntry(Strict):
    """A further accepted answer."""

    model_config = ConfigDict(extra="allow", strict=True)
    credit: Share = "1"
    words: Text | None = Field(None, alias="say")


class PartEntry(Strict):
    """One question inside an item."""

    id: Name
    ask: Text | None = None
    answer: dict[str, Any]
    label: Str = ""
    after: Str = ""
    follows: dict[str, Str] = {}
    follow_credit: Share = "1"
    points: Points = "1"
    mistakes: list[MistakeEntry] = []
    also: list[AlsoEntry] = []
    hints: list[Text] = []
    worked: list[Step] = []


class ExampleEntry(Strict):
    """An answer whose outcome is known."""

    part: Str
    text: Str
    mistake: Str = ""
    earlier: dict[str, Str] = {}
    fixed: bool = False


class Examples(Strict):
    """Examples by outcome."""

    right: list[ExampleEntry] = []
    partly: list[ExampleEntry] = []
    wrong: list[ExampleEntry] = []
    unread: list[ExampleEntry] = []
    held: list[ExampleEntry] = []


class FigureEntry(Strict):
    """A figure; the other keys are arguments of its builder."""

    model_config = ConfigDict(extra="allow", strict=True)
    draw: Str
    alt: Text


class Segment(Strict):
    """A piece of a text in which an error is to be spotted; `is` and `say` answer whoever points at a sound one."""

    id: Name
    text: Text
    name: Id | None = Field(None, alias="is")
    words: Text | None = Field(None, alias="say")


class ItemFile(Strict):
    """A problem file, or one entry of a question file."""

    id: Id
    kind: Literal["problem", "true_false", "spot_the_error", "why", "edge_case", "card"]
    number: Str = ""
    section: Str = ""
    level: int = Field(0, ge=0, le=5)
    title: Text | None = None
    prompt: Text | None = None
    statement: dict[Literal["true", "false"], Text] = {}
    segments: list[Segment] = []
    back: Text | None = None
    world: Str = ""
    params: dict[Name, Param] = {}
    where: list[Str] = []
    figures: list[FigureEntry] = []
    parts: list[PartEntry] = Field([], max_length=26)  # for each has a letter
    examples: Examples = Examples()
    minutes: int = Field(0, ge=0, le=600)
    source: Str = ""
    solution: Text | None = None
    replaces: Str = ""
    reviewed: Str = ""
    published: dict[Str, Str] = {}
    letters: dict[Name, Str] = {}


def check(model: type[M], data: Any, source: Source, base: Path = ()) -> M | None:
    """The data as a model; None, with the faults noted in `source`, if it is not."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        for entry in faults[:MAX_FAULTS]:
            _note(model, entry, source, base)
        if len(faults) > MAX_FAULTS:
            source.fault(source.where(base), base, say("bank.more-faults", count=len(faults) - MAX_FAULTS))
        return None


# Pydantic's error type -> what the place wants.
_WANTS = {
    "string_type": "text", "int_type": "int", "bool_type": "bool", "list_type": "list", "dict_type": "map",
    "model_type": "map", "model_attributes_type": "map", "tuple_type": "list", "dataclass_type": "map",
}  # fmt: skip


_LIMITS = {
    "greater_than_equal": ("ge", "bank.too-small"),
    "less_than_equal": ("le", "bank.too-large"),
    "too_short": ("min_length", "bank.too-short"),
    "too_long": ("max_length", "bank.too-long"),
}


def _note(model: type[BaseModel], entry: Any, source: Source, base: Path) -> None:
    # "[key]" marks a fault of a key itself.
    loc = tuple(step for step in entry["loc"] if step != "[key]")
    # A union puts the name of the branch into the place; the data has no such key.
    while loc and source.get((*base, *loc)) is None and entry["type"] not in ("missing",) and len(loc) > 1:
        if (*base, *loc) in source.places:
            break
        loc = loc[:-1]
    kind = entry["type"]
    on_key = kind == "extra_forbidden" or "[key]" in entry["loc"]
    where = source.where((*base, *(loc[:-1] if kind == "missing" else loc)), key=on_key)
    source.fault(where, (*base, *loc), _why(model, kind, loc, entry))


def _why(model: type[BaseModel], kind: str, loc: Path, entry: Any) -> Say:
    context = entry.get("ctx") or {}
    if kind == "pakka":
        return say(context["code"], **context["slots"])
    if kind == "missing":
        return say("bank.missing", name=str(loc[-1]))
    if kind == "extra_forbidden":
        allowed = _keys(model, loc[:-1])
        guess = near(str(loc[-1]), allowed)
        if guess:
            return say("bank.unknown-near", name=str(loc[-1]), near=guess)
        return say("bank.unknown", name=str(loc[-1]), allowed=", ".join(allowed))
    if kind == "literal_error" and context["expected"] == "True":
        return say("bank.only-true", name=str(loc[-1]))
    if kind == "int_type" and isinstance(entry["input"], Unquoted) and entry["input"].lstrip("+-").isdigit():
        return number_fault(entry["input"])
    if kind == "literal_error":
        return say("bank.word", value=str(entry["input"]), allowed=str(context["expected"]).replace("'", ""))
    if kind in _LIMITS:
        bound, code = _LIMITS[kind]
        return say(code, value=str(entry["input"]), limit=str(context[bound]))
    if entry.get("input") is None:
        return say("bank.empty")
    return say("bank.wants", what=say("bank.what." + _WANTS.get(kind, "other")))


def _keys(model: type[BaseModel], loc: Path) -> list[str]:
    """The keys allowed at a place, found by walking the models' annotations."""
    here: Any = model
    for step in loc:
        inside = _model(here)
        if inside is None:
            return []
        if isinstance(here, type):
            found = next((f for n, f in inside.model_fields.items() if step in (f.alias, n)), None)
            extra = inside.__annotations__.get("__pydantic_extra__")
            here = found.annotation if found else Param if extra else None
        else:
            here = inside
    inside = _model(here)
    return [f.alias or n for n, f in inside.model_fields.items()] if inside else []


def _model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((m for arg in get_args(annotation) if (m := _model(arg)) is not None), None)
