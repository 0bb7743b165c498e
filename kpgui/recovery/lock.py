"""Private files, locks that end with their process, and claims: which window has which file open."""

import contextlib
import hashlib
import os
import sys
import time
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


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOOKED_AT = 0.001
"""Seconds until a lock is tried again that another process is only inspecting."""

_BEYOND = 1 << 30
"""The byte that is locked on Windows: beyond the end of the file, so that its content can still be read."""


class Lock:
    """An exclusive lock, held until it is released or the process ends, even by kill −9.

    The operating system holds the lock, not the file, which contains the process id; a file that a dead process left
    behind is free.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def acquire(cls, path: Path) -> "Lock | None":
        """Takes the lock of this file, which is created if need be; None if another process or window holds it.

        Raises OSError where no lock can be made: the folder cannot be written to, or its file system has no locks.
        """
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                locked = _locked(handle)
                if locked and _is_at(path, handle):
                    os.truncate(handle, 0)
                    os.write(handle, b"%d\n" % os.getpid())
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
        return int(path.read_bytes())
    except (OSError, ValueError):
        return None


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


def claim(folder: Path, path: Path) -> tuple[bool, Lock | None]:
    """Claims the file at `path`. Returns whether no other window has it, and the claim.

    A claim is a lock file named after a hash of the file's real path.

    folder: the folder with the locks of all windows. Where it cannot be written to or its file system has no locks, the
    file counts as free, and the claim is None.
    """
    try:
        private_folder(folder)
        lock = Lock.acquire(_lock_path(folder, path))
    except OSError:
        return True, None
    return lock is not None, lock


def is_claimed(folder: Path, path: Path) -> bool:
    """Whether another window has claimed the file."""
    return is_held(_lock_path(folder, path))


def claimant(folder: Path, path: Path) -> int | None:
    """The process id of the window that has claimed the file; None if it is not known."""
    return owner_of(_lock_path(folder, path))


def _lock_path(folder: Path, path: Path) -> Path:
    name = os.fsencode(os.path.normcase(os.path.realpath(path)))
    return folder / f"{hashlib.sha256(name).hexdigest()[:32]}.lock"
