"""The clock of a run: how many steps are due at the pace that was set."""

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
