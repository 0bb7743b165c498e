"""When work is due: steps at the set pace, the next frame, and the readings that the screen wants."""

from collections.abc import Hashable, Iterator
from math import inf, isinf
from time import perf_counter
from typing import Any

from kpgui.engine.messages import Watch
from kpgui.model.reading import Focus, Moment, Reading, value_of


class Clock:
    """The clock of steps at a set pace. At an infinite pace any number of steps is due at any time."""

    def __init__(self) -> None:
        self._pace = inf
        self._next = perf_counter()

    def set_pace(self, steps_per_second: float) -> None:
        """Sets the pace. The next step stays due when it was, or one new period from now if that is sooner."""
        self._pace = max(steps_per_second, 1e-3)
        now = perf_counter()
        self._next = min(max(self._next, now), now + 1 / self._pace)

    @property
    def pace(self) -> float:
        """Steps a second."""
        return self._pace

    def restart(self) -> None:
        """Counts from now; the first step is due at once."""
        self._next = perf_counter()

    def made(self, steps: int) -> None:
        """Records that this many steps were made."""
        if not isinf(self._pace):
            self._next += steps / self._pace

    def due(self) -> float:
        """Returns how many steps are due now."""
        if isinf(self._pace):
            return inf
        late = perf_counter() - self._next
        return 0 if late < 0 else int(late * self._pace) + 1

    def wait(self) -> float:
        """Returns the seconds until the next step is due."""
        return 0 if isinf(self._pace) else max(0.0, self._next - perf_counter())


class FrameClock:
    """The clock of frames: each is due `period` seconds after the previous one was due.

    If periods began when a frame was begun, each frame would be late by as much as the last slice of learning overran:
    48 frames a second instead of 60. After a frame that is more than a whole period late, periods start afresh.
    """

    def __init__(self) -> None:
        self._due = -inf

    def begin(self, now: float, period: float) -> None:
        """Records that a frame is begun now, and when the next one is due. Times in seconds."""
        self._due = (self._due if now - period <= self._due <= now else now) + period

    def due(self, now: float) -> bool:
        return now >= self._due

    def until(self, now: float, longest: float) -> float:
        """Returns the time `longest` seconds from now, or that at which the next frame is due if it comes sooner."""
        return min(now + longest, self._due) if now < self._due else now + longest


class _Watched:
    """A wanted reading: its rate (Hz), its last request, the moment of its last value, and when (s) it is due again."""

    def __init__(self) -> None:
        self.rate = 1.0
        self.request = 0
        self.read_at: Hashable = None
        self.due = -inf


class Watching:
    """Computes each wanted reading at most at its rate, and only when the moment or a focus it needs has changed."""

    def __init__(self) -> None:
        self._watched: dict[Reading, _Watched] = {}
        self._focus = Focus()

    def change(self, watch: Watch) -> None:
        """Sets the wanted readings and the focus; readings that need a part of the focus that changed become due."""
        before, self._focus = self._focus, watch.focus
        self._watched = {each.reading: self._watched.get(each.reading, _Watched()) for each in watch.wanted}
        for reading, watched in self._watched.items():
            wanted = [each for each in watch.wanted if each.reading == reading]
            watched.rate, request = max(each.rate for each in wanted), max(each.request for each in wanted)
            anew, watched.request = request != watched.request, request
            if anew or any(getattr(before, part) is not getattr(watch.focus, part) for part in reading.needs):
                watched.read_at = None

    @property
    def needs_errors(self) -> bool:
        """Whether any of the readings needs the errors after each step."""
        return any(reading.needs_errors for reading in self._watched)

    def wait(self, moment: Hashable, now: float) -> float:
        """Returns the seconds until a reading is due, at most 0 when one is; infinite when all are up to date.

        moment: a key of the run's state, as (number of the run, step).
        """
        return min((each.due for each in self._watched.values() if each.read_at != moment), default=inf) - now

    def read(self, moment: Hashable, made: Moment, now: float) -> Iterator[tuple[Reading, Any]]:
        """Yields each reading that is due, and its value, computed one by one."""
        for reading, watched in list(self._watched.items()):
            if watched.read_at != moment and watched.due <= now:
                watched.read_at, watched.due = moment, now + 1 / watched.rate
                yield reading, value_of(reading, made, self._focus)
