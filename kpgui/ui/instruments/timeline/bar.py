"""The timeline: the whole run as a strip, on which the pointer, the wheel and keys go to any step."""

from typing import ClassVar

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from kpgui.engine.messages import Unit
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.frame import Frame
from kpgui.model.reading import Failed, Reading
from kpgui.ui.forms.widgets import claimed
from kpgui.ui.instruments.timeline.reading import RunMarks, RunMarksValue, place_text, spoken
from kpgui.ui.look.style import edge, plain
from kpgui.ui.session.focus import Instruments
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE

HEIGHT, EDGE = 22, 8
"""Height of the strip, and the room for half the handle at either end, in pixels."""

MOST_STEPS = 2**31 - 1
"""The steps that a slider can count; of a longer run the later ones are not reached."""

LEAST_TICK = 5.0
"""Least distance in pixels between the ends of two epochs that are marked."""

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
EPOCHS = {Qt.Key.Key_PageDown: -1, Qt.Key.Key_PageUp: 1}
ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class TimelineStrip(QAbstractSlider):
    """From step 0 to the head of the run. Mistakes are strokes, higher where there are more; epochs end at ticks.

    Left and Right go by steps, with Ctrl by mistakes, Page Up and Page Down by epochs, Home and End to either end. The
    wheel does the same: plain by steps, with Ctrl by mistakes, with Shift by epochs.

    sought: the step that the user wants to see. stepped: by how many steps to go on, or back. skipped: a Unit, and how
    many of it.
    """

    sought = Signal(int)
    stepped = Signal(int)
    skipped = Signal(object, int)

    reading: ClassVar[Reading] = RunMarks()

    def __init__(
        self, training: Training, instruments: Instruments, palette: Palette, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._instruments, self._colours = training, instruments, palette
        self._marks: RunMarksValue | None = None
        self._lines = PrimitiveArray(QLineF, 4)
        self._turned = 0
        self.setObjectName("timeline")
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(_("Timeline"))
        self.setToolTip(_("The run so far: drag to any step; Ctrl with arrows or wheel goes by mistakes"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setRange(0, 0)
        training.frame_arrived.connect(self.show_frame)
        instruments.arrived.connect(self._receive)
        self.sought.connect(training.seek)
        self.stepped.connect(training.step_by)
        self.skipped.connect(training.skip)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_frame(self, frame: Frame) -> None:
        """Follows the run."""
        head, step = min(frame.head, MOST_STEPS), min(frame.counters.step, MOST_STEPS)
        if (head, step) != (self.maximum(), self.value()):
            self.setMaximum(head)
            if not self.isSliderDown():
                self.setValue(step)
            self.setAccessibleDescription(spoken(step, head, self._marks))
            self.update()

    def _receive(self, reading: Reading, value: object) -> None:
        if reading == self.reading and isinstance(value, RunMarksValue):
            self._marks = value
            self.update()
        elif reading == self.reading and isinstance(value, Failed):
            self._marks = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._instruments.want("timeline", self.reading, READABLE)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._instruments.drop("timeline")

    # What the user does.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            # While a run goes on the handle's own place pauses it too, as it would with any other.
            self._seek(event.position().x(), even_if_shown=self._training.playing)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        step = self._step_at(event.position().x())
        QToolTip.showText(event.globalPosition().toPoint(), plain(place_text(step, self._marks)), self)
        if self.isSliderDown():
            self._seek(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One notch is one step, mistake or epoch; parts of a notch add up."""
        turned = event.angleDelta().y() or event.angleDelta().x()  # Alt and, on some systems, Shift turn the wheel
        self._turned += turned
        notches, self._turned = int(self._turned / 120), int(np.fmod(self._turned, 120))
        event.accept()
        if not notches:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.skipped.emit(Unit.MISTAKE, notches)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.skipped.emit(Unit.EPOCH, notches)
        else:
            self.stepped.emit(notches)

    def event(self, event: QEvent) -> bool:
        """Claims keys such as Home, which are shortcuts of the window otherwise."""
        return claimed(event, lambda key: key.key() in (*STEPS, *EPOCHS, *ENDS)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ENDS:
            self.sought.emit(0 if key == Qt.Key.Key_Home else self.maximum())
        elif key in EPOCHS:
            self.skipped.emit(Unit.EPOCH, EPOCHS[key])
        elif key in STEPS and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.skipped.emit(Unit.MISTAKE, STEPS[key])
        elif key in STEPS:
            self.stepped.emit(STEPS[key])
        else:
            event.ignore()

    def _seek(self, x: float, even_if_shown: bool = False) -> None:
        step = self._step_at(x)
        if even_if_shown or step != self.value():
            self.setValue(step)
            self.sought.emit(step)

    def _step_at(self, x: float) -> int:
        share = (x - EDGE) / max(1, self.width() - 2 * EDGE)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours, width, middle = self._colours, self.width() - 2 * EDGE, self.height() / 2
        groove = QRectF(EDGE, middle - 2, width, 4)
        self._paint_marks(painter, width)
        painter.setClipping(False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(edge(colours)))
        painter.drawRoundedRect(groove, 2, 2)
        at = EDGE + width * self.value() / max(1, self.maximum())
        painter.setBrush(QColor(colours.accent))
        painter.drawRoundedRect(QRectF(EDGE, middle - 2, at - EDGE, 4), 2, 2)
        painter.setBrush(QColor(colours.panel))
        painter.setPen(QPen(QColor(colours.accent if self.isEnabled() else colours.muted), 2))
        painter.drawRoundedRect(QRectF(at - 4, middle - 9, 8, 18), 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_marks(self, painter: QPainter, width: float) -> None:
        marks, head = self._marks, self.maximum()
        if marks is None or not head:
            return
        if marks.epoch_length and width * marks.epoch_length / head >= LEAST_TICK:
            painter.setPen(QColor(self._colours.muted))
            for step in range(marks.epoch_length, head, marks.epoch_length):
                x = EDGE + width * step / head
                painter.drawLine(int(x), self.height() - 6, int(x), self.height() - 1)
        filled = np.flatnonzero(marks.counts)
        if not len(filled):
            return
        room = self.height() / 2 - 4
        heights = np.maximum(3.0, room * np.sqrt(marks.counts[filled] / marks.counts.max()))
        places = EDGE + width * (marks.head / head) * (filled + 0.5) / len(marks.counts)
        painter.setPen(QPen(QColor(self._colours.flash), 1))
        bottom = self.height() / 2 - 3
        painter.setClipRect(QRectF(EDGE, 0, width + 1, self.height()))  # marks of the run before may be longer
        at, tops = places.astype(int), (bottom - heights).astype(int)
        self._lines.resize(len(at))
        self._lines.ndarray()[:] = np.column_stack((at, tops, at, np.full(len(at), int(bottom))))
        painter.drawLines(*self._lines.drawargs())
