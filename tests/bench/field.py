"""The field at 512 × 512, against SVC.decision_function."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.svm import SVC

from kpgui.engine.evaluators.terms import centres
from kpgui.engine.picture.field import field
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from kpgui.process import one_blas_thread
from tests.bench.table import Row, seconds, shown
from tests.strategies import noisy_moons

SIDE = 512
VIEW = View(-2.0, 3.0, -2.0, 2.5)
CASES = [
    (100, "rbf(sigma=0.5)", {"kernel": "rbf", "gamma": 2.0}, 600),
    (1000, "rbf(sigma=0.5)", {"kernel": "rbf", "gamma": 2.0}, 1000),
    (1000, "rbf(sigma=0.1)", {"kernel": "rbf", "gamma": 50.0}, 1000),
    (5000, "rbf(sigma=0.5)", {"kernel": "rbf", "gamma": 2.0}, 1000),
    (5000, "rbf(sigma=0.1)", {"kernel": "rbf", "gamma": 50.0}, 1000),
    (1000, "linear()", {"kernel": "linear"}, 1000),
    (1000, "poly(degree=3, c=1)", {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}, 1000),
]
"""Support vectors, a kernel, what it is to scikit-learn, and how many times as fast the field is to be."""


def rows() -> Iterator[Row]:
    xs, ys = centres(VIEW.xmin, VIEW.xmax, SIDE), centres(VIEW.ymin, VIEW.ymax, SIDE)
    pixels = np.column_stack([np.tile(xs, SIDE), np.repeat(ys, SIDE)])
    for n, text, settings, wanted in CASES:
        points = noisy_moons(n).points
        labels = np.random.default_rng(0).permutation(np.repeat([-1, 1], n // 2))
        svc = SVC(C=1e-3, **settings).fit(points, labels)
        beta = np.zeros(n)
        beta[svc.support_] = svc.dual_coef_[0]
        expansion = Expansion.of(beta, svc.intercept_[0])
        reference: list[np.ndarray] = []
        slow = seconds(lambda svc=svc, into=reference: into.append(svc.decision_function(pixels)), 1)
        draw = partial(field, kernel(text), points, expansion, VIEW, SIDE, SIDE)
        with one_blas_thread():
            fast = seconds(draw, 20)
        expected = reference[0].reshape(SIDE, SIDE)
        error = np.abs(draw() - expected).max() / np.abs(expected).max()
        yield Row(
            f"field {SIDE}², {len(expansion.support)} support vectors, {text}",
            f"{slow / fast:.0f} × SVC.decision_function ({shown(fast)} / {shown(slow)}), error {error:.0e}",
            f"≥ {wanted} ×, error ≤ 1e-8",
            slow / fast >= wanted and error <= 1e-8,
        )
