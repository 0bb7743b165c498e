"""What the perceptrons have in common: primal and dual, sums of kernels, bounds, orders, and scikit-learn's two."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron, SGDClassifier

import kpgui
from kpgui.analysis.findings import Separability, margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import Circumstances
from kpgui.model.session import ORDERS, Session
from tests.learners.exact import KERNELS
from tests.strategies import integer_datasets, noisy_moons

SAME_KERNEL = {
    "identity": "linear()",
    "quadratic": "poly(degree=2, c=0)",
    "full_quadratic": "poly(degree=2, c=1)",
}


@pytest.mark.parametrize("name", MAPS)
@given(
    dataset=integer_datasets(min_size=1, max_size=10, held_out=True),
    order=st.sampled_from(ORDERS),
    bias=st.booleans(),
    eta=st.sampled_from([1, 0.1]),
)
def test_the_dual_is_the_primal_on_every_map_step_by_step(name, dataset, order, bias, eta):
    """The dual learns with the map's kernel, where there is one by name, else on the features themselves."""
    if name in SAME_KERNEL:
        dual_data, text = dataset, SAME_KERNEL[name]
    else:
        features = MAPS[name].phi(dataset.points)
        dual_data, text = Dataset.of(features, dataset.labels, dataset.held_out), "linear()"
    given_to_both = f"bias={str(bias).lower()}, eta={eta}, epochs=3"
    primal = Session(dataset, "rbf(sigma=1)", f"perceptron(map='{name}', {given_to_both})", order, seed=2)
    dual = Session(dual_data, text, f"kernel_perceptron({given_to_both})", order, seed=2)
    for step in range(kpgui.train(primal).steps + 1):
        one, other = kpgui.train(primal, step), kpgui.train(dual, step)
        assert one.beta.tolist() == other.beta.tolist()
        assert (one.bias, one.mistakes, one.status) == (other.bias, other.mistakes, other.status)
        np.testing.assert_allclose(one.updates.score, other.updates.score, rtol=1e-13)
        np.testing.assert_allclose(one.decision(dataset.points), other.decision(dual_data.points), 1e-12, 1e-9)


@given(dataset=integer_datasets(min_size=1, max_size=12), bias=st.booleans())
def test_a_sum_of_kernels_is_the_concatenation_of_their_features(dataset, bias):
    learner = f"kernel_perceptron(bias={str(bias).lower()}, epochs=5)"
    both = np.hstack([dataset.points, MAPS["quadratic"].phi(dataset.points)])
    summed = kpgui.fit(dataset.points, dataset.labels, "linear() + poly(degree=2, c=0)", learner)
    concatenated = kpgui.fit(both, dataset.labels, "linear()", learner)
    assert summed.updates.point.tolist() == concatenated.updates.point.tolist()
    assert summed.updates.score.tolist() == concatenated.updates.score.tolist()
    assert (summed.beta.tolist(), summed.bias) == (concatenated.beta.tolist(), concatenated.bias)


LEARNERS_WITH_THE_BOUND = [
    "kernel_perceptron(epochs=100000)",
    "kernel_perceptron(epochs=100000, bias=true, eta=0.3)",
    "averaged_perceptron(epochs=100000)",
    "voted_perceptron(epochs=100000, bias=true)",
]


@pytest.mark.parametrize("learner", LEARNERS_WITH_THE_BOUND)
@given(
    dataset=integer_datasets(min_size=2, max_size=10),
    text=st.sampled_from(list(KERNELS)),
    shuffles=st.lists(st.integers(0, 1000), min_size=1, max_size=3),
)
def test_mistakes_stay_within_novikoffs_bound_in_every_order(learner, dataset, text, shuffles):
    found = margin(Problem(dataset, kernel(text)), bias="bias=true" in learner)
    assume(found.verdict is Separability.SEPARABLE and found.bound < 1e4)
    for order in ORDERS:
        for seed in shuffles:
            model = kpgui.train(Session(dataset, text, learner, order, seed))
            assert model.converged
            assert model.mistakes <= found.bound


@pytest.mark.parametrize("name", MAPS)
@given(dataset=integer_datasets(min_size=2, max_size=10), order=st.sampled_from(ORDERS), bias=st.booleans())
def test_the_primal_perceptron_stays_within_the_bound_of_its_map(name, dataset, order, bias):
    features = Dataset.of(MAPS[name].phi(dataset.points), dataset.labels)
    found = margin(Problem(features, kernel("linear()")), bias=bias)
    assume(found.verdict is Separability.SEPARABLE and found.bound < 1e4)
    learner = f"perceptron(map='{name}', bias={str(bias).lower()}, epochs=100000)"
    model = kpgui.train(Session(dataset, "linear()", learner, order))
    assert model.converged
    assert model.mistakes <= found.bound


PLAIN = [
    "kernel_perceptron(epochs={})",
    "kernel_perceptron(bias=true, epochs={})",
    "perceptron(map='full_quadratic', epochs={})",
    "averaged_perceptron(bias=true, epochs={})",
    "voted_perceptron(epochs={})",
]


@pytest.mark.parametrize("learner", PLAIN)
def test_a_dataset_listed_twice_is_two_epochs_of_it(learner):
    """Duplicates leave the boundary where it was: an epoch of the doubled dataset is two passes over the points."""
    dataset = noisy_moons(60, noise=0.4)
    once = kpgui.fit(dataset.points, dataset.labels, "rbf(sigma=0.5)", learner.format(6))
    doubled = np.tile(dataset.points, (2, 1)), np.tile(dataset.labels, 2)
    twice = kpgui.fit(*doubled, "rbf(sigma=0.5)", learner.format(3))
    assert not once.converged
    assert (twice.updates.point % 60).tolist() == once.updates.point.tolist()
    np.testing.assert_allclose(twice.beta.reshape(2, 60).sum(axis=0), once.beta, rtol=1e-12)
    np.testing.assert_allclose(twice.decision(dataset.points), once.decision(dataset.points), rtol=1e-9)


