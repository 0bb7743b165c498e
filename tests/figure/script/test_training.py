"""The model in a script against the program's own, and the training of the kernel perceptron."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.figure.script.kernels import LEAVES
from kpgui.figure.script.script import data_source, model_source, training_source
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS, learner
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import ORDERS, Session, View
from tests.strategies import integer_datasets, noisy_moons

SETTINGS = [
    "kernel_perceptron(bias=true, eta=0.3, epochs=4)",
    "kernel_perceptron(decay=0.9, epochs=6)",
    "kernel_perceptron(decay=0.7, decay_on='update', bias=true, epochs=5)",
    "kernel_perceptron(alpha_cap=2)",
    "kernel_perceptron(max_updates=9)",
    *(f"perceptron(map='{name}', epochs=8)" for name in ("identity", "squares", "quadratic", "full_quadratic")),
    "perceptron(map='squares', bias=true, eta=0.7, epochs=8)",
    "averaged_perceptron(epochs=5)",
    "averaged_perceptron(bias=true, epochs=3)",
    "voted_perceptron(epochs=5)",
    "voted_perceptron(bias=true, epochs=3)",
    "forgetron(budget=5, epochs=4)",
    "forgetron(budget=5, variant='basic', epochs=4)",
    "random_budget_perceptron(budget=5, epochs=4)",
    "projectron(eta=0.5, epochs=5)",
    "projectron(epochs=5)",
    "norma(epochs=4)",
    "norma(eta=0.3, lam=0.1, nu=0.2, bias=true, schedule='sqrt', epochs=4)",
    "norma(truncate=7, epochs=4)",
    "norma(rho=0, lam=0, epochs=4)",
    "pegasos(epochs=4)",
    "pegasos(lam=0.2, epochs=3)",
    "passive_aggressive(epochs=4)",
    "passive_aggressive(C=0.2, variant='PA-II', epochs=4)",
    "svm(C=5)",
    "svm(C=0.3, max_updates=20)",
]

COMPOSITES = [
    "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)",
    "(rbf + linear) * poly(degree=3, gamma=0.5) - 0.1*cosine",
    "normalized(poly(degree=2) + 2*rbf)",
    "exp(0.3*linear) * rbf(sigma=2)",
    "normalized(exp(linear))**2",
    "(rbf(sigma=0.7) + laplacian)**3",
    "0.5*(rbf + 2*(linear - 0.5*rbf(sigma=3)))",
]


def names_of(model):
    """What a script defines before it draws, by name."""
    training = training_source(model.session, model.steps)
    text = model_source(model.session, model) + "\n" + training + data_source(model.session.dataset, model)
    names = {"np": np, "math": math}
    exec(text, names)
    return names


def same_model(session, steps=None):
    """The script of a session's model, whose f, α and β have to be the program's."""
    model = kpgui.train(session, steps)
    found = names_of(model)
    for name, value in {"alpha": model.alpha, "beta": model.beta, "B": model.bias, "RHO": model.margin}.items():
        np.testing.assert_array_equal(found[name], value)
    view = View.around(session.dataset.points)
    xs, ys = np.linspace(view.xmin, view.xmax, 15), np.linspace(view.ymin, view.ymax, 15)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    f, decision = found["f"](grid), model.decision(grid)
    near = 1e-9 * max(abs(decision).max(), *abs(model.beta), abs(model.bias))
    np.testing.assert_allclose(f, decision, rtol=1e-9, atol=near)
    clear = abs(decision) > near
    assert (np.sign(f) == np.sign(decision))[clear].all()
    return found, model


def retrains(session, steps=None):
    found, model = same_model(session, steps)
    alpha, beta, b = found["train"]()
    assert alpha.tolist() == model.alpha.tolist()
    np.testing.assert_allclose(beta, model.beta, rtol=1e-9, atol=1e-9 * abs(model.beta).max(initial=1.0))
    np.testing.assert_allclose(b, model.bias, rtol=1e-9, atol=1e-9)


def test_every_learner_is_tried_here():
    assert {learner(text).key for text in SETTINGS} == set(LEARNERS.keys())
    assert set(LEAVES) <= set(KERNELS.keys())


@pytest.mark.parametrize("text", SETTINGS)
@pytest.mark.parametrize("steps", [0, 1, 57, None])
def test_the_script_of_every_learner_has_its_model(text, steps):
    session = Session(noisy_moons(40), "rbf(sigma=0.5)", text)
    same_model(session, steps)
    trains = training_source(session, 57) != ""
    assert trains == text.startswith("kernel_perceptron")
    if trains:
        retrains(session, steps)


@pytest.mark.parametrize("text", [*(str(KERNELS.find(key)()) for key in LEAVES), *COMPOSITES])
def test_every_kernel_is_a_formula(text):
    retrains(Session(noisy_moons(40), text, "kernel_perceptron(epochs=5)"))


@pytest.mark.parametrize("order", ORDERS)
def test_points_are_presented_in_the_same_order(order):
    retrains(Session(noisy_moons(40), "rbf(sigma=0.5)", "kernel_perceptron(epochs=4)", order, seed=7))


@given(
    dataset=integer_datasets(min_size=0, max_size=12) | integer_datasets(min_size=1, max_size=12, held_out=True),
    text=st.sampled_from(["kernel_perceptron(epochs=4)", "kernel_perceptron(bias=true, eta=0.1, epochs=3)"]),
    kernel=st.sampled_from(["linear()", "poly(degree=2, c=1)", "rbf(sigma=1)", "laplacian(sigma=2)"]),
    order=st.sampled_from(ORDERS),
)
def test_ties_and_held_out_points_and_few_of_them(dataset, text, kernel, order):
    """Whole coordinates, so that many scores are exactly 0."""
    retrains(Session(dataset, kernel, text, order, seed=3))


@given(dataset=integer_datasets(min_size=1, max_size=9, held_out=True), order=st.sampled_from(ORDERS), data=st.data())
def test_it_has_the_conventions_of_the_session(dataset, order, data):
    n = len(dataset)
    given = {
        "tie": data.draw(st.sampled_from(["mistake", "+1", "-1"])),
        "order": data.draw(st.permutations(range(n))),
        "first": data.draw(st.none() | st.integers(0, n - 1)),
        "alpha": data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)),
    }
    text = data.draw(
        st.sampled_from(["kernel_perceptron(epochs=4)", "kernel_perceptron(bias=true, eta=0.5, epochs=3)"])
    )
    retrains(Session(dataset, "linear()", text, order, seed=3, conventions=Conventions.of(given)))


def test_an_f_that_started_from_w_has_it():
    given = Conventions.of({"w": [0.5, -2], "b": 1})
    session = Session(noisy_moons(20), learner='perceptron(map="identity", bias=true, eta=0.5)', conventions=given)
    same_model(session, 0)
    same_model(session, 9)


@pytest.mark.parametrize("kernel", ["linear()", "poly(degree=2)", "rbf(sigma=0.3)", "laplacian"])
@pytest.mark.parametrize("flipped", [(-1, 1), (-1, -1)])
@pytest.mark.parametrize("width", [2, 3, 4])
def test_what_is_0_but_for_rounding_is_a_mistake_and_a_faint_tail_is_not(kernel, flipped, width):
    """Points and their mirror images: sums cancel, to a trace of either sign or to what is far smaller than they."""
    half = [(x, y) for x in range(1, width) for y in range(1 - width, width)]
    points = [point for x, y in half for point in ((x, y), (flipped[0] * x, flipped[1] * y))]
    points += [(k, -k) for k in range(-width, width)]
    labels = [1, -1] * (len(points) // 2)
    retrains(Session(Dataset.of(points, labels), kernel, "kernel_perceptron(eta=0.1, epochs=5)"))


def test_what_decays_for_long_keeps_its_sign():
    retrains(Session(noisy_moons(40), "rbf(sigma=0.5)", "kernel_perceptron(decay=0.01, epochs=300)"))


def test_a_kernel_without_a_formula_is_named():
    body = LEAVES.pop("rbf")
    try:
        with pytest.raises(KpguiError, match="rbf there is no"):
            model_source(Session(), kpgui.train(Session(), 0))
    finally:
        LEAVES["rbf"] = body


def test_the_cosine_of_points_far_out_does_not_overflow():
    dataset = noisy_moons(20)
    far = Dataset.of(1e150 * dataset.points, dataset.labels)
    retrains(Session(far, "cosine", "kernel_perceptron(epochs=5)"))
