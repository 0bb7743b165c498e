"""A kernel made of kernels in the setup panel: built by mouse and keyboard, in step with its text, undone in order."""

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QSlider,
    QToolButton,
    QWidget,
)

from kpgui.kernels import KERNELS, kernel
from kpgui.model.edits import Setting
from kpgui.ui.forms.widgets import Callout
from kpgui.ui.setup.kernel_lines import lines_of
from kpgui.ui.setup.kernel_row import KernelRow
from kpgui.ui.window.column import COLUMN_WIDTH
from kpgui.words.kernel_tree import JOINS, WRAPS

LEFT = Qt.MouseButton.LeftButton

DEEP = "exp((0.5*(matern32() + sigmoid())**2 - normalized(rational_quadratic())*poly()) * (linear() + 2*periodic()**3))"


class Tree:
    """The kernel panel, and a hand on it."""

    def __init__(self, desk):
        self.desk = desk

    def show(self, text):
        self.desk.window.document.edit(Setting("kernel", str(kernel(text))), "show")
        QApplication.processEvents()

    @property
    def kernel(self):
        """What holds; the text and the tree have to agree with it whenever it is asked for."""
        held = self.desk.session.kernel
        assert self.desk.find(QLineEdit, "param.kernel.expression").text() == held
        assert [row.line for row in self.rows] == list(lines_of(kernel(held)))
        return held

    @property
    def rows(self):
        QApplication.processEvents()
        panel = self.desk.find(QWidget, "panel.kernel")
        rows = [row for row in panel.findChildren(KernelRow) if row.isVisibleTo(panel)]
        return sorted(rows, key=lambda row: row.mapTo(panel, QPoint(0, 0)).y())

    @property
    def menu(self):
        return self.desk.find(QMenu, "kernel.menu_of_node")

    def open(self, node):
        button = self.desk.find(QToolButton, f"{node}.menu")
        QTest.mouseClick(button, LEFT)
        assert self.menu.isVisible()

    def choose(self, node, key):
        """Open a node's menu and click one of its entries."""
        self.open(node)
        action = next(action for action in self.menu.actions() if action.objectName() == f"kernel.{key}")
        QTest.mouseClick(self.menu, LEFT, pos=self.menu.actionGeometry(action).center())
        assert not self.menu.isVisible()
        QApplication.processEvents()

    def press(self, node, opening, entry):
        """Open a node's menu with one key and choose from it with another."""
        button = self.desk.find(QToolButton, f"{node}.menu")
        button.setFocus()
        QTest.keyClick(button, opening)
        assert self.menu.isVisible()
        QApplication.processEvents()
        QTest.keyClick(self.menu, entry)
        QApplication.processEvents()

    def pick(self, field, key):
        combo = self.desk.find(QComboBox, f"param.{field}.kernel")
        combo.setCurrentIndex(combo.findData(key))

    def drag(self, field):
        """Drag the slider beside a field to the right."""
        slider = self.desk.find(QDoubleSpinBox, field).parent().findChild(QSlider)
        start = QPoint(slider.width() // 2, slider.height() // 2)
        QTest.mousePress(slider, LEFT, pos=start)
        for right in range(2, 20, 2):
            QTest.mouseMove(slider, start + QPoint(right, 0))
        QTest.mouseRelease(slider, LEFT, pos=start + QPoint(20, 0))


@pytest.fixture
def tree(desk):
    return Tree(desk)


@pytest.mark.parametrize(
    ("key", "made"),
    [
        ("add", "rbf(sigma=1) + linear()"),
        ("subtract", "rbf(sigma=1) - linear()"),
        ("multiply", "rbf(sigma=1) * linear()"),
        ("scale", "1*rbf(sigma=1)"),
        ("power", "rbf(sigma=1)**2"),
        ("exp", "exp(rbf(sigma=1))"),
        ("normalize", "normalized(rbf(sigma=1))"),
    ],
)
def test_every_operation_is_a_click_away_and_one_undo(tree, key, made):
    tree.choose("kernel", key)
    assert tree.kernel == made
    tree.desk.trigger("edit.undo")
    assert tree.kernel == "rbf(sigma=1)"
    tree.desk.trigger("edit.redo")
    assert tree.kernel == made


def test_the_menu_has_every_operation(tree):
    tree.open("kernel")
    names = [action.objectName() for action in tree.menu.actions() if not action.isSeparator()]
    assert names[: len(JOINS) + len(WRAPS)] == [f"kernel.{each.key}" for each in (*JOINS, *WRAPS)]
    tree.menu.close()


def test_a_tree_is_built_with_the_keyboard_alone(tree):
    tree.press("kernel", Qt.Key.Key_Return, Qt.Key.Key_A)
    added = tree.desk.find(QComboBox, "param.kernel.2.kernel")
    assert added.hasFocus()
    QTest.keyClick(added, Qt.Key.Key_Down)
    assert tree.kernel == "rbf(sigma=1) + poly(degree=2, gamma=1, c=1)"
    assert tree.desk.find(QComboBox, "param.kernel.2.kernel").hasFocus()
    tree.press("kernel.2", Qt.Key.Key_Return, Qt.Key.Key_L)
    weight = tree.desk.find(QDoubleSpinBox, "param.kernel.2.weight")
    assert weight.hasFocus()
    QTest.keyClicks(weight, "0.3")
    QTest.keyClick(weight, Qt.Key.Key_Return)
    assert tree.kernel == "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)"
    tree.press("kernel.2.1", Qt.Key.Key_Enter, Qt.Key.Key_R)
    assert tree.kernel == "rbf(sigma=1)"
    assert tree.desk.find(QComboBox, "param.kernel.kernel").hasFocus()


def test_the_tab_key_goes_down_the_tree_as_it_stands(tree):
    tree.show("rbf + linear")
    tree.show("2*rbf + poly*linear")
    tree.pick("kernel.2.2", "matern32")
    QTest.qWait(1)  # a turn of the event loop, in which the order is set
    line = tree.desk.find(QLineEdit, "param.kernel.expression")
    line.setFocus()
    visited = []
    for _ in range(17):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        visited.append(QApplication.focusWidget().objectName())
    assert [name for name in visited if name.startswith(("kernel", "param"))] == [
        "kernel.menu",
        "kernel.1.menu",
        "param.kernel.1.weight",
        "param.kernel.kernel",
        "kernel.1.1.menu",
        "param.kernel.sigma",
        "kernel.2.menu",
        "param.kernel.2.1.kernel",
        "kernel.2.1.menu",
        "param.kernel.2.1.degree",
        "param.kernel.2.1.gamma",
        "param.kernel.2.1.c",
        "param.kernel.2.2.kernel",
        "kernel.2.2.menu",
        "param.kernel.2.2.length",
        "param.learner.learner",
    ]


def test_the_right_button_and_the_menu_key_open_the_same_menu(tree):
    tree.show("rbf + 2*linear")
    row = tree.rows[3]
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        QApplication.sendEvent(row, QContextMenuEvent(reason, QPoint(3, 3), row.mapToGlobal(QPoint(3, 3))))
        assert tree.menu.isVisible()
        QTest.keyClick(tree.menu, Qt.Key.Key_K)
        assert tree.kernel == "linear()"
        tree.desk.trigger("edit.undo")


def test_a_node_is_unwrapped_kept_and_removed(tree):
    tree.show("rbf + exp(2*linear)")
    tree.choose("kernel.2", "unwrap")
    assert tree.kernel == "rbf(sigma=1) + 2*linear()"
    tree.choose("kernel.2.1", "remove")
    assert tree.kernel == "rbf(sigma=1)"
    tree.desk.trigger("edit.undo")
    tree.choose("kernel.2", "keep")
    assert tree.kernel == "2*linear()"


def test_what_cannot_be_done_to_a_node_is_not_offered(tree):
    def offered(node):
        tree.open(node)
        names = {action.objectName() for action in tree.menu.actions() if action.isEnabled()}
        tree.menu.close()
        return names & {"kernel.unwrap", "kernel.keep", "kernel.remove"}

    assert offered("kernel") == set()
    tree.show("rbf + 2*linear")
    assert offered("kernel") == set()
    assert offered("kernel.1") == {"kernel.keep", "kernel.remove"}
    assert offered("kernel.2") == {"kernel.unwrap", "kernel.keep", "kernel.remove"}
    assert offered("kernel.2.1") == {"kernel.keep", "kernel.remove"}


def test_a_beginner_sees_one_choice_and_its_sliders_until_she_adds_something(tree):
    def captions():
        labels = tree.desk.find(QWidget, "panel.kernel").findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible()]

    before = captions()
    assert "Sigma σ" in before
    assert "K(x, z)" in before
    tree.choose("kernel", "add")
    assert "Sum" in captions()
    assert "K(x, z)" not in captions()
    tree.desk.trigger("edit.undo")
    assert captions() == before


