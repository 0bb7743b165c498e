"""The boundary: the curve f = 0, and the regions where a vote is 0."""

from kpgui.language import _
from kpgui.model.frame import Frame
from kpgui.ui.canvas.layers.curves import CurveLayer
from kpgui.ui.canvas.layers.legend_entry import LegendEntry, hatched_sample, line_sample

CASING = 2.0
"""Width in logical pixels of the casing on either side."""


class TiesLayer(CurveLayer):
    """The edges and the hatching of the regions where a vote is exactly 0: there is no curve f = 0 through them."""

    width = 1.0
    _symbol = "f"

    def colour(self) -> str:
        return self.palette.boundary

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self._symbol = frame.expansion.symbol
            self.show_curve(frame.field.ties)

    def legend(self) -> tuple[LegendEntry, ...]:
        text = _("region of ties: {symbol} = 0").format(symbol=self._symbol)
        return (LegendEntry(text, hatched_sample(self.shown_colour, self.width), self.in_sight),)


class BoundaryLayer(CurveLayer):
    """In a crowd it lies on the points, and has a casing to be seen there."""

    width = 2.5
    _symbol = "f"

    def casing(self) -> float:
        return CASING if self.crowding.over else 0.0

    def colour(self) -> str:
        return self.palette.boundary

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None:
            self._symbol = frame.expansion.symbol
            self.show_curve(frame.field.boundary)

    def legend(self) -> tuple[LegendEntry, ...]:
        return (
            LegendEntry(
                _("boundary: {symbol} = 0").format(symbol=self._symbol),
                line_sample(self.shown_colour, self.width),
                self.in_sight,
            ),
        )
