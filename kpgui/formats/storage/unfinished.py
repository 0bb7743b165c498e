"""Temporary files and folders of saving: hidden, and removed later if their writer was killed.

A name has random digits and a checksum of them, which tells these files and folders from what others have named alike.
A writer holds a lock on what it has made. The system releases it when the process ends, even by kill −9, so what can be
locked is abandoned. Windows has no such locks but does not remove files that are open; as that does not protect a file
between closing and renaming, only old ones are removed there.
"""

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform != "win32"

ABANDONED = 3600
"""Seconds after which a file that is not open counts as abandoned, where there are no locks."""

_NAME = re.compile(r"\.kpgui-([0-9a-f]{16})[0-9a-f]{8}\.tmp")


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
                _copy_attributes(target, handle)
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


@contextlib.contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    """Creates a private folder, yields its path, and removes it after the block. Raises OSError.

    First removes those that killed processes left in the same place.
    """
    sweep(parent)
    path, handle = _made_folder(parent)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if handle is not None:
            os.close(handle)


def sweep(folder: Path) -> None:
    """Removes the unfinished files and folders in a folder whose writers have ended."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _NAME.fullmatch(entry.name)
            if match and entry.name == temporary_name(match[1]):
                with contextlib.suppress(OSError):
                    _remove_if_left(Path(entry.path), entry.is_dir(follow_symlinks=False))


def temporary_name(digits: str) -> str:
    """The name of an unfinished file or folder with these 16 hexadecimal digits."""
    return f".kpgui-{digits}{hashlib.sha256(b'kpgui' + digits.encode()).hexdigest()[:8]}.tmp"


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


def _copy_attributes(source: Path, handle: int) -> None:
    """Gives a file the extended attributes of another, as far as the system allows it: tags, origin, access lists."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for name in os.listxattr(source):
                with contextlib.suppress(OSError):
                    os.setxattr(handle, name, os.getxattr(source, name))


def _made(folder: Path, mode: int) -> tuple[Path, int]:
    """Creates an unfinished file, locked where the file system supports it; returns its path and descriptor."""
    while True:
        path = folder / temporary_name(secrets.token_hex(8))
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with contextlib.suppress(OSError):
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
        if not LOCKS or os.fstat(handle).st_nlink:
            return path, handle
        os.close(handle)  # removed by another process's `sweep` before it was locked


def _made_folder(parent: Path) -> tuple[Path, int | None]:
    """Creates an unfinished folder, locked where the system has such locks; returns its path and descriptor."""
    while True:
        path = parent / temporary_name(secrets.token_hex(8))
        path.mkdir(0o700)
        if sys.platform == "win32":
            return path, None
        with contextlib.suppress(FileNotFoundError):  # removed by another process's `sweep` before it was locked
            handle = os.open(path, os.O_RDONLY)
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
            if path.exists():
                return path, handle
            os.close(handle)


def _remove_if_left(path: Path, is_folder: bool) -> None:
    """Removes a file or folder whose writer has ended. Raises OSError when it is still in use, or not permitted."""
    remove: Callable[[Path], object] = shutil.rmtree if is_folder else Path.unlink
    if sys.platform == "win32":
        if time.time() - path.stat().st_mtime > ABANDONED:
            remove(path)
        return
    access = os.O_RDONLY | os.O_DIRECTORY if is_folder else os.O_RDWR | os.O_NONBLOCK
    handle = os.open(path, access | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if is_folder or stat.S_ISREG(os.fstat(handle).st_mode):
            remove(path)
    finally:
        os.close(handle)
