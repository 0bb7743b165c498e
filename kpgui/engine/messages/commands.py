"""What the trainer can be told. Frozen values on a queue."""

from dataclasses import dataclass
from enum import Enum

from kpgui.model.reading import Focus, Reading
from kpgui.model.session import Session, View


class Play(Enum):
    """How a run goes on."""

    PAUSED = "paused"
    PACED = "paced"
    """At the pace that was set, showing what happens."""
    TO_END = "to_end"
    """As fast as it goes, whatever the pace, showing little before the end."""


@dataclass(frozen=True)
class Load:
    """Begin a run of this session's learner; frames carry its number. Also the way to reset."""

    run: int
    session: Session
    play: Play = Play.PAUSED


@dataclass(frozen=True)
class Resume:
    """Go on with the run, or begin it."""

    play: Play = Play.PACED


@dataclass(frozen=True)
class Pause:
    pass


@dataclass(frozen=True)
class Step:
    """Examine this many more points, or with a count below 0 go back so many steps, then pause."""

    count: int = 1


@dataclass(frozen=True)
class Pace:
    """Steps a second; `math.inf` for as fast as it goes."""

    steps_per_second: float


@dataclass(frozen=True)
class Viewport:
    """The rectangle on screen and its size in pixels: what the field is computed for."""

    view: View
    width: int
    height: int


@dataclass(frozen=True)
class Wanted:
    """A reading, and how many times a second it is computed at most."""

    reading: Reading
    rate: float


@dataclass(frozen=True, eq=False)
class Watch:
    """Compute these readings, and no others, with this focus; frames carry the values."""

    wanted: tuple[Wanted, ...]
    focus: Focus


@dataclass(frozen=True)
class Quit:
    pass


Command = Load | Resume | Pause | Step | Pace | Viewport | Watch | Quit
