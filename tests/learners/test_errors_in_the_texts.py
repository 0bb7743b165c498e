"""Errors found in texts about the kernel perceptron: each test holds for kpgui and fails on the wrong version.

`Right` is the program that the texts mean, and each wrong version of it is wrong in one place only.
"""

from itertools import count

import numpy as np
import pytest

import kpgui
from kpgui.analysis.gram import spectrum


class Right:
    """The perceptron with the kernel x·z as a text has it, a loop over the points. `fit` returns itself."""

    def __init__(self, bias=False, epochs=100):
        self.biased, self.most = bias, epochs

    def fit(self, points, labels):
        self.points, self.labels = np.asarray(points, float), labels
        self.alpha, self.bias, self.epochs, self.converged = [0] * len(labels), 0.0, 0, False
        while self.epochs < self.most and not self.converged:
            self.epochs += 1
            self.converged = not sum([self.examine(i) for i in range(len(labels))])
        return self

    def examine(self, i):
        """Look at point i, learn from it if it is a mistake, and say whether it was one."""
        mistake = self.is_mistake(self.labels[i], self.score(self.points[i], i))
        if mistake:
            self.alpha[i] += 1
            self.learn_bias(self.labels[i])
        return mistake

    def is_mistake(self, label, score):
        return label * score <= 0

    def learn_bias(self, label):
        self.bias += label * self.biased

    def terms(self, z, i=None):
        """What is summed; i: the index of z, if it is a point of the dataset."""
        known = zip(self.alpha, self.labels, self.points, strict=True)
        return [a * y * np.dot(x, z) for a, y, x in known]

    def score(self, z, i=None):
        return sum(self.terms(z, i)) + self.bias

    def predict(self, z):
        return int(np.sign(self.score(np.asarray(z, float))))


class Ours:
    """kpgui, seen as such a program."""

    def __init__(self, bias=False, epochs=100):
        self.learner = f"kernel_perceptron(bias={str(bias).lower()}, epochs={epochs})"

    def fit(self, points, labels):
        self.model = kpgui.fit(points, labels, "linear()", self.learner)
        self.alpha, self.bias = self.model.alpha.tolist(), self.model.bias
        self.epochs, self.converged = self.model.epochs, self.model.converged
        return self

    def score(self, z):
        return self.model.decision([z])[0]

    def predict(self, z):
        return int(self.model.predict([z])[0])


def told_apart(holds, wrong, **settings):
    """kpgui and the right program do what is right, and the wrong version does not."""
    return holds(Ours(**settings)) and holds(Right(**settings)) and not holds(wrong(**settings))


# 000_75c3697f3ca33f1b


@pytest.mark.parametrize(
    "read_as",
    [lambda label, score: True, lambda label, score: score != 0 and label * score <= 0],
    ids=["if ŷy", "if ŷy, a 0 being no class"],
)
def test_only_a_mistake_changes_anything(read_as):
    """Without its ≠, "if ŷ ≠ yⱼ" reads "if ŷyⱼ": always true, as ŷyⱼ is ±1, or never at the start."""

    class LostTheSign(Right):
        def is_mistake(self, label, score):
            return read_as(label, score)

    assert told_apart(lambda one: one.fit([[1, 0], [2, 0], [-1, 0]], [1, 1, -1]).alpha == [1, 0, 0], LostTheSign)


def test_a_mistake_adds_one_to_what_alpha_was():
    """Without its ←, "αⱼ ← αⱼ + 1" reads as an equation, or as setting αⱼ to 1."""

    class LostTheArrow(Right):
        def examine(self, i):
            mistake = super().examine(i)
            self.alpha[i] = min(self.alpha[i], 1)
            return mistake

    points, labels = [[1, 1], [2, 0.5], [0.9, 1.2]], [1, -1, 1]
    assert told_apart(lambda one: one.fit(points, labels).converged and max(one.alpha) > 1, LostTheArrow)


def test_the_sign_is_that_of_the_whole_sum():
    """A bracket is missing in sgn(Σ…): sgn of the first factor, or of each term, is another vote."""

    class SignOfEachTerm(Right):
        def score(self, z, i=None):
            return sum(map(np.sign, self.terms(z, i))) + self.bias

    def holds(one):
        one.fit([[3, 0], [1, 0], [0, 1], [0, -2]], [1, -1, -1, 1])
        return one.score([1, 2]) == np.sum(np.multiply(one.alpha, [3, -1, -2, -4]))

    assert told_apart(holds, SignOfEachTerm, epochs=3)


# 001_06188bd084551c8b


