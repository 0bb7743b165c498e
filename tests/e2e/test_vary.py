"""Vary: errors over a setting, mistakes in many orders, from the same list small multiples and laid over."""

import csv
from dataclasses import replace
from time import sleep
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QWidget,
)

from kpgui import api
from kpgui.figure.charts.chart import Chart
from kpgui.geometry.palette import PALETTES
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.errors import Token
from kpgui.model.frame import Status
from kpgui.model.session import MOST
from kpgui.ui.instruments.vary.reading import Sweep
from kpgui.words.overrides import overridden
from tests.ui.canvas.stage import LEFT

KEY, CTRL_SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def blobs(desk):
    """40 points of two classes that overlap, with 5 epochs to learn them."""
    rng = np.random.default_rng(3)
    labels = np.repeat([1, -1], 20)
    points = rng.normal(size=(40, 2)) + 0.8 * labels[:, None]
    desk.window.document.edit(Replace(Dataset.of(points, labels)), "draw")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=5)"), "learner")
    return desk


def click(desk, name, kind=QPushButton):
    QTest.mouseClick(desk.find(kind, f"vary.{name}"), LEFT)


def plot(desk):
    return desk.find(QWidget, "vary.plot")


def says(desk, name):
    return desk.find(QLabel, f"vary.{name}").text()


def done(desk):
    """Whether a chart is there and nothing is computed any more."""
    return isinstance(plot(desk).chart, Chart) and desk.find(QPushButton, "vary.start").text() == "Compare"


def at(desk, index):
    """The place of a value of the curve in the plot."""
    area, chart = plot(desk).area(), plot(desk).chart
    return QPoint(round(area.left() + chart.places[index] * area.width()), round(area.center().y()))


@pytest.fixture
def curve(blobs):
    """The error over five values of σ."""
    blobs.trigger("view.vary")
    blobs.type("vary.rows.values", "0.1, 0.5, 1, 2, 10", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and says(blobs, "sentence").startswith("Least error"))
    return blobs


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


def test_a_picture_has_the_theme_and_size_that_were_chosen_last(curve, tmp_path):
    curve.window.settings.figure = {"theme": "dark", "width": 600, "height": 400}
    curve.choose_file(tmp_path / "vary.png")
    curve.export("Vary: the picture")
    curve.wait((tmp_path / "vary.png").exists)
    picture = QImage(str(tmp_path / "vary.png"))
    assert picture.size().toTuple() == (600, 400)
    assert picture.pixelColor(0, 0) == QColor(PALETTES["dark"].canvas)


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


@pytest.mark.parametrize(("order", "said"), [("dataset", True), ("shuffled_each_epoch", False)])
def test_orders_of_a_fixed_order_are_said_to_be_shuffled(blobs, order, said):
    blobs.window.document.edit(Setting("order", order), "order")
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.series[0].heights.sum() == 100)
    assert ("so each of these is shuffled once" in says(blobs, "sentence")) is said


def test_mistakes_over_100_orders_and_the_worst_is_played_in_three_actions(blobs):
    QTest.keyClick(blobs.window.canvas, KEY.Key_V, CTRL_SHIFT)
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.series[0].heights.sum() == 100)
    before = blobs.session
    own = api.train(before).counters.mistakes
    assert plot(blobs).chart.uprights[0][0] == f"this order (seed 0): {own} mistakes"
    found = [api.train(replace(before, order="shuffled_once", seed=seed)).counters.mistakes for seed in range(100)]
    click(blobs, "end1")
    assert blobs.session.order == "shuffled_once"
    assert blobs.session.seed == int(np.argmax(found))
    blobs.wait(lambda: blobs.window.training.playing or (blobs.frame and blobs.frame.status is Status.LIMIT))
    blobs.wait(lambda: plot(blobs).chart.uprights[0][0].endswith(f": {max(found)} mistakes"))
    blobs.trigger("edit.undo")
    assert blobs.session == before