@pytest.mark.parametrize("learner", ["kernel_perceptron()", "perceptron()"])
def test_duplicates_change_neither_the_margin_nor_a_boundary_that_is_found(learner):
    points, labels = np.array([[3.0, 1.0], [1.0, 2.0], [-1.0, -1.0], [-2.0, 1.0]]), np.array([1, 1, -1, -1])
    more = np.repeat(points, 3, axis=0), np.repeat(labels, 3)
    found = [margin(Problem(Dataset.of(*each), kernel("linear()"))) for each in ((points, labels), more)]
    assert found[0].lower == pytest.approx(found[1].lower, rel=1e-6)
    assert found[0].radius == found[1].radius
    once, again = kpgui.fit(points, labels, "linear()", learner), kpgui.fit(*more, "linear()", learner)
    assert again.converged
    assert again.mistakes <= found[1].bound
    # The copies come after a point that was just learned from, and here one update is enough for it.
    assert again.decision(points).tolist() == once.decision(points).tolist()


@pytest.mark.parametrize("text", ["kernel_perceptron", "perceptron"])
@pytest.mark.parametrize("bias", ["true", "false"])
@given(dataset=integer_datasets(min_size=1, max_size=15), eta=st.floats(1e-6, 1e6))
def test_the_learning_rate_moves_nothing_but_the_scale(text, bias, dataset, eta):
    one, other = (
        kpgui.fit(dataset.points, dataset.labels, "linear()", f"{text}(bias={bias}, epochs=5, eta={rate!r})")
        for rate in (1.0, eta)
    )
    assert other.updates.point.tolist() == one.updates.point.tolist()
    np.testing.assert_allclose(other.beta, eta * one.beta, rtol=1e-14)
    np.testing.assert_allclose(other.bias, eta * one.bias, rtol=1e-14)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("epochs", [1, 3])
def test_averaged_is_sgd_with_the_perceptron_loss_averaged_from_the_first_step(bias, epochs):
    """The same algorithm without shuffling and penalty, at a constant rate of 1.

    Both take a score of 0, as at the start, for a mistake. scikit-learn stops by its `tol`, here by nothing: the labels
    are noise, so that no epoch is clean and ours makes as many.
    """
    points, labels = noise(300)
    ours = kpgui.fit(points, labels, "linear()", f"averaged_perceptron(bias={str(bias).lower()}, epochs={epochs})")
    theirs = SGDClassifier(
        loss="perceptron",
        average=1,
        penalty=None,
        learning_rate="constant",
        eta0=1.0,
        shuffle=False,
        fit_intercept=bias,
        max_iter=epochs,
        tol=None,
    ).fit(points, labels)
    assert ours.steps == theirs.t_ - 1
    np.testing.assert_allclose(ours.beta @ points, theirs.coef_[0], rtol=1e-10)
    np.testing.assert_allclose(ours.bias, theirs.intercept_[0], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ours.decision(points), theirs.decision_function(points), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("name", MAPS)
def test_the_primal_perceptron_is_scikit_learns(name, bias):
    """On the mapped points, unshuffled; whole numbers, so that ties are ties in both."""
    points, labels = noise(200)
    points = np.round(2 * points)
    ours = kpgui.fit(points, labels, "linear()", f"perceptron(map='{name}', bias={str(bias).lower()}, epochs=4)")
    features = MAPS[name].phi(points)
    theirs = Perceptron(shuffle=False, fit_intercept=bias, max_iter=4, tol=None).fit(features, labels)
    assert ours.steps == theirs.t_ - 1
    assert ours.details["w"].tolist() == theirs.coef_[0].tolist()
    assert ours.bias == theirs.intercept_[0]
    assert ours.mistakes > 100


@pytest.mark.parametrize("bias", ["false", "true"])
@pytest.mark.parametrize("room", [1, 50, 1000])
def test_a_vote_counted_a_few_voters_and_places_at_a_time_is_the_same_vote(bias, room, monkeypatch):
    points, labels = noise(80)
    model = kpgui.fit(points, labels, "rbf(sigma=0.5)", f"voted_perceptron(bias={bias}, epochs=2)")
    at_once = model.decision(points)
    monkeypatch.setattr("kpgui.model.expansion.BLOCK", room)
    assert len(model.details["votes"]) > 50
    assert model.decision(points).tolist() == at_once.tolist()


def noise(n):
    """Points with labels that no boundary explains: mistakes never end."""
    rng = np.random.default_rng(4)
    return rng.normal(size=(n, 2)), np.where(rng.random(n) < 0.5, 1, -1)


@pytest.mark.parametrize("key", ["averaged_perceptron", "voted_perceptron"])
@pytest.mark.parametrize("definite, conflict", [(False, False), (True, True), (True, False)])
def test_where_the_perceptron_has_no_bound_there_is_nothing_to_add(key, definite, conflict):
    here = Circumstances(1.0, definite, conflict)
    plain, more = learner("kernel_perceptron").guarantee(here), learner(key).guarantee(here)
    assert plain.holds == more.holds == (definite and not conflict)
    assert more.text.startswith(plain.text)
    assert (more.text == plain.text) == (not plain.holds)
