"""The spectrum of a Gram matrix: whether it is positive semidefinite, and the feature coordinates that it implies."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.arrays import EPSILON, Floats, Ints, Labels, frozen
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.param import shown

MOST_POINTS = 1000
"""Most points in a spectrum: their decomposition takes 0.3 s uninterruptibly, that of twice as many 3 s."""

PIECE = 1 << 17
"""Kernel values computed between two checks of `token`: about two milliseconds' work."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigendecomposition of a symmetric matrix, and what it says about the matrix as a Gram matrix.

    points: (m,) indices of its points. of: the number of points in all; if only some of them are in the matrix, a
    negative eigenvalue condemns the whole (Cauchy's interlacing theorem), while its absence speaks for the subset only.
    asymmetry: largest |K − Kᵀ|. values: (m,) eigenvalues, descending. vectors: (m, m), in columns, the entry of largest
    size positive. tolerance: m·ε, the error of any eigenvalue by the decomposition relative to the largest. rounding: a
    bound of its error from the errors of the matrix's entries; 0 for an exact matrix.
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
        """The smallest eigenvalue; 0 without points."""
        return float(self.values[-1]) if len(self.values) else 0.0

    @property
    def largest(self) -> float:
        return float(self.values[0]) if len(self.values) else 0.0

    @property
    def floor(self) -> float:
        """The bound below which an eigenvalue is negative beyond rounding."""
        return -self.tolerance * max(self.largest, -self.smallest) - self.rounding

    @property
    def valid(self) -> bool:
        """Whether it may be symmetric and positive semidefinite: False is certain, True holds up to rounding."""
        return self.symmetric and self.smallest >= self.floor

    @property
    def certain(self) -> bool:
        """Whether it is certainly positive semidefinite: all eigenvalues are positive beyond rounding."""
        return self.symmetric and self.smallest >= -self.floor

    @property
    def sampled(self) -> bool:
        return len(self.points) < self.of

    @property
    def negative(self) -> Floats:
        """The eigenvalues that are negative beyond rounding, the most negative last."""
        return self.values[self.values < self.floor]

    @property
    def rank(self) -> int:
        """The number of eigenvalues that are positive beyond rounding."""
        return int(np.count_nonzero(self.values > -self.floor))

    @property
    def offender(self) -> Floats | None:
        """The unit vector u over the points with the most negative uᵀKu; None if none is negative beyond rounding."""
        return self.vectors[:, -1] if len(self.negative) else None

    def shares(self, axes: int = 3) -> list[float]:
        """What the one, two, … longest axes hold of Σ|λ|, the trace if none is negative; fewer if there are."""
        sizes = np.sort(np.abs(self.values))[::-1]
        total = float(sizes.sum())
        return (np.cumsum(sizes[:axes]) / total).tolist() if total else []

    def features(self) -> Floats:
        """Coordinates Φ = U·D^½ of the points in feature space, (m, m), ΦΦᵀ = K; columns by descending eigenvalue.

        Raises KpguiError when there are none, because the matrix is not positive semidefinite.
        """
        if not self.valid:
            raise KpguiError(
                _(
                    "There are no feature coordinates: the kernel's matrix over these points is not positive "
                    "semidefinite ({smallest})."
                ).format(smallest=shown(self.smallest, 3))
                if self.symmetric
                else _("There are no feature coordinates: the kernel's matrix over these points is not symmetric.")
            )
        return self.vectors * np.sqrt(np.maximum(self.values, 0.0)) + 0.0  # which turns −0 into 0


def spectrum(
    matrix: Floats, points: Ints | None = None, of: int | None = None, errors: Floats | None = None
) -> Spectrum:
    """The spectrum of a square matrix (m, m), of its symmetric part if it is not symmetric.

    errors: (m, m) error bounds of its entries; None if they are exact.
    """
    m = len(matrix)
    # Halved before they are added, since the sum of two entries or errors may overflow.
    either = np.zeros((m, m)) if errors is None else 0.5 * errors + 0.5 * errors.T
    differences = np.abs(0.5 * matrix - 0.5 * matrix.T)
    allowed = either + 4 * EPSILON * float(np.abs(matrix).max(initial=0.0))
    values, vectors = np.linalg.eigh(0.5 * matrix + 0.5 * matrix.T)
    if not np.isfinite(values).all():
        raise KpguiError(_("The eigenvalues of the kernel's matrix are too large to compute; scale the points down."))
    return Spectrum(
        points=frozen(np.arange(m) if points is None else points, np.int64),
        of=m if of is None else of,
        asymmetry=2 * float(differences.max(initial=0.0)),
        symmetric=bool((differences <= allowed).all()),
        values=frozen(values[::-1], np.float64),
        vectors=frozen(_with_signs_fixed(vectors[:, ::-1]), np.float64),
        tolerance=m * EPSILON,
        rounding=_norm(either),
    )


def _norm(errors: Floats) -> float:
    """An upper bound of the spectral norm of any symmetric matrix with entries up to these sizes, (m, m).

    It bounds the shift of any eigenvalue (Weyl): the lesser of the Frobenius norm and the largest row sum.
    """
    largest = float(errors.max(initial=0.0))
    if not 0 < largest < inf:
        return largest
    shares = errors / largest  # so that sums cannot overflow
    return largest * min(float(np.linalg.norm(shares)), float(shares.sum(axis=1).max()))


def gram_spectrum(
    kernel: Kernel,
    positions: Floats,
    *,
    bias: bool = False,
    seed: int = 0,
    most: int = MOST_POINTS,
    token: Token = UNWATCHED,
) -> Spectrum:
    """The spectrum of the Gram matrix of a kernel, or K + 1 with a bias, over points (n, d), with its error bound.

    Of more than `most` points a random subset of that size is taken, the same for the same seed. Raises KpguiError
    when a kernel value overflows, Cancelled.
    """
    n = len(positions)
    chosen = np.arange(n) if n <= most else np.sort(np.random.default_rng(seed).choice(n, most, replace=False))
    return decomposed(kernel, positions, chosen, bias=bias, token=token)[1]


def decomposed(
    kernel: Kernel, positions: Floats, chosen: Ints, *, bias: bool = False, token: Token = UNWATCHED
) -> tuple[Floats, Spectrum]:
    """The Gram matrix of a kernel over some points (n, d), those with the indices `chosen` (m,), and its spectrum.

    With a bias of K + 1. Raises KpguiError when a kernel value overflows, Cancelled.
    """
    matrix = gram_matrix(kernel, positions[chosen], token)
    errors = _in_pieces(kernel.value_error, positions[chosen], token, PIECE // 8)  # eight times as long
    if bias:
        matrix += 1.0
        errors += EPSILON * np.abs(matrix)
    token.check()
    return matrix, spectrum(matrix, chosen, len(positions), errors)


def stratified(labels: Floats | Labels, most: int, seed: int = 0) -> Ints:
    """Indices of all points, or of `most` at random, the same for the same seed, with the same shares of both classes.

    labels: (n,), −1 or +1. A class that has points is in the sample. The indices ascend.
    """
    n = len(labels)
    if n <= most:
        return np.arange(n)
    rng, positive, negative = np.random.default_rng(seed), np.flatnonzero(labels > 0), np.flatnonzero(labels < 0)
    share = round(most * len(positive) / n)
    count = min(max(share, int(bool(len(positive)))), most - bool(len(negative)))
    counts = (positive, count), (negative, most - count)
    return np.sort(np.concatenate([rng.choice(group, size, replace=False) for group, size in counts]))


def alignment(matrix: Floats, labels: Floats | Labels) -> float:
    """A(K, yyᵀ) = ⟨K, yyᵀ⟩_F / (n ‖K‖_F) of a matrix (n, n) with labels ±1 (n,), from −1 to 1; 0 if K is 0.

    Cristianini, Shawe-Taylor, Elisseeff, Kandola (2001): On kernel-target alignment.

    >>> alignment(np.array([[4.0, -4.0], [-4.0, 4.0]]), np.array([1.0, -1.0]))
    1.0
    """
    largest = float(np.abs(matrix).max(initial=0.0))
    if not largest:
        return 0.0
    y, shares = labels.astype(np.float64), matrix / largest  # so that the squares cannot overflow
    return float(y @ shares @ y / (len(y) * np.linalg.norm(shares)))


def gram_matrix(kernel: Kernel, positions: Floats, token: Token = UNWATCHED) -> Floats:
    """The Gram matrix over points (n, d), (n, n), computed in pieces. Raises KpguiError on overflow, Cancelled."""
    return _in_pieces(kernel.gram, positions, token, PIECE)


def _in_pieces(of_pairs: Callable[[Floats, Floats], Floats], positions: Floats, token: Token, size: int) -> Floats:
    """`of_pairs` for every pair of points, (n, n), computed for about `size` pairs at a time. Raises Cancelled."""
    n = len(positions)
    matrix = np.empty((n, n))
    height = max(1, size // max(1, n))
    for start in range(0, n, height):
        token.check()
        matrix[start : start + height] = of_pairs(positions[start : start + height], positions)
    return matrix


def _with_signs_fixed(vectors: Floats) -> Floats:
    """The columns with signs chosen so that in each the entry of largest size, the first of equals, is positive."""
    if not len(vectors):
        return vectors
    size = np.abs(vectors)
    first = (size >= (1 - 1e-6) * size.max(axis=0)).argmax(axis=0)
    return vectors * np.where(vectors[first, np.arange(len(vectors))] < 0, -1.0, 1.0)