@pytest.mark.parametrize("epochs", [1, 10, 3000])
def test_inseparable_data_never_converges(epochs):
    """The text says that it "may still converge on non-separable data", as a program that ends says of itself."""

    class ConvergedBecauseItEnded(Right):
        def fit(self, points, labels):
            super().fit(points, labels)
            self.converged = self.epochs == self.most
            return self

    def holds(one):
        return not one.fit([[-1, 1], [0, 1], [1, 1]], [1, -1, 1]).converged

    assert told_apart(holds, ConvergedBecauseItEnded, epochs=epochs)


def test_the_bias_moves_towards_the_label_of_the_mistake():
    """The Python has `bias -= y`."""

    class AwayFromTheLabel(Right):
        def learn_bias(self, label):
            self.bias -= label * self.biased

    def holds(one):
        one.fit([[1, 0], [2, 0], [3, 0]], [1, -1, -1])
        return one.converged and one.bias > 0

    assert told_apart(holds, AwayFromTheLabel, bias=True, epochs=1000)


@pytest.mark.parametrize("z, expected", [([0, 5], 0), ([2, 0], 1), ([-2, 0], -1)])
def test_a_score_of_0_is_undecided_and_never_passed_off_as_a_class(z, expected):
    """The Python's predict returns np.sign, whose 0 is no class there; the Java's says +1. Here 0 is a third answer."""

    class ZeroIsPlusOne(Right):
        def predict(self, z):
            return 1 if self.score(np.asarray(z, float)) >= 0 else -1

    def holds(one):
        return one.fit([[1, 0], [-1, 0]], [1, -1]).predict(z) == expected

    assert holds(Ours())
    assert holds(Right())
    assert holds(ZeroIsPlusOne()) == (expected != 0)
    model = kpgui.fit([[1, 0], [-1, 0]], [1, -1], "linear()")
    assert model.predict([z]).dtype == np.int8
    if expected == 0:  # what is undecided is not right either
        assert kpgui.fit([[1, 0], [0, 1]], [1, 1], "linear()", "kernel_perceptron(max_updates=1)").training_error == 0.5


def test_training_stops_after_the_first_clean_epoch():
    """The Python runs all its epochs whatever happens."""

    class NoEarlyStop(Right):
        def fit(self, points, labels):
            super().fit(points, labels)
            self.epochs = self.most
            return self

    assert told_apart(lambda one: one.fit([[1, 0], [-1, 0]], [1, -1]).epochs == 2, NoEarlyStop)


def test_the_kernel_compares_two_different_points():
    """The Java multiplies X[i] by itself, so that K does not depend on the other point."""

    class WithItself(Right):
        def terms(self, z, i=None):
            known = zip(self.alpha, self.labels, self.points, strict=True)
            return [a * y * np.dot(x, x) for a, y, x in known]

    points, labels = [[1, 0], [-1, 0], [-2, 1]], [1, -1, -1]
    assert told_apart(lambda one: one.fit(points, labels).converged, WithItself)
    assert kpgui.kernel("linear()").gram([[1, 2]], [[3, 4]]).tolist() == [[11]]


@pytest.mark.parametrize("label", [1, -1])
def test_data_of_one_class_is_learned_because_a_score_of_0_is_a_mistake(label):
    """The Java takes sum ≥ 0 for +1 and then learns nothing from all-positive data."""

    class ZeroIsPlusOne(Right):
        def is_mistake(self, label, score):
            return (1 if score >= 0 else -1) != label

    def holds(one):
        one.fit([[1, 1], [2, 1]], [label, label])
        return sum(one.alpha) == 1 and one.predict([1, 1]) == label

    assert holds(Ours())
    assert holds(Right())
    assert holds(ZeroIsPlusOne()) == (label == -1)


# 002_5cfc9552650bf9e2


def test_rbf_falls_with_the_distance_and_the_gram_analysis_catches_the_one_that_grows():
    """The text has lost the minus of exp(−‖x−y‖²/2σ²); that matrix has a negative eigenvalue."""
    points = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0]])
    gram = kpgui.kernel("rbf(sigma=1)").gram(points, points)
    without_the_minus = np.exp(((points[:, None] - points) ** 2).sum(axis=2) / 2)
    assert gram.max() == 1
    assert spectrum(gram).valid
    found = spectrum(without_the_minus)
    assert not found.valid
    assert found.smallest == pytest.approx(np.linalg.eigvalsh(without_the_minus)[0])
    assert found.smallest < 0


