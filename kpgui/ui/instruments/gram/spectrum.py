"""The eigenvalues of a Gram matrix by size, on a logarithmic axis."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.param import grouped, power_of_ten
from kpgui.ui.instruments.gram.reading import Curve
from kpgui.ui.look.scale import hold, scaled, write_small

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 110, 40, 8, 8, 18
"""Height of the plot in pixels, and the room around its axes."""

LARGE, SMALL, FEW = 5.0, 2.5, 100
"""Sizes of the dots, of up to so many and of more."""

MOST_TICKS = 5

LEFTWARDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHTWARDS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRED = Qt.AlignmentFlag.AlignCenter
DISC, SQUARE = Qt.PenCapStyle.RoundCap, Qt.PenCapStyle.SquareCap


class SpectrumPlot(QWidget):
    """A dot for each |λ|, from the largest λ to the least: a disc if λ > 0, a square if λ < 0, pale if it may be 0."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._curve: Curve | None = None
        self.setObjectName(f"{key}.spectrum")
        self.setAccessibleName(_("Eigenvalues by size, on a logarithmic axis"))
        hold(self, height=HEIGHT)

    def show_curve(self, curve: Curve | None, palette: Palette) -> None:
        """Shows this; None shows nothing."""
        self._curve, self._colours = curve, palette
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        curve, painter = self._curve, QPainter(self)
        if curve is None or not len(curve.heights):
            return
        write_small(painter)
        area = QRectF(self.rect()).adjusted(scaled(LEFT), scaled(TOP), -scaled(RIGHT), -scaled(BOTTOM))
        colours, m, span = self._colours, len(curve.heights), curve.high - curve.low
        painter.setPen(QPen(QColor(colours.grid), 1))
        decades = range(curve.low, curve.high + 1, -(-span // MOST_TICKS))
        rises = [round(area.bottom() - (decade - curve.low) / span * area.height()) + 0.5 for decade in decades]
        painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in rises])
        painter.setPen(QColor(colours.muted))
        for decade, y in zip(decades, rises, strict=True):
            place = QRectF(0, y - scaled(8), area.left() - scaled(4), scaled(16))
            painter.drawText(place, RIGHTWARDS, power_of_ten(decade))
        below = QRectF(area.left(), area.bottom(), area.width(), scaled(BOTTOM))
        for side, text in ((LEFTWARDS, "1"), (CENTRED, _("|λ| of each axis, by size of λ")), (RIGHTWARDS, grouped(m))):
            painter.drawText(below, side, text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        across = area.left() + area.width() * np.arange(m) / max(1, m - 1)
        places = np.column_stack([across, area.bottom() - area.height() * curve.heights])
        for sign, colour, cap in ((0, colours.muted, DISC), (1, colours.text, DISC), (-1, colours.danger, SQUARE)):
            size = LARGE if sign and m <= FEW else SMALL
            painter.setPen(QPen(QColor(colour), size, Qt.PenStyle.SolidLine, cap))
            painter.drawPoints([QPointF(*each) for each in places[curve.signs == sign].tolist()])
