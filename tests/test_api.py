"""The public Python API, as scripts use it."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from threadpoolctl import threadpool_limits

import kpgui
from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, KpguiError, Token
from kpgui.model.stopping import StoppingPoint
from tests.strategies import noisy_moons


def test_a_model_decides_by_its_expansion():
    dataset = noisy_moons(120)
    model = kpgui.fit(dataset.points, dataset.labels, kernel="rbf(sigma=0.5)", learner="kernel_perceptron(epochs=20)")
    Z = np.random.default_rng(0).normal(size=(300, 2))
    f = rbf_kernel(Z, dataset.points, gamma=2) @ (model.alpha * dataset.labels)
    np.testing.assert_allclose(model.decision(Z), f, atol=1e-9)
    assert model.predict(Z).tolist() == np.sign(f).astype(int).tolist()
    assert model.support.tolist() == np.flatnonzero(model.alpha).tolist()
    assert model.mistakes == model.mistakes_per_epoch.sum() == model.alpha.sum() == len(model.updates)
    assert model.training_error == (model.predict(dataset.points) != dataset.labels).mean()
    assert np.isnan(model.held_out_error)
    assert model.details == {}


def test_the_field_has_row_0_at_ymin_and_pixel_centres():
    model = kpgui.fit([[1, 2], [-1, -2]], [1, -1], kernel="linear()")
    field = model.field((0, 4, 0, 2), (4, 2))
    centres = [[(x + 0.5, y + 0.5) for x in range(4)] for y in range(2)]
    assert field.shape == (2, 4)
    for row in range(2):
        np.testing.assert_allclose(field[row], model.decision(centres[row]), rtol=1e-12)


@pytest.mark.parametrize(
    ("rectangle", "size"),
    [((0, 0, 0, 1), (4, 4)), ((0, 1, 1, 0), (4, 4)), ((0, 1, 0, 1), (0, 4)), ((0, float("nan"), 0, 1), (4, 4))],
)
def test_a_field_without_an_area_is_refused(rectangle, size):
    model = kpgui.fit([[1, 2]], [1])
    with pytest.raises(KpguiError, match="A field needs"):
        model.field(rectangle, size)


@pytest.mark.parametrize(("rectangle", "size"), [((0, 1, 0), (4, 4)), ((0, 1, 0, 1, 2), (4, 4)), ((0, 1, 0, 1), (4,))])
def test_a_rectangle_has_four_edges_and_a_size_two_numbers(rectangle, size):
    with pytest.raises(KpguiError, match=r"\(xmin, xmax, ymin, ymax\) and a size \(nx, ny\)"):
        kpgui.fit([[1, 2]], [1]).field(rectangle, size)


def test_a_field_is_of_two_dimensional_points():
    with pytest.raises(KpguiError, match="2 coordinates; these have 3"):
        kpgui.fit([[1, 2, 3]], [1]).field((0, 1, 0, 1), (4, 4))


def test_points_of_another_dimension_are_refused():
    model = kpgui.fit([[1, 2]], [1])
    with pytest.raises(KpguiError, match=r"shape \(m, 2\)"):
        model.decision([[1, 2, 3]])
    with pytest.raises(KpguiError, match="one label a point"):
        kpgui.fit([[1, 2]], [1, 1])
    with pytest.raises(KpguiError, match="order"):
        kpgui.fit([[1, 2]], [1], order="sorted")
    with pytest.raises(KpguiError, match="seed"):
        kpgui.fit([[1, 2]], [1], seed=-1)


def test_a_kernel_object_may_be_given_as_well_as_its_text():
    points, labels = [[1, 2], [-1, -2]], [1, -1]
    spec = kpgui.kernel("rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)")
    assert (
        kpgui.fit(points, labels, kernel=spec).beta.tolist()
        == kpgui.fit(points, labels, kernel=str(spec)).beta.tolist()
    )


def test_updates_have_the_columns_of_the_contract():
    model = kpgui.fit([[1, 0], [-1, 0]], [1, -1], kernel="rbf(sigma=1)")
    for column in ("step", "point", "delta", "bias_delta", "scale", "kind", "score"):
        assert isinstance(model.updates[column], np.ndarray)
        assert getattr(model.updates, column) is model.updates[column]
    assert model.updates.step.tolist() == [0, 1]
    assert model.updates.delta.tolist() == [1, -1]
    assert json.dumps(model.updates.as_lists())
    with pytest.raises(KeyError):
        model.updates["nonsense"]


def test_a_session_that_is_saved_loads_as_it_was(tmp_path):
    session = kpgui.Session(noisy_moons(30), "rbf(sigma=0.30000000000000004)", "kernel_perceptron(eta=0.1)", seed=3)
    kpgui.save(session, tmp_path / "moons.kpgui")
    loaded = kpgui.load(tmp_path / "moons.kpgui")
    assert loaded.dataset == session.dataset
    assert (loaded.kernel, loaded.seed) == (session.kernel, 3)
    assert loaded.dataset.points.tobytes() == session.dataset.points.tobytes()


def test_a_file_with_an_unknown_kernel_is_named(tmp_path):
    path = tmp_path / "odd.kpgui"
    kpgui.save(kpgui.Session(kernel="rfb(sigma=1)"), path)
    with pytest.raises(KpguiError, match=r"odd\.kpgui.*the nearest name is 'rbf'"):
        kpgui.load(path)


def test_an_analysis_bounds_the_mistakes_that_a_perceptron_makes():
    session = kpgui.Session(Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1]), "poly(degree=2, c=1)")
    found, trial = kpgui.analyse(session)
    assert found.margin.bound == pytest.approx(4.5)
    assert (trial.mistakes, trial.converged, trial.cycle) == (4, True, None)
    on_map, trial = kpgui.analyse(replace(session, learner="perceptron(map='quadratic')"), bias=True)
    np.testing.assert_allclose(
        on_map.features @ on_map.features.T, on_map.kernel.gram(session.dataset.points, session.dataset.points) + 1
    )
    assert trial.mistakes == kpgui.train(replace(session, learner="perceptron(map='quadratic', bias=true)")).mistakes


@pytest.mark.slow
def test_an_analysis_can_be_given_up_at_any_moment():
    session = kpgui.Session(noisy_moons(300, noise=0.4), "rbf(sigma=0.5)")
    looks = 0

    def never_again():
        nonlocal looks
        looks += 1
        return False

    kpgui.analyse(session, stop=never_again)
    assert looks > 20
    for patience in (0, looks // 2, looks - 1):
        left = iter([False] * patience)
        with pytest.raises(Cancelled):
            kpgui.analyse(session, stop=lambda left=left: next(left, True))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["(linear()-rbf())**50", "poly(degree=50)", "exp(linear()**3) - rbf()"])
def test_where_rounding_makes_each_step_long_a_perceptron_is_tried_for_fewer_epochs(kernel):
    session = kpgui.Session(noisy_moons(40, noise=0.2), kernel)
    _, trial = kpgui.analyse(session)
    assert 10 < trial.epochs < 1000
    run = kpgui.train(replace(session, learner=f"kernel_perceptron(bias=false, epochs={trial.epochs})"))
    assert (trial.mistakes, trial.converged) == (run.mistakes, False)


@pytest.mark.slow
def test_a_perceptron_that_goes_on_making_mistakes_is_tried_for_fewer_epochs():
    random = np.random.default_rng(4)
    session = kpgui.Session(Dataset.of(random.normal(size=(1000, 2)), random.choice([-1, 1], 1000)), "linear()")
    _, trial = kpgui.analyse(session)
    assert (trial.epochs, trial.converged) == (pytest.approx(220, rel=0.2), False)
    assert (
        trial.mistakes
        == kpgui.train(replace(session, learner=f"kernel_perceptron(bias=false, epochs={trial.epochs})")).mistakes
    )


def test_training_needs_no_qt():
    code = (
        "import sys, kpgui; kpgui.fit([[1, 2]], [1]); print([m for m in sys.modules if m in ('PySide6', 'pyqtgraph')])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_the_last_bits_do_not_depend_on_how_many_threads_blas_has():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(1000, 20)), rng.choice([-1, 1], 1000)
    made = []
    for threads in (1, 2):
        with threadpool_limits(limits=threads, user_api="blas"):
            model = kpgui.fit(points, labels, kernel="poly(degree=3)", learner="pegasos(lam=0.01, epochs=1)")
            made.append((model.decision(points + 0.1), model.beta))
    assert np.array_equal(made[0][0], made[1][0])
    assert np.array_equal(made[0][1], made[1][1])


STOPS = [("mistake", 1), ("mistake", 7), ("mistake", 40), ("epoch", 1), ("epoch", 2)]


@pytest.mark.parametrize("learner", ["kernel_perceptron()", "norma()", "forgetron(budget=9)", "voted_perceptron()"])
@pytest.mark.parametrize(("unit", "count"), STOPS)
def test_a_run_stops_just_after_a_mistake_and_at_the_end_of_an_epoch(learner, unit, count):
    dataset = noisy_moons(90)
    session = kpgui.Session(dataset, "rbf(sigma=0.3)", learner)
    model = kpgui.train(session, StoppingPoint(unit, count))
    whole = kpgui.train(session)
    mistakes = [step for step, kind in zip(whole.updates.step, whole.updates.kind, strict=True) if kind in (0, 1)]
    steps = mistakes[count - 1] + 1 if unit == "mistake" else count * len(dataset.training)
    assert model.steps == steps
    assert unit == "epoch" or model.mistakes == count
    assert model.beta.tobytes() == kpgui.train(session, int(steps)).beta.tobytes()


def test_a_stopping_point_after_the_end_is_the_end():
    session = kpgui.Session(noisy_moons(30), "rbf(sigma=0.3)")
    end = kpgui.train(session)
    for unit in ("step", "mistake", "epoch", "end"):
        model = kpgui.train(session, StoppingPoint(unit, 10**17))
        assert (model.steps, model.status) == (end.steps, end.status)
    assert [kpgui.train(session, StoppingPoint(unit)).steps for unit in ("step", "mistake", "epoch")] == [0, 0, 0]


@pytest.mark.parametrize(
    "steps", [-1, float("nan"), float("inf"), 2.5, "3", [3], np.array([1, 2]), np.float64(3), -(10**30)]
)
def test_steps_that_are_none_are_refused(steps):
    session = kpgui.Session(noisy_moons(30))
    with pytest.raises(KpguiError, match=r"^steps must be a whole number of at least 0 or a stopping point, not "):
        kpgui.train(session, steps)
    for unit in ("step", "mistake", "epoch"):
        with pytest.raises(KpguiError, match=r"^steps must be a whole number of at least 0"):
            kpgui.train(session, StoppingPoint(unit, steps))


@pytest.mark.parametrize("steps", [3, np.int64(3), np.uint8(3)])
def test_steps_are_whole_numbers_of_any_type(steps):
    assert kpgui.train(kpgui.Session(noisy_moons(30)), steps).steps == 3


@pytest.mark.parametrize("unit", ["epoch", "mistake"])
def test_what_a_learner_does_not_count_is_no_stopping_point_of_it(unit):
    session = kpgui.Session(noisy_moons(30), learner="svm()")
    with pytest.raises(KpguiError, match="svm has neither epochs nor mistakes; name a step, as in 100"):
        kpgui.train(session, StoppingPoint(unit, 2))


@pytest.mark.parametrize("learner", ["kernel_perceptron()", "norma()", "svm()", "voted_perceptron()", "pegasos()"])
def test_training_that_is_watched_gives_the_same_and_can_be_cancelled(learner, monkeypatch):
    monkeypatch.setattr(api, "AT_ONCE", 0.001)
    session = kpgui.Session(noisy_moons(200), "rbf(sigma=0.2)", learner)
    watched, alone = kpgui.train(session, token=Token(lambda: False)), kpgui.train(session)
    assert watched.beta.tobytes() == alone.beta.tobytes()
    assert watched.updates.as_lists() == alone.updates.as_lists()
    assert kpgui.train(session, 70, Token(lambda: False)).steps == kpgui.train(session, 70).steps
    for stop in (None, StoppingPoint("mistake", 10**9)) if learner != "svm()" else (None,):
        looks = iter([False, True])
        with pytest.raises(Cancelled):
            kpgui.train(session, stop, Token(lambda: next(looks)))  # noqa: B023  # called before the next round
