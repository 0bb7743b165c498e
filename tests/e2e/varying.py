"""What tests of Vary do with a window: points to vary on, a curve, a sweep that does not end, clicks."""

from time import sleep

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget

from kpgui.figure.charts.chart import Chart
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.errors import Token
from tests.ui.canvas.stage import LEFT

KEY, CTRL_SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def blobs_on(desk):
    """40 points of two classes that overlap, with 5 epochs to learn them."""
    rng = np.random.default_rng(3)
    labels = np.repeat([1, -1], 20)
    points = rng.normal(size=(40, 2)) + 0.8 * labels[:, None]
    desk.window.document.edit(Replace(Dataset.of(points, labels)), "draw")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=5)"), "learner")
    return desk


def click(desk, name, kind=QPushButton):
    QTest.mouseClick(desk.find(kind, f"vary.{name}"), LEFT)


def plot(desk):
    return desk.find(QWidget, "vary.plot")


def says(desk, name):
    return desk.find(QLabel, f"vary.{name}").text()


def done(desk):
    """Whether a chart is there and nothing is computed any more."""
    return isinstance(plot(desk).chart, Chart) and desk.find(QPushButton, "vary.start").text() == "Compare"


def at(desk, index):
    """The place of a value of the curve in the plot."""
    area, chart = plot(desk).area(), plot(desk).chart
    return QPoint(round(area.left() + chart.places[index] * area.width()), round(area.center().y()))


def curve_on(blobs):
    """The error over five values of σ."""
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", "0.1, 0.5, 1, 2, 10", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and says(blobs, "sentence").startswith("Least error"))
    return blobs


def menu_at(desk, field):
    """The menu that a right click on a widget opens."""
    place = field.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, field.mapToGlobal(place))
    QApplication.sendEvent(field, event)
    desk.wait(lambda: QApplication.activePopupWidget() is not None)
    return QApplication.activePopupWidget()


def choose_quantity(desk, title):
    """Choose with the keys what is shown."""
    box = desk.find(QComboBox, "vary.quantity")
    box.setFocus()
    QTest.keyClick(box, KEY.Key_Home)
    while box.currentText() != title:
        QTest.keyClick(box, KEY.Key_Down)


def endless_on(monkeypatch):
    """Sweeps and trainings, as soon as they are asked for, end only when they are cancelled."""

    def wait(*given):
        token = next(each for each in given if isinstance(each, Token))
        while True:
            token.check()
            sleep(0.005)

    def begin():
        monkeypatch.setattr("kpgui.analysis.comparing.sweep", wait)
        monkeypatch.setattr("kpgui.figure.multiples.multiples.trained", wait)

    return begin
