"""The table of points: by keyboard, and in step with the canvas."""

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QLineEdit, QMenu, QTableView

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Remove, Replace, Setting, add
from kpgui.ui.look.style import selected_row
from tests.e2e.points_table import ALPHA, FOUR, KEY, LABEL, NUMBER, OUT, X, Y
from tests.ui.canvas.stage import CTRL, LEFT, SHIFT


def points(table):
    return table.desk.session.dataset.points.tolist()


@pytest.mark.parametrize("theme", ["view.theme_light", "view.theme_dark"])
def test_which_points_are_held_out_is_seen_in_selected_rows_and_others(table, theme):
    table.desk.trigger(theme)
    for row in (1, 3):
        table.at(row, OUT)
        table.key(KEY.Key_H, CTRL)
    table.at(0, X)
    table.desk.window.canvas.select(np.array([2, 3]))
    table.desk.window.canvas.focus.hover(None)  # the pointer may be over a row, which has a tint then
    assert [table.box(row) for row in range(4)] == ["frame", "filled", "frame", "filled"]


def steps(table):
    return table.desk.window.document.undo_stack.count()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_all_columns_are_in_sight_and_stay_so_when_a_panel_grows(table, qtbot, size):
    table.desk.window.resize(*size)
    table.desk.trigger("view.reset_layout")
    QTest.keyClick(table.desk.window, KEY.Key_T, CTRL | SHIFT)
    bar = table.view.horizontalScrollBar()
    table.desk.wait(lambda: table.view.isVisible() and bar.maximum() == 0)
    table.desk.window.document.edit(Setting("kernel", "rbf() + linear()"), "kernel")
    qtbot.wait(100)  # until the docks have shared out the room anew
    assert bar.maximum() == 0


def test_it_is_hidden_at_first_and_its_key_gives_it_the_keyboard(desk):
    dock = desk.find(QDockWidget, "dock.points")
    assert not dock.isVisible()
    desk.trigger("view.points")
    assert dock.isVisible()
    assert desk.find(QTableView, "points.table").hasFocus()
    desk.trigger("view.reset_layout")
    assert not dock.isVisible()


def test_rows_say_what_the_points_are(table):
    assert table.rows() == [["−1", "1", "−1"], ["1", "1", "+1"], ["−1", "−1", "+1"], ["1", "−1", "−1"]]
    titles = [table.model.headerData(k, Qt.Orientation.Horizontal) for k in range(table.model.columnCount())]
    assert titles == ["#", "x", "y", "label", "out", "α"]
    assert table.text(2, NUMBER) == "3"


def test_a_typed_coordinate_moves_the_point_and_can_be_undone(table):
    table.at(1, X)
    table.type("2.5")
    assert points(table)[1] == [2.5, 1]
    assert table.text(1, X) == "2.5"
    assert table.desk.window.document.undo_stack.undoText() == "move point 2"
    table.key(KEY.Key_Z, CTRL)
    assert points(table) == FOUR
    assert table.told[-1] == (1, 1, X, OUT)


def test_numbers_are_typed_as_the_country_writes_them_or_with_a_point(table):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        table.at(1, X)
        table.type("-2,5")
        table.at(1, Y)
        table.type("0.25")
    finally:
        QLocale.setDefault(before)
    assert points(table)[1] == [-2.5, 0.25]


def test_all_digits_of_a_coordinate_are_kept_and_edited(table):
    third = 1 / 3
    table.desk.window.document.edit(Move(np.array([0]), np.array([[third, 1e-12]])), "move")
    table.at(0, X)
    table.key(KEY.Key_F2)
    assert float(table.editor().text()) == third
    QTest.keyClick(table.editor(), KEY.Key_Return)
    assert points(table)[0] == [third, 1e-12]
    assert table.text(0, Y) == "1×10⁻¹²"


