"""The two axes, of fixed size, so that the mapping to pixels does not jump when labels change."""

from functools import lru_cache
from typing import Any

import pyqtgraph as pg

from kpgui.geometry.palette import Palette
from kpgui.geometry.ticks import Axis, ticks
from kpgui.ui.look.typeface import window_font

LEFT_WIDTH = 54
BOTTOM_HEIGHT = 26

APART = 72
"""Fewest pixels between two ticks; the same on both axes, so that equal units make a square grid."""


@lru_cache(maxsize=8)
def ticks_along(low: float, high: float, pixels: float) -> Axis:
    """The ticks of an axis from low to high that is so many pixels long."""
    return ticks(low, high, max(2, int(pixels / APART)))


class CanvasAxis(pg.AxisItem):
    """An axis with the same ticks and labels as in figures, in the palette's colours."""

    def __init__(self, orientation: str, palette: Palette) -> None:
        super().__init__(orientation)
        self._labels: dict[float, str] = {}
        self._unit = 1.0
        # SI prefixes are for the title, which is not shown but would be laid out at every move of the view.
        self.enableAutoSIPrefix(False)
        self.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False)
        self.recolour(palette)
        self.set_unit(1.0)

    def set_unit(self, unit: float) -> None:
        """Makes it so many times as large as usual."""
        self._unit = unit
        self.setStyle(tickFont=window_font(unit), tickTextOffset=round(5 * unit), tickLength=round(-4 * unit))
        if self.orientation == "left":
            self.setWidth(round(LEFT_WIDTH * unit))
        else:
            self.setHeight(round(BOTTOM_HEIGHT * unit))

    def recolour(self, palette: Palette) -> None:
        self.setPen(pg.mkPen(palette.grid))
        self.setTextPen(pg.mkPen(palette.muted))

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        axis = ticks_along(minVal, maxVal, size / self._unit)
        self._labels = dict(zip(axis.values, axis.labels, strict=True))
        return [(1.0, list(axis.values))]

    def generateDrawSpecs(self, painter: Any) -> Any:
        """What is drawn; the topmost label is moved until it is whole."""
        specs = super().generateDrawSpecs(painter)
        for place, *__ in specs[2] if specs else ():
            place.moveTop(max(place.top(), 0.0))
        return specs

    def tickStrings(self, values: Any, scale: float, spacing: float) -> list[str]:
        return [self._labels[value] for value in values]
