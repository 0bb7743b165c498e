"""Folders and files that only the user can read, since the program's own files reveal what the user works on."""

import contextlib
import os
import sys
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Creates a folder of the program's own, or makes an existing one private. Raises OSError."""
    make_folder(folder)
    _close(folder, 0o700)


def make_folder(folder: Path) -> None:
    """Creates a private folder if it is missing; an existing one may be the user's own and stays. Raises OSError."""
    for missing in reversed([each for each in (folder, *folder.parents) if not os.path.exists(each)]):
        missing.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(folder)


def private_file(path: Path) -> None:
    """Creates an empty private file, or makes an existing one private. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    _close(path, 0o600)


def _close(path: Path, mode: int) -> None:
    if sys.platform != "win32" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(mode)
