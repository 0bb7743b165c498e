"""Margin and separability of kernels that are polynomials, decided in the coordinates of feature space.

Candidates come from float64: the point of the hull of the yᵢφ(xᵢ) that is nearest to the origin. What is said of them
is proven, in float64 where the bounds of its errors leave no doubt, else in integers.
"""

from typing import NamedTuple

import numpy as np

from kpgui.analysis.certificate import Simplex, TooLong, dot, proven_weights
from kpgui.analysis.feature_space import FeatureVectors
from kpgui.analysis.nearest import nearest, products
from kpgui.kernels.monomials import Monomials
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.cancel import Token

MOST_EXACT = 1_000_000
"""Coordinates that are looked at in integers, at most."""

TINY = float(np.finfo(np.float64).tiny)

UNDERFLOW = 1e-170
"""What underflow may make of a sum of products with a w of length about 1, at most."""


class Decision(NamedTuple):
    """separable: None when it is not known. weights: λ, (n,). γ is in [lower, upper]; radius: R, rounded up.

    exhausted: it is not known because the proof would have taken too long.
    """

    separable: bool | None
    weights: Floats
    lower: float
    upper: float
    radius: float
    steps: int
    exhausted: bool


def decide(form: Monomials, X: Floats, labels: Floats, accuracy: float, most: int, token: Token) -> Decision:
    """Whether the kernel of this form separates points X (n, d), n ≥ 1, and with what margin. Raises Cancelled."""
    return _Search(FeatureVectors(form, X, labels, token), token).answer(accuracy, most)


class _Search:
    def __init__(self, points: FeatureVectors, token: Token) -> None:
        self._points, self._token = points, token
        self._n, self._dimensions = points.vectors.shape
        self._share = points.relative + 2 * (self._dimensions + 4) * EPSILON
        self._room = MOST_EXACT

    def answer(self, accuracy: float, most: int) -> Decision:
        points = self._points
        if points.zero.any():
            return self._decided(False, self._only(int(points.zero.argmax())), 0)
        weights, steps = self._only(0), 0
        if points.sound:
            weights, steps = nearest(points.vectors, points.lengths, accuracy, most, self._token)
            least = self._least_margin(weights @ points.vectors)
            if least > 0:
                return self._decided(True, weights, steps, least)
            face = np.flatnonzero(weights)
            proven = None
            if len(face) == self._dimensions + 1:
                proven = proven_weights(points.vectors[face], points.relative)
            if proven is not None:
                weights[face] = proven
                return self._decided(False, weights, steps)
        try:
            return self._by_integers(weights, steps) if points.whole else self._decided(None, weights, steps)
        except TooLong:
            return self._decided(None, weights, steps, exhausted=True)

    def _by_integers(self, weights: Floats, steps: int) -> Decision:
        """By the simplex method, first on the points with a weight."""
        some = np.flatnonzero(weights)
        simplex = Simplex(self._points.costs(), int(some[0]), self._exact(int(some[0])), self._token)
        for pool in (some, np.arange(self._n)):
            while (combination := simplex.combination) is None:
                self._token.check()
                entering = self._wrong(simplex.w, pool)
                if entering is None:
                    break
                simplex.enter(entering, self._exact(entering))
        if combination is None:
            return self._decided(True, weights, steps, self._exact_margin(simplex.w))
        found = np.zeros(self._n)
        found[list(combination)] = [max(float(value), TINY) for value in combination.values()]
        return self._decided(False, found, steps)

    def _wrong(self, w: list[int], pool: Ints) -> int | None:
        """Of these points one with p·w ≤ 0, about that with the least; None when there is none."""
        doubtful, direction = pool, self._direction(w)
        if direction is not None:
            vectors = self._points.vectors[pool]
            scores, errors = self._scores(vectors, direction)
            if (scores < -errors).any():
                return int(pool[np.where(scores < -errors, scores, np.inf).argmin()])
            near = np.flatnonzero(scores <= errors)
            doubtful = pool[near[np.argsort(scores[near] / errors[near])]]
        for i in doubtful.tolist():
            self._token.check()
            if dot(w, self._exact(i)) <= 0:
                return int(i)
        return None

    def _direction(self, w: list[int]) -> Floats | None:
        return self._points.direction(w) if self._points.sound else None

    def _scores(self, vectors: Floats, w: Floats) -> tuple[Floats, Floats]:
        """p·w of these vectors, and how much it may be wrong, w included."""
        errors = self._share * products(vectors, w, self._token, sizes=True)
        return products(vectors, w, self._token), errors + UNDERFLOW

    def _least_margin(self, w: Floats) -> float:
        """A lower end of γ: min p·w/‖w‖ rounded down; only above 0 it says something."""
        largest = float(np.abs(w).max())
        if not largest > TINY:
            return 0.0
        w = w / largest
        w = w / np.sqrt(w @ w)
        scores, errors = self._scores(self._points.vectors, w)
        least = float((scores - errors).min())
        return least * (1 - self._share) * self._points.unit

    def _exact_margin(self, w: list[int]) -> float:
        """The same of a w for the vectors in integers, which is known to be above 0; 0 if that takes too long."""
        direction = self._direction(w)
        least = 0.0 if direction is None else self._least_margin(direction)
        if least > 0:
            return least
        try:
            scores = []
            for i in range(self._n):
                self._token.check()
                scores.append(dot(w, self._exact(i)))
            return self._points.margin_of(w, scores)
        except TooLong:
            return 0.0

    def _exact(self, i: int) -> list[int]:
        """Raises TooLong."""
        self._room -= self._dimensions
        if self._room < 0:
            raise TooLong
        return self._points.exact(i)

    def _only(self, i: int) -> Floats:
        weights = np.zeros(self._n)
        weights[i] = 1.0
        return weights

    def _decided(
        self, separable: bool | None, weights: Floats, steps: int, lower: float = 0.0, *, exhausted: bool = False
    ) -> Decision:
        weights, radius = weights / weights.sum(), self._points.radius(self._token)
        upper = 0.0 if separable is False else min(self._length(weights), radius)
        return Decision(separable, weights, lower, max(lower, upper), radius, steps, exhausted)

    def _length(self, weights: Floats) -> float:
        """‖Σ λᵢ pᵢ‖ rounded up: an upper end of γ."""
        if not self._points.sound:
            return np.inf
        some = np.flatnonzero(weights)
        vectors, chosen = self._points.vectors[some], weights[some]
        share = self._share + 2 * len(some) * EPSILON
        error = share * (chosen @ np.abs(vectors)) + UNDERFLOW
        size = np.abs(chosen @ vectors) + error
        largest = float(size.max())  # squares of numbers beside it may vanish, but not its own
        size = size / largest
        return float(np.sqrt(size @ size)) * largest * (1 + share) * self._points.unit
