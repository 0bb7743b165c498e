"""Feature space as a reading, against f by the definition."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui import api
from kpgui.analysis.gram import MOST_POINTS
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED
from kpgui.model.expansion import MAPS
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.space.features import basis
from kpgui.ui.instruments.space.reading import SCORE, Space, W, rows_shown
from kpgui.ui.instruments.space.words import caption, sentence
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of


def xor(n=60, seed=0):
    rng = np.random.default_rng(seed)
    centres = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
    points = np.repeat(centres, n // 4, axis=0) + 0.3 * rng.normal(size=(n, 2))
    return Dataset.of(points, np.sign(points[:, 0] * points[:, 1]), np.arange(n) % 7 == 3)


def read(session, axes=(), steps=3000):
    """The value for a session trained so long, computed as the panel does it; also f by the definition."""
    moment = moment_of(session, steps)
    value = Space(axes).read(moment, Focus())
    if value.pending is not None:
        rows = rows_shown(session.dataset, named=False)
        value = Space(axes, basis(value.pending, rows, UNWATCHED)).read(moment, Focus())
    index = session.dataset.index_of(value.ids)
    return value, moment.frame.expansion.decision(
        kernel(session.kernel), session.dataset.points, session.dataset.points
    )[index]


def side(value):
    """The signed distance of each point from the plane that is drawn."""
    return value.places @ value.normal + value.offset


def test_the_plane_of_two_features_is_the_line_on_the_canvas():
    value, f = read(Session(noisy_moons(60), "linear()", "svm()"))
    assert value.axes == ("x", "y")
    assert value.dimensions == 2
    assert value.exact
    assert value.places[:, :2].tolist() == noisy_moons(60).points.tolist()
    assert value.size * side(value) == pytest.approx(f)
    assert value.margin * value.size == pytest.approx(1)
    assert value.flat.tolist() == noisy_moons(60).points.tolist()


def test_xor_is_seen_on_the_second_powers():
    dataset = xor()
    value, _f = read(Session(dataset, "poly(degree=2)", "kernel_perceptron()"))
    x, y = dataset.points.T
    assert value.axes == ("x²", "√2·xy", "y²")
    assert value.places == pytest.approx(np.column_stack([x * x, np.sqrt(2) * x * y, y * y]))
    assert value.right == value.count == 60
    assert abs(value.normal[1]) > 0.95  # the sign of xy is what tells the classes apart
    assert (np.sign(side(value)) == dataset.labels).mean() > 0.95
    assert value.share > 0.95
    assert not value.exact
    assert value.held_out.tolist() == dataset.held_out.tolist()
    assert "6 features; a plane in them is the curve on the canvas. 60 of 60 points are on their side." in sentence(
        value
    )


def test_what_is_left_out_counts_with_its_mean():
    value, f = read(Session(xor(), "poly(degree=3)", "kernel_perceptron()"), ("x³", "y³"))
    rest = f - value.size * side(value)
    assert rest.mean() == pytest.approx(0, abs=1e-9)
    assert value.astray == np.count_nonzero((side(value) > 0) != (f > 0)) > 0
    assert f"So {value.astray} point" in caption(value)


@pytest.mark.parametrize("text", ["poly(degree=2)", "poly(degree=3)", "rbf(sigma=0.6)", "rbf + 0.5*linear()"])
def test_along_w_is_the_distance_to_the_plane(text):
    session = Session(xor(), text, "svm()")
    names = read(session)[0].names
    value, f = read(session, (names[0], W))
    points, model = session.dataset.points, api.train(session)
    K = kernel(text).gram(points, points)
    size = np.sqrt(model.beta @ K @ model.beta)
    assert value.exact
    assert value.places[:, 1] == pytest.approx(f / size)
    assert value.normal.tolist() == [0, 1, 0]
    assert value.offset == 0
    assert value.margin == pytest.approx(1 / size)
    assert "nothing is left out" in caption(value)


@pytest.mark.parametrize("key", ["quadratic", "full_quadratic", "squares"])
def test_a_map_of_the_perceptron_is_its_own_features(key):
    dataset = noisy_moons(50)
    session = Session(dataset, "linear()", f"perceptron(map='{key}', bias=True)")
    model, phi = api.train(session), MAPS[key].phi(dataset.points)
    value, __ = read(session, (), 10**6)
    whole = Space((value.names[0], W)).read(moment_of(session, 10**6), Focus())
    f = phi @ model.details["w"] + model.bias
    varied = phi.std(axis=0) > 0
    assert whole.places[:, 1] == pytest.approx(f / np.linalg.norm(model.details["w"][varied]))
    assert value.wrong.tolist() == (dataset.labels * f <= 0).tolist()
    assert value.exact == (len(value.names) == 4)


def test_the_axes_of_any_other_kernel_are_those_of_its_gram_matrix():
    dataset = xor()
    value, _f = read(Session(dataset, "rbf(sigma=0.6)", "svm()"))
    K = kernel("rbf(sigma=0.6)").gram(dataset.points, dataset.points)
    values, vectors = np.linalg.eigh(K)
    assert np.abs(value.places) == pytest.approx(np.abs(vectors[:, :-4:-1] * np.sqrt(values[:-4:-1])))
    assert value.share == pytest.approx(values[-3:].sum() / np.trace(K))
    beta = api.train(Session(dataset, "rbf(sigma=0.6)", "svm()")).beta
    assert value.size * value.normal == pytest.approx(value.places.T @ beta)
    assert f"φ₁, φ₂, φ₃ hold {100 * value.share:.3g} % of the kernel's trace" in sentence(value)
    assert "exact only with the axis w" in caption(value)


def test_a_kernel_of_three_dimensions_is_seen_whole_from_its_gram_matrix():
    value, f = read(Session(xor(), "poly(degree=2, c=0) + 0*linear()", "svm()"))
    assert value.share == pytest.approx(1)
    assert value.exact
    assert value.size * side(value) == pytest.approx(f)


def test_a_vote_has_points_and_no_plane():
    for text in ("poly(degree=2)", "rbf()"):
        value, __ = read(Session(xor(), text, "voted_perceptron()"))
        assert len(value.ids) == 60
        assert not value.normal.any()
        assert W not in value.names
        assert "their vote is none" in sentence(value)


def test_before_the_first_step_there_are_points_and_no_plane():
    value, __ = read(Session(xor(), "poly(degree=2)", "kernel_perceptron()"), (), 0)
    assert value.axes == ("x²", "√2·xy", "y²")
    assert not value.wrong.any()
    assert "w = 0 so far" in sentence(value)
    assert caption(value) == ""


def test_points_on_a_line_are_a_parabola():
    x = np.linspace(-2, 2, 31)
    dataset = Dataset.of(np.column_stack([x, 0 * x]), np.where(np.abs(x) > 1.01, 1, -1))
    value, f = read(Session(dataset, "poly(degree=2)", "svm(C=1000)"))
    assert value.axes == ("x", "x²")
    assert value.places[:, :2] == pytest.approx(np.column_stack([x, x * x]))
    assert value.exact
    assert value.size * side(value) == pytest.approx(f)
    assert value.right == 31
    assert "points on a line" in sentence(value)


def test_a_step_says_what_it_added_to_w():
    session = Session(xor(), "poly(degree=2)", "kernel_perceptron()")
    moment = moment_of(session, 1)
    assert Space().read(moment, Focus()).added is None  # too fast to be explained
    explained = replace(moment, frame=replace(moment.frame, explanation=object()))
    value = Space().read(explained, Focus())
    assert value.added == pytest.approx(value.size * value.normal)  # w was 0


def test_many_points_are_thinned_out_and_their_number_is_said():
    rng = np.random.default_rng(0)
    dataset = Dataset.of(rng.normal(size=(5000, 2)), np.where(np.arange(5000) % 5, -1, 1))
    value, __ = read(Session(dataset, "poly(degree=2)", "kernel_perceptron(epochs=1)"), (), 200)
    assert len(value.ids) == MOST_POINTS
    assert np.count_nonzero(value.labels > 0) == MOST_POINTS // 5
    assert value.count == 5000
    assert "1 000 of 5 000 points" in caption(value).replace("\N{NARROW NO-BREAK SPACE}", " ")
    value, __ = read(Session(dataset, "rbf(sigma=0.6)", "kernel_perceptron(epochs=1)"), (), 200)
    assert 0 < len(value.ids) < MOST_POINTS
    assert value.names[-1] == SCORE  # w of all points has no known length on some of them


def test_its_numbers_are_all_coordinates_and_f():
    session = Session(xor(), "poly(degree=2)", "svm()")
    moment = moment_of(session, 3000)
    table = Space(("x²", W)).table(moment, Focus())
    assert table.names == ("point", "label", "x²", "√2·xy", "y²", "√2·x", "√2·y", "f")
    points = session.dataset.points
    assert table.columns[0].tolist() == list(range(1, 61))
    assert table.columns[3] == pytest.approx(np.sqrt(2) * points[:, 0] * points[:, 1])
    f = moment.frame.expansion.decision(kernel("poly(2)"), points, points)
    assert table.columns[-1] == pytest.approx(f)
    vote = moment_of(Session(xor(), "poly(degree=2)", "voted_perceptron()"), 100)
    assert Space().table(vote, Focus()).names[-1] == "√2·y"


def test_axes_that_another_kernel_does_not_have_are_chosen_anew():
    value, __ = read(Session(xor(), "linear()", "svm()"), ("x²", "y²"))
    assert value.axes == ("x", "y")
