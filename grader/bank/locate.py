"""Which bank is meant: the one named, else the environment's, else the current folder, else the shipped one."""

from __future__ import annotations

from pathlib import Path

from grader.bank.files import FOLDERS
from grader.errors import UserError


def is_bank(folder: Path) -> bool:
    """Whether a folder looks like a bank."""
    return any((folder / name).is_dir() for name in FOLDERS)


def locate(option: str | None, environment: str | None, current: Path) -> Path:
    """The bank's folder; `option` is --bank, `environment` the value of QUIZ_BANK."""
    for named in (option, environment):
        if named:
            folder = (current / named).resolve()
            if not is_bank(folder):
                raise UserError("bank.no-bank", name=named)
            return folder
    return current if is_bank(current) else shipped("problems")


def shipped(name: str) -> Path:
    """The folder that holds `name` as shipped: inside an installed package, or the checkout around it."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_bank", package.parent):
        if (folder / name).is_dir():
            return folder
    raise UserError("bank.no-shipped")
