"""Sweeps: the errors of k-fold cross-validation over the values of one or two settings, and the best of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import nan, sqrt
from typing import Any, Protocol

import numpy as np

from kpgui.analysis.comparing.outcome import RunSummary, finished, outcome_of
from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.run import effective_kernel
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Session


class Varied(Protocol):
    """A session, and what is different in it from others, as (name, value); such as `kpgui.words.variation.Case`."""

    @property
    def session(self) -> Session: ...

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]: ...


@dataclass(frozen=True, eq=False)
class SweptCase:
    """What came of a case: trained on all its points, and on those outside each fold.

    fold_errors: (k,), the share of each fold's points that are on the wrong side of what was learned without them.
    """

    chosen: tuple[tuple[str, str], ...]
    outcome: RunSummary
    fold_errors: Floats

    @property
    def mean(self) -> float:
        """The mean error of the folds; without folds that of the points held out; NaN without either."""
        if len(self.fold_errors):
            return float(self.fold_errors.mean())
        held_out = self.outcome.held_out_error
        return nan if held_out is None else held_out

    @property
    def deviation(self) -> float:
        """The sample standard deviation of the folds' errors; 0 without folds."""
        return float(self.fold_errors.std(ddof=1)) if len(self.fold_errors) else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, as if the folds were independent; 0 without folds."""
        return self.deviation / sqrt(max(1, len(self.fold_errors)))


def sweep(
    cases: Sequence[Varied],
    k: int,
    seed: int,
    token: Token = UNWATCHED,
    arrived: Callable[[int, SweptCase], None] = lambda number, found: None,
) -> tuple[SweptCase, ...]:
    """Trains each case on all its points and, for k ≥ 2, on those outside each of k folds, the same for all cases.

    arrived: called with the number of a case and what came of it, as soon as that is known; cases with the same kernel
    follow each other, since they share its values. A case that cannot be trained has the errors NaN, and its `outcome`
    says why. Raises KpguiError as `folds` does; Cancelled.
    """
    alike = dict[Any, list[int]]()
    for number, case in enumerate(cases):
        alike.setdefault((effective_kernel(case.session), id(case.session.dataset.points)), []).append(number)
    found = dict[int, SweptCase]()

    def report(share: float) -> None:
        token.report((len(found) + share) / len(cases))

    for numbers in alike.values():
        shared = SharedColumns()
        for number in numbers:
            held_out = folds(cases[number].session.dataset, k, seed)
            swept = _swept(cases[number], held_out, Token(token.cancelled, report), shared)
            found[number] = swept
            arrived(number, swept)
    token.report(1.0)
    return tuple(found[number] for number in range(len(cases)))


def _swept(case: Varied, held_out: tuple[Ints, ...], token: Token, shared: SharedColumns) -> SweptCase:
    errors = list[float]()
    try:
        whole = finished(case.session, token, shared)
        outcome = outcome_of(whole)
        for fold in held_out:
            token.report((len(errors) + 1) / (len(held_out) + 1))
            run = finished(without(case.session, fold), token, shared)
            errors.append(float(run.counters().wrong[fold].mean()))
    except KpguiError as error:
        outcome, errors = RunSummary(problem=str(error)), [nan] * len(held_out)
    return SweptCase(case.chosen, outcome, frozen(errors, np.float64))


def best(swept: Sequence[SweptCase]) -> tuple[int, int] | None:
    """The indices of the least mean error, and of the simplest case within one standard error of it.

    The simplest has the fewest support vectors (Breiman et al. 1984 have the rule for trees); of equal ones the least
    mean counts, then the first. None if no case has an error.
    """
    known = [number for number, each in enumerate(swept) if each.mean == each.mean]
    if not known:
        return None
    least = min(known, key=lambda number: swept[number].mean)
    most = swept[least].mean + swept[least].standard_error
    within = [number for number in known if swept[number].mean <= most]
    return least, min(within, key=lambda number: (swept[number].outcome.support, swept[number].mean))


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
