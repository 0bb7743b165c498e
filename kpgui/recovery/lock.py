"""File locks that end with their process, however it ends."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOOKED_AT = 0.001
"""Seconds until a lock is tried again that another process is only inspecting."""

PATIENCE = 1.0
"""Seconds for which another process is waited for that holds a lock for a moment only; one that was stopped may not."""

_BEYOND = 1 << 30
"""The byte that is locked on Windows: beyond the end of the file, so that its content can still be read."""


class Lock:
    """An exclusive lock, held until it is released or the process ends, even by kill −9.

    The operating system holds the lock, not the file, which contains the process id and a note; a file that a dead
    process left behind is free.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def acquire(cls, path: Path, note: bytes = b"") -> "Lock | None":
        """Takes the lock of this file, which is created if need be; None if another process or window holds it.

        note: information for others, see `note_of`.

        Raises OSError where no lock can be made: the folder cannot be written to, or its file system has no locks.
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
            # Its owner has just removed the file, so that there may be a new one; or it was only being inspected.
            time.sleep(0 if locked else LOOKED_AT)  # an inspection takes no longer than that

    def release(self) -> None:
        """Releases the lock and removes its file; does nothing the second time."""
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


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds this lock during the block, for which it waits up to PATIENCE. Raises OSError as `Lock.acquire`."""
    end = time.monotonic() + PATIENCE
    while (lock := Lock.acquire(path)) is None and time.monotonic() < end:
        time.sleep(LOOKED_AT)  # a lock cannot be waited for with a time limit
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def is_held(path: Path) -> bool:
    """Whether this lock is held; the check does not prevent others from taking it."""
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
    """Removes the files of all locks in a folder whose owners are dead.

    One process at a time does this, and holds a shared lock while it removes a file, so that nobody can take the lock
    in between and lose it with the file.
    """
    try:
        removing = Lock.acquire(folder / "removing")
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
    """Removes a lock file that no process holds. Raises OSError when it cannot be removed."""
    if sys.platform == "win32":  # Windows refuses to remove a file that is open
        path.unlink()
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _is_free(handle) and _is_at(path, handle):
            path.unlink()
    finally:
        os.close(handle)


def owner_of(path: Path) -> int | None:
    """The id of the process that last took this lock; None if the file does not say."""
    try:
        return int(path.read_bytes().partition(b"\n")[0])
    except (OSError, ValueError):
        return None


def note_of(path: Path) -> bytes:
    """The note that the lock's owner wrote into it; empty if there is none."""
    try:
        return path.read_bytes().partition(b"\n")[2]
    except OSError:
        return b""


def _locked(handle: int) -> bool:
    """Tries to take the lock. Returns whether that succeeded."""
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
    """Whether the lock is free. Takes a shared lock: until the file is closed no process can take the exclusive one.

    On Windows, which has no shared locks here, it takes the lock itself.
    """
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
