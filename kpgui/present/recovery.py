"""What is said about recovered sessions and about files that others changed."""

from datetime import datetime
from pathlib import Path

from kpgui.present.counters import plural

FATES = {"same": "", "changed": " The file was changed since.", "gone": " The file itself is gone."}


def offer(path: Path | None, points: int, at: float, now: float, fate: str = "same") -> str:
    """One crashed window's session, as it is offered; fate: what became of its file, a key of FATES.

    >>> offer(Path("a/xor.kpgui"), 42, 1000.0, 1000.0)
    'kpgui ended unexpectedly. Unsaved changes to xor.kpgui of ... (42 points) were kept.'
    """
    what = path.name if path else "an untitled session"
    size = plural(points, "point")
    return f"kpgui ended unexpectedly. Unsaved changes to {what} of {moment(at, now)} ({size}) were kept.{FATES[fate]}"


def moment(at: float, now: float) -> str:
    """A time, with its day unless that is today.

    >>> import time
    >>> noon = time.mktime((2026, 5, 4, 12, 0, 0, 0, 0, -1))
    >>> moment(noon, noon + 60), moment(noon, noon + 86400 * 3)
    ('12:00', '2026-05-04 12:00')
    """
    when, today = datetime.fromtimestamp(at), datetime.fromtimestamp(now)
    return f"{when:%H:%M}" if when.date() == today.date() else f"{when:%Y-%m-%d %H:%M}"


def set_aside(files: list[Path]) -> str:
    """Recovery copies that cannot be read."""
    names = ", ".join(file.name for file in files)
    return f"{plural(len(files), 'recovery file')} cannot be read, and stay in {files[0].parent}: {names}."
