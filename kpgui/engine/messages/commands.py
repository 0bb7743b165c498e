"""The commands that the trainer accepts: frozen values on a queue."""

from dataclasses import dataclass
from enum import Enum

from kpgui.model.reading import Focus, Reading
from kpgui.model.session import Session, View


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
    """What a run can be stepped by, besides single steps."""

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


Command = Load | Resume | Pause | Step | Seek | Skip | Pace | Viewport | Watch | Quit
