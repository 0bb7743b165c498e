"""Paths of the files that ship with the program."""

from functools import cache
from pathlib import Path


def resource(*parts: str) -> Path:
    """The path of a file under `resources/`."""
    return _folder("resources").joinpath(*parts)


def documentation(*parts: str) -> Path:
    """The path of a page under `docs/`."""
    return _folder("docs").joinpath(*parts)


@cache
def _folder(name: str) -> Path:
    """A folder inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
