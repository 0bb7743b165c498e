"""One file and two windows; a file that another program changes or deletes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from kpgui import api
from kpgui.app import create_window
from kpgui.model.session import Session
from tests.e2e.desk import Desk, edit
from tests.e2e.test_recovery import notices, press

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")

OTHER = """
import sys
from kpgui import app
real = app.create_window
def watched(session=None):
    window = real(session)
    window.document.path_changed.connect(lambda: print("open", flush=True))
    return window
app.create_window = watched
sys.exit(app.main(sys.argv[1]))
"""


@pytest.fixture
def second(desk, qtbot, monkeypatch):
    """Another window, of the same process."""
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    return Desk(window, qtbot, monkeypatch)


def come_back(desk):
    """Go to another program's window and return."""
    other = QWidget()
    other.show()
    other.activateWindow()
    desk.wait(lambda: QApplication.activeWindow() is other)
    desk.window.activateWindow()
    desk.wait(lambda: QApplication.activeWindow() is desk.window)
    other.close()
    other.deleteLater()


# Two windows


@pytest.mark.slow
def test_a_file_that_another_process_has_open_can_be_opened_to_look_at(desk, saved, choose, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, saved], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout.readline() == "open\n"
        asked = choose("Open read-only")
        assert desk.window.opening.open_path(saved)
        assert asked == [f"three.kpgui is open in another kpgui window (process {process.pid})."]
        assert desk.window.windowTitle() == "three.kpgui[*] (read-only) – kpgui"
        edit(desk, 10)
        desk.choose_file(tmp_path / "mine.kpgui")
        desk.trigger("file.save")
        assert api.load(saved).seed == 9
        assert api.load(tmp_path / "mine.kpgui").seed == 10
        assert "read-only" not in desk.window.windowTitle()
    finally:
        process.kill()
        process.communicate()
    # A dead process claims nothing.
    assert desk.window.opening.open_path(saved)
    assert desk.window.windowTitle() == "three.kpgui[*] – kpgui"


def test_cancelling_leaves_the_second_window_as_it_was(desk, second, saved, choose):
    desk.window.opening.open_path(saved)
    choose("Cancel")
    assert not second.window.opening.open_path(saved)
    assert second.window.document.path is None
    assert len(second.session.dataset) == 0


def test_opened_anyway_both_can_save_and_each_hears_of_the_other(desk, second, saved, choose):
    desk.window.opening.open_path(saved)
    choose("Open anyway")
    assert second.window.opening.open_path(saved)
    edit(second, 20)
    second.trigger("file.save")
    assert api.load(saved).seed == 20
    edit(desk, 30)
    asked = choose("Cancel")
    desk.trigger("file.save")
    assert asked[-1].startswith("three.kpgui was changed on the disk")
    assert api.load(saved).seed == 20
    assert desk.window.document.modified


def test_a_file_is_free_again_when_its_window_opens_another_or_is_closed(desk, second, saved, tmp_path):
    desk.window.opening.open_path(saved)
    desk.trigger("file.new")
    assert second.window.opening.open_path(saved)
    second.window.close()
    assert desk.window.opening.open_path(saved)


def test_saving_over_a_file_that_another_window_has_open_asks_first(desk, second, saved, choose):
    desk.window.opening.open_path(saved)
    edit(second, 5)
    second.choose_file(saved)
    asked = choose("Replace")
    choose("Cancel")
    second.trigger("file.save_as")
    assert asked == ["Replace the file three.kpgui?", "three.kpgui is open in another kpgui window."]
    assert api.load(saved).seed == 9
    choose("Replace")
    choose("Save anyway")
    second.trigger("file.save_as")
    assert api.load(saved).seed == 5


@posix
@pytest.mark.parametrize("device", ["/dev/null", "/dev/full", "pipe"])
def test_what_is_written_to_a_device_is_not_saved_and_its_copy_stays(desk, saved, tmp_path, monkeypatch, device):
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")
    if device == "pipe":
        device = tmp_path / "pipe"
        os.mkfifo(device)
    desk.window.opening.open_path(saved)
    edit(desk, 30)
    store = tmp_path / "state" / "recovery"
    saved.unlink()
    saved.symlink_to(device)
    desk.trigger("file.save")
    assert "three.kpgui cannot be saved: it is a device or a pipe, which keeps nothing" in desk.problem()
    assert desk.window.document.modified
    desk.wait(lambda: bool(list(store.glob("*.copy"))))


