"""Standardised coordinates, and the way back to the units of the file."""

from dataclasses import dataclass

import numpy as np

from kpgui.model.arrays import Floats, frozen


@dataclass(frozen=True, eq=False)
class Scaling:
    """z = (x − mean) / scale, coordinate by coordinate; mean and scale are (d,), in the units of the file.

    A learner is then trained on z, and what is shown is converted back to the units of the file: points and curves by
    `to_units`, the weights of a linear f by `weights_in_units`.
    """

    mean: Floats
    scale: Floats

    @classmethod
    def of(cls, points: Floats) -> "Scaling":
        """Mean and standard deviation (divided by n, not n − 1) of the points (n, d); a constant has scale 1."""
        if not len(points):
            return cls(frozen(np.zeros(points.shape[1]), np.float64), frozen(np.ones(points.shape[1]), np.float64))
        size = np.maximum(np.abs(points).max(axis=0), np.finfo(float).tiny)  # so that no sum overflows
        shares = points / size
        mean = shares.mean(axis=0)
        spread = np.sqrt(np.square(shares - mean).mean(axis=0))
        constant = (points == points[0]).all(axis=0) | (spread * size == 0)
        mean = np.where(constant, points[0], mean * size)
        return cls(frozen(mean, np.float64), frozen(np.where(constant, 1.0, spread * size), np.float64))

    def standardised(self, points: Floats) -> Floats:
        """The standardised points (n, d) for points in the file's units."""
        with np.errstate(over="ignore"):
            near = (points - self.mean) / self.scale  # exact where points are close together
            return np.where(np.isfinite(near), near, points / self.scale - self.mean / self.scale)

    def to_units(self, points: Floats) -> Floats:
        """Standardised points (n, d) in the file's units, up to rounding."""
        return points * self.scale + self.mean

    def weights_in_units(self, weights: Floats, bias: float) -> tuple[Floats, float]:
        """The weights (d,) and the bias that give f(z) = ⟨weights, z⟩ + bias as a function of x in the file's units."""
        return weights / self.scale, bias - float(weights @ (self.mean / self.scale))
