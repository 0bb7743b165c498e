"""Ghosts: kept moments, whose boundaries stay on the canvas while the run, the points and the settings change."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QStatusBar

from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Move, Replace, Setting
from kpgui.model.frame import Status
from kpgui.model.session import MOST
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.words.ghosts import FULL
from tests.strategies import noisy_moons

KEY = Qt.Key


@pytest.fixture
def moons(desk):
    """A hundred points of two moons, every fifth held out, a kernel perceptron and an RBF."""
    data = noisy_moons(100)
    desk.window.document.edit(Replace(data), "moons")
    desk.window.document.edit(HoldOut(data.ids[::5], np.ones(20, bool)), "hold out")
    desk.window.document.edit(Setting("kernel", "rbf(sigma=0.5)"), "kernel")
    desk.trigger("view.fit")
    return desk


@pytest.fixture
def ghosts(desk):
    return desk.window.workbench.ghosts


def press_k(desk):
    desk.window.canvas.setFocus()
    QTest.keyClick(desk.window.canvas, KEY.Key_K)


def go_to(desk, step):
    desk.window.training.seek(step)
    desk.wait(lambda: desk.frame.counters.step == step and desk.frame.status is not Status.RUNNING)


def at_step(session, step):
    """f by the definition, computed by a run of its own: coefficients, kernel, points, mistakes."""
    run = Run(session)
    run.advance(step)
    assert run.cursor == step
    return run


def values(run, places):
    points = run.session.dataset.points
    return run.kernel.gram(places, points) @ run.expansion().beta + run.expansion().bias


def settle(desk):
    desk.wait(lambda: desk.window.canvas.stage.layer(BoundariesLayer).settled)


def curve_of(desk, ghost):
    settle(desk)
    curve = desk.window.canvas.stage.layer(BoundariesLayer).curve(ghost.moment.expansion)
    return curve[~np.isnan(curve[:, 0])]


def on_curve(desk, ghost, run):
    """How far from 0 f is on the ghost's curve, in proportion to its size at the points."""
    return np.abs(values(run, curve_of(desk, ghost))).max() / np.abs(values(run, run.session.dataset.points)).max()


def test_a_kept_moment_has_the_numbers_of_its_step_by_the_definition(moons, ghosts):
    moons.train_to_end()
    for step in (37, moons.frame.head):
        go_to(moons, step)
        press_k(moons)
    for ghost, step in zip(ghosts.kept, (37, moons.frame.head), strict=True):
        run = at_step(moons.session, step)
        dataset, beta = moons.session.dataset, run.expansion().beta
        wrong = dataset.labels * values(run, dataset.points) <= 0
        assert ghost.moment.step == step
        assert ghost.moment.mistakes == int(run.state.alpha.sum())
        assert ghost.errors == np.count_nonzero(wrong & ~dataset.held_out)
        assert ghost.held_out_errors == np.count_nonzero(wrong & dataset.held_out)
        assert len(ghost.moment.expansion.support) == np.count_nonzero(beta)
        assert on_curve(moons, ghost, run) < 0.01


def test_its_boundary_stays_when_points_and_kernel_change(moons, ghosts):
    moons.train_to_end()
    session = moons.session
    press_k(moons)
    (ghost,) = ghosts.kept
    run = at_step(session, ghost.moment.step)
    document = moons.window.document
    document.edit(Move(session.dataset.ids[:50], session.dataset.points[:50] + 3), "move")
    document.edit(Setting("kernel", "linear()"), "kernel")
    document.edit(Setting("learner", "voted_perceptron()"), "learner")
    moons.train_to_end()
    moons.window.canvas.view_box.setRange(xRange=(-1.1, 2.0), yRange=(-0.9, 1.3), padding=0)
    assert on_curve(moons, ghost, run) < 0.01
    assert ghosts.kept == (ghost,)
    assert (ghost.moment.kernel, ghost.moment.learner) == (session.kernel, session.learner)


@pytest.mark.parametrize(
    "learner",
    ["voted_perceptron()", "averaged_perceptron()", "perceptron(map='quadratic', bias=True)", "svm(C=1)",
     "forgetron(budget=9)", "norma(eta=0.5, lam=0.1)"],
)  # fmt: skip
def test_of_every_learner_it_is_the_boundary_that_the_canvas_showed(moons, ghosts, learner):
    moons.window.document.edit(Setting("learner", learner), "learner")
    moons.train_to_end()
    moons.wait(lambda: moons.field is not None and moons.field.full)
    shown = moons.field.boundary
    press_k(moons)
    (ghost,) = ghosts.kept
    shown, kept = shown[~np.isnan(shown[:, 0])], curve_of(moons, ghost)
    pixel = 1 / moons.window.canvas.mapping.across
    inside = np.abs(kept - kept.mean(axis=0)).max()
    assert len(kept) > 10
    for one, other in ((kept, shown), (shown, kept)):
        apart = np.hypot(*(one[::7, None] - other[None]).transpose(2, 0, 1)).min(axis=1)
        assert np.quantile(apart, 0.95) < 4 * pixel < inside


