"""Fingerprints of files, to detect that another program changed a file since it was read or written."""

import hashlib
import os
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

COMPARED = 4_000_000
"""Bytes up to which a file's content is compared; of a larger file only time and size are."""


class FileState(Enum):
    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Fingerprint:
    """The state of a file. modified: in nanoseconds. digest: SHA-256 of the content, "" for a large file."""

    modified: int
    size: int
    digest: str

    @classmethod
    def of(cls, path: Path) -> "Fingerprint | None":
        """The fingerprint of a file as it is now; None if it cannot be read or is not a regular file."""
        try:
            with open(path, "rb", opener=_without_waiting) as file:
                status = os.fstat(file.fileno())
                regular = stat.S_ISREG(status.st_mode)
                content = file.read(COMPARED + 1) if regular and status.st_size <= COMPARED else b""
        except (OSError, ValueError):
            return None
        return cls.of_content(content, status)

    @classmethod
    def of_content(cls, content: bytes, status: os.stat_result) -> "Fingerprint | None":
        """The file that had this status when its content was about to be read; None when it is no regular file.

        What is written to the file while it is being read counts as a change.
        """
        if not stat.S_ISREG(status.st_mode):
            return None
        digest = hashlib.sha256(content).hexdigest() if status.st_size <= COMPARED else ""
        return cls(status.st_mtime_ns, status.st_size, digest)


def compare(path: Path, before: Fingerprint | None, thorough: bool = False) -> FileState:
    """What became of a file since `before`, which is None if there was no file then.

    Unless `thorough`, a file with equal time and size counts as the same, as does one about which nothing can be found
    out, for instance in a folder without read permission.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return FileState.SAME if before is None else FileState.GONE
    except (OSError, ValueError):
        return FileState.SAME
    if not stat.S_ISREG(status.st_mode):
        return FileState.SAME
    if before is None:
        return FileState.CHANGED
    untouched = (status.st_mtime_ns, status.st_size) == (before.modified, before.size)
    if untouched and not (thorough and before.digest):
        return FileState.SAME
    now = Fingerprint.of(path)
    if now is None or (now.digest == before.digest != ""):
        return FileState.SAME
    return FileState.CHANGED


def _without_waiting(path: str, flags: int) -> int:
    """Opener that does not block on a pipe without a process at its other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
