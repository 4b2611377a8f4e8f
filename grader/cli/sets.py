"""The word SET on the command line, with completion of the bank's own names."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


class SetType(click.types.StringParamType):
    """A set's name; whether it exists is said once the bank is open."""

    name = "set"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names of the bank that begin so, groups before single items."""
        from grader.bank.sets import groups, sets
        from grader.cli.common import open_index
        from grader.errors import UserError

        try:
            bank = open_index(ctx.params.get("bank"), "en")
        except UserError:
            return []
        names = dict.fromkeys((*groups(bank), *sets(bank)))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


SET = SetType()
