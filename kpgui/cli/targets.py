"""The files that a command writes when it reads several: one for each."""

import os
from pathlib import Path

from kpgui.cli.command import Misuse
from kpgui.model.errors import KpguiError
from kpgui.model.quoting import short

NAME = "{name}"
"""What stands in a pattern for the name of the file that is read, without its folder and suffix."""

SEE = "see `kpgui render --help`"


def targets(sources: list[str], output: str, suffix: str) -> list[str]:
    """The file to write for each source. output: a file, a folder, or a pattern with `{name}` in it.

    suffix: of the files in a folder. A folder is one that ends with a slash, or is there and has no suffix. Raises
    Misuse when several sources have the same target.
    """
    is_folder = output.endswith(("/", os.sep)) or (not Path(output).suffix and os.path.isdir(output))
    pattern = str(Path(output, NAME + suffix)) if is_folder else output
    if NAME not in pattern and len(sources) > 1:
        problem = f"{len(sources)} files need a folder or a pattern such as '{NAME}{suffix}' to be drawn to"
        raise Misuse(f"{problem}, not {short(output)!r}; {SEE}.")
    paths = [pattern.replace(NAME, Path(source).stem) for source in sources]
    _check_different(sources, paths)
    return paths


def _check_different(sources: list[str], paths: list[str]) -> None:
    by_target: dict[str, str] = {}
    for source, target in zip(sources, paths, strict=True):
        place = os.path.normcase(os.path.abspath(target))  # noqa: PTH100  # Path.resolve follows links, as nobody asked
        if place in by_target:
            both = f"{short(by_target[place])} and {short(source)}"
            raise Misuse(f"{both} would both be drawn to {short(target)}; {SEE}.")
        by_target[place] = source


def check_apart(sources: list[str], paths: list[str]) -> None:
    """Raises KpguiError when a target is one of the sources: a picture can be drawn from a picture, too."""
    read = {_identity(source) for source in sources} - {None}
    for target in paths:
        if _identity(target) in read:
            raise KpguiError(f"{target} cannot be saved: it is a file that is read; choose another name.")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None  # nothing there, or nothing that can be looked at: said when it is read or written
    return status.st_dev, status.st_ino
