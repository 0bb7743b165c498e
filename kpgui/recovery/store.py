"""The recovery store: a folder with one copy for each open window, and those that crashed windows left."""

import contextlib
import os
import secrets
import sys
from pathlib import Path

from kpgui.formats.storage import read_bytes, sweep, write_file
from kpgui.formats.tabular import limits
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.recovery.copy import Copy, packed, unpacked
from kpgui.recovery.lock import Lock, private_folder, remove_left

COPY, LOCK, UNREADABLE = ".copy", ".lock", ".unreadable"


class CopySlot:
    """One window's slot in the store: `PID-TOKEN.copy`, and beside it a lock, held while the window is open."""

    def __init__(self, folder: Path) -> None:
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._folder = folder
        self._lock: Lock | None = None

    @property
    def path(self) -> Path:
        return self._folder / (self._name + COPY)

    def put(self, copy: Copy) -> None:
        """Replaces the previous copy atomically: at any time one of the two is complete on disk.

        Raises KpguiError when it cannot be written; the previous copy is then unchanged.
        """
        if self._lock is None:
            self._lock = _claimed(self._folder, self._name)
        content = packed(copy)
        if len(content) > limits.MAX_BYTES:
            raise KpguiError(
                _("It would be larger than the {most} MB that can be recovered.").format(
                    most=limits.MAX_BYTES // 1_000_000
                )
            )
        write_file(self.path, [content], private=True)

    def clear(self) -> None:
        """Removes the copy, if there is one."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def leave(self) -> None:
        """Releases the slot. A copy that is still in it counts as that of a crashed window from now on."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class Orphan:
    """A copy that a crashed window left, locked for this process until it is discarded or left."""

    def __init__(self, path: Path, lock: Lock | None, copy: Copy) -> None:
        self._path = path
        self._lock = lock
        self.copy = copy

    def discard(self) -> None:
        """Removes the copy."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        self.leave()

    def leave(self) -> None:
        """Releases the copy, so that another start offers it again."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def orphans(folder: Path) -> tuple[list[Orphan], list[Path]]:
    """The copies without a living window, newest first, and the paths of those that cannot be read.

    The latter are renamed, so that they are not offered again. Files that a killed process was writing are removed.
    """
    crashed: list[Orphan] = []
    aside: list[Path] = []
    sweep(folder)
    for path in _files(folder):
        if path.suffix == COPY:
            free, lock = _taken(path)
            if free:
                orphan = _read(path, lock, aside)
                crashed.extend([orphan] if orphan else [])
    remove_left(folder)
    crashed.sort(key=lambda orphan: -orphan.copy.at)
    return crashed, aside


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _read(path: Path, lock: Lock | None, aside: list[Path]) -> Orphan | None:
    try:
        return Orphan(path, lock, unpacked(read_bytes(path)))
    except KpguiError:
        if os.path.exists(path):  # else its window was closed just now
            aside.append(path.with_suffix(UNREADABLE))
            with contextlib.suppress(OSError):
                path.replace(aside[-1])
    if lock is not None:
        lock.release()
    return None


def _claimed(folder: Path, name: str) -> Lock | None:
    """The lock of a window's slot; None where there are no locks, and the process id in the name has to do."""
    try:
        private_folder(folder)
        return Lock.acquire(folder / (name + LOCK))
    except OSError:
        return None


def _taken(path: Path) -> tuple[bool, Lock | None]:
    """Whether a copy has no living window, and its lock, now held; None where there are no locks."""
    try:
        lock = Lock.acquire(path.with_suffix(LOCK))
    except OSError:
        return not _lives(path.name.partition("-")[0]), None
    return lock is not None, lock


def _lives(number: str) -> bool:
    if sys.platform == "win32":  # which has locks wherever files can be written
        return False
    try:
        os.kill(int(number), 0)
    except (OSError, ValueError, OverflowError):
        return False
    return True