@pytest.mark.parametrize(
    "column, text, told",
    [
        (X, "1.2.3", "Point 2: x must be a number such as −0.5, not “1.2.3”."),
        (X, "0,3", "Point 2: x must be a number such as −0.5, not “0,3”. Decimals are written with a point: 0.3."),
        (Y, "1e999", "Point 2: y must be a finite number, not “1e999”."),
        (LABEL, "2", "Point 2: the label must be +1 or −1, not “2”."),
    ],
)
def test_what_is_no_number_or_label_is_refused_in_a_sentence_and_changes_nothing(table, column, text, told):
    before = steps(table)
    table.at(1, column)
    table.type(text)
    assert table.desk.text("points.refusal") == told
    assert table.desk.find(QLabel, "points.refusal").isVisible()
    assert points(table) == FOUR
    assert steps(table) == before
    table.at(1, X)
    table.type("3")
    assert not table.desk.find(QLabel, "points.refusal").isVisible()


def test_typing_the_same_number_is_no_step(table):
    before = steps(table)
    table.at(1, X)
    table.type("1.0")
    assert steps(table) == before


@pytest.mark.parametrize("text, label", [("+1", 1), ("-1", -1), ("1", 1), ("-", -1), ("+", 1)])
def test_a_typed_label_relabels(table, text, label):
    for row in (0, 1):
        table.at(row, LABEL)
        table.type(text)
    assert table.desk.session.dataset.labels.tolist()[:2] == [label, label]


def test_ctrl_h_holds_a_point_out_and_takes_it_back(table):
    table.at(2, OUT)
    table.key(KEY.Key_H, CTRL)
    assert table.desk.session.dataset.held_out.tolist() == [False, False, True, False]
    assert table.desk.window.document.undo_stack.undoText() == "hold out a point"
    table.key(KEY.Key_H, CTRL)
    assert not table.desk.session.dataset.held_out.any()


def test_saving_takes_what_is_still_being_typed(table, tmp_path):
    table.desk.choose_file(tmp_path / "a.kpgui")
    table.at(0, Y)
    QTest.keyClick(table.view, "7")
    table.desk.trigger("file.save")
    assert points(table)[0] == [-1, 7]


def test_escape_leaves_the_cell_as_it_was(table):
    table.at(0, Y)
    QTest.keyClick(table.view, "7")
    QTest.keyClick(table.editor(), KEY.Key_Escape)
    assert points(table) == FOUR


def test_digits_and_arrows_are_the_tables_own_while_it_has_the_keyboard(table):
    table.at(0, X)
    table.key(KEY.Key_Down)
    assert table.view.currentIndex().row() == 1
    QTest.keyClick(table.view, "2")
    assert table.editor().text() == "2"
    assert table.desk.find(QAction, "class.positive").isChecked()
    QTest.keyClick(table.editor(), KEY.Key_Escape)
    assert points(table) == FOUR


def test_rows_selected_here_are_selected_on_the_canvas(table):
    table.click(1)
    assert table.desk.window.canvas.selection.tolist() == [1]
    table.click(3, modifiers=CTRL)
    assert table.desk.window.canvas.selection.tolist() == [1, 3]
    table.key(KEY.Key_Up, SHIFT)
    assert table.desk.window.canvas.selection.tolist() == [2, 3]


def test_points_selected_on_the_canvas_are_selected_here(table, hand):
    hand.drag((-1.5, 1.5), (1.5, 0.5), LEFT, SHIFT)
    assert table.selected == [0, 1]
    table.desk.window.canvas.setFocus()
    hand.key(KEY.Key_Escape)
    assert table.selected == []


def test_delete_takes_the_selected_rows_away(table):
    table.click(1)
    table.key(KEY.Key_Delete)
    assert points(table) == [FOUR[0], FOUR[2], FOUR[3]]
    assert table.model.rowCount() == 3
    assert table.text(1, NUMBER) == "2"
    table.key(KEY.Key_Z, CTRL)
    assert points(table) == FOUR
    assert table.model.rowCount() == 4
    table.click(0)
    table.desk.find(object, "points.delete").click()
    assert points(table) == FOUR[1:]


def test_a_dragged_point_changes_its_row_alone(table, hand):
    table.told.clear()
    hand.drag((1, 1), (1.5, 1.5))
    assert {told[:2] for told in table.told if told[2] == X} == {(1, 1)}
    assert float(table.text(1, X)) == pytest.approx(1.5, abs=2 * hand.unit)


