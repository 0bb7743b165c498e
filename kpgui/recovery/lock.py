"""A lock that ends with its process, however that ends."""

import contextlib
import os
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOOKED_AT = 0.001
"""Seconds until a lock is tried again that another process just looks at."""

_BEYOND = 1 << 30
"""Which byte Windows locks: one that is not there, so that the owner's number can still be read."""


class Lock:
    """Held until it is released or the process ends, by kill −9 too: the system keeps it, not the file.

    The file, with the number of the process and a note in it, is there only to be locked. One that a dead process
    left behind is free.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def take(cls, path: Path, note: bytes = b"") -> "Lock | None":
        """The lock of this file, which is made if need be; None while another process or window has it.

        note: what others are to know of it, see `note_of`.

        Raises OSError where no lock can be made: the folder cannot be written to, or its file system has none.
        """
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                locked = _locked(handle)
                if locked and _is_at(path, handle):
                    os.truncate(handle, 0)
                    os.write(handle, b"%d\n%b" % (os.getpid(), note))
                    return cls(path, handle)
                held = not locked and not _is_free(handle)
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)
            if held:
                return None
            # Its owner removed the file just before, so that another one is there now; or it was only looked at.
            time.sleep(0 if locked else LOOKED_AT)

    def release(self) -> None:
        """Let go, and remove the file; a second time does nothing."""
        if self._handle < 0:
            return
        handle, self._handle = self._handle, -1
        if sys.platform == "win32":  # there an open file cannot be removed
            os.close(handle)
            handle = -1
        with contextlib.suppress(OSError):
            self._path.unlink()
        if handle >= 0:
            os.close(handle)


def is_held(path: Path) -> bool:
    """Whether somebody has this lock; to look at it is in nobody's way."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _is_free(handle)
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(handle)


def remove_left(folder: Path) -> None:
    """Remove the files of all locks in a folder whose owners are dead.

    One process at a time does it, and looks at a lock while it removes its file: nobody can take the lock in between,
    and lose it with the file, nor take it for one that is held.
    """
    try:
        removing = Lock.take(folder / "removing")
    except OSError:
        return
    if removing is None:
        return
    try:
        for path in folder.glob("*.lock"):
            with contextlib.suppress(OSError):
                _remove_if_free(path)
    finally:
        removing.release()


def _remove_if_free(path: Path) -> None:
    """Raises OSError when it is somebody's, or not ours to remove."""
    if sys.platform == "win32":  # which does not remove a file that is open
        path.unlink()
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _is_free(handle) and _is_at(path, handle):
            path.unlink()
    finally:
        os.close(handle)


def owner_of(path: Path) -> int | None:
    """The number of the process that took this lock last; None when the file does not say."""
    try:
        return int(path.read_bytes().partition(b"\n")[0])
    except (OSError, ValueError):
        return None


def note_of(path: Path) -> bytes:
    """What the owner of this lock noted in it; empty when the file does not say."""
    try:
        return path.read_bytes().partition(b"\n")[2]
    except OSError:
        return b""


def _locked(handle: int) -> bool:
    """Whether the lock was free and is now held."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, _BEYOND, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _is_free(handle: int) -> bool:
    """Whether nobody holds the lock. Until the file is closed, nobody can take it either, except on Windows."""
    if sys.platform == "win32":
        return _locked(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
