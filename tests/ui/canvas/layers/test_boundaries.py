"""Boundaries beside that of the run: dashed curves with names, computed in the background."""

from dataclasses import replace
from itertools import combinations
from threading import Event

import numpy as np
import pytest
from PySide6.QtGui import QColor

from kpgui.engine.picture.display import boundary
from kpgui.geometry.palette import DARK, LIGHT, PALETTES
from kpgui.geometry.rings import DASHES, STYLES, NamedBoundary, line_style
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, add
from kpgui.model.expansion import Expansion, Votes
from kpgui.model.session import View
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from tests.ui.canvas.stage import away, show

POINTS = np.array([[-1.0, 1], [1, 1], [-1, -1], [1, -1]])


def named(name, text="linear()", beta=(-1, 1, -1, 1), bias=0.0, style=0, points=POINTS):
    return NamedBoundary(name, kernel(text), np.asarray(points, float), Expansion.of(beta, bias), style)


def traced(stage, qtbot, *boundaries, key="ghosts"):
    """Shows these boundaries, and waits until they are drawn."""
    stage.layer(BoundariesLayer).show_overlay(key, boundaries)
    settle(stage, qtbot)


def settle(stage, qtbot):
    qtbot.waitUntil(lambda: stage.layer(BoundariesLayer).settled, timeout=60_000)


def values(boundary, curve):
    curve = curve[~np.isnan(curve[:, 0])]
    return boundary.expansion.decision(boundary.kernel, boundary.points, curve)


def shift(each, x):
    return replace(each, expansion=Expansion.of(each.expansion.beta, -4 * x))


@pytest.mark.parametrize(
    "text", ["rbf(sigma=0.7)", "poly(degree=3)", "laplacian()", "matern32()", "periodic(period=4)"]
)
def test_the_curve_is_where_f_is_0_by_the_definition(stage, qtbot, text):
    rng = np.random.default_rng(3)
    points, beta = rng.normal(size=(40, 2)), rng.normal(size=40)
    each = named("any", text, beta, 0.05, points=points)
    traced(stage, qtbot, each)
    curve = stage.layer(BoundariesLayer).curve(each.expansion)
    assert len(curve) > 20
    corners = np.array([[-3.0, -2], [3, 2], [-3, 2], [3, -2], [0, 0]])
    size = np.abs(each.expansion.decision(each.kernel, each.points, np.vstack([corners, points]))).max()
    assert np.abs(values(each, curve)).max() < 0.01 * size


def test_the_curve_of_a_vote_is_where_the_vote_turns(stage, qtbot):
    # v₁ = −K(x₀, ·), v₂ = v₁ + K(x₁, ·), v₃ = v₂ + K(x₃, ·): of linear kernels, with 1, 1 and 3 votes
    votes = Votes.voted([-1, 1, 0, 1], 0.0, [0, 1, 3], [-1, 1, 1], [1, 1, 3], biased=False)
    each = NamedBoundary("voted", kernel("linear()"), POINTS, votes, 0)
    traced(stage, qtbot, each)
    curve = stage.layer(BoundariesLayer).curve(votes)
    curve = curve[~np.isnan(curve[:, 0])]
    step = 3 * stage.unit
    around = [curve + np.array([dx, dy]) for dx in (-step, 0, step) for dy in (-step, 0, step)]
    signs = np.array([np.sign(votes.decision(each.kernel, POINTS, places)) for places in around])
    assert len(curve) > 20
    assert (signs.min(axis=0) < signs.max(axis=0)).all()


def test_a_line_is_dashed_and_has_its_name_and_colour_in_both_themes(stage, qtbot):
    each = named("A: linear, step 3")
    for palette in (LIGHT, DARK):
        stage.canvas.set_palette(palette)
        traced(stage, qtbot, each)
        image = stage.canvas.grab().toImage()
        colour = QColor(line_style(palette, 0).colour)
        column = [QColor(image.pixel(stage.at(0, y))) for y in np.linspace(-1.5, 1.5, 300)]
        drawn = [abs(c.lightness() - colour.lightness()) < 40 and c.saturation() > 40 for c in column]
        assert 0.4 < np.mean(drawn) < 0.9
        assert list(stage.layer(BoundariesLayer).names) == ["A: linear, step 3"]


def test_names_do_not_overlap(stage, qtbot):
    traced(stage, qtbot, *(shift(named(f"{k}: linear, step {k}", style=k), k / 50) for k in range(6)))
    boxes = stage.layer(BoundariesLayer).names
    assert len(boxes) == 6
    assert not any(one.intersects(other) for one, other in combinations(boxes.values(), 2))


@pytest.mark.parametrize("sign", [1, -1])
def test_no_name_is_below_the_legend(stage, qtbot, sign):
    stage.document.edit(add(stage.dataset, POINTS, np.array([1, -1, 1, -1])), "points")
    stage.canvas.set_shown(LegendLayer, True)
    legend, layer = stage.layer(LegendLayer), stage.layer(BoundariesLayer)
    qtbot.waitUntil(lambda: legend.settled and not legend.card.isEmpty(), timeout=60_000)
    corner = stage.canvas.mapping.to_plane(legend.card.center().x(), 0)[0]
    each = named("through the corner", "linear()", sign * np.array([-1, 1, -1, 1]), -4 * sign * corner)
    traced(stage, qtbot, each)
    qtbot.waitUntil(lambda: "ghost: a kept moment" in legend.texts, timeout=60_000)
    assert not layer.names["through the corner"].intersects(legend.card)
    stage.canvas.set_view(View(-3, 3, 0, 4))
    settle(stage, qtbot)
    assert not layer.names["through the corner"].intersects(legend.card)


