"""The kernel as a matrix, with mouse and keys: pairs of points, rows as fields, the counter-example."""

import csv
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLabel, QPushButton, QWidget

from kpgui.geometry.bump import BumpValue
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Replace, Setting
from kpgui.ui.canvas.layers.expansion import BumpLayer, CoefficientsLayer
from kpgui.ui.canvas.layers.marks import HoveredLayer
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.gram.reading import GramReading
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY, CTRL_SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
CORNERS = Dataset.of([[1, 1], [1, -1], [-1, -1], [-1, 1]], [1, -1, 1, -1])
SIGMOID = "sigmoid(gamma=1, c=-1)"


def choose(desk, what, text):
    desk.window.document.edit(Setting(what, text), what)


def matrix(desk):
    return desk.find(QWidget, "gram.matrix")


def text(desk, name):
    label = desk.window.findChild(QLabel, f"gram.{name}")
    return label.text() if label is not None and label.isVisible() else ""


def at(desk, row, column, count=4):
    """The middle of a pixel of the matrix."""
    area = matrix(desk).area
    return (area.topLeft() + QPointF(column + 0.5, row + 0.5) * (area.width() / count)).toPoint()


@pytest.fixture
def corners(desk):
    """XOR's four corners with linear(), and the panel brought by its key."""
    desk.window.document.edit(Replace(CORNERS), "draw")
    choose(desk, "kernel", "linear()")
    desk.trigger("view.fit")
    QTest.keyClick(desk.window.canvas, KEY.Key_X, CTRL_SHIFT)
    desk.wait(lambda: "linear() between 4 points" in text(desk, "headline"))
    return desk


def layer(desk, kind):
    return desk.window.canvas.stage.layer(kind)


def test_a_pixel_says_k_and_marks_both_points(corners):
    QTest.mouseMove(matrix(corners), at(corners, 0, 2))
    assert text(corners, "cell") == "K(x₁, x₃) = −2 · one class"
    assert layer(corners, HoveredLayer).rows.tolist() == [0, 2]
    QTest.mouseMove(matrix(corners), at(corners, 1, 1))
    assert text(corners, "cell") == "K(x₂, x₂) = 2 · itself"
    assert layer(corners, HoveredLayer).rows.tolist() == [1]
    QApplication.sendEvent(matrix(corners), QEvent(QEvent.Type.Leave))
    assert text(corners, "cell") == ""
    assert not len(layer(corners, HoveredLayer).rows)


def test_the_order_of_the_points_is_chosen_from_a_list(corners):
    before = matrix(corners).grab().toImage()
    choice = corners.find(QComboBox, "gram.order")
    choice.setFocus()
    QTest.keyClick(choice, KEY.Key_Down)
    assert choice.currentText() == "Points by class"
    assert matrix(corners).grab().toImage() != before
    QTest.mouseMove(matrix(corners), at(corners, 0, 1))
    assert text(corners, "cell") == "K(x₁, x₃) = −2 · one class"


def test_the_keys_go_from_pair_to_pair_and_select(corners):
    picture = matrix(corners)
    assert picture.hasFocus()
    QTest.keyClick(picture, KEY.Key_Right)
    assert picture.accessibleName() == "K(x₁, x₁) = 2 · itself"
    QTest.keyClick(picture, KEY.Key_Right)
    QTest.keyClick(picture, KEY.Key_Down)
    QTest.keyClick(picture, KEY.Key_Up)
    QTest.keyClick(picture, KEY.Key_Up)
    assert text(corners, "cell") == "K(x₁, x₂) = 0 · two classes"
    QTest.keyClick(picture, KEY.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert text(corners, "cell") == "K(x₁, x₄) = 0 · two classes"
    QTest.keyClick(picture, KEY.Key_Return)
    assert corners.window.canvas.selection.tolist() == [0]


def test_a_click_selects_the_points_of_the_row_whose_field_is_on_the_canvas_until_esc(corners):
    QTest.mouseMove(matrix(corners), at(corners, 3, 0))
    QTest.mouseClick(matrix(corners), LEFT, pos=at(corners, 3, 0))
    bump = layer(corners, BumpLayer)
    corners.wait(lambda: isinstance(bump.value, BumpValue))
    assert (bump.value.number, bump.value.beta) == (4, 1.0)
    for level, curve in bump.value.curves:
        places = curve[~np.isnan(curve[:, 0])]
        values = kernel("linear()").gram(places, CORNERS.points[[3]])[:, 0]
        assert values == pytest.approx(level, abs=0.02 * bump.value.peak)
    matrix(corners).setFocus()
    QTest.keyClick(matrix(corners), KEY.Key_Escape)
    corners.wait(lambda: bump.value is None)
    assert corners.window.canvas.selection.tolist() == [3]


def test_the_field_of_a_row_is_that_of_the_kernel_and_points_as_they_are_now(corners):
    bump = layer(corners, BumpLayer)
    corners.train_to_end()
    corners.window.canvas.focus.select(np.array([0]), CORNERS)
    corners.wait(lambda: isinstance(bump.value, BumpValue))
    choose(corners, "kernel", "rbf(sigma=0.3)")
    corners.wait(lambda: bump.value is not None and bump.value.peak == pytest.approx(1, abs=0.02))
    corners.window.document.edit(Move(np.array([0]), np.array([[1.2, 0.9]])), "move")
    corners.wait(lambda: bump.value is not None and bump.value.place.tolist() == [1.2, 0.9])
    corners.find(QDockWidget, "dock.kernel").close()
    corners.wait(lambda: bump.value is None)


def test_a_point_hovered_over_or_selected_on_the_canvas_marks_its_row(corners, hand):
    before = matrix(corners).grab().toImage()
    hand.hover(hand.at(1, -1))
    hovered = matrix(corners).grab().toImage()
    assert hovered != before
    corners.window.canvas.focus.select(np.array([2]), CORNERS)
    assert matrix(corners).grab().toImage() != hovered


def test_the_counter_example_of_sigmoid_is_painted_and_copied(corners):
    copy = corners.find(QPushButton, "gram.copy")
    assert not copy.isVisible()
    choose(corners, "kernel", SIGMOID)
    corners.wait(lambda: "not a valid kernel" in text(corners, "verdict"))
    assert "Σ cᵢcⱼK(xᵢ, xⱼ) = −" in text(corners, "example")
    shown = layer(corners, CoefficientsLayer).value
    QTest.mouseClick(copy, LEFT)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()[1:]]
    c = np.array([float(row[1]) for row in rows])
    assert c.tolist() == shown.c.tolist()
    assert c @ kernel(SIGMOID).gram(CORNERS.points, CORNERS.points) @ c < -1
    corners.find(QDockWidget, "dock.kernel").close()
    corners.wait(lambda: layer(corners, CoefficientsLayer).value is None)
    corners.trigger("view.gram")
    corners.wait(lambda: layer(corners, CoefficientsLayer).value is not None)
    choose(corners, "kernel", "rbf")
    corners.wait(lambda: layer(corners, CoefficientsLayer).value is None)


