"""What is done to a selection: by keys and menus, each one undo step with a name."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QMenu, QPushButton

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Remove, Replace, Setting
from kpgui.model.session import Session
from kpgui.ui.actions.actions import ENTRIES
from tests.ui.canvas.stage import CTRL, RIGHT, SHIFT

CORNER = [[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]
LABELS = [1, -1, 1]


@pytest.fixture
def drawn(desk, hand, qtbot):
    """Three points, all selected, in a window that has the keyboard."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(Dataset.of(CORNER, LABELS, [False, False, True])), "draw")
    desk.window.canvas.select_all()
    return desk


def last(desk):
    return desk.window.document.undo_stack.undoText()


def points(desk):
    return desk.session.dataset.points.tolist()


def clipboard():
    return QGuiApplication.clipboard()


@pytest.mark.parametrize(
    "action, after, name",
    [
        ("arrange.mirror_x", [[1, 0], [0, 0], [0, 2]], "mirror 3 points"),
        ("arrange.mirror_y", [[0, 2], [1, 2], [1, 0]], "mirror 3 points"),
        ("arrange.rotate_left", [[1.5, 0.5], [1.5, 1.5], [-0.5, 1.5]], "rotate 3 points by 90°"),
        ("arrange.rotate_right", [[-0.5, 1.5], [-0.5, 0.5], [1.5, 0.5]], "rotate 3 points by −90°"),
        ("arrange.left", [[0, 0], [0, 0], [0, 2]], "align 3 points"),
        ("arrange.centre", [[0.5, 0], [0.5, 0], [0.5, 2]], "align 3 points"),
        ("arrange.right", [[1, 0], [1, 0], [1, 2]], "align 3 points"),
        ("arrange.top", [[0, 2], [1, 2], [1, 2]], "align 3 points"),
        ("arrange.middle", [[0, 1], [1, 1], [1, 1]], "align 3 points"),
        ("arrange.bottom", [[0, 0], [1, 0], [1, 0]], "align 3 points"),
        ("arrange.distribute_x", [[0, 0], [0.5, 0], [1, 2]], "distribute 3 points"),
        ("arrange.distribute_y", [[0, 0], [1, 1], [1, 2]], "distribute 3 points"),
    ],
)
def test_arranging_is_one_step_that_can_be_undone(drawn, action, after, name):
    drawn.trigger(action)
    assert points(drawn) == after
    assert last(drawn) == name
    drawn.trigger("edit.undo")
    assert points(drawn) == CORNER


def test_keys_mirror_and_align(drawn, hand):
    hand.key(Qt.Key.Key_M, CTRL)
    assert points(drawn) == [[1, 0], [0, 0], [0, 2]]
    hand.key(Qt.Key.Key_Left, CTRL | SHIFT)
    assert points(drawn) == [[0, 0], [0, 0], [0, 2]]


def test_what_changes_nothing_is_no_step(drawn):
    drawn.trigger("arrange.left")
    before = drawn.window.document.undo_stack.count()
    drawn.trigger("arrange.left")
    assert drawn.window.document.undo_stack.count() == before


def test_copy_and_paste_by_keys_give_the_same_points_selected(drawn, hand):
    hand.key(Qt.Key.Key_C, CTRL)
    assert clipboard().text() == "x\ty\tlabel\theld_out\n0.0\t0.0\t1\t0\n1.0\t0.0\t-1\t0\n1.0\t2.0\t1\t1\n"
    hand.key(Qt.Key.Key_V, CTRL)
    assert points(drawn) == CORNER * 2
    assert drawn.session.dataset.labels.tolist() == LABELS * 2
    assert drawn.session.dataset.held_out.tolist() == [False, False, True] * 2
    assert drawn.window.canvas.selection.tolist() == [3, 4, 5]
    assert last(drawn) == "paste 3 points"


def test_cut_takes_the_points_away_and_paste_brings_them_back(drawn, hand):
    drawn.window.canvas.select(np.array([1]))
    hand.key(Qt.Key.Key_X, CTRL)
    assert points(drawn) == [CORNER[0], CORNER[2]]
    assert last(drawn) == "cut a point"
    hand.key(Qt.Key.Key_V, CTRL)
    assert points(drawn) == [CORNER[0], CORNER[2], CORNER[1]]


def test_a_table_of_a_spreadsheet_is_pasted_and_brought_into_sight(drawn):
    clipboard().setText("x;y;class\n1,5;100;spam\n2,5;200;ham\n")
    drawn.trigger("edit.paste")
    assert points(drawn)[3:] == [[1.5, 100], [2.5, 200]]
    assert drawn.session.dataset.labels.tolist()[3:] == [1, -1]
    assert drawn.window.canvas.view.ymax > 200