def test_two_users_show_their_own_lists(stage, qtbot):
    layer = stage.layer(BoundariesLayer)
    one, other = named("one"), shift(named("other", style=1), 1)
    traced(stage, qtbot, one, key="ghosts")
    traced(stage, qtbot, other, key="prototypes")
    assert set(layer.names) == {"one", "other"}
    layer.show_overlay("ghosts", ())
    assert set(layer.names) == {"other"}
    assert layer.curve(one.expansion) is None
    layer.show_overlay("prototypes", ())
    assert layer.names == {}


def test_curves_follow_the_view_and_the_last_one_stays_meanwhile(stage, qtbot, monkeypatch):
    go_on = Event()

    def late(*args):
        go_on.wait(5)
        return boundary(*args)

    each = named("circle", "rbf(sigma=1)", (1, 1, 1, 1), -1.45)
    traced(stage, qtbot, each)
    layer = stage.layer(BoundariesLayer)
    before = layer.curve(each.expansion)
    monkeypatch.setattr("kpgui.engine.picture.display.boundary", late)
    show(stage.canvas, View(-1.5, 1.5, -1, 1))
    qtbot.wait(50)
    assert layer.curve(each.expansion) is before
    assert list(layer.names) == ["circle"]
    go_on.set()
    settle(stage, qtbot)
    after = layer.curve(each.expansion)
    assert after is not before
    assert np.abs(after[~np.isnan(after[:, 0])]).max() < 1.6
    assert np.abs(values(each, after)).max() < 1e-3


@pytest.mark.parametrize("view", [View(-2.3, 3.7, -1.7, 2.3), View(-1, 2, -0.9, 1.1)], ids=["pan", "zoom"])
def test_lines_and_names_move_with_the_view_before_their_curves_are_computed_anew(four, qtbot, monkeypatch, view):
    traced(four, qtbot, named("any"))
    go_on = Event()
    monkeypatch.setattr("kpgui.engine.picture.display.boundary", lambda *_: go_on.wait(2) and np.zeros((0, 2)))
    show(four.canvas, view)
    qtbot.wait(120)
    image, colour = four.canvas.grab().toImage(), QColor(line_style(LIGHT, 0).colour)
    go_on.set()
    settle(four, qtbot)

    def drawn(place):
        """Whether the line is within two pixels of a place."""
        around = [QColor(image.pixel(away(four.at(*place), right, 0))) for right in range(-2, 3)]
        return any(abs(each.lightness() - colour.lightness()) < 40 < each.saturation() for each in around)

    heights = np.linspace(-0.7, 0.7, 200)
    assert 0.4 < np.mean([drawn((0, y)) for y in heights]) < 0.9
    assert not any(drawn((0.5, y)) for y in heights)
    assert four.layer(BoundariesLayer).names == {}, "its new curve, which is empty, has arrived since"


def test_a_new_name_or_style_computes_nothing(stage, qtbot):
    each = named("before")
    traced(stage, qtbot, each)
    curve = stage.layer(BoundariesLayer).curve(each.expansion)
    stage.layer(BoundariesLayer).show_overlay("ghosts", [replace(each, name="after", style=3)])
    assert stage.layer(BoundariesLayer).settled
    assert stage.layer(BoundariesLayer).curve(each.expansion) is curve
    assert list(stage.layer(BoundariesLayer).names) == ["after"]


def test_the_emphasised_line_is_thicker(stage, qtbot):
    each = named("any")
    traced(stage, qtbot, each)

    def ink():
        image = stage.canvas.grab().toImage()
        row = [QColor(image.pixel(x, y)).saturation() > 40 for x in range(300, 400) for y in range(100, 300)]
        return sum(row)

    thin = ink()
    stage.layer(BoundariesLayer).emphasise(each.expansion)
    assert ink() > 1.25 * thin
    stage.layer(BoundariesLayer).emphasise(None)
    assert ink() == thin


@pytest.mark.slow
def test_the_legend_says_what_they_are_while_one_is_in_view(stage, qtbot):
    legend = stage.layer(LegendLayer)
    stage.canvas.set_shown(LegendLayer, True)
    traced(stage, qtbot, named("any"))
    qtbot.waitUntil(lambda: "ghost: a kept moment" in legend.texts, timeout=60_000)
    stage.canvas.set_view(View(10, 12, 10, 12))
    settle(stage, qtbot)
    qtbot.waitUntil(lambda: "ghost: a kept moment" not in legend.texts, timeout=60_000)


def test_an_f_too_large_for_this_view_has_no_line(stage, qtbot):
    each = named("large", "poly(degree=9)", (1e300, -1e300, 1e300, 2e300))
    stage.canvas.set_view(View(-1e5, 1e5, -1e5, 1e5))
    traced(stage, qtbot, each)
    assert stage.layer(BoundariesLayer).names == {}
    stage.canvas.set_view(View(-1, 1, -1, 1))
    settle(stage, qtbot)
    assert stage.layer(BoundariesLayer).curve(each.expansion) is not None


def test_points_with_three_coordinates_hide_them(stage, qtbot):
    traced(stage, qtbot, named("any"))
    stage.document.edit(Replace(Dataset.of([[0, 0, 0], [1, 1, 1]], [1, -1])), "three")
    assert not stage.layer(BoundariesLayer).isVisible()


def test_another_session_begins_without_them(stage, qtbot):
    traced(stage, qtbot, named("any"))
    stage.document.opened.emit()
    assert stage.layer(BoundariesLayer).names == {}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_styles_differ_and_the_first_ones_without_colour_too(palette):
    styles = [line_style(palette, k) for k in range(STYLES)]
    assert len(set(styles)) == STYLES
    assert len({style.dash for style in styles[: len(DASHES)]}) == len(DASHES)
