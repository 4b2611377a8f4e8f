"""Fills templates: sandboxed Jinja in which every plain text is escaped for the format that is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from grader.bank.locate import shipped
from grader.errors import UserError
from grader.publish.areas import Words
from grader.text.writers.base import Writer


class Safe(str):
    """Text that a writer made for the format; nothing else leaves a template unescaped."""

    __slots__ = ()


def context(thing: Any, writer: Writer) -> Any:
    """Data for a template: mappings, lists, numbers and texts only; words are written by the writer."""
    if isinstance(thing, Words):
        return Safe(writer.write(thing.tokens).strip())
    if is_dataclass(thing) and not isinstance(thing, type):
        return {field.name: context(getattr(thing, field.name), writer) for field in fields(thing)}
    if isinstance(thing, Mapping):
        return {str(name): context(value, writer) for name, value in thing.items()}
    if isinstance(thing, tuple | list):
        return [context(entry, writer) for entry in thing]
    if thing is None or isinstance(thing, str | int):
        return thing
    raise TypeError(f"{type(thing).__name__} must not reach a template")


def render(name: str, data: Mapping[str, Any], escape: Callable[[str], str], folders: Sequence[Path] = ()) -> str:
    """The template `name` filled with data; looked for in `folders`, then among the shipped ones, file by file."""

    def finalize(value: object) -> object:
        if isinstance(value, Safe):
            return str(value)
        return escape(value) if isinstance(value, str) else "" if value is None else value

    environment = ImmutableSandboxedEnvironment(
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
    try:
        return environment.get_template(name).render(data)
    except TemplateSyntaxError as fault:
        raise UserError(
            "publish.template-line", name=fault.name or name, line=fault.lineno, problem=fault.message or ""
        ) from fault
    except TemplateNotFound as fault:
        raise UserError("publish.no-template", name=str(fault)) from fault
    except (TemplateError, TypeError) as fault:
        raise UserError("publish.template", name=name, problem=str(fault)) from fault
