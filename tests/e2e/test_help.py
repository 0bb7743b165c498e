from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit

from kpgui.ui.dialogs.guide import Guide
from kpgui.ui.dialogs.guide_browser import START


def f1(qtbot, widget):
    qtbot.keyClick(widget, Qt.Key.Key_F1)


def guide_of(desk):
    return desk.window.findChild(Guide)


def test_f1_on_the_canvas_opens_the_first_page(desk, qtbot):
    desk.window.canvas.setFocus()
    f1(qtbot, desk.window.canvas)
    assert guide_of(desk).browser.page == START


def test_f1_opens_the_guide_at_the_panel_that_has_the_keyboard(desk, qtbot):
    panel = desk.find(object, "panel.kernel")
    field = next(each for each in panel.findChildren(QComboBox) if each.isVisible())
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    f1(qtbot, field)
    assert guide_of(desk).browser.source().toString() == "guide.md#choose-a-kernel"


def test_f1_opens_the_guide_at_a_dialog(desk, qtbot):
    desk.trigger("view.axes")
    dialog = next(each for each in desk.window.findChildren(QDialog) if each.objectName() == "dialog.axes")
    field = dialog.findChildren(QLineEdit)[0]
    dialog.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    f1(qtbot, field)
    guide = guide_of(desk)
    assert guide.isVisible()
    assert guide.browser.source().toString() == "guide.md#the-view"


def test_there_is_one_guide_however_often_it_is_asked_for(desk):
    desk.trigger("help.guide")
    desk.trigger("help.guide")
    assert len(desk.window.findChildren(Guide)) == 1
