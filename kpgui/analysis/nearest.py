"""The point of a convex hull that is nearest to the origin (Wolfe 1976), in the coordinates of the points themselves.

Where the coordinates are known this sees a distance of 1e-15 of the longest point; from inner products alone, which
hold the square of the distance, nothing below 1e-8 can be seen.
"""

import numpy as np

from kpgui.analysis.gram import PIECE
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.cancel import Token

SMALL = 1e-12
"""A weight below this is taken for 0 when the nearest point of a face is sought."""

FLAT = 1e-14
"""Directions of a face whose pivots are this far apart are dependent as far as float64 can tell."""


def nearest(points: Floats, norms: Floats, accuracy: float, most: int, token: Token) -> tuple[Floats, int]:
    """Weights λ ≥ 0 of sum 1, (n,), that nearly minimise ‖Σ λᵢ pᵢ‖ over points (n, D), and the steps made.

    norms: ‖p‖, (n,).

    Ends when no point is nearer than (1 − accuracy) of what was found, in the direction of it; when that is 0 to
    rounding; when rounding keeps it from getting nearer; or after `most` steps. At most D + 1 weights are not 0: those
    of a face whose points are affinely independent. Raises Cancelled.
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
        scores = products(points, best, token)
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
    """Towards the nearest point of the affine hull, dropping the points at which the convex hull is left."""
    while True:
        token.check()
        ideal = _affine_minimum(points[corral])
        outside = ideal <= SMALL
        if not outside.any():
            return corral, ideal
        falls = outside & (weights > ideal)
        if not falls.any():
            return corral, weights
        steps = weights[falls] / (weights[falls] - ideal[falls])
        step = float(steps.min())
        weights = np.maximum((1 - step) * weights + step * ideal, 0.0)
        leaving = np.flatnonzero(falls)[steps.argmin()]
        kept = weights > SMALL
        kept[leaving] = False
        if not kept.any():
            kept[weights.argmax()] = True
        corral, weights = [i for i, keep in zip(corral, kept.tolist(), strict=True) if keep], weights[kept]
        weights = weights / weights.sum()


def _affine_minimum(points: Floats) -> Floats:
    """The μ of sum 1 that minimises ‖Σ μᵢ pᵢ‖: by differences, so that nothing is squared."""
    away, target = (points[1:] - points[0]).T, -points[0]
    steps = None
    if len(points) - 1 <= len(target):
        q, r = np.linalg.qr(away)
        pivots = np.abs(np.diagonal(r))
        if pivots.min(initial=1.0) > FLAT * pivots.max(initial=0.0):
            steps = np.linalg.solve(r, q.T @ target)
    if steps is None:  # dependent, if only to rounding
        steps = np.linalg.lstsq(away, target, rcond=None)[0]
    return np.append(1.0 - steps.sum(), steps)


def products(points: Floats, w: Floats, token: Token, *, sizes: bool = False) -> Floats:
    """p·w for each row of points, in pieces; of the sizes of all numbers if so asked."""
    height = max(1, PIECE // max(1, len(w)))
    result = np.empty(len(points))
    for start in range(0, len(points), height):
        token.check()
        some = points[start : start + height]
        result[start : start + height] = np.abs(some) @ np.abs(w) if sizes else some @ w
    return result
