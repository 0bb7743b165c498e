"""Outputs: the kinds of file that a picture is saved as, one file each, and its saving."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from kpgui.figure.outputs.numbers import Coefficients, ModelOutput, Script
from kpgui.figure.outputs.pdf import PdfOutput
from kpgui.figure.outputs.picture import Output, Picture
from kpgui.figure.outputs.png import PngOutput
from kpgui.figure.outputs.svg import SvgOutput
from kpgui.formats.storage import write_file, writing_problem
from kpgui.language import _
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.registry import Registry

__all__ = ["OUTPUTS", "Output", "Picture", "check_path", "check_place", "output_for", "save", "suffixes"]

OUTPUTS: Registry[Output] = Registry(
    "output", (PngOutput(), SvgOutput(), PdfOutput(), Script(), ModelOutput(), Coefficients())
)
"""All outputs, in the order in which they are offered."""


def suffixes() -> tuple[str, ...]:
    """The suffixes of all outputs."""
    return tuple(suffix for each in OUTPUTS for suffix in each.suffixes)


def output_for(path: str | Path) -> Output:
    """The output that has the suffix of this path, in any case. Raises KpguiError that lists the known ones."""
    suffix = Path(path).suffix.lower()
    found = next((each for each in OUTPUTS if suffix in each.suffixes), None)
    if found is None:
        raise KpguiError(
            _("{path}: the name of a picture must end in {suffixes}.").format(
                path=path, suffixes=" or ".join(suffixes())
            )
        )
    return found


def save(picture: Picture, path: str | Path, token: Token = UNWATCHED) -> None:
    """Writes the picture as the kind of file that the path's suffix names.

    An existing file is replaced only when the new one is complete; a symbolic link stays one. Creates a
    QGuiApplication without a screen if none is running. Raises KpguiError for another suffix, a path that cannot be
    written and a picture that cannot be drawn.
    """
    check_path(path)
    write_file(Path(path), [output_for(path).content(picture, token)])


def check_path(path: str | Path) -> None:
    """Raises KpguiError for a path to which no picture can be saved."""
    check_place(Path(path), output_for)


def check_place(target: Path, kind_of: Callable[[Path], object]) -> None:
    """Raises KpguiError where no file can be saved: for a name that is too long or of no kind, as `kind_of` says, for a
    folder, and in one that does not exist or may not be searched.
    """
    try:
        target.stat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG or isinstance(error, PermissionError):
            raise KpguiError(
                _("{path} cannot be saved: {reason}.").format(path=target, reason=writing_problem(target, error))
            ) from error
    if os.path.isdir(target):
        raise KpguiError(_("{path} cannot be saved: it is a folder, add a file name.").format(path=target))
    kind_of(target)
    if not os.path.isdir(target.parent):
        raise KpguiError(
            _("{path} cannot be saved: the folder {parent} does not exist.").format(path=target, parent=target.parent)
        )
