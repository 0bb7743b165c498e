"""The support vector machine on data that scikit-learn ships, in 4 to 64 dimensions, against SVC and the definition."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.svm import SVC

import kpgui
from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session


def standardised(points):
    return (points - points.mean(axis=0)) / points.std(axis=0)


def of(load, positive, change=lambda points: points):
    points, target = load(return_X_y=True)
    return Dataset.of(change(points), np.where(target == positive, 1, -1))


IRIS, WINE = of(load_iris, 1), of(load_wine, 1, standardised)
CANCER, RAW = of(load_breast_cancer, 1, standardised), of(load_breast_cancer, 1)
DIGITS = of(load_digits, 8, lambda points: points / 16)

CASES = {
    "iris, RBF": (IRIS, "rbf(sigma=1)", {"gamma": 0.5}),
    "iris, cubic": (IRIS, "poly(degree=3, gamma=0.1, c=1)", {"kernel": "poly", "gamma": 0.1, "coef0": 1}),
    "wine, RBF": (WINE, "rbf(sigma=4)", {"gamma": 0.5 / 16}),
    "cancer, RBF": (CANCER, "rbf(sigma=4)", {"gamma": 0.5 / 16}),
    "cancer, cubic": (CANCER, "poly(degree=3, gamma=0.03, c=1)", {"kernel": "poly", "gamma": 0.03, "coef0": 1}),
    "cancer in its units, RBF": (RAW, "rbf(sigma=800)", {"gamma": 0.5 / 800**2}),
    "digits, RBF": (DIGITS, "rbf(sigma=2)", {"gamma": 0.5 / 4}),
}


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


@pytest.mark.parametrize("C", [0.1, 1, 100])
def test_objective_and_decisions_are_those_of_scikit_learn(case, C):
    dataset, text, options = case
    model = kpgui.fit(dataset.points, dataset.labels, text, f"svm(C={C}, tol=1e-5)")
    reference = SVC(C=C, tol=1e-5, **options).fit(dataset.points, dataset.labels)
    signed, vectors = reference.dual_coef_[0], dataset.points[reference.support_]
    expected = 0.5 * signed @ kpgui.kernel(text).gram(vectors, vectors) @ signed - np.abs(signed).sum()
    assert model.converged
    assert model.details["objective"] == pytest.approx(expected, rel=1e-6)
    scores, theirs = model.decision(dataset.points), reference.decision_function(dataset.points)
    np.testing.assert_allclose(scores, theirs, atol=1e-2 * np.abs(theirs).max())  # its kernel values are float32


@pytest.mark.parametrize("C", [1, 1e4])
def test_objective_gap_and_bias_are_those_of_the_definition(case, C):
    """From α alone, with the kernel by its definition, among all points. The run is cut short if it is a long one."""
    dataset, text, _ = case
    model = kpgui.fit(dataset.points, dataset.labels, text, f"svm(C={C}, max_updates=2000)")
    alpha, y = model.alpha, dataset.labels.astype(float)
    gram = kpgui.kernel(text).gram(dataset.points, dataset.points)
    sums = gram @ (alpha * y)
    v = y - sums
    up, low = np.where(y > 0, alpha < C, alpha > 0), np.where(y > 0, alpha > 0, alpha < C)
    slack = 1e-4 if model.converged else 1e-9 * alpha.sum()
    assert model.details["gap"] == pytest.approx(v[up].max() - v[low].min(), abs=slack)
    assert model.details["objective"] == pytest.approx(0.5 * (alpha * y) @ sums - alpha.sum(), rel=1e-9)
    free = (alpha > 0) & (alpha < C)
    assert free.any()
    assert model.bias == pytest.approx(v[free].mean(), abs=slack)
    assert model.converged == (model.details["gap"] < 1e-3)


@pytest.mark.parametrize(
    ("dataset", "text", "C"),
    [
        (CANCER, "rbf(sigma=4)", 1e4),
        (DIGITS, "rbf(sigma=2)", 1),
        (IRIS, "poly(degree=3)", 1e4),
        (WINE, "sigmoid(gamma=0.1, c=-1)", 100),
    ],
    ids=["cancer, RBF", "digits, RBF", "iris, cubic, inseparable", "wine, no kernel"],
)
def test_any_slices_give_the_same_bits(dataset, text, C):
    """Also when everything is looked at between two slices."""
    session = Session(dataset, text, f"svm(C={C}, max_updates=900)")
    whole, cut = Run(session), Run(session)
    rows, parts, sizes = whole.advance(10_000), [], (1, 7, 64, 3)
    while cut.outcome is None:
        parts.append(cut.advance(sizes[len(parts) % 4]))
        cut.counters()
        assert np.isfinite([cut.expansion().bias, *cut.quantities.values()]).all()
    for name in ("step", "point", "delta", "bias_delta", "score"):
        column = np.concatenate([getattr(part, name) for part in parts])
        assert column.tobytes() == getattr(rows, name).tobytes()
    assert cut.expansion().beta.tobytes() == whole.expansion().beta.tobytes()
    assert cut.expansion().bias == whole.expansion().bias
    assert cut.details == whole.details


def test_the_record_tells_the_scores_and_adds_up():
    """f before each update, by the definition."""
    run = Run(Session(CANCER, "rbf(sigma=4)", "svm(C=10)"))
    gram = kpgui.kernel("rbf(sigma=4)").gram(CANCER.points, CANCER.points)
    beta, bias = np.zeros(len(CANCER)), 0.0
    while run.outcome is None:
        before = run.expansion()
        rows = run.advance(1)
        np.testing.assert_allclose(rows.score, gram[rows.point] @ before.beta + before.bias, atol=1e-9)
        beta[rows.point] += rows.delta
        bias += rows.bias_delta.sum()
    np.testing.assert_allclose(beta, run.expansion().beta, atol=1e-12)
    assert bias == pytest.approx(run.expansion().bias, abs=1e-10)


@pytest.mark.parametrize("label", [1, -1])
def test_one_class_has_nothing_to_do(label):
    model = kpgui.fit(CANCER.points, np.full(len(CANCER), label), "rbf(sigma=4)", "svm(C=1e4)")
    assert (model.steps, model.converged, model.bias) == (0, True, label)


def test_points_held_out_are_scored_but_not_learned_from():
    held_out = np.arange(len(CANCER)) % 3 == 0
    model = kpgui.fit(CANCER.points, CANCER.labels, "rbf(sigma=4)", "svm()", held_out=held_out)
    kept = kpgui.fit(CANCER.points[~held_out], CANCER.labels[~held_out], "rbf(sigma=4)", "svm()")
    assert not model.alpha[held_out].any()
    assert model.details["objective"] == pytest.approx(kept.details["objective"], rel=1e-5)
    np.testing.assert_allclose(model.decision(CANCER.points), kept.decision(CANCER.points), atol=5e-3)
