"""Sweeps with folds, and orders: how long they take, what memory, and scikit-learn's grid search on the same folds."""

import tracemalloc
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.svm import SVC

from kpgui.analysis.comparing import folds, orders, sweep
from kpgui.model.session import Session
from kpgui.words.variation import Case, Variation, cases
from tests.bench.table import Row, alternating, seconds, shown
from tests.strategies import noisy_moons

K, SEED = 5, 0

RESULTS = 4
"""Kilobytes that the results of one variation may take."""

PERCEPTRON, SVM = "kernel_perceptron(epochs=20)", "svm(C=1)"
SIGMAS = np.geomspace(0.05, 5, 20).round(4).tolist()


def rows() -> Iterator[Row]:
    dataset = noisy_moons(300)
    for learner in (PERCEPTRON, SVM):
        once = varied(Session(dataset, learner=learner), {"kernel.sigma": SIGMAS})
        yield at_most(2, f"sweep of 20 σ × 5 folds, moons, n = 300, {learner}", lambda once=once: sweep(once, K, SEED))
    for learner, second in ((PERCEPTRON, {"learner.epochs": list(range(2, 21, 2))}),
                            (SVM, {"learner.C": np.geomspace(0.1, 100, 10).round(3).tolist()})):  # fmt: skip
        grid = varied(Session(dataset, learner=learner), {"kernel.sigma": SIGMAS[::2]} | second)
        what = f"sweep of 10 σ × 10 {next(iter(second))[8:]} × 5 folds, n = 300, {learner}"
        yield at_most(10, what, lambda grid=grid: sweep(grid, K, SEED))
    shuffled = Session(noisy_moons(200), "rbf(sigma=0.5)", PERCEPTRON)
    yield at_most(2, f"100 orders, moons, n = 200, {PERCEPTRON}", lambda: orders(shuffled, range(100)))
    yield from against_scikit_learn()
    yield memory()


def varied(session: Session, values: dict[str, Sequence[float]]) -> tuple[Case, ...]:
    variations = [Variation(name, tuple(map(str, some))) for name, some in values.items()]
    return cases(session, tuple(variations), most=100)


def at_most(limit: float, what: str, work: Callable[[], object]) -> Row:
    duration = seconds(work, 3)
    return Row(what, shown(duration), f"≤ {limit} s", duration <= limit)


def against_scikit_learn() -> Iterator[Row]:
    """Both on one core, and both train once more on all points: GridSearchCV with the best value, we with each."""
    for noise in (0.1, 0.2, 0.4):
        dataset = noisy_moons(300, noise=noise)
        fold = np.empty(len(dataset), int)
        for number, held_out in enumerate(folds(dataset, K, SEED)):
            fold[held_out] = number
        grid = {"gamma": [0.5 / sigma**2 for sigma in SIGMAS]}

        def theirs(dataset=dataset, fold=fold, grid=grid):
            search = GridSearchCV(SVC(C=1), grid, cv=PredefinedSplit(fold))
            return search.fit(dataset.points, dataset.labels).cv_results_["mean_test_score"]

        for learner, wanted in ((PERCEPTRON, 1.0), (SVM, 1.5)):
            once = varied(Session(dataset, learner=learner), {"kernel.sigma": SIGMAS})
            mine, reference = alternating(lambda once=once: sweep(once, K, SEED), theirs, 5)
            errors = np.array([each.mean for each in sweep(once, K, SEED)])
            apart = f", errors at most {np.abs(errors + theirs() - 1).max():.2%} apart" if learner == SVM else ""
            times = f"{shown(mine)} / {shown(reference)}"
            yield Row(
                f"20 σ × 5 folds, moons, noise {noise}, n = 300, {learner}",
                f"{mine / reference:.2f} × the time of GridSearchCV with SVC ({times}){apart}",
                f"≤ {wanted} ×",
                mine <= wanted * reference,
            )


def memory() -> Row:
    """The most bytes allocated at a time, beyond those that there were, for few and for many variations."""
    session, peaks = Session(noisy_moons(300), learner="kernel_perceptron(epochs=3)"), []
    for count in (5, 100):
        some = varied(session, {"kernel.sigma": np.geomspace(0.05, 5, count).tolist()})
        sweep(some, K, SEED)
        tracemalloc.start()
        sweep(some, K, SEED)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    few, many = peaks
    kept = (many - few) / (100 - 5) / 1e3
    what = "memory of a sweep over σ × 5 folds, n = 300, for each further variation: its results"
    return Row(what, f"{kept:.1f} kB (of 5 variations {few / 1e3:.0f} kB in all)", f"≤ {RESULTS} kB", kept <= RESULTS)