def test_orders_are_those_of_the_seeds_that_are_typed(blobs):
    blobs.trigger("view.vary")
    click(blobs, "orders")
    assert blobs.find(QLineEdit, "vary.rows.values").text() == "0 to 99 in 100"
    click(blobs, "start")
    assert blobs.find(QPushButton, "vary.start").text() == "Compare"
    blobs.type("vary.rows.values", "5, 7", enter=False)
    click(blobs, "start")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    found = {
        seed: api.train(replace(blobs.session, order="shuffled_once", seed=seed)).counters.mistakes for seed in (5, 7)
    }
    assert plot(blobs).chart.series[0].heights.sum() == 2
    assert f"Best: {min(found.values())} mistakes" in says(blobs, "sentence")
    assert f"Worst: {max(found.values())} mistakes" in says(blobs, "sentence")


def test_an_order_that_a_lesson_refuses_is_not_played(blobs):
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    before, blobs.window.document.locks = blobs.session, frozenset({"order", "seed"})
    click(blobs, "end1")
    assert blobs.session == before
    assert not blobs.window.training.playing


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


def test_the_bound_stands_among_the_mistakes_once_it_is_known(desk):
    points = np.array([[1, 1], [2, 1], [-1, -1], [-2, -1], [1.5, 2], [-1, -2]])
    desk.window.document.edit(Replace(Dataset.of(points, [1, 1, -1, -1, 1, -1])), "draw")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.trigger("view.vary")
    click(desk, "orders")
    desk.wait(lambda: done(desk))
    desk.trigger("view.analysis")
    QTest.mouseClick(desk.find(QPushButton, "analysis.start"), LEFT)
    desk.trigger("view.vary")
    desk.wait(lambda: plot(desk).chart.uprights[-1][0].startswith("(R/γ)² ≤ "))


def menu_at(desk, field):
    """The menu that a right click on a widget opens."""
    place = field.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, field.mapToGlobal(place))
    QApplication.sendEvent(field, event)
    desk.wait(lambda: QApplication.activePopupWidget() is not None)
    return QApplication.activePopupWidget()


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


def test_the_menu_of_the_seed_shows_the_orders(blobs):
    menu = menu_at(blobs, blobs.find(QDoubleSpinBox, "param.run.seed"))
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text() == "Vary seed…").trigger()
    menu.close()
    blobs.wait(lambda: done(blobs) and plot(blobs).chart.bars != ())


def test_the_values_are_small_multiples_and_laid_over_by_a_click(curve):
    click(curve, "multiples")
    dialog = curve.find(QDialog, "dialog.picture")
    assert "Kernel: sigma (σ): 0.1, 0.5, 1, 2, 10" in dialog.findChild(QLabel, "multiples.varied").text()
    dialog.close()
    click(curve, "lay_over")
    curve.wait(lambda: len(curve.session.ghosts) == 5)
    assert [each.name for each in curve.session.ghosts][:2] == ["A: σ = 0.1", "B: σ = 0.5"]
    for ghost in curve.session.ghosts:
        session = replace(curve.session, kernel=ghost.moment.kernel)
        assert ghost.errors == api.train(session).counters.errors
    curve.trigger("edit.undo")
    assert curve.session.ghosts == ()


def test_no_more_is_laid_over_than_can_be_told_apart(blobs):
    blobs.trigger("view.vary")
    click(blobs, "lay_over")
    blobs.wait(lambda: len(blobs.session.ghosts) == MOST)
    assert [each.moment.kernel for each in blobs.session.ghosts][:: MOST - 1] == ["rbf(sigma=0.1)", "rbf(sigma=10)"]
    click(blobs, "lay_over")
    assert len(blobs.session.ghosts) == MOST


