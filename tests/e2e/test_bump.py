"""The bump of one support vector on the canvas: from the bars, the menu and the key, until Esc."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QWidget

from kpgui import api
from kpgui.model.edits import Remove, Replace, Setting
from kpgui.model.reading import Failed
from kpgui.ui.canvas.layers.expansion import BumpLayer
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, SHIFT

KEY = Qt.Key


@pytest.fixture
def moons(desk, qtbot):
    """Forty points, learned."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.trigger("view.fit")
    desk.train_to_end()
    return desk


def bump(desk):
    return desk.window.canvas.stage.layer(BumpLayer)


def select(desk, *rows):
    dataset = desk.session.dataset
    desk.window.canvas.focus.select(dataset.ids[list(rows)], dataset)


def test_the_key_shows_the_bump_of_the_selected_point_and_esc_ends_it(moons):
    model = api.train(moons.session)
    i = int(np.argmax(np.abs(model.beta)))
    select(moons, i)
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is not None)
    assert bump(moons).isVisible()
    assert bump(moons).value.beta == model.beta[i]
    moons.window.canvas.setFocus()
    QTest.keyClick(moons.window.canvas, KEY.Key_Escape)
    moons.wait(lambda: not bump(moons).isVisible())
    assert moons.window.canvas.selection.tolist() == [moons.session.dataset.ids[i]]


def test_the_same_again_ends_it_and_another_point_takes_its_place(moons):
    select(moons, 0)
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is not None)
    select(moons, 1)
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is not None and bump(moons).value.number == 2)
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is None)


def test_without_one_selected_point_it_says_what_to_do(moons):
    select(moons, 0, 1)
    moons.trigger("view.bump")
    assert moons.window.canvas.focus.bump is None
    assert "Select one point" in moons.window.status.currentMessage()


def test_a_bar_offers_the_bump_of_its_point(moons):
    QTest.keyClick(moons.window, KEY.Key_W, CTRL | SHIFT)
    moons.wait(moons.find(QDockWidget, "dock.inside").isVisible)
    bars = moons.find(QWidget, "inside.bars")
    moons.wait(lambda: len(bars._lines) > 1)
    place = QPoint(60, 30)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, bars.mapToGlobal(place))
    QApplication.sendEvent(bars, event)
    menu = bars.findChild(QMenu, "menu.bars")
    (entry,) = menu.actions()
    assert not entry.isChecked()
    entry.trigger()
    menu.close()
    moons.wait(lambda: bump(moons).value is not None)
    assert bump(moons).value.id == bars._lines[1].id
    bars.setFocus()
    QTest.keyClick(bars, KEY.Key_Escape)
    moons.wait(lambda: bump(moons).value is None)


def test_it_follows_the_view_and_goes_with_its_point(moons):
    i = int(np.argmax(np.abs(api.train(moons.session).beta)))
    select(moons, i)
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is not None)
    first = bump(moons).value
    moons.window.canvas.view_box.zoom(0.5, 0.0, 0.0)
    moons.wait(lambda: bump(moons).value is not first)
    moons.window.document.edit(Remove(moons.session.dataset.ids[[i]]), "delete")
    moons.wait(lambda: not bump(moons).isVisible())


def test_it_follows_the_run(moons):
    select(moons, int(np.argmax(np.abs(api.train(moons.session).beta))))
    moons.trigger("view.bump")
    moons.wait(lambda: bump(moons).value is not None and bump(moons).value.beta != 0)
    moons.trigger("train.reset")
    moons.wait(lambda: bump(moons).value.beta == 0)


def test_of_a_vote_it_says_why_there_is_none(moons):
    moons.window.document.edit(Setting("learner", "voted_perceptron()"), "choose")
    moons.train_to_end()
    select(moons, 0)
    moons.trigger("view.bump")
    moons.wait(lambda: isinstance(bump(moons).value, Failed))


def test_bars_offer_no_bump_while_f_is_a_vote(moons):
    moons.trigger("view.inside")
    bars = moons.find(QWidget, "inside.bars")

    def asked():
        moons.wait(lambda: bars.shown > 0)
        there = QPoint(20, 5)
        bars.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, there, bars.mapToGlobal(there)))
        menus = [menu for menu in bars.findChildren(QMenu) if menu.isVisible()]
        for menu in menus:
            menu.close()
        return bool(menus)

    assert asked()
    moons.window.document.edit(Setting("learner", "voted_perceptron()"), "choose")
    moons.train_to_end()
    assert not asked()
