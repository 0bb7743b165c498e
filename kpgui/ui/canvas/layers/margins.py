"""The margins: the curves f = ±1, or ± the learner's own margin, dashed."""

import numpy as np

from kpgui.language import _
from kpgui.model.frame import Frame
from kpgui.model.number import shown
from kpgui.ui.canvas.layers.curves import CurveLayer
from kpgui.ui.canvas.layers.legend_entry import LegendEntry, line_sample


class MarginsLayer(CurveLayer):
    width = 1.25
    length = 6.0
    gap = 4.0
    _margin, _symbol = 1.0, "f"

    def colour(self) -> str:
        return self.palette.margin

    def show_frame(self, frame: Frame) -> None:
        field = frame.field
        if field is not None:
            self._margin, self._symbol = frame.margin, frame.expansion.symbol
            self.show_curve(np.vstack([field.positive_margin, [[np.nan, np.nan]], field.negative_margin]))

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = line_sample(self.shown_colour, self.width, self.length, self.gap)
        return (
            LegendEntry(
                _("margins: {symbol} = ±{margin}").format(symbol=self._symbol, margin=shown(self._margin, 3)),
                sample,
                self.in_sight,
            ),
        )
