"""All that is asked of a dataset and a kernel at once."""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from kpgui.analysis.answer import Margin, Points, Reason, Separability
from kpgui.analysis.cycle import Cycle
from kpgui.analysis.gram import Spectrum, gram_spectrum
from kpgui.analysis.margin import margin
from kpgui.kernels import Kernel
from kpgui.kernels.parts.explicit import Explicit
from kpgui.model.arrays import Floats, frozen
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.conflict import conflict
from kpgui.model.dataset import Dataset


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found out about the training points of a dataset under a kernel, K + 1 with a bias.

    spectrum: of the training points, its `points` count among them. conflict: see `kpgui.model.conflict`.
    features: coordinates in feature space of the points that the spectrum is of, (m, D), ΦΦᵀ = K: φ(x) itself where the
    kernel is that of an explicit map, with a 1 in front for a bias, else Φ = U·D^½; None when there are none.
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
        """Whether it is beyond doubt that the kernel is positive semidefinite on all these points."""
        return self.kernel.validity.guaranteed or (self.spectrum.certain and not self.spectrum.sampled)


@dataclass(frozen=True)
class Trial:
    """How a perceptron fared: mistakes in so many epochs, and the cycle that it ended in, if it did."""

    order: str
    epochs: int
    mistakes: int
    converged: bool
    cycle: Cycle | None


def findings(
    problem: Points, dataset: Dataset, kernel: Kernel, *, bias: bool = False, seed: int = 0, token: Token = UNWATCHED
) -> Findings:
    """Spectrum, margin and conflicts. `problem` is the dataset under this kernel, not shared with another thread.

    Made for a worker thread: it changes nothing but the problem's columns, and looks at `token` every few
    milliseconds, but for one eigenvalue decomposition of at most `kpgui.analysis.gram.MOST` points.
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
    """The features of `Findings`; positions: (n, d), of which the spectrum is of some."""
    if isinstance(kernel, Explicit):
        phi = kernel.map.phi(positions[found.points])
        return frozen(np.hstack([np.ones((len(phi), 1)), phi]) if bias else phi, np.float64)
    return frozen(found.features(), np.float64) if found.valid else None
