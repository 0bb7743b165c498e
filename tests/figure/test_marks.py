"""Marks of a figure are those of the canvas, on another scale."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from kpgui.drawing import symbols
from kpgui.figure.plot import Marks
from kpgui.geometry.palette import LIGHT
from kpgui.geometry.rings import POINT, level, ring

SIDE = 400


def drawn(draw, scale):
    """What is drawn around the middle of a white picture, at so many pixels to a unit."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(SIDE / 2, SIDE / 2)
    painter.scale(scale, scale)
    draw(painter, QPointF())
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(SIDE, SIDE, 4)[..., 2::-1].astype(int)


def width(picture):
    """How many columns are not white."""
    return int((picture != 255).any(axis=(0, 2)).sum())


def thickness(picture):
    """How many pixels of the middle row are dark on its left half."""
    return int((picture[SIDE // 2, : SIDE // 2].sum(axis=1) < 380).sum())


@pytest.mark.parametrize("alpha", [1, 2, 5, 40, 1000])
def test_rings_have_the_size_and_the_width_that_they_have_on_the_canvas(alpha):
    marks = Marks(LIGHT, POINT / 2)
    figure = drawn(marks.ring(level(alpha)), 10)
    canvas = drawn(symbols.ring(LIGHT.support, *ring(level(alpha))), 10)
    assert width(figure) == pytest.approx(width(canvas), abs=1)
    assert thickness(figure) == pytest.approx(thickness(canvas), abs=1)
