"""Saving a film of the run from the window."""

import threading
import time

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QPushButton, QSlider, QWidget

import kpgui
from kpgui import api
from kpgui.figure.animation import film as films
from kpgui.figure.animation.page.record import PageRecord
from kpgui.ui.dialogs.picture import PictureDialog
from kpgui.ui.forms.widgets import Callout
from tests.strategies import noisy_moons

ACTION = "file.export_animation"


@pytest.fixture
def moons(desk):
    """A run to its end of 20 points."""
    session = desk.session
    desk.window.document.open_session(
        type(session)(noisy_moons(20, noise=0.5), "rbf(sigma=0.5)", "kernel_perceptron(epochs=4)"), None
    )
    desk.train_to_end()
    return desk


@pytest.fixture
def dialog(moons):
    return opened(moons)


def opened(desk):
    """The dialog, with its first preview."""
    desk.trigger(ACTION)
    found = desk.find(PictureDialog, "dialog.picture")
    desk.wait(lambda: found.findChild(QPushButton, "picture.save").isEnabled())
    return found


def text(dialog, name):
    return dialog.findChild(QLabel, name).text()


def type_in(dialog, name, value):
    field = dialog.findChild(object, f"param.film.{name}")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, str(value))
    field.interpretText()


def pick(dialog, name, key):
    field = dialog.findChild(QComboBox, f"film.{name}")
    field.setCurrentIndex(field.findData(key))


def threads():
    return {thread.name for thread in threading.enumerate()}


def test_without_a_run_the_action_is_disabled_and_says_why(desk):
    action = desk.find(QAction, ACTION)
    assert not action.isEnabled()
    assert "There is no run yet" in action.toolTip()
    desk.find(object, "data.generate").click()
    desk.trigger("train.step")
    desk.wait(action.isEnabled)
    assert "no run" not in action.toolTip()
    desk.trigger("train.step_back")
    desk.wait(lambda: desk.frame.counters.step == 0)
    assert action.isEnabled()  # the step is still there to be shown
    desk.trigger("train.step")
    desk.trigger("train.reset")
    desk.wait(lambda: not action.isEnabled())


@pytest.mark.parametrize(("key", "suffix"), [("gif", ".gif"), ("webp", ".webp")])
def test_the_run_is_saved_as_an_animation(dialog, moons, tmp_path, key, suffix):
    pick(dialog, "by", "mistakes")
    pick(dialog, "size", "small")
    pick(dialog, "format", key)
    moons.wait(dialog.findChild(QPushButton, "picture.save").isEnabled)
    model = api.train(moons.session)
    frames = len({0, *(model.updates.step + 1).tolist(), model.steps})
    assert text(dialog, "picture.summary").startswith(f"{frames} frames, ")
    moons.choose_file(tmp_path / "run", "")
    dialog.findChild(QPushButton, "picture.save").click()
    path = tmp_path / f"run{suffix}"
    moons.wait(lambda: text(dialog, "picture.summary").endswith(f"Saved run{suffix}"))
    with Image.open(path) as image:
        assert image.n_frames == frames
        assert image.width == 480
    assert moons.window.statusBar().currentMessage() == f"Saved run{suffix}"


def exported_as_page(desk):
    desk.export("Page")
    found = desk.find(PictureDialog, "dialog.picture")
    desk.wait(found.findChild(QPushButton, "picture.save").isEnabled)
    return found