def test_a_setting_copied_as_text_is_pasted_anywhere_and_undone_at_once(drawn, hand):
    drawn.trigger("edit.copy_text")
    assert drawn.window.statusBar().currentMessage().startswith("Copied as text: ")
    text, before = clipboard().text(), drawn.session
    drawn.window.document.edit(Replace(Dataset.of([[50.0, 60.0]], [1])), "other")
    drawn.window.document.edit(Setting("kernel", "linear()"), "other")
    other = drawn.session
    clipboard().setText(f"Try this one: {text}\n")
    hand.key(Qt.Key.Key_V, CTRL)
    shown = drawn.session
    assert (shown.dataset.points.tolist(), shown.kernel, shown.learner) == (CORNER, before.kernel, before.learner)
    assert last(drawn) == "paste a setting"
    assert drawn.window.canvas.view.contains(shown.dataset.points).all()
    drawn.trigger("edit.undo")
    assert (drawn.session.dataset, drawn.session.kernel) == (other.dataset, other.kernel)


def test_a_setting_that_lost_a_letter_is_told_and_changes_nothing(drawn):
    drawn.trigger("edit.copy_text")
    clipboard().setText(clipboard().text()[:-1])
    before = drawn.session
    drawn.trigger("edit.paste")
    assert "not as it was copied" in drawn.problem()
    assert drawn.session is before


def test_a_wrong_row_is_told_with_its_line_and_nothing_is_pasted(drawn):
    clipboard().setText("1\t2\t1\n3\toops\t1\n")
    drawn.trigger("edit.paste")
    assert "line 2" in (sentence := drawn.problem())
    assert "'oops'" in sentence
    assert points(drawn) == CORNER


def test_an_empty_clipboard_is_told_and_nothing_is_pasted(drawn):
    clipboard().clear()
    drawn.trigger("edit.paste")
    assert "The clipboard holds no text" in drawn.problem()
    assert points(drawn) == CORNER


def test_a_text_that_does_not_come_in_time_is_not_called_none(drawn, monkeypatch):
    """Qt waits a few seconds for the program that a text was copied from, and then gives nothing."""
    clipboard().setText("")
    times = iter((0.0, 5.0))
    monkeypatch.setattr("kpgui.ui.actions.selection_commands.monotonic", lambda: next(times))
    drawn.trigger("edit.paste")
    assert "did not come within seconds" in drawn.problem()
    assert points(drawn) == CORNER


def test_a_large_table_is_read_while_the_window_is_used_and_can_be_called_off(drawn, monkeypatch):
    monkeypatch.setattr("kpgui.ui.tasks.PATIENCE", 0.01)
    clipboard().setText("0.25 0.5 1\n0.5 0.75 -1\n" * 150_000)
    drawn.trigger("edit.paste")
    assert drawn.window.reading.busy
    QTest.mouseClick(drawn.find(QPushButton, "progress.cancel"), Qt.MouseButton.LeftButton)
    assert not drawn.window.reading.busy
    QTest.qWait(100)
    assert points(drawn) == CORNER
    clipboard().setText("0.25 0.5 1\n0.5 0.75 -1\n" * 20_000)
    drawn.trigger("edit.paste")
    drawn.wait(lambda: len(points(drawn)) == 40_003)
    assert last(drawn) == "paste 40000 points"


def test_a_clipboard_that_is_too_large_is_not_copied(drawn):
    clipboard().setText("1 2 1\n" * 2_000_000)
    drawn.trigger("edit.paste")
    assert "The clipboard has more than 10 MB of text" in drawn.problem()
    assert not drawn.window.reading.busy
    assert points(drawn) == CORNER


def test_two_columns_are_pasted_as_the_class_that_the_left_button_draws(drawn):
    drawn.trigger("class.negative")
    clipboard().setText("0.1 0.2\n0.3 0.4")
    drawn.trigger("edit.paste")
    assert drawn.session.dataset.labels.tolist()[3:] == [-1, -1]


def test_a_duplicate_is_a_little_aside_and_selected(drawn, hand):
    hand.key(Qt.Key.Key_D, CTRL)
    shift = np.array(points(drawn)[3:]) - CORNER
    np.testing.assert_allclose(shift, [[16 * hand.unit, -16 * hand.unit]] * 3, rtol=1e-6)
    assert drawn.session.dataset.held_out.tolist()[3:] == [False, False, True]
    assert drawn.window.canvas.selection.tolist() == [3, 4, 5]