def test_one_kept_while_the_run_goes_on_has_its_errors_counted_by_the_definition(moons, ghosts):
    moons.window.document.edit(Setting("learner", "averaged_perceptron(epochs=100000)"), "learner")
    moons.window.document.edit(Setting("kernel", "linear()"), "not separable")
    moons.window.training.set_pace(np.inf)
    moons.trigger("train.run")
    moons.wait(lambda: moons.window.training.playing and moons.frame.counters.step > 200)
    press_k(moons)
    moons.wait(lambda: ghosts.kept and ghosts.kept[0].errors is not None)
    moons.trigger("train.run")
    (ghost,), dataset = ghosts.kept, moons.session.dataset
    run = at_step(moons.session, ghost.moment.step)
    wrong = dataset.labels * values(run, dataset.points) <= 0
    assert ghost.errors == np.count_nonzero(wrong & ~dataset.held_out)
    assert ghost.held_out_errors == np.count_nonzero(wrong & dataset.held_out)


def test_names_are_short_and_letters_are_used_again(moons, ghosts):
    moons.train_to_end()
    for step in (5, 10, 15):
        go_to(moons, step)
        press_k(moons)
    assert [each.name for each in ghosts.kept] == [
        "A: rbf(0.5), step 5", "B: rbf(0.5), step 10", "C: rbf(0.5), step 15",
    ]  # fmt: skip
    ghosts.remove(1)
    go_to(moons, 20)
    press_k(moons)
    assert [each.name[0] for each in ghosts.kept] == ["A", "C", "B"]


def test_a_feature_map_is_named_by_its_learner(moons, ghosts):
    moons.window.document.edit(Setting("learner", "perceptron(map='squares')"), "learner")
    moons.trigger("train.step")
    moons.wait_for(Status.PAUSED, 1)
    press_k(moons)
    assert ghosts.kept[0].name == "A: perceptron('squares'), step 1"


def test_the_same_moment_is_kept_once_and_too_many_are_refused_in_a_sentence(moons, ghosts):
    moons.train_to_end()
    said = []
    ghosts.said.connect(said.append)
    for step in range(1, MOST + 2):
        go_to(moons, step)
        press_k(moons)
        if step == 1:
            press_k(moons)
            assert said[-1] == "This moment is kept already: A: rbf(0.5), step 1."
    assert len(ghosts.kept) == MOST
    assert said[-1] == FULL.format(most=MOST)
    assert moons.window.findChild(QStatusBar).findChild(QLabel) is not None


def test_before_the_first_step_there_is_nothing_to_keep(moons, ghosts):
    action = moons.find(type(moons.window.commands["run.keep_ghost"]), "run.keep_ghost")
    assert not action.isEnabled()
    press_k(moons)
    ghosts.keep()
    assert ghosts.kept == ()


def test_another_document_begins_without_ghosts(moons, ghosts, saved):
    moons.train_to_end()
    press_k(moons)
    settle(moons)
    assert moons.window.canvas.stage.layer(BoundariesLayer).names
    moons.window.document.mark_saved(saved)
    moons.window.opening.open_path(saved)
    moons.wait(lambda: len(moons.session.dataset) == 3)
    assert ghosts.kept == ()
    assert moons.window.canvas.stage.layer(BoundariesLayer).names == {}


def test_points_with_three_coordinates_are_kept_without_a_line(desk, ghosts):
    points = np.random.default_rng(0).normal(size=(20, 3))
    desk.window.document.edit(Replace(Dataset.of(points, np.sign(points[:, 0]))), "three")
    desk.train_to_end()
    desk.window.workbench.ghosts.keep()
    assert ghosts.kept[0].errors == desk.frame.counters.errors
    assert desk.window.canvas.stage.layer(BoundariesLayer).names == {}


def test_its_settings_come_back_in_one_step_of_undo(moons, ghosts):
    moons.train_to_end()
    press_k(moons)
    document, before = moons.window.document, moons.session
    document.edit(Setting("kernel", "poly(degree=3)"), "kernel")
    document.edit(Setting("learner", "svm(C=2)"), "learner")
    document.edit(Setting("seed", 7), "seed")
    changed, steps = moons.session, document.undo_stack.count()
    ghosts.use_settings(0)
    assert (moons.session.kernel, moons.session.learner, moons.session.seed) == (
        before.kernel, before.learner, before.seed,
    )  # fmt: skip
    assert document.undo_stack.count() == steps + 1
    moons.trigger("edit.undo")
    assert moons.session == changed


def test_a_saved_picture_has_the_ghosts_that_are_shown(moons, ghosts, tmp_path):
    moons.train_to_end()
    pictures = []
    for number, change in enumerate((ghosts.keep, lambda: ghosts.rename(0, "another"), lambda: None)):
        change()
        ghosts.set_visible(0, number < 2)
        moons.choose_file(tmp_path / f"{number}.png")
        moons.save_figure()
        pictures.append(QImage(str(tmp_path / f"{number}.png")))
    assert not any(each.isNull() for each in pictures)
    assert pictures[0] != pictures[1] != pictures[2]
