"""A shape is seen on the canvas while its parameters are chosen, before it is data."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QSlider, QWidget

from kpgui.generators import GENERATORS, generator
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.ui.canvas.layers.points import PreviewLayer

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def preview(desk):
    return next(item for item in desk.window.canvas.view_box.childItems() if isinstance(item, PreviewLayer))


def choose(desk, key):
    """Choose a shape with the keyboard."""
    combo = desk.find(QComboBox, "param.data.generator")
    combo.setFocus()
    for _ in range(combo.findData(key) - combo.currentIndex()):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentData() == key


def shows(preview, text):
    """Whether these points are previewed."""
    return preview.isVisible() and preview.dataset == generator(text).make()


def hover(desk, name):
    widget = desk.find(QWidget, name)
    QTest.mouseMove(desk.window.windowHandle(), widget.mapTo(desk.window, widget.rect().center()))


def test_nothing_is_previewed_at_the_start(desk, preview):
    assert not preview.isVisible()


def test_the_mouse_over_the_form_and_the_keyboard_in_it_preview_nothing(desk, preview):
    hover(desk, "param.data.n")
    QTest.qWait(300)
    assert not preview.isVisible()
    desk.find(QWidget, "param.data.n").setFocus()
    hover(desk, "data.generate")
    QTest.qWait(50)
    assert not preview.isVisible()


def test_a_setting_that_changes_previews_the_shape_until_something_else_is_done(desk, preview):
    desk.type("param.data.n", "50")
    desk.wait(lambda: shows(preview, "blobs(n=50)"))
    hover(desk, "canvas")
    desk.window.canvas.setFocus()
    QTest.qWait(20)
    assert preview.isVisible(), "it can be looked at"
    assert len(desk.session.dataset) == 0
    assert not desk.window.document.modified


@pytest.mark.parametrize("done", ["click", "kernel", "picture", "undo", "timeline"])
def test_another_thing_that_is_done_ends_the_preview(desk, preview, hand, done):
    hand.click(1, 1)
    hand.click(-1, -1, Qt.MouseButton.RightButton)
    desk.trigger("train.to_end")
    desk.wait_for(Status.CONVERGED)
    desk.type("param.data.n", "50")
    desk.wait(lambda: shows(preview, "blobs(n=50)"))
    if done == "click":
        hand.click(2, 1)
    elif done == "kernel":
        desk.find(QComboBox, "param.kernel.kernel").setCurrentIndex(0)
    elif done == "picture":
        desk.trigger("file.export_figure")
    elif done == "undo":
        desk.trigger("edit.undo")
    else:
        QTest.keyClick(desk.find(QWidget, "timeline"), Qt.Key.Key_Home)
    desk.wait(lambda: not preview.isVisible())


def test_opening_a_session_with_another_shape_previews_nothing(desk, preview):
    desk.window.document.open_session(Session(shape="rings(n=30)"), None)
    QTest.qWait(50)
    assert desk.find(QComboBox, "param.data.generator").currentData() == "rings"
    assert not preview.isVisible()


def test_the_preview_follows_a_slider_under_the_hand(desk, preview):
    choose(desk, "spirals")
    slider = next(
        each
        for each in desk.find(QWidget, "panel.data").findChildren(QSlider)
        if each.parentWidget().findChild(QLabel).text() == "Turns"
    )
    share = slider.value() / slider.maximum()
    start = QPoint(round(6 + share * (slider.width() - 12)), slider.height() // 2)  # the handle
    QTest.mousePress(slider, LEFT, pos=start)
    seen = []
    for right in (8, 24, 40):
        QTest.mouseMove(slider, start + QPoint(right, 0))
        turns = desk.find(QWidget, "param.data.turns").value()
        desk.wait(lambda turns=turns: shows(preview, f"spirals(turns={turns})"))
        seen.append(turns)
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(40, 0))
    assert len(set(seen)) == 3
    assert len(desk.session.dataset) == 0


def test_the_preview_follows_a_formula_as_it_is_typed(desk, preview):
    choose(desk, "formula")
    line = desk.find(QLineEdit, "param.data.rule")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "x**2 + y**2 < 1")
    desk.wait(lambda: shows(preview, "formula(rule='x**2 + y**2 < 1')"))


def test_generate_makes_data_of_the_preview_which_then_is_gone(desk, preview):
    choose(desk, "moons")
    desk.wait(lambda: shows(preview, "moons"))
    seen = preview.dataset
    QTest.mouseClick(desk.find(QPushButton, "data.generate"), LEFT)
    assert desk.session.dataset == seen
    assert not preview.isVisible()
    desk.type("param.data.noise", "0.3")
    desk.wait(lambda: shows(preview, "moons(noise=0.3)"))
    assert desk.session.dataset == seen
    QTest.mouseClick(desk.find(QPushButton, "data.add"), LEFT)
    assert len(desk.session.dataset) == 400
    assert not preview.isVisible()


def test_of_very_many_points_a_part_is_previewed_and_all_are_made(desk, preview):
    choose(desk, "stripes")
    desk.type("param.data.n", "100000")
    desk.wait(lambda: shows(preview, "stripes(n=1000)"))
    QTest.mouseClick(desk.find(QPushButton, "data.generate"), LEFT)
    assert desk.session.dataset == generator("stripes(n=100000)").make()


def test_a_formula_without_room_for_a_class_is_told_and_leaves_the_points(desk, preview):
    QTest.mouseClick(desk.find(QPushButton, "data.generate"), LEFT)
    before = desk.session.dataset
    choose(desk, "formula")
    desk.type("param.data.rule", "x > 5")
    desk.wait(lambda: desk.text("data.remark").startswith("The rule 'x > 5' leaves (next to) no room for class +1"))
    assert not preview.isVisible()
    for button in ("data.generate", "data.add"):
        QTest.mouseClick(desk.find(QPushButton, button), LEFT)
        assert desk.session.dataset is before
    assert desk.find(QLabel, "data.remark").isVisible()


def test_where_a_formula_has_no_value_is_told(desk):
    choose(desk, "formula")
    desk.type("param.data.rule", "log(x) > y")
    desk.wait(
        lambda: desk.text("data.remark") == "On 50 % of the area the rule has no value, and no points are placed there."
    )
    desk.type("param.data.rule", "x > y")
    desk.wait(lambda: not desk.find(QLabel, "data.remark").isVisible())


@pytest.mark.parametrize("key", GENERATORS.keys())
def test_every_shape_has_balance_and_label_noise_folded_away(desk, key):
    combo = desk.find(QComboBox, "param.data.generator")
    combo.setCurrentIndex(combo.findData(key))
    field = desk.find(QWidget, "param.data.balance")
    assert not field.isVisible()
    fold = next(
        each
        for each in desk.find(QWidget, "panel.data").findChildren(QPushButton)
        if "more" in each.text() and each.isVisible()
    )
    QTest.mouseClick(fold, LEFT)
    desk.wait(field.isVisible)
    desk.type("param.data.n", "50")
    desk.type("param.data.balance", "0.2")
    desk.type("param.data.label_noise", "0.1")
    QTest.mouseClick(desk.find(QPushButton, "data.generate"), LEFT)
    assert desk.session.dataset == generator(f"{key}(n=50, balance=0.2, label_noise=0.1)").make()
    assert np.isfinite(desk.session.dataset.points).all()


def test_a_run_takes_the_preview_off_the_canvas(desk, preview):
    desk.window.canvas.setFocus()
    hover(desk, "canvas")
    desk.find(QPushButton, "data.generate").click()
    choose(desk, "rings")
    desk.wait(lambda: shows(preview, "rings"))
    desk.trigger("train.run")
    desk.wait(lambda: not preview.isVisible())
    choose(desk, "stripes")
    desk.wait(lambda: shows(preview, "stripes"))
