"""The legend: all that is on the canvas is explained, nothing else is, and it can be put out of the way."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtTest import QTest

from kpgui.geometry.links import Links
from kpgui.geometry.palette import DARK, LIGHT
from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Remove, Replace
from kpgui.model.explanation import Outcome
from kpgui.model.frame import FieldImage, Status
from kpgui.model.reading import Failed
from kpgui.model.session import View
from kpgui.ui.canvas.layers import legend as module
from kpgui.ui.canvas.layers.cards import BadgeLayer
from kpgui.ui.canvas.layers.curves import MarginsLayer
from kpgui.ui.canvas.layers.expansion import BumpLayer, LinksLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer, ForgottenLayer, WrongLayer
from tests.ui.canvas.stage import LEFT, NO_CURVE, NONE, RIGHT, Stage, show

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
        self._qtbot.waitUntil(lambda: self.legend.settled, timeout=60_000)
        return self.legend.texts

    def corner(self):
        """A pixel of the viewport that the legend covers."""
        middle = self.legend.card.center()
        return self.canvas.mapFromScene(self.canvas.view_box.mapToScene(middle))

    def covered(self):
        """The pixels of the canvas that the legend covers."""
        card, view = self.legend.card, self.canvas.view_box
        scene = view.mapRectToScene(QRectF(card.topLeft() * view.unit, card.size() * view.unit))
        return self.canvas.mapFromScene(scene).boundingRect().intersected(QRect(0, 0, 10_000, 10_000))


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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_links_and_forgotten_points_bring_their_own_lines(explained):
    explained.canvas.stage.layer(ForgottenLayer).show_overlay("forgotten", np.array([2]))
    assert explained.texts[-1] == "forgotten"
    links = Links(np.zeros(2), np.ones((1, 2)), np.ones(1), np.ones(1, bool))
    explained.canvas.stage.layer(LinksLayer).show_value(links)
    assert any(text.startswith("part of f") for text in explained.texts)
    explained.canvas.stage.layer(LinksLayer).show_value(None)
    explained.canvas.stage.layer(ForgottenLayer).show_overlay("forgotten", np.zeros(0, np.int64))
    assert explained.texts == CLASSES


def test_a_click_on_it_does_nothing_with_either_button(explained):
    assert explained.texts == CLASSES
    stage, corner = explained.stage, explained.corner()
    before = stage.points.tolist()
    for button in (LEFT, RIGHT):
        QTest.mouseClick(stage.viewport, button, NONE, corner)
        QTest.mouseDClick(stage.viewport, button, NONE, corner)
    stage.drag(stage.place(corner), (0, 0), RIGHT)
    assert stage.points.tolist() == before
    assert explained.legend.opacity() == 1, "it stays legible below the pointer"


@pytest.mark.slow
def test_it_is_dragged_and_stays_there_at_any_size_until_a_double_click(explained):
    def place():
        card, mapping = explained.legend.card, explained.canvas.mapping
        return mapping.width - card.right(), mapping.height - card.bottom()

    assert explained.texts == CLASSES
    stage, corner = explained.stage, explained.corner()
    home, points = explained.legend.card, stage.points.tolist()
    stage.hover(corner)
    assert stage.viewport.cursor().shape() == Qt.CursorShape.SizeAllCursor
    stage.drag(stage.place(corner), (10, -10))
    assert stage.points.tolist() == points
    assert place() == (module.FROM_EDGE, module.FROM_EDGE), "as far as there is room"
    for size in ((500, 400), (700, 500)):
        explained.canvas.resize(*size)
        assert explained.texts == CLASSES
        assert place() == (module.FROM_EDGE, module.FROM_EDGE)
    explained.canvas.show_frame(stage.frame(wrong=[1], alpha=[1, 0, 0, 0]))
    assert len(explained.texts) == 4
    assert place() == (module.FROM_EDGE, module.FROM_EDGE), "it grows where it is"
    explained.canvas.show_frame(stage.frame())
    assert explained.texts == CLASSES
    QTest.mouseDClick(stage.viewport, LEFT, NONE, explained.corner())
    assert explained.legend.card == home
    assert stage.points.tolist() == points


def test_escape_puts_it_back_where_it_was_before_the_drag(explained):
    assert explained.texts == CLASSES
    stage, corner, home = explained.stage, explained.corner(), explained.legend.card
    stage.press(corner)
    stage.move(corner + QPoint(80, 90))
    assert explained.legend.card.topLeft() == home.topLeft() + QPoint(80, 90)
    stage.key(Qt.Key.Key_Escape)
    assert explained.legend.card == home


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


def test_only_a_tiny_canvas_has_no_room_for_it(explained):
    assert explained.texts == CLASSES
    explained.canvas.resize(110, 80)
    assert explained.texts == []
    explained.canvas.resize(700, 500)
    assert explained.texts == CLASSES


@pytest.mark.parametrize("unit", [1, 1.5, 2])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", [(700, 500), (417, 260), (700, 170), (320, 500)])
def test_on_a_small_canvas_it_folds_and_shrinks_and_leaves_out_nothing(explained, size, unit, mirrored, monkeypatch):
    monkeypatch.setattr(module.QGuiApplication, "isRightToLeft", lambda: mirrored)
    stage = explained.stage
    stage.document.edit(HoldOut(stage.dataset.ids[:2], np.ones(2, bool)), "hold out")
    explained.canvas.show_frame(stage.frame(wrong=[1], alpha=[1, 0, 0, 0], point=3))
    everything = explained.texts
    assert len(everything) == 6
    explained.canvas.resize(size[0] * unit, size[1] * unit)
    explained.canvas.set_unit(unit)
    assert explained.texts == everything
    card, mapping = explained.legend.card, explained.canvas.mapping
    assert QRectF(0, 0, mapping.width, mapping.height).contains(card)
    assert card.height() <= mapping.height / 2
    picture = explained.canvas.grab(explained.covered()).toImage()
    rows = range(6, picture.height() - 6)
    darkest = [min(picture.pixelColor(x, y).lightness() for y in rows) for x in range(picture.width())]
    assert min(darkest) < 120
    assert min(darkest[3:6] + darkest[-6:-3]) > 220, "no text goes over the edge"


def test_a_name_of_any_length_leaves_the_other_lines_alone(explained, monkeypatch):
    monkeypatch.setattr("kpgui.ui.canvas.layers.points._", lambda text: text + 40 * " of the other kind")
    assert len(explained.texts) == 2
    assert explained.legend.isVisible()
    assert explained.legend.card.width() < explained.canvas.mapping.width / 2


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


def in_corner(legend, mapping):
    """The corner that it is in, as signs of x and y."""
    middle = legend.card.center()
    return 1 if middle.x() > mapping.width / 2 else -1, 1 if middle.y() < mapping.height / 2 else -1


@pytest.mark.slow
@pytest.mark.parametrize("corner", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_it_takes_the_corner_with_the_fewest_points_and_stays_there_while_they_are_edited(explained, corner):
    stage = explained.stage
    others = [each for each in itertools.product((1, -1), repeat=2) if each != corner]
    edge = np.array([abs(explained.canvas.view.xmin), abs(explained.canvas.view.ymin)]) - 0.2
    crowd = np.array([*(edge * each for each in others), (0, 0)])
    stage.document.edit(Replace(Dataset.of(crowd, [1, -1, 1, -1])), "all but one")
    assert explained.texts
    assert in_corner(explained.legend, explained.canvas.mapping) == corner
    stage.document.edit(Remove(np.array([0])), "one less")
    stage.click(corner[0] * 1.0, corner[1] * 0.5)
    assert len(stage.dataset) == 4
    assert explained.texts
    assert in_corner(explained.legend, explained.canvas.mapping) == corner


def test_it_gives_way_when_it_is_told_to_show_a_part_of_the_plane_where_it_would_cover_a_point(explained):
    assert explained.texts == CLASSES
    canvas, card = explained.canvas, explained.legend.card
    dx, dy = explained.stage.points[0] - explained.stage.place(explained.corner())
    view = canvas.view
    canvas.set_view(View(view.xmin + dx, view.xmax + dx, view.ymin + dy, view.ymax + dy))
    assert card.contains(*canvas.mapping.to_pixels(explained.stage.points[:1])[0])
    assert explained.texts == CLASSES
    card = explained.legend.card
    assert not any(card.contains(*each) for each in canvas.mapping.to_pixels(explained.stage.points))


@pytest.mark.parametrize("corner", [(0, 0), (1, 1)])
def test_the_names_of_the_axes_are_not_below_it(explained, corner):
    stage, view = explained.stage, explained.canvas.view_box
    stage.document.edit(Replace(stage.dataset.named(("Länge", "Größe"), ())), "names")
    explained.legend.put(corner)
    assert explained.texts == CLASSES
    room = explained.canvas.mapFromScene(view.mapRectToScene(view.rect())).boundingRect().adjusted(8, 6, -8, -6)
    name = (
        QRect(room.topLeft(), QSize(30, 12))
        if corner == (0, 0)
        else QRect(room.bottomRight() - QPoint(30, 12), room.bottomRight())
    )
    pictures = []
    for shown in (True, False):
        explained.canvas.set_shown(LegendLayer, shown)
        pictures.append(explained.canvas.grab(name).toImage())
    assert pictures[0] == pictures[1]
    assert name.intersected(explained.covered()).isEmpty()


def test_when_it_grows_it_takes_another_corner_if_it_would_cover_more_points(explained):
    assert explained.texts == CLASSES
    stage, card, mapping = explained.stage, explained.legend.card, explained.canvas.mapping
    below = explained.canvas.mapFromScene(explained.canvas.view_box.mapToScene(card.bottomLeft() + QPoint(20, 30)))
    points = [*stage.points.tolist(), stage.place(below).tolist()]
    stage.document.edit(Replace(Dataset.of(points, [1, -1, 1, -1, 1])), "below it")
    assert explained.texts == CLASSES
    assert explained.legend.card == card
    explained.canvas.show_frame(stage.frame(wrong=[1], alpha=[1, 0, 0, 0, 0]))
    assert len(explained.texts) == 4
    card = explained.legend.card
    assert not any(card.contains(*each) for each in mapping.to_pixels(stage.points))


def test_flashes_are_explained_as_long_as_they_are_seen(explained):
    explained.canvas.show_frame(explained.stage.frame(mistaken=[1, 2, 3]))
    (entry,) = explained.stage.layer(FlashesLayer).legend()  # it may fade before the legend looks
    assert (entry.text, entry.drawn) == ("mistaken just now", True)
    explained._qtbot.waitUntil(lambda: explained.legend.texts == CLASSES, timeout=60_000)


def test_the_ties_of_a_vote_are_drawn_and_named(explained):
    stage, box = explained.stage, np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]])
    explained.canvas.show_frame(stage.frame(field=field(stage, UPRIGHT)))
    before = stage.colour_at(0.5, 0.25)
    tied = replace(field(stage, UPRIGHT), ties=frozen(box, np.float64))
    explained.canvas.show_frame(stage.frame(field=tied))
    assert "region of ties: f = 0" in explained.texts
    assert stage.colour_at(0.5, 0.25) != before
    explained.canvas.show_frame(stage.frame(field=field(stage, UPRIGHT)))
    assert "region of ties: f = 0" not in explained.texts


@pytest.mark.parametrize("bump", [False, True])
@pytest.mark.parametrize("corner", [(0, 1), (1, 1)])
def test_the_cards_of_an_old_run_and_of_a_bump_do_not_hide_it(explained, corner, bump):
    explained.canvas.resize(420, 320)
    explained.legend.put(corner)
    assert explained.texts == CLASSES
    before = explained.canvas.grab(explained.covered()).toImage()
    outside = explained.canvas.grab().toImage()
    explained.stage.layer(BadgeLayer).show_outdated("kernel and seed")
    if bump:
        explained.stage.layer(BumpLayer).show_outdated("kernel and seed")
        explained.stage.layer(BumpLayer).show_value(Failed("There is none."))
    assert explained.canvas.grab(explained.covered()).toImage() == before
    assert explained.canvas.grab().toImage() != outside
