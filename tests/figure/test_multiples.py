"""Small multiples: panels on the same points, view and scale, with one heading and one legend."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.drawing.lettering import Lettering
from kpgui.figure.multiples.grid import Around, GridLayout, natural_columns, natural_height
from kpgui.figure.multiples.multiples import multiples, trained
from kpgui.figure.multiples.painter import PanelPicture, fitted
from kpgui.figure.outputs.png import image_of
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, KpguiError, Token
from kpgui.model.session import Session, View
from kpgui.words.variation import Variation, cases
from tests.figure.conftest import Picture, session_of, xor
from tests.strategies import noisy_moons

LIGHT = PALETTES["light"]


def moons(kernel="rbf(sigma=1)", learner="kernel_perceptron(epochs=20)"):
    dataset = noisy_moons(40)
    return Session(dataset, kernel, learner, view=View.around(dataset.points))


def varied(session, *given, **details):
    chosen = cases(session, tuple(Variation.parse(*each) for each in given))
    return multiples(chosen, trained(chosen), 64, **details)


def heading(figure):
    return [(panel.letter, panel.title) for panel in figure.panels]


def test_each_panel_is_the_scene_of_its_own_run_on_one_scale():
    session = moons()
    figure = varied(session, ("kernel.sigma", "0.1,0.3,2"))
    models = [
        api.train(Session(session.dataset, f"rbf(sigma={s})", session.learner, view=session.view))
        for s in (0.1, 0.3, 2)
    ]
    peak = max(Scene.of(model.session, model, LIGHT, 128).peak for model in models)
    for panel, model in zip(figure.panels, models, strict=True):
        alone = Scene.of(model.session, model, LIGHT, 64, peak)
        np.testing.assert_array_equal(panel.scene.pixels, alone.pixels)
        np.testing.assert_array_equal(panel.scene.boundary, alone.boundary)
        np.testing.assert_array_equal(panel.scene.alpha, alone.alpha)
    assert {panel.scene.view for panel in figure.panels} == {session.view}
    extremes = [abs(panel.scene.pixels.astype(int) - 128).max() for panel in figure.panels]
    assert max(extremes) == 127
    assert min(extremes) < 110  # where f is smaller it looks so


@pytest.mark.parametrize(
    ("given", "title", "panels"),
    [
        ([("kernel.sigma", "0.1,1")], "Kernel perceptron · RBF σ", ["σ = 0.1", "σ = 1"]),
        ([("learner", "svm(C=10),norma")], "RBF σ = 1", ["SVM (SMO) · C = 10", "NORMA"]),
        ([("kernel", "rbf,linear()+rbf(sigma=2)")], "Kernel perceptron", ["RBF σ = 1", "Linear + RBF (σ = 2)"]),
        (
            [("settings", "learner=svm(C=10); run.seed=1, learner=norma; run.seed=2")],
            "RBF σ = 1",
            ["SVM (SMO) · C = 10 · seed = 1", "NORMA · seed = 2"],
        ),
        ([("learner.bias", "true,false")], "Kernel perceptron · RBF σ = 1", ["bias", "no bias"]),
        ([("learner.eta", "1,2")], "Kernel perceptron · RBF σ = 1", ["η = 1", "η = 2"]),
        (
            [("run.order", "dataset,shuffled_once")],
            "Kernel perceptron · RBF σ = 1",
            ["order = dataset", "order = shuffled once"],
        ),
        (
            [("at", "0,7,mistake:1,epoch:2,end")],
            "Kernel perceptron · RBF σ = 1",
            ["at the start", "after 7 steps", "after 1 mistake", "after 2 epochs", "at the end"],
        ),
        (
            [("kernel.sigma", "0.1,1"), ("at", "epoch:1,end")],
            "Kernel perceptron · RBF σ",
            ["σ = 0.1 · after 1 epoch", "σ = 0.1 · at the end", "σ = 1 · after 1 epoch", "σ = 1 · at the end"],
        ),
    ],
)
def test_a_panel_says_what_is_different_in_it_and_the_heading_the_rest(given, title, panels):
    figure = varied(moons(), *given)
    assert figure.title == title
    assert heading(figure) == list(zip("abcdefgh", panels, strict=False))
    assert figure.caption.startswith("n = 40")
    for panel in figure.panels:
        assert not set(figure.caption.split(" · ")) & set(panel.facts)


def test_without_anything_in_common_but_the_points_the_heading_says_that():
    figure = varied(moons(), ("kernel", "rbf,poly"), ("learner", "kernel_perceptron,svm"))
    assert (figure.title, figure.caption) == ("n = 40", "")


def test_the_kernel_is_named_once_if_two_of_its_parts_have_the_same_value():
    figure = varied(moons("rbf(sigma=0.1) + rbf(sigma=0.1)"), ("kernel.1.sigma", "0.1,1"))
    assert figure.title == "Kernel perceptron"
    assert heading(figure) == [("a", "σ = 0.1"), ("b", "σ = 1")]


def test_the_legend_has_what_any_of_the_panels_has():
    whole = varied(xor(), ("at", "0,2,end")).whole
    assert (whole.alpha > 0).any()
    assert len(whole.boundary)
    assert len(whole.dataset) == 4


def test_the_legend_tells_the_sizes_of_the_rings_of_all_panels():
    session = moons()
    figure = varied(session, ("at", "0,epoch:1,end"))
    most = max(api.train(session).alpha)
    assert most > 1
    assert figure.whole.rings == f"support vector, α = 1 to {most}"
    mixed = varied(session, ("learner", "kernel_perceptron,forgetron(budget=5)"))
    assert mixed.whole.rings.endswith(" mistakes")


def test_a_place_that_the_run_does_not_reach_is_its_end():
    assert heading(varied(xor(), ("at", "epoch:2,epoch:3,mistake:4,mistake:5"))) == [
        ("a", "after 2 epochs"),
        ("b", "at the end"),
        ("c", "after 4 mistakes"),
        ("d", "at the end"),
    ]


def test_progress_is_told_and_both_halves_can_be_cancelled():
    chosen = cases(xor(), (Variation("at", ("0", "2", "end", "1")),))
    shares = []
    models = trained(chosen, Token(progress=shares.append))
    multiples(chosen, models, 64, token=Token(progress=shares.append))
    assert shares == [0, 0.25, 0.5, 0.75] * 2
    with pytest.raises(Cancelled):
        trained(chosen, Token(lambda: True))
    with pytest.raises(Cancelled):
        multiples(chosen, models, 64, token=Token(lambda: True))


def test_points_that_are_not_in_the_plane_have_no_panels():
    with pytest.raises(KpguiError, match="Only points with 2 coordinates can be drawn; these have 3"):
        varied(session_of([[1, 2, 3]], [1]), ("kernel.sigma", "1,2"))


views = st.builds(
    lambda x, y, w, h: View(x, x + w, y, y + h), *[st.floats(-100, 100)] * 2, *[st.floats(0.01, 1000)] * 2
)


styles = st.builds(
    Style, axes=st.booleans(), ticks=st.booleans(), counters=st.booleans(), font_size=st.sampled_from([0, 9, 30])
)


@given(
    views, st.integers(1, 36), st.integers(0, 8), st.floats(60, 3000), st.floats(60, 3000), st.integers(0, 3), styles
)
def test_plots_are_of_one_size_in_rows_and_columns_and_on_the_page(view, count, columns, width, height, lines, style):
    grid = GridLayout.of(view, count, min(columns, count), width, height, Around(style, heading=40, legend_lines=lines))
    plots = [panel.plot for panel in grid.panels]
    assert len(plots) == count
    assert len({(round(plot.width, 6), round(plot.height, 6)) for plot in plots}) == 1
    across = sorted({round(plot.left, 6) for plot in plots})
    down = sorted({round(plot.top, 6) for plot in plots})
    assert len(across) == (min(columns, count) or len(across))
    assert len(down) == -(-count // len(across))
    for number, plot in enumerate(plots):
        assert round(plot.left, 6) == across[number % len(across)]
        assert round(plot.top, 6) == down[number // len(across)]
    if plots[0].width > 3 and plots[0].height > 3:
        assert grid.whole.y_title >= 0 or not grid.whole.y_name
        assert plots[len(across) - 1].right <= width
        assert grid.whole.top >= 0
        assert grid.whole.legend_top + 10 * lines * grid.whole.unit <= height
    shape = (view.xmax - view.xmin) / (view.ymax - view.ymin)
    if 0.25 <= shape <= 4:
        assert plots[0].width / plots[0].height == pytest.approx(shape)


@given(views, st.integers(1, 36), st.floats(200, 2000))
def test_a_figure_of_its_natural_height_has_nothing_to_spare(view, count, width):
    columns = natural_columns(count)
    height = natural_height(view, count, columns, width, Around(heading=40, legend_lines=1))
    grid = GridLayout.of(view, count, columns, width, height, Around(heading=40, legend_lines=1))
    taller = GridLayout.of(view, count, columns, width, 2 * height, Around(heading=40, legend_lines=1))
    assert grid.panels[0].plot.width == pytest.approx(taller.panels[0].plot.width, rel=0.2)
    assert grid.whole.top <= 0.02 * height + 16


def test_labels_stand_at_the_first_of_a_row_and_under_the_last_of_a_column():
    panels = GridLayout.of(View(), 5, 3, 600, 400, Around()).panels
    assert [bool(panel.y_name and any(panel.up.labels)) for panel in panels] == [True, False, False, True, False]
    assert [bool(panel.x_name and any(panel.across.labels)) for panel in panels] == [False, False, True, True, True]
    assert len({panel.across.values for panel in panels}) == len({panel.up.values for panel in panels}) == 1


def test_a_panel_has_the_colours_of_a_single_picture_at_every_place():
    figure = varied(xor(), ("at", "2,end"))
    picture = PanelPicture.of(figure, Style(width=1000, dpi=120))
    image = Pixels(image_of(picture.size, picture.style, picture.draw), 120)
    grid = fitted(figure, picture.style, *(72 * side / 120 for side in picture.size)).grid
    places = np.random.default_rng(0).uniform((-2.9, -1.9), (2.9, 1.9), (400, 2))
    for panel, layout in zip(figure.panels, grid.panels, strict=True):
        alone = Picture(panel.scene, (840, 600), 120)
        single = Pixels(alone.image, 120).at(alone.parts.layout.place(places))
        apart = np.abs(image.at(layout.place(places)) - single).max(axis=1)
        assert np.mean(apart <= 3) > 0.9  # lines and marks are larger in the small plot
    one, other = (image.at(layout.place(places)) for layout in grid.panels)
    assert np.mean(np.abs(one - other).max(axis=1) <= 3) < 0.5


class Pixels:
    """Red, green and blue of an image at places in points."""

    def __init__(self, image, dpi):
        flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
        self.array, self.scale = flat[:, : image.width(), 2::-1].astype(int), dpi / 72

    def at(self, places):
        across, down = (places * self.scale).astype(int).T
        return self.array[down, across]


@pytest.mark.parametrize("size", [(1200, 500), (500, 500), (330, 900)])
def test_every_panel_says_the_same_numbers_above_its_plot_on_as_many_lines_as_they_need(size, monkeypatch):
    dataset = noisy_moons(60, noise=0.15)
    dataset = Dataset.of(dataset.points, dataset.labels, np.arange(60) % 9 == 0)
    session = Session(dataset, "rbf", "kernel_perceptron(epochs=100)", view=View.around(dataset.points))
    figure = varied(session, ("kernel.sigma", "0.3,1,3,4"))
    style = Style(width=size[0], height=size[1], dpi=100)
    drawn = []
    monkeypatch.setattr(Lettering, "draw", lambda *given, **_: drawn.append(given[2:5]))
    picture = PanelPicture.of(figure, style)
    image_of(picture.size, style, picture.draw)
    plots = [panel.plot for panel in fitted(figure, style, size[0] * 0.72, size[1] * 0.72).grid.panels]
    for plot, panel in zip(plots, figure.panels, strict=True):
        above = [plot_above(plots, x, baseline) == plot and text for text, x, baseline in drawn]
        said = " ".join(filter(None, above)).replace("\N{NO-BREAK SPACE}", " ")
        assert all(fact in said for fact in panel.facts)
        assert [name in said for name in ("mistakes", "epochs", "training error", "held-out error")] == [True] * 4
    assert not any("…" in text for text, *_ in drawn)


def plot_above(plots, x, baseline):
    """The plot above which a text begins."""
    below = [plot for plot in plots if plot.left - 1 <= x < plot.right and baseline < plot.top]
    return min(below, key=lambda plot: plot.top, default=None)
