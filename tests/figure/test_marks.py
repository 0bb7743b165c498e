"""Marks of a figure are those of the canvas, on another scale."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from kpgui.drawing import symbols
from kpgui.figure.marks import Marks
from kpgui.geometry.palette import LIGHT, rgb
from kpgui.geometry.rings import POINT, level_of, ring
from kpgui.ui.canvas.layers.run_marks import level

SIDE = 400


def drawn(draw, scale):
    """What is drawn around the middle of a white picture, at so many pixels to a unit."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(SIDE / 2, SIDE / 2)
    painter.scale(scale, scale)
    draw(painter)
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
    figure = drawn(lambda painter: marks.draw_ring(painter, QPointF(), alpha), 10)
    canvas = drawn(symbols.ring(LIGHT.support, *ring(level_of(alpha))), 10)
    assert width(figure) == pytest.approx(width(canvas), abs=1)
    assert thickness(figure) == pytest.approx(thickness(canvas), abs=1)


@pytest.mark.parametrize("hollow", [False, True])
@pytest.mark.parametrize("label", [1, -1])
def test_points_have_the_colours_and_lines_that_they_have_on_the_canvas(label, hollow):
    marks = Marks(LIGHT, POINT / 2)
    figure = drawn(lambda painter: marks.draw_point(painter, QPointF(), label, hollow=hollow), 20)
    canvas = drawn(symbols.points(LIGHT, POINT)[2 * hollow + (label < 0)], 20)
    assert width(figure) == pytest.approx(width(canvas), abs=6)
    middle = SIDE // 2
    assert figure[middle, middle].tolist() == canvas[middle, middle].tolist()
    for colour in (LIGHT.outline, LIGHT.positive, LIGHT.negative):
        shares = [float((picture == rgb(colour)).all(axis=2).mean()) for picture in (figure, canvas)]
        assert shares[0] == pytest.approx(shares[1], rel=0.1, abs=0.003)


def test_levels_are_those_of_the_canvas():
    alphas = np.arange(1, 400)
    assert [level_of(alpha) for alpha in alphas.tolist()] == level(alphas).tolist()
