"""The curves: how a run went, with exact values at the pointer."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QLabel, QPushButton, QStyle, QStyleOptionComboBox, QWidget

from kpgui import api
from kpgui.engine.run.error_history import ErrorHistory
from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.param import rounded_up
from kpgui.words.counters import share_text
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT


class Sheet:
    """The curves of a window, and a hand on them."""

    def __init__(self, desk):
        self.desk = desk
        dock = desk.find(QDockWidget, "dock.progress")
        dock.show()
        dock.raise_()
        self.panel = desk.find(QWidget, "panel.progress")
        self.mistakes = desk.find(QWidget, "progress.mistakes")
        desk.wait(self.panel.isVisible)

    def text(self, name):
        return self.desk.find(QLabel, f"progress.{name}").text()

    def bound(self):
        return next((line for line, _ in self.mistakes._lines if line.dashed), None)

    def kept(self):
        return [line for line, _ in self.mistakes._lines if line.opacity < 1]

    def place(self, plot, step):
        area = plot._area()
        return QPoint(round(area.left() + step * area.width() / plot._right), round(area.center().y()))

    def wait_for_head(self, head):
        self.desk.wait(
            lambda: (value := self.panel._value) and value.session is self.desk.session and value.head == head
        )


@pytest.fixture
def sheet(desk):
    dataset = noisy_moons(20, seed=3, noise=0.4)
    held_out = np.arange(20) % 5 == 0
    desk.window.document.edit(Replace(replace(dataset, held_out=held_out)), "moons")
    sheet = Sheet(desk)
    desk.train_to_end()
    sheet.wait_for_head(api.train(desk.session).steps)
    return sheet


def test_the_pointer_reads_the_mistakes_made_by_then(sheet):
    steps = api.train(sheet.desk.session).updates.step
    for step in (0, 7, 16):
        QTest.mouseMove(sheet.mistakes, sheet.place(sheet.mistakes, step))
        assert sheet.mistakes.pointer is not None
        at = sheet.mistakes.pointer
        made = int((steps < at).sum())
        assert sheet.text("made") == f"After step {at}: {made} mistake{'s' * (made != 1)}"


def test_a_click_goes_to_that_step(sheet):
    place = sheet.place(sheet.mistakes, 9)
    wanted = sheet.mistakes.step_at(place.x())
    QTest.mouseClick(sheet.mistakes, LEFT, pos=place)
    sheet.desk.wait(lambda: sheet.desk.frame.counters.step == wanted and sheet.panel._value.cursor == wanted)
    assert sheet.panel._value.head == api.train(sheet.desk.session).steps


def test_the_mistakes_can_be_seen_per_epoch(sheet):
    sheet.desk.find(QComboBox, "progress.form").setCurrentIndex(1)
    QTest.mouseMove(sheet.mistakes, sheet.place(sheet.mistakes, 9))
    first = api.train(sheet.desk.session).mistakes_per_epoch[0]
    assert sheet.text("made") == f"Epoch 1: {first} mistakes"


def test_a_run_that_begins_anew_begins_with_empty_curves(sheet):
    sheet.desk.trigger("train.reset")
    sheet.wait_for_head(0)
    assert sheet.text("made") == "Nothing has been learned."


def test_the_errors_are_told_at_the_pointer_and_at_their_least(sheet):
    run = Run(sheet.desk.session)
    errors = []
    while run.outcome is None:
        run.advance(1)
        counters = run.counters()
        errors.append((counters.errors, counters.held_out_errors))
    sheet.desk.wait(lambda: sheet.panel._value.record.known == len(errors))
    least = min(out for _, out in errors)
    first = 1 + [out for _, out in errors].index(least)
    assert f"Held out: least {share_text(least, 4)}, first after step {first}." in sheet.text("least")
    plot = sheet.desk.find(QWidget, "progress.errors")

    def is_pointed_at():  # before it is laid out there is nothing to point at
        place = sheet.place(plot, 11)
        QTest.mouseMove(plot, place - QPoint(0, 3))  # a move to where the pointer is already is none
        QTest.mouseMove(plot, place)
        return plot.pointer is not None

    sheet.desk.wait(is_pointed_at)
    at = plot.pointer
    trained, out = errors[at - 1]
    assert (
        sheet.text("wrong") == f"After step {at}: {share_text(trained, 16)} trained on, {share_text(out, 4)} held out"
    )
    assert sheet.mistakes.pointer == at


def test_a_run_that_does_not_pause_shows_its_errors_meanwhile(sheet):
    sheet.desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "endless")
    sheet.desk.window.document.edit(Setting("kernel", "linear()"), "linear")
    sheet.desk.trigger("train.to_end")
    sheet.desk.wait(lambda: sheet.panel._value.record.known > 100 and sheet.desk.window.training.playing)


def test_a_closed_panel_has_no_errors_worked_out(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(ErrorHistory, "go_on", lambda *_: asked.append(1))
    desk.window.document.edit(Replace(noisy_moons(20, seed=3)), "moons")
    desk.train_to_end()
    assert not asked


def test_the_bound_is_drawn_once_the_analysis_has_found_it_and_as_long_as_it_holds(sheet):
    assert sheet.bound() is None
    sheet.desk.find(QDockWidget, "dock.analysis").show()
    sheet.desk.find(QDockWidget, "dock.analysis").raise_()
    QTest.mouseClick(sheet.desk.find(QPushButton, "analysis.start"), LEFT)
    sheet.desk.wait(lambda: sheet.bound() is not None)
    found, _ = api.analyse(sheet.desk.session)
    assert sheet.bound().name.startswith(f"(R/γ)² ≤ {rounded_up(found.margin.bound)}")
    sheet.desk.find(QDockWidget, "dock.progress").raise_()
    sheet.desk.find(QComboBox, "progress.form").setCurrentIndex(1)
    assert sheet.bound() is None
    sheet.desk.find(QComboBox, "progress.form").setCurrentIndex(0)
    sheet.desk.window.document.edit(Setting("kernel", "rbf(sigma=0.1)"), "narrow")
    assert sheet.bound() is not None  # the run that is shown is still that of the wide kernel
    sheet.desk.window.training.reset()
    sheet.desk.wait(lambda: sheet.bound() is None)


def test_kept_curves_stay_behind_under_their_settings_until_they_are_cleared(sheet):
    keep, clear = (sheet.desk.find(QPushButton, f"progress.{name}") for name in ("keep", "clear"))
    assert not clear.isEnabled()
    made = sheet.panel._value.mistakes.tolist()
    QTest.mouseClick(keep, LEFT)
    assert [line.name for line in sheet.kept()] == ["the same settings"]
    before = sheet.desk.session.kernel
    sheet.desk.window.document.edit(Setting("kernel", "rbf(sigma=0.1)"), "narrow")
    sheet.desk.train_to_end()
    sheet.wait_for_head(api.train(sheet.desk.session).steps)
    assert [line.name for line in sheet.kept()] == [before]
    assert sheet.kept()[0].corners[-1].tolist() == [len(made) - 1, made[-1]]
    QTest.mouseClick(keep, LEFT)
    assert [line.name for line in sheet.kept()] == [before, "the same settings"]
    QTest.mouseClick(clear, LEFT)
    assert not sheet.kept()
    assert not clear.isEnabled()


def test_what_the_curves_go_by_is_written_whole_in_the_window_of_a_small_screen(sheet):
    sheet.desk.window.resize(1280, 800)
    for name in ("form", "scale"):
        field, option = sheet.desk.find(QComboBox, f"progress.{name}"), QStyleOptionComboBox()
        field.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = field.style().subControlRect(kind, option, part, field).width()
        for k in range(field.count()):
            assert field.fontMetrics().horizontalAdvance(field.itemText(k)) <= room, field.itemText(k)


@pytest.mark.parametrize("points", [0, 1, 2, 12, 13])
def test_a_logarithmic_scale_is_drawn_where_a_few_points_have_no_errors(sheet, points):
    sheet.desk.find(QComboBox, "progress.scale").setCurrentIndex(1)
    few = Dataset.of(np.zeros((points, 2)), [1] * points)
    sheet.desk.window.document.edit(Replace(few), "few")
    sheet.desk.trigger("train.reset")
    sheet.desk.wait(lambda: sheet.panel._value is None or sheet.panel._value.session.dataset == few)
    assert not sheet.panel.grab().isNull()


@pytest.fixture
def long_run(sheet):
    """A run of many epochs, with its errors after every step."""
    sheet.desk.window.document.edit(Setting("kernel", "linear()"), "linear")
    sheet.desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=60)"), "long")
    sheet.desk.train_to_end()
    sheet.wait_for_head(60 * 16)
    sheet.desk.wait(lambda: sheet.panel._value.record.known == 60 * 16)
    run, errors = Run(sheet.desk.session), []
    while run.outcome is None:
        run.advance(1)
        errors.append(run.counters().errors)
    return errors


def choose(sheet, name, key):
    """Change a choice beside the plots by a key."""
    field = sheet.desk.find(QComboBox, f"progress.{name}")
    field.setFocus()
    QTest.keyClick(field, key)


def test_a_long_run_goes_by_epochs_until_steps_are_chosen(sheet, long_run):
    plot, by = sheet.desk.find(QWidget, "progress.errors"), sheet.desk.find(QComboBox, "progress.form")
    ends = [100 * errors / 16 for errors in long_run[15::16]]
    assert by.currentText() == "By epochs"
    trained = next(line for line, _ in plot._lines if line.name == "training error")
    assert trained.corners[:-1:2, 1].tolist() == ends
    assert trained.corners[1::2, 0].tolist() == [16 * epoch for epoch in range(1, 61)]
    assert plot._top < 1.08 * 100 * max(long_run) / 16  # what is worst inside an epoch sets no scale
    QTest.mouseMove(plot, sheet.place(plot, 330))
    assert sheet.text("wrong").startswith(f"After step 336: {share_text(long_run[335], 16)}")
    choose(sheet, "form", Qt.Key.Key_Up)
    assert plot._top >= 100 * max(long_run) / 16
    sheet.desk.trigger("train.reset")
    sheet.desk.train_to_end()
    sheet.wait_for_head(60 * 16)
    assert by.currentText() == "By steps"


def test_a_learner_without_epochs_goes_by_steps(sheet):
    sheet.desk.window.document.edit(Setting("learner", "svm(C=1)"), "svm")
    sheet.desk.train_to_end()
    sheet.wait_for_head(api.train(sheet.desk.session).steps)
    by = sheet.desk.find(QComboBox, "progress.form")
    assert (by.currentText(), by.isEnabled()) == ("By steps", False)


def test_a_logarithmic_scale_has_equal_distances_for_equal_ratios_and_0_below(sheet, long_run):
    plot = sheet.desk.find(QWidget, "progress.mistakes")
    made = api.train(sheet.desk.session).mistakes
    assert made > 100
    choose(sheet, "form", Qt.Key.Key_Up)
    choose(sheet, "scale", Qt.Key.Key_Down)
    _, path = plot._lines[0]
    heights = [path.elementAt(k).y for k in range(path.elementCount())]
    assert heights[0] == 0
    assert max(heights) == pytest.approx(np.log10(made / 0.5))
    assert plot._up.labels == ("0", "1", "10", "100")
    choose(sheet, "scale", Qt.Key.Key_Up)
    assert max(path.elementAt(k).y for _, path in plot._lines[:1] for k in range(path.elementCount())) == made