def test_nothing_selected_offers_nothing(drawn):
    drawn.window.canvas.stage.clear_selection()
    off = ["edit.copy", "edit.cut", "edit.duplicate", "edit.transform", "arrange.left", "arrange.distribute_x"]
    assert not any(drawn.find(QAction, name).isEnabled() for name in off)
    assert drawn.find(QAction, "edit.paste").isEnabled()


def test_typed_angle_and_factors_are_seen_at_once_and_are_one_step(drawn):
    drawn.trigger("edit.transform")
    drawn.type("transform.angle", "90", enter=False)
    assert points(drawn) == [[1.5, 0.5], [1.5, 1.5], [-0.5, 1.5]]
    drawn.type("transform.across", "2", enter=False)
    press(drawn, QDialogButtonBox.StandardButton.Ok)
    np.testing.assert_allclose(points(drawn), [[1.5, 0.0], [1.5, 2.0], [-0.5, 2.0]], atol=1e-12)
    assert last(drawn) == "rotate and scale 3 points by 90°"
    drawn.trigger("edit.undo")
    assert points(drawn) == CORNER


def test_the_dialog_is_beside_the_points_that_it_is_about(drawn, hand):
    """What is typed is to be seen on the canvas."""
    hand.canvas.resize(700, 500)
    for points in ([[1.5, 1.5], [2, 2], [2.5, 2]], [[-2.5, -2], [-2, -2], [-2, -1.5]], [[2, -2], [2.5, -1], [2, -1]]):
        drawn.window.document.edit(Replace(Dataset.of(points, LABELS)), "draw")
        drawn.window.canvas.select_all()
        drawn.trigger("edit.transform")
        dialog = drawn.find(QDialog, "dialog.transform")
        covered = dialog.geometry()
        places = [hand.viewport.mapToGlobal(hand.at(*place)) for place in points]
        assert not any(covered.contains(place) for place in places)
        assert covered.intersects(QRect(hand.viewport.mapToGlobal(QPoint(0, 0)), hand.viewport.size()))
        press(drawn, QDialogButtonBox.StandardButton.Cancel)


def test_cancelled_or_identical_rotation_leaves_nothing_to_undo(drawn):
    before = drawn.window.document.undo_stack.count()
    for typed, button in (("30", "Cancel"), ("0", "Ok")):
        drawn.trigger("edit.transform")
        drawn.type("transform.angle", "45", enter=False)
        drawn.type("transform.angle", typed, enter=False)
        press(drawn, QDialogButtonBox.StandardButton[button])
        assert points(drawn) == CORNER
        assert drawn.window.document.undo_stack.count() == before
        assert not drawn.window.document.undo_stack.canRedo()


def press(desk, button):
    dialog = desk.find(QDialog, "dialog.transform")
    dialog.findChild(QDialogButtonBox).button(button).click()
    desk.wait(lambda: desk.window.findChild(QDialog, "dialog.transform") is None)


def test_a_file_that_was_being_read_closes_the_dialog(drawn):
    drawn.trigger("edit.transform")
    drawn.type("transform.angle", "45", enter=False)
    dialog = drawn.find(QDialog, "dialog.transform")
    drawn.window.document.open_session(Session(Dataset.of([[0, 0]], [1])), None)
    assert not dialog.isVisible()
    assert drawn.session.dataset.points.tolist() == [[0, 0]]
    assert not drawn.window.document.undo_stack.count()


def test_the_dialog_closes_when_its_points_are_gone(drawn):
    drawn.trigger("edit.transform")
    drawn.type("transform.angle", "45", enter=False)
    dialog = drawn.find(QDialog, "dialog.transform")
    kept, *gone = drawn.session.dataset.ids.tolist()
    drawn.window.document.edit(Remove(np.array(gone)), "erase")
    assert not dialog.isVisible()
    assert drawn.session.dataset.ids.tolist() == [kept]
    assert last(drawn) == "erase"


def test_a_transformation_beyond_all_numbers_is_refused_in_a_sentence(drawn):
    drawn.window.document.edit(Replace(Dataset.of([[1e308, 1], [-1e308, 1], [9e307, 0]], LABELS)), "far")
    drawn.window.canvas.select_all()
    before = points(drawn)
    drawn.trigger("arrange.mirror_x")
    assert "largest number" in drawn.problem()
    assert points(drawn) == before


