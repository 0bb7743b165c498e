"""A sweep as a Python script: scikit-learn's search over the classifiers of `kpgui.sklearn`, on the same folds."""

from collections.abc import Iterator, Sequence
from math import prod
from textwrap import fill
from typing import Any

import numpy as np

from kpgui import __version__
from kpgui.analysis.comparing.sweep import Varied, folds
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import ORDER, SEED, Session

SCRIPT = '''
import numpy as np
from sklearn.model_selection import GridSearchCV, PredefinedSplit

from kpgui.sklearn import {names}

JOBS = -1  # processes: as many as there are cores

SEARCHES = [
{searches}
]


def accuracy(classifier, X, y):
    """The share of points on the right side; f = 0 is wrong for either label, as in kpgui."""
    return np.mean(y * classifier.decision_function(X) > 0)


# Each point, its label, and the fold that it is held out in; −1 for none
POINTS = """
{rows}
"""

data = np.array(POINTS.split(), float).reshape(-1, {columns})
X, y, fold = data[:, :-2], data[:, -2].astype(int), data[:, -1].astype(int)
for classifier, grid in SEARCHES:
    search = GridSearchCV(classifier, grid, scoring=accuracy, cv=PredefinedSplit(fold), n_jobs=JOBS).fit(X, y)
    print(f"{{type(classifier).__name__}}: least error {{1 - search.best_score_:.2%}} with {{search.best_params_}}")
    found = search.cv_results_
    k = search.n_splits_
    for params, mean, deviation in zip(found["params"], found["mean_test_score"], found["std_test_score"]):
        print(f"  {{1 - mean:.2%}} ± {{deviation * (k / max(1, k - 1)) ** 0.5:.2%}}  {{params}}")  # of a sample
'''


def script(cases: Sequence[Varied], k: int, seed: int) -> str:
    """The script that finds what `sweep` does: the errors of the same k folds, or for k = 0 of the points held out.

    Raises KpguiError as `folds` does, for k = 0 without such points, and for conventions, which scikit-learn's
    classifiers do not have.
    """
    dataset = cases[0].session.dataset
    if any(case.session.conventions for case in cases):
        raise KpguiError(_("The classifiers for scikit-learn have no conventions; reset them before writing a script."))
    shown, fold = _folded(dataset, k, seed)
    rows = np.column_stack([dataset.points, dataset.labels, fold])[shown].tolist()
    searches = list(_searches([case.session for case in cases]))
    what = f"by {k}-fold cross-validation (seed {seed})" if k else "on the points held out"
    paragraphs = (
        f"Errors of {len(cases)} settings {what}, by scikit-learn.",
        f"Written by kpgui {__version__}. It needs kpgui and scikit-learn. n_jobs and joblib's back ends (Dask, "
        "Ray) are theirs: see https://scikit-learn.org/stable/computing/parallelism.html.",
    )
    text = SCRIPT.format(
        names=", ".join(sorted({name for name, __ in searches})),
        searches="\n".join(f"    ({text})," for __, text in searches),
        rows="\n".join(" ".join(map(repr, row)) for row in rows),
        columns=dataset.d + 2,
    )
    return '"""' + "\n\n".join(fill(each, 110) for each in paragraphs) + f'\n"""\n{text}'


def _folded(dataset: Dataset, k: int, seed: int) -> tuple[Any, Any]:
    """Which points the script needs, (n,) bool, and in which fold each is held out, (n,), −1 for none."""
    if not k and not dataset.held_out.any():
        raise KpguiError(_("No points are held out; choose a number of folds, or hold points out."))
    fold = np.where(dataset.held_out, 0, -1)
    for number, held_out in enumerate(folds(dataset, k, seed)):
        fold[held_out] = number
    return ~dataset.held_out if k else np.ones(len(dataset), bool), fold


def _searches(sessions: Sequence[Session]) -> Iterator[tuple[str, str]]:
    """For each class of learners the name of its classifier, and that classifier and its grid as source."""
    settings = [(f"{type(learner(each.learner)).__name__}Classifier", _settings(each)) for each in sessions]
    for name in dict.fromkeys(name for name, __ in settings):
        found = [each for classifier, each in settings if classifier == name]
        values = {key: list(dict.fromkeys(each[key] for each in found)) for key in found[0]}
        fixed = ", ".join(f"{key}={value[0]!r}" for key, value in values.items() if len(value) == 1)
        grid: Any = {key: value for key, value in values.items() if len(value) > 1}
        if prod(map(len, grid.values())) != len(found):  # they do not vary independently
            grid = [{key: [each[key]] for key in grid} for each in found]
        yield name, f"{name}({fixed}), {grid!r}"


def _settings(session: Session) -> dict[str, Any]:
    """The parameters of the session's classifier."""
    chosen = learner(session.learner)
    kernel = {} if chosen.feature_map else {"kernel": session.kernel}
    return {**kernel, **chosen.settings(), ORDER.name: session.order, SEED.name: session.seed}
