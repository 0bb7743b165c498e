"""Feature space beside the plane: why poly(2) solves XOR, and the plane of any other kernel."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLabel, QPushButton, QWidget

from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.ui.instruments.space.scene import FIRST
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY, CTRL_SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def xor(n=60):
    centres = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
    points = np.repeat(centres, n // 4, axis=0) + 0.3 * np.random.default_rng(0).normal(size=(n, 2))
    return Dataset.of(points, np.sign(points[:, 0] * points[:, 1]))


def choose(desk, what, text):
    desk.window.document.edit(Setting(what, text), what)


@pytest.fixture
def corners(desk):
    """XOR, with poly(2), not yet trained."""
    desk.window.document.edit(Replace(xor()), "draw")
    choose(desk, "kernel", "poly(degree=2)")
    desk.trigger("view.fit")
    return desk


@pytest.fixture
def space(corners):
    """The picture, of a trained XOR."""
    corners.train_to_end()
    corners.trigger("view.space")
    corners.wait(lambda: plot(corners).scene is not None and len(plot(corners).scene.plane) > 2)
    return corners


def plot(desk):
    return desk.find(QWidget, "space.plot")


def says(desk, text):
    label = desk.window.findChild(QLabel, "space.sentence")
    return label is not None and label.isVisible() and text in label.text()


def at(desk, row):
    return QPoint(*np.rint(plot(desk).scene.places[row]).astype(int).tolist())


def pick(choice, text):
    """Opens a list with the mouse and chooses from it with the keyboard."""
    QTest.mouseClick(choice, LEFT, pos=choice.rect().center())
    view = choice.view()
    view.setCurrentIndex(view.model().index(choice.findText(text), 0))
    QTest.keyClick(view, KEY.Key_Return)


def test_why_poly_2_solves_xor_is_seen_after_two_keys_and_a_click(corners):
    window = corners.window
    QTest.keyClick(window.canvas, KEY.Key_End)
    QTest.keyClick(window.canvas, KEY.Key_F, CTRL_SHIFT)
    QTest.mouseClick(corners.find(QPushButton, "space.lift"), LEFT)
    sentence = (
        "poly(degree=2): 6 features; a plane in them is the curve on the canvas. 60 of 60 points are on their side."
    )
    corners.wait(lambda: says(corners, sentence))
    corners.wait(lambda: not plot(corners).lifting)
    seen = plot(corners).scene
    assert [name for name, *__ in seen.names] == ["x²", "√2·xy", "y²"]
    assert len(seen.plane) > 2
    assert len(seen.places) == 60


def test_it_shares_the_window_with_the_canvas_and_gives_the_room_back(space, qtbot):
    window, dock = space.window, space.find(QDockWidget, "dock.space")
    window.resize(1366, 768)
    dock.close()
    qtbot.wait(50)
    alone = window.canvas.width()
    space.trigger("view.why")
    qtbot.wait(50)
    beside_why = window.canvas.width()
    space.trigger("view.space")
    qtbot.wait(50)
    assert 0.6 < window.canvas.width() / dock.width() < 1.2
    space.trigger("view.why")
    qtbot.wait(50)
    assert window.canvas.width() == pytest.approx(beside_why, abs=30)
    space.find(QDockWidget, "dock.why").close()
    dock.toggleViewAction().trigger()
    qtbot.wait(50)
    dock.close()
    qtbot.wait(50)
    assert window.canvas.width() == alone


def test_the_link_in_inside_opens_it(corners):
    corners.trigger("view.inside")
    link = corners.find(QPushButton, "inside.space")
    corners.wait(link.isVisible)
    QTest.mouseClick(link, LEFT)
    corners.wait(lambda: plot(corners).isVisible())


def test_it_is_turned_by_dragging_and_keys_and_zoomed_by_the_wheel(space):
    picture = plot(space)
    before = picture.grab().toImage()
    QTest.mousePress(picture, LEFT, pos=QPoint(60, 60))
    QTest.mouseMove(picture, QPoint(90, 70))
    QTest.mouseRelease(picture, LEFT, pos=QPoint(90, 70))
    assert picture.eye.turn[0] < FIRST[0] % 360
    assert picture.eye.turn[1] > FIRST[1]
    assert picture.grab().toImage() != before
    assert not len(space.window.canvas.selection)  # a drag selects nothing
    turned = picture.eye.turn
    picture.setFocus()
    QTest.keyClick(picture, KEY.Key_Right)
    assert picture.eye.turn[0] == pytest.approx((turned[0] + 10) % 360)
    middle = QPointF(picture.rect().center())
    wheel = QWheelEvent(
        middle,
        picture.mapToGlobal(middle),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(picture, wheel)
    zoomed = picture.eye.zoom
    assert zoomed > 1
    QTest.keyClick(picture, KEY.Key_PageDown)
    assert picture.eye.zoom < zoomed
    QTest.mouseDClick(picture, LEFT, pos=QPoint(60, 60))
    assert picture.eye.turn == pytest.approx((FIRST[0] % 360, FIRST[1]))
    assert picture.eye.zoom == 1


def test_its_points_are_the_points_of_the_canvas(space):
    picture, row = plot(space), int(np.argmax(plot(space).scene.places[:, 0]))
    QTest.mouseMove(picture, at(space, row) + QPoint(40, 40))
    QTest.mouseMove(picture, at(space, row))
    assert space.window.canvas.focus.hovered == space.session.dataset.ids[row]
    QTest.mouseClick(picture, LEFT, pos=at(space, row))
    assert space.window.canvas.selection.tolist() == [space.session.dataset.ids[row]]


def test_a_point_selected_on_the_canvas_is_ringed_in_space(space):
    selection = QColor(space.window.theme.palette.selection).getRgb()[:3]

    def coloured():
        """Pixels of about that colour: the edges of the ring are smooth."""
        seen = plot(space).grab().toImage()
        pixels = (seen.pixelColor(x, y).getRgb()[:3] for x in range(seen.width()) for y in range(seen.height()))
        return sum(sum(abs(a - b) for a, b in zip(each, selection, strict=True)) < 150 for each in pixels)

    assert coloured() == 0
    space.window.canvas.focus.select(space.session.dataset.ids[[4]], space.session.dataset)
    space.wait(lambda: coloured() > 3)


@pytest.mark.parametrize("stop", ["Esc", "click"])
def test_the_way_into_space_can_be_stopped(space, stop):
    picture, there = plot(space), plot(space).scene.places
    QTest.mouseClick(space.find(QPushButton, "space.lift"), LEFT)
    assert picture.lifting
    space.wait(lambda: not np.allclose(picture.scene.places, there))
    if stop == "Esc":
        QTest.keyClick(QApplication.focusWidget(), KEY.Key_Escape)
    else:
        QTest.mouseClick(picture, LEFT, pos=QPoint(5, 5))
    assert not picture.lifting
    assert picture.scene.places == pytest.approx(there)
    assert space.find(QDockWidget, "dock.space").isVisible()


def test_with_reduced_motion_nothing_moves(space):
    space.trigger("view.reduced_motion")
    there = plot(space).scene.places
    QTest.mouseClick(space.find(QPushButton, "space.lift"), LEFT)
    assert not plot(space).lifting
    assert plot(space).scene.places.tolist() == there.tolist()
    space.trigger("view.reduced_motion")


def test_axes_are_chosen_by_name(space):
    first, third = (space.find(QComboBox, f"space.axis{number}") for number in (1, 3))

    def shown():
        return [name for name, *__ in plot(space).scene.names]

    assert [third.itemData(k) for k in range(third.count())] == ["", "x²", "√2·xy", "y²", "√2·x", "√2·y", "w"]
    pick(third, "w")
    space.wait(lambda: shown() == ["x²", "√2·xy", "w"])
    assert "nothing is left out" in space.text("space.caption")
    pick(first, "√2·xy")  # what another axis shows: they exchange
    space.wait(lambda: shown() == ["√2·xy", "x²", "w"])
    pick(third, "none")
    space.wait(lambda: shown() == ["√2·xy", "x²"])


def test_any_other_kernel_has_the_axes_of_its_gram_matrix(space):
    choose(space, "kernel", "rbf(sigma=0.6)")
    space.train_to_end()
    space.wait(lambda: says(space, "of the kernel's trace"))
    K = kernel("rbf(sigma=0.6)").gram(space.session.dataset.points, space.session.dataset.points)
    share = 100 * np.linalg.eigvalsh(K)[-3:].sum() / 60
    assert says(space, f"φ₁, φ₂, φ₃ hold {share:.3g} %")
    choose(space, "kernel", "linear() - 3*rbf()")
    space.trigger("train.step")
    space.wait(lambda: says(space, "not positive semidefinite"))
    assert plot(space).scene is None
    choose(space, "kernel", "linear()")
    space.trigger("train.step")
    space.wait(lambda: says(space, "linear(): 2 features"))
    assert [name for name, *__ in plot(space).scene.names] == ["x", "y"]


def test_it_follows_points_that_are_dragged_in_live_mode(space):
    choose(space, "kernel", "rbf(sigma=0.6)")
    space.trigger("train.live")
    space.wait(lambda: says(space, "of the kernel's trace") and "60 of 60" in space.text("space.sentence"))
    before = space.text("space.sentence")
    space.window.document.edit(Replace(noisy_moons(50)), "draw")
    space.wait(lambda: "of 50 points" in space.text("space.sentence"))
    assert space.text("space.sentence") != before
    assert len(plot(space).scene.places) == 50


def test_its_numbers_and_its_picture_are_exported(space, tmp_path):
    for name, title in (("space.csv", "Feature space: the numbers"), ("space.svg", "Feature space: the picture")):
        space.choose_file(tmp_path / name)
        space.export(title)
        space.wait((tmp_path / name).exists)
    with (tmp_path / "space.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    x, y = space.session.dataset.points[7]
    assert len(rows) == 60
    assert float(rows[7]["√2·xy"]) == pytest.approx(np.sqrt(2) * x * y)
    drawing = (tmp_path / "space.svg").read_text("utf-8")
    assert drawing.count("<use") > 60  # shapes, not an image
    assert "<image" not in drawing


def test_a_screen_reader_is_told_what_is_seen(space):
    picture = plot(space)
    assert picture.accessibleName() == "Feature space"
    assert "60 of 60 points are on their side" in picture.accessibleDescription()
