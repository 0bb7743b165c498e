"""The curves: how a run went, with exact values at the pointer."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QLabel, QWidget

from kpgui import api
from kpgui.model.edits import Replace
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT


class Sheet:
    """The curves of a window, and a hand on them."""

    def __init__(self, desk):
        self.desk = desk
        dock = desk.find(QDockWidget, "dock.curves")
        dock.show()
        dock.raise_()
        self.panel = desk.find(QWidget, "panel.curves")
        self.mistakes = desk.find(QWidget, "curves.mistakes")
        desk.wait(self.panel.isVisible)

    def text(self, name):
        return self.desk.find(QLabel, f"curves.{name}").text()

    def place(self, plot, step):
        area = plot._area()
        return QPoint(round(area.left() + step * area.width() / plot._right), round(area.center().y()))

    def wait_for_head(self, head):
        self.desk.wait(lambda: self.panel._value is not None and self.panel._value.head == head)


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
    sheet.desk.find(QComboBox, "curves.form").setCurrentIndex(1)
    QTest.mouseMove(sheet.mistakes, sheet.place(sheet.mistakes, 9))
    first = api.train(sheet.desk.session).mistakes_per_epoch[0]
    assert sheet.text("made") == f"Epoch 1: {first} mistakes"


def test_a_run_that_begins_anew_begins_with_empty_curves(sheet):
    sheet.desk.trigger("train.reset")
    sheet.wait_for_head(0)
    assert sheet.text("made") == "Nothing has been learned."
