"""Every learner through the window: its form, its field, what is proved about it, and back along its timeline."""

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from kpgui import api
from kpgui.learners import LEARNERS
from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status
from kpgui.words.verdict import guarantee_text
from tests.e2e.test_setup import choose, refusals
from tests.strategies import noisy_moons


@pytest.fixture
def moons(desk):
    """The window with two moons on the canvas and few epochs."""
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.3)), "generate moons")
    desk.window.document.edit(Setting("kernel", "rbf(sigma=0.5)"), "kernel")
    return desk


@pytest.mark.parametrize("key", LEARNERS.keys())
def test_it_learns_in_the_window_what_it_learns_without_and_shows_its_field(moons, key):
    choose(moons, "param.learner.learner", "pegasos" if key != "pegasos" else "svm")
    choose(moons, "param.learner.learner", key)
    if LEARNERS.find(key).by_epochs:
        moons.type("param.learner.epochs", "7")
    moons.train_to_end()
    moons.wait(lambda: moons.field is not None and moons.field.full)
    model = api.train(moons.session)
    np.testing.assert_array_equal(moons.frame.counters.alpha, model.alpha)
    np.testing.assert_array_equal(moons.frame.expansion.beta, model.beta)
    assert moons.frame.counters.errors == model.counters.errors
    assert 0 < (moons.field.pixels > 128).mean() < 1
    moons.wait(lambda: moons.text("progress.guarantee") == guarantee_text(moons.frame) != "")
    assert moons.frame.guarantee == model.guarantee


@pytest.mark.parametrize("key", LEARNERS.keys())
def test_a_step_back_shows_what_had_been_learned_before_it(moons, key):
    choose(moons, "param.learner.learner", key)
    for step in (1, 2, 3):
        moons.trigger("train.step")
        moons.wait_for(Status.PAUSED, step=step)
    moons.trigger("train.step_back")
    moons.wait_for(Status.PAUSED, step=2)
    np.testing.assert_allclose(moons.frame.expansion.beta, api.train(moons.session, steps=2).beta, atol=1e-14)


def test_a_machine_without_epochs_shows_its_objective_and_gap_instead_of_a_curve(moons):
    plot = moons.find(QWidget, "progress.mistakes")
    moons.trigger("view.progress")
    moons.wait(plot.isVisible)
    choose(moons, "param.learner.learner", "svm")
    assert not plot.isVisible()
    moons.train_to_end()
    details = api.train(moons.session).details
    moons.wait(lambda: f"objective {details['objective']:.5g}".replace("-", "−") in moons.text("progress.readings"))
    assert "gap" in moons.text("progress.readings")
    choose(moons, "param.learner.learner", "kernel_perceptron")
    assert not plot.isVisible()  # what is shown is still the machine's run
    moons.trigger("train.step")
    moons.wait(plot.isVisible)


def test_a_learner_with_a_map_of_its_own_says_that_the_kernel_is_not_looked_at(moons):
    assert moons.text("kernel.closure") == "Positive semidefinite"
    choose(moons, "param.learner.learner", "perceptron")
    assert "Not used" in moons.text("kernel.closure")
    choose(moons, "param.learner.map", "full_quadratic")
    moons.train_to_end()
    assert moons.find(QComboBox, "param.learner.map").currentData() == "full_quadratic"
    choose(moons, "param.learner.learner", "averaged_perceptron")
    assert moons.text("kernel.closure") == "Positive semidefinite"


def test_a_value_that_does_not_go_together_with_another_is_refused_until_that_one_changes(moons):
    choose(moons, "param.learner.learner", "norma")
    moons.type("param.learner.lam", "5")
    before = moons.session.learner
    moons.type("param.learner.eta", "0.5")
    assert moons.session.learner == before
    assert any("eta·lam must be below 1" in each for each in refusals(moons, "panel.learner"))
    moons.type("param.learner.lam", "0.1")
    assert not refusals(moons, "panel.learner")


def test_where_nothing_is_proved_the_reason_is_said(moons):
    choose(moons, "param.learner.learner", "forgetron")
    moons.type("param.learner.budget", "10")
    moons.wait(lambda: "budgets from 83 on" in moons.text("progress.guarantee"))
    moons.type("param.learner.budget", "100")
    moons.wait(lambda: "At most 2‖g‖²" in moons.text("progress.guarantee"))
    choose(moons, "param.kernel.kernel", "linear")
    moons.wait(lambda: "K(x, x) reaches" in moons.text("progress.guarantee"))
    choose(moons, "param.kernel.kernel", "sigmoid")
    moons.wait(lambda: "positive semidefinite" in moons.text("progress.guarantee"))


@pytest.mark.parametrize("key", LEARNERS.keys())
def test_only_counters_and_settings_that_the_learner_has_are_shown(moons, key):
    choose(moons, "param.learner.learner", "pegasos" if key != "pegasos" else "svm")
    choose(moons, "param.learner.learner", key)
    by_epochs = LEARNERS.find(key).by_epochs
    for name in ("counter.epoch", "counter.mistakes", "param.run.order"):
        moons.wait(lambda name=name: moons.find(QWidget, name).isVisible() == by_epochs)
    for name in ("counter.step", "counter.updates", "counter.errors", "param.run.seed"):
        assert moons.find(QWidget, name).isVisible()
    captions = [each.text() for each in moons.window.status.findChildren(QLabel) if each.isVisible()]
    assert ("Epoch" in captions) == ("Mistakes" in captions) == by_epochs
