"""The ledger: who carries f, in step with the run, the canvas and the table."""

import csv
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLabel, QMessageBox, QPushButton, QWidget

from kpgui import api
from kpgui.engine.messages import Watch
from kpgui.model.edits import Remove, Replace, Setting
from kpgui.ui.canvas.layers.marks import HoveredLayer
from kpgui.ui.instruments.inside.panel import ANSWERS
from kpgui.ui.instruments.inside.reading import Ledger, MechanismReading
from kpgui.ui.instruments.inside.words import NO_LEDGER
from kpgui.ui.instruments.point_bars import ROW
from kpgui.ui.instruments.timeline.reading import RunMarks
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT, NONE, SHIFT

KEY = Qt.Key


class Book:
    """The ledger of a window, and a hand on it."""

    def __init__(self, desk):
        self.desk = desk
        self.bars = desk.find(QWidget, "inside.bars")
        self.focus = desk.window.canvas.focus

    @property
    def lines(self):
        return self.bars._lines

    @property
    def ids(self):
        return [line.id for line in self.lines]

    def middle(self, row):
        return QPoint(80, row * ROW + ROW // 2)

    def point_at(self, row):
        QTest.mouseMove(self.bars, self.middle(row))

    def click(self, row, modifiers=NONE):
        QTest.mouseClick(self.bars, LEFT, modifiers, self.middle(row))

    def key(self, key):
        QTest.keyClick(self.bars, key)

    def marked_on_canvas(self):
        """Ids of the points that are marked as hovered."""
        places = self.desk.window.canvas.stage.layer(HoveredLayer).rows
        return self.desk.session.dataset.ids[places].tolist()

    def colour(self, row):
        """What is seen at the left edge of a row, where nothing but its ground is painted."""
        return self.bars.grab().toImage().pixelColor(1, row * ROW + 4)

    def train(self):
        """To the end, until the ledger has what came of it."""
        self.desk.train_to_end()
        self.desk.wait(lambda: self.ids == self.wanted(len(self.lines)) != [])

    def wanted(self, count):
        """Ids of the points with the largest |β| at the end of the run, by the definition."""
        beta = api.train(self.desk.session).beta
        largest = sorted(np.flatnonzero(beta).tolist(), key=lambda i: (-abs(beta[i]), i))
        return self.desk.session.dataset.ids[largest[:count]].tolist()


@pytest.fixture
def moons(desk, qtbot):
    """Forty points, and the ledger brought by its key."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    dataset = noisy_moons(40, noise=0.4)
    desk.window.document.edit(Replace(dataset), "draw")
    desk.trigger("view.fit")
    QTest.keyClick(desk.window, KEY.Key_W, CTRL | SHIFT)
    desk.wait(desk.find(QDockWidget, "dock.inside").isVisible)
    choose_ledger(desk)
    return Book(desk)


def choose_ledger(desk):
    desk.find(QComboBox, "inside.which").setCurrentIndex(1)


def test_it_says_what_it_is_before_a_run(desk):
    desk.trigger("view.inside")
    choose_ledger(desk)
    desk.wait(lambda: desk.text("inside.title") == NO_LEDGER)


def test_its_bars_are_the_largest_coefficients_of_the_run(moons):
    moons.train()
    session = moons.desk.session
    beta = api.train(session).beta
    assert moons.ids == moons.wanted(min(moons.bars.height() // ROW, np.count_nonzero(beta)))
    shown = abs(beta[session.dataset.index_of(moons.ids)])
    assert [line.length for line in moons.lines] == (shown / shown[0]).tolist()
    assert moons.desk.text("inside.title").startswith(f"{np.count_nonzero(beta)} of 40 points carry f.")


def test_to_point_at_a_bar_marks_its_point_and_to_leave_it_ends_that(moons):
    moons.train()
    moons.point_at(2)
    assert moons.marked_on_canvas() == [moons.ids[2]]
    number = moons.lines[2].name
    moons.desk.wait(lambda: moons.desk.text("inside.entry").startswith(f"Point {number}: α = "))
    QTest.mouseMove(moons.desk.window.canvas.viewport(), QPoint(1, 1))
    moons.desk.wait(lambda: moons.marked_on_canvas() == [])
    moons.desk.wait(lambda: moons.desk.text("inside.entry") == "")


def test_to_point_at_a_point_marks_its_bar(moons, hand):
    moons.train()
    bare = moons.colour(1)
    dataset = moons.desk.session.dataset
    hand.hover(hand.at(*dataset.points[dataset.index_of([moons.ids[1]])[0]]))
    assert moons.focus.hovered == moons.ids[1]
    assert moons.colour(1) != bare
    moons.desk.wait(lambda: f"Point {moons.lines[1].name}:" in moons.desk.text("inside.entry"))


def test_a_click_selects_and_with_control_adds_and_takes_away(moons):
    moons.train()
    moons.click(0)
    assert moons.desk.window.canvas.selection.tolist() == [moons.ids[0]]
    moons.click(2, CTRL)
    assert moons.desk.window.canvas.selection.tolist() == sorted([moons.ids[0], moons.ids[2]])
    moons.click(0, CTRL)
    assert moons.desk.window.canvas.selection.tolist() == [moons.ids[2]]


def test_points_that_are_selected_elsewhere_are_marked(moons):
    moons.train()
    bare = [moons.colour(row) for row in range(3)]
    moons.desk.window.canvas.select(np.array([moons.ids[1]]))
    assert [moons.colour(row) == bare[row] for row in range(3)] == [True, False, True]


def test_the_keyboard_goes_from_bar_to_bar_and_selects(moons):
    moons.train()
    for _ in range(3):
        moons.key(KEY.Key_Down)
    moons.key(KEY.Key_Up)
    assert moons.marked_on_canvas() == [moons.ids[1]]
    moons.key(KEY.Key_Return)
    assert moons.desk.window.canvas.selection.tolist() == [moons.ids[1]]


def test_it_follows_a_step_back_and_an_edit(moons):
    moons.train()
    moons.desk.trigger("train.reset")
    moons.desk.wait(lambda: moons.desk.text("inside.title") == NO_LEDGER and not moons.lines)
    for _ in range(2):
        moons.desk.trigger("train.step")
    moons.desk.wait(lambda: moons.lines != [])
    gone = moons.ids[0]
    moons.desk.window.document.edit(Remove(np.array([gone])), "delete")
    assert gone in moons.ids  # the run that is shown still has it
    moons.desk.trigger("train.step")
    moons.desk.wait(lambda: moons.ids and gone not in moons.ids)


def test_a_run_that_fails_is_a_sentence_in_it(moons):
    moons.train()
    moons.desk.type("param.kernel.expression", "exp(1000*linear())")
    moons.desk.trigger("train.to_end")
    moons.desk.wait(moons.desk.find(QLabel, "inside.problem").isVisible)
    assert "too large" in moons.desk.text("inside.problem")
    moons.desk.trigger("edit.undo")
    moons.desk.wait(lambda: not moons.desk.find(QLabel, "inside.problem").isVisible())


def test_closed_instruments_ask_for_nothing(desk, hand, monkeypatch):
    desk.find(QDockWidget, "dock.progress").close()
    desk.trigger("view.card")  # it follows the hovered point as well
    QApplication.processEvents()
    read, sent = [], []
    monkeypatch.setattr(Ledger, "read", lambda *_: read.append(1))
    monkeypatch.setattr(desk.window.training, "watch", lambda *rest: sent.append(Watch(*rest)))
    desk.window.document.edit(Replace(noisy_moons(40)), "draw")
    hand.hover(hand.at(0, 0))
    QApplication.processEvents()
    desk.train_to_end()
    assert not read
    assert not sent
    desk.trigger("view.inside")
    choose_ledger(desk)
    wanted = [RunMarks(), MechanismReading(), ANSWERS, Ledger()]
    desk.wait(lambda: sent != [] and [each.reading for each in sent[-1].wanted] == wanted)
    desk.find(QDockWidget, "dock.inside").close()
    desk.wait(lambda: [each.reading for each in sent[-1].wanted] == [RunMarks()])
    assert not desk.window.canvas.focus.hover_followed


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_it_keeps_its_size_whatever_it_shows(moons, qtbot, size):
    moons.desk.window.resize(*size)
    qtbot.wait(50)
    before = moons.bars.geometry()
    moons.train()
    moons.point_at(0)
    moons.desk.wait(lambda: moons.desk.text("inside.entry") != "")
    assert moons.bars.geometry() == before


def test_it_follows_the_theme(moons):
    moons.train()
    light = moons.bars.grab().toImage()
    moons.desk.trigger("view.theme_dark")
    assert moons.bars.grab().toImage() != light


def offered(desk, text):
    """Choose this line of the dialog behind the button."""
    QTest.mouseClick(desk.find(QPushButton, "inside.export"), LEFT)
    desk.export(f"Inside: {text}")


def test_its_numbers_are_saved_as_csv(moons, tmp_path):
    moons.train()
    moons.desk.choose_file(tmp_path / "who")
    offered(moons.desk, "the numbers")
    with (tmp_path / "who.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    model = api.train(moons.desk.session)
    assert list(rows[0]) == ["point", "label", "alpha", "beta"]
    assert len(rows) == np.count_nonzero(model.beta)
    for row in rows:
        i = int(row["point"]) - 1
        assert float(row["beta"]) == model.beta[i]
        assert int(row["alpha"]) == model.alpha[i]
        assert int(row["label"]) == moons.desk.session.dataset.labels[i]


def test_its_picture_is_saved_as_png(moons, tmp_path):
    moons.train()
    moons.desk.choose_file(tmp_path / "bars.png")
    offered(moons.desk, "the picture")
    picture = QImage(str(tmp_path / "bars.png"))
    assert picture.width() >= 3 * moons.bars.width()
    places = product(range(0, picture.width(), 4), range(0, picture.height(), 4))
    colours = {picture.pixelColor(x, y).name() for x, y in places}
    palette = moons.desk.window.theme.palette
    assert {palette.positive, palette.negative} & colours


def test_a_file_whose_suffix_was_not_typed_is_replaced_only_when_that_is_wanted(moons, tmp_path):
    moons.train()
    (tmp_path / "who.csv").write_text("precious")
    moons.desk.choose_file(tmp_path / "who")
    moons.desk.answer(QMessageBox.StandardButton.Cancel)
    offered(moons.desk, "the numbers")
    assert moons.desk.asked == ["Replace the file who.csv?"]
    assert (tmp_path / "who.csv").read_text() == "precious"


def test_of_a_run_that_failed_nothing_is_shown_but_why(moons):
    moons.train()
    moons.desk.window.document.edit(Setting("kernel", "poly(degree=40, gamma=1e300, c=1)"), "kernel")
    moons.desk.trigger("train.run")
    moons.desk.wait(lambda: moons.desk.text("inside.problem") != "")
    assert moons.lines == []
    assert moons.desk.text("inside.title") == ""


def test_a_row_that_was_pointed_at_by_keys_is_left_with_the_keyboard(moons):
    moons.train()
    moons.bars.setFocus()
    moons.key(KEY.Key_Down)
    assert moons.focus.hovered == moons.ids[0]
    moons.desk.window.canvas.setFocus()
    assert moons.focus.hovered is None


def test_a_place_that_cannot_be_written_is_told(moons, tmp_path):
    moons.train()
    moons.desk.choose_file(tmp_path / "none" / "who.csv")
    offered(moons.desk, "the numbers")
    assert "does not exist" in moons.desk.problem()
