"""A picture that carries its session is opened as the session, at the step that it shows, and never written over."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QToolButton, QWidget

from kpgui import api
from kpgui.formats.session import SessionFile
from kpgui.model.edits import Setting
from kpgui.model.frame import Status
from kpgui.model.session import Reached, Session, View
from kpgui.ui.dialogs.messages import Notice
from tests.drags import drag_enters
from tests.formats.pictures import BLANK, carrying
from tests.strategies import noisy_moons

every_kind = pytest.mark.parametrize("key", BLANK)

MOONS = Session(
    noisy_moons(120, noise=0.3),
    "rbf(sigma=0.5)",
    "kernel_perceptron(epochs=9)",
    "shuffled_each_epoch",
    3,
    View(-2, 3, -2, 2),
)


@pytest.fixture
def picture(tmp_path):
    """Returns the path of a new picture of this kind, which shows step 37 of the moons."""

    def picture(key):
        counters = api.train(MOONS, 37).counters
        session = replace(MOONS, reached=Reached(37, counters.mistakes, counters.updates))
        path = tmp_path / f"figure.{key}"
        path.write_bytes(carrying(key, SessionFile().write(session)))
        return path

    return picture


def drop(widget, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = drag_enters(QPoint(50, 50), action, mime)
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(widget, QDropEvent(QPointF(50, 50), action, mime, left, none))


def test_a_picture_dropped_on_the_window_opens_at_the_step_that_it_shows(desk, picture):
    for key in BLANK:
        path = picture(key)
        drop(desk.window, path)
        desk.wait(lambda path=path: desk.window.document.path == path)
        desk.wait_for(Status.PAUSED, 37)
        assert replace(desk.session, reached=None) == api.checked(MOONS, path)
        assert desk.window.canvas.view.xmin <= -2 < 3 <= desk.window.canvas.view.xmax
        assert "differs" not in desk.window.status.currentMessage()
        assert not desk.window.document.modified
        assert desk.problem() == ""
        desk.window.opening.new()


def notices(desk):
    return [each.objectName() for each in desk.window.findChildren(Notice) if each.isVisible()]


@every_kind
def test_kernel_and_learner_are_those_of_the_picture_not_those_of_the_window(desk, picture, key):
    desk.window.document.open_session(Session(MOONS.dataset, "linear()", seed=8), None)
    desk.window.opening.open_path(picture(key))
    desk.wait(lambda: desk.window.document.path is not None)
    assert (desk.session.kernel, desk.session.seed) == ("rbf(sigma=0.5)", 3)


@every_kind
def test_saving_an_opened_picture_asks_for_a_session_file(desk, picture, key, tmp_path):
    path = picture(key)
    before = path.read_bytes()
    desk.window.opening.open_path(path)
    desk.wait_for(Status.PAUSED, 37)
    desk.choose_file(tmp_path / "figure")
    desk.trigger("file.save")
    desk.wait(lambda: desk.window.document.path == tmp_path / "figure.kpgui")
    assert path.read_bytes() == before
    assert api.load(tmp_path / "figure.kpgui").reached.step == 37


def test_a_session_is_not_saved_under_the_name_of_a_picture(desk, picture, tmp_path):
    path = picture("png")
    before = path.read_bytes()
    desk.window.opening.open_path(path)
    desk.wait_for(Status.PAUSED, 37)
    desk.choose_file(path)
    desk.answer(QMessageBox.StandardButton.Yes)
    desk.trigger("file.save_as")
    assert (
        "figure.png cannot be saved: it would be a PNG picture, which Save picture and kpgui render draw"
        in desk.problem()
    )
    assert path.read_bytes() == before
    assert desk.window.document.path == path


def test_a_picture_drawn_over_the_one_that_is_open_is_no_change_by_another_program(desk, picture):
    path = picture("png")
    desk.window.opening.open_path(path)
    desk.wait_for(Status.PAUSED, 37)
    desk.choose_file(path)
    desk.answer(QMessageBox.StandardButton.Yes)
    desk.save_figure()
    desk.window.ownership.look()
    assert not notices(desk)
    path.write_bytes(BLANK["png"])
    desk.window.ownership.look()
    assert notices(desk) == ["notice.file_changed"]


@pytest.mark.parametrize("step", [0, 1, 25])
@pytest.mark.parametrize("live", [False, True])
def test_a_saved_picture_opens_at_the_step_that_it_shows(desk, tmp_path, step, live):
    desk.window.document.open_session(replace(MOONS, live=live, reached=Reached() if live else None), None)
    desk.wait(desk.find(QAction, "train.step").isEnabled)
    for _ in range(step):
        desk.find(QAction, "train.step").trigger()
    desk.wait(lambda: desk.frame is not None and desk.frame.counters.step == step)
    then = desk.frame.expansion.beta
    view = desk.window.canvas.view
    desk.choose_file(tmp_path / "figure.png")
    desk.save_figure()
    assert desk.problem() == ""
    desk.window.opening.new()
    desk.window.opening.open_path(tmp_path / "figure.png")
    desk.wait_for(Status.PAUSED if step else Status.READY, step)
    assert desk.frame.expansion.beta.tobytes() == then.tobytes()
    assert (desk.session.view, desk.session.live) == (view, live)


def test_a_picture_of_settings_from_before_opens_with_them(desk, tmp_path):
    """The canvas keeps the boundary of the settings before a change, and that is what the picture shows."""
    desk.window.document.open_session(MOONS, None)
    desk.wait(desk.find(QAction, "train.step").isEnabled)
    for _ in range(9):
        desk.find(QAction, "train.step").trigger()
    desk.wait_for(Status.PAUSED, 9)
    desk.window.document.edit(Setting("kernel", "rbf(sigma=2)"), "kernel")
    desk.choose_file(tmp_path / "figure.png")
    desk.save_figure()
    found = api.load(tmp_path / "figure.png")
    assert (found.kernel, found.reached.step) == ("rbf(sigma=0.5)", 9)


def test_points_exported_over_the_table_that_is_open_are_no_change_by_another_program(desk, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("1;2;1\n3;4;-1\n")
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    desk.choose_file(path)
    desk.answer(QMessageBox.StandardButton.Yes)
    desk.export("Points")
    desk.wait(lambda: "Wrote 2 points to points.csv" in desk.window.statusBar().currentMessage())
    assert path.read_text().startswith("x,y,label")
    desk.window.ownership.look()
    assert not notices(desk)


def test_a_picture_of_something_else_is_refused_in_a_sentence(desk, tmp_path):
    (tmp_path / "holiday.png").write_bytes(BLANK["png"])
    before = desk.session
    drop(desk.window, tmp_path / "holiday.png")
    desk.wait(lambda: "holiday.png is a picture without a kpgui session" in desk.problem())
    assert desk.session is before


def test_opened_pictures_are_among_the_recent_files_and_on_the_start_list(desk, picture, start):
    path = picture("svg")
    desk.window.opening.open_path(path)
    desk.wait_for(Status.PAUSED, 37)
    desk.window.close()
    again = start()
    again.wait(again.find(QWidget, "start_list").isVisible)
    (button,) = again.find(QWidget, "start_list").findChildren(QToolButton)
    assert (button.text(), button.icon().isNull()) == ("figure.svg", False)
    button.click()
    again.wait_for(Status.PAUSED, 37)


@every_kind
def test_the_open_dialog_offers_pictures_and_the_save_dialogs_do_not(desk, monkeypatch, key):
    offered = []

    def ask(parent, title, name, filters, *more):
        offered.append(filters)
        return "", ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", ask)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", ask)
    for action in ("open", "save_as"):
        desk.trigger(f"file.{action}")
    desk.export("Points")
    to_read, *to_write = offered
    assert f"*.{key}" in to_read.split(";;")[0]
    assert any(each.startswith(key.upper()) and f"(*.{key}" in each for each in to_read.split(";;"))
    assert not any(f".{key}" in filters for filters in to_write)
