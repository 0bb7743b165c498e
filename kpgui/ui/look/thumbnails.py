"""Thumbnails of datasets for the recent files, stored in the program's state folder."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QImageWriter, QPainter, QPixmap

from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import points
from kpgui.geometry.palette import PALETTES
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import View
from kpgui.ui.session.settings import state_folder

WIDTH, HEIGHT = 144, 96
"""Size of the image in pixels; it is shown at half that size, to be sharp on high-density screens too."""

SHOWN = 400
"""Most points in a thumbnail, taken evenly from the dataset; more would only cover each other."""

MARK = 7.0
MARGIN = 6.0

MAX_BYTES = 100_000
"""Largest thumbnail file that is read; the program's own have a few thousand bytes."""


def thumbnail(dataset: Dataset, width: int = WIDTH, height: int = HEIGHT) -> QImage:
    """A picture of points in the plane, on a transparent background with a frame. May be called in any thread."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    palette = PALETTES["light"]
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(tint(palette.muted, 0.6))
    painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), 8, 8)
    chosen = np.linspace(0, len(dataset) - 1, min(len(dataset), SHOWN)).astype(int)
    size = MARK if len(dataset) <= SHOWN // 4 else MARK * 0.7
    view, kinds = View.around(dataset.points), points(palette, size / 2)
    for i in chosen.tolist():
        x, y = dataset.points[i]
        across = _share(x, view.xmin, view.xmax) * (width - 2 * MARGIN) + MARGIN
        down = _share(y, view.ymax, view.ymin) * (height - 2 * MARGIN) + MARGIN
        kinds[int(dataset.labels[i] < 0)](painter, QPointF(across, down))
    painter.end()
    return image


def _share(value: float, start: float, end: float) -> float:
    """The relative position of a value between start and end; halved first, so that no difference overflows."""
    return (value / 2 - start / 2) / (end / 2 - start / 2)


def icon_of(picture: QImage | QPixmap) -> QIcon:
    """A thumbnail as an icon of half its size."""
    pixmap = QPixmap.fromImage(picture) if isinstance(picture, QImage) else picture
    pixmap.setDevicePixelRatio(2)
    return QIcon(pixmap)


class Thumbnails:
    """The stored thumbnails of recent files, one PNG each. Failures to write or read them are ignored."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or thumbnails_folder()

    def keep(self, path: Path, image: QImage, recent: Iterable[str]) -> None:
        """Stores the thumbnail of the file at `path`, and deletes all others but those of the `recent` files."""
        buffer = QBuffer()
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        wanted = {_name(path), *map(_name, map(Path, recent))}
        from kpgui.formats.storage import write_file
        from kpgui.recovery.lock import private_folder

        with contextlib.suppress(OSError, KpguiError):
            private_folder(self._folder)
            write_file(self._folder / _name(path), [bytes(buffer.data().data())], private=True)
            for other in self._folder.glob("*.png"):
                if other.name not in wanted:
                    other.unlink()

    def icon(self, path: Path) -> QIcon:
        """The thumbnail of the file at `path`; an empty icon if there is none."""
        pixmap = QPixmap()
        with contextlib.suppress(OSError):
            kept = self._folder / _name(path)
            if kept.stat().st_size <= MAX_BYTES:
                pixmap.loadFromData(kept.read_bytes())
        return QIcon() if pixmap.isNull() else icon_of(pixmap)


def thumbnails_folder() -> Path:
    return state_folder() / "thumbnails"


def _name(path: Path) -> str:
    import hashlib

    return hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogatepass")).hexdigest()[:32] + ".png"
