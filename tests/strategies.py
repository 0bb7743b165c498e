"""What several tests draw from: points, labels, kernels."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.model.dataset import Dataset

small_integers = st.integers(-4, 4)
coordinates = st.floats(-1e6, 1e6, allow_nan=False)
kernels = st.sampled_from(
    [
        "linear()",
        "poly(degree=2, c=1)",
        "poly(degree=3, gamma=0.5, c=0)",
        "rbf(sigma=0.7)",
        "rbf(sigma=2) + 0.3*linear()",
    ]
)


@st.composite
def datasets(draw, min_size=0, max_size=25, elements=coordinates, held_out=False):
    """Datasets in the plane."""
    n = draw(st.integers(min_size, max_size))
    points = draw(hnp.arrays(np.float64, (n, 2), elements=elements))
    labels = draw(hnp.arrays(np.int8, n, elements=st.sampled_from([-1, 1])))
    out = draw(hnp.arrays(bool, n)) if held_out else None
    return Dataset.of(points, labels, out)


def integer_datasets(**sizes):
    """Datasets whose linear and polynomial kernels are exact in float64, full of ties."""
    return datasets(elements=small_integers.map(float), **sizes)


def noisy_moons(n: int, seed: int = 0, noise: float = 0.2) -> Dataset:
    """Two interleaved half circles with noise."""
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, np.pi, n)
    labels = np.where(np.arange(n) % 2 == 0, 1, -1)
    x = np.where(labels > 0, np.cos(angle), 1 - np.cos(angle))
    y = np.where(labels > 0, np.sin(angle), 0.5 - np.sin(angle))
    return Dataset.of(np.column_stack([x, y]) + rng.normal(0, noise, (n, 2)), labels)
