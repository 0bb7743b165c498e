"""Points that the learner forgot are faded on the canvas; marks of a run go with its points."""

import numpy as np

from kpgui.model.edits import Move, Remove, Replace
from kpgui.ui.canvas.layers.marks import AskedLayer
from kpgui.ui.canvas.layers.support_rings import ForgottenLayer
from tests.strategies import noisy_moons


def test_forgotten_points_are_faded_and_go_with_their_points(stage):
    canvas = stage.canvas
    canvas.document.edit(Replace(noisy_moons(20)), "draw")
    canvas.fit_view()
    ids = canvas.document.session.dataset.ids
    before = canvas.grab().toImage()
    canvas.stage.layer(ForgottenLayer).show_overlay("forgotten", ids[[3, 7]])
    assert canvas.stage.layer(ForgottenLayer).rows.tolist() == [3, 7]
    assert canvas.grab().toImage() != before
    canvas.document.edit(Move(ids[[3]], np.array([[0.5, 0.5]])), "move")
    canvas.stage.layer(ForgottenLayer).show_overlay("forgotten", ids[[7]])
    canvas.document.edit(Remove(ids[[0]]), "delete")
    assert canvas.stage.layer(ForgottenLayer).rows.tolist() == []


def test_the_place_that_is_asked_about_goes_with_the_points(stage):
    canvas = stage.canvas
    canvas.document.edit(Replace(noisy_moons(20)), "draw")
    canvas.stage.layer(AskedLayer).show_overlay("asked", ((), (0.5, 0.5)))
    canvas.document.edit(Replace(noisy_moons(10)), "draw")
    assert canvas.stage.layer(AskedLayer).place is None