def test_points_written_over_the_own_table_are_no_change_by_another_program(desk, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x,y,label\n1,2,1\n3,4,-1\n")
    desk.window.opening.open_path(path)
    edit(desk, 10)
    desk.choose_file(path)
    desk.answer(QMessageBox.StandardButton.Yes)
    QTimer.singleShot(0, lambda: desk.answer(QMessageBox.StandardButton.Save))
    desk.trigger("file.save_as")
    assert "Wrote the points to points.csv" in desk.window.statusBar().currentMessage()
    come_back(desk)
    assert notices(desk) == []


def test_opening_the_same_file_again_in_its_own_window_asks_nothing(desk, saved):
    assert desk.window.opening.open_path(saved)
    assert desk.window.opening.open_path(saved)
    assert desk.window.windowTitle() == "three.kpgui[*] – kpgui"


@pytest.mark.parametrize("folder", ["file/state", "x" * 300])
def test_a_state_folder_that_cannot_be_used_hinders_nothing(qtbot, monkeypatch, saved, tmp_path, folder):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / folder))
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    desk = Desk(window, qtbot, monkeypatch)
    assert window.opening.open_path(saved)
    edit(desk, 3)
    desk.wait(lambda: notices(desk) != [])  # which says that no copy is kept
    desk.trigger("file.save")
    assert api.load(saved).seed == 3


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which nobody can write")
def test_a_portable_program_that_cannot_write_beside_itself_says_so_and_goes_on(qtbot, monkeypatch, saved, tmp_path):
    for name in ("KPGUI_SETTINGS", "KPGUI_STATE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "kpgui-data").symlink_to("/proc/self")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "kpgui"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    desk = Desk(window, qtbot, monkeypatch)
    (notice,) = notices(desk)
    assert notice.sentence.startswith("kpgui-data cannot be written to:")
    assert window.opening.open_path(saved)
    edit(desk, 3)
    desk.trigger("file.save")
    assert api.load(saved).seed == 3


# Changes on the disk


def test_a_file_changed_by_another_program_can_be_reloaded(desk, saved):
    desk.window.opening.open_path(saved)
    api.save(Session(seed=77), saved)
    come_back(desk)
    (notice,) = notices(desk)
    assert notice.sentence == "three.kpgui was changed on the disk by another program."
    press(notice, "Reload")
    assert desk.session.seed == 77
    assert notices(desk) == []
    come_back(desk)
    assert notices(desk) == []


def test_reloading_gives_up_changes_only_when_that_is_wanted(desk, saved, choose):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    api.save(Session(seed=77), saved)
    come_back(desk)
    choose("Cancel")
    press(notices(desk)[0], "Reload")
    assert desk.session.seed == 10
    come_back(desk)
    choose("Reload")
    press(notices(desk)[0], "Reload")
    assert desk.session.seed == 77


def test_keeping_mine_is_unsaved_until_it_replaces_the_other(desk, saved):
    desk.window.opening.open_path(saved)
    api.save(Session(seed=77), saved)
    come_back(desk)
    press(notices(desk)[0], "Keep mine")
    assert desk.session.seed == 9
    assert desk.window.isWindowModified()
    come_back(desk)
    assert notices(desk) == []
    desk.trigger("file.save")
    assert api.load(saved).seed == 9
    assert not desk.window.isWindowModified()


def test_mine_can_be_saved_elsewhere(desk, saved, tmp_path):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    api.save(Session(seed=77), saved)
    come_back(desk)
    desk.choose_file(tmp_path / "mine.kpgui")
    press(notices(desk)[0], "Save as…")
    assert (api.load(saved).seed, api.load(tmp_path / "mine.kpgui").seed) == (77, 10)


@pytest.mark.parametrize(
    "answer, on_disk, shown", [("Keep mine", 10, 10), ("Reload", 77, 77), ("Save as…", 77, 10), ("Cancel", 77, 10)]
)
def test_saving_over_a_change_that_nobody_saw_asks_first(desk, saved, choose, tmp_path, answer, on_disk, shown):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    api.save(Session(seed=77), saved)
    desk.choose_file(tmp_path / "mine.kpgui")
    asked = choose(answer)
    desk.trigger("file.save")
    assert len(asked) == 1
    assert (api.load(saved).seed, desk.session.seed) == (on_disk, shown)
    assert (tmp_path / "mine.kpgui").exists() == (answer == "Save as…")
    assert desk.window.document.modified == (answer == "Cancel")


def test_a_file_written_anew_with_the_same_content_is_not_spoken_of(desk, saved):
    desk.window.opening.open_path(saved)
    content = saved.read_bytes()
    saved.unlink()
    saved.write_bytes(content)
    come_back(desk)
    assert notices(desk) == []


def test_saving_is_no_change_by_another_program(desk, saved):
    desk.window.opening.open_path(saved)
    for seed in (1, 2):
        edit(desk, seed)
        desk.trigger("file.save")
    come_back(desk)
    assert notices(desk) == []
    assert api.load(saved).seed == 2


def test_a_deleted_file_leaves_the_session_unsaved_and_can_be_saved_again(desk, saved):
    desk.window.opening.open_path(saved)
    saved.unlink()
    come_back(desk)
    (notice,) = notices(desk)
    assert notice.sentence == "three.kpgui is no longer on the disk. Your session is still here, unsaved."
    assert desk.window.isWindowModified()
    assert len(desk.session.dataset) == 3
    press(notice, "Save again")
    assert api.load(saved).dataset == desk.session.dataset
    assert not desk.window.isWindowModified()
