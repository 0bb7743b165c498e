"""A canvas on which everything is larger than usual."""

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF

from kpgui.geometry.palette import LIGHT, rgb
from kpgui.model.session import View
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.view_box import LEFT_WIDTH
from kpgui.ui.look.scale import window_font
from tests.ui.canvas.stage import MIDDLE, RIGHT, Stage, away


def area(stage, colour):
    """How many pixels of the canvas have this colour, edges aside."""
    image = stage.canvas.grab().toImage()
    bits = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return int((bits[:, : image.width(), 2::-1] == rgb(colour)).all(axis=2).sum())


@pytest.mark.parametrize("unit", [1.25, 1.5, 2, 3])
def test_points_and_lines_grow_with_the_unit(four, unit):
    discs = area(four, LIGHT.positive)
    four.canvas.set_unit(unit)
    assert area(four, LIGHT.positive) == pytest.approx(discs * unit**2, rel=0.12)


def test_clicks_hit_what_is_drawn_below_the_pointer(four):
    four.canvas.set_unit(2)
    four.click(0, 0)
    assert four.points[-1] == pytest.approx([0, 0], abs=2 * four.unit)
    assert four.canvas.stage.point_at(*four.pixels()[1]) == 1
    four.drag((1, 1), (1.5, 0.5))
    assert four.points[1] == pytest.approx([1.5, 0.5], abs=2 * four.unit)
    four.click(-1.5, 0.5, RIGHT)
    assert four.labels[-1] == -1


def test_a_place_on_the_screen_is_that_of_its_pixel(four):
    four.canvas.set_unit(2)
    x, y = four.pixels()[0]
    assert four.canvas.global_at(x, y) == four.viewport.mapToGlobal(four.at(*four.points[0]))


def test_the_view_stays_and_the_trainer_is_asked_for_as_many_pixels_as_the_screen_has(four, qtbot):
    heard = []
    before = four.canvas.view
    four.canvas.viewport_changed.connect(lambda *viewport: heard.append(viewport))
    four.canvas.set_unit(2)
    qtbot.waitUntil(lambda: bool(heard))
    view, width, height = heard[-1]
    box = four.canvas.view_box.size()
    assert (width, height) == (box.width(), box.height())
    assert view.xmin <= before.xmin or view.ymin <= before.ymin


def test_panning_follows_the_pointer(four):
    four.canvas.set_unit(2)
    four.take("select")
    start = four.at(0, 0)
    before = four.place(start)
    four.press(start, MIDDLE)
    four.move(away(start, 60, 20), MIDDLE)
    four.release(away(start, 60, 20), MIDDLE)
    assert four.place(away(start, 60, 20)) == pytest.approx(before, abs=2 * four.unit)


def test_type_grows_too_and_fits_its_axis(four, qtbot):
    four.canvas.set_unit(2)
    for axis in (four.canvas.getAxis("left"), four.canvas.getAxis("bottom")):
        font = axis.style["tickFont"]
        assert font.pointSizeF() == pytest.approx(2 * window_font().pointSizeF())
    qtbot.waitUntil(lambda: four.canvas.getAxis("bottom").height() > QFontMetricsF(font).height())


def test_the_legend_is_gone_where_it_would_not_fit(qtbot):
    stage = Stage(qtbot, [[0, 0]], [1])
    stage.canvas.set_shown(LegendLayer, True)
    legend = stage.layer(LegendLayer)
    qtbot.waitUntil(lambda: legend.settled)
    assert legend.texts
    stage.canvas.set_unit(9)
    qtbot.waitUntil(lambda: legend.settled)
    assert not legend.texts


def test_back_at_the_usual_size_everything_is_where_it_was(four):
    before = four.canvas.grab().toImage()
    four.canvas.set_unit(2.5)
    four.canvas.set_unit(1)
    assert four.canvas.grab().toImage() == before


@pytest.mark.parametrize("unit", [1, 1.5])
def test_the_topmost_label_is_whole(four, qtbot, unit):
    four.canvas.set_unit(unit)
    four.canvas.view_box.set_equal(False)
    four.canvas.set_view(View(-2, 2, -1, 1))
    qtbot.waitUntil(lambda: four.canvas.view.ymax == pytest.approx(1))
    image = four.canvas.grab().toImage().copy(0, 0, round(unit * LEFT_WIDTH) - 8, 30)
    bits = np.frombuffer(image.constBits(), np.uint8).reshape(30, image.bytesPerLine() // 4, 4)
    dark = (np.abs(bits[:, : image.width(), 2::-1].astype(int) - rgb(LIGHT.muted)).max(axis=2) < 90).any(axis=1)
    assert dark.any()
    assert not dark[0]
