"""Why a step did what it did: the panel, its lines on the canvas, and the button at the end of the sentence."""

import csv
from itertools import cycle

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QPushButton, QScrollArea, QWidget

from kpgui import api
from kpgui.learners import LEARNERS, learner
from kpgui.model.edits import Replace, Setting
from kpgui.ui.canvas.layers.expansion import LinksLayer
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.why.words import EMPTY
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT, SHIFT

KEY = Qt.Key


@pytest.fixture
def moons(desk, qtbot):
    """Forty points, and the panel brought by its key."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.trigger("view.fit")
    QTest.keyClick(desk.window, KEY.Key_Y, CTRL | SHIFT)
    desk.wait(desk.find(QDockWidget, "dock.why").isVisible)
    return desk


def stepped(desk, count=1):
    """The number of the step that the panel tells of, after so many steps more."""
    start = desk.frame.counters.step if desk.frame else 0
    for _ in range(count):
        desk.trigger("train.step")
    desk.wait(lambda: desk.text("why.headline").startswith(f"Step {start + count} "))
    return start + count


def code(desk):
    return desk.find(QWidget, "why.code")


def links_of(desk):
    return desk.window.canvas.stage.layer(LinksLayer).value


def test_it_says_what_to_press_and_shows_the_algorithm(moons):
    moons.wait(lambda: code(moons)._lines == learner("kernel_perceptron()").pseudocode)
    assert moons.text("why.headline") == EMPTY
    assert code(moons).marked == []


def test_a_step_marks_the_lines_that_ran_and_writes_the_numbers(moons):
    moons.window.activateWindow()
    for step in range(1, 12):
        assert stepped(moons) == step
        model = api.train(moons.session, step)
        mistake = step - 1 in model.updates.step
        assert ("αᵢ += 1,   βᵢ += η·yᵢ" in code(moons).marked) == mistake
        assert ("After the step" in moons.text("why.formulas")) == mistake
    moons.trigger("train.step_back")
    moons.wait(lambda: moons.text("why.headline").startswith("Step 10 "))


def test_bars_and_lines_are_the_parts_of_f_before_and_after(moons):
    step = stepped(moons, 12)
    moons.trigger("train.next_mistake")
    moons.wait(lambda: moons.frame.counters.step > step)
    made = moons.frame.counters.step
    moons.wait(lambda: moons.text("why.headline").startswith(f"Step {made} "))
    points, i = moons.session.dataset.points, moons.frame.point
    for after in (False, True):
        moons.find(QComboBox, "why.sum").setCurrentIndex(after)
        model = api.train(moons.session, made - 1 + after)
        parts = model.beta * model.kernel.gram(points, points[i : i + 1])[:, 0]
        largest = sorted(np.flatnonzero(model.beta).tolist(), key=lambda k: (-abs(parts[k]), k))
        lines = moons.find(QWidget, "why.bars")._lines
        assert [line.id for line in lines] == moons.session.dataset.ids[largest[: len(lines)]].tolist()
        assert links_of(moons).place.tolist() == points[i].tolist()
        assert sorted(map(tuple, links_of(moons).to.tolist())) == sorted(map(tuple, points[largest[:24]].tolist()))


def test_a_bar_marks_its_point_and_the_canvas_marks_the_bar(moons):
    stepped(moons, 20)
    bars = moons.find(QWidget, "why.bars")
    moons.wait(lambda: len(bars._lines) > 1)
    scroll = moons.find(QDockWidget, "dock.why").findChild(QScrollArea).verticalScrollBar()
    columns = cycle(range(60, 90))

    def pointed(row):
        scroll.setValue(bars.y())  # anew, since the panel may still be growing
        QTest.mouseMove(bars, QPoint(next(columns), 20 * row + 10))
        return moons.window.canvas.focus.hovered == bars._lines[row].id

    moons.wait(lambda: pointed(0))
    moons.wait(lambda: pointed(1))


def test_the_lines_go_with_the_panel(moons):
    stepped(moons, 15)
    moons.wait(lambda: links_of(moons) is not None)
    moons.find(QDockWidget, "dock.why").close()
    moons.wait(lambda: links_of(moons) is None)


@pytest.mark.parametrize("chosen", LEARNERS.members, ids=lambda learner: learner.key)
def test_the_pseudocode_stays_where_it_is_while_the_learner_runs(moons, chosen):
    moons.window.document.edit(Setting("learner", f"{chosen.key}()"), "choose")
    moons.wait(lambda: code(moons)._lines == chosen().pseudocode)
    places = set()
    for _ in range(8):
        if moons.frame is not None and moons.frame.status.value == "converged":
            break
        before = moons.frame.counters.step if moons.frame else 0
        moons.trigger("train.step")
        moons.wait(lambda before=before: moons.text("why.headline").startswith(f"Step {before + 1} "))
        places.add((code(moons).pos().toTuple(), code(moons).size().toTuple()))
        assert len(code(moons).marked) > 1
    assert len(places) == 1


def test_the_end_of_the_sentence_brings_the_panel_and_leaves_the_keyboard(moons):
    dock, button = moons.find(QDockWidget, "dock.why"), moons.find(QPushButton, "step.why")
    dock.close()
    assert not button.isVisible()
    moons.trigger("train.step")
    moons.wait(button.isVisible)
    moons.window.canvas.setFocus()
    QTest.mouseClick(button, LEFT)
    moons.wait(dock.isVisible)
    moons.wait(lambda: moons.text("why.headline").startswith("Step 1 "))
    assert moons.window.canvas.hasFocus()


def test_its_numbers_are_exported(moons, tmp_path, monkeypatch):
    stepped(moons, 20)
    target = tmp_path / "why.csv"
    monkeypatch.setattr("kpgui.ui.instruments.export.ask_save_path", lambda *_: target)
    moons.find(QWidget, "panel.why").export(Export.NUMBERS)
    moons.wait(target.exists)
    rows = list(csv.DictReader(target.read_text().splitlines()))
    model = api.train(moons.session, 20)
    assert {int(row["point"]) - 1 for row in rows} >= set(model.support.tolist())
    assert {float(row["beta_after"]) for row in rows} == {float(model.beta[int(r["point"]) - 1]) for r in rows}


def test_why_offers_itself_at_a_mistake_until_it_was_opened(desk, start):
    desk.window.document.edit(Replace(noisy_moons(10, noise=0.4)), "draw")
    button = desk.find(QPushButton, "step.why")
    desk.trigger("train.next_mistake")
    desk.wait(lambda: button.isVisible() and button.property("offer") is True)
    QTest.mouseClick(button, LEFT)
    desk.wait(desk.find(QDockWidget, "dock.why").isVisible)
    assert button.property("offer") is False
    desk.window.document.undo_stack.setClean()
    desk.window.close()
    again = start()
    again.window.document.edit(Replace(noisy_moons(10, noise=0.4)), "draw")
    again.trigger("train.next_mistake")
    again.wait(again.find(QPushButton, "step.why").isVisible)
    assert again.find(QPushButton, "step.why").property("offer") is False
