"""Vary: mistakes in many orders, of which the worst is played or raced."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QMenu, QPushButton

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status
from tests.e2e.varying import CTRL_SHIFT, KEY, blobs_on, click, done, menu_at, plot, says
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def blobs(desk):
    return blobs_on(desk)


@pytest.mark.parametrize(("order", "said"), [("dataset", True), ("shuffled_each_epoch", False)])
def test_orders_of_a_fixed_order_are_said_to_be_shuffled(blobs, order, said):
    blobs.window.document.edit(Setting("order", order), "order")
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.series[0].heights.sum() == 100)
    assert ("so each of these is shuffled once" in says(blobs, "sentence")) is said


def test_mistakes_over_100_orders_and_the_worst_is_played_in_three_actions(blobs):
    QTest.keyClick(blobs.window.canvas, KEY.Key_V, CTRL_SHIFT)
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.series[0].heights.sum() == 100)
    before = blobs.session
    own = api.train(before).counters.mistakes
    assert plot(blobs).chart.uprights[0][0] == f"this order (seed 0): {own} mistakes"
    found = [api.train(replace(before, order="shuffled_once", seed=seed)).counters.mistakes for seed in range(100)]
    click(blobs, "end1")
    assert blobs.session.order == "shuffled_once"
    assert blobs.session.seed == int(np.argmax(found))
    blobs.wait(lambda: blobs.window.training.playing or (blobs.frame and blobs.frame.status is Status.LIMIT))
    blobs.wait(lambda: plot(blobs).chart.uprights[0][0].endswith(f": {max(found)} mistakes"))
    blobs.trigger("edit.undo")
    assert blobs.session == before


def test_orders_are_those_of_the_seeds_that_are_typed(blobs):
    blobs.trigger("view.vary")
    click(blobs, "orders")
    assert blobs.find(QLineEdit, "vary.rows.values").text() == "0 to 99 in 100"
    click(blobs, "start")
    assert blobs.find(QPushButton, "vary.start").text() == "Compare"
    blobs.type("vary.rows.values", "5, 7", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    found = {
        seed: api.train(replace(blobs.session, order="shuffled_once", seed=seed)).counters.mistakes for seed in (5, 7)
    }
    assert plot(blobs).chart.series[0].heights.sum() == 2
    assert f"Best: {min(found.values())} mistakes" in says(blobs, "sentence")
    assert f"Worst: {max(found.values())} mistakes" in says(blobs, "sentence")


def test_an_order_that_a_lesson_refuses_is_not_played(blobs):
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    before, blobs.window.document.locks = blobs.session, frozenset({"order", "seed"})
    click(blobs, "end1")
    assert blobs.session == before
    assert not blobs.window.training.playing


def test_the_bound_stands_among_the_mistakes_once_it_is_known(desk):
    points = np.array([[1, 1], [2, 1], [-1, -1], [-2, -1], [1.5, 2], [-1, -2]])
    desk.window.document.edit(Replace(Dataset.of(points, [1, 1, -1, -1, 1, -1])), "draw")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.trigger("view.vary")
    click(desk, "orders")
    desk.wait(lambda: done(desk))
    desk.trigger("view.analysis")
    QTest.mouseClick(desk.find(QPushButton, "analysis.start"), LEFT)
    desk.trigger("view.vary")
    desk.wait(lambda: plot(desk).chart.uprights[-1][0].startswith("(R/γ)² ≤ "))


def test_the_menu_of_the_seed_shows_the_orders(blobs):
    menu = menu_at(blobs, blobs.find(QDoubleSpinBox, "param.run.seed"))
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text() == "Vary seed…").trigger()
    menu.close()
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.bars != ())


def test_the_worst_order_is_raced_against_the_run_as_it_is(blobs):
    blobs.train_to_end()
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    click(blobs, "race")
    left, right = blobs.window.races.race.sessions
    assert left == blobs.session
    assert right.order == "shuffled_once"
    assert f"seed {right.seed}" in says(blobs, "sentence")
