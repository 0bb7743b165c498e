"""Small pictures of datasets for the recent files, kept in the folder of the program's state."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QImageWriter, QPainter, QPixmap

from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import View
from kpgui.present.palette import PALETTES
from kpgui.ui.session.settings import state_folder

WIDTH, HEIGHT = 144, 96
"""Pixels of the image; it is shown at half of that, so that it is sharp on fine screens too."""

SHOWN = 400
"""Most points in a picture, evenly through the dataset; more would only cover each other."""

MARK = 7.0
MARGIN = 6.0

MAX_BYTES = 100_000
"""A picture has a few thousand; what is larger is none of ours."""


def thumbnail(dataset: Dataset, width: int = WIDTH, height: int = HEIGHT) -> QImage:
    """A picture of points in the plane, on a transparent ground with a frame. May be called in any thread."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    palette = PALETTES["light"]
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QColor(palette.muted)
    frame.setAlphaF(0.6)
    painter.setPen(frame)
    painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), 8, 8)
    painter.setPen(Qt.PenStyle.NoPen)
    chosen = np.linspace(0, len(dataset) - 1, min(len(dataset), SHOWN)).astype(int)
    size = MARK if len(dataset) <= SHOWN // 4 else MARK * 0.7
    view = View.around(dataset.points)
    for i in chosen.tolist():
        x, y = dataset.points[i]
        across = _share(x, view.xmin, view.xmax) * (width - 2 * MARGIN) + MARGIN
        down = _share(y, view.ymax, view.ymin) * (height - 2 * MARGIN) + MARGIN
        _draw_point(painter, QPointF(across, down), size, dataset.labels[i] > 0)
    painter.end()
    return image


def _share(value: float, start: float, end: float) -> float:
    """How much of the way from start to end it is to a value; halved, so that no difference overflows."""
    return (value / 2 - start / 2) / (end / 2 - start / 2)


def _draw_point(painter: QPainter, at: QPointF, size: float, positive: bool) -> None:
    palette = PALETTES["light"]
    painter.setBrush(QColor(palette.positive if positive else palette.negative))
    if positive:
        painter.drawEllipse(at, size / 2, size / 2)
    else:
        side = 0.88 * size
        painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side))


class Thumbnails:
    """The pictures of recent files, one small PNG each. What cannot be kept or read is simply not there."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or thumbnails_folder()

    def keep(self, path: Path, image: QImage, recent: Iterable[str]) -> None:
        """Keep the picture of the file at `path`, and those of `recent` files; all others go."""
        buffer = QBuffer()
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        wanted = {_name(path), *map(_name, map(Path, recent))}
        from kpgui.formats.storage.files import write_file
        from kpgui.recovery.private import private_folder

        with contextlib.suppress(OSError, KpguiError):
            private_folder(self._folder)
            write_file(self._folder / _name(path), [bytes(buffer.data().data())], private=True)
            for other in self._folder.glob("*.png"):
                if other.name not in wanted:
                    other.unlink()

    def icon(self, path: Path) -> QIcon:
        """The picture of the file at `path`, an empty icon when there is none."""
        pixmap = QPixmap()
        with contextlib.suppress(OSError):
            kept = self._folder / _name(path)
            if kept.stat().st_size <= MAX_BYTES:
                pixmap.loadFromData(kept.read_bytes())
        if pixmap.isNull():
            return QIcon()
        pixmap.setDevicePixelRatio(2)
        return QIcon(pixmap)


def thumbnails_folder() -> Path:
    return state_folder() / "thumbnails"


def _name(path: Path) -> str:
    import hashlib

    return hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogatepass")).hexdigest()[:32] + ".png"
