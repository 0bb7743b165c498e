"""What a kernel is: K(x, z), a similarity of two points, and what its structure lets us do faster."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError
from kpgui.model.param import Declared


class Kernel(ABC):
    """A kernel: leaves are declared in one file each, the algebra joins them.

    A subclass gives `values` and `diagonal_values`; `separable` with `factor`, `degree` and `nodes` are
    promises about its structure that the field uses (see `kpgui.engine.field`).
    """

    separable: bool = False
    """In the plane, K(x, z) is a product of one factor for each axis."""

    bounded: bool = False
    """K cannot overflow, whatever the points."""

    @abstractmethod
    def values(self, X: Floats, Z: Floats) -> Floats:
        """K of every row of X with every row of Z, (len(X), len(Z)); X and Z are float64 of equal width."""

    @abstractmethod
    def diagonal_values(self, X: Floats) -> Floats:
        """K(x, x) for every row of X, (len(X),)."""

    @property
    def degree(self) -> int | None:
        """The degree of K(·, z) as a polynomial in each coordinate, or None if it is none."""
        return None

    def nodes(self, extent: float) -> int | None:
        """Chebyshev nodes on an interval of this length that represent K(·, z) to 1e-8, None if it is not smooth."""
        return None if self.degree is None else self.degree + 1

    def factor(self, x: Floats, z: Floats) -> Floats:
        """For a separable kernel: one axis' factor, (len(x), len(z)), from that axis' coordinates."""
        raise NotImplementedError(f"{self} is not separable")

    def terms(self) -> tuple[tuple[float, "Kernel"], ...]:
        """The kernel as a weighted sum of kernels that are not sums."""
        return ((1.0, self),)

    def gram(self, X: Any, Z: Any) -> Floats:
        """K of every row of X with every row of Z: float64 (len(X), len(Z)).

        Raises KpguiError when the shapes do not fit, or when a value is too large for a float64.
        """
        X, Z = _rows(X), _rows(Z)
        if X.shape[1] != Z.shape[1]:
            raise KpguiError(f"Points with {X.shape[1]} and {Z.shape[1]} coordinates cannot be compared.")
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.values(X, Z)
        if not self.bounded and not np.isfinite(values).all():
            row, column = np.argwhere(~np.isfinite(values))[0]
            raise KpguiError(
                f"{self} is too large to compute between the points {_shown(X[row])} and {_shown(Z[column])}; "
                "scale the data down or lower the degree."
            )
        return values

    def diagonal(self, X: Any) -> Floats:
        """K(x, x) for every row of X: float64 (len(X),)."""
        return self.diagonal_values(_rows(X))


class Leaf(Kernel, Declared):
    """A kernel with a name, declared in a file of its own."""

    formula: ClassVar[str]


def _rows(X: Any) -> Floats:
    rows = np.asarray(X, np.float64)
    if rows.ndim != 2:
        raise KpguiError(f"Points must be an array of shape (n, d), not {rows.shape}.")
    return rows


def _shown(point: Floats) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in point) + ")"


def inner_products(X: Floats, Z: Floats) -> Floats:
    """x·z for every pair, (len(X), len(Z)).

    In few dimensions coordinate by coordinate, so that a pair gives the same bits whatever stands around it.
    """
    if X.shape[1] > 8:
        return X @ Z.T
    total = X[:, 0, None] * Z[:, 0]
    for axis in range(1, X.shape[1]):
        total += X[:, axis, None] * Z[:, axis]
    return total


def squared_distances(X: Floats, Z: Floats, length: float) -> Floats:
    """‖(x − z) / length‖² for every pair, (len(X), len(Z)).

    By differences: ‖x‖² + ‖z‖² − 2x·z cancels when the points are far from the origin. Divided before
    squaring, so that neither step overflows needlessly.
    """
    total = None
    for axis in range(X.shape[1]):
        gap = Z[:, axis] - (X[0, axis] if len(X) == 1 else X[:, axis, None])
        gap /= length
        gap *= gap
        total = gap if total is None else np.add(total, gap, out=total)
    assert total is not None
    return total.reshape(len(X), len(Z))


def power(base: Floats, exponent: int) -> Floats:
    """base ** exponent for a whole exponent ≥ 1, by repeated squaring (`**` is 20 times slower on arrays)."""
    result, square = None, base
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    assert result is not None
    return result
