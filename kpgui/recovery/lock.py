"""Private files, locks that end with their process, and claims: which window has which file open."""

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Iterator
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


def claim(folder: Path, path: Path) -> tuple[bool, Lock | None]:
    """Claims the file at `path`. Returns whether no other window has it, and the claim.

    A claim is a lock file named after a hash of the file's real path. The path is also written into it, so that another
    name of the same file (a hard link) is recognised, whenever it was made and whatever was saved meanwhile.

    folder: the folder with the locks of all windows. Where it cannot be written to or its file system has no locks, the
    file counts as free, and the claim is None.
    """
    own = _lock_path(folder, path)
    try:
        private_folder(folder)
        with alone(folder / "claiming"):  # of two windows that claim two names of a file at once, one gets it
            if is_claimed(folder, path):
                return False, None
            lock = Lock.acquire(own, _real_path(path))
    except OSError:
        return True, None
    return lock is not None, lock


def is_claimed(folder: Path, path: Path) -> bool:
    """Whether another window has claimed the file."""
    return any(True for _ in _held(folder, path))


def claimant(folder: Path, path: Path) -> int | None:
    """The process id of the window that has claimed the file; None if none has, or it is not known."""
    return next((owner for owner in map(owner_of, _held(folder, path)) if owner is not None), None)


def _held(folder: Path, path: Path) -> Iterator[Path]:
    """The locks held on this file, under any of its names."""
    own = _lock_path(folder, path)
    if is_held(own):
        yield own
    for lock_path in folder.glob("*.lock"):
        if lock_path != own and is_held(lock_path) and _are_one(path, note_of(lock_path)):
            yield lock_path


def _are_one(path: Path, name: bytes) -> bool:
    try:
        return bool(name) and path.samefile(os.fsdecode(name))
    except (OSError, ValueError):
        return False


def _real_path(path: Path) -> bytes:
    return os.fsencode(os.path.normcase(os.path.realpath(path)))


def _lock_path(folder: Path, path: Path) -> Path:
    return folder / f"{hashlib.sha256(_real_path(path)).hexdigest()[:32]}.lock"
