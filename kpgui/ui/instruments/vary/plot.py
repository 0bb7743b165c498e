"""The plot of a variation: a chart with a pointer for mouse and keyboard."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.figure.charts.axes import Ink
from kpgui.figure.charts.chart import Chart
from kpgui.figure.charts.painter import area_of, draw_chart
from kpgui.geometry.palette import Palette
from kpgui.ui.look.scale import hold, scale, scaled

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter


class ChartPlot(QWidget):
    """A chart. The pointer is at one of its values or cells; arrow keys move it, a click or Enter chooses.

    pointed: the index at the pointer, None for none. chosen: the index that was chosen.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, name: str, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        hold(self, least_height=170)
        self._colours = palette
        self.pointer: int | None = None
        self.chart: Chart | None = None

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(220))

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_chart(self, chart: Chart | None) -> None:
        """Shows this; the pointer stays where the values are the same."""
        before, self.chart = self.chart, chart
        if before is None or chart is None or (before.labels, before.rows) != (chart.labels, chart.rows):
            self._point_to(None)
        self.update()

    def area(self) -> QRectF:
        """Where the chart is in the widget, without its axes."""
        return area_of(self.chart, QRectF(self.rect()), scale())

    # What the user does.

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_to(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.chosen.emit(found)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_to(None)

    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the actions of the window that have them too."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() in (*ARROWS, *ENTER))
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.chart is not None and event.key() in ARROWS:
            self._point_to(self.chart.moved(self.pointer, *ARROWS[Qt.Key(event.key())]))
        elif event.key() in ENTER and self.pointer is not None:
            self.chosen.emit(self.pointer)
        else:
            super().keyPressEvent(event)

    def _at(self, position: QPointF) -> int | None:
        area = self.area()
        if self.chart is None or not area.contains(position):
            return None
        return self.chart.at(
            (position.x() - area.left()) / area.width(), (area.bottom() - position.y()) / area.height()
        )

    def _point_to(self, index: int | None) -> None:
        if index != self.pointer:
            self.pointer = index
            self.update()
            self.pointed.emit(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.chart is not None:
            draw_chart(Ink(painter, self._colours, scale(), True), QRectF(self.rect()), self.chart, self.pointer)
        if self.hasFocus():
            painter.setPen(QColor(self._colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
