"""The point of a convex hull nearest to the origin by Wolfe's algorithm (1976), from coordinates.

Coordinates resolve a distance of 1e-15 of the longest point; inner products, which give its square, only 1e-8.
"""

import numpy as np

from kpgui.analysis.gram import PIECE
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.errors import Token

LEAST_WEIGHT = 1e-12
"""Weights below this count as 0 in the search for the nearest point of a face."""

LEAST_PIVOT_RATIO = 1e-14
"""Ratio of the pivots of a face below which its directions count as linearly dependent."""


def nearest(points: Floats, norms: Floats, accuracy: float, most: int, token: Token) -> tuple[Floats, int]:
    """Weights λ ≥ 0 of sum 1, (n,), that nearly minimise ‖Σ λᵢ pᵢ‖ over points (n, D), and the number of steps.

    norms: ‖p‖, (n,).

    Ends when every point p has p·w ≥ (1 − accuracy)·‖w‖² for the w = Σ λᵢ pᵢ found; when w is 0 up to rounding; when
    rounding prevents progress; or after `most` steps. At most D + 1 weights are nonzero, those of affinely independent
    points. Raises Cancelled.
    """
    corral, weights = [int(norms.argmin())], np.ones(1)
    best = points[corral[0]]
    steps = 0
    while steps < most:
        token.check()
        steps += 1
        squared = float(best @ best)
        if squared <= (8 * EPSILON * float(weights @ norms[corral])) ** 2:
            break
        scores = _products(points, best, token)
        entering = int(scores.argmin())
        if scores[entering] >= (1 - accuracy) * squared or entering in corral:
            break
        corral, weights = _onto_a_face(points, [*corral, entering], np.append(weights, 0.0), token)
        best = weights @ points[corral]
        if not best @ best < squared:
            break
    result = np.zeros(len(points))
    result[corral] = weights
    return result, steps


def _onto_a_face(points: Floats, corral: list[int], weights: Floats, token: Token) -> tuple[list[int], Floats]:
    """Moves towards the nearest point of the affine hull, dropping points where the path leaves the convex hull."""
    while True:
        token.check()
        ideal = _affine_minimum(points[corral])
        outside = ideal <= LEAST_WEIGHT
        if not outside.any():
            return corral, ideal
        falls = outside & (weights > ideal)
        if not falls.any():
            return corral, weights
        steps = weights[falls] / (weights[falls] - ideal[falls])
        step = float(steps.min())
        weights = np.maximum((1 - step) * weights + step * ideal, 0.0)
        leaving = np.flatnonzero(falls)[steps.argmin()]
        kept = weights > LEAST_WEIGHT
        kept[leaving] = False
        if not kept.any():
            kept[weights.argmax()] = True
        corral, weights = [i for i, keep in zip(corral, kept.tolist(), strict=True) if keep], weights[kept]
        weights = weights / weights.sum()


def _affine_minimum(points: Floats) -> Floats:
    """The μ of sum 1 that minimises ‖Σ μᵢ pᵢ‖, by least squares on differences, so that no condition is squared."""
    away, target = (points[1:] - points[0]).T, -points[0]
    steps = None
    if len(points) - 1 <= len(target):
        q, r = np.linalg.qr(away)
        pivots = np.abs(np.diagonal(r))
        if pivots.min(initial=1.0) > LEAST_PIVOT_RATIO * pivots.max(initial=0.0):
            steps = np.linalg.solve(r, q.T @ target)
    if steps is None:  # linearly dependent up to rounding
        steps = np.linalg.lstsq(away, target, rcond=None)[0]
    return np.append(1.0 - steps.sum(), steps)


def _products(points: Floats, w: Floats, token: Token) -> Floats:
    """p·w for each row of points, (n,), in pieces. Raises Cancelled."""
    height = max(1, PIECE // max(1, len(w)))
    result = np.empty(len(points))
    for start in range(0, len(points), height):
        token.check()
        some = points[start : start + height]
        result[start : start + height] = some @ w
    return result
