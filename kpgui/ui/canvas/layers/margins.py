"""The margins: the curves f = ±1, dashed."""

import numpy as np

from kpgui.model.frame import Frame
from kpgui.ui.canvas.layers.curve import CurveLayer


class MarginsLayer(CurveLayer):
    width = 1.25
    length = 6.0
    gap = 4.0

    def colour(self) -> str:
        return self.palette.margin

    def show_frame(self, frame: Frame) -> None:
        field = frame.field
        if field is not None:
            self.show_curve(np.vstack([field.positive_margin, [[np.nan, np.nan]], field.negative_margin]))
