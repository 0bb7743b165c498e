"""The axes: typed ranges, equal units or not, fit and reset."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QWidget

from kpgui.app import create_window
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace
from kpgui.model.session import Session, View
from kpgui.ui.canvas.layers.points import PointsLayer
from tests.ui.canvas.stage import RIGHT

NARROW = {"x.from": "-1", "x.to": "1", "y.from": "0", "y.to": "1000"}


@pytest.fixture
def axes(desk):
    desk.trigger("view.axes")
    return desk


def type_all(desk, **ends):
    for name, text in (NARROW | {key.replace("_", "."): text for key, text in ends.items()}).items():
        desk.type(f"axes.{name}", text, enter=False)


def press(desk, button):
    box = desk.find(QDialog, "dialog.axes").findChild(QDialogButtonBox)
    box.button(QDialogButtonBox.StandardButton[button]).click()


def edges(view):
    return pytest.approx((view.xmin, view.xmax, view.ymin, view.ymax))


def test_without_equal_units_exactly_what_is_typed_is_shown(axes):
    axes.find(QCheckBox, "axes.equal").click()
    assert not axes.find(QAction, "view.equal_aspect").isChecked()
    type_all(axes)
    press(axes, "Ok")
    assert edges(axes.window.canvas.view) == (-1, 1, 0, 1000)
    axes.wait(lambda: axes.window.findChild(QDialog, "dialog.axes") is None)


def test_with_equal_units_at_least_what_is_typed_is_shown(axes):
    type_all(axes, y_to="1")
    press(axes, "Apply")
    view, mapping = axes.window.canvas.view, axes.window.canvas.mapping
    assert view.xmin <= -1 < 1 <= view.xmax
    assert view.ymin <= 0 < 1 <= view.ymax
    assert mapping.across == pytest.approx(mapping.up, rel=1e-6)


@pytest.mark.parametrize("low, high", [("-1e-12", "1e-12"), ("1e11", "1e12"), ("-3", "2")])
def test_very_small_and_very_large_ranges_are_shown_and_have_readable_numbers(axes, low, high):
    axes.find(QCheckBox, "axes.equal").setChecked(False)
    type_all(axes, x_from=low, x_to=high, y_from=low, y_to=high)
    press(axes, "Apply")
    wanted = float(low), float(high)
    view = axes.window.canvas.view
    assert (view.xmin, view.xmax) == pytest.approx(wanted)
    for axis in ("left", "bottom"):
        item = axes.window.canvas.getAxis(axis)
        values = item.tickValues(*wanted, 500)[0][1]
        labels = item.tickStrings(values, 1, 1)
        assert len(labels) > 2
        assert len(set(labels)) == len(labels)
        assert max(map(len, labels)) <= 7


@pytest.mark.parametrize(
    "ends, told",
    [
        ({"x_from": "abc"}, "x from must be a number, not “abc”."),
        ({"x_from": "1", "x_to": "1"}, "x to must be larger than x from."),
        ({"y_from": "5", "y_to": "-5"}, "y to must be larger than y from."),
        ({"y_to": "1e300"}, "y to must be within ±1×10¹², not “1e300”."),
        ({"y_to": "nan"}, "y to must be within ±1×10¹², not “nan”."),
        ({"x_from": "1", "x_to": "1.0000000000001"}, "The range of x is too narrow"),
    ],
)
def test_a_range_that_cannot_be_shown_is_refused_in_a_sentence(axes, ends, told):
    before = axes.window.canvas.view
    type_all(axes, **ends)
    press(axes, "Ok")
    assert axes.text("axes.refusal").startswith(told)
    assert axes.window.canvas.view == before


def test_fit_shows_all_points_and_their_range(axes):
    axes.window.document.edit(Replace(Dataset.of([[100, 200], [300, 400]], [1, -1])), "far")
    axes.find(QWidget, "axes.fit").click()
    view = axes.window.canvas.view
    assert view.xmin < 100 < 300 < view.xmax
    shown = float(axes.find(QWidget, "axes.x.from").text().replace("−", "-"))
    assert shown == pytest.approx(view.xmin, rel=1e-5)


def test_reset_gives_the_axes_of_a_new_session(desk):
    desk.trigger("view.equal_aspect")
    desk.window.canvas.set_view(View(5, 6, 700, 800))
    desk.trigger("view.reset_axes")
    view, mapping = desk.window.canvas.view, desk.window.canvas.mapping
    assert desk.find(QAction, "view.equal_aspect").isChecked()
    assert view.xmin <= -3 < 3 <= view.xmax
    assert mapping.across == pytest.approx(mapping.up, rel=1e-6)


def test_free_axes_are_remembered_and_zooming_keeps_them_apart(desk, hand, qtbot):
    desk.trigger("view.equal_aspect")
    desk.window.canvas.set_view(View(0, 1, 0, 50))
    ratio = desk.window.canvas.mapping.across / desk.window.canvas.mapping.up
    hand.wheel(hand.at(0.5, 25), notches=2)
    assert desk.window.canvas.mapping.across / desk.window.canvas.mapping.up == pytest.approx(ratio)
    desk.window.close()
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    assert not window.findChild(QAction, "view.equal_aspect").isChecked()
    assert not window.canvas.view_box.equal


def test_points_at_the_edge_keep_their_shape_and_place(desk, hand):
    """A point half out of sight is half there; it is not pushed inside."""
    hand.click(0, 0)
    hand.click(0.5, 0, RIGHT)
    view = desk.window.canvas.view
    width = view.xmax - view.xmin
    desk.window.canvas.view_box.setRange(xRange=(0, width), yRange=(view.ymin, view.ymax), padding=0)
    assert desk.session.dataset.points[0].tolist() == pytest.approx([0, 0], abs=2 * hand.unit)
    pixels = hand.layer(PointsLayer)._sprites._pixels
    assert abs(pixels[0, 0]) <= 2


def test_a_window_begins_with_the_view_of_its_session_with_axes_free_or_not(desk, qtbot):
    session = Session(Dataset.of([[0, 0], [4, 1]], [1, -1]), view=View(-1, 5, -1, 2))
    for equal in (True, False):
        desk.find(QAction, "view.equal_aspect").setChecked(equal)
        desk.window.close()
        window = create_window(session)
        with qtbot.waitExposed(window):
            window.show()
        view, mapping = window.canvas.view, window.canvas.mapping
        assert view.xmin <= -1 < 5 <= view.xmax
        assert min(view.xmax - view.xmin - 6, view.ymax - view.ymin - 3) == pytest.approx(0, abs=1e-6)
        assert (mapping.across == pytest.approx(mapping.up, rel=1e-6)) == equal
        desk.window = window
