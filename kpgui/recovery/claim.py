"""Claims: which window has which file open, for all windows and processes of one user."""

import contextlib
import hashlib
import os
import stat
from pathlib import Path

from kpgui.recovery.lock import Lock, is_held, owner_of
from kpgui.recovery.private import private_folder


class Claim:
    """Held until it is released or the process ends."""

    def __init__(self, locks: list[Lock]) -> None:
        self._locks = locks

    def release(self) -> None:
        """Let go; a second time does nothing."""
        for lock in self._locks:
            lock.release()


def claim(folder: Path, path: Path) -> tuple[bool, Claim | None]:
    """Whether no other window has claimed the file at `path`, and the claim on it until that is released.

    folder: where the locks of all windows are. Free, but without a claim, where that folder cannot be written to or
    has no locks.
    """
    locks: list[Lock] = []
    try:
        private_folder(folder)
        for lock_path in _lock_paths(folder, path):
            lock = Lock.take(lock_path)
            if lock is None:
                Claim(locks).release()
                return False, None
            locks.append(lock)
    except OSError:
        Claim(locks).release()
        return True, None
    return True, Claim(locks)


def is_claimed(folder: Path, path: Path) -> bool:
    """Whether another window has claimed the file."""
    return any(is_held(lock_path) for lock_path in _lock_paths(folder, path))


def claimant(folder: Path, path: Path) -> int | None:
    """The number of the process whose window claimed the file last; None when it is not known."""
    return next((owner for owner in map(owner_of, _lock_paths(folder, path)) if owner is not None), None)


def _lock_paths(folder: Path, path: Path) -> list[Path]:
    """One lock for the file's real path and, when it has several names (hard links), one for the file itself.

    A file with one name is another file after each save, one with several stays the same: see `kpgui.formats.files`.
    """
    names = [os.fsencode(os.path.normcase(os.path.realpath(path)))]
    with contextlib.suppress(OSError, ValueError):
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
            names.append(f"{status.st_dev} {status.st_ino}".encode())
    return [folder / f"{hashlib.sha256(name).hexdigest()[:32]}.lock" for name in names]
