"""Every kernel's field at 512 × 512 with 1000 support vectors, against direct evaluation by its own Gram matrix."""

from collections.abc import Iterator

import numpy as np
from threadpoolctl import threadpool_limits

from kpgui.engine.evaluators.terms import centres, pixels_of
from kpgui.engine.picture.field import field
from kpgui.kernels import KERNELS, Kernel, kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.session import View
from tests.bench.table import Row, seconds, shown
from tests.strategies import noisy_moons

SIDE = 512
VIEW = View(-2.0, 3.0, -2.0, 2.5)
BLOCK = 1 << 16
"""Kernel values at once: what stays in the cache, which is twice as fast as one large matrix."""

COMPOSITES = (
    "rbf(sigma=0.1)",
    "laplacian(sigma=1) * rbf(sigma=0.5)",
    "rbf(sigma=1) - 0.5*rbf(sigma=0.3)",
    "rbf(sigma=0.5) + 0.3*poly(degree=2)",
    "exp(linear())",
    "exp(rbf(sigma=0.5))",
    "normalized(poly(degree=3))",
    "normalized(exp(linear()) + rational_quadratic(alpha=1, length=1))",
    "exp(poly(degree=2, gamma=0.3))",
    "matern32(length=1) * linear()",
)
KINKED = "exponential", "matern32", "matern52"
"""Kernels that are not smooth at a support vector, and no product over the axes either."""


def rows() -> Iterator[Row]:
    dataset = noisy_moons(1000)
    rng = np.random.default_rng(0)
    expansion = Expansion.of(dataset.labels * rng.integers(1, 6, 1000), 0.5)
    for text in [*(str(each()) for each in KERNELS), *COMPOSITES]:
        spec = kernel(text)
        direct: list[Floats] = []
        with threadpool_limits(limits=1, user_api="blas"):
            slow = seconds(lambda spec=spec, into=direct: into.append(directly(spec, dataset.points, expansion)), 2)
            found = field(spec, dataset.points, expansion, VIEW, SIDE, SIDE)
            repeat = 5 if any(name in text for name in KINKED) else 10
            fast = seconds(lambda spec=spec: field(spec, dataset.points, expansion, VIEW, SIDE, SIDE), repeat)
        error = np.abs(found - direct[0]).max() / np.abs(direct[0]).max()
        least = 4 if any(name in text for name in KINKED) else 10
        yield Row(
            f"field {SIDE}², 1000 support vectors, {text}",
            f"{slow / fast:.0f} × direct evaluation ({shown(fast)} / {shown(slow)}), error {error:.0e}",
            f"≥ {least} ×, error ≤ 1e-8",
            slow / fast >= least and error <= 1e-8,
        )


def directly(spec: Kernel, points: Floats, expansion: Expansion) -> Floats:
    """f at every pixel by the definition, (SIDE, SIDE), in blocks."""
    pixels = pixels_of(centres(VIEW.xmin, VIEW.xmax, SIDE), centres(VIEW.ymin, VIEW.ymax, SIDE))
    values = np.full(len(pixels), expansion.bias)
    height = BLOCK // len(points)
    for start in range(0, len(pixels), height):
        values[start : start + height] += spec.gram(pixels[start : start + height], points) @ expansion.beta
    return values.reshape(SIDE, SIDE)
