"""Fills templates: sandboxed Jinja in which every plain text is escaped for the format that is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from grader.bank.locate import shipped
from grader.errors import UserError
from grader.model import Figure, List, Para
from grader.publish.areas import Words, written
from grader.text.writers.base import Writer


class Safe(str):
    """Text that a writer made for the format; nothing else leaves a template unescaped."""

    __slots__ = ()


Joined = Callable[[Sequence[str], bool], str]


def context(things: Sequence[Any], writers: Sequence[Writer], joined: Joined) -> Any:
    """Data for a template: mappings, lists, numbers and texts only; words are written by the writers.

    `things` are the same data in one language or more, `joined` makes one text of several and is told whether they are
    paragraphs. What is no words is that of the first language.
    """
    first = things[0]
    if isinstance(first, Words):
        drawn = first.tokens and all(isinstance(token, Figure) for token in first.tokens)
        texts = written(things[:1], writers[:1]) if drawn else written(things, writers)
        block = any(isinstance(token, Para | List) for token in first.tokens)
        return Safe(joined(texts, block) if len(texts) > 1 else texts[0])
    if is_dataclass(first) and not isinstance(first, type):
        names = [field.name for field in fields(first)]
        return {name: context([getattr(thing, name) for thing in things], writers, joined) for name in names}
    if isinstance(first, Mapping):
        return {str(name): context([thing[name] for thing in things], writers, joined) for name in first}
    if isinstance(first, tuple | list):
        return [context(entries, writers, joined) for entries in zip(*things, strict=True)]
    if first is None or isinstance(first, str | int):
        return first
    raise TypeError(f"{type(first).__name__} must not reach a template")


def render(name: str, data: Mapping[str, Any], escape: Callable[[str], str], folders: Sequence[Path] = ()) -> str:
    """The template `name` filled with data; looked for in `folders`, then among the shipped ones, file by file."""
    try:
        return _environment(escape, tuple(folders)).get_template(name).render(data)
    except TemplateSyntaxError as fault:
        raise UserError(
            "publish.template-line", name=fault.name or name, line=fault.lineno, problem=fault.message or ""
        ) from fault
    except TemplateNotFound as fault:
        raise UserError("publish.no-template", name=str(fault)) from fault
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, MemoryError) as fault:
        raise UserError("publish.template", name=name, problem=str(fault)) from fault


@lru_cache(maxsize=4)
def _environment(escape: Callable[[str], str], folders: tuple[Path, ...]) -> ImmutableSandboxedEnvironment:
    """Kept, so that the templates of a class are read once; one that changes on the disk is read again."""

    def finalize(value: object) -> object:
        if isinstance(value, Safe):
            return str(value)
        if callable(value):  # a name that a mapping has as a method too
            raise TypeError(f"{getattr(value, '__name__', 'this')} is no text")
        return escape(value) if isinstance(value, str) else "" if value is None else value

    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([*folders, shipped("templates") / "templates"]),
        variable_start_string="{=",
        variable_end_string="=}",
        comment_start_string="{##",
        comment_end_string="##}",
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
