"""The readings that the screen wants, and when each is due. Without threads, and without a clock of its own."""

from collections.abc import Hashable, Iterator
from math import inf
from typing import Any

from kpgui.engine.messages.commands import Watch
from kpgui.model.reading import Focus, Moment, Reading, value_of


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
