"""What commands share: options, the bank, the language, the screen. Environment and clock are read here alone."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.model import LANGS, Say, Token

if TYPE_CHECKING:
    from grader.bank.index import Index
    from grader.model import Bank

F = TypeVar("F", bound=Callable[..., Any])


def bank_option(function: F) -> F:
    """`--bank DIR`."""
    return click.option("--bank", metavar="DIR", help="The bank's folder (else QUIZ_BANK, here, or the shipped one).")(
        function
    )


def lang_option(function: F) -> F:
    """`--lang en|hinglish`."""
    return click.option("--lang", type=click.Choice(LANGS), help="Language of texts and messages.")(function)


def seed_option(function: F) -> F:
    """`--seed N`."""
    return click.option(
        "--seed", type=click.IntRange(0), default=0, show_default=True, help="0 is the authored variant."
    )(function)


def learner_option(function: F) -> F:
    """`--learner NAME`."""
    return click.option("--learner", default="me", show_default=True, help="Whose record this is.")(function)


def force_option(function: F) -> F:
    """`--force`."""
    return click.option("--force", is_flag=True, help="Replace files that quiz did not write.")(function)


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cycles meanwhile: rows hold none, and walking a million of them again and again takes seconds."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def language(option: str | None, remembered: str | None = None) -> str:
    """The language asked for, else QUIZ_LANG, else the one last practised in, else English."""
    for named in (option, _typed_language(), os.environ.get("QUIZ_LANG"), remembered or _remembered()):
        if named in LANGS:
            return str(named)
    return "en"


def _remembered() -> str:
    from grader.cli.state import State

    return State().lang


def _typed_language() -> str | None:
    """`--lang` as typed, for refusals met before the options are read."""
    args = sys.argv[1:]
    for place, arg in enumerate(args):
        if arg == "--lang" and place + 1 < len(args):
            return args[place + 1]
        if arg.startswith("--lang="):
            return arg[7:]
    return None


def cache_folder() -> Path:
    """Where compiled banks are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "pakka"


def data_folder() -> Path:
    """Where a learner's records are kept."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(base) / "pakka"


def now() -> str:
    """The time in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


_NAMED = 3  # faults that are named at once; `quiz check` lists them all


def one_line(where: str) -> str:
    """A place whose file's name cannot break or turn the line that names it."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in where)


def open_bank(option: str | None, lang: str) -> Bank:
    """The bank that is meant; its faults are named on stderr, and what is sound is used."""
    from grader.bank.load import load
    from grader.bank.locate import locate
    from grader.text.tell import plain

    folder = locate(option, os.environ.get("QUIZ_BANK"), Path.cwd())
    bank = load(folder, cache_folder())
    faults = [i for i in bank.issues if not i.warning]
    if faults:
        warn(say_count(len(faults), str(folder)), lang)
        for fault in faults[:_NAMED]:
            click.echo(f"  {one_line(fault.where)}: {plain(fault.say, lang)}", err=True)
    return bank


def open_index(option: str | None, lang: str) -> Index:
    """The list of the bank that is meant; how many faults it has is said on stderr."""
    from grader.bank.index import index
    from grader.bank.locate import locate

    folder = locate(option, os.environ.get("QUIZ_BANK"), Path.cwd())
    found = index(folder, cache_folder())
    if found.faults:
        warn(say_count(found.faults, str(folder)), lang)
    return found


def say_count(count: int, folder: str) -> Say:
    """How many faults a bank has, and how to see them."""
    from grader.model import say

    return say("cli.bank-faults", count=count, folder=folder)


def warn(message: Say, lang: str) -> None:
    """A sentence on stderr."""
    from grader.text.tell import plain

    click.echo(plain(message, lang), err=True)


def is_plain() -> bool:
    """No colour: asked for, or no terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return True
    return sys.stdout is None or not sys.stdout.isatty()


_STYLES = {
    "title": {"bold": True}, "right": {"fg": "green", "bold": True}, "partly": {"fg": "yellow", "bold": True},
    "wrong": {"fg": "red", "bold": True}, "held": {"fg": "cyan", "bold": True}, "unread": {"fg": "yellow"},
    "how": {"dim": True}, "hint": {"fg": "cyan"},
}  # fmt: skip
_INDENTED = {"option": 4, "echo": 2, "right": 2, "partly": 2, "wrong": 2, "held": 2, "unread": 2, "how": 2, "note": 2,
             "hint": 2,              "worked": 2, "caret": 2, "figure": 2}  # fmt: skip
_SPACED = ("title", "prompt", "ask")


class Console:
    """A Screen on a terminal or a pipe."""

    def __init__(self, lang: str) -> None:
        """Measure the terminal; over a pipe the width is 80."""
        self.lang = lang
        self.plain = is_plain()
        self.attended = sys.stdin is not None and sys.stdin.isatty()
        self.width = min(shutil.get_terminal_size((80, 24)).columns, 100)

    def tell(self, tokens: Sequence[Token], role: str = "") -> None:
        """Print tokens, indented and styled by role."""
        from grader.text.writers.terminal import Terminal

        indent = _INDENTED.get(role, 0)
        text = Terminal(lang=self.lang, width=self.width - indent, colour=not self.plain).write(tuple(tokens))
        if role in _SPACED:
            click.echo()
        for line in text.split("\n"):
            click.echo((" " * indent + self._styled(line, role)).rstrip())

    def _styled(self, line: str, role: str) -> str:
        return click.style(line, **_STYLES[role]) if role in _STYLES and not self.plain else line  # type: ignore[arg-type]

    def ask(self, prompt: Sequence[Token], about: tuple[str, str]) -> str | None:
        """One line from the input; over a pipe it is printed too, so that a log reads like a session."""
        from grader.text.visible import visible
        from grader.text.writers.plain import Plain

        if sys.stdin is None:  # closed by whoever started the command
            return None
        words = Plain(lang=self.lang).write(tuple(prompt)) + " "
        if sys.stdin.isatty() and sys.stdout.isatty():
            return self._edited(words)
        click.echo(words, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        line = line.rstrip("\r\n")
        click.echo(visible(line))
        return line

    def _edited(self, prompt: str) -> str | None:
        """A line with arrows and history, where the system has them."""
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - its import is what gives input() the arrows

        try:
            return input(prompt)
        except EOFError:
            click.echo()
            return None
        except KeyboardInterrupt:
            click.echo()
            return "quit"  # the run ends with its summary and can be resumed
