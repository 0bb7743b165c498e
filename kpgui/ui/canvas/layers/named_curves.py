"""Further boundaries beside that of the run, such as a prototype's: dashed, each with its name."""

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.model.arrays import Floats
from kpgui.present.named_curve import NamedCurve
from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.legend_entry import LegendEntry, line_sample
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.strokes import strokes, visible
from kpgui.ui.look.arrows import draw_name

WIDTH, DASH, GAP = 2.0, 8.0, 5.0
"""Of the dashes, in logical pixels."""

UP = np.array([0.0, -1.0])


class NamedCurvesLayer(Layer):
    """A name stands above the highest place at which its curve can be seen, as far as names do not meet."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.curves: tuple[NamedCurve, ...] = ()
        self._drawn: list[tuple[str, Floats]] = []
        """The name of each curve and its dashes, (k, 4) in pixels."""
        self.hide()

    def show_curves(self, curves: tuple[NamedCurve, ...]) -> None:
        """Shows these curves and no others."""
        self.curves = curves
        self._cut()
        self.setVisible(bool(curves))
        self.update()
        self.explained.emit()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._cut()

    def forget_run(self) -> None:
        self.show_curves(())

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = line_sample(self.palette.accent, WIDTH, DASH, GAP)
        return tuple(LegendEntry(f"boundary of {curve.name}", sample, True) for curve in self.curves)

    def _cut(self) -> None:
        size = self.mapping.width, self.mapping.height
        pixels = [self.mapping.to_pixels(curve.curve) for curve in self.curves]
        dashes = [visible(strokes(each, DASH, GAP), *size) for each in pixels]
        self._drawn = [(curve.name, lines) for curve, lines in zip(self.curves, dashes, strict=True)]

    def draw(self, painter: QPainter, density: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for _, lines in self._drawn:
            painter.setPen(QPen(QColor(self.palette.accent), WIDTH, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLines([QLineF(*line) for line in lines.tolist()])
        height = self.mapping.height
        for number, (name, lines) in enumerate(self._drawn):
            below = lines[lines[:, 1] > (2 + 1.6 * number) * painter.fontMetrics().height()]
            below = below[below[:, 1] < height]
            if len(below):
                place = below[np.argmin(below[:, 1]), :2]
                draw_name(painter, self.palette, place, UP, name, self.boundingRect())
