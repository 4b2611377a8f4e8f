"""Files written so that nobody ever finds half of one, or some of a set: beside, synced, renamed, or all as before."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import itertools
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.errors import UserError

_UNNAMED = re.compile(r"\..+\.(\d+)\.(?:new|old)")


def make_folder(folder: Path) -> None:
    """Make a folder and those above it; raises UserError where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UserError("batch.no-folder", name=str(folder), problem=fault.strerror or str(fault)) from fault


def write_files(folder: Path, contents: Mapping[str, bytes | Iterable[bytes]], spare: bool = False) -> list[str]:
    """Write files of one folder by name, all or none; a link keeps its place and the file it leads to is written.

    What is in a file may come in pieces.

    With `spare` a file that said something else stays beside as `NAME.bak`, `NAME.bak2`, ...; returns these names.
    Raises OSError; then every file is as it was before.
    """
    targets = _targets(folder, contents)
    kept: list[Path] = []
    beside: dict[Path, Path] = {}
    try:
        for target, data in zip(targets, contents.values(), strict=True):
            beside[target] = _sibling(target, "new")
            _fill(beside[target], data, target)
            there = spare and target.exists() and target.stat().st_size
            if there and not filecmp.cmp(target, beside[target], shallow=False):
                kept.append(_spared(target))
        _rename(beside)
    except BaseException:
        for copy in kept:  # nothing was replaced, so nothing needs a copy
            copy.unlink(missing_ok=True)
        raise
    finally:
        for left in beside.values():
            left.unlink(missing_ok=True)
    for parent in dict.fromkeys(target.parent for target in targets):
        _sweep(parent)
        _sync(parent)
    return [copy.name for copy in kept]


def _fill(path: Path, data: bytes | Iterable[bytes], target: Path) -> None:
    """Write and sync a file; its faults bear the name that people know."""
    try:
        with path.open("wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        raise type(fault)(fault.errno, fault.strerror, str(target)) from fault


def _spared(target: Path) -> Path:
    """Copy a file to the first free name beside it."""
    names = (target.with_name(f"{target.name}.bak{n}" if n > 1 else f"{target.name}.bak") for n in itertools.count(1))
    free = next(path for path in names if not os.path.lexists(path))
    shutil.copy2(target, free)
    return free


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, through links and in folders that know no case as well."""
    with contextlib.suppress(OSError):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def _targets(folder: Path, names: Iterable[str]) -> list[Path]:
    """Where the bytes go; raises OSError where that is no plain file, or the same file for two names."""
    targets: list[Path] = []
    for name in names:
        target = Path(os.path.realpath(folder / name))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
        if target in targets or (target.exists() and not target.is_file()):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder / name))
        targets.append(target)
    return targets


def _sweep(folder: Path) -> None:
    """Take away what processes that were killed had not yet given its name."""
    for path in (*folder.glob(".*.new"), *folder.glob(".*.old")):
        found = _UNNAMED.fullmatch(path.name)
        if not found or os.name != "posix":
            continue
        try:
            os.kill(int(found[1]), 0)
        except ProcessLookupError:
            path.unlink(missing_ok=True)
        except OSError:
            continue


def _sibling(target: Path, word: str) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.{word}")


def _rename(beside: Mapping[Path, Path]) -> None:
    """Give every file its name; where one cannot have it, all get back what was there."""
    kept: dict[Path, Path] = {}
    done: list[Path] = []
    try:
        if len(beside) > 1:
            for target in beside:
                if target.exists():
                    kept[target] = _sibling(target, "old")
                    _keep(target, kept[target])
        for target, path in beside.items():
            path.replace(target)
            done.append(target)
    except BaseException:
        for target in done:
            old = kept.pop(target, None)  # one that cannot be put back stays beside
            with contextlib.suppress(OSError):
                if old is None:
                    target.unlink()
                else:
                    old.replace(target)
        raise
    finally:
        for old in kept.values():
            old.unlink(missing_ok=True)


def _keep(target: Path, old: Path) -> None:
    """A second name for a file, or a copy where the system has no second names."""
    old.unlink(missing_ok=True)
    try:
        os.link(target, old)
    except OSError:
        shutil.copy2(target, old)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the right to change a file, against other processes; a system without such locks goes on without."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.with_name(f".{path.name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sync(folder: Path) -> None:
    """Make the new names themselves last through a power cut, where the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
