"""HTML in a file, in its path or in what is typed is shown as text, and no file that it names is opened."""

import json
import sys
import tempfile
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QStatusBar,
    QToolTip,
)

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import ask_save_path
from tests.e2e.test_ghosts_panel import rename
from tests.e2e.test_import import Form
from tests.screen_texts import Bait, hover_everything

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux says who opens a file")


PLAIN = "".join(f"{k},{k / 2},{'ab'[k % 2]}\n" for k in range(50))


@pytest.fixture
def bait(qapp):
    """In a folder with a short name: messages quote so much of a cell."""
    with tempfile.TemporaryDirectory(prefix="b") as folder:
        bait = Bait(Path(folder))
        yield bait
        bait.close()


@pytest.fixture
def nothing_happens(bait):
    """After a test, on the screen that it leaves: no text is HTML, and pointing at everything opens no file."""

    def look(window):
        assert bait.taken_for_html() == []
        hover_everything()
        assert not bait.opened()

    return look


def test_the_bait_catches(bait, qtbot):
    """What these tests look for is found where a text is taken for HTML."""
    label = QLabel("what")
    qtbot.addWidget(label)
    label.setToolTip(bait.tags[0])
    with qtbot.waitExposed(label):
        label.show()
    assert bait.taken_for_html() == [f"tooltip of QLabel : {bait.tags[0]}"]
    assert not bait.opened()
    hover_everything()
    assert bait.opened()
    label.setText(bait.tags[0])
    assert f"text of QLabel : {bait.tags[0]}" in bait.taken_for_html()


@pytest.mark.parametrize("number", range(7))
def test_a_cell_of_a_row_that_is_skipped(desk, tmp_path, bait, nothing_happens, number):
    path, tag = tmp_path / "points.csv", bait.tags[number].replace('"', '""')
    path.write_text(f'x,y,label\n{PLAIN}"{tag}",4,b\n{PLAIN}')
    assert not desk.window.opening.open_path(path)
    nothing_happens(desk.window)
    assert desk.problem()
    desk.choose_file(path)
    desk.trigger("file.import")
    form = Form(desk)
    nothing_happens(desk.window)
    form.tick("skip")
    desk.wait(lambda: form.find(QPushButton, "open").isEnabled())
    nothing_happens(desk.window)
    form.open()
    desk.wait(lambda: len(desk.session.dataset) > 0)
    nothing_happens(desk.window)
    assert "skipped" in desk.window.statusBar().currentMessage()


def test_the_message_about_it_is_read_as_it_was_written(desk, tmp_path, bait):
    bar = desk.find(QStatusBar, "")
    bar.say(f"Row 3 was skipped: {bait.tags[0]} is no number.")
    assert bar.currentMessage() == f"Row 3 was skipped: {bait.tags[0]} is no number."
    told = bar.toolTip()
    assert told.replace("\N{WORD JOINER}", "") == bar.currentMessage()
    assert not QtGui.Qt.mightBeRichText(told)


@pytest.mark.parametrize("number", range(7))
def test_names_of_columns_and_classes(desk, tmp_path, bait, nothing_happens, number):
    tag = bait.tags[number].replace('"', '""')
    path = tmp_path / "points.csv"
    rows = "".join(f'{k},{k % 3},{k % 2},"{tag}{k % 3}"\n' for k in range(9))
    path.write_text(f'"{tag}","{tag}x",z,"{tag}label"\n{rows}')
    desk.window.opening.open_path(path)
    form = Form(desk)
    nothing_happens(desk.window)
    form.find(QPushButton, "open").setFocus()
    if form.find(QPushButton, "open").isEnabled():
        form.open()
        desk.wait(lambda: len(desk.session.dataset) > 0)
        desk.train_to_end()
        nothing_happens(desk.window)


def test_a_path(desk, start, tmp_path, bait, nothing_happens):
    """A name holds no slash, but the tag of a path that has some is one folder after the other."""
    path = tmp_path / f"{bait.tags[0]}.kpgui"
    path.parent.mkdir(parents=True)
    api.save(Session(Dataset.of([[0, 0], [1, 1]], [1, -1])), path)
    assert desk.window.opening.open_path(path)
    nothing_happens(desk.window)
    recent = desk.window.findChild(type(desk.window.menuBar().addMenu("")), "menu.recent")
    recent.aboutToShow.emit()
    nothing_happens(desk.window)
    path.write_text("no session")
    assert not desk.window.opening.open_path(path)
    nothing_happens(desk.window)
    assert desk.problem()
    desk.window.close()
    again = start()
    again.wait(lambda: again.window.findChild(QLabel) is not None)
    QTest.qWait(200)
    nothing_happens(again.window)


def test_the_name_of_a_file_that_is_replaced(desk, tmp_path, bait, nothing_happens):
    """In Qt's own dialog, which would ask about it itself. A name may hold the path of a picture in entities."""
    path = tmp_path / f"<img src={str(bait.path).replace('/', '&#47;')}>.kpgui"
    path.touch()

    def press():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and not shown:
            shown.append("file")
            dialog.accept()
        elif isinstance(dialog, QMessageBox):
            shown.append(dialog.text().replace("\N{WORD JOINER}", ""))
            nothing_happens(desk.window)
            dialog.reject()
        elif dialog is not None and len(shown) > 1:
            dialog.reject()

    shown = []
    pressing = QTimer(interval=50)
    pressing.timeout.connect(lambda: QTimer.singleShot(0, press))
    pressing.start()
    assert ask_save_path(desk.window, "Save", path, {"kpgui session": (".kpgui",)}) is None
    pressing.stop()
    assert shown[:1] == ["file"]
    assert shown[1].startswith("Replace the file <img src=")
    assert not bait.opened()


@pytest.mark.parametrize("number", range(7))
def test_what_a_session_holds(desk, tmp_path, bait, nothing_happens, number):
    path = tmp_path / "session.kpgui"
    api.save(Session(Dataset.of([[0, 0], [1, 1]], [1, -1])), path)
    good = json.loads(path.read_text())
    for name in ("kernel", "learner", "order", "shape", "figure", "version"):
        path.write_text(json.dumps(good | {name: bait.tags[number]}))
        desk.window.opening.open_path(path)
        nothing_happens(desk.window)
        desk.problem()


def test_what_is_typed(desk, hand, bait, nothing_happens):
    hand.click(0.5, 0.5)
    hand.click(-0.5, 0.5, Qt.MouseButton.RightButton)
    desk.type("param.kernel.expression", bait.tags[0])
    nothing_happens(desk.window)
    desk.type("param.kernel.expression", "rbf(sigma=1)")
    desk.train_to_end()
    desk.trigger("view.kept")
    desk.trigger("run.keep_ghost")
    rename(desk, 1, bait.tags[0])
    desk.trigger("file.export_figure")
    dialog = desk.find(QDialog, "dialog.picture")
    for field in dialog.findChildren(QLineEdit):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, bait.tags[0])
        QTest.keyClick(field, Qt.Key.Key_Return)
        nothing_happens(desk.window)
    dialog.close()
    desk.trigger("view.points")
    desk.type("points.typed", bait.tags[0])
    nothing_happens(desk.window)
    QToolTip.hideText()


def test_the_guide_is_searched_for_it(desk, bait, nothing_happens):
    desk.trigger("help.guide")
    words = desk.find(QLineEdit, "guide.words")
    QTest.keyClicks(words, bait.tags[0])
    QTest.keyClick(words, Qt.Key.Key_Return)
    nothing_happens(desk.window)
