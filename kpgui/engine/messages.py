"""The trainer's messages: commands on a queue, and the mailbox, one slot where frames merge."""

from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock

import numpy as np

from kpgui.model.frame import Frame
from kpgui.model.reading import Focus, Reading
from kpgui.model.session import Session, View
from kpgui.model.updates import Updates


class Play(Enum):
    """How a run goes on."""

    PAUSED = "paused"
    PACED = "paced"
    """At the set pace, showing what happens."""
    TO_END = "to_end"
    """As fast as possible, whatever the pace, showing little before the end."""


@dataclass(frozen=True)
class Load:
    """Begin a run of this session's learner. Frames carry the number `run`. Also resets a run.

    step: to which the run goes at once, to pause there.
    """

    run: int
    session: Session
    play: Play = Play.PAUSED
    step: int = 0


@dataclass(frozen=True)
class Resume:
    """Go on with the run, or begin it."""

    play: Play = Play.PACED


@dataclass(frozen=True)
class Pause:
    pass


@dataclass(frozen=True)
class Step:
    """Examine `count` more points, or go back −count steps if it is negative, then pause."""

    count: int = 1


class Unit(Enum):
    """What a run can be stepped by."""

    STEP = "step"
    MISTAKE = "mistake"
    EPOCH = "epoch"


@dataclass(frozen=True)
class Seek:
    """Show the run as it was after this many steps, or the nearest that is known, then pause."""

    step: int


@dataclass(frozen=True)
class Skip:
    """Go to the `count`-th next mistake or end of an epoch, learning on if need be, or back if it is negative."""

    unit: Unit
    count: int = 1


@dataclass(frozen=True)
class Reach:
    """Show the run after so many steps, mistakes or epochs in all, or at its end if that comes first.

    more: the run goes on from there at the next such command, and counts as running while it waits for that.
    """

    unit: Unit
    count: int
    more: bool = False


@dataclass(frozen=True)
class Pace:
    """Set the pace: steps a second, `math.inf` for as fast as possible."""

    steps_per_second: float


@dataclass(frozen=True)
class Viewport:
    """Set the rectangle on screen, and its size in pixels, for which the field is computed."""

    view: View
    width: int
    height: int


@dataclass(frozen=True)
class Wanted:
    """A reading, and how often it is computed at most, in times a second.

    request: a number that grows when a panel appears, which has to be sent the value even if it was computed before.
    """

    reading: Reading
    rate: float
    request: int = 0


@dataclass(frozen=True, eq=False)
class Watch:
    """Compute these readings, and no others, with this focus; frames carry the values."""

    wanted: tuple[Wanted, ...]
    focus: Focus


@dataclass(frozen=True)
class Quit:
    pass


Command = Load | Resume | Pause | Step | Seek | Skip | Reach | Pace | Viewport | Watch | Quit


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

    @property
    def latest(self) -> Frame | None:
        """The frame that `take` would return, which stays where it is."""
        return self._frame

    def take(self, only: Frame | None = None) -> Frame | None:
        """Returns the latest frame and empties the slot; None if there is no new one, or if it is not `only`."""
        with self._lock:
            if only is not None and self._frame is not only:
                return None
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
