"""Files that are not whole yet: hidden beside the one whose place they take, and swept up when their writer was killed.

A writer holds a lock on its file. The system lets go of it when the process ends, by kill −9 too, so that what can be
locked is nobody's any more. Where there are no such locks, on Windows, a file that is open cannot be removed; only the
moment between closing and renaming is not covered by that, so that there a file has to be old as well.
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
"""Seconds after which, where there are no locks, a file that nobody has open is nobody's."""

_NAME = re.compile(r"\.kpgui-[0-9a-f]{16}\.tmp")


@contextlib.contextmanager
def unfinished(
    target: Path, like: os.stat_result | None = None, private: bool = False, takes_place: bool = True
) -> Iterator[tuple[Path, int]]:
    """A new file in the target's folder and its descriptor; after the block it takes the target's place.

    like: the file that is replaced. Who may not read that one may not read the new one either, not even while it is
    empty. Without it the new file is as open as the user's umask makes files, unless it is private. takes_place: else
    it is removed after the block. When the block raises, or the file cannot take the place, it is removed and the
    target is as it was. Raises OSError.
    """
    path, handle = _made(target.parent, 0o600 if private or like is not None else 0o666)
    with contextlib.ExitStack() as opened:
        opened.callback(os.close, handle)
        try:
            if like is not None:
                _set_owner_and_mode(path, handle, like)
            yield path, handle
            if not LOCKS:  # there an open file cannot be renamed, nor removed
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
    """Remove the unfinished files in a folder whose writers are dead."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_left(Path(entry.path))


def _set_owner_and_mode(path: Path, handle: int, like: os.stat_result) -> None:
    """Give a file the owner, as far as that is allowed, and the mode of another."""
    mode = stat.S_IMODE(like.st_mode)
    if sys.platform == "win32":
        path.chmod(mode)
        return
    with contextlib.suppress(OSError):
        os.fchown(handle, like.st_uid, like.st_gid)
    if os.fstat(handle).st_gid != like.st_gid:
        mode &= ~stat.S_IRWXG  # it would be another group's
    os.fchmod(handle, mode)


def _made(folder: Path, mode: int) -> tuple[Path, int]:
    """A new file, locked where the file system can do that."""
    while True:
        path = folder / f".kpgui-{secrets.token_hex(8)}.tmp"
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with contextlib.suppress(OSError):
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
        if not LOCKS or os.fstat(handle).st_nlink:
            return path, handle
        os.close(handle)  # swept up by another process in the moment before it was locked


def _remove_if_left(path: Path) -> None:
    """Raises OSError when it is somebody's, or not ours to remove."""
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
