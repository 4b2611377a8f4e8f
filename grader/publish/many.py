"""Makes a file for each of many copies, in two processes where there are many; identical bytes either way."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from grader.bank.variants import Variants
from grader.bank.worker import variants_of
from grader.errors import BankFault, UserError
from grader.model import Bank, Item, Say
from grader.publish.formats import FORMATS
from grader.publish.sheet import Copy, Sheet, Wish, build

FEW = 8  # copies that are made faster here than by other processes
CHUNK = 8
LONGEST_NAME = 60
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))})


@dataclass(frozen=True, slots=True)
class Job:
    """What every copy has in common; small, so that it can be sent to another process."""

    root: str
    cache: str
    items: tuple[str, ...]
    wish: Wish
    suffix: str
    templates: tuple[Path, ...] = ()


Made = tuple[Copy, bytes | Say]


def sheets_of(variants: Variants, items: Sequence[Item], wish: Wish, copy: Copy) -> tuple[Sheet, ...]:
    """One copy in each of its languages."""
    return tuple(build(variants, items, wish, copy, lang) for lang in wish.langs)


def make_all(bank: Bank, job: Job, copies: Sequence[tuple[Copy, str]], done: Callable[[int], None]) -> Iterator[Made]:
    """Every copy's file in order, or why there is none; a copy may have a language of its own."""
    workers = min(os.cpu_count() or 1, -(-len(copies) // CHUNK))
    if len(copies) <= FEW or workers < 2:
        variants = Variants(bank)
        for copy in copies:
            yield _made(variants, job, copy)
            done(1)
        return
    # Fresh processes, because a fork of one that runs threads can stand still.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        chunks = [copies[at : at + CHUNK] for at in range(0, len(copies), CHUNK)]
        for found in pool.map(_chunk, [job] * len(chunks), chunks):
            yield from found
            done(len(found))


def _chunk(job: Job, copies: Sequence[tuple[Copy, str]]) -> list[Made]:
    variants = variants_of(job.root, job.cache)
    return [_made(variants, job, copy) for copy in copies]


def _made(variants: Variants, job: Job, copy: tuple[Copy, str]) -> Made:
    whose, lang = copy
    wish = replace(job.wish, langs=(lang,)) if lang else job.wish
    found = [variants.bank.find(name) for name in job.items]
    items = [item for item in found if item]
    try:
        return whose, FORMATS[job.suffix]([sheets_of(variants, items, wish, whose)], job.templates)
    except (UserError, BankFault) as fault:
        return whose, fault.told if isinstance(fault, BankFault) else fault.why


def file_names(copies: Sequence[Copy], stem: str, suffix: str) -> list[str]:
    """A safe name for each copy's file, no two alike even where case does not count."""
    taken: set[str] = set()
    out = []
    for copy in copies:
        parts = [stem, copy.version] if copy.version else [copy.student or stem, copy.name]
        wanted = "-".join(dict.fromkeys(filter(None, map(safe_name, parts)))) or "sheet"
        name, n = wanted, 2
        while name.casefold() in taken:
            name, n = f"{wanted}-{n}", n + 1
        taken.add(name.casefold())
        out.append(f"{name}{suffix}")
    return out


def safe_name(text: str) -> str:
    """Letters and digits of any script, parted by hyphens: no path, no hidden file, no name that a system keeps."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else "-" for c in plain)
    name = re.sub(r"-+", "-", kept)[:LONGEST_NAME].strip("-")
    while len(name.encode()) > 2 * LONGEST_NAME:
        name = name[:-1]
    return f"{name}-" if name.casefold() in _RESERVED else name
