"""Marks around points: those of a figure are those of the canvas, on another scale."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from kpgui.drawing import symbols
from kpgui.figure.plot import Marks
from kpgui.geometry.palette import DARK, LIGHT
from kpgui.geometry.rings import POINT, level, ring
from kpgui.model.explanation import Outcome

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


def coverage(picture):
    """The share of pixels that are not white."""
    return float((picture != 255).any(axis=2).mean())


def test_a_square_has_the_area_of_a_disc():
    disc, square, *hollow = (coverage(drawn(each, 1)) for each in symbols.points(DARK, 100))
    assert disc == pytest.approx(square, rel=0.03)
    assert [disc, square] == pytest.approx(hollow, rel=0.03)


@pytest.mark.parametrize("outcome", Outcome)
def test_the_halo_of_a_step_s_mark_is_around_all_of_it(outcome):
    plain, haloed = (drawn(symbols.step_mark(DARK, outcome, 60, halo=halo), 1) for halo in (False, True))
    assert coverage(haloed) > 1.5 * coverage(plain)
    assert (haloed[(plain != 255).any(axis=2)] != 255).any(axis=1).all()


def test_marks_of_a_step_differ_in_shape():
    shapes = [(drawn(symbols.step_mark(LIGHT, each, 60), 1) != 255).any(axis=2) for each in Outcome]
    for k, shape in enumerate(shapes):
        assert all((shape != other).mean() > 0.01 for other in shapes[:k])


def test_symbols_in_a_row_lie_around_their_place():
    row = symbols.side_by_side(symbols.points(LIGHT, 20), 60)
    columns = np.flatnonzero((drawn(row, 1) != 255).any(axis=(0, 2)))
    assert columns[0] + columns[-1] == pytest.approx(SIDE, abs=3)
    assert np.ptp(columns) == pytest.approx(3 * 60 + 20 + 2 * 17.7 / 2, abs=3)
