"""The setup: one scrolling column of sections that collapse, in which rows keep their place."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QLabel,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)

from kpgui.generators import GENERATORS
from kpgui.kernels import KERNELS
from kpgui.model.edits import Setting
from kpgui.ui.forms.fields import ChoiceField, FlagField, NumberField, ValueSlider
from kpgui.ui.session.settings import Settings, save_settings

SIZES = [(1024, 700), (1280, 800)]
SECTIONS = ("data", "kernel", "learner", "run")


def area(desk):
    return desk.find(QScrollArea, "setup.area")


def resize(desk, width, height):
    desk.window.resize(width, height)
    desk.wait(lambda: (desk.window.width(), desk.window.height()) == (width, height))
    desk.trigger("view.reset_layout")
    QTest.qWait(80)


def top(desk, widget):
    """Height of a widget in the window."""
    return widget.mapTo(desk.window, QPoint(0, 0)).y()


def click(desk, widget):
    """Click a widget at its place in the window."""
    spot = widget.mapTo(desk.window, widget.rect().center())
    QTest.mouseClick(desk.window.windowHandle(), Qt.MouseButton.LeftButton, pos=spot)


def choose(desk, name, key):
    combo = desk.find(QComboBox, name)
    combo.setCurrentIndex(combo.findData(key))


def whole(widget):
    """Whether every pixel of it is seen."""
    return widget.visibleRegion().boundingRect() == widget.rect()


def brought_into_sight(desk, widget):
    """Whether it is whole once the column has been scrolled to it, which a later layout may undo."""
    area(desk).ensureWidgetVisible(widget)
    return whole(widget)


def section(desk, key):
    return desk.find(QPushButton, f"section.{key}")


@pytest.mark.parametrize("key", SECTIONS)
def test_a_click_on_its_title_collapses_a_section_and_another_expands_it(desk, key):
    panel = desk.find(QWidget, f"panel.{key}")
    area(desk).ensureWidgetVisible(section(desk, key))
    click(desk, section(desk, key))
    assert not panel.isVisible()
    assert section(desk, key).isVisible()
    click(desk, section(desk, key))
    assert panel.isVisible()


@pytest.mark.parametrize(
    "collapse, expand",
    [(Qt.Key.Key_Return, Qt.Key.Key_Enter), (Qt.Key.Key_Left, Qt.Key.Key_Right)],
)
def test_a_section_is_operated_by_keyboard(desk, collapse, expand):
    panel, header = desk.find(QWidget, "panel.kernel"), section(desk, "kernel")
    header.setFocus()
    QTest.keyClick(header, collapse)
    assert not panel.isVisible()
    if not header.hasFocus():  # as after any button the canvas has the keyboard, and Tab goes back
        QTest.keyClick(desk.window.canvas, Qt.Key.Key_Tab)
    assert header.hasFocus()
    QTest.keyClick(header, expand)
    assert panel.isVisible()


def test_a_screen_reader_is_told_whether_a_section_is_expanded(desk):
    header = section(desk, "learner")
    read = QAccessible.queryAccessibleInterface(header)
    assert read.text(QAccessible.Text.Name) == "Learner"
    assert read.state().checkable
    assert read.state().checked
    assert read.text(QAccessible.Text.Description).startswith("Expanded.")
    header.click()
    assert not read.state().checked
    assert read.text(QAccessible.Text.Description).startswith("Collapsed.")


def test_collapsed_sections_are_remembered_and_reset_with_the_layout(desk, start):
    section(desk, "data").click()
    section(desk, "run").click()
    desk.window.close()
    again = start()
    seen = {key: again.find(QWidget, f"panel.{key}").isVisible() for key in SECTIONS}
    assert seen == {"data": False, "kernel": True, "learner": True, "run": False}
    again.trigger("view.reset_layout")
    assert all(again.find(QWidget, f"panel.{key}").isVisible() for key in SECTIONS)


def test_a_layout_of_an_earlier_version_is_not_restored(qtbot, start):
    save_settings(Settings(state="AAAA/wAAAAD9AAAAAQ==", collapsed=["kernel", "unknown"]))
    desk = start()
    assert desk.find(QDockWidget, "dock.setup").isVisible()
    assert not desk.find(QWidget, "panel.kernel").isVisible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kernel", ["poly(degree=2)", "rbf(sigma=1) + poly(degree=2)"])
def test_every_row_of_a_kernel_can_be_seen_whole(desk, size, kernel):
    resize(desk, *size)
    desk.window.document.edit(Setting("kernel", kernel), "kernel")
    QTest.qWait(50)
    assert area(desk).widget().width() <= area(desk).viewport().width()
    inside = desk.find(QWidget, "panel.kernel").findChildren(QWidget)
    kinds = NumberField, ChoiceField, FlagField, ValueSlider
    fields = [each for each in inside if isinstance(each, kinds) and each.isVisible()]
    assert len(fields) == {"poly(degree=2)": 7, "rbf(sigma=1) + poly(degree=2)": 10}[kernel]
    for field in fields:
        desk.wait(lambda field=field: brought_into_sight(desk, field))


@pytest.mark.parametrize("size", SIZES)
def test_holding_out_can_be_used(desk, size):
    resize(desk, *size)
    click(desk, desk.find(QPushButton, "data.generate"))
    area(desk).ensureWidgetVisible(desk.find(QWidget, "data.hold_out.fold"))
    click(desk, desk.find(QPushButton, "data.hold_out.fold"))
    button = desk.find(QPushButton, "data.hold_out")
    desk.wait(lambda: button.isVisible() and whole(button))
    click(desk, button)
    assert desk.session.dataset.held_out.sum() > 0
    for name in ("param.hold_out.share", "data.hold_none_out"):
        field = desk.find(QWidget, name)
        desk.wait(lambda field=field: brought_into_sight(desk, field))


@pytest.mark.parametrize("size", SIZES)
def test_generate_stays_where_it_is(desk, size):
    resize(desk, *size)
    button = desk.find(QPushButton, "data.generate")
    QTest.qWait(50)  # the form takes the room that it keeps when it is shown first
    page = area(desk).widget()
    place = button.mapTo(page, QPoint(0, 0))
    for key in [each.key for each in GENERATORS]:
        choose(desk, "param.data.generator", key)
        desk.wait(lambda: button.mapTo(page, QPoint(0, 0)) == place)


@pytest.mark.parametrize(
    "name", ["param.data.n", "param.data.generator", "param.kernel.sigma", "param.learner.epochs", "param.run.seed"]
)
def test_the_wheel_scrolls_the_column_unless_a_field_has_the_keyboard(desk, name):
    resize(desk, 1024, 500)
    field = desk.find(QWidget, name)
    for each in (field, field.parentWidget().findChild(QSlider)):
        if each is None or not each.isVisible():
            continue
        desk.window.canvas.setFocus()
        area(desk).ensureWidgetVisible(each)
        bar = area(desk).verticalScrollBar()
        before, scrolled = (desk.session, each.property("value")), bar.value()
        place = QPointF(each.mapTo(desk.window, each.rect().center()))
        QTest.wheelEvent(desk.window.windowHandle(), place, QPoint(0, 120 if bar.value() else -120))
        assert (desk.session, each.property("value")) == before
        assert bar.value() != scrolled


def places(desk, panels=SECTIONS):
    """Where the fields, labels, buttons and titles are, but not the sentences that lie over them."""
    found = [each for key in panels for each in desk.find(QWidget, f"panel.{key}").findChildren(QWidget)]
    return {
        id(each): each.mapTo(desk.window, QPoint(0, 0)) for each in found if each.isVisible() and not over(each)
    } | {key: top(desk, section(desk, key)) for key in SECTIONS}


def settled_places(desk):
    """The places when they no longer change: a new form comes a moment later."""
    before, now = None, places(desk)
    while now != before:
        QTest.qWait(80)
        before, now = now, places(desk)
    return now


def over(widget):
    return widget.property("callout") is True


@pytest.mark.parametrize(
    "name, text",
    [
        ("param.data.n", "0"),
        ("param.kernel.sigma", "-1"),
        ("param.kernel.expression", "rbf(sigma=1) + gaussian(width=1)"),
        ("param.learner.epochs", "many"),
        ("param.run.seed", "-1"),
    ],
)
def test_no_row_moves_when_an_error_comes_or_goes(desk, name, text):
    resize(desk, 1280, 960)  # in a lower window the column scrolls to the field
    before = places(desk)
    desk.type(name, text)
    QTest.qWait(80)
    (said,) = [each for each in desk.window.findChildren(QLabel) if over(each) and each.isVisible()]
    assert whole(said)
    assert said.height() >= said.heightForWidth(said.width())
    assert places(desk) == before
    field = desk.find(QWidget, name)
    assert not said.geometry().intersects(field.rect().translated(field.mapTo(said.parentWidget(), QPoint(0, 0))))
    QTest.keyClick(field, Qt.Key.Key_Escape)
    desk.type(name, "rbf" if name.endswith("expression") else "7")
    assert not said.isVisible()
    assert places(desk) == before


@pytest.mark.parametrize("key", [each.key for each in GENERATORS])
def test_the_shape_moves_neither_its_own_choice_nor_the_sections_below(desk, key):
    resize(desk, 1280, 900)
    combo = desk.find(QComboBox, "param.data.generator")
    tops = [top(desk, combo), *(top(desk, section(desk, each)) for each in SECTIONS)]
    choose(desk, "param.data.generator", key)
    desk.wait(lambda: [top(desk, combo), *(top(desk, section(desk, each)) for each in SECTIONS)] == tops)


@pytest.mark.parametrize("key", [each.key for each in KERNELS])
def test_the_kernel_moves_neither_its_own_choice_nor_what_is_above(desk, key):
    resize(desk, 1280, 900)
    combo = desk.find(QComboBox, "param.kernel.kernel")
    before = top(desk, combo), top(desk, section(desk, "kernel"))
    choose(desk, "param.kernel.kernel", key)
    QTest.qWait(30)
    assert (top(desk, desk.find(QComboBox, "param.kernel.kernel")), top(desk, section(desk, "kernel"))) == before


def test_no_row_moves_while_points_come(desk):
    resize(desk, 1280, 900)
    before = places(desk)
    click(desk, desk.find(QPushButton, "data.generate"))
    QTest.qWait(30)
    assert places(desk) == before


def test_sliders_are_as_long_as_the_column_allows(desk):
    resize(desk, 1280, 900)
    dock = desk.find(QDockWidget, "dock.setup")
    slider = desk.find(QWidget, "panel.kernel").findChild(QSlider)
    beside = desk.find(QWidget, "param.kernel.sigma").width() + 8 + 12 + 12
    assert slider.width() == dock.width() - beside
    desk.window.resizeDocks([dock], [360], Qt.Orientation.Horizontal)
    desk.wait(lambda: dock.width() == 360)
    desk.wait(lambda: slider.width() == 360 - beside)


def test_the_tab_key_goes_through_the_setup_as_one_reads(desk):
    def is_seed(widget):
        return desk.find(QWidget, "param.run.seed") in (widget, widget.parentWidget())

    resize(desk, 1280, 1000)
    desk.find(QWidget, "panel.learner").findChild(QPushButton).click()  # more settings
    QTest.qWait(50)
    section(desk, "data").setFocus()
    visited = []
    while not visited or not is_seed(visited[-1]):
        visited.append(desk.window.focusWidget())
        assert visited[-1].isVisible()
        assert len(visited) < 60
        QTest.keyClick(visited[-1], Qt.Key.Key_Tab)
    page = area(desk).widget()
    middles = [each.mapTo(page, each.rect().center()) for each in visited if page.isAncestorOf(each)]
    for one, other in itertools.pairwise(middles):
        assert one.y() < other.y() - 8 or one.x() < other.x()
    assert {section(desk, key) for key in SECTIONS} <= set(visited)


def test_a_dock_in_tabs_shows_its_title_once(desk):
    def titles():
        labels = desk.find(QDockWidget, "dock.points").titleBarWidget().findChildren(QLabel)
        return [label.text() for label in labels if label.text()]

    desk.trigger("view.progress")
    desk.trigger("view.points")
    desk.wait(lambda: titles() == [])
    desk.find(QDockWidget, "dock.progress").close()
    desk.wait(lambda: titles() == ["Points"])


def test_no_row_moves_when_a_shape_has_a_remark_or_no_points(desk):
    resize(desk, 1280, 960)
    combo = desk.find(QComboBox, "param.data.generator")
    combo.setCurrentIndex(combo.findData("formula"))
    remark = desk.find(QLabel, "data.remark")
    desk.type("param.data.rule", "y > x")
    desk.wait(lambda: not remark.isVisible())
    shape = desk.find(QWidget, "data.shape")
    desk.wait(lambda: shape.height() == shape.sizeHint().height())
    before = settled_places(desk)
    for rule in ("y > sqrt(x)", "x > 100"):
        desk.type("param.data.rule", rule)
        desk.wait(remark.isVisible)
        QTest.qWait(80)
        assert {key: place for key, place in places(desk).items() if key != id(remark)} == before
        assert remark.text() == remark.toolTip() != ""
