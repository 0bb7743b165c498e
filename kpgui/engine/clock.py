"""The clocks of a run: how many steps are due at the pace that was set, and when the next frame is due."""

from math import inf, isinf
from time import perf_counter


class Clock:
    """Knows when the next step is due. At an infinite pace any number is due at any moment."""

    def __init__(self) -> None:
        self._pace = inf
        self._next = perf_counter()

    def set_pace(self, steps_per_second: float) -> None:
        """From now on this many steps are due a second; the next one is not due sooner than it was before."""
        self._pace = max(steps_per_second, 1e-3)
        now = perf_counter()
        self._next = min(max(self._next, now), now + 1 / self._pace)

    def restart(self) -> None:
        """Count from now; the first step is due at once."""
        self._next = perf_counter()

    def made(self, steps: int) -> None:
        if not isinf(self._pace):
            self._next += steps / self._pace

    def due(self) -> float:
        """How many steps are due now."""
        if isinf(self._pace):
            return inf
        late = perf_counter() - self._next
        return 0 if late < 0 else int(late * self._pace) + 1

    def wait(self) -> float:
        """Seconds until the next step is due."""
        return 0 if isinf(self._pace) else max(0.0, self._next - perf_counter())


class FrameClock:
    """Knows when the next frame is due: `period` seconds after the one before was due.

    Counted from when that one was begun instead, every frame would be late by what the last slice of learning went
    beyond its time: 48 frames a second instead of 60. A frame that is more than a whole period late is not made up
    for; the next one is counted from it.
    """

    def __init__(self) -> None:
        self._due = -inf

    def begin(self, now: float, period: float) -> None:
        """A frame is begun now; the next one is due a period after this one was due."""
        self._due = (self._due if now - period <= self._due <= now else now) + period

    def due(self, now: float) -> bool:
        return now >= self._due

    def until(self, now: float, longest: float) -> float:
        """When to look again: after `longest` seconds, or when the next frame is due if that is sooner."""
        return min(now + longest, self._due) if now < self._due else now + longest
