"""Claims: which window has which file open, for all windows and processes of one user."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from kpgui.recovery.lock import Lock, alone, is_held, note_of, owner_of
from kpgui.recovery.private import private_folder


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
