"""A canvas on the screen, and a hand that uses it through real events."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kpgui.geometry.palette import LIGHT
from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Explanation, Outcome
from kpgui.model.frame import Counters, FieldImage, Frame, Status
from kpgui.model.session import Session, View
from kpgui.model.updates import Updates
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.session.document import Document

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
NO_CURVE = np.zeros((0, 2))


class Hand:
    """Uses a canvas, wherever it is, and looks at what comes of it."""

    def __init__(self, canvas):
        self.canvas = canvas
        self.document = canvas.document
        self.viewport = canvas.viewport()

    @property
    def dataset(self):
        return self.document.session.dataset

    @property
    def points(self):
        return self.dataset.points

    @property
    def labels(self):
        return self.dataset.labels.tolist()

    @property
    def undo(self):
        return self.document.undo_stack

    @property
    def unit(self):
        """What one pixel is in the plane."""
        (xmin, xmax), _ = self.canvas.view_box.viewRange()
        return (xmax - xmin) / self.canvas.view_box.width()

    def at(self, x, y):
        """The pixel of the viewport at a place in the plane."""
        return self.canvas.mapFromScene(self.canvas.view_box.mapViewToScene(QPointF(x, y)))

    def place(self, pixel):
        """The place in the plane at a pixel of the viewport."""
        place = self.canvas.view_box.mapSceneToView(self.canvas.mapToScene(pixel))
        return np.array([place.x(), place.y()])

    def click(self, x, y, button=LEFT, modifiers=NONE):
        QTest.mouseClick(self.viewport, button, modifiers, self.at(x, y))

    def press(self, pixel, button=LEFT, modifiers=NONE):
        self._send(QEvent.Type.MouseButtonPress, pixel, button, button, modifiers)

    def move(self, pixel, button=LEFT, modifiers=NONE):
        self._send(QEvent.Type.MouseMove, pixel, Qt.MouseButton.NoButton, button, modifiers)

    def release(self, pixel, button=LEFT, modifiers=NONE):
        self._send(QEvent.Type.MouseButtonRelease, pixel, button, Qt.MouseButton.NoButton, modifiers)

    def drag(self, start, end, button=LEFT, modifiers=NONE, steps=5):
        """From a place in the plane to another, with a few moves on the way."""
        first, last = self.at(*start), self.at(*end)
        self.press(first, button, modifiers)
        for i in range(1, steps + 1):
            self.move(first + (last - first) * (i / steps), button, modifiers)
        self.release(last, button, modifiers)

    def follow(self, *places, button=LEFT, modifiers=NONE):
        """Press at the first place in the plane, go straight to each of the others, release at the last."""
        pixels = [self.at(*place) for place in places]
        self.press(pixels[0], button, modifiers)
        for pixel in pixels[1:]:
            self.move(pixel, button, modifiers)
        self.release(pixels[-1], button, modifiers)

    def take(self, key, **settings):
        """Take up a tool, set like this."""
        self.canvas.set_tool(key)
        for name, value in settings.items():
            self.canvas.tools.adjust(name, value)

    def pixels(self):
        """Where the points are on the canvas, in logical pixels."""
        return self.canvas.mapping.to_pixels(self.points)

    def hover(self, pixel):
        self.move(pixel, Qt.MouseButton.NoButton)

    def key(self, key, modifiers=NONE):
        QTest.keyClick(self.canvas, key, modifiers)

    def wheel(self, pixel, notches=0.0, pixels=0, modifiers=NONE):
        event = QWheelEvent(
            QPointF(pixel),
            QPointF(self.viewport.mapToGlobal(pixel)),
            QPoint(0, pixels),
            QPoint(0, round(120 * notches)),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.viewport, event)

    def layer(self, kind):
        return next(item for item in self.canvas.view_box.childItems() if isinstance(item, kind))

    def colour_at(self, x, y):
        """What is painted at a place in the plane, as "#rrggbb"."""
        image = self.canvas.grab().toImage()
        return image.pixelColor(self.at(x, y)).name()

    def field(self, pixels, view=None, boundary=NO_CURVE):
        """A field that fills what is visible."""
        return FieldImage(frozen(pixels, np.uint8), view or self.canvas.view, 1.0, boundary, NO_CURVE, NO_CURVE, True)

    def frame(
        self, alpha=None, field=None, mistaken=(), point=-1, status=Status.RUNNING, step=1, ids=None,
        outcome=Outcome.MISTAKE, wrong=(),
    ):  # fmt: skip
        """A frame of a run on the present dataset; β = α·y. Its step is explained if there is a point and an outcome.

        wrong: indices of the points on the wrong side.
        """
        labels = self.dataset.labels
        alpha = np.zeros(len(labels), np.int64) if alpha is None else np.array(alpha)
        zeros = np.zeros(len(mistaken))
        recent = Updates.of(
            step=zeros, point=mistaken, delta=zeros, bias_delta=zeros, scale=zeros, kind=zeros, score=zeros
        )
        beta = alpha * labels if len(alpha) == len(labels) else alpha
        mask = np.isin(np.arange(len(alpha)), wrong)
        counters = Counters(step=step, alpha=frozen(alpha, np.int64), wrong=frozen(mask, np.bool_))
        told = None
        if point >= 0 and outcome is not None:
            told = Explanation(step, (point,), (1,), 0.0, outcome, "", ())
        if ids is None:
            ids = self.dataset.ids if len(alpha) == len(labels) else np.arange(len(alpha))
        return Frame(
            1, status, step, point, counters, Expansion.of(beta, 0.0), recent, field, ids=frozen(ids, np.int64),
            explanation=told,
        )  # fmt: skip

    def _send(self, kind, pixel, button, buttons, modifiers):
        spot = QPointF(pixel)
        event = QMouseEvent(kind, spot, QPointF(self.viewport.mapToGlobal(pixel)), button, buttons, modifiers)
        QApplication.sendEvent(self.viewport, event)


class Stage(Hand):
    """A document and its canvas, 700 × 500 pixels large, showing at least x from −3 to 3 and y from −2 to 2."""

    def __init__(self, qtbot, points=(), labels=(), **dataset):
        data = Dataset.of(points, labels, **dataset) if len(points) else Dataset.empty()
        super().__init__(Canvas(Document(Session(dataset=data)), LIGHT))
        self.document.setParent(self.canvas)  # else the collector deletes it, in whichever thread it runs
        self.canvas.set_shown(LegendLayer, False)  # it would change pictures a little later than what it explains
        qtbot.addWidget(self.canvas)
        self.canvas.resize(700, 500)
        with qtbot.waitExposed(self.canvas):
            self.canvas.show()
        self.canvas.setFocus()


def away(pixel, right, down):
    """A pixel so far away from another."""
    return pixel + QPoint(right, down)


def show(canvas, view):
    """Show exactly this, the way a program outside does it."""
    canvas.view_box.setRange(xRange=(view.xmin, view.xmax), yRange=(view.ymin, view.ymax), padding=0)


WIDE = View(-30, 30, -20, 20)
