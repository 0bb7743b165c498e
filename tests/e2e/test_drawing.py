"""Drawing points in the window and seeing the boundary that comes of them."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction

from kpgui.app import create_window
from kpgui.model.frame import Status
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer, RingsLayer
from tests.ui.canvas.stage import LEFT, RIGHT, SHIFT, Hand, away


@pytest.fixture
def window(qtbot):
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitActive(window):  # keys are shortcuts of the active window only
        window.activateWindow()
    yield window
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def hand(window):
    return Hand(window.findChild(Canvas, "canvas"))


def draw_xor(hand):
    hand.click(-1, 1, RIGHT)
    hand.click(1, 1)
    hand.click(-1, -1)
    hand.click(1, -1, RIGHT)


def trigger(window, name, qtbot):
    action = window.findChild(QAction, name)
    qtbot.waitUntil(action.isEnabled, timeout=60_000)
    action.trigger()


def train_to_end(window, qtbot):
    trigger(window, "train.to_end", qtbot)
    qtbot.waitUntil(lambda: converged(window), timeout=60_000)
    qtbot.waitUntil(lambda: shown(window).field is not None and shown(window).field.full, timeout=60_000)


def shown(window):
    return window.training.frame


def converged(window):
    return shown(window) is not None and shown(window).status is Status.CONVERGED


def hue(hand, x, y):
    """What class the field shows at a place: +1 where it is more red than blue, −1 where it is more blue."""
    red, _, blue = (int(hand.colour_at(x, y)[i : i + 2], 16) for i in (1, 3, 5))
    return np.sign(red - blue)


def test_points_drawn_by_hand_and_trained_colour_the_canvas(window, hand, qtbot):
    draw_xor(hand)
    assert hand.labels == [-1, 1, 1, -1]
    train_to_end(window, qtbot)
    places = [(-1.3, 1.3), (1.3, 1.3), (-1.3, -1.3), (1.3, -1.3)]
    assert [hue(hand, x, y) for x, y in places] == hand.labels
    assert hand.layer(RingsLayer).rows.tolist() == shown(window).expansion.support.tolist()


def test_with_live_the_boundary_follows_the_point_under_the_hand(window, hand, qtbot):
    draw_xor(hand)
    window.findChild(QAction, "train.live").setChecked(True)
    qtbot.waitUntil(lambda: converged(window), timeout=60_000)
    qtbot.waitUntil(lambda: not hand.layer(FlashesLayer).flashing, timeout=60_000)
    before = shown(window).run
    pixel = hand.at(1, 1)
    hand.press(pixel)
    hand.move(away(pixel, 60, -20))
    qtbot.waitUntil(lambda: shown(window).run > before and converged(window), timeout=60_000)
    assert not len(hand.layer(FlashesLayer).rows)
    hand.release(away(pixel, 60, -20))
    assert len(hand.layer(RingsLayer).rows)
    assert len(hand.layer(BoundaryLayer)._lines)
    assert hand.undo.count() == 5


def test_an_edit_without_live_keeps_the_rings_of_the_old_run_until_the_next(window, hand, qtbot):
    draw_xor(hand)
    train_to_end(window, qtbot)
    rings = hand.layer(RingsLayer).rows.tolist()
    assert rings
    hand.click(0, 0)
    qtbot.wait(100)
    assert hand.layer(RingsLayer).rows.tolist() == rings
    window.findChild(QAction, "train.reset").trigger()
    qtbot.waitUntil(lambda: len(hand.layer(RingsLayer).rows) == 0, timeout=60_000)


def test_select_delete_and_undo_with_keys(window, hand, qtbot):
    draw_xor(hand)
    hand.key(Qt.Key.Key_S)
    assert hand.canvas.tool == "select"
    hand.drag((-1.5, 1.5), (1.5, 0.5))
    hand.key(Qt.Key.Key_Delete)
    assert hand.labels == [1, -1]
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hand.labels == [-1, 1, 1, -1]
    hand.key(Qt.Key.Key_D)
    assert hand.canvas.tool == "draw"


def test_2_makes_the_left_button_add_the_other_class(window, hand):
    hand.key(Qt.Key.Key_2)
    hand.click(1, 1)
    hand.click(-1, 1, RIGHT)
    assert hand.labels == [-1, 1]


def test_a_rectangle_with_shift_and_the_arrow_keys_move_points(window, hand):
    draw_xor(hand)
    before = hand.points
    hand.drag((-1.5, 1.5), (1.5, 0.5), LEFT, SHIFT)
    hand.key(Qt.Key.Key_Up, SHIFT)
    np.testing.assert_allclose(hand.points - before, [[0, 10 * hand.unit]] * 2 + [[0, 0]] * 2, atol=1e-12)


def test_single_steps_flash_their_mistakes(window, hand, qtbot):
    draw_xor(hand)
    flashes = hand.layer(FlashesLayer)
    trigger(window, "train.step", qtbot)
    qtbot.waitUntil(lambda: flashes.rows.tolist() == [0], timeout=60_000)
    qtbot.waitUntil(lambda: not flashes.flashing, timeout=60_000)
