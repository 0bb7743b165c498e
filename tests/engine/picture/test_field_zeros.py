"""The field is 0 exactly where f is, also when the coefficients are not whole numbers."""

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.picture.field import field
from kpgui.engine.run.problem import decision
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.session import Session, View

LEARNERS = [
    "kernel_perceptron(eta=0.1)",
    "kernel_perceptron(bias=true, eta=0.1)",
    "averaged_perceptron()",
    "pegasos(lam=0.3)",
    "projectron()",
    "passive_aggressive()",
]
SIZE = 17
RECTANGLE = (-4.25, 4.25, -4.25, 4.25)
CENTRES = np.arange(-4, 4.25, 0.5)
PIXELS = np.column_stack([np.tile(CENTRES, SIZE), np.repeat(CENTRES, SIZE)])


def differing(text: str, learner: str, seed: int, number: int = 10, several: bool = False) -> int:
    """At how many pixels the field of a model of whole-numbered points is on another side than its decision."""
    rng = np.random.default_rng(seed)
    points = rng.integers(-3, 4, (number, 2)).astype(float)
    if not several:
        points = np.unique(points, axis=0)
    labels = np.where(rng.random(len(points)) < 0.5, -1, 1)
    model = api.train(Session(Dataset.of(points, labels), text, learner), steps=40)
    values = model.field(RECTANGLE, (SIZE, SIZE))
    return int(np.count_nonzero(np.sign(values).ravel() != np.sign(model.decision(PIXELS))))


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("text", ["linear()", "poly(degree=2)"])
def test_the_field_is_on_the_side_of_the_boundary_on_which_f_is(text, learner):
    assert [seed for seed in range(40) if differing(text, learner, seed)] == []


@pytest.mark.parametrize("learner", LEARNERS)
def test_points_on_one_place_leave_no_rounding_behind(learner):
    assert [seed for seed in range(40) if differing("linear()", learner, seed, 40, several=True)] == []


def test_a_field_that_only_the_unit_makes_too_large_is_refused():
    expansion = Expansion.of([1.0], 0.0, unit=1e300)
    with pytest.raises(KpguiError, match="too large"):
        field(kernel("linear()"), np.array([[1e10, 0.0]]), expansion, View(-1e3, 1e3, -1, 1), 9, 9)


@pytest.mark.parametrize("text", ["linear()", "poly(degree=2)", "rbf(sigma=1)", "laplacian(sigma=1)", "matern32()"])
def test_what_many_roundings_of_the_coefficients_hide_is_0(text):
    """Opposite points: f is next to nothing halfway between them, and that is rounding after 10⁵ updates."""
    points = np.array([[1.0, 0.0], [-1.0, 0.0]])
    expansion = Expansion.of([1.0, -1.0 - 1e-12], 0.0, 0.3, roundings=1e5)
    values = field(kernel(text), points, expansion, View(*RECTANGLE), SIZE, SIZE)
    sides = np.sign(decision(expansion, kernel(text), points, PIXELS))
    assert not sides[PIXELS[:, 0] == 0].any()
    assert np.array_equal(np.sign(values).ravel(), sides)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("linear()", [1.0, -1 - 1e-12, 0.0]),
        ("rbf(sigma=1)", [1.0, -1 - 1e-12, 0.0]),
        ("linear()", [1.0, -1 + 1e-9, -0.50001e-9]),
    ],
)
def test_what_roundings_leave_of_points_on_one_place_is_0(text, terms):
    """The terms of the first place cancel within their rounding, or but for what the other takes away within it."""
    points = np.array([[1.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    expansion = Expansion.of(terms, 0.0, roundings=1e5)
    values = field(kernel(text), points, expansion, View(*RECTANGLE), SIZE, SIZE)
    assert not decision(expansion, kernel(text), points, PIXELS).any()
    assert not values.any()


def test_a_place_on_which_terms_cancel_is_0_beside_another_that_is_not():
    points = np.array([[-3.0, 0.0], [-3.0, 0.0], [3.0, 0.0]])
    expansion = Expansion.of([1.0, -1 - 1e-12, 1.0], 0.0, roundings=1e5)
    narrow = kernel("rbf(sigma=0.02)")
    values = field(narrow, points, expansion, View(*RECTANGLE), SIZE, SIZE)
    assert np.array_equal(np.sign(values).ravel(), np.sign(decision(expansion, narrow, points, PIXELS)))
