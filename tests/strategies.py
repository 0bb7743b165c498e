"""What several tests draw from: points, labels, kernels."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.kernels import KERNELS
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.model.dataset import Dataset
from kpgui.ui.setup.kernel_lines import lines_of

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


@st.composite
def leaf_kernels(draw, only=KERNELS.members):
    """A registered kernel with parameters of ordinary size."""
    member = draw(st.sampled_from(only))
    settings = {}
    for each in member.params():
        whole = each.scale == "integer"
        values = st.integers(1, 5) if whole else st.floats(0.1, 4) if each.low == 0 else st.floats(-2, 2)
        settings[each.name] = draw(values)
    return member(**settings)


def kernel_trees(leaves=None, guaranteed=False, max_leaves=6):
    """Kernels made of kernels in every way there is; only in the ways that keep what is guaranteed if so asked."""

    def joined(inner):
        pairs = [Sum, Product] if guaranteed else [Sum, Difference, Product]
        return st.one_of(
            st.builds(lambda join, a, b: join(a, b), st.sampled_from(pairs), inner, inner),
            st.builds(Scaled, st.just(0.0) | st.floats(0.01, 3), inner),
            st.builds(Power, inner, st.integers(1, 3)),
            st.builds(Exp, inner),
            st.builds(Normalized, inner),
        )

    return st.recursive(leaf_kernels() if leaves is None else leaves, joined, max_leaves=max_leaves)


@st.composite
def kernel_places(draw):
    """A kernel made of kernels, and the path of one of its nodes."""
    made = draw(kernel_trees())
    return made, draw(st.sampled_from([line.path for line in lines_of(made)]))