def test_a_counter_example_of_points_that_were_moved_is_not_painted(corners):
    choose(corners, "kernel", SIGMOID)
    corners.wait(lambda: layer(corners, CoefficientsLayer).value is not None)
    corners.window.document.edit(Move(np.array([0]), np.array([[1.2, 0.9]])), "move")
    assert layer(corners, CoefficientsLayer).value is None
    corners.wait(lambda: layer(corners, CoefficientsLayer).value is not None)


def test_the_parts_of_a_combination_have_an_image_each(corners):
    choose(corners, "kernel", "rbf + 0.3*poly(degree=2)")
    panel = corners.find(QWidget, "panel.gram")

    def pictures():
        return [each for each in panel.findChildren(QLabel) if each.isVisible() and not each.pixmap().isNull()]

    corners.wait(lambda: "a sum of such kernels is one" in text(corners, "verdict"))
    corners.wait(lambda: len(pictures()) == 4)
    choose(corners, "kernel", "rbf")
    corners.wait(lambda: "rbf(sigma=1) between" in text(corners, "headline"))
    corners.wait(lambda: not pictures())


def test_what_cannot_be_computed_is_said_and_over_when_it_can(corners):
    choose(corners, "kernel", "exp(exp(exp(exp(linear()))))")
    corners.wait(lambda: "too large to compute" in text(corners, "headline"))
    assert not corners.find(QPushButton, "gram.export").isEnabled()
    choose(corners, "kernel", "rbf")
    corners.wait(lambda: "rbf(sigma=1) between" in text(corners, "headline"))
    assert corners.find(QPushButton, "gram.export").isEnabled()


def test_a_closed_panel_costs_nothing(corners, monkeypatch, qtbot):
    asked = []
    read = GramReading.read
    monkeypatch.setattr(GramReading, "read", lambda *given: asked.append(given) or read(*given))
    dock = corners.find(QDockWidget, "dock.kernel")
    choose(corners, "kernel", "rbf(sigma=2)")
    corners.wait(lambda: "rbf(sigma=2)" in text(corners, "headline"))
    assert len(asked) == 1
    dock.close()
    choose(corners, "kernel", "rbf(sigma=3)")
    corners.window.document.edit(Replace(noisy_moons(30)), "draw")
    corners.window.canvas.focus.select(np.array([0]), corners.window.document.session.dataset)
    qtbot.wait(250)
    assert len(asked) == 1
    assert layer(corners, BumpLayer).value is None
    corners.trigger("view.gram")
    corners.wait(lambda: "rbf(sigma=3) between 30 points" in text(corners, "headline"))
    dock.close()
    corners.trigger("view.gram")
    qtbot.wait(250)
    assert len(asked) == 2  # it is shown as it was
    choose(corners, "learner", "kernel_perceptron(epochs=3)")
    qtbot.wait(250)
    assert len(asked) == 2


def test_its_numbers_and_its_picture_are_exported(corners, tmp_path, monkeypatch):
    panel = corners.find(QWidget, "panel.gram")
    path = tmp_path / "gram.csv"
    monkeypatch.setattr("kpgui.ui.instruments.export.ask_save_path", lambda *given: path)
    panel.export(Export.NUMBERS)
    corners.wait(path.exists)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [[float(row[f"K_{k}"]) for k in (1, 2, 3, 4)] for row in rows] == (
        CORNERS.points @ CORNERS.points.T
    ).tolist()
    for name in ("gram.png", "gram.svg", "gram.pdf"):
        path = tmp_path / name
        panel.export(Export.PICTURE)
        corners.wait(path.exists)
        assert path.stat().st_size > 1000
    words = [each.get("aria-label") for each in ElementTree.parse(tmp_path / "gram.svg").iter()]
    assert {"linear() between 4 points trained on.", "−2", "10¹", "≈ 0"} <= {*words}
    picture = QImage(str(tmp_path / "gram.png"))
    assert picture.size().toTuple() == (1920, 1080)  # as of a picture of the run
    assert picture.pixelColor(0, 0) == QColor(corners.window.theme.palette.canvas)
