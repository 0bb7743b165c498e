"""The preview of points that are not there yet."""

import numpy as np
from PySide6.QtGui import QColor

from kpgui.generators.shapes import Moons
from kpgui.geometry.palette import DARK, LIGHT
from kpgui.model.dataset import Dataset
from kpgui.model.edits import add
from kpgui.model.session import View
from kpgui.ui.canvas.layers.cards import HintLayer
from kpgui.ui.canvas.layers.points import ELSEWHERE, MEANING, PointsLayer, PreviewLayer

PREVIEW = Dataset.of([[-1, 0.5], [1, 0.5]], [1, -1])


def strength(stage, x, y, palette=LIGHT):
    """How far the colour at a place is from that of the empty canvas."""
    seen, ground = QColor(stage.colour_at(x, y)), QColor(palette.canvas)
    return sum(abs(a - b) for a, b in zip(seen.getRgb(), ground.getRgb(), strict=True))


def test_previewed_points_are_fainter_than_points_and_go_again(stage):
    empty = strength(stage, -1, 0.5), strength(stage, 1, 0.5)
    stage.canvas.show_preview(PREVIEW)
    previewed = strength(stage, -1, 0.5), strength(stage, 1, 0.5)
    stage.canvas.show_preview(None)
    assert (strength(stage, -1, 0.5), strength(stage, 1, 0.5)) == empty
    stage.document.edit(add(stage.dataset, PREVIEW.points, PREVIEW.labels), "add")
    points = strength(stage, -1, 0.5), strength(stage, 1, 0.5)
    for none, preview, point in zip(empty, previewed, points, strict=True):
        assert none + 30 < preview < 0.7 * point


def test_previewed_points_are_no_data(stage):
    chosen = stage.layer(PointsLayer).chosen
    stage.canvas.show_preview(PREVIEW)
    assert len(stage.dataset) == 0
    assert stage.canvas.stage.point_at(*stage.at(-1, 0.5).toTuple()) is None
    assert stage.undo.count() == 0
    assert stage.layer(PointsLayer).chosen == chosen


def test_words_say_that_it_is_a_preview_in_both_themes(stage):
    for palette in (LIGHT, DARK):
        stage.canvas.set_palette(palette)
        stage.canvas.show_preview(None)
        without = stage.canvas.grab().toImage()
        stage.canvas.show_preview(PREVIEW)
        top = stage.canvas.grab().toImage().copy(0, 0, 700, 45)
        assert top != without.copy(0, 0, 700, 45)
        shown = {top.pixelColor(x, y).name() for x in range(200, 600) for y in range(10, 40)}
        assert {palette.text, palette.accent} <= shown


def test_where_no_previewed_point_is_to_be_seen_it_says_so(stage):
    stage.canvas.show_preview(PREVIEW)
    assert stage.layer(PreviewLayer).meaning == MEANING
    stage.canvas.set_view(View(10, 16, 10, 14))
    assert stage.layer(PreviewLayer).meaning == ELSEWHERE
    stage.canvas.set_view(View(0.5, 2, 0, 1))
    assert stage.layer(PreviewLayer).meaning == MEANING


def test_the_hint_of_an_empty_canvas_makes_room_for_them(stage):
    hint = stage.layer(HintLayer)
    assert hint.isVisible()
    stage.canvas.show_preview(PREVIEW)
    assert not hint.isVisible()
    stage.canvas.show_preview(None)
    assert hint.isVisible()


def test_previewed_points_stay_when_the_data_changes_under_them(four):
    four.canvas.show_preview(Moons(n=50).make())
    four.click(2, 1.5)
    previewed = four.layer(PreviewLayer)
    assert previewed.isVisible()
    assert len(previewed.rows) == 50
    assert np.array_equal(previewed.dataset.points, Moons(n=50).make().points)


def test_fewer_previewed_points_after_many(stage):
    stage.canvas.show_preview(Moons(n=1000).make())
    stage.canvas.show_preview(PREVIEW)
    assert strength(stage, -1, 0.5) > 30
    assert len(stage.layer(PreviewLayer).rows) == 2
