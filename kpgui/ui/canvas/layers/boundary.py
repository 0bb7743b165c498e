"""The boundary: the curve f = 0."""

from kpgui.model.frame import Frame
from kpgui.ui.canvas.layers.curve import CurveLayer


class BoundaryLayer(CurveLayer):
    width = 2.5

    def colour(self) -> str:
        return self.palette.boundary

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self.show_curve(frame.field.boundary)
