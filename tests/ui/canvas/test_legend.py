"""The legend: what is on the canvas is explained, nothing else is, and it is never in the way."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Remove, Replace
from kpgui.model.explanation import Outcome
from kpgui.model.frame import FieldImage, Status
from kpgui.model.session import View
from kpgui.present.links import Links
from kpgui.present.palette import DARK, LIGHT
from kpgui.ui.canvas.layers import legend as module
from kpgui.ui.canvas.layers.flashes import FlashesLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.margins import MarginsLayer
from kpgui.ui.canvas.layers.wrong import WrongLayer
from tests.ui.canvas.stage import NO_CURVE, Stage, show

CLASSES = ["class +1", "class −1"]


class Explained:
    """A canvas of four points with its legend switched on."""

    def __init__(self, stage, qtbot):
        self.stage, self.canvas = stage, stage.canvas
        self.legend = stage.layer(LegendLayer)
        self.canvas.set_shown(LegendLayer, True)
        self._qtbot = qtbot

    @property
    def texts(self):
        """What it says when it has come to rest."""
        self._qtbot.waitUntil(lambda: self.legend.settled, timeout=5000)
        return self.legend.texts

    def corner(self):
        """A pixel of the viewport that the legend covers."""
        middle = self.legend.card.center()
        return self.canvas.mapFromScene(self.canvas.view_box.mapToScene(middle))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(module, "STAYS", 0.3)


@pytest.fixture
def explained(four, qtbot):
    return Explained(four, qtbot)


def field(stage, boundary=NO_CURVE, margin=NO_CURVE):
    pixels = frozen(np.full((4, 4), 200), np.uint8)
    return FieldImage(pixels, stage.canvas.view, 1.0, boundary, margin, margin, True)


UPRIGHT = np.array([[0.0, -2.0], [0.0, 2.0]])
BESIDE = np.array([[1.5, -2.0], [1.5, 2.0]])


def test_an_empty_canvas_has_no_legend(stage, qtbot):
    assert Explained(stage, qtbot).texts == []


def test_points_are_explained_by_class_and_split(explained):
    assert explained.texts == CLASSES
    explained.stage.document.edit(HoldOut(np.array([0]), np.array([True])), "hold out")
    assert explained.texts == [*CLASSES, "held out"]
    explained.stage.document.edit(Remove(np.array([0, 3])), "no more of +1")
    assert explained.texts == ["class −1"]


def test_only_what_is_drawn_is_explained(explained):
    stage = explained.stage
    frame = stage.frame(alpha=[1, 0, 0, 0], wrong=[1], field=field(stage, UPRIGHT, BESIDE), point=-1)
    explained.canvas.show_frame(frame)
    rows = explained.texts
    assert set(rows) == {
        *CLASSES, "boundary: f = 0", "margins: f = ±1", "support vector, size: α", "on the wrong side now",
    }  # fmt: skip
    explained.canvas.set_shown(MarginsLayer, False)
    explained.canvas.set_shown(WrongLayer, False)
    assert explained.legend.texts == [row for row in rows if row[:6] not in ("margin", "on the")], "at once"
    show(explained.canvas, View(10, 14, 10, 13))
    assert "boundary: f = 0" not in explained.texts


def test_the_margins_are_the_learners_own(explained):
    import dataclasses

    frame = explained.stage.frame(field=field(explained.stage, UPRIGHT, BESIDE))
    explained.canvas.show_frame(dataclasses.replace(frame, margin=0.25))
    assert "margins: f = ±0.25" in explained.texts


def test_the_marks_of_a_step_keep_their_lines_while_they_take_turns(explained):
    said = []
    outcomes = (Outcome.MISTAKE, Outcome.CORRECT, Outcome.MISTAKE, Outcome.CORRECT)
    for step, outcome in enumerate(outcomes, start=1):
        frame = explained.stage.frame(point=0, step=step, outcome=outcome, status=Status.PAUSED)
        explained.canvas.show_frame(frame)
        said.append([text for text in explained.texts if text.startswith("step")])
    assert said[0] == ["step: a mistake"]
    assert said[1] == said[2] == said[3]
    assert set(said[1]) == {"step: a mistake", "step: correct"}


def test_it_holds_still_while_marks_come_and_go(explained, qtbot):
    stage, cards = explained.stage, set()
    stage.canvas.show_frame(stage.frame(wrong=[1], alpha=[1, 0, 0, 0]))
    assert "on the wrong side now" in explained.texts
    for number in range(6):
        stage.canvas.show_frame(stage.frame(wrong=[1] * (number % 2), alpha=[number % 2, 0, 0, 0]))
        qtbot.wait(60)
        cards.add(explained.legend.card.getRect())
    assert len(cards) == 1
    stage.canvas.show_frame(stage.frame())
    assert explained.texts == CLASSES, "what is gone for good leaves"


def test_links_and_forgotten_points_bring_their_own_lines(explained):
    explained.canvas.forgotten.show_forgotten(np.array([2]))
    assert explained.texts[-1] == "forgotten"
    links = Links(np.zeros(2), np.ones((1, 2)), np.ones(1), np.ones(1, bool))
    explained.canvas.links.show_links(links)
    assert any(text.startswith("part of f") for text in explained.texts)
    explained.canvas.links.show_links(None)
    explained.canvas.forgotten.show_forgotten(np.zeros(0, np.int64))
    assert explained.texts == CLASSES


def test_it_fades_under_the_pointer_and_a_click_there_adds_a_point(explained):
    assert explained.texts == CLASSES
    stage, corner = explained.stage, explained.corner()
    stage.hover(stage.at(1, 0))
    assert explained.legend.opacity() == 1
    stage.hover(corner)
    assert explained.legend.opacity() < 0.2
    stage.press(corner)
    stage.release(corner)
    assert len(stage.dataset) == 5
    assert np.allclose(stage.points[-1], stage.place(corner), atol=0.02)
    stage.hover(stage.at(1, 0))
    assert explained.legend.opacity() == 1


def test_a_point_below_it_is_dragged_from_there(explained):
    assert explained.texts == CLASSES
    stage, corner = explained.stage, explained.corner()
    stage.document.edit(Replace(Dataset.of([stage.place(corner)], [1])), "below")
    stage.take("draw")
    stage.drag(tuple(stage.points[0]), (0, 0))
    assert len(stage.dataset) == 1
    assert np.allclose(stage.points[0], 0, atol=0.05)


def test_it_gives_way_to_the_card_of_a_preview(explained):
    assert explained.texts == CLASSES
    explained.canvas.show_preview(Dataset.of([[0, 0]], [1]))
    assert explained.legend.texts == []
    explained.canvas.show_preview(None)
    assert explained.legend.texts == CLASSES


def test_another_session_is_not_explained_by_the_marks_of_the_one_before(explained):
    explained.canvas.show_frame(explained.stage.frame(wrong=[1], alpha=[1, 0, 0, 0]))
    assert len(explained.texts) > len(CLASSES)
    explained.stage.document.opened.emit()
    assert explained.texts == CLASSES


def test_a_small_canvas_has_no_room_for_it(explained):
    assert explained.texts == CLASSES
    explained.canvas.resize(170, 120)
    assert explained.texts == []
    explained.canvas.resize(700, 500)
    assert explained.texts == CLASSES


def test_on_a_very_low_canvas_it_does_not_cover_half_of_the_points(explained):
    explained.canvas.resize(700, 100)
    assert explained.texts == []


def test_on_a_low_canvas_it_covers_a_third_of_the_height_and_leaves_out_the_last_lines(explained):
    stage = explained.stage
    stage.document.edit(HoldOut(stage.dataset.ids[:2], np.ones(2, bool)), "hold out")
    explained.canvas.show_frame(stage.frame(wrong=[1], alpha=[1, 0, 0, 0], point=3))
    everything = explained.texts
    assert len(everything) == 6
    explained.canvas.resize(417, 260)
    shown = explained.texts
    assert 2 < len(shown) < len(everything)
    assert shown == everything[: len(shown)]
    assert explained.legend.card.height() <= explained.canvas.mapping.height / 3
    explained.canvas.resize(700, 500)
    assert explained.texts == everything


def test_it_follows_the_theme(explained):
    pictures = []
    for palette in (LIGHT, DARK):
        explained.canvas.set_palette(palette)
        assert explained.texts == CLASSES
        spot = explained.legend.card.topLeft().toPoint() + QPoint(4, 12)
        at = explained.canvas.mapFromScene(explained.canvas.view_box.mapToScene(spot))
        pictures.append(explained.canvas.grab().toImage().pixelColor(at).name())
    assert pictures == [LIGHT.canvas, DARK.canvas]


def test_points_in_space_have_no_legend(qtbot):
    stage = Stage(qtbot, [[0, 0, 0], [1, 1, 1]], [1, -1])
    assert Explained(stage, qtbot).texts == []
    assert stage.layer(LegendLayer).acceptedMouseButtons() == Qt.MouseButton.NoButton


def test_it_takes_the_upper_corner_with_fewer_points_and_stays_there_while_they_are_edited(explained):
    def right():
        assert explained.texts
        return explained.legend.card.center().x() > 350

    stage = explained.stage
    beside = np.array([[-2.6, 1.8], [-2.4, 1.7], [0, -1]])
    stage.document.edit(Replace(Dataset.of(beside, [1, -1, 1])), "left")
    assert right()
    stage.document.edit(Remove(np.array([2])), "one less")
    stage.click(2.4, 1.0)
    stage.click(2.4, 0.8)
    assert len(stage.dataset) == 4
    assert right()
    stage.document.edit(Replace(Dataset.of(-beside * (1, -1), [1, -1, 1])), "right")
    assert not right()


def test_flashes_are_explained_as_long_as_they_are_seen(explained):
    explained.canvas.show_frame(explained.stage.frame(mistaken=[1, 2, 3]))
    (entry,) = explained.stage.layer(FlashesLayer).legend()  # it may fade before the legend looks
    assert (entry.text, entry.drawn) == ("mistaken just now", True)
    explained._qtbot.waitUntil(lambda: explained.legend.texts == CLASSES, timeout=5000)
