"""Gram matrices as images in the colours of a theme, and the images of a kernel's parts beside its tree."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.geometry.palette import Palette, blend
from kpgui.language import _
from kpgui.ui.instruments.gram.reading import GramValue
from kpgui.ui.instruments.gram.words import part_texts
from kpgui.ui.look.scale import scaled


@lru_cache(maxsize=8)
def _table(palette: Palette) -> tuple[int, ...]:
    """The colours of 256 pixel values, from the negative class' over the undecided at 128 to the positive class'."""
    ends = palette.negative, palette.positive
    return tuple(
        QColor(blend(palette.undecided, ends[k > 128], min(1.0, abs(k - 128) / 127))).rgb() for k in range(256)
    )


def image_of(palette: Palette, pixels: "np.ndarray") -> QImage:
    """Pixels, uint8 (height, width), in colours; row 0 is on top."""
    shown = np.ascontiguousarray(pixels, np.uint8)
    height, width = shown.shape
    image = QImage(shown.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(_table(palette))
    return image.copy()


SIDE, GAP, INDENT = 50, 8, 12
"""Side of an image of a part, the distance of its text, and by how much a part of it is indented, in pixels."""


class PartsView(QWidget):
    """The tree of a combined kernel: each part with its matrix, its expression, and the rule that makes it a kernel."""

    def __init__(self, key: str, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self._colours, self._order = palette, 0
        self._value: GramValue | None = None
        self.setObjectName(f"{key}.parts")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def sizeHint(self) -> QSize:
        rows = 0 if self._value is None else len(self._value.parts)
        return QSize(200, rows * scaled(SIDE + GAP))

    def set_palette(self, palette: Palette) -> None:
        """Draws in these colours."""
        self._colours = palette
        self.update()

    def show_value(self, value: GramValue | None, order: int) -> None:
        """Shows the parts in this of `ORDERS`; a kernel that is no combination has none."""
        self._value, self._order = value, order
        parts = () if value is None else value.parts
        self.setAccessibleName("\n".join(" ".join(part_texts(each)) for each in parts) or _("No parts"))
        self.setVisible(bool(parts))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, side, gap = QPainter(self), scaled(SIDE), scaled(GAP)
        for row, part in enumerate(() if self._value is None else self._value.parts):
            place = QRectF(scaled(INDENT) * part.depth, row * (side + gap), side, side)
            if part.images:
                painter.drawImage(place, image_of(self._colours, part.images[self._order]))
            painter.setPen(QColor(self._colours.grid))
            painter.drawRect(place)
            text, why = part_texts(part)
            room = QRectF(place.right() + gap, place.top(), self.width() - place.right() - gap, side)
            painter.setPen(QColor(self._colours.text))
            line = painter.fontMetrics().lineSpacing()
            elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignTop, elided)
            painter.setPen(QColor(self._colours.muted if part.kernel.validity.guaranteed else self._colours.warning))
            painter.drawText(room.adjusted(0, line, 0, gap), int(Qt.TextFlag.TextWordWrap), why)
