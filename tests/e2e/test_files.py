"""Opening, saving, recent files, unsaved changes, files dropped on the window, pictures."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QMessageBox

from kpgui import api
from kpgui.app import create_window
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Setting
from kpgui.model.session import Session
from tests.drags import drag_enters
from tests.e2e.desk import Desk

BUTTON = QMessageBox.StandardButton


@pytest.fixture
def saved(tmp_path):
    """A session file with three points."""
    path = tmp_path / "three.kpgui"
    api.save(Session(Dataset.of([[0, 0], [0.1, 0.2], [1 / 3, 5]], [1, -1, 1]), kernel="rbf(sigma=0.3)", seed=9), path)
    return path


@pytest.fixture
def points(tmp_path):
    """A file of points alone."""
    path = tmp_path / "points.csv"
    path.write_text("x,y,label\n10,20,1\n30,40,-1\n", "utf-8")
    return path


def test_an_opened_session_is_shown_whole(desk, saved):
    desk.choose_file(saved)
    desk.trigger("file.open")
    assert desk.session == api.load(saved)
    assert desk.window.windowTitle() == "three.kpgui[*] – kpgui"
    assert not desk.window.isWindowModified()
    assert desk.find(object, "param.kernel.sigma").value() == 0.3
    assert desk.find(object, "param.run.seed").value() == 9


def test_opened_points_are_not_selected_because_others_were(desk, saved, points):
    desk.window.opening.open_path(saved)
    desk.trigger("edit.select_all")
    desk.window.opening.open_path(points)
    assert len(desk.session.dataset) == 2
    assert desk.window.canvas.selection.tolist() == []


def test_saving_writes_back_bit_for_bit_what_was_opened(desk, saved):
    desk.window.opening.open_path(saved)
    desk.window.document.edit(Setting("seed", 10), "seed")
    assert desk.window.isWindowModified()
    desk.trigger("file.save")
    assert not desk.window.isWindowModified()
    again = api.load(saved)
    assert again.seed == 10
    assert again.dataset == desk.session.dataset


def test_what_was_typed_is_saved_even_without_return(desk, saved):
    desk.window.opening.open_path(saved)
    desk.type("param.kernel.sigma", "0.75", enter=False)
    desk.trigger("file.save")
    assert api.load(saved).kernel == "rbf(sigma=0.75)"


def test_saving_a_new_session_asks_for_a_name_and_adds_the_suffix(desk, hand, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "drawn", "kpgui session (*.kpgui *.json)")
    desk.trigger("file.save")
    assert api.load(tmp_path / "drawn.kpgui").dataset == desk.session.dataset
    assert desk.window.document.path == tmp_path / "drawn.kpgui"


def test_an_added_suffix_does_not_replace_a_file_unasked(desk, hand, saved, tmp_path):
    before = saved.read_bytes()
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "three")
    desk.answer(BUTTON.Cancel)
    desk.trigger("file.save")
    assert saved.read_bytes() == before
    assert desk.asked == ["Replace the file three.kpgui?"]
    assert desk.window.document.modified


@pytest.mark.parametrize(("answer", "replaced"), [(BUTTON.Yes, True), (BUTTON.Cancel, False)])
def test_a_file_that_is_there_is_replaced_when_the_user_says_so(desk, hand, saved, answer, replaced):
    hand.click(0.5, 0.5)
    desk.choose_file(saved)
    desk.answer(answer)
    desk.trigger("file.save")
    assert desk.asked == ["Replace the file three.kpgui?"]
    assert (len(api.load(saved).dataset) == 1) == replaced


def test_the_view_on_screen_is_saved_and_shown_again(desk, saved, qtbot):
    desk.window.opening.open_path(saved)
    desk.window.canvas.view_box.setRange(xRange=(100, 110), yRange=(200, 210), padding=0)
    desk.trigger("file.save")
    view = api.load(saved).view
    assert view.xmin < 101
    assert view.xmax > 109
    desk.trigger("view.fit")
    desk.window.opening.open_path(saved)
    assert desk.window.canvas.view.xmin > 50


def test_a_file_of_points_saves_as_a_session_beside_it(desk, points, monkeypatch):
    desk.window.opening.open_path(points)
    assert desk.window.canvas.view.xmax > 30
    suggested = []

    def ask(parent, title, name, filters, *more):
        suggested.append(name)
        return "", ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", ask)
    desk.trigger("file.save")
    assert suggested == [str(points.with_suffix(".kpgui"))]


def test_points_are_exported_as_csv_unless_another_format_is_chosen(desk, points, monkeypatch):
    desk.window.opening.open_path(points)
    suggested = []

    def ask(parent, title, name, filters, *more):
        suggested.append((name, filters.split(";;")[0]))
        return "", ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", ask)
    desk.export("Points")
    assert suggested == [(str(points.with_suffix(".csv")), "Comma-separated values (*.csv)")]


@pytest.mark.parametrize("answer, written", [(BUTTON.Save, True), (BUTTON.Cancel, False)])
def test_what_a_format_cannot_hold_is_said_before_it_is_written(desk, hand, tmp_path, answer, written):
    hand.click(0.5, 0.5)
    desk.window.document.edit(Setting("kernel", "rbf(sigma=0.3)"), "kernel")
    desk.choose_file(tmp_path / "only.csv")
    desk.answer(answer)
    desk.trigger("file.save_as")
    assert desk.asked == ["Write only a part of the session to only.csv?"]
    assert (tmp_path / "only.csv").exists() == written
    assert desk.window.document.modified
    assert desk.window.document.path is None
    if written:
        assert "the session is not saved" in desk.window.statusBar().currentMessage()


def test_a_session_that_is_nothing_but_points_is_saved_in_any_format(desk, hand, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "all.csv")
    desk.trigger("file.save_as")
    assert api.load(tmp_path / "all.csv").dataset == desk.session.dataset
    assert not desk.window.document.modified
    assert desk.asked == []


@pytest.mark.parametrize("answer, discarded", [(BUTTON.Discard, True), (BUTTON.Cancel, False), (BUTTON.Save, True)])
def test_unsaved_changes_are_asked_about(desk, hand, tmp_path, answer, discarded):
    hand.click(0, 0)
    desk.choose_file(tmp_path / "kept.kpgui")
    desk.answer(answer)
    desk.trigger("file.new")
    assert desk.asked == ["Save the changes to Untitled?"]
    assert len(desk.session.dataset) == (0 if discarded else 1)
    assert (tmp_path / "kept.kpgui").exists() == (answer == BUTTON.Save)


def test_a_question_that_was_answered_is_gone(desk, hand, qtbot):
    """Its box would stay as long as the window otherwise, with one more for each question."""
    hand.click(0, 0)
    desk.answer(BUTTON.Cancel)
    desk.trigger("file.new")
    qtbot.waitUntil(lambda: not desk.window.findChildren(QMessageBox))


def test_cancelling_keeps_the_window_open_and_discarding_closes_it(desk, hand):
    hand.click(0, 0)
    desk.answer(BUTTON.Cancel)
    assert not desk.window.close()
    desk.answer(BUTTON.Discard)
    assert desk.window.close()


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("a.csv", "x,y,label\n1,2,1\n3,oops,-1\n", "line 3"),
        ("b.kpgui", '{"format": "kpgui", "version": 1, "kern', "b.kpgui"),
        ("c.kpgui", '{"format": "kpgui", "version": 99}', "version"),
        ("d.csv", "x,label\n1,1\n4,-1\n", "1 coordinate"),
        ("e.csv", "", "e.csv"),
    ],
)
def test_a_bad_file_is_told_in_a_sentence_and_changes_nothing(desk, saved, tmp_path, name, content, sentence):
    desk.window.opening.open_path(saved)
    before = desk.session
    (tmp_path / name).write_text(content, "utf-8")
    assert not desk.window.opening.open_path(tmp_path / name)
    told = desk.problem()
    assert sentence in told
    assert name in told
    assert "Traceback" not in told
    assert desk.session is before
    assert desk.window.document.path == saved


def test_a_place_that_cannot_be_written_is_told_and_stays_unsaved(desk, hand, tmp_path):
    hand.click(0, 0)
    desk.choose_file(tmp_path / "nowhere" / "a.kpgui")
    desk.trigger("file.save")
    assert "does not exist" in desk.problem()
    assert desk.window.document.modified
    assert desk.window.document.path is None


def test_recent_files_are_offered_newest_first(desk, saved, points):
    desk.window.opening.open_path(saved)
    desk.window.opening.open_path(points)
    menu = desk.window.findChild(object, "menu.recent")
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions()] == ["points.csv", "three.kpgui"]
    menu.actions()[1].trigger()
    assert desk.window.document.path == saved


def test_a_recent_file_that_is_gone_is_not_offered(desk, saved):
    desk.window.opening.open_path(saved)
    saved.unlink()
    menu = desk.window.findChild(object, "menu.recent")
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions()] == ["No recent files"]


def drop(widget, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = drag_enters(QPoint(50, 50), action, mime)
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(50, 50), action, mime, left, none))
    return enter.isAccepted()


def test_a_file_dropped_on_the_window_is_opened(desk, saved):
    assert drop(desk.window, saved)
    desk.wait(lambda: desk.window.document.path == saved)


def test_what_is_not_a_file_cannot_be_dropped(desk):
    mime = QMimeData()
    mime.setText("hello")
    enter = drag_enters(QPoint(50, 50), Qt.DropAction.CopyAction, mime)
    enter.ignore()
    QApplication.sendEvent(desk.window, enter)
    assert not enter.isAccepted()


def test_a_picture_of_the_run_is_saved(desk, tmp_path):
    desk.find(object, "data.generate").click()
    desk.train_to_end()
    desk.choose_file(tmp_path / "picture")
    desk.save_figure()
    image = QImage(str(tmp_path / "picture.png"))
    assert not image.isNull()
    assert image.width() > 1000
    assert desk.problem() == ""


def test_the_next_window_knows_the_folder_the_theme_and_the_files(desk, saved, qtbot, monkeypatch):
    desk.window.opening.open_path(saved)
    desk.trigger("view.theme_dark")
    desk.window.close()
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    second = Desk(window, qtbot, monkeypatch)
    assert window.theme.palette.name == "dark"
    assert second.find(object, "view.theme_dark").isChecked()
    assert window.settings.recent == [str(saved)]
    assert window.settings.folder == str(saved.parent)


def test_recent_files_are_shown_with_pictures_of_their_points(desk, saved, points):
    desk.window.opening.open_path(saved)
    desk.window.opening.open_path(points)
    menu = desk.window.findChild(object, "menu.recent")
    menu.aboutToShow.emit()
    pictures = [entry.icon().pixmap(72, 48).toImage() for entry in menu.actions()]
    assert [picture.isNull() for picture in pictures] == [False, False]
    assert pictures[0] != pictures[1]


def test_a_saved_file_gets_a_new_picture(desk, saved):
    desk.window.opening.open_path(saved)
    menu = desk.window.findChild(object, "menu.recent")
    menu.aboutToShow.emit()
    before = menu.actions()[0].icon().pixmap(72, 48).toImage()
    desk.trigger("edit.select_all")
    desk.trigger("edit.relabel")
    desk.trigger("file.save")
    menu.aboutToShow.emit()
    assert menu.actions()[0].icon().pixmap(72, 48).toImage() != before


def test_of_several_files_the_first_that_can_be_opened_is_and_the_others_are_named(desk, points, saved, tmp_path):
    picture = tmp_path / "holiday.jpg"
    picture.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    assert drop(desk.window, picture, points, saved)
    desk.wait(lambda: desk.window.document.path == points)
    told = desk.window.statusBar().currentMessage()
    assert "points.csv" in told
    assert "holiday.jpg, three.kpgui" in told
    assert desk.problem() == ""


def test_wrong_files_are_told_in_one_sentence(desk, tmp_path):
    before = desk.session
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    assert drop(desk.window, tmp_path / "a.jpg", tmp_path / "b.jpg")
    boxes = []
    desk.wait(lambda: boxes.append(desk.problem()) or bool(boxes[-1]))
    assert boxes[-1].startswith("None of the 2 files can be opened")
    assert "a.jpg" in boxes[-1]
    assert desk.session is before


def test_points_are_exported_without_touching_the_document(desk, hand, saved, tmp_path):
    desk.window.opening.open_path(saved)
    desk.trigger("edit.select_all")
    desk.trigger("edit.relabel")
    desk.choose_file(tmp_path / "out", "LIBSVM and SVMlight (*.svmlight *.libsvm *.svm)")
    desk.export("Points")
    written = api.load(tmp_path / "out.svmlight")
    assert written.dataset.points.tolist() == desk.session.dataset.points.tolist()
    assert written.dataset.labels.tolist() == [-1, 1, -1]
    assert desk.window.document.path == saved
    assert desk.window.document.modified
