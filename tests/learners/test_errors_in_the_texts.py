"""Errors found in texts about the kernel perceptron: each test fails on the wrong version."""

import numpy as np
import pytest

import kpgui
from kpgui.kernels import kernel


def test_only_a_mistake_changes_anything_and_it_adds_one():
    """A text lost the ≠ and the ← of "if ŷ ≠ y then αⱼ ← αⱼ + 1"."""
    model = kpgui.fit([[1, 0], [2, 0], [-1, 0]], [1, 1, -1], "linear()")
    assert model.alpha.tolist() == [1, 0, 0]
    assert model.mistakes_per_epoch.tolist() == [1, 0]


def test_inseparable_data_never_converges():
    """A text says that it "may still converge on non-separable data"."""
    model = kpgui.fit([[-1, 0], [0, 0], [1, 0]], [1, -1, 1], "poly(degree=1, c=1)", "kernel_perceptron(epochs=3000)")
    assert not model.converged
    assert (model.mistakes_per_epoch > 0).all()


def test_the_bias_moves_towards_the_label_of_the_mistake():
    """A program has `bias -= y`: then points on one side of the origin are never separated."""
    model = kpgui.fit([[1, 0], [2, 0]], [1, 1], "linear()", "kernel_perceptron(bias=true)")
    assert model.bias == 1
    apart = kpgui.fit([[1, 0], [2, 0], [3, 0]], [1, -1, -1], "linear()", "kernel_perceptron(bias=true)")
    assert apart.converged
    assert apart.updates.bias_delta.tolist() == apart.updates.delta.tolist()


def test_prediction_never_passes_a_score_of_zero_off_as_a_class():
    """A program's predict returns 0 as if it were a class; here 0 means undecided and is documented."""
    model = kpgui.fit([[1, 0], [-1, 0]], [1, -1], "linear()")
    assert model.predict([[0, 5], [2, 0], [-2, 0]]).tolist() == [0, 1, -1]
    assert model.predict([[0, 5]]).dtype == np.int8


def test_training_stops_after_the_first_clean_epoch():
    """A program runs all its epochs whatever happens; two texts make one pass only."""
    model = kpgui.fit([[1, 0], [-1, 0]], [1, -1], "linear()", "kernel_perceptron(epochs=1000)")
    assert model.epochs == 2
    slow = kpgui.fit([[1, 1], [2, 0.5], [0.9, 1.2]], [1, -1, 1], "poly(degree=1, c=1)")
    assert slow.converged
    assert slow.epochs > 2


def test_the_kernel_compares_two_different_points():
    """A program multiplies X[i] by itself, so that K does not depend on the other point."""
    assert kernel("linear()").gram([[1, 2]], [[3, 4]]).tolist() == [[11]]


@pytest.mark.parametrize("label", [1, -1])
def test_data_of_one_class_is_learned_because_a_score_of_zero_is_a_mistake(label):
    """A program takes sum ≥ 0 for +1 and then learns nothing from all-positive data."""
    model = kpgui.fit([[1, 1], [2, 1]], [label, label], "linear()")
    assert model.mistakes == 1
    assert (model.predict([[1, 1], [2, 1]]) == label).all()


def test_rbf_falls_with_the_distance():
    """A text has lost the minus of exp(−‖x−y‖²/2σ²); that matrix has a negative eigenvalue."""
    points = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0]])
    gram = kernel("rbf(sigma=1)").gram(points, points)
    assert gram.max() == 1
    assert np.linalg.eigvalsh(gram)[0] > 0
    assert np.linalg.eigvalsh(1 / gram)[0] < 0


def test_f_is_a_sum_and_its_sign_is_taken_once():
    """A text takes the sign inside the recursion: then f would only ever be −1, 0 or +1 plus one kernel value."""
    model = kpgui.fit([[1, 0], [0, 1], [-1, -2]], [1, 1, -1], "linear()", "kernel_perceptron(epochs=1)")
    by_hand = sum(b * np.dot(x, [5, 7]) for b, x in zip(model.beta, [[1, 0], [0, 1], [-1, -2]], strict=True))
    assert model.decision([[5, 7]])[0] == by_hand


def test_the_sum_runs_over_the_other_points_labels():
    """A text has y⁽ⁱ⁾ and φ(x⁽ⁱ⁾) inside the sum over j, where y⁽ʲ⁾ and φ(x⁽ʲ⁾) belong."""
    points, labels = np.array([[2.0, 0.0], [-1.0, 0.5], [1.0, -3.0]]), np.array([1, -1, 1])
    model = kpgui.fit(points, labels, "linear()", "kernel_perceptron(epochs=50)")
    f = [sum(a * y * np.dot(x, z) for a, y, x in zip(model.alpha, labels, points, strict=True)) for z in points]
    assert model.decision(points).tolist() == f


def test_a_quadratic_map_needs_a_bias_to_separate_inner_from_outer_points():
    """A text maps x to (x, x²) without a bias and shows data that it cannot separate."""
    inner_and_outer, labels = [[-2.0], [-1.0], [1.0], [2.0]], [1, -1, -1, 1]
    learner = "kernel_perceptron(epochs=2000)"
    squares_only = "linear() + linear()**2"
    assert not kpgui.fit(inner_and_outer, labels, squares_only, learner).converged
    assert kpgui.fit(inner_and_outer, labels, "poly(degree=2, c=1)", learner).converged
