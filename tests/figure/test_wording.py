"""Title and caption."""

import pytest

from kpgui.figure.wording import kernel_words
from kpgui.kernels import kernel
from tests.figure.conftest import scene_of, session_of, xor


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("rbf(sigma=0.5)", "RBF σ = 0.5"),
        ("linear()", "Linear"),
        ("poly(degree=3, c=0)", "Polynomial d = 3, γ = 1, c = 0"),
        ("rbf(sigma=2) + 0.3*linear()", "RBF (σ = 2) + 0.3 · Linear"),
        ("linear() * (linear() + rbf(sigma=1))", "Linear · [Linear + RBF (σ = 1)]"),
        ("(linear() + rbf(sigma=1))**3", "[Linear + RBF (σ = 1)]^3"),
        ("linear() - (linear() - 2*cosine())", "Linear − [Linear − 2 · Cosine]"),
        ("exp(rbf(sigma=2)) * cosine()", "exp[RBF (σ = 2)] · Cosine"),
        ("normalized(linear() + laplacian(sigma=3))", "normalized[Linear + Laplacian (σ = 3)]"),
        ("periodic(period=2, length=0.5)", "Periodic p = 2, ℓ = 0.5"),
        ("rbf(sigma=1e-9)", "RBF σ = 1×10⁻⁹"),
    ],
)
def test_kernels_in_words(expression, words):
    assert kernel_words(kernel(expression)) == words


def test_the_title_says_what_learned_with_what():
    assert scene_of(xor()).title == "Kernel perceptron · Polynomial d = 2, γ = 1, c = 1"


def test_the_title_adds_what_is_not_as_usual():
    session = session_of([[0, 0]], [1], learner="kernel_perceptron(bias=true, eta=0.5, epochs=7)")
    assert scene_of(session).title == "Kernel perceptron · RBF σ = 0.5 · bias · η = 0.5"


def test_the_caption_of_a_run_that_converged():
    assert scene_of(xor()).caption == "n = 4 · 2 epochs · 4 mistakes · converged"


def test_the_caption_of_a_run_that_did_not():
    session = session_of([[1, 1], [1, 1]], [1, -1])
    assert scene_of(session).caption == ("n = 2 · 200 mistakes · not converged after 100 epochs · training error 100 %")


def test_the_caption_of_a_run_that_stands_still():
    session = session_of([[1, 2], [1, 2]], [1, -1], learner="kernel_perceptron(alpha_cap=2)")
    assert scene_of(session).caption == (
        "n = 2 · 3 epochs · 6 mistakes · not converged: every mistake is at the cap of α · training error 100 %"
    )


def test_the_caption_of_a_run_that_reached_its_updates():
    session = session_of([[1, 1], [1, 1]], [1, -1], learner="kernel_perceptron(max_updates=1)")
    assert "1 mistake · stopped after 1 update" in scene_of(session).caption


def test_the_caption_of_a_run_under_way():
    assert scene_of(xor(), steps=2).caption.startswith("n = 4 · 1 epoch · 2 mistakes · after step 2")


def test_the_caption_counts_what_was_held_out():
    session = session_of([[0, 0], [0.1, 0], [3, 3]], [1, -1, -1], held_out=[False, True, True])
    assert scene_of(session).caption == ("n = 3 (2 held out) · 2 epochs · 1 mistake · converged · held-out error 100 %")


def test_the_caption_of_a_learner_without_epochs_counts_its_updates():
    session = session_of([[1, 1], [2, 1], [-1, 0]], [1, 1, -1], learner="svm(C=1)")
    assert scene_of(session).caption == "n = 3 · 2 updates · converged"
