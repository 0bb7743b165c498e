"""A changed setting or point without Live: the boundary stays, marked, and Run starts with what is new."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QSlider

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Remove, Replace, Setting
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.cards import BadgeLayer
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.ground import FieldLayer
from kpgui.ui.canvas.layers.support_rings import RingsLayer, WrongLayer
from tests.strategies import noisy_moons

XOR = Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1])
LONG = "kernel_perceptron(epochs=1000000)"


@pytest.fixture
def xor(desk):
    """XOR, learned to the end."""
    desk.window.document.edit(Replace(XOR), "xor")
    desk.train_to_end()
    desk.wait(lambda: len(layer(desk, BoundaryLayer)._curve) > 0 and desk.field and desk.field.full)
    pictures = []

    def is_still():  # the finest field has come, however late
        pictures.append(picture(desk))
        return pictures[-20:] == [pictures[-1]] * 20

    desk.wait(is_still)
    return desk


def layer(desk, kind):
    return desk.window.canvas.stage.layer(kind)


def badge(desk):
    """The badge on the canvas, "" when there is none."""
    shown = layer(desk, BadgeLayer)
    return " \N{EM DASH} ".join(shown.texts) if shown.isVisible() else ""


def picture(desk):
    """The boundary, the margins' and the rings' points, and the field's bytes."""
    curve, field = layer(desk, BoundaryLayer)._curve, layer(desk, FieldLayer)._field
    return curve.tobytes(), layer(desk, RingsLayer).rows.tolist(), field.pixels.tobytes()


def change(desk, field, value):
    desk.window.document.edit(Setting(field, value), field)


def enabled(desk, name):
    return desk.find(QAction, name).isEnabled()


def test_a_changed_kernel_leaves_the_boundary_and_says_whose_it_is(xor, qtbot):
    before, run = picture(xor), xor.window.training.run
    box = xor.find(QComboBox, "param.kernel.kernel")
    box.setCurrentIndex(box.findData("laplacian"))
    qtbot.wait(150)
    assert picture(xor) == before
    assert xor.window.training.run == run
    assert badge(xor) == "Boundary of the old kernel \N{EM DASH} Run (R) starts with the new one"
    assert (
        xor.text("status.standing") == "Boundary and counters are of the old kernel. Run (R) starts with the new one."
    )
    assert xor.text("counter.step") == "8"
    assert xor.find(QLabel, "counter.step").toolTip().startswith("Of the old kernel.")
    xor.wait(lambda: xor.text("progress.verdict").startswith("With the old kernel: Converged"))


def test_marks_that_went_with_their_points_come_back_with_them(desk):
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.5)), "draw")
    desk.train_to_end()
    desk.window.training.seek(25)
    desk.wait(lambda: desk.frame.counters.step == 25 and len(layer(desk, WrongLayer).rows) > 0)
    wrong, rings = (layer(desk, kind).rows.tolist() for kind in (WrongLayer, RingsLayer))
    desk.trigger("edit.undo")
    desk.trigger("edit.redo")
    desk.wait(lambda: layer(desk, WrongLayer).rows.tolist() == wrong)
    assert layer(desk, RingsLayer).rows.tolist() == rings


def test_run_then_starts_with_the_new_settings(xor):
    change(xor, "kernel", "poly(degree=2)")
    assert enabled(xor, "train.step")
    assert enabled(xor, "train.to_end")
    QTest.keyClick(xor.window.canvas, Qt.Key.Key_R)
    xor.wait_for(Status.CONVERGED)
    assert not badge(xor)
    assert not xor.text("status.standing")
    np.testing.assert_array_equal(xor.frame.expansion.beta, api.train(xor.session).beta)


def test_step_starts_anew_and_to_end_does(xor):
    change(xor, "seed", 4)
    xor.trigger("train.step")
    xor.wait_for(Status.PAUSED, 1)
    assert not badge(xor)
    xor.trigger("train.step")
    xor.wait_for(Status.PAUSED, 2)
    change(xor, "learner", "averaged_perceptron()")
    assert badge(xor).startswith("Boundary of the old learner")
    xor.train_to_end()
    assert not badge(xor)
    np.testing.assert_array_equal(xor.frame.expansion.beta, api.train(xor.session).beta)


def test_reset_clears_the_picture(xor):
    change(xor, "kernel", "poly(degree=2)")
    xor.trigger("train.reset")
    xor.wait_for(Status.READY, 0)
    assert not badge(xor)
    xor.wait(lambda: len(layer(xor, BoundaryLayer)._curve) == 0)
    assert xor.window.training.shown[0].kernel == "poly(degree=2)"


@pytest.mark.parametrize(
    ("old", "edit"),
    [
        ("kernel", Setting("kernel", "linear()")),
        ("order", Setting("order", "reversed")),
        ("points", Remove(np.array([0]))),
        ("points", Move(np.array([1]), np.array([[1.5, 1.5]]))),
    ],
)
def test_undoing_the_change_makes_the_run_valid_and_it_goes_on(desk, old, edit):
    desk.window.document.edit(Replace(XOR), "xor")
    for step in (1, 2, 3):
        desk.trigger("train.step")
        desk.wait_for(Status.PAUSED, step)
    run, rings = desk.window.training.run, layer(desk, RingsLayer).rows.tolist()
    desk.window.document.edit(edit, "change")
    assert badge(desk).startswith(f"Boundary of the old {old} ")
    desk.trigger("edit.undo")
    assert not badge(desk)
    assert layer(desk, RingsLayer).rows.tolist() == rings
    desk.trigger("train.step")
    desk.wait_for(Status.PAUSED, 4)
    assert desk.window.training.run == run


