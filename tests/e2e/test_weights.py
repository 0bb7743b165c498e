"""The weights of the primal perceptron: an arrow on the canvas, and the plane in a picture of feature space."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QWidget

from kpgui import api
from kpgui.geometry.links import plane_arrows
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.explanation import Plane
from kpgui.ui.canvas.layers.expansion import WeightsLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.instruments.inside.words import FIRST
from tests.ui.canvas.stage import LEFT

KEY = Qt.Key


@pytest.fixture
def rings(desk):
    """Eighty points inside and outside of a circle, and the panel."""
    points = np.random.default_rng(1).normal(size=(80, 2))
    desk.window.document.edit(Replace(Dataset.of(points, np.where((points**2).sum(axis=1) > 1.3, 1, -1))), "draw")
    desk.trigger("view.fit")
    desk.trigger("view.inside")
    desk.wait(desk.find(QDockWidget, "dock.inside").isVisible)
    return desk


def choose(desk, learner):
    desk.window.document.edit(Setting("learner", learner), "learner")


def drawn(desk):
    """The arrows on the canvas by role."""
    shown = desk.window.canvas.stage.layer(WeightsLayer).value
    return {} if shown is None else {arrow.role: arrow for arrow in shown.arrows}


def test_a_step_shows_how_w_is_added_to_and_the_end_w_alone(rings):
    choose(rings, "perceptron(bias=True)")
    rings.trigger("train.step")
    rings.wait(lambda: "added" in drawn(rings))
    assert "before" not in drawn(rings)  # it was 0
    x, y = rings.session.dataset.points[0], rings.session.dataset.labels[0]
    assert drawn(rings)["w"].end == pytest.approx(x * y / np.linalg.norm(x))
    canvas = rings.window.canvas
    with_arrow = canvas.grab().toImage()
    rings.find(QDockWidget, "dock.inside").close()
    rings.wait(lambda: not drawn(rings))
    assert canvas.grab().toImage() != with_arrow


def test_the_arrow_stands_upright_on_the_boundary(rings):
    choose(rings, "perceptron(bias=True, epochs=3)")
    rings.train_to_end()
    w, b = api.train(rings.session).details["w"], api.train(rings.session).bias
    rings.wait(lambda: "w" in drawn(rings) and drawn(rings)["w"].end == pytest.approx(w / np.linalg.norm(w)))
    canvas = rings.window.canvas
    foot = np.array(canvas.mapping.to_plane(*canvas.stage.layer(WeightsLayer).foot().tolist()))
    assert w @ foot + b == pytest.approx(0, abs=1e-6 * np.linalg.norm(w))
    assert (foot >= (canvas.view.xmin, canvas.view.ymin)).all()
    assert (foot <= (canvas.view.xmax, canvas.view.ymax)).all()


def test_a_plane_out_of_sight_leaves_neither_arrow_nor_name(rings):
    canvas = rings.window.canvas
    canvas.stage.layer(LegendLayer).set_shown(False)
    canvas.stage.layer(WeightsLayer).show_value(plane_arrows(Plane(np.array([1.0, 0.0]), 1000.0)))
    far = canvas.grab().toImage()
    canvas.stage.layer(WeightsLayer).show_value(None)
    assert canvas.grab().toImage() == far
    canvas.stage.layer(WeightsLayer).show_value(plane_arrows(Plane(np.array([1.0, 0.0]), 0.0)))
    assert canvas.grab().toImage() != far


def test_another_learner_leaves_no_arrow(rings):
    choose(rings, "perceptron()")
    rings.trigger("train.step")
    rings.wait(lambda: bool(drawn(rings)))
    choose(rings, "kernel_perceptron()")
    rings.trigger("train.step")
    rings.wait(lambda: not drawn(rings))
    assert rings.find(QWidget, "inside.space").isHidden()


def test_feature_space_is_turned_by_dragging_and_by_keys(rings):
    choose(rings, "perceptron(map='quadratic', bias=True)")
    rings.train_to_end()
    plot = rings.find(QWidget, "inside.space")
    rings.wait(lambda: plot.isVisible() and plot.turns and len(plot.scene.plane) > 2)
    before = plot.grab().toImage()
    QTest.mousePress(plot, LEFT, pos=QPoint(60, 60))
    QTest.mouseMove(plot, QPoint(90, 70))
    QTest.mouseRelease(plot, LEFT, pos=QPoint(90, 70))
    assert plot.turn[0] < FIRST[0] % 360
    assert plot.turn[1] > FIRST[1]
    assert plot.grab().toImage() != before
    assert not len(rings.window.canvas.selection)  # a drag selects nothing
    turned = plot.turn
    plot.setFocus()
    QTest.keyClick(plot, KEY.Key_Right)
    assert plot.turn[0] == pytest.approx((turned[0] + 10) % 360)
    QTest.mouseDClick(plot, LEFT, pos=QPoint(60, 60))
    assert plot.turn == pytest.approx((FIRST[0] % 360, FIRST[1]))


def test_its_points_are_the_points_of_the_canvas(rings):
    choose(rings, "perceptron(map='full_quadratic', bias=True)")
    rings.train_to_end()
    plot = rings.find(QWidget, "inside.space")
    rings.wait(lambda: plot.isVisible() and plot.scene is not None and not plot.turns)
    row = int(np.argmax(plot.scene.places[:, 0]))
    place = QPoint(*np.rint(plot.scene.places[row]).astype(int).tolist())
    QTest.mouseMove(plot, place + QPoint(40, 40))
    QTest.mouseMove(plot, place)
    assert rings.window.canvas.focus.hovered == rings.session.dataset.ids[row]
    QTest.mouseClick(plot, LEFT, pos=place)
    assert rings.window.canvas.selection.tolist() == [rings.session.dataset.ids[row]]
    assert "distance to the plane" in rings.text("inside.caption")


def test_the_picture_keeps_its_place_while_the_run_goes_on(rings, qtbot):
    choose(rings, "perceptron(map='quadratic', bias=True)")
    rings.trigger("train.step")
    plot = rings.find(QWidget, "inside.space")
    rings.wait(plot.isVisible)
    qtbot.wait(50)
    before = plot.geometry()
    rings.train_to_end()
    qtbot.wait(100)
    assert plot.geometry() == before
    rings.trigger("train.reset")
    qtbot.wait(300)
    assert plot.geometry() == before


def test_a_selected_point_is_ringed_in_feature_space_as_on_the_canvas(rings):
    choose(rings, "perceptron(map='quadratic', bias=True, epochs=3)")
    rings.train_to_end()
    space = rings.find(QWidget, "inside.space")
    rings.wait(lambda: space.isVisible() and space.scene is not None)
    selection = QColor(rings.window.theme.palette.selection).getRgb()[:3]

    def coloured():
        """Pixels of about that colour: the edges of the ring are smooth."""
        seen = space.grab().toImage()
        pixels = (seen.pixelColor(x, y).getRgb()[:3] for x in range(seen.width()) for y in range(seen.height()))
        return sum(sum(abs(a - b) for a, b in zip(each, selection, strict=True)) < 150 for each in pixels)

    assert coloured() == 0
    rings.window.canvas.focus.select(rings.session.dataset.ids[[4]], rings.session.dataset)
    rings.wait(lambda: coloured() > 3)
