"""The mailbox: one slot between the trainer and the screen, where frames merge."""

from dataclasses import replace
from threading import Lock

import numpy as np

from kpgui.model.frame import Frame
from kpgui.model.updates import Updates

TAIL = 512
"""The most updates, the newest ones, that a frame keeps."""


class Mailbox:
    """Holds the latest frame until the screen takes it. `put` and `take` may be called from different threads.

    A frame put on one that was not taken yet replaces it, but keeps its field and the values of readings where it has
    none of its own, and continues its recent updates. Frames of another run replace it altogether.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._frame: Frame | None = None

    @property
    def waiting(self) -> bool:
        """Whether there is a frame that was not taken yet."""
        return self._frame is not None

    def put(self, frame: Frame) -> None:
        with self._lock:
            self._frame = frame if self._frame is None else _merged(self._frame, frame)

    def take(self) -> Frame | None:
        """Returns the latest frame and empties the slot; None if there is no new one."""
        with self._lock:
            frame, self._frame = self._frame, None
            return frame


def _merged(old: Frame, new: Frame) -> Frame:
    if old.run != new.run:
        return new
    earlier = old.recent.rows(0, int(np.searchsorted(old.recent.step, new.counters.step)))  # fewer after a step back
    values = tuple({**dict(old.values), **dict(new.values)}.items())
    return replace(new, recent=tail(Updates.join([earlier, new.recent])), field=new.field or old.field, values=values)


def tail(updates: Updates) -> Updates:
    """Returns the newest rows, at most `TAIL`."""
    return updates.rows(max(0, len(updates) - TAIL))
