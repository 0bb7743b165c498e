"""What tests of Predict do with a window: begin it, ask for a step, find the answers."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status

KEY = Qt.Key


def begin(desk, learner, dataset, kernel="linear()"):
    desk.window.document.edit(Replace(dataset), "points")
    desk.window.document.edit(Setting("kernel", kernel), "kernel")
    desk.window.document.edit(Setting("learner", learner), "learner")
    desk.wait_for(Status.READY)
    press(desk, KEY.Key_A)
    assert desk.find(QWidget, "predict").isVisible()


def press(desk, key):
    QTest.keyClick(desk.window.canvas, key)


def answers(desk):
    """The buttons that can be pressed."""
    buttons = [desk.find(QPushButton, f"predict.answer.{k}") for k in range(1, 5)]
    return [each for each in buttons if each.isVisible()]


def step(desk):
    """Asks for a step, and waits for the question."""
    press(desk, KEY.Key_Period)
    desk.wait(lambda: bool(answers(desk)))
    return desk.text("predict.question")


def choice(desk, text):
    (button,) = [each for each in answers(desk) if each.accessibleName() == text]
    return button


def shown(desk):
    return desk.frame.counters.step


def four_points(desk):
    """Four points that a line through the origin separates, asked about from the start."""
    begin(desk, "kernel_perceptron()", Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, 1]], [1, 1, -1, 1]))
    return desk
