"""What the dialog of small multiples offers: everything that can vary, with values that are allowed."""

import pytest
from hypothesis import given

from kpgui.learners import LEARNERS
from kpgui.model.session import Session
from kpgui.words.variation import Variation, cases, variables
from tests.strategies import kernel_trees


def check(session):
    found = variables(session)
    assert len({each.title for each in found}) == len(found)
    for each in found:
        made = cases(session, (Variation.parse(each.name, each.values),))
        assert len(made) >= 1, each


@given(kernel_trees())
def test_whatever_is_proposed_is_allowed(kernel):
    check(Session(kernel=str(kernel)))


@pytest.mark.parametrize("learner", LEARNERS.keys())
def test_whatever_is_proposed_for_a_learner_is_allowed(learner):
    check(Session(learner=f"{learner}()"))


@pytest.mark.parametrize(
    ("kernel", "name", "title", "values"),
    [
        ("rbf(sigma=1)", "kernel.sigma", "Kernel: sigma (σ)", "0.3, 1, 3"),
        ("poly(degree=2)", "kernel.degree", "Kernel: degree (d)", "1, 2, 3"),
        ("rbf(sigma=1) + rbf(sigma=2)", "kernel.2.sigma", "Kernel 2: sigma (σ)", "0.7, 2, 6"),
        ("rbf(sigma=1)", "learner.epochs", "Learner: epochs", "10, 50, 100"),
        ("rbf(sigma=1)", "learner.bias", "Learner: bias (b)", "false, true"),
        ("rbf(sigma=1)", "run.seed", "Run: seed", "0, 1, 2"),
        ("rbf(sigma=1)", "kernel", "Kernel", "rbf(sigma=1), linear(), poly(degree=3)"),
        ("rbf(sigma=1)", "at", "Place in the run", "epoch:1, epoch:3, end"),
    ],
)
def test_titles_and_values(kernel, name, title, values):
    found = next(each for each in variables(Session(kernel=kernel)) if each.name == name)
    assert (found.title, found.values) == (title, values)
