"""The weights of the primal perceptron: an arrow on the canvas."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from kpgui import api
from kpgui.geometry.links import plane_arrows
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.explanation import Plane
from kpgui.ui.canvas.layers.expansion import WeightsLayer
from kpgui.ui.canvas.layers.legend import LegendLayer

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