def test_at_the_end_of_a_run_undoing_makes_it_the_end_again(xor):
    change(xor, "kernel", "linear()")
    change(xor, "seed", 2)
    assert badge(xor).startswith("Boundary of the old kernel and seed ")
    xor.trigger("edit.undo")
    assert badge(xor).startswith("Boundary of the old kernel ")
    xor.trigger("edit.undo")
    assert not badge(xor)
    assert not enabled(xor, "train.step")


def test_the_view_of_an_outdated_run_can_be_moved(xor):
    change(xor, "kernel", "linear()")
    xor.window.canvas.view_box.setRange(xRange=(-9, 9), yRange=(-9, 9), padding=0)
    xor.wait(lambda: xor.field is not None and xor.field.view.xmax > 8)
    assert len(layer(xor, BoundaryLayer)._curve)
    assert badge(xor)


def test_an_outdated_run_can_be_looked_back_at(xor):
    change(xor, "kernel", "linear()")
    xor.trigger("train.step_back")
    xor.wait_for(Status.PAUSED, 7)
    assert badge(xor)


def test_f_under_the_pointer_is_that_of_the_boundary_on_the_screen(xor, hand):
    hand.hover(hand.at(0.5, 0.25))
    xor.wait(lambda: bool(xor.text("status.value")))
    value = xor.text("status.value")
    change(xor, "kernel", "linear()")
    assert xor.text("status.value") == value


def test_the_picture_of_an_outdated_run_is_of_its_own_settings(xor, tmp_path, qtbot):
    xor.choose_file(tmp_path / "before.png")
    xor.save_figure()
    change(xor, "kernel", "linear()")
    xor.choose_file(tmp_path / "after.png")
    xor.save_figure()
    assert (tmp_path / "before.png").read_bytes() == (tmp_path / "after.png").read_bytes()


def test_a_change_while_a_run_goes_on_restarts_it_at_the_same_pace(desk):
    desk.window.document.edit(Replace(XOR), "xor")
    change(desk, "kernel", "linear()")
    change(desk, "learner", LONG)
    desk.find(QSlider, "playback.pace").setValue(60)
    desk.trigger("train.run")
    desk.wait(lambda: desk.frame is not None and desk.frame.counters.step > 20)
    run = desk.window.training.run
    change(desk, "kernel", "poly(degree=1, c=0)")
    desk.wait(lambda: desk.frame.run > run and desk.frame.status is Status.RUNNING and desk.frame.counters.step > 20)
    assert desk.window.training.shown[0].kernel == "poly(degree=1, c=0)"
    assert not badge(desk)
    desk.trigger("train.run")
    desk.wait_for(Status.PAUSED)


def test_a_change_while_a_run_goes_straight_to_its_end_goes_there_too(desk):
    desk.window.document.edit(Replace(XOR), "xor")
    change(desk, "kernel", "linear()")
    change(desk, "learner", LONG)
    desk.trigger("train.to_end")
    desk.wait_for(Status.RUNNING)
    change(desk, "learner", "kernel_perceptron(epochs=3)")
    desk.wait_for(Status.LIMIT, 12)


def test_before_the_first_step_a_change_marks_nothing(desk):
    desk.window.document.edit(Replace(XOR), "xor")
    change(desk, "kernel", "linear()")
    desk.wait_for(Status.READY, 0)
    assert not badge(desk)
    assert desk.window.training.shown[0].kernel == "linear()"


def test_another_document_has_no_old_boundary(xor, saved):
    change(xor, "kernel", "linear()")
    xor.window.document.mark_saved(saved.with_name("other.kpgui"))
    xor.window.opening.open_path(saved)
    xor.wait(lambda: xor.window.document.path == saved)
    assert not badge(xor)
    xor.wait_for(Status.READY, 0)


def test_live_leaves_nothing_outdated(xor):
    change(xor, "kernel", "linear()")
    xor.trigger("train.live")
    xor.wait_for(Status.LIMIT)
    assert not badge(xor)
    change(xor, "kernel", "rbf(sigma=1)")
    xor.wait_for(Status.CONVERGED)
    assert not badge(xor)


def test_a_long_text_in_the_status_bar_does_not_widen_the_window(xor, qtbot):
    least = xor.window.minimumSizeHint().width()
    change(xor, "kernel", "linear()")
    change(xor, "seed", 3)
    qtbot.wait(50)
    assert xor.window.minimumSizeHint().width() == least
    assert xor.find(QLabel, "status.standing").toolTip() == xor.text("status.standing")


def in_space(n=40):
    points = np.random.default_rng(5).normal(size=(n, 3))
    return Dataset.of(points, np.sign(points[:, 0] + 0.1))


def test_points_that_cannot_be_drawn_are_trained_anew_live_too(desk):
    desk.window.document.edit(Replace(in_space()), "points in space")
    desk.trigger("train.live")
    for kernel in ("poly(degree=2, gamma=1, c=1)", "linear()", "rbf(sigma=2)"):
        desk.window.document.edit(Setting("kernel", kernel), "kernel")
        desk.wait(
            lambda kernel=kernel: (
                desk.window.training.shown is not None
                and desk.window.training.shown[0].kernel == kernel
                and desk.frame.status in (Status.CONVERGED, Status.LIMIT)
            )
        )
        assert not desk.window.training.behind


def test_an_edit_right_after_many_steps_were_asked_for_stops_them(desk):
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.5)), "draw")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=100000000)"), "learner")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.trigger("train.step")
    desk.wait_for(Status.PAUSED, 1)
    desk.window.training.step_by(10**9)
    desk.window.document.edit(Setting("kernel", "rbf(sigma=2)"), "kernel")
    assert desk.window.training.outdated
    QTest.qWait(300)
    step = desk.frame.counters.step
    QTest.qWait(200)
    assert (desk.frame.status, desk.frame.counters.step) == (Status.PAUSED, step)
