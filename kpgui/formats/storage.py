"""Reading and saving of files: bounded, complete or not at all; hidden temporary files, removed after a kill.

A name has random digits and a checksum of them, which tells these files from what others have named alike.
A writer holds a lock on what it has made. The system releases it when the process ends, even by kill −9, so what can be
locked is abandoned. Windows has no such locks but does not remove files that are open; as that does not protect a file
between closing and renaming, only old ones are removed there.
"""

import contextlib
import errno
import hashlib
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from kpgui.formats.tabular import limits
from kpgui.language import _, later
from kpgui.model.errors import KpguiError

TOO_LONG = later("its name is too long, choose a shorter one")


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises KpguiError when it is not readable or larger than the limit."""
    return read_with_status(path)[0]


def read_with_status(path: Path) -> tuple[bytes, os.stat_result]:
    """The content of a file, and its `os.fstat` before it was read. Raises KpguiError as `read_bytes` does."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            small = status.st_size <= limits.MAX_BYTES
            content = file.read(limits.MAX_BYTES + 1) if small else b""
    except (OSError, ValueError) as error:
        raise KpguiError(
            _("{path} cannot be opened: {problem}.").format(path=path, problem=_reading_problem(path, error))
        ) from error
    if not small or len(content) > limits.MAX_BYTES:  # a pipe has no size until it is read
        raise limits.too_large(str(path))
    return content, status


def _reading_problem(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return _("there is no such file")
    if isinstance(error, IsADirectoryError) or (isinstance(error, PermissionError) and os.path.isdir(path)):
        return _("it is a folder, choose a file in it")
    if isinstance(error, PermissionError):
        return _("you have no permission to read it")
    return _reason(error)


def write_file(path: Path, pieces: Iterable[bytes], private: bool = False) -> None:
    """Writes a file atomically: at every moment it has either the whole old content or the whole new one.

    The pieces go to a new file in the same folder, which then replaces the old one and takes over its owner and mode.
    Symbolic links are followed. What is not a regular file, such as a pipe, is written to directly. private: only the
    user may read it. Raises KpguiError, or what the pieces raise, and then
    leaves the old file unchanged.
    """
    try:
        target = Path(os.path.realpath(path))
        if is_special(target):
            with target.open("wb") as file:
                file.writelines(pieces)
        else:
            _replace(target, pieces, private)
    except KpguiError:  # of the pieces; it is a ValueError, too
        raise
    except (OSError, ValueError) as error:
        raise KpguiError(
            _("{path} cannot be saved: {problem}.").format(path=path, problem=writing_problem(path, error))
        ) from error


def is_special(path: Path) -> bool:
    """Whether a path is a pipe or a device, which do not store what is written to them.

    Uses `os.path`, because `Path.exists` and its like raise an error for a path that may not be inspected.
    """
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _replace(target: Path, pieces: Iterable[bytes], private: bool) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, _("write protected"), str(target))
    sweep(target.parent)
    with unfinished(target, None if private else old, private) as handle, os.fdopen(os.dup(handle), "wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def writing_problem(path: Path, error: OSError | ValueError) -> str:
    """Why a file cannot be written, and what to do, for a message; without a full stop."""
    if os.path.isdir(path):
        return _("it is a folder, add a file name")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        if os.path.islink(path):
            return _("it is a link, and the folder {folder} does not exist").format(
                folder=Path(os.path.realpath(path)).parent
            )
        return _("the folder {folder} does not exist").format(folder=path.parent)
    if isinstance(error, PermissionError) or getattr(error, "errno", None) == errno.EROFS:
        return _("you have no permission to write there, choose another place")
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        return _("the disk is full, make room or choose another place")
    return _reason(error)


def _reason(error: OSError | ValueError) -> str:
    """The system's own message, for errors without a better one here."""
    if getattr(error, "errno", None) == errno.ENAMETOOLONG:
        return _(TOO_LONG)
    words = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return words[:1].lower() + words[1:]


if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform != "win32"

ABANDONED = 3600
"""Seconds after which a file that is not open counts as abandoned, where there are no locks."""

_NAME = re.compile(r"\.kpgui-([0-9a-f]{16})[0-9a-f]{8}\.tmp")


@contextlib.contextmanager
def unfinished(target: Path, like: os.stat_result | None = None, private: bool = False) -> Iterator[int]:
    """Creates a file in the target's folder, yields its descriptor, and replaces the target after the block.

    like: status of the file that is replaced, whose owner and mode the new file gets, so that nobody can read it who
    could not read the old one, not even while it is empty. Without it the mode is that of the user's umask, unless
    private. When the block raises, or the target cannot be replaced, the new file is removed and the target is
    unchanged. Raises OSError.
    """
    path, handle = _made(target.parent, 0o600 if private or like is not None else 0o666)
    with contextlib.ExitStack() as opened:
        opened.callback(os.close, handle)
        try:
            if like is not None:
                _set_owner_and_mode(path, handle, like)
                _copy_attributes(target, handle)
            yield handle
            if not LOCKS:  # Windows neither renames nor removes an open file
                opened.close()
            path.replace(target)
        except BaseException:
            if not LOCKS:
                opened.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise


def sweep(folder: Path) -> None:
    """Removes the unfinished files in a folder whose writers have ended."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _NAME.fullmatch(entry.name)
            if match and entry.name == temporary_name(match[1]):
                with contextlib.suppress(OSError):
                    _remove_if_left(Path(entry.path))


def temporary_name(digits: str) -> str:
    """The name of an unfinished file with these 16 hexadecimal digits."""
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


def _remove_if_left(path: Path) -> None:
    """Removes a file whose writer has ended. Raises OSError when it is still in use, or not permitted."""
    if sys.platform == "win32":
        if time.time() - path.stat().st_mtime > ABANDONED:
            path.unlink()
        return
    handle = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            path.unlink()
    finally:
        os.close(handle)
