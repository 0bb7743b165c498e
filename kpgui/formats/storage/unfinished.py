"""Temporary files of saving: hidden beside the file that they replace, and removed later if their writer was killed.

A writer holds a lock on its file. The system releases it when the process ends, even by kill −9, so a file that can be
locked is abandoned. Windows has no such locks but does not remove files that are open; as that does not protect a file
between closing and renaming, only old files are removed there.
"""

import contextlib
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform != "win32"

ABANDONED = 3600
"""Seconds after which a file that is not open counts as abandoned, where there are no locks."""

_NAME = re.compile(r"\.kpgui-[0-9a-f]{16}\.tmp")


@contextlib.contextmanager
def unfinished(
    target: Path, like: os.stat_result | None = None, private: bool = False, takes_place: bool = True
) -> Iterator[tuple[Path, int]]:
    """Creates a file in the target's folder, yields its path and descriptor, and replaces the target after the block.

    like: status of the file that is replaced, whose owner and mode the new file gets, so that nobody can read it who
    could not read the old one, not even while it is empty. Without it the mode is that of the user's umask, unless
    private. takes_place: False removes the new file after the block. When the block raises, or the target cannot be
    replaced, the new file is removed and the target is unchanged. Raises OSError.
    """
    path, handle = _made(target.parent, 0o600 if private or like is not None else 0o666)
    with contextlib.ExitStack() as opened:
        opened.callback(os.close, handle)
        try:
            if like is not None:
                _set_owner_and_mode(path, handle, like)
            yield path, handle
            if not LOCKS:  # Windows neither renames nor removes an open file
                opened.close()
            if takes_place:
                path.replace(target)
            else:
                path.unlink()
        except BaseException:
            if not LOCKS:
                opened.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise


def sweep(folder: Path) -> None:
    """Removes the unfinished files in a folder whose writers have ended."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_left(Path(entry.path))


def _set_owner_and_mode(path: Path, handle: int, like: os.stat_result) -> None:
    """Gives a file the mode of another and, if the system allows it, its owner."""
    mode = stat.S_IMODE(like.st_mode)
    if sys.platform == "win32":
        path.chmod(mode)
        return
    with contextlib.suppress(OSError):
        os.fchown(handle, like.st_uid, like.st_gid)
    if os.fstat(handle).st_gid != like.st_gid:
        mode &= ~stat.S_IRWXG  # would give access to another group
    os.fchmod(handle, mode)


def _made(folder: Path, mode: int) -> tuple[Path, int]:
    """Creates an unfinished file, locked where the file system supports it; returns its path and descriptor."""
    while True:
        path = folder / f".kpgui-{secrets.token_hex(8)}.tmp"
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with contextlib.suppress(OSError):
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
        if not LOCKS or os.fstat(handle).st_nlink:
            return path, handle
        os.close(handle)  # removed by another process's `sweep` before it was locked


def _remove_if_left(path: Path) -> None:
    """Removes a file whose writer has ended. Raises OSError when it is still in use, or not permitted."""
    if sys.platform == "win32":
        if time.time() - path.stat().st_mtime > ABANDONED:
            path.unlink()
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            path.unlink()
    finally:
        os.close(handle)
