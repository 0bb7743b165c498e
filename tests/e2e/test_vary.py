"""Vary: errors over a setting or two, asked for, shown, cancelled, and a value chosen."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QDockWidget, QLabel, QLineEdit, QPushButton, QWidget

from kpgui import api
from kpgui.model.edits import Setting
from kpgui.ui.instruments.vary.reading import Sweep
from kpgui.words.overrides import overridden
from tests.e2e.varying import (
    CTRL_SHIFT,
    KEY,
    at,
    blobs_on,
    choose_quantity,
    click,
    curve_on,
    done,
    endless_on,
    menu_at,
    plot,
    says,
)
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def blobs(desk):
    return blobs_on(desk)


@pytest.fixture
def curve(blobs):
    return curve_on(blobs)


@pytest.fixture
def endless(monkeypatch):
    return endless_on(monkeypatch)


def test_the_error_over_sigma_is_seen_and_a_sigma_chosen_in_three_actions(blobs):
    session = blobs.session
    QTest.keyClick(blobs.window.canvas, KEY.Key_V, CTRL_SHIFT)
    blobs.wait(lambda: blobs.find(QDockWidget, "dock.vary").isVisible())
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and says(blobs, "sentence").startswith("Least error"))
    chart = plot(blobs).chart
    assert len(chart.labels) == 21
    assert chart.uprights == (("now", chart.places[chart.labels.index("1")], "danger"),)
    least = chart.marks[0][0]
    QTest.mouseClick(plot(blobs), LEFT, pos=at(blobs, least))
    assert blobs.session.kernel == f"rbf(sigma={chart.labels[least]})"
    assert says(blobs, "sentence").startswith(f"Least error at σ = {chart.labels[least]}: ")
    blobs.wait(lambda: plot(blobs).chart.uprights[0][1] == chart.places[least])
    blobs.trigger("edit.undo")
    assert blobs.session == session


def test_each_error_is_that_of_separate_runs(curve):
    chart = plot(curve).chart
    for sigma, error in zip(chart.labels, chart.series[1].heights, strict=True):
        model = api.train(overridden(curve.session, "kernel.sigma", sigma))
        assert error == pytest.approx(100 * model.counters.errors / 40)


def test_the_pointer_says_the_error_and_arrow_keys_move_it(curve):
    QTest.mouseMove(plot(curve), at(curve, 1))
    curve.wait(lambda: says(curve, "pointed").startswith("σ = 0.5: "))
    assert "% ±" in says(curve, "pointed")
    plot(curve).setFocus()
    QTest.keyClick(plot(curve), KEY.Key_Right)
    assert says(curve, "pointed").startswith("σ = 1: ")
    assert plot(curve).accessibleDescription() == says(curve, "pointed")
    QTest.keyClick(plot(curve), KEY.Key_Right)
    QTest.keyClick(plot(curve), KEY.Key_Return)
    assert curve.session.kernel == "rbf(sigma=2)"


@pytest.mark.parametrize("corner", ["topLeft", "bottomLeft", "bottomRight"])
def test_a_click_beside_the_curve_chooses_nothing(curve, corner):
    before, place = curve.session, getattr(plot(curve).rect(), corner)()
    QTest.mouseClick(plot(curve), LEFT, pos=place + (QPoint(30, 8) if corner == "topLeft" else QPoint(0, 0)))
    assert curve.session == before


def test_going_to_a_value_leaves_the_curve_valid_and_other_points_do_not(curve):
    sentence = curve.find(QLabel, "vary.sentence")
    QTest.mouseClick(plot(curve), LEFT, pos=at(curve, 0))
    assert not sentence.property("outdated")
    curve.window.document.edit(Setting("learner", "kernel_perceptron(epochs=6)"), "epochs")
    assert sentence.property("outdated")
    curve.trigger("edit.undo")
    assert not sentence.property("outdated")


def test_what_is_computed_is_cancelled_when_points_change(blobs):
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", ", ".join(f"{k / 50:g}" for k in range(1, 300)), enter=False)
    click(blobs, "start")
    assert blobs.find(QPushButton, "vary.start").text() == "Cancel"
    blobs.wait(lambda: "left" in says(blobs, "pointed"))
    blobs.trigger("edit.select_all")
    blobs.trigger("edit.relabel")
    assert blobs.find(QPushButton, "vary.start").text() == "Compare"


@pytest.mark.parametrize(
    ("values", "problem"), [("-1", "sigma must be a number above 0"), (", ".join(["1"] * 500), "At most 400 runs")]
)
def test_values_that_are_not_allowed_are_named(blobs, values, problem):
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", values, enter=False)
    click(blobs, "start")
    blobs.wait(lambda: problem in says(blobs, "sentence"))


def test_a_range_of_values_is_typed_in_words(blobs):
    blobs.trigger("view.vary")
    assert blobs.find(QLineEdit, "vary.rows.values").text() == "0.1 to 10 in 21 log"
    blobs.type("vary.rows.values", "1 to 4 in 3 log, 7", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs))
    assert plot(blobs).chart.labels == ("1", "2", "4", "7")


def test_two_settings_make_a_map_and_a_cell_sets_both(blobs):
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", "0.5, 2", enter=False)
    box = blobs.find(QComboBox, "vary.columns")
    box.setFocus()
    while box.currentText() != "Kernel":
        QTest.keyClick(box, KEY.Key_Down)
    blobs.type("vary.columns.values", "rbf(sigma=1), laplacian(sigma=1)", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and np.isfinite(plot(blobs).chart.series[0].heights).all())
    area = plot(blobs).area()
    QTest.mouseClick(plot(blobs), LEFT, pos=QPoint(round(area.right() - 5), round(area.top() + 5)))
    assert blobs.session.kernel == "laplacian(sigma=2)"


def test_a_map_over_seeds_says_that_the_order_does_not_depend_on_them(blobs):
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", "0.5, 2", enter=False)
    box = blobs.find(QComboBox, "vary.columns")
    box.setFocus()
    while box.currentText() != "Run: seed":
        QTest.keyClick(box, KEY.Key_Down)
    blobs.type("vary.columns.values", "0, 1", enter=False)
    hint = "The present order does not depend on the seed"
    for order, said in (("dataset", True), ("shuffled_once", False)):
        blobs.window.document.edit(Setting("order", order), "order")
        click(blobs, "start")
        blobs.wait(lambda: done(blobs) and np.isfinite(plot(blobs).chart.series[0].heights).all())
        blobs.wait(lambda said=said: (hint in says(blobs, "sentence")) is said)


def test_a_value_of_a_list_is_shown_in_words(blobs):
    blobs.window.document.edit(Setting("learner", "forgetron(epochs=3)"), "learner")
    blobs.window.workbench.vary_asked.emit((("learner.variant", ""),))
    blobs.wait(lambda: done(blobs) and np.isfinite(plot(blobs).chart.series[0].heights).all())
    assert plot(blobs).chart.labels == ("Self tuned", "Basic")
    assert "self_tuned" not in says(blobs, "sentence")


def test_a_closed_panel_asks_nothing_at_an_edit(curve, monkeypatch):
    asked, question = [], Sweep.question
    monkeypatch.setattr(Sweep, "question", lambda *given: asked.append(given) or question(*given))
    dock = curve.find(QDockWidget, "dock.vary")
    dock.close()
    curve.window.document.edit(Setting("learner", "kernel_perceptron(epochs=6)"), "epochs")
    assert not asked
    curve.trigger("view.vary")
    assert curve.find(QLabel, "vary.sentence").property("outdated")


def test_the_buttons_stay_where_they_are_while_runs_are_compared(curve):
    blobs = curve
    blobs.type("vary.rows.values", ", ".join(f"{k / 50:g}" for k in range(1, 300)), enter=False)
    orders = blobs.find(QPushButton, "vary.orders")
    before = orders.mapToGlobal(QPoint())
    click(blobs, "start")
    blobs.wait(lambda: "left" in says(blobs, "pointed"))
    assert orders.mapToGlobal(QPoint()) == before
    click(blobs, "start")
    assert orders.mapToGlobal(QPoint()) == before
    assert says(blobs, "pointed") == ""


@pytest.mark.parametrize(
    ("field", "entry", "varied"),
    [
        ("param.kernel.sigma", "Vary σ…", "Kernel: sigma (σ)"),
        ("param.kernel.kernel", "Vary kernel…", "Kernel"),
        ("param.learner.learner", "Vary learner…", "Learner"),
    ],
)
def test_the_menu_of_a_setting_varies_it(blobs, field, entry, varied):
    menu = menu_at(blobs, blobs.find(QWidget, field))
    action = next(each for each in menu.actions() if each.text() == entry)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    blobs.wait(lambda: blobs.find(QDockWidget, "dock.vary").isVisible())
    assert blobs.find(QComboBox, "vary.rows").currentText() == varied
    blobs.wait(lambda: done(blobs))


def test_tab_goes_from_what_varies_to_start(blobs):
    blobs.trigger("view.vary")
    blobs.find(QComboBox, "vary.rows").setFocus()
    seen = []
    while len(seen) < 4:
        QTest.keyClick(QApplication.focusWidget(), KEY.Key_Tab)
        seen.append(QApplication.focusWidget().objectName())
    assert seen == ["vary.rows.values", "vary.columns", "vary.quantity", "vary.start"]


def test_errors_in_folds_that_were_not_computed_are_not_called_so(curve, endless):
    endless()
    choose_quantity(curve, "Error in 10 folds")
    click(curve, "start")
    assert curve.find(QPushButton, "vary.start").text() == "Compare"
    assert plot(curve).chart.series[0].name == "Mean error of 5 folds ± deviation, in %"


@pytest.mark.parametrize("way", ["start", "orders"])
def test_without_points_there_is_nothing_to_compare(desk, way):
    desk.trigger("view.vary")
    click(desk, way)
    desk.wait(lambda: says(desk, "sentence") == "There are no points to train on yet.")
    assert plot(desk).chart is None


def test_another_quantity_is_computed_for_the_values_that_are_shown(curve):
    rows = curve.find(QComboBox, "vary.rows")
    rows.setFocus()
    QTest.keyClick(rows, KEY.Key_Home)
    while rows.currentData() != "at":
        QTest.keyClick(rows, KEY.Key_Down)
    choose_quantity(curve, "Error in 10 folds")
    assert curve.window.findChild(QDialog, "dialog.picture") is None
    curve.wait(lambda: plot(curve).chart.series[0].name == "Mean error of 10 folds ± deviation, in %")
    assert plot(curve).chart.labels == ("0.1", "0.5", "1", "2", "10")
