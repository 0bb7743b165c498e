"""The boundary: the curve f = 0."""

from PySide6.QtGui import QColor

from kpgui.model.frame import Frame
from kpgui.ui.canvas.layers.curve import CurveLayer


class BoundaryLayer(CurveLayer):
    width = 2.5

    def colour(self) -> QColor:
        return QColor(self.palette.boundary)

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self.show_curve(frame.field.boundary)
