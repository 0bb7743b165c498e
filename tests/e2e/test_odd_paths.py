"""Files whose names have spaces, quotes, all of Unicode or as many bytes as a disk allows."""

import os
import sys

import pytest
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.recovery.store import orphans

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows allows other names")

MOST = 255
"""Bytes in a name."""


def filled(start, suffix):
    """A name of MOST bytes."""
    return start + "n" * (MOST - len(os.fsencode(start + suffix))) + suffix


NAMES = {
    "quotes": ' it\'s  "so" `far` & 100%20 $HOME #1 ~;|<b>.kpgui',
    "unicode": "Größe 猫 𝛼 e\u0301 שלום \u202ecod.kpgui",
    "not unicode": "no\udcffne\nback\\slash.kpgui",
    "long": filled("long ", ".kpgui"),
    "long unicode": filled("猫" * 60, ".kpgui"),
}


@pytest.fixture(params=NAMES.values(), ids=NAMES)
def path(request, tmp_path):
    return tmp_path / request.param


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")


def test_it_is_saved_recovered_and_opened_from_the_menu(path, tmp_path, start, desk, hand):
    hand.click(0.5, 0.5)
    desk.choose_file(path)
    desk.trigger("file.save")
    desk.wait(lambda: desk.window.document.path == path and not desk.window.isWindowModified())
    assert desk.problem() == ""
    assert len(api.load(path).dataset) == 1
    hand.click(0.7, -0.7)
    store = tmp_path / "state" / "recovery"
    desk.wait(lambda: store.exists() and any(each.suffix == ".copy" for each in store.iterdir()))
    desk.window.autosave.close(keep=True)
    (copy,) = orphans(store)[0]
    assert copy.copy.path == path
    assert len(copy.copy.session.dataset) == 2
    copy.discard()
    desk.window.document.undo_stack.setClean()
    desk.window.close()

    again = start()
    again.wait(again.find(QWidget, "start_list").isVisible)
    menu = again.find(QMenu, "menu.recent")
    menu.aboutToShow.emit()
    (entry,) = menu.actions()
    assert menu.sizeHint().width() < 600
    entry.trigger()
    again.wait(lambda: again.window.document.path == path)
    assert len(again.session.dataset) == 1
    assert again.problem() == ""


def test_it_is_opened_from_the_start_list(path, start, desk):
    api.save(Session(Dataset.of([[0, 0]], [1])), path)
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    desk.window.close()
    again = start()
    again.wait(again.find(QWidget, "start_list").isVisible)
    (button,) = again.find(QWidget, "start_list").findChildren(QToolButton)
    button.click()
    again.wait(lambda: again.window.document.path == path)


@pytest.mark.parametrize("action", ["file.export", "file.export_figure"])
def test_points_and_pictures_are_written_there(path, desk, hand, action):
    suffix = {"file.export": ".csv", "file.export_figure": ".png"}[action]
    target = path.with_name(os.fsdecode(os.fsencode(path.stem)[: MOST - len(suffix)] + suffix.encode()))
    hand.click(0.5, 0.5)
    desk.wait_for(Status.READY)
    desk.choose_file(target)
    desk.save_figure() if action == "file.export_figure" else desk.export("Points")
    desk.wait(lambda: not desk.window.writing.busy)
    assert desk.problem() == ""
    assert target.exists()


def test_a_name_that_is_too_long_with_its_suffix_is_a_sentence(tmp_path, desk, hand):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / ("n" * MOST), "kpgui session (*.kpgui)")
    desk.trigger("file.save_as")
    desk.wait(lambda: desk.problem().endswith("cannot be saved: its name is too long, choose a shorter one."))
    assert list(tmp_path.glob("n*")) == []