def test_fields_have_the_names_of_a_single_kernel_or_their_path(tree):
    tree.show("0.5*rbf(sigma=2) + (poly(degree=4)*linear)**3")
    values = {
        "param.kernel.1.weight": 0.5,
        "param.kernel.sigma": 2,
        "param.kernel.2.exponent": 3,
        "param.kernel.2.1.1.degree": 4,
    }
    for name, value in values.items():
        assert tree.desk.find(QDoubleSpinBox, name).value() == value
    assert tree.desk.find(QComboBox, "param.kernel.kernel").currentData() == "rbf"
    assert tree.desk.find(QComboBox, "param.kernel.2.1.2.kernel").currentData() == "linear"
    assert tree.desk.text("kernel.derived") == "γ = 0.125"
    tree.show("linear")
    for name in values:
        assert tree.desk.window.findChild(QWidget, name) is None


def test_each_field_changes_its_own_place_and_nothing_else(tree):
    tree.show("rbf + 0.3*poly - rbf**2")
    tree.desk.type("param.kernel.sigma", "2")
    tree.desk.type("param.kernel.2.weight", "0.5")
    tree.desk.type("param.kernel.2.1.c", "0")
    tree.desk.type("param.kernel.3.exponent", "4")
    tree.desk.type("param.kernel.3.1.sigma", "3")
    assert tree.kernel == "rbf(sigma=2) + 0.5*poly(degree=2, gamma=1, c=0) - rbf(sigma=3)**4"
    tree.pick("kernel.3.1", "linear")
    assert tree.kernel == "rbf(sigma=2) + 0.5*poly(degree=2, gamma=1, c=0) - linear()**4"
    for _ in range(6):
        tree.desk.trigger("edit.undo")
    assert tree.kernel == "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1) - rbf(sigma=1)**2"


