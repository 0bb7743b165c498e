"""The setup panels: generators, kernel, learner, order and seed, each undone and redone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QPushButton, QSlider, QWidget

from kpgui.generators import GENERATORS
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.edits import Setting
from kpgui.model.frame import Status
from kpgui.ui.forms.widgets import Callout
from kpgui.ui.setup.sections import SECTIONS
from kpgui.ui.window.dock_layout import PANELS


def choose(desk, name, key):
    combo = desk.find(QComboBox, name)
    combo.setCurrentIndex(combo.findData(key))


def refusals(desk, panel):
    """The sentences below the fields of a panel that say why their texts were refused."""
    fields = desk.find(QWidget, panel)
    labels = desk.find(QWidget, "setup.area").findChildren(Callout)
    return [label.text() for label in labels if fields.isAncestorOf(label.field) and label.isVisible()]


def test_every_panel_has_its_names(desk):
    for panel in PANELS:
        assert desk.find(QWidget, f"panel.{panel.key}").isVisible() == (panel in SECTIONS)
        if panel in SECTIONS:
            assert desk.find(QPushButton, f"section.{panel.key}").text() == panel.title
        else:
            assert desk.find(QWidget, f"dock.{panel.dock_key or panel.key}").windowTitle() == panel.title


@pytest.mark.parametrize("key", GENERATORS.keys())
def test_generate_replaces_the_points_and_brings_them_into_view(desk, key):
    choose(desk, "param.data.generator", key)
    desk.type("param.data.n", "60")
    desk.find(QPushButton, "data.generate").click()
    dataset = desk.session.dataset
    assert dataset == GENERATORS.find(key)(n=60).make()
    view = desk.window.canvas.view
    assert view.xmin < dataset.points[:, 0].min()
    assert view.ymax > dataset.points[:, 1].max()
    desk.trigger("edit.undo")
    assert len(desk.session.dataset) == 0


@pytest.mark.parametrize("key", GENERATORS.keys())
def test_the_points_can_be_generated_without_scrolling_in_a_small_window(desk, qtbot, key):
    desk.window.resize(1024, 700)
    desk.trigger("view.reset_layout")
    choose(desk, "param.data.generator", key)
    desk.window.document.edit(Setting("learner", "norma"), "learner")  # has many settings
    button = desk.find(QPushButton, "data.generate")
    qtbot.wait(100)  # until the docks have shared out the room anew
    assert button.visibleRegion().boundingRect() == button.rect()
    spot = button.mapTo(desk.window, button.rect().center())
    QTest.mouseClick(desk.window.windowHandle(), Qt.MouseButton.LeftButton, pos=spot)
    assert len(desk.session.dataset) == GENERATORS.find(key)().n
    qtbot.wait(100)
    assert button.visibleRegion().boundingRect() == button.rect()


def test_generated_points_are_not_selected_because_others_were(desk):
    desk.find(QPushButton, "data.generate").click()
    desk.trigger("edit.select_all")
    desk.find(QPushButton, "data.generate").click()
    assert desk.window.canvas.selection.tolist() == []
    desk.trigger("edit.undo")
    assert desk.window.canvas.selection.tolist() == []


def test_add_appends_to_what_is_there(desk):
    desk.type("param.data.n", "10")
    desk.find(QPushButton, "data.add").click()
    desk.find(QPushButton, "data.add").click()
    assert len(desk.session.dataset) == 20
    assert len(set(desk.session.dataset.ids.tolist())) == 20
    desk.trigger("edit.undo")
    assert len(desk.session.dataset) == 10


@pytest.mark.parametrize("key", KERNELS.keys())
def test_choosing_a_kernel_fills_its_form_and_expression(desk, key):
    choose(desk, "param.kernel.kernel", "linear" if key != "linear" else "poly")
    choose(desk, "param.kernel.kernel", key)
    assert desk.session.kernel == str(KERNELS.find(key)())
    assert desk.find(QLineEdit, "param.kernel.expression").text() == desk.session.kernel
    for param in KERNELS.find(key).params():
        assert desk.find(QWidget, f"param.kernel.{param.name}").isVisible()


def test_a_kernel_change_is_undone_and_redone_on_the_form(desk):
    desk.type("param.kernel.sigma", "0.1234567")
    assert desk.session.kernel == "rbf(sigma=0.1234567)"
    choose(desk, "param.kernel.kernel", "poly")
    desk.trigger("edit.undo")
    assert desk.find(QDoubleSpinBox, "param.kernel.sigma").value() == 0.1234567
    desk.trigger("edit.undo")
    assert desk.session.kernel == "rbf(sigma=1)"
    assert desk.find(QDoubleSpinBox, "param.kernel.sigma").value() == 1
    desk.trigger("edit.redo")
    assert desk.find(QDoubleSpinBox, "param.kernel.sigma").value() == 0.1234567


def test_home_and_end_drive_the_run_after_a_kernel_was_chosen(desk, hand):
    hand.click(1, 1)
    hand.click(-1, -1, Qt.MouseButton.RightButton)
    choose(desk, "param.kernel.kernel", "poly")
    combo, before = desk.find(QComboBox, "param.kernel.kernel"), desk.session.kernel
    combo.setFocus()
    desk.wait_for(Status.READY, 0)
    QTest.keyClick(combo, Qt.Key.Key_End)
    desk.wait_for(Status.CONVERGED)
    QTest.keyClick(combo, Qt.Key.Key_Home)
    desk.wait_for(Status.READY, 0)
    assert desk.session.kernel == before


def test_gamma_is_shown_beside_sigma(desk):
    assert desk.text("kernel.derived") == "γ = 0.5"
    desk.type("param.kernel.sigma", "0.5")
    assert desk.text("kernel.derived") == "γ = 2"


def test_an_expression_fills_the_form_and_the_form_the_expression(desk):
    desk.type("param.kernel.expression", "poly(degree=3)")
    assert desk.session.kernel == "poly(degree=3, gamma=1, c=1)"
    assert desk.find(QDoubleSpinBox, "param.kernel.degree").value() == 3
    desk.type("param.kernel.degree", "5")
    assert desk.find(QLineEdit, "param.kernel.expression").text() == "poly(degree=5, gamma=1, c=1)"


def test_a_wrong_expression_is_told_in_place_and_changes_nothing(desk):
    desk.type("param.kernel.expression", "rbg(sigma=1)")
    assert desk.session.kernel == "rbf(sigma=1)"
    line = desk.find(QLineEdit, "param.kernel.expression")
    assert line.text() == "rbg(sigma=1)"
    assert len(refusals(desk, "panel.kernel")) == 1
    assert "the nearest name is 'rbf'" in refusals(desk, "panel.kernel")[0]
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "rbf(sigma=1)"
    assert refusals(desk, "panel.kernel") == []


def test_sigma_of_zero_is_told_in_place_and_changes_nothing(desk):
    desk.type("param.kernel.sigma", "0")
    assert desk.session.kernel == "rbf(sigma=1)"
    assert refusals(desk, "panel.kernel") == ["RBF: Sigma σ must be a number above 0, not 0."]
    assert not desk.window.document.modified


def test_a_slider_drag_is_one_undo(desk):
    slider = desk.find(QWidget, "panel.kernel").findChild(QSlider)
    left, start = Qt.MouseButton.LeftButton, QPoint(slider.width() // 2, slider.height() // 2)
    QTest.mousePress(slider, left, pos=start)
    for right in range(2, 30, 2):
        QTest.mouseMove(slider, start + QPoint(right, 0))
    QTest.mouseRelease(slider, left, pos=start + QPoint(30, 0))
    assert desk.session.kernel != "rbf(sigma=1)"
    assert desk.window.document.undo_stack.count() == 1
    desk.trigger("edit.undo")
    assert desk.session.kernel == "rbf(sigma=1)"


def test_the_learner_the_order_and_the_seed_are_edits_too(desk):
    desk.find(QCheckBox, "param.learner.bias").click()
    desk.type("param.learner.epochs", "20")
    choose(desk, "param.run.order", "reversed")
    desk.type("param.run.seed", "42")
    assert desk.session.learner.startswith("kernel_perceptron(bias=true, eta=1, epochs=20")
    assert (desk.session.order, desk.session.seed) == ("reversed", 42)
    for _ in range(4):
        desk.trigger("edit.undo")
    assert (desk.session.order, desk.session.seed) == ("dataset", 0)
    assert desk.find(QDoubleSpinBox, "param.run.seed").value() == 0
    assert not desk.find(QCheckBox, "param.learner.bias").isChecked()


def test_keys_of_actions_do_not_fire_while_typing(desk):
    desk.find(QPushButton, "data.generate").click()
    desk.type("param.kernel.expression", "rbf(sigma=2) + poly(degree=2)")
    assert desk.session.kernel == "rbf(sigma=2) + poly(degree=2, gamma=1, c=1)"
    assert desk.window.canvas.tool == "draw"
    assert not desk.window.training.live
    assert desk.window.canvas.left_class == 1
    assert len(desk.session.dataset) == 200


def test_the_counts_of_the_classes_are_shown(desk, hand):
    hand.click(0, 0)
    hand.click(1, 0)
    hand.key(Qt.Key.Key_2)
    hand.click(-1, 0)
    texts = [label.text() for label in desk.find(QWidget, "panel.data").findChildren(QLabel)]
    assert "3 points: 2 of class +1, 1 of −1" in texts


def test_flipping_labels_of_a_selection_is_one_undo(desk, hand):
    hand.click(0, 0)
    hand.click(1, 0)
    desk.trigger("edit.select_all")
    desk.trigger("edit.relabel")
    assert desk.session.dataset.labels.tolist() == [-1, -1]
    desk.trigger("edit.undo")
    assert desk.session.dataset.labels.tolist() == [1, 1]


def test_a_refusal_is_scrolled_to_where_there_is_little_room(desk, qtbot):
    desk.window.resize(1024, 700)
    qtbot.wait(50)
    desk.type("param.learner.epochs", "0")
    said = desk.find(QWidget, "setup.area").findChild(Callout)
    qtbot.wait(50)  # until the docks have shared out the room anew
    desk.wait(lambda: said.isVisible() and said.visibleRegion().boundingRect() == said.rect())


@pytest.mark.parametrize(
    ("name", "registry", "first"),
    [
        ("kernel.kernel", KERNELS, ["linear", "poly", "rbf"]),
        ("learner.learner", LEARNERS, ["kernel_perceptron", "voted_perceptron", "forgetron", "svm"]),
    ],
)
def test_what_a_course_begins_with_stands_first_and_all_others_below_a_line(desk, name, registry, first):
    choice = desk.find(QComboBox, f"param.{name}")
    keys = [choice.itemData(k) for k in range(choice.count())]
    assert keys[: len(first)] == first
    assert keys[len(first)] is None
    assert sorted(keys[: len(first)] + keys[len(first) + 1 :]) == sorted(registry.keys())
    choice.setCurrentIndex(len(first) - 1)
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert choice.currentIndex() == len(first) + 1, "the arrow keys pass over the line"
