"""What tests of a race do with a window: begin it, lead it by keys, compare both runs with separate ones."""

import threading
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.param import NARROW_SPACE
from kpgui.model.session import Session, View
from kpgui.ui.canvas import Canvas
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, SHIFT

KEY = Qt.Key
POINTS = noisy_moons(60, noise=0.3)
SESSION = Session(POINTS, "rbf(sigma=0.5)", "kernel_perceptron(epochs=4)", view=View.around(POINTS.points))
SHORT = Session(POINTS, "rbf(sigma=0.5)", "kernel_perceptron(epochs=1)", view=SESSION.view)
FAR = Session(
    Dataset.of([[-40, -40], [40, 40], [-40, 40], [40, -40]] * 10, [1, 1, -1, -1] * 10),
    "rbf(sigma=9)",
    "kernel_perceptron(epochs=50000)",
    view=View(-50, 50, -50, 50),
)
OVERFLOWS = "exp(linear())"
"""A kernel that has no value at the points of FAR."""


class Track:
    """A window with a race on, begun and led by keys."""

    def __init__(self, desk):
        self.desk, self.window = desk, desk.window

    def begin(self, session):
        self.window.document.open_session(session, None)
        self.desk.wait(lambda: self.desk.frame is not None and self.desk.frame.run == self.window.training.run)
        self.press(KEY.Key_R, CTRL | SHIFT)
        self.desk.wait(lambda: None not in self.race.frames)
        return self

    @property
    def race(self):
        return self.window.races.race

    @property
    def right(self):
        return self.desk.find(Canvas, "canvas.beside")

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.window.canvas, key, modifiers)

    def choose(self, name, value):
        """Choose this in a list, by keys."""
        field = self.desk.find(QComboBox, name)
        field.setFocus()
        while field.currentData() != value:
            before = field.currentIndex()
            QTest.keyClick(field, KEY.Key_Down)
            assert field.currentIndex() != before, value

    def write(self, name, text):
        field = self.desk.find(QLineEdit, name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, KEY.Key_Return)

    def stands(self, *models):
        """Wait until both runs are where separate runs are, and the table says so."""

        def there():
            for side, frame, model in zip(("left", "right"), self.race.frames, models, strict=True):
                now = frame and (frame.counters.step, frame.counters.mistakes, frame.counters.updates)
                counters = model.counters
                if now != (counters.step, counters.mistakes, counters.updates):
                    return False
                said = [
                    self.desk.find(QLabel, f"race.{side}.{name}").text() for name in ("steps", "mistakes", "updates")
                ]
                if [each.replace(NARROW_SPACE, "") for each in said] != [str(each) for each in now]:
                    return False
            return True

        self.desk.wait(there)
        for frame, model in zip(self.race.frames, models, strict=True):
            assert frame.expansion.beta.tobytes() == model.beta.tobytes()


def both(stop, session=SESSION, **other):
    """Separate runs up to a place: of the session, and of the same one with something different."""
    return [api.train(each, stop) for each in (session, replace(session, **{"kernel": "poly(degree=3)", **other}))]


def trainers():
    return sum(thread.name == "kpgui-trainer" for thread in threading.enumerate())
