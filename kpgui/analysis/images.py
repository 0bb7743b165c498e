"""Points whose images in feature space are the same, beyond doubt, although the points are not."""

from collections.abc import Hashable
from fractions import Fraction

from kpgui.kernels import Cosine, Kernel, Linear, Periodic
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.model.cancel import Token
from kpgui.model.dataset import Dataset


def same_images(kernel: Kernel, dataset: Dataset, token: Token) -> tuple[int, int] | None:
    """Two training points of opposite labels at which every f has the same value; None when none are known.

    Multiples of a period apart under a periodic kernel, or in the same direction under the cosine: whatever is made of
    such kernels has the same values there too. Raises Cancelled.
    """
    if not _identifies(kernel):
        return None
    first: dict[Hashable, int] = {}
    for i in dataset.training.tolist():
        token.check()
        other = first.setdefault(_image(kernel, [Fraction(value) for value in dataset.points[i].tolist()]), i)
        if dataset.labels[i] != dataset.labels[other]:
            return other, i
    return None


def _identifies(kernel: Kernel) -> bool:
    """Whether distinct points can be known to have the same image."""
    if isinstance(kernel, (Periodic, Cosine)) or _is_cosine(kernel):
        return True
    return bool(kernel.parts) and all(map(_identifies, kernel.parts))


def _is_cosine(kernel: Kernel) -> bool:
    return isinstance(kernel, Normalized) and isinstance(kernel.kernel, Linear)


def _image(kernel: Kernel, x: list[Fraction]) -> Hashable:
    """Equal only if the images of the points are."""
    if isinstance(kernel, Periodic):
        return tuple(value % Fraction(kernel.period) for value in x)
    if isinstance(kernel, Cosine) or _is_cosine(kernel):
        largest = max(map(abs, x)) or 1
        return tuple(value / largest for value in x)
    return tuple(_image(part, x) for part in kernel.parts)
