"""The loops of a script against the program's own runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.figure.script.kernels import LEAVES
from kpgui.figure.script.learners import TRAINS
from kpgui.figure.script.script import points_source, training_source
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS, learner
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import ORDERS, Session
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


def trained(session, steps=None):
    """What the script computes, by name, and the program's model."""
    model = kpgui.train(session, steps)
    text, source = training_source(model.session, model.steps, model.status)
    names = {"np": np}
    exec("import numpy as np\n" + text + points_source(session.dataset, whole="K[" in text), names)
    alpha, *rest = names["train"]()
    return {"alpha": alpha, "f": names["f"], **dict(zip(source.results, rest, strict=True))}, model, source


def agree(session, steps=None):
    found, model, source = trained(session, steps)
    if model.alpha.dtype.kind == "i":
        assert found["alpha"].tolist() == model.alpha.tolist()
    else:  # the SVM's dual variables
        np.testing.assert_allclose(found["alpha"], model.alpha, rtol=1e-9, atol=1e-9)
    scale = max(1.0, abs(model.beta).max(initial=0))
    np.testing.assert_allclose(found["beta"], model.beta, rtol=1e-9, atol=1e-9 * scale)
    np.testing.assert_allclose(found["b"], model.bias, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(eval(source.margin, dict(found)), model.margin, rtol=1e-9)
    places = np.random.default_rng(1).normal(size=(40, 2))
    np.testing.assert_allclose(
        found["f"](places, *(found[name] for name in source.arguments)),
        model.decision(places),
        rtol=1e-7,
        atol=1e-9 * scale,
    )


def test_what_has_a_script_is_there_and_tried_here():
    """A new learner or kernel may do without; those of the first version have one."""
    assert {learner(text).key for text in SETTINGS} == set(TRAINS) <= set(LEARNERS.keys())
    assert set(LEAVES) <= set(KERNELS.keys())
    assert (len(TRAINS), len(LEAVES)) >= (11, 11)


@pytest.mark.parametrize("text", SETTINGS)
def test_every_learner_trains_to_the_same_coefficients(text):
    agree(Session(noisy_moons(40), "rbf(sigma=0.5)", text))


@pytest.mark.parametrize("text", SETTINGS)
def test_it_stops_at_the_step_shown(text):
    for steps in (0, 1, 57):
        agree(Session(noisy_moons(40), "rbf(sigma=0.5)", text), steps)


@pytest.mark.parametrize("text", [*(str(KERNELS.find(key)()) for key in LEAVES), *COMPOSITES])
def test_every_kernel_is_a_formula(text):
    agree(Session(noisy_moons(40), text, "kernel_perceptron(epochs=5)"))


@pytest.mark.parametrize("order", ORDERS)
def test_points_are_presented_in_the_same_order(order):
    for text in ("kernel_perceptron(epochs=4)", "random_budget_perceptron(budget=4, epochs=4)"):
        agree(Session(noisy_moons(40), "rbf(sigma=0.5)", text, order, seed=7))


@given(
    dataset=integer_datasets(min_size=0, max_size=12) | integer_datasets(min_size=1, max_size=12, held_out=True),
    text=st.sampled_from(["kernel_perceptron(epochs=4)", "averaged_perceptron(bias=true, epochs=3)", "svm(C=2)"]),
    kernel=st.sampled_from(["linear()", "poly(degree=2, c=1)", "rbf(sigma=1)", "laplacian(sigma=2)"]),
    order=st.sampled_from(ORDERS),
)
def test_ties_and_held_out_points_and_few_of_them(dataset, text, kernel, order):
    """Whole coordinates, so that many scores are exactly 0."""
    if text.startswith("svm"):  # pairs that are equally good are chosen by rounding
        text, kernel = "pegasos(lam=0.5, epochs=3)", "linear()"
    agree(Session(dataset, kernel, text, order, seed=3))


def test_a_kernel_or_learner_without_a_formula_is_named():
    for table, key, session in (
        (LEAVES, "rbf", Session()),
        (TRAINS, "kernel_perceptron", Session()),
    ):
        body = table.pop(key)
        try:
            with pytest.raises(KpguiError, match=f"{key} there is no"):
                training_source(session, 0, None)
        finally:
            table[key] = body


def test_the_cosine_of_points_far_out_does_not_overflow():
    dataset = noisy_moons(20)
    far = Dataset.of(1e150 * dataset.points, dataset.labels)
    agree(Session(far, "cosine", "kernel_perceptron(epochs=5)"))
