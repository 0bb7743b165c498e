"""View → Reduced motion: nothing moves by itself, as the system wants it or as it was chosen here."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressBar, QPushButton, QTreeView

from kpgui.model.edits import Replace
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.window.view_menu import system_reduces_motion
from tests.strategies import noisy_moons


def wish(name, text):
    """Stores what a desktop stores in the user's configuration folder."""
    path = Path(os.environ["XDG_CONFIG_HOME"]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


WISHES = [
    ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n"),
    ("gtk-4.0/settings.ini", "[Settings]\ngtk-font-name=Sans 11\ngtk-enable-animations=0\n"),
    ("kdeglobals", "[General]\nfont=Sans,10\n\n[KDE]\nAnimationDurationFactor=0\n"),
]


def flashes(desk):
    return desk.window.canvas.stage.layer(FlashesLayer)


def run_with_mistakes(desk, n=40):
    """Makes a run on so many points, and says whether one flashed in it."""
    desk.window.document.edit(Replace(noisy_moons(n, noise=0.4)), "draw")
    flashed = []
    desk.window.training.frame_arrived.connect(lambda frame: flashed.append(flashes(desk).flashing))
    desk.train_to_end()
    assert desk.frame.counters.mistakes > 5
    return any(flashed)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(("name", "text"), WISHES)
def test_the_wish_of_the_system_is_followed(name, text, start):
    assert not system_reduces_motion()
    wish(name, text)
    assert system_reduces_motion()
    desk = start()
    assert desk.find(QAction, "view.reduced_motion").isChecked()
    assert not run_with_mistakes(desk)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(("name", "text"), WISHES)
def test_a_system_with_animations_is_followed_too(name, text):
    wish(name, text.replace("false", "true").replace("=0", "=1"))
    assert not system_reduces_motion()


def test_mistakes_flash_in_a_run_unless_motion_is_reduced(desk):
    assert run_with_mistakes(desk)
    desk.trigger("view.reduced_motion")
    assert not flashes(desk).isVisible()
    assert not run_with_mistakes(desk, 41)
    desk.trigger("view.reduced_motion")
    assert run_with_mistakes(desk, 42)


def test_the_choice_is_remembered_and_goes_before_the_systems(desk, start):
    desk.trigger("view.reduced_motion")
    desk.trigger("view.reduced_motion")
    desk.window.close()
    wish(*WISHES[0])
    assert not start().find(QAction, "view.reduced_motion").isChecked()


class Shown(QObject):
    """Counts how often a widget appeared."""

    count = 0

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.Show
        return False


def test_no_bar_moves_while_something_is_computed(desk, monkeypatch):
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 0.0)  # so that it is not done before the bar would appear
    desk.window.document.edit(Replace(noisy_moons(40)), "draw")
    desk.trigger("view.analysis")
    button, bar = desk.find(QPushButton, "analysis.start"), desk.find(QProgressBar, "analysis.busy")
    desk.wait(button.isVisible)
    shown = Shown()
    bar.installEventFilter(shown)
    button.click()
    desk.wait(lambda: button.text() == "Analyse")
    assert shown.count == 1
    desk.trigger("view.reduced_motion")
    button.click()
    desk.wait(lambda: button.text() == "Analyse")
    assert shown.count == 1


def test_an_idle_window_has_nothing_that_moves(desk):
    """No animation of Qt's, no dock or tree that slides, and no timer that ticks faster than once in 200 ms."""
    assert run_with_mistakes(desk)
    window = desk.window
    desk.wait(lambda: not flashes(desk).flashing)
    QTest.qWait(100)
    assert window.findChildren(QAbstractAnimation) == []
    assert not window.dockOptions() & window.DockOption.AnimatedDocks
    assert not any(tree.isAnimated() for tree in window.findChildren(QTreeView))
    ticking = [each for each in window.findChildren(QTimer) if each.isActive() and not each.isSingleShot()]
    assert [each.interval() for each in ticking if each.interval() < 200 and each is not window.training._timer] == []
