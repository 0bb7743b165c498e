"""What is shown on the canvas, switched by key and menu: at once, for the next window, and in the picture."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers import TOGGLES
from kpgui.ui.canvas.layers.ground import FieldLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import Hand

every = pytest.mark.parametrize("toggle", TOGGLES, ids=lambda each: each.key)
drawn = pytest.mark.parametrize("toggle", [each for each in TOGGLES if each.key != "card"], ids=lambda each: each.key)


@pytest.fixture
def moons(desk):
    """Overlapping moons after one epoch: every layer that can be switched off has something to draw, and room."""
    desk.window.resize(1024, 768)
    desk.window.document.edit(Replace(noisy_moons(60, noise=0.4)), "moons")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1)"), "learner")
    desk.wait_for(Status.READY)
    desk.train_to_end()
    desk.wait(lambda: desk.field is not None and desk.field.full)
    legend = desk.window.canvas.stage.layer(LegendLayer)
    desk.wait(lambda: legend.settled and legend.texts != [])
    desk.window.canvas.setFocus()
    return desk


def picture(desk):
    return desk.window.canvas.grab().toImage()


def press(desk, toggle):
    modifiers = Qt.KeyboardModifier.NoModifier
    if toggle.shortcut.startswith("Shift+"):
        modifiers = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(desk.window.canvas, getattr(Qt.Key, f"Key_{toggle.shortcut[-1]}"), modifiers)


@drawn
def test_a_key_takes_it_off_the_canvas_and_brings_it_back(moons, toggle):
    before = picture(moons)
    press(moons, toggle)
    assert picture(moons) != before
    assert not moons.find(QAction, toggle.action).isChecked()
    press(moons, toggle)
    assert picture(moons) == before


@every
def test_it_is_in_the_view_menu_and_the_next_window_remembers_it(moons, start, toggle):
    view = next(menu for menu in moons.window.menuBar().findChildren(QMenu) if menu.title() == "&Show")
    next(action for action in view.actions() if action.objectName() == toggle.action).trigger()
    moons.window.document.undo_stack.setClean()
    moons.window.close()
    again = start()
    assert not again.find(QAction, toggle.action).isChecked()
    others = [each for each in TOGGLES if each is not toggle]
    assert all(again.find(QAction, each.action).isChecked() for each in others)
    assert toggle.key == "grid" or not again.window.canvas.stage.layer(toggle.layer).isVisible()


def test_letters_with_shift_typed_into_a_field_switch_nothing(moons):
    field = moons.find(QWidget, "param.kernel.expression")
    field.setFocus()
    for toggle in TOGGLES:
        key = getattr(Qt.Key, f"Key_{toggle.shortcut[-1]}")
        QTest.keyClick(field, key, Qt.KeyboardModifier.ShiftModifier)
        assert moons.find(QAction, toggle.action).isChecked()


def test_a_field_switched_off_is_not_coloured_and_comes_back_as_it_is_then(moons):
    field = moons.window.canvas.stage.layer(FieldLayer)
    moons.trigger("view.field")
    shown = field.shown
    moons.window.canvas.view_box.pan(20, 0)
    moons.wait(lambda: field.shown > shown)
    assert field._image.isNull()
    before = picture(moons)
    moons.trigger("view.field")
    assert not field._image.isNull()
    assert picture(moons) != before


def test_a_saved_picture_shows_what_the_canvas_shows(moons, tmp_path):
    pictures = []
    for number, name in enumerate((None, "view.field", "view.margins", "view.rings", "view.wrong")):
        if name is not None:
            moons.trigger(name)
        moons.choose_file(tmp_path / f"{number}.png")
        moons.save_figure()
        pictures.append(QImage(str(tmp_path / f"{number}.png")))
    assert moons.problem() == ""
    assert not any(each.isNull() for each in pictures)
    assert all(one != other for one, other in pairwise(pictures))


def test_where_the_legend_was_dragged_is_remembered_until_the_menu_puts_it_into_a_corner_again(moons, start):
    def card(desk):
        legend = desk.window.canvas.stage.layer(LegendLayer)
        desk.wait(lambda: legend.settled and legend.texts != [])
        return legend.card

    home, hand = card(moons), Hand(moons.window.canvas)
    view = moons.window.canvas.view_box
    middle = moons.window.canvas.mapFromScene(view.mapToScene(home.center()))
    n = len(moons.session.dataset)
    inwards = QPoint(-40 if home.left() > 100 else 40, -90 if home.top() > 100 else 90)
    hand.press(middle)
    hand.move(middle + inwards)
    hand.release(middle + inwards)
    moved = card(moons)
    assert (len(moons.session.dataset), moved.topLeft() - home.topLeft()) == (n, QPointF(inwards))
    share = moved.left() / moons.window.canvas.mapping.width
    moons.window.document.undo_stack.setClean()
    moons.window.autosave.commit()
    moons.window.close()
    again = start()
    again.window.document.edit(Replace(moons.session.dataset), "draw")
    mapping = again.window.canvas.mapping
    assert card(again).left() / mapping.width == pytest.approx(share, abs=0.01)
    again.trigger("view.place_legend")
    assert card(again).left() in (10, mapping.width - card(again).width() - 10)
    assert again.window.settings.legend_right < 0
