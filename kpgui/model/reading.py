"""Readings: what instruments show of a run. Pure functions, computed away from the screen."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Ints, frozen
from kpgui.model.errors import KpguiError, Token
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.model.updates import Updates


@dataclass(frozen=True, eq=False)
class ErrorRecord:
    """How many of the points trained on, and of those held out, are on the wrong side: after steps[k] steps, (k,).

    steps: ascending from 0, where f = 0 classifies no point. every: 0 if the counts hold until the next of the steps,
    otherwise the steps are samples, so far apart. known: the step up to which this is known. problem: a sentence that
    says why it is not going to be known further, or "". Arrays are read-only views that the run shares.
    """

    steps: Ints
    training: Ints
    held_out: Ints
    known: int
    every: int = 0
    problem: str = ""


_NONE: Ints = frozen((), np.int64)


@dataclass(frozen=True, eq=False)
class Focus:
    """What the user points at, the same on the canvas, in the table and in all instruments.

    hovered: id of the point below the pointer. selected: ids of the selected points, (k,), ascending. place: x and y in
    the plane below the pointer, the last ones after it has left the canvas.
    """

    hovered: int | None = None
    selected: Ints = field(default_factory=lambda: _NONE)
    place: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Trace:
    """The record of a run before some step. Valid only while the reading that was given it is computed.

    latest: returns the last rows of the log before that step, at most so many, in their order. state: of the learner;
    None behind the last step, since it has gone on since. latest_state: of the learner, also there, for records in it
    that only grow. last_step: returns what the last step examined, an
    `Examined`, and the state for its explanation, which may be a later one; None if there is no such step on record.
    """

    latest: Callable[[int], Updates] = lambda rows: Updates.none()
    state: Any = None
    latest_state: Any = None
    last_step: Callable[[], tuple[Any, Any] | None] = lambda: None


@dataclass(frozen=True, eq=False)
class Moment:
    """A run as it was after some step: the session being learned and the state, as a frame without its field.

    mistakes: the steps of all mistakes made so far, also later than the one shown, counted from 0, (k,), ascending.
    errors: the points on the wrong side after each step, as far as known, for readings that need it.
    """

    session: Session
    frame: Frame
    mistakes: Ints = field(default_factory=lambda: _NONE)
    errors: ErrorRecord | None = None
    trace: Trace = field(default_factory=Trace)


@dataclass(frozen=True)
class Numbers:
    """Numbers for a file: the names of the columns, and one array for each, all of one length; names may be text."""

    names: tuple[str, ...]
    columns: tuple[Any, ...]


@dataclass(frozen=True)
class Reading:
    """One aspect of a run at a moment. A subclass is a frozen dataclass whose fields are the settings.

    key: names it in messages. needs: the parts of the focus that it depends on, names of fields of `Focus`.
    needs_errors: whether it reads `Moment.errors`, which is worked out only while there is such a reading.
    """

    key: ClassVar[str]
    needs: ClassVar[frozenset[str]] = frozenset()
    needs_errors: ClassVar[bool] = False

    def read(self, moment: Moment, focus: Focus) -> Any:
        """The value to be painted: frozen, its arrays read-only. Takes a few milliseconds at most at 100 000 points.

        Raises KpguiError with a sentence where there is none.
        """
        raise NotImplementedError

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """All its numbers at a moment, for a file; columns of equal length. For instruments that export numbers."""
        raise NotImplementedError


@dataclass(frozen=True)
class LongReading:
    """One aspect of a session that takes seconds: computed in the background, when it is asked for."""

    key: ClassVar[str]

    def question(self, session: Session) -> tuple[object, ...]:
        """All that the value depends on: it is out of date, or not worth waiting for, when this differs."""
        raise NotImplementedError

    def read(self, session: Session, token: Token) -> Any:
        """The value to be shown: frozen.

        Raises KpguiError with a sentence where there is none, `Cancelled` soon after the token says so.
        """
        raise NotImplementedError

    def table(self, value: Any) -> Numbers:
        """The numbers of a value, for a file. For instruments that export numbers."""
        raise NotImplementedError


@dataclass(frozen=True)
class Failed:
    """The reason, in a sentence, why a reading has no value. details: the traceback if it is a bug."""

    sentence: str
    details: str = ""


def value_of(reading: Reading, moment: Moment, focus: Focus) -> Any:
    """The value of a reading, or `Failed`: an instrument that cannot be read does not end the run."""
    try:
        return reading.read(moment, focus)
    except KpguiError as error:
        return Failed(str(error))
    except MemoryError:
        return Failed(_("There is not enough memory for this; take fewer points."))
    except Exception as error:
        return Failed(f"This is a bug, in reading “{reading.key}”: {error!r}.", traceback.format_exc())
