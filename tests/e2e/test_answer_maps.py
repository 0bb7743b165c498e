"""Last, vote and mean side by side in the window: computed away from it, from the moment that is shown."""

import pytest
from PySide6.QtWidgets import QDockWidget, QWidget

from kpgui.model.edits import Replace, Setting
from kpgui.ui.instruments.inside import hypotheses_reading as hypotheses
from tests.strategies import noisy_moons


@pytest.fixture
def moons(desk):
    """Forty points, a voted perceptron, and the panel."""
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.window.document.edit(Setting("learner", "voted_perceptron(epochs=4)"), "learner")
    desk.trigger("view.fit")
    desk.trigger("view.inside")
    desk.wait(desk.find(QDockWidget, "dock.inside").isVisible)
    return desk


def maps(desk):
    return desk.find(QWidget, "inside.maps")


def wait_for_maps_at(desk, step):
    desk.wait(lambda: maps(desk).maps is not None and maps(desk).maps.step == step)
    return {each.name: each for each in maps(desk).maps.maps}


@pytest.mark.slow
def test_each_answer_has_a_map_and_its_errors_at_the_end_and_after_seeking(moons):
    moons.train_to_end()
    step = moons.frame.counters.step
    found = wait_for_maps_at(moons, step)
    moons.wait(lambda: f"wrong now by the last f: {found['last f'].errors}" in moons.text("inside.numbers"))
    assert found["vote"].errors == moons.frame.counters.errors
    assert f"vote {found['vote'].errors} wrong" in maps(moons).toolTip()
    image = maps(moons).grab().toImage()
    for _ in range(30):
        moons.trigger("train.step_back")
    wait_for_maps_at(moons, step - 30)
    assert maps(moons).grab().toImage() != image
    moons.trigger("train.reset")
    assert all(not each.signs.any() for each in wait_for_maps_at(moons, 0).values())


def test_only_learners_with_several_answers_have_maps(moons):
    moons.trigger("train.step")
    moons.wait(maps(moons).isVisible)
    moons.window.document.edit(Setting("learner", "kernel_perceptron()"), "learner")
    moons.trigger("train.step")
    moons.wait(maps(moons).isHidden)
    moons.window.document.edit(Setting("learner", "averaged_perceptron(epochs=4)"), "learner")
    moons.train_to_end()
    moons.wait(maps(moons).isVisible)
    found = wait_for_maps_at(moons, moons.frame.counters.step)
    assert found["mean"].errors == moons.frame.counters.errors


def test_too_many_are_said_to_be_too_many(moons, monkeypatch):
    monkeypatch.setattr(hypotheses, "MOST_VOTERS", 3)
    moons.train_to_end()
    found = wait_for_maps_at(moons, moons.frame.counters.step)
    assert found["vote"].signs is None
    assert found["last f"].signs is not None
    assert "takes too long to be drawn" in maps(moons).toolTip()


def test_nothing_is_computed_while_the_panel_is_closed(moons):
    moons.trigger("train.step")
    wait_for_maps_at(moons, 1)
    moons.find(QDockWidget, "dock.inside").close()
    moons.wait(lambda: maps(moons).maps is None)
    moons.train_to_end()
    assert maps(moons).maps is None
    moons.trigger("view.inside")
    wait_for_maps_at(moons, moons.frame.counters.step)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_the_maps_keep_their_place_and_are_as_high_as_wide(moons, qtbot, size):
    moons.window.resize(*size)
    moons.trigger("train.step")
    moons.wait(maps(moons).isVisible)
    qtbot.wait(50)
    before = maps(moons).geometry()
    moons.train_to_end()
    wait_for_maps_at(moons, moons.frame.counters.step)
    assert maps(moons).geometry() == before
    assert before.width() >= 3 * 50


def test_a_run_that_fails_leaves_no_map(moons):
    moons.train_to_end()
    wait_for_maps_at(moons, moons.frame.counters.step)
    moons.window.document.edit(Setting("kernel", "poly(degree=40, gamma=1e300, c=1)"), "kernel")
    moons.trigger("train.run")
    moons.wait(lambda: maps(moons).maps is None)
