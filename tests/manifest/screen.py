"""The window as whoever uses it has it: actions by their ids, widgets by their object names."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tests.manifest.command_line import digest, lines_of
from tests.manifest.waiting import settle, watch_queues

ROOT = Path(__file__).resolve().parents[2]

MOST_ROWS = 60


def application(language: str = "en") -> QApplication:
    """The application, in a language. To be called before a window is made."""
    from kpgui.language import set_language

    watch_queues()
    set_language(language, ROOT / "resources" / "languages")
    made = QApplication.instance() or QApplication(["kpgui"])
    made.setApplicationName("kpgui")
    made.setQuitOnLastWindowClosed(False)
    return made


@contextmanager
def window_with(path: str, size: tuple[int, int] = (1280, 800)) -> Iterator[QMainWindow]:
    """A window with the session of a file, in which nothing moves by itself; closed without saving."""
    import kpgui
    from kpgui.app import create_window

    window = create_window(kpgui.load(path))
    window.resize(*size)
    window.show()
    QTest.qWaitForWindowExposed(window)
    motion = window.findChild(QAction, "view.reduced_motion")
    if motion is not None and not motion.isChecked():
        motion.trigger()
    settle()
    yield window
    close_dialogs()
    answering = QTimer()
    answering.timeout.connect(_discard)
    answering.start(10)
    assert window.close()
    answering.stop()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _discard() -> None:
    question = QApplication.activeModalWidget()
    if isinstance(question, QMessageBox):
        question.button(QMessageBox.StandardButton.Discard).click()


def trigger(window: QWidget, action: str) -> bool:
    """Use an action and wait for what comes of it. Returns whether there is one that can be used."""
    found = window.findChild(QAction, action)
    if found is None or not found.isEnabled():
        return False
    found.trigger()
    settle()
    return True


def click(window: QWidget, name: str) -> bool:
    """Click a button, if there is one with this name that can be used."""
    button = window.findChild(QAbstractButton, name)
    if button is None or not button.isEnabled():
        return False
    button.click()
    settle()
    return True


def close_dialogs() -> None:
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QDialog | QMenu) and each.isVisible():
            each.close()
    settle()


def float_instruments(window: QMainWindow) -> None:
    """All docks on the right as windows of their own, so that each is visible."""
    for dock in window.findChildren(QDockWidget):
        if window.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea:
            dock.setFloating(True)
            dock.resize(420, 640)
            dock.show()
    settle()


def instruments(window: QMainWindow) -> list[QDockWidget]:
    return [dock for dock in window.findChildren(QDockWidget) if dock.isFloating() and dock.isVisible()]


# What is read.


def texts(widget: QWidget) -> list[str]:
    """The visible texts below a widget in the order of the tree, each with its object name, tables row by row."""
    lines = []
    for each in widget.findChildren(QWidget):
        if each.isVisibleTo(widget) and not isinstance(each, QHeaderView):
            lines += [f"{each.objectName()}: {line}" for line in _texts_of(each) if line.strip()]
    return [plain(line) for line in lines]


def _texts_of(widget: QWidget) -> list[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        said = [widget.text()]
    elif isinstance(widget, QTextEdit | QPlainTextEdit):
        said = widget.toPlainText().splitlines()
    elif isinstance(widget, QComboBox | QLineEdit):
        said = [widget.currentText() if isinstance(widget, QComboBox) else widget.text()]
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model = widget.model()
        columns = range(model.columnCount())
        said = [
            " | ".join(str(model.index(row, column).data() or "") for column in columns)
            for row in range(min(MOST_ROWS, model.rowCount()))
        ]
    else:
        said = []
    # What paints itself says what it shows to screen readers.
    own = widget.objectName() and not widget.objectName().startswith("qt_") and not said
    return [*said, *([f"{widget.accessibleName()} – {widget.accessibleDescription()}"] if own else [])]


def plain(text: str) -> str:
    """A text without the present folder."""
    return text.replace(os.fspath(Path.cwd()), "…")


def pixels(image: QImage) -> str:
    """The digest of a picture, however it is stored."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = bytes(rgb.constBits())
    width = 3 * rgb.width()
    content = b"".join(rows[k : k + width] for k in range(0, len(rows), rgb.bytesPerLine()))
    return f"{rgb.width()}x{rgb.height()} {digest(content)}"


@contextmanager
def saving_to(path: str) -> Iterator[None]:
    """What is saved meanwhile is saved under this name."""
    asked = QFileDialog.getSaveFileName
    QFileDialog.getSaveFileName = staticmethod(lambda *_: (str(Path(path).absolute()), ""))
    yield
    QFileDialog.getSaveFileName = asked


def saved_by(do: Callable[[], Any], path: str) -> list[str] | str:
    """The lines of the file, or the digest, that this saves; else what the window says instead."""
    Path(path).unlink(missing_ok=True)
    raised: list[str] = []
    hook, sys.excepthook = sys.excepthook, lambda kind, error, _: raised.append(f"{kind.__name__}: {error}")
    with saving_to(path):
        do()
        settle()
    sys.excepthook = hook
    if Path(path).is_file():
        lines = lines_of(Path(path).read_bytes())
        return [plain(line) for line in lines] if isinstance(lines, list) else lines
    problems = [each.text() for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox)]
    close_dialogs()
    return plain(f"not saved: {' '.join(raised + problems)}")


def exported(dock: QDockWidget, suffix: str, which: int) -> list[str] | str:
    """What the dock's `….export` button saves under such a name: the line of its own with this index."""
    buttons = [each for each in dock.findChildren(QAbstractButton) if each.objectName().endswith(".export")]
    shown = [each for each in buttons if each.isVisible() and each.isEnabled()]
    if not shown:
        return "nothing to export"

    def do() -> None:
        shown[0].click()
        dialogs = [each for each in QApplication.topLevelWidgets() if each.objectName() == "dialog.export"]
        for dialog in dialogs:
            lines = dialog.findChild(QListWidget, "export.what")
            own = [k for k in range(lines.count()) if lines.item(k).text().startswith(f"{dock.windowTitle()}: ")]
            lines.setCurrentRow(own[which])
            dialog.accept()

    return saved_by(do, f"exported{suffix}")
