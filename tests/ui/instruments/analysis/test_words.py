"""What is said of a kernel's matrix claims no more than its rounding lets us know."""

import numpy as np
import pytest

from kpgui.analysis.cycle import Cycle
from kpgui.analysis.findings import Trial, findings
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.ui.instruments.analysis.words import lines, meaning, trial_text

LINE = Dataset.of([[1, 0.1], [2, 0.2], [-1, -0.1], [-3, -0.3]], [1, 1, -1, -1])
SQUARE = Dataset.of([[1, 1], [2, -1], [-1, 3]], [1, 1, -1])


def said(dataset, text, **options):
    found = findings(Problem(dataset, kernel(text)), dataset, kernel(text), **options)
    return lines(found, None), meaning(found)


@pytest.mark.parametrize("text", ["linear()", "exp(300*cosine())", "poly(degree=2) + 0.1*linear()"])
def test_what_a_rule_guarantees_is_valid_however_small_its_eigenvalues_are(text):
    facts, _ = said(LINE, text)
    assert facts["Gram matrix"] == "symmetric and positive semidefinite on these points: a valid kernel there"


def test_what_no_rule_guarantees_is_valid_where_its_eigenvalues_are_positive_beyond_rounding():
    facts, _ = said(SQUARE, "poly(degree=2) - 0.5*linear()")
    assert facts["Gram matrix"] == "symmetric and positive semidefinite on these points: a valid kernel there"


@pytest.mark.parametrize("text", ["linear() - 0.5*linear()", "poly(degree=2, c=1) - 0.5*linear()"])
def test_eigenvalues_within_rounding_leave_it_open(text):
    facts, sentence = said(LINE, text)
    assert facts["Gram matrix"].startswith("symmetric, with no eigenvalue that is negative beyond rounding on these")
    assert facts["Gram matrix"].endswith(": not certain to be a valid kernel")
    assert sentence.startswith("Not certain whether this kernel separates the points without a bias: no rule makes it")


def test_eigenvalues_that_are_negative_beyond_rounding_fail_it():
    facts, sentence = said(SQUARE, "sigmoid(gamma=1, c=-1)")
    assert facts["Gram matrix"].endswith("on these points: not a valid kernel")
    assert sentence.startswith("This is no kernel on these points")


def test_dimensions_are_counted_above_what_rounding_may_make():
    facts, _ = said(LINE, "linear()")
    values = np.linalg.eigvalsh(LINE.points @ LINE.points.T)
    assert facts["eigenvalues"].startswith(f"from {values[-1]:.5g}")
    assert "; 1 dimension of feature space in use (above " in facts["eigenvalues"]
    assert facts["eigenvalues"].endswith(", which rounding may make of 0)")


def test_a_circle_is_one_only_where_f_returns_exactly():
    circle = Trial("dataset", 50, 200, False, Cycle(1, 5, 14, True))
    assert trial_text(circle) == (
        "200 mistakes in 50 epochs, order dataset: goes round in a circle from epoch 2 on; after each 5 epochs, "
        "14 mistakes, f is exactly the same at every training point"
    )
    rounded = Trial("dataset", 50, 200, False, Cycle(1, 1, 14, False))
    assert trial_text(rounded) == (
        "200 mistakes in 50 epochs, order dataset: not converged so far; from epoch 2 on it has made the same "
        "14 mistakes again in every epoch, after which f at every training point is the same to rounding"
    )
