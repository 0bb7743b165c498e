"""Is a Gram matrix valid, and which coordinates in feature space does it mean?"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Floats, Ints, frozen
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.errors import KpguiError
from kpgui.model.number import shown

MOST = 1000
"""Points whose spectrum is taken: a third of a second, which cannot be interrupted; of 2000 it would be three."""

PIECE = 1 << 17
"""Kernel values computed between two looks at whether to give up: some two milliseconds."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigenvalues of a symmetric matrix and what they say of it as a Gram matrix.

    points: (m,) indices of the points it is of. of: how many there are in all; with fewer looked at than that, a
    failure is a failure of all (Cauchy's interlacing), while a pass speaks for the subset only. asymmetry: largest
    |K − Kᵀ|. values: (m,) eigenvalues, falling. vectors: (m, m), in columns, the entry of largest size positive.
    tolerance: m·ε, the share of the largest eigenvalue by which the decomposition may shift any. rounding: by how much
    the errors of the matrix' own entries may shift any, at most; 0 for a matrix that is meant as it is.
    """

    points: Ints
    of: int
    asymmetry: float
    symmetric: bool
    values: Floats
    vectors: Floats
    tolerance: float
    rounding: float = 0.0

    @property
    def smallest(self) -> float:
        """0 without any point."""
        return float(self.values[-1]) if len(self.values) else 0.0

    @property
    def largest(self) -> float:
        return float(self.values[0]) if len(self.values) else 0.0

    @property
    def floor(self) -> float:
        """Eigenvalues below this are negative beyond rounding."""
        return -self.tolerance * max(self.largest, -self.smallest) - self.rounding

    @property
    def valid(self) -> bool:
        """Symmetric and, to rounding, positive semidefinite: what fails this is not, what passes need not be."""
        return self.symmetric and self.smallest >= self.floor

    @property
    def certain(self) -> bool:
        """Positive semidefinite beyond rounding: no eigenvalue is as small as that."""
        return self.symmetric and self.smallest >= -self.floor

    @property
    def sampled(self) -> bool:
        return len(self.points) < self.of

    @property
    def negative(self) -> Floats:
        """The eigenvalues that are negative beyond rounding, the worst last."""
        return self.values[self.values < self.floor]

    @property
    def rank(self) -> int:
        """Eigenvalues that stand out of rounding."""
        return int(np.count_nonzero(self.values > -self.floor))

    @property
    def offender(self) -> Floats | None:
        """A unit vector u on the points with uᵀKu < 0, the worst there is; None when there is none."""
        return self.vectors[:, -1] if len(self.negative) else None

    def features(self) -> Floats:
        """Coordinates Φ = U·D^½ of the points in feature space, (m, m), ΦΦᵀ = K; columns by falling eigenvalue.

        Raises KpguiError when there are none, because the matrix is not a Gram matrix.
        """
        if not self.valid:
            raise KpguiError(
                "There are no feature coordinates: the kernel's matrix over these points is "
                + (f"not positive semidefinite ({shown(self.smallest, 3)})." if self.symmetric else "not symmetric.")
            )
        return self.vectors * np.sqrt(np.maximum(self.values, 0.0)) + 0.0  # which turns −0 into 0


def spectrum(
    matrix: Floats, points: Ints | None = None, of: int | None = None, errors: Floats | None = None
) -> Spectrum:
    """The spectrum of a square matrix (m, m), of its symmetric part if it is not symmetric.

    errors: (m, m), what each entry may be off, at most; None for a matrix that is meant as it is.
    """
    m = len(matrix)
    # Halves throughout, since the sum of two entries or errors overflows next to the largest number.
    either = np.zeros((m, m)) if errors is None else 0.5 * errors + 0.5 * errors.T
    differences = np.abs(0.5 * matrix - 0.5 * matrix.T)
    allowed = either + 4 * EPSILON * float(np.abs(matrix).max(initial=0.0))
    values, vectors = np.linalg.eigh(0.5 * matrix + 0.5 * matrix.T)
    return Spectrum(
        points=frozen(np.arange(m) if points is None else points, np.int64),
        of=m if of is None else of,
        asymmetry=2 * float(differences.max(initial=0.0)),
        symmetric=bool((differences <= allowed).all()),
        values=frozen(values[::-1], np.float64),
        vectors=frozen(_turned(vectors[:, ::-1]), np.float64),
        tolerance=m * EPSILON,
        rounding=_norm(either),
    )


def _norm(errors: Floats) -> float:
    """At least the spectral norm of any symmetric matrix with entries of these sizes (m, m), and so at least what it
    shifts an eigenvalue (Weyl): the lesser of Frobenius' norm and the largest row sum.
    """
    largest = float(errors.max(initial=0.0))
    if not 0 < largest < inf:
        return largest
    shares = errors / largest  # whose sums cannot overflow
    return largest * min(float(np.linalg.norm(shares)), float(shares.sum(axis=1).max()))


def gram_spectrum(
    kernel: Kernel, positions: Floats, *, bias: bool = False, seed: int = 0, most: int = MOST, token: Token = UNWATCHED
) -> Spectrum:
    """The spectrum of a kernel's Gram matrix over points (n, d), of K + 1 with a bias, and what rounding makes of it.

    Of more than `most` points a random subset of that size is looked at, the same for the same seed. Raises
    KpguiError when a kernel value overflows, Cancelled when told to stop.
    """
    n = len(positions)
    chosen = np.arange(n) if n <= most else np.sort(np.random.default_rng(seed).choice(n, most, replace=False))
    matrix = gram_matrix(kernel, positions[chosen], token)
    errors = _in_pieces(kernel.value_error, positions[chosen], token, PIECE // 8)  # which take some eight times as long
    if bias:
        matrix += 1.0
        errors += EPSILON * np.abs(matrix)
    token.check()
    return spectrum(matrix, chosen, n, errors)


def gram_matrix(kernel: Kernel, positions: Floats, token: Token = UNWATCHED) -> Floats:
    """K over points (n, d), (n, n), in pieces. Raises KpguiError when a value overflows, Cancelled."""
    return _in_pieces(kernel.gram, positions, token, PIECE)


def _in_pieces(of_pairs: Callable[[Floats, Floats], Floats], positions: Floats, token: Token, size: int) -> Floats:
    """What there is for every pair of points, (n, n), about so many pairs at a time. Raises Cancelled."""
    n = len(positions)
    matrix = np.empty((n, n))
    height = max(1, size // max(1, n))
    for start in range(0, n, height):
        token.check()
        matrix[start : start + height] = of_pairs(positions[start : start + height], positions)
    return matrix


def _turned(vectors: Floats) -> Floats:
    """Each column with the sign that makes its entry of largest size positive, the first one among equals."""
    if not len(vectors):
        return vectors
    size = np.abs(vectors)
    first = (size >= (1 - 1e-6) * size.max(axis=0)).argmax(axis=0)
    return vectors * np.where(vectors[first, np.arange(len(vectors))] < 0, -1.0, 1.0)
