"""What is painted, and when it goes away."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from kpgui.geometry.palette import DARK, LIGHT, field_colours
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Relabel, Remove, Replace, add
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Status
from kpgui.model.session import Session, View
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.points import PointsLayer
from kpgui.ui.canvas.layers.support_rings import MOST, ExaminedLayer, FlashesLayer, RingsLayer, WrongLayer, level
from tests.ui.canvas.stage import Stage

GRADIENT = np.repeat(np.array([[40], [220]]), 2, axis=1)
"""A field that is negative in its row 0, which is at the bottom, and positive above."""


def colour_of(value, palette=LIGHT):
    return QColor(*field_colours(palette)[value, :3].tolist()).name()


def picture(stage):
    return stage.canvas.grab().toImage()


def test_row_0_of_the_field_is_at_the_bottom(four):
    four.canvas.show_frame(four.frame(field=four.field(GRADIENT)))
    assert four.colour_at(0.3, -1.9) == colour_of(40)
    assert four.colour_at(0.3, 1.9) == colour_of(220)


def test_column_0_of_the_field_is_on_the_left(four):
    four.canvas.show_frame(four.frame(field=four.field(GRADIENT.T)))
    assert four.colour_at(-2.8, 0.3) == colour_of(40)
    assert four.colour_at(2.8, 0.3) == colour_of(220)


def test_a_field_stays_where_it_belongs_when_the_view_changes(four):
    four.canvas.show_frame(four.frame(field=four.field(GRADIENT.T, View(0, 2, -2, 2))))
    four.canvas.set_view(View(-6, 6, -4, 4))
    assert four.colour_at(0.2, 0.4) == colour_of(40)
    assert four.colour_at(1.9, 0.4) == colour_of(220)
    assert four.colour_at(-2.2, 0.4) == LIGHT.canvas


def test_a_frame_without_a_field_keeps_the_one_before(four):
    four.canvas.show_frame(four.frame(field=four.field(GRADIENT)))
    four.canvas.show_frame(four.frame())
    assert four.colour_at(0.3, 1.9) == colour_of(220)


def test_painted_fields_are_counted(four, qtbot):
    with qtbot.waitSignal(four.canvas.frame_painted) as told:
        four.canvas.show_frame(four.frame(field=four.field(GRADIENT)))
    assert told.args == [1]
    with qtbot.assertNotEmitted(four.canvas.frame_painted):
        four.canvas.show_frame(four.frame())
        picture(four)


def test_the_boundary_is_painted_and_goes_when_there_is_none(four):
    line = np.array([[-3, 0.25], [0, 0.25], [np.nan, np.nan], [0, 0.25], [3, 0.25]])
    four.canvas.show_frame(four.frame(field=four.field(np.full((2, 2), 128), boundary=line)))
    for x in (-2.2, -0.04, 2.2):
        assert four.colour_at(x, 0.25) == LIGHT.boundary
    four.canvas.show_frame(four.frame(field=four.field(np.full((2, 2), 128))))
    assert four.colour_at(-2.2, 0.25) != LIGHT.boundary


def test_a_boundary_that_fills_the_screen_is_drawn_with_a_bounded_number_of_strokes(four):
    rows = np.linspace(-2, 2, 400)
    zigzag = np.column_stack([np.tile([-3, 3], 200), rows])
    layer = four.layer(BoundaryLayer)
    four.canvas.show_frame(four.frame(field=four.field(np.full((2, 2), 128), boundary=zigzag)))
    four.canvas.set_view(View(-0.001, 0.001, -0.001, 0.001))
    assert len(layer._lines) < 7000
    picture(four)


def test_margins_are_dashed(four):
    field = replace(four.field(np.full((2, 2), 128)), positive_margin=np.array([[-2.5, 0.25], [2.5, 0.25]]))
    four.canvas.show_frame(four.frame(field=field))
    image, row = picture(four), four.at(0, 0.25).y()
    columns = range(four.at(-2, 0.25).x(), four.at(2, 0.25).x())
    dark = [image.pixelColor(x, row).lightness() < 150 for x in columns]
    assert 0.3 < np.mean(dark) < 0.8
    assert 20 < np.abs(np.diff(np.array(dark, int))).sum() < len(dark)


def test_a_new_palette_recolours_everything(four):
    four.canvas.show_frame(four.frame(field=four.field(GRADIENT)))
    four.canvas.set_palette(DARK)
    assert four.colour_at(0.3, 1.9) == colour_of(220, DARK)
    assert four.colour_at(-1, 1) == DARK.positive
    assert picture(four).pixelColor(2, 2).name() == DARK.canvas


def test_classes_differ_in_shape_and_held_out_points_are_hollow(qtbot):
    stage = Stage(qtbot, [[-1, 0], [1, 0], [-1, 1], [1, 1]], [1, -1, 1, -1], held_out=[False, False, True, True])
    image = picture(stage)

    def colours(place):
        middle = stage.at(*place)
        return {image.pixelColor(middle.x() + i, middle.y() + j).name() for i in range(-3, 4) for j in range(-3, 4)}

    assert colours((-1, 0)) == {LIGHT.positive}
    assert colours((1, 0)) == {LIGHT.negative}
    assert LIGHT.canvas in colours((-1, 1))
    assert LIGHT.canvas in colours((1, 1))
    corner = stage.at(1, 0)
    assert image.pixelColor(corner.x() + 4, corner.y() + 4).name() == LIGHT.negative
    corner = stage.at(-1, 0)
    assert image.pixelColor(corner.x() + 4, corner.y() + 4).name() != LIGHT.positive


def test_moving_one_of_5000_points_does_not_choose_the_symbols_of_all_again(qtbot):
    rng = np.random.default_rng(1)
    stage = Stage(qtbot, rng.uniform(-2, 2, (5000, 2)), rng.choice([-1, 1], 5000))
    layer = stage.layer(PointsLayer)
    before = layer.chosen
    stage.document.edit(Move(np.array([17]), np.array([[0.0, 0.0]])), "move")
    stage.drag((0, 0), (1, 1))
    assert layer.chosen == before
    stage.document.edit(Relabel(np.array([17]), np.array([1])), "relabel")
    assert layer.chosen == before + 1


def test_many_points_are_where_few_would_be(qtbot):
    grid = np.stack(np.meshgrid(np.linspace(-2.4, 2.4, 25), np.linspace(-1.9, 1.9, 20)), axis=-1)
    stage = Stage(qtbot, grid.reshape(-1, 2), np.ones(500, int))
    assert stage.colour_at(-2.4, -1.9) == LIGHT.positive
    stage.document.edit(Move(np.array([0]), np.array([[2.8, 0.0]])), "move")
    assert stage.colour_at(2.8, 0) == LIGHT.positive
    assert stage.colour_at(-2.4, -1.9) == LIGHT.canvas
    stage.canvas.set_view(View(-6, 6, -4, 4))
    assert stage.colour_at(2.8, 0) == LIGHT.positive


def test_rings_are_round_the_support_vectors(four):
    four.canvas.show_frame(four.frame(alpha=[2, 0, 0, 7]))
    assert four.layer(RingsLayer).rows.tolist() == [0, 3]
    bare = picture(four)
    four.canvas.show_frame(four.frame(alpha=[0, 0, 0, 0]))
    assert picture(four) != bare


def test_rings_grow_with_alpha_up_to_a_bound():
    assert level(np.array([0, 1, 2, 3, 4, 127, 128, 10**9])).tolist() == [0, 0, 1, 1, 2, 6, 7, 7]


def test_rings_follow_points_that_are_moved_and_stay_when_one_is_appended(four):
    rings = four.layer(RingsLayer)
    four.canvas.show_frame(four.frame(alpha=[2, 0, 0, 7]))
    four.document.edit(Move(np.array([0]), np.array([[0.0, 0.0]])), "move")
    assert rings.rows.tolist() == [0, 3]
    four.document.edit(add(four.dataset, np.array([[2.0, 0.0]]), np.array([1])), "add")
    assert rings.rows.tolist() == [0, 3]


def test_rings_stay_with_their_points_when_others_are_removed(four):
    rings = four.layer(RingsLayer)
    four.canvas.show_frame(four.frame(alpha=[2, 0, 0, 7]))
    four.document.edit(Remove(np.array([1])), "delete")
    assert rings.rows.tolist() == [0, 2]
    assert rings._sprites.kinds.tolist() == [1, 2]
    four.document.edit(Remove(np.array([0])), "delete")
    assert rings.rows.tolist() == [1]
    assert rings._sprites.kinds.tolist() == [2]


def test_rings_of_a_run_on_other_points_vanish(four):
    rings = four.layer(RingsLayer)
    four.canvas.show_frame(four.frame(alpha=[2, 0, 0, 7]))
    four.document.edit(Replace(Dataset.of(four.points + 0.1, four.labels).renamed(9)), "generate")
    assert rings.rows.tolist() == []


def test_rings_vanish_when_another_session_with_the_same_ids_is_opened(four):
    four.canvas.show_frame(four.frame(alpha=[2, 0, 0, 7]))
    four.document.open_session(Session(Dataset.of(four.points + 0.1, four.labels)), None)
    assert four.layer(RingsLayer).rows.tolist() == []


def test_a_frame_about_another_number_of_points_shows_the_rings_of_those_that_are_left(four):
    four.canvas.show_frame(four.frame(alpha=[1, 0, 0, 7, 1], mistaken=[4], point=4, status=Status.PAUSED))
    assert four.layer(RingsLayer).rows.tolist() == [0, 3]
    assert four.layer(ExaminedLayer).rows.tolist() == []
    assert not four.layer(FlashesLayer).flashing
    picture(four)


def test_a_frame_about_as_many_but_other_points_rings_those_that_it_shares(four):
    four.canvas.show_frame(
        four.frame(alpha=[1, 0, 0, 7], mistaken=[3], point=3, status=Status.PAUSED, ids=[0, 1, 2, 9])
    )
    assert four.layer(RingsLayer).rows.tolist() == [0]
    assert four.layer(ExaminedLayer).rows.tolist() == []
    assert not four.layer(FlashesLayer).flashing


def test_the_examined_point_is_marked_while_the_eye_can_follow(four):
    mark = four.layer(ExaminedLayer)
    four.canvas.show_frame(four.frame(point=2, step=1))
    assert mark.rows.tolist() == [2]
    four.canvas.show_frame(four.frame(point=3, step=1000, outcome=None))
    assert mark.rows.tolist() == []
    four.canvas.show_frame(four.frame(point=3, step=1001, status=Status.PAUSED))
    assert mark.rows.tolist() == [3]


def test_the_mark_stays_until_the_next_step_also_where_that_ends_the_run(four):
    mark = four.layer(ExaminedLayer)
    four.canvas.show_frame(four.frame(point=3, step=7, status=Status.PAUSED))
    four.canvas.show_frame(four.frame(point=2, step=8, status=Status.CONVERGED))
    four.canvas.show_frame(four.frame(point=2, step=8, status=Status.CONVERGED, field=four.field(GRADIENT)))
    assert mark.rows.tolist() == [2]


def test_the_end_of_a_run_that_nobody_followed_marks_no_point(four):
    """In live mode every edit trains to the end: marks would jump about below the pen."""
    mark = four.layer(ExaminedLayer)
    four.canvas.show_frame(four.frame(status=Status.READY, step=0))
    four.canvas.show_frame(four.frame(point=2, step=8, status=Status.CONVERGED))
    assert mark.rows.tolist() == []
    four.canvas.show_frame(four.frame(point=1, step=99, outcome=None))
    four.canvas.show_frame(four.frame(point=2, step=100, status=Status.CONVERGED))
    four.canvas.show_frame(four.frame(point=2, step=100, status=Status.CONVERGED))
    assert mark.rows.tolist() == []
    four.canvas.show_frame(four.frame(point=1, step=99, status=Status.PAUSED))
    assert mark.rows.tolist() == [1]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_marks_of_mistakes_differ_from_those_of_correct_points_in_shape_not_only_in_colour(four, palette):
    four.canvas.set_palette(palette._replace(examined=palette.flash, text=palette.flash))
    pictures = []
    for outcome in Outcome:
        four.canvas.show_frame(four.frame(point=2, status=Status.PAUSED, outcome=outcome))
        pictures.append(picture(four))
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_points_on_the_wrong_side_are_marked_once_there_is_f(four):
    marks = four.layer(WrongLayer)
    four.canvas.show_frame(four.frame(step=0, wrong=[0, 1, 2, 3]))
    assert marks.rows.tolist() == []
    four.canvas.show_frame(four.frame(wrong=[1, 3]))
    assert marks.rows.tolist() == [1, 3]
    four.canvas.show_frame(four.frame(wrong=[1]))
    assert marks.rows.tolist() == [1]
    four.canvas.show_frame(four.frame(step=0, wrong=[0, 1, 2, 3]))
    assert marks.rows.tolist() == []
    four.canvas.show_frame(four.frame(wrong=[1, 3], ids=[5, 6, 7, 8]))
    assert marks.rows.tolist() == []


def test_marks_of_wrong_points_come_back_with_the_same_run_after_its_points_were_gone(four):
    marks = four.layer(WrongLayer)
    frame = four.frame(wrong=[1, 3])
    four.canvas.show_frame(frame)
    four.document.edit(Remove(np.array([0])), "delete")
    assert marks.rows.tolist() == []
    four.undo.undo()
    four.canvas.show_frame(frame)
    assert marks.rows.tolist() == [1, 3]


def test_a_wrong_support_vector_and_a_selected_one_look_different(four):
    pictures = []
    for wrong in ([], [2]):
        four.canvas.show_frame(four.frame(alpha=[0, 0, 1, 0], wrong=wrong))
        for chosen in ([], [2]):
            four.canvas.select(np.array(chosen, np.int64))
            pictures.append(picture(four))
    assert all(one != other for k, one in enumerate(pictures) for other in pictures[k + 1 :])


def test_mistakes_flash_and_fade_away_by_themselves(four, qtbot):
    flashes = four.layer(FlashesLayer)
    quiet = picture(four)
    four.canvas.show_frame(four.frame(mistaken=[1, 1, 3]))
    assert flashes.flashing
    assert flashes.rows.tolist() == [1, 3]
    assert picture(four) != quiet
    qtbot.waitUntil(lambda: not flashes.flashing, timeout=60_000)
    assert picture(four) == quiet


def test_a_point_mistaken_in_every_frame_does_not_strobe(four, qtbot):
    flashes = four.layer(FlashesLayer)
    four.canvas.show_frame(four.frame(mistaken=[1]))
    qtbot.waitUntil(lambda: flashes.rows.tolist() == [], timeout=60_000)
    four.canvas.show_frame(four.frame(mistaken=[1]))
    assert flashes.rows.tolist() == []


def test_a_frame_with_very_many_mistakes_flashes_some_of_them(qtbot):
    rng = np.random.default_rng(1)
    stage = Stage(qtbot, rng.uniform(-2, 2, (1000, 2)), rng.choice([-1, 1], 1000))
    stage.canvas.show_frame(stage.frame(mistaken=np.arange(1000)))
    assert len(stage.layer(FlashesLayer).rows) == MOST


def test_the_canvas_says_what_it_shows_to_a_screen_reader(four):
    assert four.canvas.accessibleName() == "Canvas with 4 points"
    assert four.canvas.accessibleDescription() == "Discs: 2 of class +1. Squares: 2 of class −1."
    four.canvas.select(np.array([0, 1, 2]))
    four.canvas.delete_selection()
    assert four.canvas.accessibleName() == "Canvas with 1 point"


@pytest.mark.parametrize("density", [1, 2])
def test_a_picture_at_another_pixel_density_has_everything_in_its_place(four, density):
    four.canvas.show_frame(
        four.frame(alpha=[2, 0, 0, 7], field=four.field(GRADIENT, boundary=np.array([[-3, 0.3], [3, 0.3]])))
    )
    image = QImage(four.viewport.size() * density, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(density)
    painter = QPainter(image)
    four.canvas.render(painter, QRectF(four.viewport.rect()), four.viewport.rect())
    painter.end()

    def colour(x, y):
        return image.pixelColor(four.at(x, y) * density).name()

    assert colour(-1, 1) == LIGHT.positive
    assert colour(1, 1) == LIGHT.negative
    assert colour(2.5, 0.3) == LIGHT.boundary
    assert colour(0.3, -1.9) == colour_of(40)


def test_an_empty_curve_draws_nothing(four):
    four.canvas.show_frame(four.frame(field=four.field(np.full((2, 2), 128))))
    picture(four)
