"""The command `quiz`: one module a command, loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from grader import __version__

if TYPE_CHECKING:
    from grader.model import Say

# command -> (module, one-line help); the help stands here so that `quiz --help` imports no command.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "run": ("run", "Practise a set in the terminal: quiz run level3"),
    "review": ("review", "Practise what is due, in fresh variants."),
    "progress": ("progress", "How far you are: levels, ideas that went wrong, what is due."),
    "list": ("list_", "List the problems and questions, or those of a set."),
    "show": ("show", "Show one item, with --solution its answers too."),
    "worksheet": ("worksheet", "Print a set as PDF or HTML."),
    "flashcards": ("flashcards", "Make cards to print, for Anki or for Obsidian."),
    "grade": ("grade", "Mark a class: a file or folder of answers."),
    "report": ("report", "What a class knows: statistics, misconceptions, what to set next."),
    "feedback": ("feedback", "A page for each student of a class."),
    "regrade": ("regrade", "Mark a class again after the bank was mended."),
    "override": ("override", "Decide on an answer, for one student or for everyone."),
    "mark-held": ("mark_held", "Mark what the machine held, one decision for like texts."),
    "templates": ("templates", "Copy the templates, to change them."),
    "check": ("check", "Prove the bank: every key, step, mistake and example."),
    "card": ("card", "How fair a problem is over many variants."),
    "try": ("try_", "See how one answer would be judged."),
    "new": ("new", "Write the skeleton of a problem or question."),
}


class Lazy(click.Group):
    """A group that imports a command's module only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"grader.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A command by name; an unknown one is answered with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from grader.errors import UserError
            from grader.maths.scope import nearest

            near = nearest(args[0], COMMANDS, 0.5)
            if near:
                raise UserError("cli.command-near", name=args[0], near=near)
            raise UserError("cli.command", name=args[0], allowed=", ".join(COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Lazy, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="quiz")
@click.pass_context
def quiz(ctx: click.Context) -> None:
    """Pakka: a question bank that proves its answers, in English and Hinglish.

    A SET is any of: an id, a number (3.2), level1 .. level5, a section, a topic, traps, all.
    """
    if ctx.invoked_subcommand is None:
        from grader.cli.home import home

        home()


def main() -> None:
    """Run; a refusal is one sentence and an exit code, anything else is a bug with its traceback."""
    try:
        sys.exit(quiz.main(standalone_mode=False))
    except click.ClickException as fault:
        _refuse(_usage(fault))
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as fault:
        from grader.model import say

        _refuse(say("cli.system", problem=fault.strerror or str(fault)))
        sys.exit(1)
    except Exception as fault:
        from grader.errors import BankFault, UserError  # here, or every start would pay for it

        if not isinstance(fault, UserError | BankFault):
            raise
        _refuse(fault.why if isinstance(fault, UserError) else fault.told)
        sys.exit(fault.exit_code if isinstance(fault, UserError) else 1)


def _usage(fault: click.ClickException) -> Say:
    """Refusals of click itself in the words of this house, so that they too come in every language."""
    from grader.maths.scope import nearest
    from grader.model import say

    if isinstance(fault, click.NoSuchOption):
        near = nearest(fault.option_name, fault.possibilities or (), 0.6)
        return (
            say("cli.option-near", name=fault.option_name, near=near)
            if near
            else say("cli.option", name=fault.option_name)
        )
    if isinstance(fault, click.MissingParameter) and fault.param is not None:
        metavar = fault.param.make_metavar(fault.ctx or click.get_current_context())
        option = isinstance(fault.param, click.Option)
        return say("cli.missing", name=f"{fault.param.opts[0]} {metavar}" if option else metavar)
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        name, kind = fault.param.opts[0], fault.param.type
        if isinstance(kind, click.Choice):
            return say("cli.value-choice", name=name, allowed=", ".join(map(str, kind.choices)))
        if isinstance(kind, click.IntRange):
            if kind.max is not None:
                return say("cli.value-between", name=name, least=kind.min or 0, most=kind.max)
            return say("cli.value-number", name=name, least=kind.min or 0)
        return say("cli.value", name=name, problem=fault.message)
    return say("cli.usage", problem=fault.format_message())


def _refuse(why: Say) -> None:
    import contextlib

    from grader.cli.common import language
    from grader.text.tell import plain

    with contextlib.suppress(OSError):
        click.echo(plain(why, language(None)), err=True)


if __name__ == "__main__":
    main()
