"""Output of a scene as a picture file."""

import errno
import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageWriter, QPainter

from kpgui.figure.application import painting_application
from kpgui.figure.painter import draw, parts_of
from kpgui.figure.scene import Scene
from kpgui.formats.storage.files import write_file, writing_problem
from kpgui.model.errors import KpguiError

SUFFIXES = (".png",)
SIZE = (840, 600)
HEIGHTS = (360, 1000)
"""Without a given size: width and height in pixels, and the range in which the height follows the view."""

DPI = 120.0
SMALLEST, LARGEST, MOST = 32, 20_000, 100_000_000
"""Limits of a side in pixels, and of all pixels together (400 MB)."""


def save_png(scene: Scene, path: str | Path, size: tuple[int, int] | None = None, dpi: float = DPI) -> None:
    """Writes the scene as a PNG of size (width, height) in pixels, with type and lines sized for `dpi`.

    Without a size the picture is as high as the view needs for equal units on both axes.

    An existing file is replaced only when the new one is complete; a symbolic link stays one. Creates a
    QGuiApplication without a screen if none is running. Raises KpguiError for another suffix, a size or dpi out of
    range, and a path that cannot be written.
    """
    target = Path(path)
    check_picture(target, size, dpi)
    picture = png_of(to_image(scene, size, dpi))
    write_file(target, [picture])


def png_of(image: QImage) -> bytes:
    """The image encoded as PNG, in memory: on a full disk, libpng would print a message of its own.

    Raises KpguiError when there is not enough memory.
    """
    buffer = QBuffer()
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise KpguiError("There is no memory for the picture; make it smaller.")
    return bytes(buffer.data().data())


def check_picture(path: str | Path, size: tuple[int, int] | None, dpi: float) -> None:
    """Raises KpguiError for a path to which no picture can be saved, and for a size or dpi out of range."""
    target = Path(path)
    try:
        target.stat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG or isinstance(error, PermissionError):
            raise KpguiError(f"{target} cannot be saved: {writing_problem(target, error)}.") from error
    if os.path.isdir(target):
        raise KpguiError(f"{target} cannot be saved: it is a folder, add a file name.")
    if target.suffix.lower() not in SUFFIXES:
        raise KpguiError(f"{target}: the name of a picture must end in {' or '.join(SUFFIXES)}.")
    if not os.path.isdir(target.parent):
        raise KpguiError(f"{target} cannot be saved: the folder {target.parent} does not exist.")
    check_size(size, dpi)


def check_size(size: tuple[int, int] | None, dpi: float) -> None:
    """Raises KpguiError for a size or dpi out of range."""
    if not 10 <= dpi <= 2400:
        raise KpguiError(f"The resolution must be from 10 to 2400 dots an inch, not {dpi:g}.")
    if size is None:
        return
    width, height = size
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST and width * height <= MOST):
        raise KpguiError(
            f"A picture of {width} × {height} pixels cannot be made; a side has {SMALLEST} to {LARGEST}, "
            f"the whole at most {MOST // 1_000_000} million."
        )


def to_image(scene: Scene, size: tuple[int, int] | None = None, dpi: float = DPI) -> QImage:
    """The scene on an opaque image of (width, height) pixels. Raises KpguiError for a size or dpi out of range."""
    check_size(size, dpi)
    painting_application()
    width, height = size or _natural_size(scene, dpi)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise KpguiError(f"There is no memory for a picture of {width} × {height} pixels; make it smaller.")
    dots_per_metre = round(dpi / 0.0254)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    painter = QPainter(image)
    try:
        painter.scale(dpi / 72, dpi / 72)
        draw(painter, scene, 72 * width / dpi, 72 * height / dpi)
    finally:
        painter.end()
    return image


def _natural_size(scene: Scene, dpi: float) -> tuple[int, int]:
    """The size at which the plot has the shape of the view, or `SIZE` if that is too low or too high."""
    width, height = SIZE
    area = parts_of(scene, 72 * width / dpi, 72 * height / dpi).layout.area
    view = scene.view
    wanted = area.width * (view.ymax - view.ymin) / (view.xmax - view.xmin)
    natural = height + (wanted - area.height) * dpi / 72
    return (width, round(natural)) if HEIGHTS[0] <= natural <= HEIGHTS[1] else SIZE
