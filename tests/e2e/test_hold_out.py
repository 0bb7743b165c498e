"""Points held out of training: a share of them, as an edit, with errors of their own."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QScrollArea, QWidget

from kpgui import api
from kpgui.model.transform import split

SIDES = "positive", "negative"


@pytest.fixture
def unfolded(desk):
    """A window with two hundred points, and the section unfolded."""
    click(desk, "data.generate")
    click(desk, "data.hold_out.fold")
    desk.wait(desk.find(QPushButton, "data.hold_out").isVisible)
    return desk


def click(desk, name):
    QTest.mouseClick(desk.find(QPushButton, name), Qt.MouseButton.LeftButton)


def texts(desk, panel):
    return [label.text() for label in desk.find(QWidget, panel).findChildren(QLabel)]


def test_it_is_folded_away_until_it_is_wanted(desk):
    assert not desk.find(QPushButton, "data.hold_out").isVisible()
    click(desk, "data.hold_out.fold")
    assert not desk.find(QPushButton, "data.hold_out").isEnabled()


def test_a_share_is_held_out_and_undone(unfolded):
    click(unfolded, "data.hold_out")
    dataset = unfolded.session.dataset
    assert np.array_equal(dataset.held_out, split(dataset.labels))
    assert "200 points: 100 of class +1, 100 of −1, 50 held out" in texts(unfolded, "panel.data")
    assert unfolded.window.document.undo_stack.undoText() == "hold out 50 points"
    unfolded.trigger("edit.undo")
    assert not unfolded.session.dataset.held_out.any()


def test_share_seed_and_strata_are_chosen(unfolded):
    unfolded.type("param.hold_out.share", "0.4")
    fold = next(
        each
        for each in unfolded.find(QWidget, "panel.data").findChildren(QPushButton)
        if each.text() == "2 more settings"
    )
    QTest.mouseClick(fold, Qt.MouseButton.LeftButton)
    unfolded.type("param.hold_out.seed", "7")
    unfolded.find(QCheckBox, "param.hold_out.stratified").click()
    click(unfolded, "data.hold_out")
    dataset = unfolded.session.dataset
    assert np.array_equal(dataset.held_out, split(dataset.labels, 0.4, 7, False))


def test_all_are_trained_on_again(unfolded):
    none = unfolded.find(QPushButton, "data.hold_none_out")
    assert not none.isEnabled()
    click(unfolded, "data.hold_out")
    assert none.isEnabled()
    click(unfolded, "data.hold_none_out")
    assert not unfolded.session.dataset.held_out.any()
    assert not none.isEnabled()


def test_errors_are_counted_for_both(unfolded):
    counter = unfolded.find(QLabel, "counter.held_out")
    assert not counter.isVisible()
    unfolded.type("param.learner.epochs", "1")
    click(unfolded, "data.hold_out")
    unfolded.wait(counter.isVisible)
    unfolded.train_to_end()
    model = api.train(unfolded.session)
    wrong = np.sign(model.decision(unfolded.session.dataset.points)) != unfolded.session.dataset.labels
    out = unfolded.session.dataset.held_out
    trained, scored = int(wrong[~out].sum()), int(wrong[out].sum())
    unfolded.wait(lambda: counter.text() == str(scored))
    assert unfolded.text("counter.errors") == str(trained)
    assert table(unfolded, "training") == confusion_of(unfolded.session.dataset, wrong, ~out)
    assert table(unfolded, "held_out") == confusion_of(unfolded.session.dataset, wrong, out)
    click(unfolded, "data.hold_none_out")
    unfolded.trigger("train.reset")
    held_out = unfolded.find(QLabel, "progress.held_out.positive.positive")
    unfolded.wait(lambda: not counter.isVisible() and not held_out.isVisible())


def table(desk, kind):
    """The confusion matrix on the screen, a row for each true class."""
    return [[int(desk.text(f"progress.{kind}.{true}.{says}")) for says in SIDES] for true in SIDES]


def confusion_of(dataset, wrong, part):
    """By the definition: rows are the true classes +1 and −1, columns what f says."""
    says = np.where(wrong, -dataset.labels, dataset.labels)
    return [[int(((dataset.labels == true) & (says == f))[part].sum()) for f in (1, -1)] for true in (1, -1)]


def test_what_is_unfolded_is_scrolled_to_where_there_is_little_room(desk, qtbot):
    desk.window.resize(1024, 700)
    qtbot.wait(50)
    click(desk, "data.hold_out.fold")
    button = desk.find(QPushButton, "data.hold_out")
    scroll = next(each for each in desk.window.findChildren(QScrollArea) if each.isAncestorOf(button))
    viewport = scroll.viewport()
    desk.wait(lambda: viewport.rect().contains(button.mapTo(viewport, QPoint(0, button.height() - 1))))


def test_its_counter_appears_without_moving_the_others(unfolded):
    unfolded.window.resize(1280, 800)
    QTest.qWait(50)
    numbers = [unfolded.find(QLabel, f"counter.{name}") for name in ("epoch", "step", "mistakes", "updates", "errors")]
    places = [each.geometry() for each in numbers]
    click(unfolded, "data.hold_out")
    unfolded.wait(unfolded.find(QLabel, "counter.held_out").isVisible)
    QTest.qWait(50)
    assert [each.geometry() for each in numbers] == places