def test_export_leads_to_the_page_and_the_file_opens_as_the_run(moons, tmp_path):
    session, dialog = moons.session, exported_as_page(moons)
    moons.choose_file(tmp_path / "run", "")
    QTest.mouseClick(dialog.findChild(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
    moons.wait(lambda: text(dialog, "picture.summary").endswith("Saved run.html"))
    opened_again = kpgui.load(tmp_path / "run.html")
    assert opened_again.dataset == session.dataset
    assert opened_again.reached.step == moons.frame.counters.step


def test_a_page_that_is_cancelled_or_cannot_be_written_leaves_nothing(moons, tmp_path, monkeypatch):
    begun, go, dialog = threading.Event(), threading.Event(), exported_as_page(moons)
    moons.wait(lambda: not dialog._looking.busy)
    real = PageRecord.moment

    def slow(*arguments):
        begun.set()
        go.wait(20)
        return real(*arguments)

    monkeypatch.setattr(PageRecord, "moment", slow)
    dialog.write(tmp_path / "run.html")
    moons.wait(begun.is_set)
    QTest.mouseClick(dialog.findChild(QPushButton, "picture.close"), Qt.MouseButton.LeftButton)
    go.set()
    moons.wait(lambda: "kpgui film" not in threads())
    dialog.write(tmp_path / "nowhere" / "run.html")
    moons.wait(lambda: "nowhere" in text(dialog, "picture.problem"))
    assert not [*tmp_path.glob("run*"), *tmp_path.glob("*.tmp")]


def test_what_a_page_has_no_use_for_is_not_offered(dialog):
    for key, shown in (("html", False), ("gif", True)):
        pick(dialog, "format", key)
        fields = [dialog.findChild(QWidget, name) for name in ("film.size", "param.film.hold", "param.film.fps")]
        assert [each.isVisible() for each in fields] == [shown, shown, True]


def test_the_length_follows_the_settings(dialog, moons):
    moons.wait(lambda: text(dialog, "picture.summary") == "60 frames, 9.5 s.")
    type_in(dialog, "frames", 11)
    type_in(dialog, "fps", 5)
    type_in(dialog, "hold", 0)
    moons.wait(lambda: text(dialog, "picture.summary") == "11 frames, 2.2 s.")


def test_a_number_that_is_not_allowed_is_refused_in_words(dialog, moons):
    type_in(dialog, "frames", 1)
    said = [each.text() for each in dialog.findChildren(Callout) if each.isVisible()]
    assert said == ["Frames at most must be a whole number from 2 to 1000, not 1."]


def test_any_frame_can_be_looked_at(dialog, moons):
    preview = dialog.findChild(QLabel, "picture.preview")
    moons.wait(lambda: not preview.pixmap().isNull())
    first = preview.pixmap().toImage()
    dialog.findChild(QSlider, "film.frame").setValue(40)
    moons.wait(lambda: preview.pixmap().toImage() != first)
    assert text(dialog, "film.place") == "Frame 40 of 60"


def test_frames_that_take_long_are_drawn_one_after_the_other(dialog, moons, monkeypatch):
    moons.wait(lambda: not dialog._looking.busy)
    real, at_once, most = films.draw, [], []

    def slow(*arguments):
        at_once.append(None)
        most.append(len(at_once))
        time.sleep(0.5)
        at_once.pop()
        real(*arguments)

    monkeypatch.setattr(films, "draw", slow)
    slider = dialog.findChild(QSlider, "film.frame")
    for number in (2, 3, 4, 5):
        slider.setValue(number)
        QTest.qWait(200)
    moons.wait(lambda: not dialog._draw_soon.pending and not dialog._looking.busy)
    assert max(most) == 1
    assert text(dialog, "film.place").startswith("Frame 5 of ")


def test_cancelled_nothing_is_left_and_the_window_was_usable(dialog, moons, tmp_path, monkeypatch):
    begun, go = threading.Event(), threading.Event()
    real = films.draw

    def slow(*arguments):
        begun.set()
        go.wait(20)
        real(*arguments)

    moons.wait(lambda: not dialog._looking.busy)
    monkeypatch.setattr(films, "draw", slow)
    dialog.write(tmp_path / "run.gif")
    moons.wait(begun.is_set)
    cancel = dialog.findChild(QPushButton, "picture.close")
    assert cancel.text() == "Cancel"
    assert not dialog.findChild(QPushButton, "picture.save").isEnabled()
    moons.trigger("train.step_back")
    moons.wait(lambda: moons.frame.counters.step == moons.frame.head - 1)
    QTest.mouseClick(cancel, Qt.MouseButton.LeftButton)
    go.set()
    moons.wait(lambda: "kpgui film" not in threads())
    assert dialog.isVisible()
    assert dialog.findChild(QPushButton, "picture.save").isEnabled()
    assert list(tmp_path.iterdir()) == []


def test_closing_the_window_ends_the_writing(dialog, moons, tmp_path):
    moons.wait(lambda: not dialog._looking.busy)
    dialog.write(tmp_path / "run.gif")
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    assert "kpgui film" not in threads()
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_a_folder_that_is_not_there_is_told_in_the_dialog(dialog, moons, tmp_path):
    dialog.write(tmp_path / "nowhere" / "run.gif")
    moons.wait(lambda: "nowhere does not exist" in text(dialog, "picture.problem"))
    assert dialog.findChild(QPushButton, "picture.save").isEnabled()


@pytest.mark.parametrize("name", ["run.webp", "run.kpgui", "run.v2"])
def test_a_name_of_another_kind_of_file_is_refused_and_keeps_what_is_there(dialog, moons, tmp_path, name):
    (tmp_path / name).write_text("mine")
    moons.choose_file(tmp_path / name)
    QTest.mouseClick(dialog.findChild(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
    moons.wait(lambda: dialog.findChild(QPushButton, "picture.save").isEnabled())
    assert moons.problem().endswith(f"{name}: the name must end in .gif.")
    assert (tmp_path / name).read_text() == "mine"


def test_the_name_proposed_is_that_of_the_session_with_all_its_dots(moons, tmp_path, monkeypatch):
    api.save(moons.session, tmp_path / "run.v2.kpgui")
    moons.window.document.undo_stack.setClean()
    assert moons.window.opening.open_path(tmp_path / "run.v2.kpgui")
    moons.train_to_end()
    dialog, proposed = opened(moons), []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *words: proposed.append(words[2]) or ("", ""))
    QTest.mouseClick(dialog.findChild(QPushButton, "picture.save"), Qt.MouseButton.LeftButton)
    assert proposed == [str(tmp_path / "run.v2.gif")]


def test_without_ffmpeg_the_dialog_says_what_to_install(dialog, moons, monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.mp4.ffmpeg", lambda: None)
    pick(dialog, "format", "mp4")
    assert "install ffmpeg" in text(dialog, "film.note")
    moons.wait(lambda: text(dialog, "picture.summary") == "60 frames, 9.5 s.")
    assert not dialog.findChild(QPushButton, "picture.save").isEnabled()


def test_the_next_window_remembers_the_choices(dialog, moons, start):
    pick(dialog, "by", "mistakes")
    pick(dialog, "format", "webp")
    pick(dialog, "size", "slide")
    type_in(dialog, "fps", 3)
    dialog.close()
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    second = start()
    second.window.document.open_session(moons.session, None)
    second.train_to_end()
    page = opened(second).page
    assert (page.animation.by, page.animation.fps) == ("mistakes", 3)
    assert (page.encoder.key, page._size.currentData()) == ("webp", "slide")


@pytest.mark.parametrize("remembered", [{"by": "weeks", "fps": "fast", "size": 3}, {"frames": 10**9, "format": None}])
def test_what_is_remembered_wrongly_has_its_default(moons, remembered):
    moons.window.settings.animation = remembered
    settings = opened(moons).page.animation
    assert str(settings) == str(type(settings)())


def test_the_svm_offers_steps_only(moons):
    session = moons.session
    moons.window.document.open_session(type(session)(session.dataset, learner="svm(C=1)"), None)
    moons.train_to_end()
    assert opened(moons).findChild(QComboBox, "film.by").count() == 1


def test_the_animation_shows_the_view_of_the_canvas_and_what_is_on_it(moons):
    moons.trigger("view.field")
    moons.trigger("view.theme_dark")
    film = opened(moons).page._film
    assert (film.style.field, film.style.theme, film.style.wrong) == ("none", "dark", True)
    assert film.parts.layout.view == moons.window.canvas.view
