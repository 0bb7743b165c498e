"""Messages about recovered sessions and about files that other programs changed."""

from datetime import datetime
from pathlib import Path

from kpgui.language import _, later
from kpgui.words.counters import plural

FATES = {"same": "", "changed": later(" The file was changed since."), "gone": later(" The file itself is gone.")}


def offer(path: Path | None, points: int, at: float, now: float, fate: str = "same") -> str:
    """The offer to recover a crashed window's session. fate: what became of its file, a key of FATES.

    >>> offer(Path("a/xor.kpgui"), 42, 1000.0, 1000.0)
    'kpgui ended unexpectedly. Unsaved changes to xor.kpgui of ... (42 points) were kept.'
    """
    what = path.name if path else _("an untitled session")
    size = plural(points, "{n} point", "{n} points")
    when = time_text(at, now)
    return _("kpgui ended unexpectedly. Unsaved changes to {what} of {when} ({size}) were kept.{fate}").format(
        what=what, when=when, size=size, fate=_(FATES[fate])
    )


def time_text(at: float, now: float) -> str:
    """A time of day, with its date unless that is today. at, now: in seconds since 1970.

    >>> import time
    >>> noon = time.mktime((2026, 5, 4, 12, 0, 0, 0, 0, -1))
    >>> time_text(noon, noon + 60), time_text(noon, noon + 86400 * 3)
    ('12:00', '2026-05-04 12:00')
    """
    when, today = datetime.fromtimestamp(at), datetime.fromtimestamp(now)
    return f"{when:%H:%M}" if when.date() == today.date() else f"{when:%Y-%m-%d %H:%M}"


def set_aside(files: list[Path]) -> str:
    """The message about recovery copies that cannot be read."""
    names = ", ".join(file.name for file in files)
    return _("{files} cannot be read, and stay in {parent}: {names}.").format(
        files=plural(len(files), "{n} recovery file", "{n} recovery files"), parent=files[0].parent, names=names
    )
