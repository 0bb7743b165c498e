"""The probe: what adds up to f at the pointer, on the canvas and in its panel."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QWidget

from kpgui import api
from kpgui.model.edits import Replace
from kpgui.model.param import shown
from kpgui.ui.canvas.layers.expansion import LinksLayer
from kpgui.ui.instruments.why.panel import SumChoice
from kpgui.ui.instruments.why.words import NO_PROBE
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT, SHIFT

KEY = Qt.Key


@pytest.fixture
def moons(desk, hand, qtbot):
    """Forty points, and the probe brought by its key."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.trigger("view.fit")
    QTest.keyClick(desk.window, KEY.Key_Y, CTRL | SHIFT)
    desk.wait(desk.find(QDockWidget, "dock.why").isVisible)
    desk.find(QComboBox, "why.sum").setCurrentIndex(SumChoice.AT_POINTER)
    return desk


def told_at(desk, hand, x, y):
    """The pointer goes there; the place that the canvas then tells, once the panel tells f there."""
    hand.hover(hand.at(x, y))
    place = desk.window.canvas.focus.now.place
    f = float(api.train(desk.session).decision([place])[0])
    where = ", ".join(shown(each, 3) for each in place)
    desk.wait(lambda: f"f = {shown(f)} at ({where})" in desk.text("why.title"))
    return place, f


def links_of(desk):
    return desk.window.canvas.stage.layer(LinksLayer).value


def test_it_says_what_to_do_before_there_is_anything(moons):
    assert moons.text("why.title") == NO_PROBE


def test_it_follows_the_pointer_and_the_bars_add_up(moons, hand):
    moons.train_to_end()
    model = api.train(moons.session)
    for x, y in ((0.5, 0.2), (-0.5, 0.6)):
        place, f = told_at(moons, hand, x, y)
        parts = model.beta * model.kernel.gram(moons.session.dataset.points, np.array([place]))[:, 0]
        largest = sorted(np.flatnonzero(model.beta).tolist(), key=lambda i: (-abs(parts[i]), i))
        lines = moons.find(QWidget, "why.bars")._lines
        assert [line.id for line in lines] == moons.session.dataset.ids[largest[: len(lines)]].tolist()
        assert [line.value for line in lines] == [shown(parts[i]) for i in largest[: len(lines)]]
        assert moons.text("why.total").endswith(f"= {shown(f)}")
        assert links_of(moons).place.tolist() == list(place)
        assert links_of(moons).to[0].tolist() == moons.session.dataset.points[largest[0]].tolist()


def test_it_stays_where_the_pointer_was_so_that_a_bar_can_be_pointed_at(moons, hand):
    moons.train_to_end()
    told_at(moons, hand, 0.5, 0.2)
    bars = moons.find(QWidget, "why.bars")
    told = moons.text("why.title")
    moons.window.canvas.leaveEvent(None)
    QTest.mouseMove(bars, bars.rect().topLeft() + bars.rect().center() / 10)
    moons.wait(lambda: moons.window.canvas.focus.hovered in [line.id for line in bars._lines])
    assert moons.text("why.title") == told
    QTest.mouseClick(bars, LEFT, pos=bars.rect().topLeft() + bars.rect().center() / 10)
    assert len(moons.window.canvas.focus.selected) == 1


def test_closed_it_leaves_nothing_on_the_canvas_and_asks_for_nothing(moons, hand):
    moons.train_to_end()
    told_at(moons, hand, 0.5, 0.2)
    assert links_of(moons) is not None
    moons.find(QDockWidget, "dock.why").close()
    assert links_of(moons) is None
    assert not moons.window.canvas.stage.layer(LinksLayer).isVisible()


def test_its_lines_are_seen_on_the_canvas(moons, hand):
    moons.train_to_end()
    before = moons.window.canvas.grab().toImage()
    told_at(moons, hand, 0.5, 0.2)
    assert moons.window.canvas.grab().toImage() != before


def test_its_numbers_are_those_at_the_pointer(moons, hand, tmp_path):
    moons.train_to_end()
    _, f = told_at(moons, hand, 0.5, 0.2)
    moons.choose_file(tmp_path / "probe.csv")
    from kpgui.ui.instruments.export import Export

    moons.find(QWidget, "panel.why").export(Export.NUMBERS)
    moons.wait((tmp_path / "probe.csv").exists)
    with (tmp_path / "probe.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(float(row["part"]) for row in rows) == pytest.approx(f)


def test_behind_another_tab_it_leaves_nothing_on_the_canvas_and_asks_for_nothing(moons, hand):
    moons.train_to_end()
    told_at(moons, hand, 0.5, 0.2)
    moons.trigger("view.points")
    moons.wait(lambda: links_of(moons) is None)
    assert {wanted.reading.key for wanted in moons.window.workbench.instruments._wanted.values()} == {
        "alpha",
        "run_marks",
    }
    moons.trigger("view.why")
    moons.wait(lambda: links_of(moons) is not None)
