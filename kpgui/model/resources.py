"""Where the files that ship with the program are."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """The path of a file under `resources/`: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "resources"
    return (inside if inside.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)
