"""Icons: the SVG files of resources/icons, drawn in the colours of a theme."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from kpgui.model.resources import resource

SIZES = 20, 40
"""Sizes in device pixels that are drawn, for plain and for fine screens; each takes a tenth of a millisecond."""

APP_SIZES = 16, 32, 48, 128, 256


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled: str) -> QIcon:
    """The icon `resources/icons/<name>.svg` with `currentColor` as the colour, and its disabled form."""
    drawn = QIcon()
    for mode, shade in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        source = resource("icons", f"{name}.svg").read_text("utf-8").replace("currentColor", shade)
        renderer = QSvgRenderer(QByteArray(source.encode("utf-8")))
        for size in SIZES:
            drawn.addPixmap(_drawn(renderer, size), mode)
    return drawn


def app_icon() -> QIcon:
    """The program's own icon, in full colour."""
    drawn = QIcon()
    renderer = QSvgRenderer(str(resource("icons", "kpgui.svg")))
    for size in APP_SIZES:
        drawn.addPixmap(_drawn(renderer, size))
    return drawn


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
