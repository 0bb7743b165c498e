"""The field: f as colours, under everything else."""

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, qRgb

from kpgui.model.frame import FieldImage, Frame
from kpgui.present.palette import Palette, field_colours
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.stage import Stage

FADED = 0.4
"""Opacity of the field of an outdated run."""


class FieldLayer(Layer):
    """The field as one image, made when a field arrives, and painted with smooth scaling.

    It is drawn at the view it was computed for, so that it stays in place during zooming until a new one arrives.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._field: FieldImage | None = None
        self._image = QImage()
        self._place = QRectF()
        self._colours = _colours(self.palette)
        self.shown = 0
        """The number of fields shown so far."""

    def show_frame(self, frame: Frame) -> None:
        if frame.field is not None and frame.field is not self._field:
            self._field = frame.field
            self.shown += 1
            self._refresh()

    def set_shown(self, shown: bool) -> None:
        """Shows or hides the colours; hidden ones are not made from the bytes.

        The trainer makes the bytes nevertheless: the boundary comes from the same values of f, of which they are a
        small part of the work, and with very many support vectors f under the pointer is read from them.
        """
        super().set_shown(shown)
        self._refresh()

    def show_outdated(self, old: str) -> None:
        self.setOpacity(FADED if old else 1)

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._colours = _colours(palette)
        self._refresh()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._put()

    def draw(self, painter: QPainter, density: float) -> None:
        if self._field is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._place, self._image)

    def _refresh(self) -> None:
        self._image = self._coloured(self._field) if self._field is not None and self.isVisible() else QImage()
        self._put()
        self.update()

    def _coloured(self, field: FieldImage) -> QImage:
        """An RGB image, top row first: painting from colour indices is four times as slow."""
        ny, nx = field.pixels.shape
        rows = np.ascontiguousarray(field.pixels[::-1])
        indexed = QImage(rows.data, nx, ny, nx, QImage.Format.Format_Indexed8)
        indexed.setColorTable(self._colours)
        return indexed.convertToFormat(QImage.Format.Format_RGB32)

    def _put(self) -> None:
        if self._field is None:
            return
        view = self._field.view
        corners = np.array([[view.xmin, view.ymax], [view.xmax, view.ymin]])
        (left, top), (right, bottom) = self.mapping.to_pixels(corners)
        self._place = QRectF(left, top, right - left, bottom - top)


def _colours(palette: Palette) -> list[int]:
    return [qRgb(*colour[:3]) for colour in field_colours(palette).tolist()]