def test_numbers_and_picture_are_exported(curve, tmp_path):
    exported = (
        ("vary.csv", "the numbers", ""),
        ("vary.svg", "the picture", "SVG drawing (*.svg)"),
        ("vary.py", "the script", ""),
    )
    for name, title, kind in exported:
        curve.choose_file(tmp_path / name, kind)
        curve.export(f"Vary: {title}")
        curve.wait(lambda name=name: (tmp_path / name).exists())
    rows = list(csv.DictReader((tmp_path / "vary.csv").read_text().splitlines()))
    assert [row["kernel.sigma"] for row in rows] == ["0.1", "0.5", "1", "2", "10"]
    folds = [float(rows[0][f"fold_{k}"]) for k in range(1, 6)]
    assert float(rows[0]["mean"]) == pytest.approx(np.mean(folds))
    words = [each.get("aria-label") for each in ElementTree.parse(tmp_path / "vary.svg").iter()]
    assert {"Error in 5 folds over σ", "Training error in %", "0.1", "0.5", "1", "2", "10", "σ"} <= {*words}
    assert "GridSearchCV" in (tmp_path / "vary.py").read_text()


def test_tab_goes_from_what_varies_to_start(blobs):
    blobs.trigger("view.vary")
    blobs.find(QComboBox, "vary.rows").setFocus()
    seen = []
    while len(seen) < 4:
        QTest.keyClick(QApplication.focusWidget(), KEY.Key_Tab)
        seen.append(QApplication.focusWidget().objectName())
    assert seen == ["vary.rows.values", "vary.columns", "vary.quantity", "vary.start"]


def test_the_best_case_is_raced_against_the_run_as_it_is(curve):
    curve.train_to_end()
    best = says(curve, "sentence").removeprefix("Least error at σ = ").partition(":")[0]
    click(curve, "race")
    race = curve.window.races.race
    assert race is not None
    assert [each.kernel for each in race.sessions] == [curve.session.kernel, f"rbf(sigma={best})"]
    assert curve.find(QLineEdit, "race.what.value").text() == best
    assert curve.session.kernel == "rbf(sigma=1)"


def test_the_worst_order_is_raced_against_the_run_as_it_is(blobs):
    blobs.train_to_end()
    blobs.trigger("view.vary")
    click(blobs, "orders")
    blobs.wait(lambda: done(blobs) and "Worst" in says(blobs, "sentence"))
    click(blobs, "race")
    left, right = blobs.window.races.race.sessions
    assert left == blobs.session
    assert right.order == "shuffled_once"
    assert f"seed {right.seed}" in says(blobs, "sentence")


def test_kept_moments_are_varied_where_their_kernels_or_learners_differ(blobs):
    blobs.trigger("view.kept")
    vary = blobs.find(QPushButton, "kept.vary")
    assert not vary.isEnabled()
    for kernel in ("rbf(sigma=1)", "poly(degree=3)"):
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        blobs.train_to_end()
        blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 2)
    blobs.window.document.edit(Setting("kernel", "linear"), "kernel")
    QTest.mouseClick(vary, LEFT)
    assert blobs.find(QComboBox, "vary.rows").currentData() == "kernel"
    assert blobs.find(QLineEdit, "vary.rows.values").text() == "linear, rbf(sigma=1), poly(degree=3)"
    blobs.wait(lambda: done(blobs))
    assert plot(blobs).chart.labels == ("linear", "rbf(sigma=1)", "poly(degree=3)")


def test_kept_moments_that_differ_in_several_settings_are_a_list_of_these(blobs):
    chosen = [("rbf(sigma=1)", "kernel_perceptron(epochs=5)"), ("linear()", "svm(C=1)")]
    for kernel, learner in chosen:
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        blobs.window.document.edit(Setting("learner", learner), "learner")
        blobs.train_to_end()
        blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 2)
    blobs.trigger("view.kept")
    QTest.mouseClick(blobs.find(QPushButton, "kept.vary"), LEFT)
    assert blobs.find(QComboBox, "vary.rows").currentText() == "Several settings"
    blobs.wait(lambda: done(blobs) and np.isfinite(plot(blobs).chart.series[1].heights).all())
    labels = [", ".join(each) for each in (chosen[1], chosen[0])]  # first the present ones
    assert plot(blobs).chart.labels == tuple(labels)
    for error, (kernel, learner) in zip(plot(blobs).chart.series[1].heights, chosen[::-1], strict=True):
        session = replace(blobs.session, kernel=kernel, learner=learner)
        assert error == pytest.approx(100 * api.train(session).counters.errors / 40)
    QTest.mouseClick(plot(blobs), LEFT, pos=at(blobs, 1))
    assert (blobs.session.kernel, blobs.session.learner) == chosen[0]