@pytest.mark.parametrize(
    "typed, place, label", [("3 4 -1", [3, 4], -1), ("3, 4", [3, 4], 1), ("0,5;1,5;+1", [0.5, 1.5], 1)]
)
def test_a_typed_point_is_added_and_selected(table, typed, place, label):
    table.desk.type("points.typed", typed)
    assert points(table)[4] == place
    assert table.desk.session.dataset.labels[4] == label
    assert table.selected == [4]
    assert table.desk.find(QLineEdit, "points.typed").text() == ""
    assert table.desk.window.document.undo_stack.undoText() == "add a point"


def test_a_typed_point_that_is_none_is_refused(table):
    table.desk.type("points.typed", "3 four 1")
    assert table.desk.text("points.refusal") == "The new point, line 1: column 2 is 'four', which is not a number."
    assert points(table) == FOUR


def test_the_number_of_mistakes_is_shown(table):
    table.desk.train_to_end()
    alpha = table.desk.frame.counters.alpha
    assert alpha.any()
    table.desk.wait(lambda: [table.text(row, ALPHA) for row in range(4)] == [str(each) for each in alpha])


def test_no_row_ever_shows_the_mistakes_of_another_point(table):
    table.desk.train_to_end()
    alpha = dict(zip(table.desk.session.dataset.ids.tolist(), table.desk.frame.counters.alpha.tolist(), strict=True))
    table.desk.wait(lambda: table.text(0, ALPHA) == str(alpha[0]))
    table.desk.window.document.edit(Remove(table.desk.session.dataset.ids[:1]), "delete")
    ids = table.desk.session.dataset.ids.tolist()
    assert [table.text(row, ALPHA) for row in range(3)] == [str(alpha[each]) for each in ids]
    table.desk.window.document.undo_stack.undo()
    assert [table.text(row, ALPHA) for row in range(4)] == [str(each) for each in alpha.values()]
    table.desk.window.document.edit(add(table.desk.session.dataset, np.array([[9.0, 9.0]]), np.array([1])), "add")
    assert [table.text(row, ALPHA) or "" for row in range(5)] == [*map(str, alpha.values()), ""]


def test_of_a_run_that_failed_no_mistakes_are_shown(table):
    table.desk.train_to_end()
    table.desk.wait(lambda: bool(table.text(0, ALPHA)))
    table.desk.window.document.edit(Setting("kernel", "poly(degree=40, gamma=1e300, c=1)"), "kernel")
    table.desk.trigger("train.run")
    table.desk.wait(lambda: not table.text(0, ALPHA))


def test_the_hovered_point_is_marked_in_the_table_and_on_the_canvas(table, hand):
    focus, cell = table.desk.window.canvas.focus, table.model.index(2, X)
    QTest.mouseMove(table.view.viewport(), table.view.visualRect(cell).center())
    assert focus.hovered == table.desk.session.dataset.ids[2]
    assert cell.data(Qt.ItemDataRole.BackgroundRole) is not None
    hand.hover(hand.at(*FOUR[1]))
    assert focus.hovered == table.desk.session.dataset.ids[1]
    assert table.model.index(1, X).data(Qt.ItemDataRole.BackgroundRole) is not None
    assert cell.data(Qt.ItemDataRole.BackgroundRole) is None
    hand.hover(hand.at(0, 0))
    assert table.model.index(1, X).data(Qt.ItemDataRole.BackgroundRole) is None


def test_hidden_it_follows_nothing_and_shown_again_it_is_up_to_date(table):
    dock = table.desk.find(QDockWidget, "dock.points")
    dock.close()
    table.told.clear()
    table.desk.window.document.edit(Remove(np.array([0, 2])), "delete")
    table.desk.window.canvas.select(np.array([3]))
    assert table.told == []
    assert table.model.rowCount() == 4
    table.desk.trigger("view.points")
    assert table.rows() == [["1", "1", "+1"], ["1", "−1", "−1"]]
    assert table.selected == [1]


def test_the_current_cell_stays_at_its_point_when_others_go(table):
    table.at(3, Y)
    table.desk.window.document.edit(Remove(np.array([0, 2])), "delete")
    assert (table.view.currentIndex().row(), table.view.currentIndex().column()) == (1, Y)


def test_another_dataset_keeps_nothing_selected_that_is_gone(table):
    table.click(2)
    table.desk.window.document.edit(Replace(Dataset.of([[5, 5], [6, 6]], [1, -1], ids=[7, 8])), "generate")
    assert table.selected == []
    assert table.model.rowCount() == 2


