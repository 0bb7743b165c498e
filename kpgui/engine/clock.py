"""The clock of a run: how many steps are due at the pace that was set."""

from math import inf, isinf
from time import perf_counter


class Clock:
    """Counts steps against time. At an infinite pace any number is due at any moment."""

    def __init__(self) -> None:
        self._pace = inf
        self.restart()

    def set_pace(self, steps_per_second: float) -> None:
        """From now on this many steps are due a second; the next one is due at once at the latest in 1/pace."""
        self._pace = max(steps_per_second, 1e-3)
        self.restart()

    def restart(self) -> None:
        """Count from now; the first step is due at once."""
        self._begun = perf_counter()
        self._made = 0

    def made(self, steps: int) -> None:
        self._made += steps

    def due(self) -> float:
        """How many steps are due now."""
        if isinf(self._pace):
            return inf
        return max(0, int((perf_counter() - self._begun) * self._pace) + 1 - self._made)

    def wait(self) -> float:
        """Seconds until the next step is due."""
        if isinf(self._pace):
            return 0
        return max(0.0, self._made / self._pace - (perf_counter() - self._begun))
