"""The words of the bank format as pydantic types: each refuses with the code of a message, never with prose."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict
from pydantic_core import PydanticCustomError

from grader.bank.source import Unquoted

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def fault(code: str, **slots: Any) -> PydanticCustomError:
    """A refusal that carries the code of its message and the message's slots."""
    return PydanticCustomError("pakka", "{code}", {"code": code, "slots": slots})


def _quoted(value: Any) -> Any:
    if isinstance(value, bool):
        raise fault("bank.quote", value=str(value).lower())
    if isinstance(value, Unquoted | int):
        raise fault("bank.quote", value=str(value))
    if value is None or (isinstance(value, str) and not value.strip()):
        raise fault("bank.empty")
    return value


def _id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise fault("bank.id", name=value)
    return value


def _name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise fault("bank.id", name=value)
    return value


def _share(value: str) -> str:
    try:
        good = 0 <= Fraction(value) <= 1
    except (ValueError, ZeroDivisionError):
        good = False
    if not good:
        raise fault("bank.share", value=value)
    return value


def _points(value: Any) -> Any:
    text = str(value) if type(value) is int else _quoted(value)
    try:
        good = isinstance(text, str) and 0 < Fraction(text) <= 1000
    except (ValueError, ZeroDivisionError):
        good = False
    if not good:
        raise fault("bank.points", value=str(value))
    return text


def _both(value: Any) -> Any:
    """One text stands for every language: formulas need no translation."""
    return {"en": value, "hinglish": value} if isinstance(value, str) else value


class Strict(BaseModel):
    """Unknown keys are faults, and nothing is turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)


Str = Annotated[str, BeforeValidator(_quoted)]
Id = Annotated[Str, AfterValidator(_id)]
Name = Annotated[Str, AfterValidator(_name)]
Share = Annotated[Str, AfterValidator(_share)]
Points = Annotated[str, BeforeValidator(_points, json_schema_input_type=int | str)]


class Words(Strict):
    """An authored text in every language."""

    en: Str
    hinglish: Str | None = None


Text = Annotated[Words, BeforeValidator(_both, json_schema_input_type=Words | str)]