def test_points_that_are_not_in_the_plane_are_only_arranged_where_that_has_a_meaning(drawn, hand):
    """They can be selected too: in the table, or all."""
    space = [[0.0, 0.0, 1.0], [1.0, 0.0, 2.0], [1.0, 2.0, 5.0]]
    drawn.window.document.edit(Replace(Dataset.of(space, LABELS)), "draw")
    drawn.trigger("tool.select")
    for name in [entry.id for entry in ENTRIES if entry.id.startswith(("edit.", "arrange."))]:
        drawn.window.canvas.select_all()
        action = drawn.find(QAction, name)
        if action.isEnabled() and name not in ("edit.undo", "edit.redo", "edit.paste"):
            before = drawn.window.document.undo_stack.index()
            action.trigger()
            assert drawn.problem() == ""
            if drawn.window.document.undo_stack.index() > before:
                drawn.trigger("edit.undo")
            assert points(drawn) == space
    hand.key(Qt.Key.Key_Right)
    assert points(drawn) == space


def ask_for_menu(canvas, reason):
    at = canvas.viewport().rect().center()
    event = QContextMenuEvent(reason, at, canvas.viewport().mapToGlobal(at))
    QApplication.sendEvent(canvas.viewport(), event)


def menu(desk):
    return desk.window.findChild(QMenu, "menu.context")


def test_the_menu_key_offers_what_can_be_done(drawn, qtbot):
    ask_for_menu(drawn.window.canvas, QContextMenuEvent.Reason.Keyboard)
    drawn.wait(lambda: menu(drawn) is not None and menu(drawn).isVisible())
    names = [action.objectName() for action in menu(drawn).actions()]
    assert {"edit.copy", "edit.paste", "edit.transform"} <= set(names)
    menu(drawn).close()
    drawn.wait(lambda: menu(drawn) is None)


def test_a_right_click_with_a_tool_that_selects_offers_what_can_be_done(drawn, hand):
    """Systems ask for the menu when the button goes down or when it goes up; here it is the click that does."""
    hand.click(0.5, 1.5, RIGHT)
    ask_for_menu(drawn.window.canvas, QContextMenuEvent.Reason.Mouse)
    assert menu(drawn) is None, "the right button draws"
    drawn.trigger("edit.undo")
    places = []
    drawn.window.canvas.menu_asked.connect(places.append)
    for tool in ("select", "lasso"):
        drawn.trigger(f"tool.{tool}")
        hand.press(hand.at(0.5, 1.5), RIGHT)
        ask_for_menu(drawn.window.canvas, QContextMenuEvent.Reason.Mouse)
        assert menu(drawn) is None, "a drag takes from the selection"
        hand.release(hand.at(0.5, 1.5), RIGHT)
        assert menu(drawn) is not None
        assert places.pop() == hand.viewport.mapToGlobal(hand.at(0.5, 1.5))
        menu(drawn).close()
        drawn.wait(lambda: menu(drawn) is None)
    assert points(drawn) == CORNER
    assert drawn.window.canvas.selection.tolist() == [0, 1, 2]


def test_a_right_drag_asks_for_no_menu(drawn, hand):
    drawn.trigger("tool.select")
    hand.drag((-0.5, -0.5), (0.5, 0.5), RIGHT)
    assert menu(drawn) is None
    assert drawn.window.canvas.selection.tolist() == [1, 2]


def test_a_right_click_on_a_point_that_is_not_selected_is_about_that_point(drawn, hand):
    drawn.trigger("tool.select")
    drawn.window.canvas.select(np.array([1, 2]))
    hand.click(1, 2, RIGHT)
    assert drawn.window.canvas.selection.tolist() == [1, 2]
    menu(drawn).close()
    drawn.wait(lambda: menu(drawn) is None)
    hand.click(0, 0, RIGHT)
    assert drawn.window.canvas.selection.tolist() == [0]
    menu(drawn).close()


def test_arrow_keys_in_a_row_are_one_step(drawn, hand):
    before = drawn.window.document.undo_stack.count()
    for _ in range(3):
        hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Right, SHIFT)
    np.testing.assert_allclose(np.array(points(drawn)) - CORNER, [[13 * hand.unit, 0]] * 3, atol=1e-12)
    assert drawn.window.document.undo_stack.count() == before + 1
    assert last(drawn) == "move 3 points"


def test_the_menu_is_where_it_was_asked_for(drawn):
    drawn.window.workbench.menu_asked.emit(QPoint(300, 200))
    assert menu(drawn).pos() == QPoint(300, 200)
    menu(drawn).close()
