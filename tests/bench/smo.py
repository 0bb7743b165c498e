"""The svm learner against scikit-learn's SVC (LIBSVM), both from points to a model, at the same tolerance."""

from collections.abc import Iterator

from sklearn.svm import SVC

import kpgui
from tests.bench import smo_real
from tests.bench.table import Row, alternating, shown
from tests.strategies import noisy_moons

SIGMA, TOL = 0.5, 1e-3
REPEAT = {1000: 20, 5000: 5}
NOISE = 0.1, 0.2, 0.4
"""The more noise, the more support vectors, and each costs a column of the Gram matrix."""


def rows() -> Iterator[Row]:
    for noise in NOISE:
        for n, repeat in REPEAT.items():
            yield at_size(n, noise, repeat)
    yield from smo_real.rows()


def at_size(n: int, noise: float, repeat: int) -> Row:
    dataset = noisy_moons(n, noise=noise)

    def ours():
        return kpgui.fit(dataset.points, dataset.labels, f"rbf(sigma={SIGMA})", f"svm(C=1, tol={TOL})")

    def svc():
        return SVC(C=1, gamma=0.5 / SIGMA**2, tol=TOL).fit(dataset.points, dataset.labels)

    mine, theirs = alternating(ours, svc, repeat)
    model, reference = ours(), svc()
    expected = smo_real.objective(dataset.points, f"rbf(sigma={SIGMA})", reference)
    difference = (model.details["objective"] - expected) / abs(expected)
    return Row(
        f"SMO, moons, noise {noise}, n = {n}",
        f"{mine / theirs:.2f} × the time of SVC(C=1).fit ({shown(mine)} / {shown(theirs)}), "
        f"objective {difference:+.0e}, {model.steps} / {int(reference.n_iter_[0])} pair updates",
        "≤ 3 ×",
        mine <= 3 * theirs,
    )
