"""What the e2e tests do with a window: trigger actions, answer questions, wait for a run."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QFileDialog,
    QLabel,
    QListWidget,
    QMessageBox,
    QPushButton,
    QWidget,
)

from kpgui.model.edits import Setting
from kpgui.model.frame import Status

TIMEOUT = 60_000


def state_of(frame):
    """The run of a frame, and its step in it."""
    return frame.run, frame.counters.step


class Desk:
    """A window with someone in front of it."""

    def __init__(self, window, qtbot, monkeypatch):
        self.window = window
        self._qtbot = qtbot
        self._monkeypatch = monkeypatch
        self.asked = []
        self._field = (None, None)
        window.training.frame_arrived.connect(self._see)

    @property
    def session(self):
        return self.window.document.session

    @property
    def frame(self):
        return self.window.training.frame

    @property
    def field(self):
        """The last field of the state on the screen, None before it is there. Later frames of a state have none."""
        state, field = self._field
        return field if self.frame is not None and state == state_of(self.frame) else None

    def _see(self, frame):
        if frame.field is not None:
            self._field = state_of(frame), frame.field

    def find(self, kind, name):
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    def trigger(self, name):
        """Use an action, as soon as it can be used."""
        action = self.find(QAction, name)
        self.wait(action.isEnabled)
        action.trigger()

    def export(self, title):
        """Chooses this line of the dialog of what can be written, which is shown already or else by its action."""
        if self.window.findChild(QDialog, "dialog.export") is None:
            self.trigger("file.export")
        dialog = self.find(QDialog, "dialog.export")
        lines = dialog.findChild(QListWidget, "export.what")
        lines.setCurrentItem(lines.findItems(title, Qt.MatchFlag.MatchFixedString)[0])
        QTest.mouseClick(dialog.findChild(QPushButton, "export.save"), Qt.MouseButton.LeftButton)

    def text(self, name):
        """The text of a label; the progress of the run is shown for that if it is hidden."""
        if name.startswith("progress."):
            self.find(QDockWidget, "dock.progress").show()
        return self.find(QLabel, name).text()

    def wait(self, condition):
        self._qtbot.waitUntil(condition, timeout=TIMEOUT)

    def wait_for(self, status, step=None):
        """Until the screen has been told that the present run has this status."""
        self.wait(lambda: self._is(status, step))

    def _is(self, status, step):
        frame = self.frame
        current = frame is not None and frame.run == self.window.training.run and not self.window.training.behind
        return current and frame.status is status and step in (None, frame.counters.step)

    def train_to_end(self):
        self.trigger("train.to_end")
        self.wait(lambda: self._is(Status.CONVERGED, None) or self._is(Status.LIMIT, None))

    def answer(self, button):
        """Press this button of the next question."""

        def press():
            box = QApplication.activeModalWidget()
            if not isinstance(box, QMessageBox):
                QTimer.singleShot(10, press)
                return
            self.asked.append(box.text())
            box.button(button).click()

        QTimer.singleShot(10, press)

    def choose_file(self, path, kind=""):
        """What the next file dialogs return; None cancels them."""
        chosen = (str(path) if path else "", kind)
        self._monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: chosen)
        self._monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: chosen)

    def save_figure(self):
        """Open the dialog of a picture and save it as it is, where the next file dialog says."""
        self.trigger("file.export_figure")
        dialog = self.window.findChild(QDialog, "dialog.picture")
        if dialog is not None:  # there is one unless there is nothing to picture
            QTest.mouseClick(dialog.findChild(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
            dialog.close()
            self.wait(lambda: self.window.findChild(QDialog, "dialog.picture") is None)

    def problem(self):
        """The sentence of the problem on the screen, which is then closed; "" for none."""
        boxes = [box for box in self.window.findChildren(QMessageBox, "dialog.problem") if box.isVisible()]
        sentence = boxes[0].text() if boxes else ""
        for box in boxes:
            box.close()
        return sentence

    def type(self, name, text, enter=True):
        """Type into a field, over what is in it, and press Return."""
        field = self.find(QWidget, name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)


def edit(desk, seed):
    """Change something that is in the file: the seed."""
    desk.window.document.edit(Setting("seed", seed), "seed")
