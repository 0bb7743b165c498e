"""Folders and files that only the user may look into: what the program keeps tells what the user works on."""

import contextlib
import os
import sys
from pathlib import Path


def private_folder(folder: Path) -> None:
    """A folder of the program's own, made if it is missing; one of an earlier version is closed. Raises OSError."""
    make_folder(folder)
    _close(folder, 0o700)


def make_folder(folder: Path) -> None:
    """A folder that may be the user's own: if it is missing, it is made private. Raises OSError."""
    for missing in reversed([each for each in (folder, *folder.parents) if not os.path.exists(each)]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(folder)


def private_file(path: Path) -> None:
    """A file, made empty if it is missing, for a library to write to that keeps its mode. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    _close(path, 0o600)


def _close(path: Path, mode: int) -> None:
    if sys.platform != "win32" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(mode)
