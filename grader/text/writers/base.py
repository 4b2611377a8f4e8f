"""What every writer is: one method a token, one method a layout node; a missing one fails at import."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from grader.model import Break, Code, Emph, Figure, List, Math, Node, Para, Table, Text, Token, Value
from grader.text.tables import LAYOUT
from grader.text.visible import visible

T = TypeVar("T")

TOKENS: tuple[type[Token], ...] = (Text, Emph, Code, Break, Para, List, Table, Figure, Math, Value)
METHODS = {cls: "write_" + cls.__name__.lower() for cls in TOKENS}
BLOCKS = (Para, List, Table, Figure)


def _require(cls: type, names: Iterable[str]) -> None:
    missing = [name for name in names if not callable(getattr(cls, name, None))]
    if missing:
        raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")


class Writer:
    """Writes tokens as one string; subclasses have a `write_...` method for every class of token."""

    def __init__(self, lang: str = "en") -> None:
        """Set the language of the words a writer adds itself."""
        self.lang = lang

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Hold that no token is left without a method."""
        super().__init_subclass__(**kwargs)
        _require(cls, METHODS.values())

    def write(self, tokens: Iterable[Token]) -> str:
        """All tokens, in order."""
        return "".join(self.one(token) for token in tokens)

    def one(self, token: Token) -> str:
        """One token by its method."""
        method: Callable[[Token], str] = getattr(self, METHODS[type(token)])
        return method(token)

    def write_value(self, token: Value) -> str:
        """Placeholders are filled before anything is written."""
        raise AssertionError(f"<<{token.expr}>> reached a writer unfilled")


class Layout(Generic[T]):
    """Turns a layout node into some form; subclasses have a `do_...` method for every kind of node."""

    kinds: ClassVar[tuple[str, ...]] = LAYOUT

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Hold that no kind of node is left without a method."""
        super().__init_subclass__(**kwargs)
        _require(cls, ("do_" + kind for kind in LAYOUT))

    def __call__(self, node: Node) -> T:
        """The form of one node."""
        result: T = getattr(self, "do_" + node[0])(*node[1:])
        return result

    def do_hole(self, expr: str, format: str) -> T:
        """Holes are filled before anything is written."""
        raise AssertionError(f"<<{expr}>> reached a writer unfilled")


def words(text: str) -> str:
    """Running text on one line, with hidden characters as escapes."""
    return visible(text.replace("\n", " ").replace("\t", " "))
