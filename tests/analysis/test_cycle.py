"""A perceptron that goes round in a circle is found: against the definition, in exact arithmetic."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.analysis.cycle import cycle
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, Token
from kpgui.model.updates import Kind, Updates
from tests.strategies import integer_datasets, noisy_moons


def learned(dataset, text, learner="kernel_perceptron(epochs=100)", order="dataset"):
    model = kpgui.fit(dataset.points, dataset.labels, text, learner, order=order, held_out=dataset.held_out)
    return Problem(dataset, kernel(text), order), model


def found(*run, **options):
    problem, model = learned(*run, **options)
    return cycle(problem, model.updates, model.epochs)


def test_two_labels_on_one_place_go_round_in_one_epoch():
    answer = found(Dataset.of([[1, 2], [1, 2]], [1, -1]), "rbf(sigma=1)")
    assert (answer.start, answer.period, answer.mistakes, answer.exact) == (0, 1, 2, True)


@given(
    dataset=integer_datasets(min_size=1, max_size=8, held_out=True),
    text=st.sampled_from(["linear()", "poly(degree=2, c=1)"]),
    bias=st.booleans(),
    order=st.sampled_from(["dataset", "reversed", "shuffled_once"]),
)
def test_a_cycle_is_one_where_f_returns_for_the_first_time(dataset, text, bias, order):
    epochs = 60
    problem, model = learned(dataset, text, f"kernel_perceptron(bias={str(bias).lower()}, epochs={epochs})", order)
    answer = cycle(problem, model.updates, model.epochs)
    if model.converged or not len(dataset.training):
        assert answer is None
        return
    scores = starts(problem, model, epochs)
    returning = next(((a, b) for b in range(epochs + 1) for a in range(b) if scores[a] == scores[b]), None)
    if returning is None:
        assert answer is None
    elif returning[0] + 2 * (returning[1] - returning[0]) <= epochs:
        assert (answer.start, answer.period, answer.exact) == (returning[0], returning[1] - returning[0], True)
        length = len(dataset.training)
        assert answer.mistakes == sum(model.mistakes_per_epoch[returning[0] : returning[1]])
        assert length * answer.period >= answer.mistakes


def starts(problem, model, epochs):
    """f at every training point before each epoch and after the last, as exact numbers."""
    members, n = problem.dataset.training.tolist(), problem.n
    gram = [[Fraction(x) for x in row] for row in problem.gram.tolist()]
    beta, bias, row, updates, found = [0] * n, 0, 0, model.updates, []
    for epoch in range(epochs + 1):
        found.append([sum(beta[j] * gram[i][j] for j in range(n) if beta[j]) + bias for i in members])
        while row < len(updates) and updates.step[row] < (epoch + 1) * len(members):
            beta[updates.point[row]] += Fraction(updates.delta[row])
            bias += Fraction(updates.bias_delta[row])
            row += 1
    return found


def test_a_longer_period_is_counted_right():
    dataset = Dataset.of([[3, -4], [-3, -2], [-3, 3], [3, 1], [-4, -4], [-2, -1]], [1, -1, -1, -1, 1, 1])
    problem, model = learned(dataset, "linear()", "kernel_perceptron(epochs=50)")
    answer = cycle(problem, model.updates, model.epochs)
    scores = starts(problem, model, 50)
    assert (answer.start, answer.period, answer.mistakes) == (2, 8, 18)
    assert scores[answer.start] == scores[answer.start + answer.period]
    assert scores[answer.start] not in scores[answer.start + 1 : answer.start + answer.period]


@pytest.mark.parametrize("epochs, longest, period", [(18, 64, 8), (18, 8, 8), (18, 7, None), (17, 64, None)])
def test_a_period_is_seen_once_it_was_gone_through_twice_and_is_no_longer_than_allowed(epochs, longest, period):
    dataset = Dataset.of([[3, -4], [-3, -2], [-3, 3], [3, 1], [-4, -4], [-2, -1]], [1, -1, -1, -1, 1, 1])
    problem, model = learned(dataset, "linear()", f"kernel_perceptron(epochs={epochs})")
    answer = cycle(problem, model.updates, model.epochs, longest=longest)
    assert (None if answer is None else answer.period) == period


@pytest.mark.parametrize("text", ["linear()", "poly(degree=2, c=0)"])
@pytest.mark.parametrize("bias", ["false", "true"])
def test_neighbours_that_rounding_makes_one_are_told_from_twins(text, bias):
    learner = f"kernel_perceptron(bias={bias}, eta=0.1, epochs=20)"
    twins, neighbours = Dataset.of([[1, 2], [1, 2]], [1, -1]), Dataset.of([[1, 0], [1, 2**-52]], [1, -1])
    assert found(twins, text, learner).exact
    assert not found(neighbours, text, learner).exact


@pytest.mark.parametrize("text", ["rbf(sigma=1)", "rbf + linear", "2*laplacian(sigma=3)", "normalized(matern32)"])
@pytest.mark.parametrize("bias", ["false", "true"])
def test_under_a_strictly_positive_definite_kernel_only_points_on_one_place_return(text, bias):
    """Near 0 and 1e-9 f differs by more after each epoch, and after some 10¹⁸ of them both are right."""
    learner = f"kernel_perceptron(bias={bias}, eta=0.1, epochs=20)"
    assert found(Dataset.of([[0, 0], [1e-9, 0]], [1, -1]), text, learner) is None
    twins = Dataset.of([[0, 0], [5, 5], [-0.0, 0], [0, 0], [0, 0], [0, 0]], [1, 1, -1, -1, 1, -1])
    assert found(twins, text, learner).exact


def test_a_kernel_that_is_neither_strict_nor_rational_is_the_same_to_rounding():
    """Of cosine the points count only in their direction, whose length is irrational."""
    answer = found(Dataset.of([[1, 1], [3, 3]], [1, -1]), "cosine()")
    assert (answer.start, answer.period, answer.exact) == (0, 1, False)
    assert found(Dataset.of([[1, 1], [1, 1.001]], [1, -1]), "cosine()", "kernel_perceptron(epochs=9)") is None


def test_a_sum_that_is_0_but_for_rounding_is_a_cycle_and_not_called_exact():
    dataset = Dataset.of([[-1.2, -0.9], [-1.6, 1.6], [-0.7, 1.9], [0.1, -2.1]], [1, -1, 1, 1])
    answer = found(dataset, "linear()", "kernel_perceptron(epochs=40)")
    assert (answer.start, answer.period, answer.exact) == (1, 5, False)


def test_nothing_is_said_where_rationals_would_take_long(monkeypatch):
    xor = Dataset.of([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    assert found(xor, "linear()").exact
    monkeypatch.setattr("kpgui.analysis.cycle.RATIONALS", 15)
    assert found(xor, "linear()") is None


def test_a_bias_that_grows_while_the_rest_returns_is_no_cycle():
    """After the first epoch each one adds 10 − 10 to w and 1 to b, until b is large enough to matter."""
    dataset = Dataset.of([[5, 0], [0, 0], [10, 0], [-10, 0]], [-1, -1, 1, 1])
    problem, model = learned(dataset, "linear()", "kernel_perceptron(bias=true, epochs=15)")
    assert model.mistakes_per_epoch.tolist()[1:] == [3] * 14
    assert cycle(problem, model.updates, model.epochs) is None


def test_a_run_that_converges_or_only_looks_alike_has_no_cycle():
    assert found(Dataset.of([[1, 0], [-1, 0]], [1, -1]), "linear()") is None
    # separable, by a thin wedge: for a thousand epochs each three repeat the three before, while f grows
    thin = Dataset.of([[3, -0.04], [-3, -0.02], [-3, 0.03], [3, 0.01], [-4, -0.04]], [-1, -1, 1, -1, -1])
    problem, model = learned(thin, "linear()", "kernel_perceptron(epochs=30)")
    assert model.mistakes_per_epoch.tolist()[-9:] == 3 * model.mistakes_per_epoch.tolist()[-3:]
    assert cycle(problem, model.updates, model.epochs) is None
    assert learned(thin, "linear()", "kernel_perceptron(epochs=3000)")[1].converged


@pytest.mark.parametrize("decay_on", ["step", "update"])
def test_a_decay_has_no_cycle(decay_on):
    learner = f"kernel_perceptron(decay=0.5, decay_on='{decay_on}', epochs=50)"
    assert found(Dataset.of([[1, 2], [1, 2]], [1, -1]), "rbf(sigma=1)", learner) is None


def test_a_cap_ends_every_cycle():
    twins = Dataset.of([[0, 0], [0, 0], [3, 0]], [1, -1, 1])
    assert found(twins, "rbf(sigma=1)", "kernel_perceptron(alpha_cap=2, epochs=50)") is None
    uneven = Dataset.of([[3, 0], [1, 0], [2, 0], [2, 0]], [-1, -1, 1, 1])
    settings = "kernel_perceptron(alpha_cap=5, epochs=9)"
    assert set(learned(uneven, "linear()", settings)[1].updates.kind[-6:].tolist()) == {Kind.MISTAKE, Kind.CAPPED}
    assert found(uneven, "linear()", settings) is None


def test_noisy_points_under_an_rbf_have_none_in_sight():
    assert found(noisy_moons(60, noise=0.4), "rbf(sigma=0.5)") is None


def test_no_epochs_are_no_cycle():
    problem, model = learned(Dataset.empty(), "rbf()")
    assert cycle(problem, model.updates, model.epochs) is None
    problem, _ = learned(Dataset.of([[1, 2]], [1]), "rbf()")
    assert cycle(problem, Updates.none(), 5) is None


def test_it_can_be_given_up():
    problem, model = learned(Dataset.of([[1, 2], [1, 2]], [1, -1]), "rbf(sigma=1)")
    with pytest.raises(Cancelled):
        cycle(problem, model.updates, model.epochs, token=Token(lambda: True))


@pytest.mark.parametrize("text", ["linear()", "cosine()"])
def test_it_can_be_given_up_while_f_is_worked_out(text):
    problem, model = learned(Dataset.of([[1, 1], [3, 3]], [1, -1]), text)
    looks = 0

    def stop():
        nonlocal looks
        looks += 1
        return looks > 1

    with pytest.raises(Cancelled):
        cycle(problem, model.updates, model.epochs, token=Token(stop))
