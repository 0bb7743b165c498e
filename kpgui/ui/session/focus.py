"""The focus, which canvas, table and instruments share in both directions, and the window's side of readings."""

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from kpgui.engine.messages import Wanted
from kpgui.model.arrays import Ints, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.model.reading import Focus, Reading
from kpgui.ui.session.training import Training
from kpgui.words.verdict import sentence_of

_NONE = frozen((), np.int64)


class SharedFocus(QObject):
    """The hovered point, the selected points and the place below the pointer, for all views of the points alike.

    Finding the point below the pointer takes a pass over all points, so there is a hovered point only while at least
    one view follows it.
    """

    selection_changed = Signal(object)
    """Ids of the selected points, ascending."""

    hovered_changed = Signal(object)
    """The id of the point below the pointer, or None."""

    place_changed = Signal(object)
    """x and y in the plane below the pointer, or None."""

    bump_changed = Signal(object)
    """The id of the point whose bump β·K(xᵢ, ·) is shown, or K(xᵢ, ·) alone; or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selected: Ints = _NONE
        self._hovered: int | None = None
        self._place: tuple[float, float] | None = None
        self._last_place: tuple[float, float] | None = None
        self._followers: set[str] = set()
        self._bump: int | None = None
        self.bump_alone = False
        """Whether the bump is K(xᵢ, ·) without its β."""
        self.partner: int | None = None
        """Id of the other point where the pointer is at a pair, as on a matrix; the hovered one is the first."""

    @property
    def now(self) -> Focus:
        """The focus as a value, for readings."""
        return Focus(self._hovered, self._selected, self._last_place)

    @property
    def selected(self) -> Ints:
        """Ids of the selected points, ascending."""
        return self._selected

    @property
    def hovered(self) -> int | None:
        """Id of the point below the pointer."""
        return self._hovered

    def select(self, ids: Ints, dataset: Dataset) -> None:
        """Selects these points and no others; ids that no point of the dataset has are left out."""
        chosen = _found(np.asarray(ids, np.int64), dataset.ids) if len(ids) else _NONE
        if not np.array_equal(chosen, self._selected):
            self._selected = frozen(chosen, np.int64)
            self.selection_changed.emit(self._selected)

    def hover(self, point: int | None, partner: int | None = None) -> None:
        """Sets the id of the point below the pointer, and of the other one of a pair; None for none."""
        if (point, partner) != (self._hovered, self.partner):
            self._hovered, self.partner = point, partner
            self.hovered_changed.emit(point)

    def point_to(self, place: tuple[float, float] | None) -> None:
        """Sets the place in the plane below the pointer; None while the pointer is elsewhere."""
        if place != self._place:
            self._place, self._last_place = place, place or self._last_place
            self.place_changed.emit(place)

    @property
    def bump(self) -> int | None:
        """Id of the point whose bump is shown."""
        return self._bump

    def show_bump(self, point: int | None, alone: bool = False) -> None:
        """Shows the bump of the point with this id, or without its β `alone`; None shows none."""
        if (point, alone) != (self._bump, self.bump_alone):
            self._bump, self.bump_alone = point, alone
            self.bump_changed.emit(point)

    def restrict_to(self, dataset: Dataset) -> None:
        """Removes points that are no longer in the dataset from the selection, and the other ones if they are gone."""
        self.select(self._selected, dataset)
        if self._hovered is not None and not (dataset.ids == self._hovered).any():
            self.hover(None)
        if self._bump is not None and not (dataset.ids == self._bump).any():
            self.show_bump(None)

    @property
    def hover_followed(self) -> bool:
        """Whether any view follows the hovered point."""
        return bool(self._followers)

    def follow_hover(self, name: str, follows: bool) -> None:
        """Registers a view, by a name of its own, as a follower of the hovered point, or removes it."""
        (self._followers.add if follows else self._followers.discard)(name)
        if not self._followers:
            self.hover(None)


def _found(ids: Ints, among: Ints) -> Ints:
    """The ids that are in both arrays, ascending, each once. Beyond 10 000 much faster than NumPy's intersect1d."""
    rising = np.sort(ids)
    rising = rising[np.append(True, rising[1:] != rising[:-1])]
    return rising[np.isin(rising, among)]


class Instruments(QObject):
    """Keeps account of the readings that visible panels want; while there are none, nothing is sent or computed."""

    arrived = Signal(object, object)
    """A reading and its latest value, or `Failed`."""

    run_failed = Signal(str)
    """The sentence that says why there is no run to be read."""

    def __init__(self, training: Training, focus: SharedFocus, parent: QObject) -> None:
        super().__init__(parent)
        self._training = training
        self._focus = focus
        self._wanted: dict[str, Wanted] = {}
        self._requests = 0
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self._tell)
        training.frame_arrived.connect(self._receive)
        focus.hovered_changed.connect(self._follow_hovered)
        focus.selection_changed.connect(self._follow_selected)
        focus.place_changed.connect(self._follow_place)

    def want(self, panel: str, reading: Reading, rate: float) -> None:
        """A panel with this key shows this reading, at most `rate` times a second."""
        self._requests += 1
        self._wanted[panel] = Wanted(reading, rate, self._requests)
        self._telling.start()

    def drop(self, panel: str) -> None:
        """The panel is no longer visible."""
        if self._wanted.pop(panel, None) is not None:
            self._telling.start()

    def _tell(self) -> None:
        self._training.watch(tuple(self._wanted.values()), self._focus.now)

    def _follow_hovered(self) -> None:
        self._follow("hovered")

    def _follow_selected(self) -> None:
        self._follow("selected")

    def _follow_place(self) -> None:
        self._follow("place")

    def _follow(self, part: str) -> None:
        if any(part in wanted.reading.needs for wanted in self._wanted.values()):
            self._telling.start()

    def _receive(self, frame: Frame) -> None:
        for reading, value in frame.values:
            self.arrived.emit(reading, value)
        if frame.status is Status.FAILED:
            self.run_failed.emit(sentence_of(frame.problem))
