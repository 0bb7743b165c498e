"""Whether a picture still shows what the program shows."""

from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtGui import QImage

MOST = 0.02
"""Share of pixels that may differ: the edges of letters do from one version of Qt to the next."""

VISIBLE = 32
"""Difference of a colour's channel, of 255, that is seen."""

COLOURS = 256
"""Colours of a saved picture: a third of the bytes, and the difference is not seen."""


def as_pixels(image: QImage) -> np.ndarray:
    """(height, width, 3), uint8."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def save(image: QImage, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    reduced = Image.fromarray(as_pixels(image)).quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE)
    reduced.save(path, optimize=True)


def difference(image: QImage, path: Path) -> float:
    """The share of pixels that look different in the saved picture; 1 if there is none, or of another size."""
    if not path.exists():
        return 1.0
    with Image.open(path) as saved:
        before = np.asarray(saved.convert("RGB")).astype(np.int16)
    now = as_pixels(image)
    if before.shape != now.shape:
        return 1.0
    return float((np.abs(now - before).max(axis=2) > VISIBLE).mean())