def test_dragging_a_slider_in_a_tree_is_one_undo_and_rebuilds_nothing(tree):
    tree.show("rbf + 0.3*poly")
    count = tree.desk.window.document.undo_stack.count()
    widgets = set(map(id, tree.desk.find(QWidget, "panel.kernel").findChildren(QWidget)))
    tree.drag("param.kernel.2.weight")
    assert tree.kernel.startswith("rbf(sigma=1) + ")
    assert kernel(tree.kernel).right.weight > 0.3
    assert set(map(id, tree.desk.find(QWidget, "panel.kernel").findChildren(QWidget))) == widgets
    assert tree.desk.window.document.undo_stack.count() == count + 1
    tree.desk.trigger("edit.undo")
    assert tree.kernel == "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)"


def test_rows_that_did_not_change_stay_with_the_keyboard_in_them(tree):
    tree.show("rbf + linear")
    field = tree.desk.find(QDoubleSpinBox, "param.kernel.sigma")
    field.setFocus()
    tree.show("exp(poly*(linear + 2*rbf))")
    assert field.objectName() == "param.kernel.1.2.2.1.sigma"
    assert field.hasFocus()
    tree.show("rbf(sigma=3)")
    assert tree.desk.find(QDoubleSpinBox, "param.kernel.sigma") is field
    assert field.value() == 3
    assert field.hasFocus()


@pytest.mark.parametrize("field", ["param.kernel.2.weight", "param.kernel.2.1.c"])
def test_what_is_half_typed_in_a_row_that_goes_is_not_announced(tree, field):
    tree.show("rbf + 0.3*poly")
    tree.desk.type(field, "5", enter=False)
    tree.show("linear")
    assert tree.kernel == "linear()"


