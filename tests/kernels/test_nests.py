"""Kernels nested as deeply as expressions may be: where each level asks twice, the time doubles with each."""

import tracemalloc
from functools import reduce
from operator import attrgetter

import numpy as np
import pytest

from kpgui.kernels import Kernel, kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.kernels.linear import Linear
from kpgui.kernels.numerics import BernsteinEllipse
from kpgui.kernels.rbf import RBF
from kpgui.kernels.sigmoid import Sigmoid

DEPTH = 12
POINTS = np.array([[0.0, 0.5], [1.0, 0.0]])
ELLIPSE = BernsteinEllipse(rho=1.5, extent=2.0, away=1.0, reach=1.0, products=1.0)

AROUND = {
    "sum": lambda inner: Sum(inner, kernel("linear()")),
    "right": lambda inner: Sum(kernel("cosine()"), inner),
    "difference": lambda inner: Difference(inner, kernel("linear()")),
    "product": lambda inner: Product(inner, kernel("cosine()")),
    "multiple": lambda inner: Scaled(0.5, inner),
    "power": lambda inner: Power(inner, 1),
    "exponential": Exp,
    "normalisation": Normalized,
}

PROPERTIES = (
    "separable",
    "bound",
    "bounded",
    "strictly_positive_definite",
    "psd_reason",
    "leaves",
    "indefinite_reason",
    "validity",
    "degree",
    "unnormalised",
    "rational",
)
QUESTIONS = {
    **{name: attrgetter(name) for name in PROPERTIES},
    "log_growth_bound": lambda made: made.log_growth_bound(ELLIPSE),
    "max_deviation": lambda made: made.max_deviation(ELLIPSE),
    "values": lambda made: made.values(POINTS, POINTS),
    "diagonal_values": lambda made: made.diagonal_values(POINTS),
    "value_error": lambda made: made.value_error(POINTS, POINTS),
    "diagonal_error": lambda made: made.diagonal_error(POINTS),
    "magnitude": lambda made: made.magnitude(POINTS),
    "text": str,
}


class Asked:
    """A kernel that counts what it is asked."""

    def __getattribute__(self, name):
        if not name.startswith("_"):
            object.__getattribute__(self, "__dict__").setdefault("asked", []).append(name)
        return super().__getattribute__(name)


@pytest.mark.parametrize("question", [Kernel.gram, Kernel.value_error])
@pytest.mark.parametrize("around", ["sum", "right", "product"])
def test_a_chain_holds_few_arrays_at_a_time(around, question):
    points = np.random.default_rng(0).normal(size=(200, 2))
    peaks = []
    for depth in (3, 60):
        made = reduce(lambda inner, _: AROUND[around](inner), range(depth), kernel("linear()"))
        tracemalloc.start()
        question(made, points, points)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] <= 1.5 * peaks[0]


LEAVES = {leaf.key: type(f"Asked{leaf.__name__}", (Asked, leaf), {}) for leaf in (RBF, Linear, Sigmoid)}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize("leaf", LEAVES.values(), ids=LEAVES)
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_a_nest_does_not_ask_its_parts_twice_at_each_level(leaf, around, ask):
    counts = []
    for depth in (2, DEPTH):
        innermost = made = leaf()
        for _ in range(depth):
            made = around(made)
        vars(innermost)["asked"].clear()
        ask(made)
        counts.append(len(vars(innermost)["asked"]))
    assert counts[1] <= counts[0] * DEPTH**2
