"""How a class was graded, kept beside its marks, so that it is marked again by the same rules."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader.bank.sets import select
from grader.batch.gradebook import OPTIONS, Rules
from grader.batch.policy import policy_of
from grader.errors import UserError
from grader.model import Bank
from grader.publish.sheet_id import seed_of


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `quiz grade` that are used again; `roster` holds the ids of its students."""

    sets: tuple[str, ...] = ()
    seed: int = 0
    lang: str = "en"
    roster: tuple[str, ...] = ()
    attempts: str = "last"
    due: str = ""
    late_penalty: str = "0"
    attempt_penalty: str = "0"
    exports: tuple[str, ...] = ()
    variants: str = ""


def rules_of(bank: Bank, options: Options) -> Rules:
    """The rules that options mean, without decisions."""
    policy = policy_of(options.attempts, options.due, options.late_penalty, options.attempt_penalty)
    items = select(bank, options.sets) if options.sets else None
    personal = options.variants == "personal"
    return Rules(options.seed, options.lang, items, options.roster, policy, personal=personal)


def seed_for(options: Options, student: str) -> int:
    """The seed of a student who gave none: that of everyone, or of the own sheet."""
    return seed_of(options.seed, student) if options.variants == "personal" else options.seed


def kept(options: Options) -> dict[str, bytes]:
    """The file that keeps them."""
    return {OPTIONS: (json.dumps(asdict(options), ensure_ascii=False, indent=1) + "\n").encode()}


def options_of(folder: Path) -> Options:
    """Those that are kept in a folder of marks; the plain ones where none are."""
    path = folder / OPTIONS
    if not path.is_file():
        return Options()
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        lists: Any = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
        return Options(**lists)
    except (ValueError, TypeError, AttributeError) as fault:
        raise UserError("batch.options", name=OPTIONS) from fault