def test_f_is_a_sum_and_its_sign_is_taken_once():
    """The text takes the sign inside the recursion fᵏ⁺¹ = sign(fᵏ + y'K(x', x)): then f forgets all but its sign."""

    class SignInside(Right):
        def fit(self, points, labels):
            self.seen = []
            return super().fit(points, labels)

        def examine(self, i):
            mistake = super().examine(i)
            if mistake:
                self.seen.append(i)
            return mistake

        def score(self, z, i=None):
            f = 0
            for k in self.seen:
                f = np.sign(f + self.labels[k] * np.dot(self.points[k], z))
            return f

    points, labels = [[3, 0], [1, 2], [-1, -2], [2, 1]], [1, -1, 1, -1]

    def holds(one):
        one.fit(points, labels)
        by_hand = sum(a * y * np.dot(x, [5, 7]) for a, y, x in zip(one.alpha, labels, points, strict=True))
        return one.score(np.array([5, 7])) == by_hand

    assert told_apart(holds, SignInside)


def test_features_come_from_the_symmetric_eigendecomposition():
    """The text says "singular value decomposition": its D has no signs, so that a matrix that is no Gram matrix passes
    for one, and U·D^½ does not give it back."""
    no_kernel = np.array([[0.0, 1.0], [1.0, 0.0]])
    U, singular, _ = np.linalg.svd(no_kernel)
    wrong = U * np.sqrt(singular)
    assert (singular >= 0).all()
    assert np.abs(wrong @ wrong.T - no_kernel).max() > 0.9
    found = spectrum(no_kernel)
    assert not found.valid
    assert found.smallest == pytest.approx(-1)
    points = np.random.default_rng(0).normal(size=(12, 2))
    gram = kpgui.kernel("rbf(sigma=1) + linear()").gram(points, points)
    features = spectrum(gram).features()
    np.testing.assert_allclose(features @ features.T, gram, atol=1e-12)


def test_a_bias_is_learned():
    """The text has a b in f(x) = sign(b + Σ…) and never changes it."""

    class NeverUpdated(Right):
        def learn_bias(self, label):
            pass

    assert told_apart(lambda one: one.fit([[1, 0], [3, 0]], [1, -1]).converged, NeverUpdated, bias=True, epochs=1000)


# 003_accfd1ae9c84cceb


def test_the_sum_runs_over_the_other_points_labels_and_features():
    """The text has y⁽ⁱ⁾ and φ(x⁽ⁱ⁾) inside the sum over j, where y⁽ʲ⁾ and φ(x⁽ʲ⁾) belong."""

    class IndexOfTheWrongPoint(Right):
        def terms(self, z, i=None):
            label = self.labels[i] if i is not None else 1
            return [a * label * np.dot(z, z) for a in self.alpha]

    points, labels = [[2.0, 0.0], [-1.0, 0.5], [1.0, -3.0]], [1, -1, 1]

    def holds(one):
        one.fit(points, labels)
        right = [sum(a * y * np.dot(x, z) for a, y, x in zip(one.alpha, labels, points, strict=True)) for z in points]
        return [one.score(np.array(z)) for z in points] == right and max(one.alpha) > 0

    assert told_apart(holds, IndexOfTheWrongPoint)


# 003 and 004_56c979c2a46969be


def test_one_pass_is_not_enough():
    """Two texts go through the points once and stop."""

    class OnePass(Right):
        def __init__(self, *words, **settings):
            super().__init__(*words, **settings)
            self.most = 1

    points, labels = [[1, 1], [2, 0.5], [0.9, 1.2]], [1, -1, 1]

    def holds(one):
        one.fit(points, labels)
        return one.epochs > 2 and [one.predict(z) for z in points] == labels

    assert told_apart(holds, OnePass)


# 004_56c979c2a46969be


@pytest.mark.parametrize("bias", [False, True])
def test_x_and_its_square_need_a_bias_to_separate_inner_from_outer_points(bias):
    """The text maps x to (x, x²) without a bias: every curve w₁x + w₂x² = 0 goes through 0."""
    inner_and_outer, labels = [[-2.0], [-1.0], [1.0], [2.0]], [1, -1, -1, 1]
    learner = f"perceptron(map='squares', bias={str(bias).lower()}, epochs=2000)"
    assert kpgui.fit(inner_and_outer, labels, learner=learner).converged == bias


def test_the_map_with_a_root_breaks_ties_that_the_kernel_keeps():
    """(x₁², √2x₁x₂, x₂²) is right on paper, but √2·√2 ≠ 2 in float64; each product in both orders is exact."""
    root = np.sqrt(2)

    def phi(x):
        return np.array([x[0] * x[0], root * x[0] * x[1], x[1] * x[1]])

    # x·z is 0 for these two, so the second point scores exactly 0: a mistake whichever its label is.
    x, z = next(
        (np.array([a, b]), np.array([-b, a])) for a in count(1) for b in range(1, a) if phi([a, b]) @ phi([-b, a])
    )
    assert np.dot(x, z) == 0
    for label in (1, -1):
        ours = kpgui.fit([x, z], [1, label], learner="perceptron(map='quadratic', epochs=1)")
        assert ours.updates.score.tolist() == [0, 0]
    assert phi(x) @ phi(z) != 0
