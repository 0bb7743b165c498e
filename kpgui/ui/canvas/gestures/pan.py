"""Moving what is no point: the plane, which follows the pointer, and the legend."""

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.stage import Stage


class Pan(Gesture):
    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._last = press.x, press.y
        self._view = stage.view_box.visible_view

    def move(self, x: float, y: float) -> None:
        """Pans at once, without the tolerance of other gestures: an unintended pan does no harm."""
        self.dragging = True
        self.stage.view_box.pan(x - self._last[0], y - self._last[1])
        self._last = x, y

    def cancel(self) -> None:
        self.stage.view_box.show_view(self._view)


class MoveLegend(Gesture):
    """The left button drags it; the right one does nothing there, so that no point is added below it."""

    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._legend = stage.layer(LegendLayer)
        self._before = self._legend.place
        self._corner = self._legend.card.topLeft()

    def drag(self, x: float, y: float) -> None:
        if self.start.button == Qt.MouseButton.LeftButton:
            self._legend.put_at(self._corner.x() + x - self.start.x, self._corner.y() + y - self.start.y)

    def cancel(self) -> None:
        self._legend.put(self._before)