def test_a_wrong_number_in_a_tree_is_told_at_its_row(tree):
    tree.show("rbf + 0.3*poly")
    tree.desk.type("param.kernel.2.weight", "-1")
    assert tree.kernel == "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)"
    said = tree.desk.find(QWidget, "setup.area").findChild(Callout)
    assert tree.rows[2].isAncestorOf(said.field)
    assert said.text() == "Scale: Weight w must be a number of at least 0, not -1."


def test_a_session_with_a_composite_kernel_opens_as_a_tree(tree):
    tree.show("2*rbf(sigma=0.5)*linear")
    stored = tree.desk.session
    tree.show("linear")
    tree.desk.window.document.open_session(stored, None)
    assert tree.kernel == "(2*rbf(sigma=0.5)) * linear()"


def test_more_operations_than_an_expression_may_have_are_refused_in_words(tree):
    tree.show(" + ".join(["linear"] * 61))
    before = tree.kernel
    tree.choose("kernel.61", "add")
    assert tree.desk.session.kernel == before
    labels = tree.desk.find(QWidget, "setup.area").findChildren(QLabel)
    assert any("at most 60 operators" in label.text() for label in labels if label.isVisible())


def test_what_is_guaranteed_and_what_is_not_is_shown(tree):
    def told():
        label = tree.desk.find(QLabel, "kernel.closure")
        return label.text(), label.property("tone")

    assert told() == ("Positive semidefinite", "calm")
    tree.choose("kernel", "add")
    assert told() == ("Positive semidefinite: a sum of such kernels is one (Aronszajn 1950).", "calm")
    tree.show("rbf - linear")
    text, tone = told()
    assert text.startswith("Not guaranteed: the difference rbf(sigma=1) - linear() may have negative eigenvalues")
    assert tone == "warning"
    tree.desk.trigger("edit.undo")
    assert told()[1] == "calm"


def test_the_part_that_is_not_guaranteed_is_marked_in_the_tree(tree):
    def marked():
        rows = [(row.line.path, label) for row in tree.rows for label in row.findChildren(QLabel)]
        found = [(path, label) for path, label in rows if label.property("tone") == "warning"]
        assert all(
            re.match("Not guaranteed: |sigmoid.* is not positive semidefinite", label.toolTip()) for _, label in found
        )
        return [path for path, _ in found]

    tree.show("exp(rbf + 2*sigmoid) * linear")
    assert marked() == [(1, 1, 2, 1)]
    tree.show("exp(rbf - linear) * sigmoid")
    assert marked() == [(1, 1), (2,)]
    tree.pick("kernel.2", "cosine")
    assert marked() == [(1, 1)]


@pytest.mark.parametrize("key", KERNELS.keys())
def test_nothing_is_cut_off_in_the_narrowest_column_however_deep_it_is(tree, key):
    tree.desk.window.resize(1024, 700)
    tree.show("normalized(" * 7 + f"rbf + 2*{key}" + ")" * 7)
    tree.desk.window.resizeDocks([tree.desk.find(QWidget, "dock.setup")], [COLUMN_WIDTH], Qt.Orientation.Horizontal)
    area = tree.desk.find(QWidget, "dock.setup").findChild(QScrollArea)
    tree.desk.wait(lambda: area.verticalScrollBar().isVisible())
    assert area.viewport().width() <= COLUMN_WIDTH
    assert area.widget().width() == area.viewport().width()
    deepest = lines_of(kernel(tree.kernel))[-1]
    combo = tree.desk.find(QComboBox, f"param.{deepest.group}.kernel")
    assert combo.fontMetrics().horizontalAdvance(combo.currentText()) <= combo.width() - 26


def test_a_deep_tree_is_whole(tree):
    tree.show(DEEP)
    assert tree.kernel == str(kernel(DEEP))


def test_what_was_added_is_brought_into_view(tree):
    tree.desk.window.resize(1024, 700)
    tree.show(" + ".join(["poly"] * 9))
    tree.choose("kernel", "add")
    area = tree.desk.find(QWidget, "dock.setup").findChild(QScrollArea)
    combo = tree.desk.find(QComboBox, "param.kernel.10.kernel")
    tree.desk.wait(lambda: area.viewport().rect().contains(combo.mapTo(area.viewport(), combo.rect().center())))
