"""The setup folds to a rail of icons, and can be dragged narrower."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QToolButton, QWidget

from kpgui.app import create_window
from kpgui.ui.setup.sections import SECTIONS
from kpgui.ui.window.column import COLUMN_WIDTH, LEAST_WIDTH
from tests.e2e.desk import Desk

LEFT = Qt.MouseButton.LeftButton


def shown(desk):
    """Whether the setup is on the screen, and its rail."""
    return desk.find(QDockWidget, "dock.setup").isVisible(), desk.find(QWidget, "setup.rail").isVisible()


def test_a_key_folds_it_and_unfolds_it(desk):
    assert shown(desk) == (True, False)
    width = desk.window.canvas.width()
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    desk.wait(lambda: shown(desk) == (False, True))
    desk.wait(lambda: desk.window.canvas.width() > width + COLUMN_WIDTH // 2)
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    desk.wait(lambda: shown(desk) == (True, False))
    desk.wait(lambda: desk.window.canvas.width() == width)


@pytest.mark.parametrize("panel", SECTIONS, ids=lambda panel: panel.key)
def test_an_icon_unfolds_it_at_its_section(desk, panel):
    desk.window.dock_layout.column.collapsed = [each.key for each in SECTIONS]
    desk.trigger("view.setup")
    button = desk.find(QToolButton, f"rail.{panel.key}")
    assert not button.icon().isNull()
    assert button.accessibleName() == panel.title
    QTest.mouseClick(button, LEFT)
    desk.wait(lambda: shown(desk) == (True, False))
    assert panel.key not in desk.window.dock_layout.column.collapsed
    assert desk.find(QWidget, f"panel.{panel.key}").isAncestorOf(desk.window.focusWidget())


def test_closing_the_setup_folds_it_and_the_next_start_finds_it_folded(desk, start):
    desk.find(QDockWidget, "dock.setup").close()
    assert shown(desk) == (False, True)
    desk.window.close()
    assert shown(start()) == (False, True)


def test_on_a_narrow_screen_it_is_folded_at_first(qtbot, monkeypatch):
    monkeypatch.setattr("kpgui.ui.window.main_window.SIZE", QSize(600, 700))
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    desk = Desk(window, qtbot, monkeypatch)
    assert shown(desk) == (False, True)
    desk.trigger("view.reset_layout")
    assert shown(desk) == (False, True)


def test_it_can_be_made_narrower_and_nothing_in_it_is_cut(desk):
    dock = desk.find(QDockWidget, "dock.setup")
    desk.window.resizeDocks([dock], [100], Qt.Orientation.Horizontal)  # as its edge does when it is dragged
    desk.wait(lambda: dock.width() == LEAST_WIDTH)
    page = desk.window.dock_layout.column.area.widget()
    assert page.minimumSizeHint().width() <= page.width()


@pytest.mark.parametrize("folded", [False, True])
def test_a_presentation_has_neither_and_leaves_them_as_they_were(desk, folded):
    if folded:
        desk.trigger("view.setup")
    before = shown(desk)
    assert before == (not folded, folded)
    desk.trigger("view.presentation")
    desk.wait(lambda: shown(desk) == (False, False))
    desk.trigger("view.presentation")
    desk.wait(lambda: shown(desk) == before)


@pytest.mark.parametrize(
    "name", ["why", "progress", "inside", "space", "gram", "analysis", "vary", "kept", "points", "history"]
)
def test_an_instrument_does_not_move_the_centre_of_the_canvas(desk, name):
    desk.trigger("view.fit")
    before = desk.window.canvas.view
    width = desk.window.canvas.width()
    desk.trigger(f"view.{name}")
    desk.wait(lambda: desk.window.canvas.width() < width)
    after = desk.window.canvas.view
    assert after.xmin + after.xmax == pytest.approx(before.xmin + before.xmax, abs=1e-9)
    assert after.ymin + after.ymax == pytest.approx(before.ymin + before.ymax, abs=1e-9)


def test_the_panels_menu_does_not_show_the_rail_beside_the_setup(desk):
    desk.window.resize(800, 700)
    desk.window.dock_layout.fit()
    desk.trigger("view.why")
    desk.wait(lambda: desk.find(QWidget, "panel.why").isVisible())
    menu = next(each.menu() for each in desk.window.menuBar().actions() if each.text() == "&Panels")
    menu.aboutToShow.emit()
    assert not desk.find(QWidget, "setup.rail").isVisible()
    setup = next(each for each in menu.actions() if each.text().startswith("Setup"))
    setup.trigger()
    desk.wait(lambda: not desk.find(QDockWidget, "dock.setup").visibleRegion().isEmpty())
    assert not desk.find(QWidget, "setup.rail").isVisible()


def test_the_key_brings_the_setup_from_behind_a_tab(desk):
    desk.window.resize(800, 700)
    desk.window.dock_layout.fit()
    dock = desk.find(QDockWidget, "dock.setup")
    desk.trigger("view.why")
    desk.wait(lambda: dock.visibleRegion().isEmpty())
    for seen in (True, False, True):
        desk.trigger("view.setup")
        desk.wait(lambda seen=seen: dock.visibleRegion().isEmpty() != seen)
        assert desk.find(QWidget, "setup.rail").isVisible() == dock.isHidden()


def test_in_a_presentation_the_key_does_nothing(desk):
    desk.trigger("view.presentation")
    desk.wait(lambda: shown(desk) == (False, False))
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    assert shown(desk) == (False, False)
    desk.trigger("view.presentation")
    desk.wait(lambda: shown(desk) == (True, False))
    QTest.keyClick(desk.window, Qt.Key.Key_F9)
    desk.wait(lambda: shown(desk) == (False, True))