def test_moments_are_varied_only_while_they_differ_from_the_run_as_it_is(blobs):
    blobs.trigger("view.kept")
    blobs.train_to_end()
    blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 1)
    vary = blobs.find(QPushButton, "kept.vary")
    for kernel, differs in (("linear()", True), ("rbf(sigma=1)", False)):
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        assert vary.isEnabled() is differs


def choose_quantity(desk, title):
    """Choose with the keys what is shown."""
    box = desk.find(QComboBox, "vary.quantity")
    box.setFocus()
    QTest.keyClick(box, KEY.Key_Home)
    while box.currentText() != title:
        QTest.keyClick(box, KEY.Key_Down)


@pytest.fixture
def endless(monkeypatch):
    """Sweeps and trainings, as soon as they are asked for, end only when they are cancelled."""

    def wait(*given):
        token = next(each for each in given if isinstance(each, Token))
        while True:
            token.check()
            sleep(0.005)

    def begin():
        monkeypatch.setattr("kpgui.analysis.comparing.sweep", wait)
        monkeypatch.setattr("kpgui.figure.multiples.multiples.trained", wait)

    return begin


def test_errors_in_folds_that_were_not_computed_are_not_called_so(curve, endless):
    endless()
    choose_quantity(curve, "Error in 10 folds")
    click(curve, "start")
    assert curve.find(QPushButton, "vary.start").text() == "Compare"
    assert plot(curve).chart.series[0].name == "Mean error of 5 folds ± deviation, in %"


@pytest.mark.parametrize(
    "varied",
    [("at", "epoch:1, end"), ("settings", "kernel=linear(); learner=svm(C=1); run.seed=1"), ("settings", "at=epoch:1")],
)
def test_what_cannot_be_raced_is_said(blobs, varied):
    said = []
    blobs.window.workbench.said.connect(said.append)
    blobs.trigger("view.vary")
    rows = blobs.find(QComboBox, "vary.rows")
    rows.setFocus()
    QTest.keyClick(rows, KEY.Key_Home)
    while rows.currentData() != varied[0]:
        QTest.keyClick(rows, KEY.Key_Down)
    blobs.type("vary.rows.values", varied[1], enter=False)
    click(blobs, "race")
    assert said[-1].startswith("A race needs one or two settings")
    assert blobs.window.races.race is None


@pytest.mark.parametrize("way", ["start", "orders"])
def test_without_points_there_is_nothing_to_compare(desk, way):
    desk.trigger("view.vary")
    click(desk, way)
    desk.wait(lambda: says(desk, "sentence") == "There are no points to train on yet.")
    assert plot(desk).chart is None


def test_before_the_first_run_there_is_nothing_to_export(blobs, endless):
    endless()
    blobs.trigger("view.vary")
    click(blobs, "start")
    blobs.wait(lambda: plot(blobs).chart is not None)
    assert not blobs.find(QPushButton, "vary.export").isEnabled()
    click(blobs, "start")


def test_laying_over_shows_its_progress_and_ends_when_it_is_cancelled_or_points_change(curve, endless):
    endless()
    start, busy = curve.find(QPushButton, "vary.start"), curve.find(QProgressBar, "vary.busy")
    for end in (lambda: click(curve, "start"), lambda: curve.trigger("edit.relabel")):
        curve.trigger("edit.select_all")
        click(curve, "lay_over")
        assert (start.text(), busy.isVisible()) == ("Cancel", True)
        end()
        assert (start.text(), busy.isVisible()) == ("Compare", False)
    assert curve.session.ghosts == ()


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
