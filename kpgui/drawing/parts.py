"""Named parts of a picture, and its colours."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QPdfWriter

from kpgui.geometry.palette import Palette, blend, field_colours


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

    kind: "smooth", "banded" with `BANDS` on either side, "classes", or "matrix" with the full colours of the classes.
    """
    if kind == "matrix":
        ends = palette.negative, palette.positive
        shares = [(k > 128, min(1.0, abs(k - 128) / 127)) for k in range(256)]
        return tuple(QColor(blend(palette.undecided, ends[upwards], share)).rgb() for upwards, share in shares)
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


class GroupingDevice(QPaintDevice):
    """A paint device with groups. outlines: whether text is to be drawn as paths."""

    @abstractmethod
    def begin_group(self, name: str, words: str, clip: QRectF | None) -> None:
        """Begins a group: name as an identifier, words for a reader, clip in the coordinates of the page; "", None."""

    @abstractmethod
    def end_group(self) -> None:
        """Ends the innermost group."""


@contextmanager
def part(painter: QPainter, name: str = "", words: str = "", clip: QRectF | None = None) -> Iterator[None]:
    """Context whose drawing is one part of the picture, clipped to a rectangle, None for not clipped.

    name: as an identifier; words: what it says, for search and screen readers.
    """
    device = painter.device()
    painter.save()
    if isinstance(device, GroupingDevice):
        device.begin_group(name, words, clip)
    elif clip is not None:
        painter.setClipRect(clip)
    try:
        yield
    finally:
        painter.restore()
        if isinstance(device, GroupingDevice):
            device.end_group()


def is_vector(painter: QPainter) -> bool:
    """Whether every shape is kept as such, and costs bytes."""
    return isinstance(painter.device(), GroupingDevice | QPdfWriter)
