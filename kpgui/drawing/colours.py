"""Colours that let what is below show through, and those of the field."""

from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtGui import QColor, QImage

from kpgui.geometry.palette import Palette, field_colours


def tint(colour: str, opacity: float) -> QColor:
    """A colour with an opacity from 0 to 1."""
    tinted = QColor(colour)
    tinted.setAlphaF(opacity)
    return tinted


BANDS = 5
"""Bands of equal width from f = 0 to the peak."""


@lru_cache(maxsize=16)
def table_of(palette: Palette, kind: str) -> tuple[int, ...]:
    """The colours of a quantised field as 256 numbers 0xAARRGGBB;

    kind: "smooth", "banded" with `BANDS` on either side, or "classes".
    """
    steps = np.arange(-128, 128)
    share = np.abs(steps)
    if kind == "banded":
        band = np.minimum((share - 1) * BANDS // 127, BANDS - 1)
        share = np.where(share > 0, 1 + band * 126 // (BANDS - 1), 0)
    elif kind == "classes":
        share = np.where(share > 0, 64, 0)
    colours = field_colours(palette)[128 + np.sign(steps) * np.minimum(share, 127)].astype(np.int64)
    return tuple((0xFF << 24 | colours[:, 0] << 16 | colours[:, 1] << 8 | colours[:, 2]).tolist())


def image_of(palette: Palette, pixels: Any, kind: str = "smooth") -> QImage:
    """A quantised field, uint8 (ny, nx), in colours; row 0 of the pixels is the lowest."""
    shown = np.ascontiguousarray(pixels[::-1])
    height, width = shown.shape
    image = QImage(shown.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(table_of(palette, kind))
    return image.copy()
