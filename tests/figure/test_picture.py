"""What is in the picture, and where."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

import kpgui
from kpgui.drawing.lettering import Lettering
from kpgui.figure.legend import draw_legend
from kpgui.figure.painter import parts_of
from kpgui.figure.plot import Marks
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES, rgb
from kpgui.geometry.rings import NamedBoundary, level, line_style
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from tests.figure.conftest import Picture, colour, scene_of, session_of, xor

themes = pytest.mark.parametrize("theme", PALETTES)


def line(x_of_boundary=0.0):
    """Two points that a linear kernel with a bias tells apart at x = x_of_boundary."""
    points = [[x_of_boundary - 1, 0], [x_of_boundary + 1, 0]]
    return session_of(points, [-1, 1], "linear()", "kernel_perceptron(bias=true)")


@themes
def test_points_have_the_colour_of_their_class(theme):
    picture, palette = Picture(scene_of(xor(), theme)), PALETTES[theme]
    assert picture.at(1, 1) == picture.at(-1, -1) == colour(palette, "positive")
    assert picture.at(-1, 1) == picture.at(1, -1) == colour(palette, "negative")


@themes
def test_held_out_points_are_hollow(theme):
    session = session_of([[-1, 0], [1, 0], [0, 1], [0, -1]], [-1, 1, 1, -1], held_out=[False, False, True, True])
    picture, palette = Picture(scene_of(session, theme)), PALETTES[theme]
    assert picture.at(0, 1) == picture.at(0, -1) == colour(palette, "canvas")
    assert picture.at(1, 0) == colour(palette, "positive")


@themes
def test_the_boundary_is_where_f_is_zero(theme):
    scene = scene_of(xor(), theme)
    picture = Picture(scene)
    for place in ((0, 1.5), (0, -1.5), (2, 0), (-2, 0)):
        assert picture.at(*place) == colour(scene.palette, "boundary")


def test_a_field_with_a_slope_puts_its_boundary_beside_the_origin():
    # -1 is mistaken first, then +1: f(x, y) = 2x + 0.
    scene = scene_of(line())
    assert np.nanmax(np.abs(scene.boundary[:, 0])) < 1e-12
    picture = Picture(scene)
    assert picture.at(0, 0.5) == colour(scene.palette, "boundary")
    assert picture.at(-0.2, 0.5)[2] > picture.at(-0.2, 0.5)[0], "blue on the left"
    assert picture.at(0.2, 0.5)[0] > picture.at(0.2, 0.5)[2], "orange on the right"


def test_the_field_is_the_right_way_up():
    scene = scene_of(session_of([[0, 1], [0, -1]], [1, -1], "linear()"))
    picture = Picture(scene)
    above, below = picture.at(0.3, 0.9), picture.at(0.3, -0.9)
    assert above[0] > above[2]
    assert below[2] > below[0]


def test_margins_are_dashed():
    scene = scene_of(xor())
    picture = Picture(scene)
    curve = scene.positive_margin[np.argsort(np.abs(scene.positive_margin[:, 0] - 1.5))[0]]
    near = [picture.at(curve[0] + shift, 1 / (2 * (curve[0] + shift)) * 0.25) for shift in np.linspace(-0.4, 0.4, 60)]
    margin = np.array(colour(scene.palette, "margin"))
    dark = np.array([np.abs(np.array(pixel) - margin).sum() < 60 for pixel in near])
    assert dark.any()
    assert not dark.all()


def test_rings_grow_with_alpha_and_stay_bounded():
    marks = Marks(PALETTES["light"], 4)
    widths = [marks.ring_size(level(alpha)).width for alpha in (1, 2, 4, 16, 64, 1000, 10**9)]
    assert widths == sorted(widths)
    assert widths[0] < widths[1] < widths[2] < widths[3]
    assert widths[-1] == widths[-2] <= 4


@themes
def test_few_support_vectors_in_a_crowd_lie_on_the_boundary_and_many_below_it(theme):
    points = np.random.default_rng(1).uniform((-2, -1.5), (2, 1.5), (1500, 2))
    points[0] = 0, 0
    plain = scene_of(session_of(points, np.where(points[:, 0] > 0, 1, -1)), theme, steps=0)
    boundary = np.array([[-2.0, 0], [2, 0]])
    for number, colour_there in ((1, "negative"), (250, "negative"), (1000, "boundary")):
        scene = replace(plain, alpha=(np.arange(1500) < number).astype(float), boundary=boundary)
        picture = Picture(scene)
        assert picture.at(0, 0) == colour(scene.palette, colour_there)
        assert (picture.parts.marks.strength < 1) == (number > 300)


def test_only_support_vectors_are_ringed():
    session = session_of([[0, 0], [0.1, 0], [3, 3]], [1, 1, 1], "rbf(sigma=2)")
    scene = scene_of(session)
    assert scene.alpha.tolist() == [1, 0, 0]


def test_many_points_get_smaller_marks_but_not_in_the_legend():
    def radius(n):
        points = np.column_stack([np.linspace(0, 1, n), np.zeros(n)])
        parts = Picture(scene_of(session_of(points, np.ones(n), learner="kernel_perceptron(epochs=1)"))).parts
        return parts.marks.radius, parts.legend[0][0].width / 2

    few, many = radius(10), radius(3000)
    assert few[0] == few[1]
    assert many[0] < 0.5 * few[0]
    assert many[1] > 0.6 * few[1]


def test_a_crowd_that_is_out_of_view_makes_no_mark_smaller():
    points = np.column_stack([np.linspace(0, 1, 3000), np.zeros(3000)])
    once = "kernel_perceptron(epochs=1)"
    near = session_of(points, np.ones(3000), learner=once, view=View(-0.01, 0.01, -0.01, 0.01))
    every, few = session_of(points, np.ones(3000), learner=once), session_of([[0, 0], [1, 1]], [1, -1])
    marks = [Picture(scene_of(session)).parts.marks for session in (near, few, every)]
    assert marks[0] == marks[1]
    assert marks[2].radius < marks[0].radius
    assert marks[2].strength == marks[0].strength == 1, "one support vector is no crowd"


def test_the_boundary_is_drawn_over_a_crowd():
    points = np.column_stack([np.linspace(-1, 1, 400), np.zeros(400)])
    scene = scene_of(session_of(points, np.where(points[:, 0] > 0, 1, -1), "linear()"))
    assert Picture(scene).at(0, 0) == colour(scene.palette, "boundary")


def test_the_same_scene_gives_the_same_bytes():
    first, second = Picture(scene_of(xor())), Picture(scene_of(xor()))
    assert np.array_equal(first.array, second.array)


@themes
@pytest.mark.parametrize("size", [(840, 600), (1600, 1200), (320, 700), (900, 200), (64, 64)])
def test_nothing_is_cut_off_at_the_paper_s_edge(theme, size):
    session = session_of(
        [[-1e5, 1e-7], [2e5, -1e-7], [0, 0]],
        [1, -1, 1],
        "0.25*rbf(sigma=100000) + 0.5*poly(degree=3, c=1) * (linear() + rbf(sigma=3))**3 + 2*rbf(sigma=7)",
        "kernel_perceptron(bias=true, eta=0.125, epochs=3)",
        held_out=[False, False, True],
    )
    picture = Picture(scene_of(session, theme), size)
    paper = np.array(rgb(PALETTES[theme].canvas))
    for edge in (picture.array[0], picture.array[-1], picture.array[:, 0], picture.array[:, -1]):
        assert (edge == paper).all()


def test_the_legend_is_under_the_plot_and_inside_the_paper():
    picture = Picture(scene_of(xor()), (840, 600), 120)
    layout = picture.parts.layout
    below = int((layout.plot.bottom + 30 * layout.unit) * picture.scale)
    inked = (picture.array[below:] != np.array(rgb(picture.scene.palette.canvas))).any(axis=2)
    assert inked.any()
    texts = [entry.text for entries in picture.parts.legend for entry in entries]
    assert texts == ["class +1", "class −1", "support vector, α = 1", "boundary: f = 0", "margins: f = ±1"]


def test_the_legend_explains_only_what_there_is():
    picture = Picture(scene_of(xor(), steps=0))
    assert [entry.text for entries in picture.parts.legend for entry in entries] == ["class +1", "class −1"]


def test_units_are_equally_long_on_both_axes():
    layout = Picture(scene_of(xor()), (1000, 500)).parts.layout
    assert layout.plot.width / 6 == pytest.approx(layout.plot.height / 4)


def test_a_very_long_view_fills_the_plot_instead():
    layout = Picture(scene_of(session_of([[0, 0], [1000, 1]], [1, -1]))).parts.layout
    assert layout.plot == layout.area


def test_what_is_switched_off_is_neither_drawn_nor_explained():
    whole = scene_of(xor())
    texts = [entry.text for line in Picture(whole).parts.legend for entry in line]
    assert any(text.startswith("margins") for text in texts)
    assert any(text.startswith("support vector") for text in texts)
    bare = Picture(whole, field="none", margins="none", rings=False)
    assert [entry.text for line in bare.parts.legend for entry in line] == ["class +1", "class −1", "boundary: f = 0"]
    assert bare.at(0.5, 0.5) == colour(whole.palette, "canvas")
    assert bare.at(0, 1.5) == colour(whole.palette, "boundary")
    assert bare.at(1, 1) == colour(whole.palette, "positive")


@themes
@pytest.mark.parametrize("learner", ["forgetron(budget=2, epochs=3)", "random_budget_perceptron(budget=2, epochs=3)"])
def test_points_that_were_forgotten_are_faded_and_explained(theme, learner):
    points = np.random.default_rng(3).uniform(-1, 1, (9, 2)).round(1)
    session = session_of(points, [1, -1, -1, 1, 1, 1, -1, 1, -1], "rbf(sigma=0.4)", learner)
    picture, palette = Picture(scene_of(session, theme)), PALETTES[theme]
    log = kpgui.fit(points, session.dataset.labels, kernel=session.kernel, learner=learner, seed=session.seed)
    gone = {int(i) for i in log.updates.point} - set(log.support.tolist())
    assert gone
    for i, (x, y) in enumerate(points):
        faded = picture.at(x, y) != colour(palette, "positive" if session.dataset.labels[i] > 0 else "negative")
        assert faded == (i in gone)
    assert "forgotten" in [entry.text for line in picture.parts.legend for entry in line]
    bare = Picture(scene_of(session, theme), rings=False)
    assert "forgotten" not in [entry.text for line in bare.parts.legend for entry in line]


@themes
def test_points_said_to_be_wrong_wear_a_diamond_and_are_explained(theme):
    plain = scene_of(xor(), theme)
    marked = plain.marked(np.array([True, False, False, False]))
    picture, before = Picture(marked, wrong=True), Picture(plain, wrong=True)
    x, y = plain.dataset.points[0]
    assert [entry.text for line in picture.parts.legend for entry in line][-1] == "on the wrong side"
    assert "on the wrong side" not in [entry.text for line in before.parts.legend for entry in line]
    danger = np.array(colour(plain.palette, "danger"))

    def has_danger(picture, x, y):
        across, down = (picture.parts.layout.place(np.array([[x, y]]))[0] * picture.scale).astype(int)
        around = picture.array[down - 25 : down + 25, across - 25 : across + 25]
        return bool((np.abs(around - danger).max(axis=2) < 12).any())

    assert has_danger(picture, x, y)
    assert not has_danger(before, x, y)
    assert not has_danger(picture, *plain.dataset.points[1])


def upright(x, style=0, name="upright"):
    """The line at this x, as a boundary beside that of the run."""
    points = np.array([[-1.0, 0], [1, 0]])
    return NamedBoundary(name, kernel("linear()"), points, Expansion.of([-1, 1], -2 * x), style)


def dashes(picture, x, style):
    """The share of the line at x that has the colour of a style."""
    wanted = np.array(rgb(line_style(picture.scene.palette, style).colour))
    column = np.array([picture.at(x, y) for y in np.linspace(-1.4, 1.4, 400)])
    return float((np.abs(column - wanted).sum(axis=1) < 90).mean())


@pytest.mark.slow
@themes
def test_boundaries_beside_that_of_the_run_are_dashed_and_named(theme):
    scene = scene_of(xor(), theme)
    picture = Picture(scene.compared([upright(-0.5, 0, "A"), upright(0.5, 3, "B")], 300))
    assert 0.4 < dashes(picture, -0.5, 0) < 0.85
    assert 0.4 < dashes(picture, 0.5, 3) < 0.9
    assert dashes(picture, 1.3, 0) == 0
    unnamed = Picture(scene.compared([upright(-0.5, 0, ""), upright(0.5, 3, "")], 300))
    assert (unnamed.array != picture.array).any()


def test_a_boundary_too_large_to_compute_is_left_out():
    scene = scene_of(xor())
    huge = NamedBoundary("huge", kernel("poly(degree=9)"), 1e30 * np.ones((1, 2)), Expansion.of([1e60], 0.0), 0)
    assert [each.name for each in scene.compared([huge, upright(0)], 100).beside] == ["upright"]


@pytest.mark.parametrize("font_size", [0, 8, 12, 18, 24])
@pytest.mark.parametrize(
    "size", [(500, 350), (300, 200), (150, 150), (150, 100), (120, 600), (600, 120), (60, 60)], ids=str
)
def test_the_legend_is_whole_on_paper_of_any_shape(size, font_size, monkeypatch):
    written = []
    monkeypatch.setattr(Lettering, "elided", lambda self, text, room: written.append((self, text, room)) or text)
    style, scene = Style(font_size=font_size, wrong=True), scene_of(xor()).marked(np.arange(4) == 0)
    picture = QImage(*size, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    parts = parts_of(scene, style, *size)
    written.clear()
    draw_legend(painter, scene.styled(style), parts.layout, parts.legend)
    painter.end()
    assert [text for __, text, __ in written] == [
        "class +1", "class −1", "support vector, α = 1", "boundary: f = 0", "margins: f = ±1",
        "on the wrong side",
    ]  # fmt: skip
    assert all(each.width(text) <= Lettering.room(room) for each, text, room in written)
    assert parts.layout.legend_top + len(parts.legend) * parts.layout.letterings.label.line <= size[1]
