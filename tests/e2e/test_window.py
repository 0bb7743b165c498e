"""The window itself: docks, themes, the status bar, help, and how it ends."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDockWidget, QLabel, QMenu, QPushButton, QToolBar, QWidget

from kpgui.app import create_window
from kpgui.geometry.palette import CONTRAST, DARK
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.param import shown
from kpgui.model.session import Session
from kpgui.words.point_card import position_text

DOCKS = ("setup", "playback")
SECTIONS = ("data", "kernel", "learner", "run")


def test_everything_has_the_agreed_name(desk):
    assert desk.window.objectName() == "main_window"
    assert desk.find(QWidget, "canvas").accessibleName()
    for key in DOCKS:
        assert desk.find(QDockWidget, f"dock.{key}").isVisible()
        assert desk.find(QWidget, f"panel.{key}").isVisible()
    for key in SECTIONS:
        assert desk.find(QDockWidget, "dock.setup").findChild(QWidget, f"panel.{key}").isVisible()


def test_a_closed_dock_comes_back_with_the_layout(desk):
    docks = [desk.find(QDockWidget, f"dock.{key}") for key in DOCKS]
    for dock in docks:
        dock.close()
    docks[1].setFloating(True)
    assert not docks[0].isVisible()
    desk.trigger("view.reset_layout")
    assert all(dock.isVisible() and not dock.isFloating() for dock in docks)


def test_docks_that_were_moved_are_back_where_they_were_at_first(desk):
    window = desk.window
    docks = [each for each in window.findChildren(QDockWidget) if each.objectName()]

    def places():
        widths = {each: 0 if each.isHidden() else each.width() for each in docks}
        return {each.objectName(): (window.dockWidgetArea(each), widths[each]) for each in docks}

    before = places()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, desk.find(QDockWidget, "dock.progress"))
    window.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, desk.find(QDockWidget, "dock.playback"))
    desk.trigger("view.why")
    desk.find(QDockWidget, "dock.why").setFloating(True)
    desk.trigger("view.reset_layout")
    desk.wait(lambda: places() == before)
    assert not any(each.isFloating() for each in docks)


def test_the_tool_bar_stays_beside_the_menus_when_the_layout_is_reset(desk):
    bar, canvas = desk.find(QToolBar, "tool_bar"), desk.find(QWidget, "canvas")

    def places():
        return [each.mapTo(desk.window, QPoint()) for each in (bar, canvas)]

    before = places()
    desk.trigger("view.points")
    desk.trigger("view.reset_layout")
    desk.wait(lambda: places() == before)
    assert not bar.visibleRegion().isEmpty()


def test_the_menu_brings_a_panel_behind_a_tab_to_the_front_and_closes_one_that_is_there(desk):
    progress, points = (desk.find(QDockWidget, f"dock.{key}") for key in ("progress", "points"))
    desk.trigger("view.progress")
    desk.trigger("view.points")
    desk.wait(lambda: progress.visibleRegion().isEmpty() and not points.visibleRegion().isEmpty())
    choose_panel(desk, "Progress")
    desk.wait(lambda: points.visibleRegion().isEmpty() and not progress.visibleRegion().isEmpty())
    assert not points.isHidden()
    choose_panel(desk, "Progress")
    desk.wait(progress.isHidden)
    choose_panel(desk, "Progress")
    desk.wait(lambda: not progress.visibleRegion().isEmpty())


def choose_panel(desk, title):
    """Clicks the entry of a panel in its menu."""
    menu = next(each for each in desk.window.findChildren(QMenu) if each.title() == "&Panels")
    menu.popup(desk.window.mapToGlobal(QPoint(50, 50)))
    entry = next(each for each in menu.actions() if each.text().replace("&", "").startswith(f"{title}\t"))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())


def test_the_layout_is_restored_in_the_next_window(desk, qtbot):
    desk.find(QDockWidget, "dock.progress").close()
    desk.window.close()
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    assert not window.findChild(QDockWidget, "dock.progress").isVisible()
    assert window.findChild(QDockWidget, "dock.setup").isVisible()


def share(window):
    """What part of the window is the canvas."""
    canvas = window.canvas
    return canvas.width() * canvas.height() / (window.width() * window.height())


@pytest.mark.parametrize(
    ("width", "height", "alone", "with_why"),
    [(1280, 800, 0.55, 0.44), (1366, 768, 0.55, 0.44), (1920, 1080, 0.62, 0.57), (1024, 700, 0.48, 0.3)],
)
def test_the_window_fits_and_the_canvas_has_most_of_it(desk, qtbot, width, height, alone, with_why):
    desk.window.resize(width, height)
    qtbot.wait(50)
    assert (desk.window.width(), desk.window.height()) == (width, height)
    assert share(desk.window) >= alone
    for key in SECTIONS:
        panel = desk.find(QWidget, f"panel.{key}")
        assert panel.width() >= panel.minimumSizeHint().width()
    desk.trigger("view.why")
    qtbot.wait(50)
    assert share(desk.window) >= with_why


def test_a_theme_is_worn_everywhere(desk):
    desk.trigger("view.theme_dark")
    image = desk.window.grab().toImage()
    assert image.pixelColor(4, desk.window.height() - 4).name() == DARK.window
    assert desk.window.canvas.backgroundBrush().color().name() == DARK.canvas
    desk.trigger("view.theme_contrast")
    assert desk.window.grab().toImage().pixelColor(4, desk.window.height() - 4).name() == CONTRAST.window
    desk.trigger("view.theme_light")
    assert desk.window.palette().window().color().lightness() > 200


def test_a_message_can_be_read_in_the_status_bar(desk):
    bar = desk.window.status
    empty = bar.grab(QRect(0, 0, 300, bar.height())).toImage()
    bar.say("Something was done")
    said = bar.grab(QRect(0, 0, 300, bar.height())).toImage()
    bar.clearMessage()
    bar.say(".")
    dot = bar.grab(QRect(0, 0, 300, bar.height())).toImage()
    assert said != empty
    assert said != dot


def test_the_status_bar_reads_f_under_the_cursor(desk, hand):
    hand.click(0.5, 0.5)
    hand.click(-0.5, -0.5)
    desk.trigger("train.step")
    desk.wait(lambda: desk.frame is not None and desk.frame.counters.step == 1)
    pixel = hand.at(0.25, 0.5)
    QTest.mouseMove(desk.window.canvas.viewport(), pixel)
    hand.move(pixel)
    x, y = hand.place(pixel)
    desk.wait(lambda: desk.text("status.value").startswith("f = "))
    f = kernel("rbf(sigma=1)").gram([[x, y]], desk.session.dataset.points[:1])[0, 0]
    shown_f = float(desk.text("status.value").removeprefix("f = ").replace("−", "-"))
    np.testing.assert_allclose(shown_f, f, atol=2e-3)
    assert desk.text("status.position").startswith(f"x = {shown(float(x))[:3]}")


def test_where_the_pointer_is_is_told_anew_when_the_plane_moves_below_it(desk, hand):
    pixel = hand.at(0.25, 0.5)
    QTest.mouseMove(desk.window.canvas.viewport(), pixel)
    hand.move(pixel)
    before = desk.text("status.position")
    desk.type("param.data.n", "30")
    desk.find(QPushButton, "data.generate").click()  # brings the points into view
    x, y = hand.place(pixel)
    assert desk.text("status.position") == position_text(x, y) != before


def test_the_guide_and_the_version_are_there(desk):
    desk.trigger("help.guide")
    desk.trigger("help.about")
    dialogs = {dialog.objectName() for dialog in desk.window.findChildren(QDialog) if dialog.isVisible()}
    assert {"dialog.guide", "dialog.about"} <= dialogs


def test_counters_do_not_move_while_they_count(desk):
    desk.find(object, "data.generate").click()
    before = [label.geometry() for label in desk.window.playback.findChildren(QLabel)]
    desk.train_to_end()
    desk.wait(lambda: desk.text("counter.step") != "0")
    assert [label.geometry() for label in desk.window.playback.findChildren(QLabel)] == before


def test_closing_the_window_ends_the_trainer(desk):
    desk.find(object, "data.generate").click()
    desk.trigger("train.run")
    desk.window.document.undo_stack.setClean()
    assert desk.window.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "kpgui-trainer"]


def test_a_window_can_begin_with_a_session(qtbot):
    session = Session(Dataset.of([[7, 8]], [1]), kernel="linear()")
    window = create_window(session)
    with qtbot.waitExposed(window):
        window.show()
    assert window.document.session is session
    assert not window.document.modified


def test_points_that_the_canvas_cannot_draw_are_refused(qapp):
    with pytest.raises(KpguiError, match="2 coordinates"):
        create_window(Session(Dataset.of([[1, 2, 3]], [1])))


def test_space_pans_below_the_pointer_though_a_slider_has_the_keyboard(desk, hand):
    slider = desk.find(QWidget, "playback.pace")
    slider.setFocus()
    pixel = hand.at(0.5, 0.5)
    QTest.mouseMove(desk.window.canvas.viewport(), pixel)
    under = hand.place(pixel)
    QTest.keyPress(slider, Qt.Key.Key_Space)
    aside = pixel + QPoint(60, 25)
    hand.drag(under, hand.place(aside))
    QTest.keyRelease(desk.window.canvas, Qt.Key.Key_Space)
    np.testing.assert_allclose(hand.place(aside), under, atol=1e-9)
    assert len(desk.session.dataset) == 0
    hand.click(0, 0)
    assert len(desk.session.dataset) == 1
