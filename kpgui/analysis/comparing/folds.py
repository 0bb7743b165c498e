"""Folds for cross-validation: stratified, seeded, disjoint."""

from dataclasses import replace

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session


def folds(dataset: Dataset, k: int, seed: int) -> tuple[Ints, ...]:
    """Deals the points that are trained on into k folds. Returns the ascending indices of each; none for k = 0.

    The sizes of any two folds differ by at most 1, and so do their counts of either class. Points that the dataset
    holds out are in none. Raises KpguiError unless k is 0 or from 2 up to the number of points that are trained on.
    """
    training = dataset.training
    if k and not 2 <= k <= len(training):
        raise KpguiError(
            _("{k} folds need from 2 to as many points as are trained on, which are {n}.").format(k=k, n=len(training))
        )
    rng = np.random.default_rng(seed)
    dealt = np.concatenate([rng.permutation(training[dataset.labels[training] == label]) for label in (-1, 1)])
    return tuple(np.sort(dealt[fold::k]) for fold in range(k))


def without(session: Session, fold: Ints) -> Session:
    """The session with these points held out too; nothing of them is left in what the run starts from either."""
    dataset, alpha = session.dataset, np.array(session.conventions.alpha, np.int64)
    if len(alpha):
        alpha[fold] = 0
    start = tuple(alpha.tolist()) * bool(alpha.any())
    return replace(
        session,
        dataset=dataset.with_rows(fold, held_out=np.ones(len(fold), bool)),
        conventions=replace(session.conventions, alpha=start),
    )
