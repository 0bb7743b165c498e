"""A crowd of points: the boundary stays in sight among them, and they are back at full size when few are visible."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from kpgui.geometry.palette import DARK, LIGHT
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Relabel, Remove, Replace
from kpgui.model.session import View
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.marks import HoveredLayer, SelectionLayer
from kpgui.ui.canvas.layers.points import PointsLayer, PreviewLayer
from kpgui.ui.canvas.layers.support_rings import ExaminedLayer, RingsLayer
from tests.ui.canvas.stage import Stage, show

N = 4000
HOME, NEAR = View(-3, 3, -2, 2), View(-0.3, 0.3, -0.2, 0.2)
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
LINE = np.column_stack([np.linspace(-2.5, 2.5, 50), np.zeros(50)])


def points_of(n):
    rng = np.random.default_rng(7)
    return rng.uniform((-2, -1.5), (2, 1.5), (n, 2)), rng.choice([-1, 1], n)


@pytest.fixture
def crowd(qtbot):
    stage = Stage(qtbot, *points_of(N))
    show(stage.canvas, HOME)
    return stage


def trained(stage, **frame):
    """Shows a run in which every third point is a support vector and every fifth is on the wrong side."""
    n = len(stage.dataset)
    stage.canvas.show_frame(
        stage.frame(
            alpha=np.arange(n) % 3 == 0,
            wrong=range(0, n, 5),
            field=stage.field(np.full((2, 2), 128), boundary=LINE),
            **frame,
        )
    )


def along(stage, up=0.0):
    """The colours on a line through the points, `up` pixels above the boundary."""
    image = stage.canvas.grab().toImage()
    left, right = stage.at(-1.9, 0), stage.at(1.9, 0)
    return [image.pixelColor(x, left.y() - up) for x in range(left.x(), right.x())]


def like(colours, wanted):
    """The share of the colours that are almost the wanted one."""
    near = [max(abs(a - b) for a, b in zip(c.getRgb(), QColor(wanted).getRgb(), strict=True)) < 40 for c in colours]
    return np.mean(near)


@PALETTES
def test_the_boundary_is_seen_whole_through_a_crowd_and_has_a_casing(crowd, palette):
    crowd.canvas.set_palette(palette)
    trained(crowd)
    assert like(along(crowd), palette.boundary) > 0.97
    for side in (1, -1):
        assert max(like(along(crowd, up=side * away), palette.canvas) for away in (2, 3)) > 0.9


@PALETTES
@pytest.mark.parametrize("unit", [1, 2])
def test_support_vectors_and_wrong_points_are_seen_on_the_boundary_of_a_crowd(qtbot, palette, unit):
    points, labels = points_of(N // unit)
    points[:8] = np.column_stack([np.linspace(-1.6, 1.6, 8), np.zeros(8)])
    stage = Stage(qtbot, points, labels)
    stage.canvas.set_palette(palette)
    stage.canvas.set_unit(unit)
    show(stage.canvas, HOME)
    n = len(points)
    field = stage.field(np.full((2, 2), 128), boundary=LINE)
    stage.canvas.show_frame(stage.frame(alpha=np.arange(n) < 4, wrong=range(4, 8), field=field))
    image = stage.canvas.grab().toImage()

    def share(row, colour, reach):
        middle, around = stage.at(*points[row]), range(-reach * unit, reach * unit + 1)
        return like([image.pixelColor(middle.x() + i, middle.y() + j) for i in around for j in around], colour)

    for row in range(4):
        assert share(row, palette.positive if labels[row] > 0 else palette.negative, 1) > 0.5, "its point"
        assert share(row, palette.support, 5) > 0.1, "its ring"
    for row in range(4, 8):
        assert share(row, palette.danger, 6) > 0.05
    assert like(along(stage), palette.boundary) > 0.6
    stage.document.edit(Relabel(stage.dataset.ids[:1], np.array([-labels[0]])), "flip")
    image = stage.canvas.grab().toImage()
    assert share(0, palette.negative if labels[0] > 0 else palette.positive, 1) > 0.5


@PALETTES
@pytest.mark.parametrize(("number", "least", "most"), [(200, 0.1, 0.5), (1500, 0.0, 0.01)])
def test_rings_lie_on_the_boundary_until_it_could_not_be_followed_below_them(crowd, palette, number, least, most):
    crowd.canvas.set_palette(palette)
    points = np.vstack([np.column_stack([np.linspace(-1.8, 1.8, 30), np.zeros(30)]), points_of(N)[0][30:]])
    crowd.document.edit(Replace(Dataset.of(points, crowd.dataset.labels)), "draw")
    field = crowd.field(np.full((2, 2), 128), boundary=LINE)
    crowd.canvas.show_frame(crowd.frame(alpha=np.arange(N) < number, field=field))
    for side in (2, -2):
        assert least <= like(along(crowd, up=side), palette.support) <= most, "rings on the casing"
    assert like(along(crowd), palette.boundary) > 0.9


def test_few_points_lie_on_the_boundary(qtbot):
    stage = Stage(qtbot, [[-1, 0], [1, 0]], [1, -1])
    trained(stage)
    assert stage.colour_at(-1, 0) == LIGHT.positive
    assert stage.colour_at(1, 0) == LIGHT.negative


def test_zooming_in_brings_full_size_points_and_rings_back(crowd):
    trained(crowd)
    layers = [crowd.layer(kind) for kind in (PointsLayer, RingsLayer)]
    small, before = [layer.crowding for layer in layers], crowd.canvas.grab().toImage()
    show(crowd.canvas, NEAR)
    assert [layer.crowding.size for layer in layers] == [13, 13]
    assert [layer.crowding.rings for layer in layers] == [1, 1]
    show(crowd.canvas, HOME)
    assert [layer.crowding for layer in layers] == small
    assert crowd.canvas.grab().toImage() == before


def test_a_crowd_zoomed_in_looks_like_the_visible_points_alone(qtbot, crowd):
    show(crowd.canvas, NEAR)
    view = crowd.canvas.view
    margin = 30 * crowd.unit
    low, high = np.array([view.xmin, view.ymin]) - margin, np.array([view.xmax, view.ymax]) + margin
    near = ((crowd.points >= low) & (crowd.points <= high)).all(axis=1)
    few = Stage(qtbot, crowd.points[near], crowd.dataset.labels[near])
    show(few.canvas, NEAR)
    for stage in (crowd, few):
        stage.layer(LegendLayer).set_shown(False)
    one, other = (shades(stage.canvas.grab().toImage().copy(0, 0, 690, 490)) for stage in (crowd, few))
    assert np.abs(one - other).max() <= 3, "many points are painted by way of a picture, which rounds"


def shades(image):
    """Red, green, blue and opacity of all pixels."""
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    return np.frombuffer(plain.constBits(), np.uint8).astype(int)


def test_rings_of_a_crowd_are_fainter_and_closer_than_those_of_few(qtbot):
    def ink(n):
        stage = Stage(qtbot, *points_of(n))
        show(stage.canvas, HOME)
        trained(stage)
        layer = stage.layer(RingsLayer)
        image = layer._sheet.at(1.0).toImage()
        side = image.height()
        return sum(image.pixelColor(x, y).alphaF() for x in range(side) for y in range(side))

    assert ink(N) < 0.3 * ink(50)


@PALETTES
def test_selection_hover_and_step_lie_on_the_boundary_at_full_strength(crowd, palette):
    crowd.canvas.set_palette(palette)
    z = {kind: crowd.layer(kind).zValue() for kind in (SelectionLayer, HoveredLayer, ExaminedLayer)}
    trained(crowd, point=7)
    crowd.canvas.select(np.array([9]))
    boundary = crowd.layer(BoundaryLayer)
    assert all(boundary.zValue() < height for height in z.values())
    assert boundary.zValue() > crowd.layer(PointsLayer).zValue()
    image = crowd.canvas.grab().toImage()
    for row, colour in ((9, palette.selection), (7, palette.flash)):
        middle = crowd.at(*crowd.points[row])
        around = [image.pixelColor(middle.x() + i, middle.y() + j) for i in range(-12, 13) for j in range(-12, 13)]
        assert like(around, colour) > 0.03


def test_frames_do_not_change_how_points_are_drawn(crowd):
    trained(crowd)
    sheets = [layer._sheet for layer in (crowd.layer(PointsLayer), crowd.layer(RingsLayer))]
    for step in range(2, 6):
        trained(crowd, step=step)
    assert all(a is b for a, b in zip(sheets, [crowd.layer(k)._sheet for k in (PointsLayer, RingsLayer)], strict=True))


def test_removing_most_points_ends_the_crowd(crowd):
    crowd.document.edit(Remove(crowd.dataset.ids[20:]), "delete")
    assert crowd.layer(PointsLayer).crowding.size == 13
    crowd.undo.undo()
    assert crowd.layer(PointsLayer).crowding.size < 9


def test_a_preview_of_few_points_is_drawn_like_few_points(crowd):
    crowd.canvas.show_preview(Dataset.of([[0, 0], [1, 1]], [1, -1]))
    assert crowd.layer(PreviewLayer).crowding.size == 13
