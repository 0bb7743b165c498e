"""The complete analysis of a dataset under a kernel: spectrum, margin, conflicts and feature coordinates."""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from kpgui.analysis.answer import Margin, Points, Reason, Separability
from kpgui.analysis.cycle import Cycle
from kpgui.analysis.gram import Spectrum, gram_spectrum
from kpgui.analysis.margin import margin
from kpgui.kernels import Kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.model.arrays import Floats, frozen
from kpgui.model.dataset import Dataset, conflict
from kpgui.model.errors import UNWATCHED, Token


@dataclass(frozen=True, eq=False)
class Findings:
    """The results for the training points of a dataset under a kernel, or K + 1 with a bias.

    spectrum: its `points` are indices into the training points. conflict: see `kpgui.model.dataset`. features: (m, D)
    coordinates in feature space of the spectrum's points, ΦΦᵀ = K: φ(x) itself for the kernel of an explicit map, with
    a leading 1 for a bias, else Φ = U·D^½; None if the matrix is not positive semidefinite.
    """

    dataset: Dataset
    kernel: Kernel
    bias: bool
    spectrum: Spectrum
    margin: Margin
    conflict: tuple[int, int] | None
    features: Floats | None

    @property
    def semidefinite(self) -> bool:
        """Whether the kernel is proven to be positive semidefinite on all these points."""
        return self.kernel.validity.guaranteed or (self.spectrum.certain and not self.spectrum.sampled)


@dataclass(frozen=True)
class Trial:
    """The outcome of a perceptron's trial run: its mistakes in so many epochs, and the cycle it ended in, if any."""

    order: str
    epochs: int
    mistakes: int
    converged: bool
    cycle: Cycle | None


def findings(
    problem: Points, dataset: Dataset, kernel: Kernel, *, bias: bool = False, seed: int = 0, token: Token = UNWATCHED
) -> Findings:
    """Analyses a dataset. `problem` is the dataset under this kernel, not shared with another thread.

    Meant for a worker thread: it changes nothing but the problem's cache of Gram columns, and checks `token` every few
    milliseconds, except during one eigenvalue decomposition for at most `kpgui.analysis.gram.MOST` points.
    Raises KpguiError when a kernel value overflows, Cancelled.
    """
    token.check()
    twins = conflict(dataset)
    positions = dataset.points[dataset.training]
    found = gram_spectrum(kernel, positions, bias=bias, seed=seed, token=token)
    answer = margin(problem, bias=bias, token=token)
    if (
        not found.valid and kernel.indefinite_reason is not None
    ):  # a margin is a length in feature space, and there is none
        answer = replace(answer, verdict=Separability.NOT_CERTAIN, reason=Reason.NOT_A_KERNEL, lower=0.0, upper=inf)
    return Findings(dataset, kernel, bias, found, answer, twins, feature_coordinates(kernel, bias, found, positions))


def feature_coordinates(kernel: Kernel, bias: bool, found: Spectrum, positions: Floats) -> Floats | None:
    """The `features` of `Findings`. positions: (n, d) of the training points, to which `found.points` refers."""
    if isinstance(kernel, Explicit):
        phi = kernel.map.phi(positions[found.points])
        return frozen(np.hstack([np.ones((len(phi), 1)), phi]) if bias else phi, np.float64)
    return frozen(found.features(), np.float64) if found.valid else None
