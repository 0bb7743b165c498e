"""Paths of the files that ship with the program."""

from functools import cache
from pathlib import Path


def resource(*parts: str) -> Path:
    """The path of a file under `resources/`."""
    return _resources().joinpath(*parts)


@cache
def _resources() -> Path:
    """The folder inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"
