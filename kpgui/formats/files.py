"""Bytes in and out of files: bounded reading; saving that keeps the old file until the new one is whole."""

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from kpgui.formats import limits
from kpgui.formats.unfinished import sweep, unfinished
from kpgui.model.errors import KpguiError


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises KpguiError when it is not readable or larger than the limit."""
    try:
        with path.open("rb") as file:
            small = os.fstat(file.fileno()).st_size <= limits.MAX_BYTES
            content = file.read(limits.MAX_BYTES + 1) if small else b""
    except (OSError, ValueError) as error:
        raise KpguiError(f"{path} cannot be opened: {_reading_problem(path, error)}.") from error
    if not small or len(content) > limits.MAX_BYTES:  # a pipe has no size of its own, so what came out of it counts too
        raise KpguiError(
            f"{path} is larger than {limits.MAX_BYTES // 1_000_000} MB, the most that can be opened; take a part."
        )
    return content


def _reading_problem(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError) or (isinstance(error, PermissionError) and path.is_dir()):
        return "it is a folder, choose a file in it"
    if isinstance(error, PermissionError):
        return "you have no permission to read it"
    return _reason(error)


def write_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file so that at every moment either the old content or the new one is there, whole.

    The pieces go to a new file in the same folder, which then takes the other's place; a symbolic link stays
    one. What is not a regular file, such as a pipe, is written to directly. Raises KpguiError, or what the pieces
    raise, with the old file as it was.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                file.writelines(pieces)
        else:
            _replace(target, pieces)
    except (OSError, ValueError) as error:
        raise KpguiError(f"{path} cannot be saved: {_writing_problem(path, error)}.") from error


def _replace(target: Path, pieces: Iterable[bytes]) -> None:
    old = target.stat() if target.exists() else None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write protected", str(target))
    sweep(target.parent)
    with unfinished(target) as (path, handle):
        with os.fdopen(os.dup(handle), "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        if old:
            path.chmod(stat.S_IMODE(old.st_mode))


def _writing_problem(path: Path, error: OSError | ValueError) -> str:
    if path.is_dir():
        return "it is a folder, add a file name"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"the folder {path.parent} does not exist"
    if isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.EROFS:
        return "you have no permission to write there, choose another place"
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full, make room or choose another place"
    return _reason(error)


def _reason(error: OSError | ValueError) -> str:
    """The system's own words."""
    words = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return words[:1].lower() + words[1:]
