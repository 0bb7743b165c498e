"""Claims: which window has which file open, for all windows and processes of one user."""

import hashlib
import os
from pathlib import Path

from kpgui.recovery.lock import Lock, is_held, owner_of


def claim(folder: Path, path: Path) -> tuple[bool, Lock | None]:
    """Whether no other window has claimed the file at `path`, and the lock that claims it until it is released.

    folder: where the locks of all windows are, one for each real path. Free, but without a lock, where that folder
    cannot be written to or has no locks.
    """
    lock_path = _lock_path(folder, path)
    try:
        lock_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = Lock.take(lock_path)
    except OSError:
        return True, None
    return lock is not None, lock


def is_claimed(folder: Path, path: Path) -> bool:
    """Whether another window has claimed the file."""
    return is_held(_lock_path(folder, path))


def claimant(folder: Path, path: Path) -> int | None:
    """The number of the process whose window claimed the file last; None when it is not known."""
    return owner_of(_lock_path(folder, path))


def _lock_path(folder: Path, path: Path) -> Path:
    real = os.fsencode(os.path.normcase(os.path.realpath(path)))
    return folder / f"{hashlib.sha256(real).hexdigest()[:32]}.lock"
