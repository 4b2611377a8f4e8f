"""What each figure is given: which arguments it takes, and of what shape each must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader.errors import BankFault
from grader.model import Say, say

MATRIX, VECTOR, WORDS, WORD, PLACE = "matrix", "vector", "words", "word", "place"
WORDED = (WORDS, WORD)
# figure -> argument -> its shape; `of` and `context` must be there.
ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "lookup-table": {"of": MATRIX, "labels": WORDS, "label": WORD, "mark": PLACE},
    "arrows": {"of": MATRIX, "context": VECTOR, "labels": WORDS, "label": WORD},
    "bars": {"of": VECTOR, "labels": WORDS, "mark": PLACE},
}
NEEDED = ("of", "context")


class ArgumentFault(BankFault):
    """A fault of one argument of a figure; `name` is the argument's."""

    def __init__(self, name: str, why: Say) -> None:
        """Keep which one."""
        super().__init__(why)
        self.name = name


def check_names(figure: str, given: Mapping[str, object]) -> None:
    """Refuse a figure that is none, an argument that it does not take, and one that it lacks."""
    if figure not in ARGUMENTS:
        raise ArgumentFault("draw", say("figure.name", name=figure, allowed=", ".join(ARGUMENTS)))
    takes = ARGUMENTS[figure]
    for name in given:
        if name not in takes:
            raise ArgumentFault(name, say("figure.argument", figure=figure, name=name, allowed=", ".join(takes)))
    for name in NEEDED:
        if name in takes and name not in given:
            raise ArgumentFault("draw", say("figure.missing", figure=figure, name=name))


def check_shapes(figure: str, args: Mapping[str, Any], fixed: bool = False) -> None:
    """Refuse computed arguments that the figure cannot be drawn from.

    Where `fixed`, the labels are as many as the rows; where a draw makes the rows, there may be words for larger ones.
    """
    takes = ARGUMENTS[figure]
    for name, value in args.items():
        if not _FITS[takes[name]](value):
            raise ArgumentFault(name, say("figure.wants." + takes[name], name=name))
    count = len(args["of"])
    if "context" in args and len(args["context"]) != len(args["of"][0]):
        found, wanted = len(args["context"]), len(args["of"][0])
        raise ArgumentFault("context", say("figure.context", count=found, wanted=wanted))
    words = len(args.get("labels", ()))
    if "labels" in args and (words < count or (fixed and words > count)):
        raise ArgumentFault("labels", say("figure.labels", count=len(args["labels"]), wanted=count))
    if "mark" in args and not 0 <= args["mark"] < count:
        raise ArgumentFault("mark", say("figure.mark", value=args["mark"], last=count - 1))


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(x, int | float) for x in value)


_FITS: Mapping[str, Callable[[Any], bool]] = {
    MATRIX: lambda value: isinstance(value, list) and bool(value) and all(map(_numbers, value)),
    VECTOR: _numbers,
    WORDS: lambda value: isinstance(value, list) and all(isinstance(word, str) for word in value),
    WORD: lambda value: isinstance(value, str),
    PLACE: lambda value: type(value) is int,
}
