"""The eigenvalues of a Gram matrix by size, on a logarithmic axis."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

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


class SpectrumPlot(QWidget):
    """A dot for each |λ|, from the largest λ to the least: a disc if λ > 0, a cross if λ < 0, small if it may be 0."""

    def __init__(self, key: str, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self._colours = palette
        self._curve: Curve | None = None
        self.setObjectName(f"{key}.spectrum")
        self.setAccessibleName(_("Eigenvalues by size, on a logarithmic axis"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        hold(self, height=HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(HEIGHT))

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_curve(self, curve: Curve | None) -> None:
        """Shows this; None shows nothing."""
        self._curve = curve
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        curve, colours = self._curve, self._colours
        if curve is None or not len(curve.heights):
            return
        painter = QPainter(self)
        write_small(painter)
        area = QRectF(self.rect()).adjusted(scaled(LEFT), scaled(TOP), -scaled(RIGHT), -scaled(BOTTOM))
        span = curve.high - curve.low
        for decade in range(curve.low, curve.high + 1, -(-span // MOST_TICKS)):
            y = round(area.bottom() - (decade - curve.low) / span * area.height()) + 0.5
            painter.setPen(QPen(QColor(colours.grid), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colours.muted))
            place = QRectF(0, y - scaled(8), area.left() - scaled(4), scaled(16))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, power_of_ten(decade))
        m = len(curve.heights)
        below = QRectF(area.left(), area.bottom(), area.width(), scaled(BOTTOM))
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, "1")
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, _("|λ| of each axis, by size of λ"))
        if m > 1:
            painter.drawText(below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, grouped(m))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        usual = LARGE if m <= FEW else SMALL
        across = area.left() + area.width() * np.arange(m) / max(1, m - 1)
        down = area.bottom() - area.height() * curve.heights
        for x, y, sign in zip(across.tolist(), down.tolist(), curve.signs.tolist(), strict=True):
            size = usual if sign else SMALL
            if sign < 0:
                painter.setPen(QPen(QColor(colours.danger), size / 3))
                half = 0.6 * size
                painter.drawLine(QPointF(x - half, y - half), QPointF(x + half, y + half))
                painter.drawLine(QPointF(x - half, y + half), QPointF(x + half, y - half))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.text if sign else colours.muted))
                painter.drawEllipse(QPointF(x, y), size / 2, size / 2)
