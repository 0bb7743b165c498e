"""The field at 512 × 512 with 1000 support vectors, against SVC.decision_function."""

from collections.abc import Iterator

import numpy as np
from sklearn.svm import SVC

from kpgui.engine.field import field
from kpgui.engine.terms import centres
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from tests.bench.table import Row, seconds, shown
from tests.strategies import noisy_moons

SIDE = 512
VIEW = View(-2.0, 3.0, -2.0, 2.5)
KERNELS = [
    ("rbf(sigma=0.5)", {"kernel": "rbf", "gamma": 2.0}),
    ("rbf(sigma=0.1)", {"kernel": "rbf", "gamma": 50.0}),
    ("linear()", {"kernel": "linear"}),
    ("poly(degree=3, c=1)", {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}),
]


def rows() -> Iterator[Row]:
    points = noisy_moons(1000).points
    labels = np.random.default_rng(0).permutation(np.repeat([-1, 1], 500))
    xs, ys = centres(VIEW.xmin, VIEW.xmax, SIDE), centres(VIEW.ymin, VIEW.ymax, SIDE)
    pixels = np.column_stack([np.tile(xs, SIDE), np.repeat(ys, SIDE)])
    for text, settings in KERNELS:
        svc = SVC(C=1e-3, **settings).fit(points, labels)
        beta = np.zeros(len(points))
        beta[svc.support_] = svc.dual_coef_[0]
        expansion = Expansion.of(beta, svc.intercept_[0])
        reference: list[np.ndarray] = []
        slow = seconds(lambda svc=svc, into=reference: into.append(svc.decision_function(pixels)), 1)
        spec = kernel(text)
        fast = seconds(lambda spec=spec, expansion=expansion: field(spec, points, expansion, VIEW, SIDE, SIDE), 20)
        expected = reference[0].reshape(SIDE, SIDE)
        error = np.abs(field(spec, points, expansion, VIEW, SIDE, SIDE) - expected).max() / np.abs(expected).max()
        yield Row(
            f"field {SIDE}², {len(expansion.support)} support vectors, {text}",
            f"{slow / fast:.0f} × SVC.decision_function ({shown(fast)} / {shown(slow)}), error {error:.0e}",
            "≥ 1000 ×, error ≤ 1e-8",
            slow / fast >= 1000 and error <= 1e-8,
        )
