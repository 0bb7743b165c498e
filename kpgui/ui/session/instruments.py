"""The window's side of readings: the trainer hears which ones are wanted, the panels what came of them."""

from PySide6.QtCore import QObject, QTimer, Signal

from kpgui.engine.messages import Wanted
from kpgui.model.frame import Frame, Status
from kpgui.model.reading import Reading
from kpgui.ui.session.focus import SharedFocus
from kpgui.ui.session.training import Training
from kpgui.words.verdict import sentence_of


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