def test_very_many_scattered_rows_are_painted_as_selected(table):
    n = 5000
    table.desk.window.document.edit(Replace(Dataset.of(np.zeros((n, 2)), np.ones(n))), "many")
    table.desk.window.canvas.select(np.arange(0, n, 2))
    brush = table.model.index(2, X).data(Qt.ItemDataRole.BackgroundRole)
    assert brush.name() == selected_row(table.desk.window.theme.palette)
    assert table.model.index(3, X).data(Qt.ItemDataRole.BackgroundRole) is None
    table.click(1)
    assert table.desk.window.canvas.selection.tolist() == [1]
    assert table.model.index(2, X).data(Qt.ItemDataRole.BackgroundRole) is None


@pytest.mark.parametrize("theme", ["view.theme_light", "view.theme_dark"])
def test_rows_of_selected_points_have_the_colour_of_the_selection(table, theme):
    table.desk.trigger(theme)
    table.desk.window.canvas.select(np.array([1]))
    palette = table.desk.window.theme.palette
    for row, expected in ((1, True), (2, False)):
        seen = table.view.viewport().grab(table.view.visualRect(table.model.index(row, X))).toImage()
        assert (seen.pixelColor(3, 3).name() == selected_row(palette)) is expected


def test_screen_readers_are_told_the_point_and_what_of_it(table):
    role = Qt.ItemDataRole.AccessibleTextRole
    assert table.model.index(1, X).data(role) == "point 2, x 1"
    assert table.model.index(1, LABEL).data(role) == "point 2, label +1"
    assert table.model.index(1, OUT).data(role) == "point 2, trained on"
    interface = QAccessible.queryAccessibleInterface(table.view)
    assert interface.text(QAccessible.Text.Name) == "Points"


def test_tab_leaves_the_table_for_the_fields_below(table):
    table.view.setFocus()
    order = []
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), KEY.Key_Tab)
        order.append(QApplication.focusWidget().objectName())
    assert order == ["points.typed", "points.add", "points.delete"]


def test_the_menu_is_offered_here_too(table):
    at = table.view.viewport().mapToGlobal(QPoint(5, 5))
    table.view.menu_asked.emit(at)
    menu = table.desk.find(QMenu, "menu.context")
    assert menu.isVisible()
    menu.close()


def test_appending_tells_the_new_rows_only(table):
    inserted = []
    table.model.rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    table.told.clear()
    dataset = table.desk.session.dataset
    table.desk.window.document.edit(add(dataset, np.zeros((3, 2)), np.ones(3)), "add")
    assert inserted == [(4, 6)]
    assert all(told[2] == ALPHA for told in table.told)


def test_where_f_forgets_the_table_shows_coefficients_and_says_so(table):
    def title():
        return table.model.headerData(ALPHA, Qt.Orientation.Horizontal)

    table.desk.trigger("train.to_end")
    table.desk.wait(lambda: table.text(0, ALPHA) not in (None, ""))
    assert title() == "α"
    table.desk.window.document.edit(Setting("learner", "norma(lam=0.1)"), "learner")
    table.desk.trigger("train.to_end")
    table.desk.wait(lambda: title() == "|β|")
    beta = table.desk.window.training.frame.expansion.beta
    table.desk.wait(lambda: [float(table.text(row, ALPHA)) for row in range(4)] == pytest.approx(abs(beta), rel=1e-2))
    assert "multiplies" in table.model.headerData(ALPHA, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_a_cell_that_is_being_edited_is_left_without_a_warning_when_its_point_goes(table):
    table.at(1, X)
    QTest.keyClick(table.view, "7")
    QTest.keyClicks(table.editor(), "5")
    table.desk.window.document.edit(Remove(table.desk.session.dataset.ids[[0, 1, 3]]), "erase")
    QApplication.processEvents()
    assert points(table) == [FOUR[2]]


def test_return_commits_before_anything_else_can_take_the_point_away(table):
    table.at(1, X)
    QTest.keyClick(table.view, "7")
    QTest.keyClick(table.editor(), KEY.Key_Return)
    assert table.rows()[1][0] == "7"
    table.desk.window.document.edit(Remove(table.desk.session.dataset.ids[[0, 1, 3]]), "erase")
    QApplication.processEvents()
    assert points(table) == [FOUR[2]]
