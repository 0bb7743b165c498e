"""The real program with someone in front of it who edits and saves without rest, and notes each state in a log.

Each line of the log is a moment (of the machine's monotonic clock) and the session that was then on the screen.
"""

import hashlib
import os
import random
import time

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kpgui import app
from kpgui.model.edits import Move, Relabel, Remove, Setting, add
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import Notice

SETTLED = 250
"""Milliseconds after the window is shown until crashed sessions have been offered."""


def digest(session: Session) -> str:
    """What a session holds, except how it is looked at."""
    dataset = session.dataset
    parts = [dataset.points.tobytes(), dataset.labels.tobytes(), dataset.held_out.tobytes()]
    parts.append(repr((session.kernel, session.learner, session.order, session.seed)).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


class Someone(QObject):
    def __init__(self, window, log, seed):
        super().__init__(window)
        self.window = window
        self.log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.random = random.Random(seed)
        self.awake = False
        self.timer = QTimer(self, singleShot=True, interval=SETTLED)
        self.timer.timeout.connect(self.begin)
        self.timer.start()

    def note(self):
        line = f"{time.monotonic():.4f} {digest(self.window.document.session)}\n"
        os.write(self.log, line.encode())  # once it is in the system's hands, a kill does not take it back

    def begin(self):
        """Recover what is offered, unless the file is newer; then work. All that when the file is open.

        Not at the first turn: on a busy machine the program is late too, and offers nothing yet.
        """
        if self.window.reading.busy or not self.awake:
            self.awake = True
            self.timer.start()
            return
        for notice in self.window.findChildren(Notice, "notice.recovery.0"):
            answer = "discard" if "changed since" in notice.sentence else "recover"
            button = notice.findChild(QPushButton, f"{notice.objectName()}.{answer}")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.note()
        self.timer.timeout.disconnect()
        self.timer.timeout.connect(self.work)
        self.timer.start(1)

    def work(self):
        self.random.choice(
            (self.click, self.add, self.move, self.relabel, self.remove, self.seed, self.undo, self.redo)
        )()
        self.note()
        if self.random.random() < 0.04 and not self.window.writing.busy:
            self.window.saving.save()  # where there are many points the work goes on meanwhile
        self.timer.start(self.random.choice((0, 0, 1, 5, 20, 60)))

    @property
    def ids(self):
        """A few points."""
        ids = self.window.document.session.dataset.ids
        return ids[sorted(self.random.sample(range(len(ids)), min(len(ids), 3)))]

    def edit(self, edit):
        self.window.document.edit(edit, "edit")

    def click(self):
        viewport = self.window.canvas.viewport()
        place = QPoint(*(self.random.randrange(60, side - 60) for side in (viewport.width(), viewport.height())))
        button = self.random.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
        QTest.mouseClick(viewport, button, pos=place)

    def places(self, count):
        return np.array([[self.random.uniform(-3, 3), self.random.uniform(-2, 2)] for _ in range(count)]).reshape(-1, 2)

    def labels(self, count):
        return np.array([self.random.choice((-1, 1)) for _ in range(count)], np.int8)

    def add(self):
        count = self.random.randrange(1, 5)
        self.edit(add(self.window.document.session.dataset, self.places(count), self.labels(count)))

    def move(self):
        ids = self.ids
        self.edit(Move(ids, self.places(len(ids))))

    def relabel(self):
        ids = self.ids
        self.edit(Relabel(ids, self.labels(len(ids))))

    def remove(self):
        self.edit(Remove(self.ids[:1]))

    def seed(self):
        self.edit(Setting("seed", self.random.randrange(10**6)))

    def undo(self):
        self.window.document.undo_stack.undo()

    def redo(self):
        self.window.document.undo_stack.redo()


def main(log, file, seed):
    real = app.create_window

    def watched(session=None):
        window = real(session)
        Someone(window, log, int(seed))
        return window

    app.create_window = watched
    return app.main(file)
